"""Keeping house on the web: a page of plain forms for the game master, and what they post.

A save that is fetched is data to be stored: no browser shows or runs anything of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any
from urllib.parse import parse_qs

from fastapi import Depends, FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from fastapi.templating import Jinja2Templates
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictStr, ValidationError
from starlette.concurrency import run_in_threadpool

from affray.table import housekeeping
from affray.table.game import GAME_MASTER, Refused
from affray.table.lobby import Seated
from affray.table.web.forms import takes
from affray.table.web.guard import is_form
from affray.table.web.malformed import what_is_wrong
from affray.table.web.protocol import Acknowledged
from affray.table.web.seated import InLobby, TheGuest


def the_keeper(request: Request, fight: str, lobby: InLobby, guest: TheGuest) -> Seated:
    """The game master's seat, if this browser holds it among others."""
    n = GAME_MASTER if GAME_MASTER in guest.held else guest.chair(request)
    return lobby.seated(fight, n)


KeeperAsking = Annotated[Seated, Depends(the_keeper)]


class NewTitle(BaseModel):
    model_config = ConfigDict(extra="forbid")
    title: Annotated[StrictStr, Field(min_length=1, max_length=housekeeping.LONGEST)]


class Away(BaseModel):
    model_config = ConfigDict(extra="forbid")
    away: StrictBool


class Sure(BaseModel):
    """A fight's own id, so that no slip of a finger deletes it."""

    model_config = ConfigDict(extra="forbid")
    sure: Annotated[StrictStr, Field(max_length=100)] = ""


def add_housekeeping(app: FastAPI, pages: Jinja2Templates) -> None:
    """The routes; `pages` are those of the whole table."""

    def page(request: Request, asking: KeeperAsking, is_sure: bool = False) -> Response:
        """What can be done with a fight, for its game master."""
        housekeeping.require_game_master(asking)
        card = asking.game.card
        away = asking.kept.store.is_away(card.id)
        about = {"fight": card, "away": away, "asks": is_sure, "longest": housekeeping.LONGEST}
        return pages.TemplateResponse(request, "house.html", about)

    app.add_api_route(
        "/fights/{fight}/house", page, response_class=HTMLResponse, include_in_schema=False
    )
    app.add_api_route("/fights/{fight}/save", save, response_class=Response)
    for name, done, wanted in (
        ("title", rename, NewTitle),
        ("away", put_away, Away),
        ("delete", delete, Sure),
    ):
        path = f"/fights/{{fight}}/{name}"
        app.add_api_route(
            path, done, methods=["POST"], response_model=Acknowledged, **takes(wanted)
        )


async def rename(request: Request, asking: KeeperAsking, lobby: InLobby) -> Any:
    """Call a fight otherwise."""
    wanted = await _read(request, NewTitle)
    await run_in_threadpool(housekeeping.rename, lobby, asking, wanted.title)
    await lobby.ring(asking.kept.id)
    return _done(request, f"/fights/{asking.kept.id}/house")


async def put_away(request: Request, asking: KeeperAsking) -> Any:
    """Take a fight out of the list, or back into it."""
    wanted = await _read(request, Away)
    await run_in_threadpool(housekeeping.put_away, asking, wanted.away)
    return _done(request, f"/fights/{asking.kept.id}/house")


async def delete(request: Request, asking: KeeperAsking, lobby: InLobby) -> Any:
    """Delete a fight: a form is asked once more, a program says the id."""
    wanted = await _read(request, Sure)
    fight = asking.kept.id
    if is_form(request) and not wanted.sure:
        housekeeping.require_game_master(asking)
        return RedirectResponse(f"/fights/{fight}/house?is_sure=true", 303)
    await run_in_threadpool(housekeeping.delete, lobby, asking, wanted.sure)
    await lobby.ring(fight)
    return _done(request, "/")


def save(asking: KeeperAsking) -> Response:
    """The fight as a save: a file to be stored, never a page."""
    text = housekeeping.as_save(asking)
    name = re.sub(r"[^a-z0-9]+", "-", asking.game.card.title.lower()).strip("-")[:60] or "fight"
    headers = {
        "Content-Disposition": f'attachment; filename="{name}.toml"',
        "Content-Security-Policy": "sandbox; default-src 'none'",
    }
    return Response(text, media_type="application/octet-stream", headers=headers)


def _done(request: Request, to: str) -> Any:
    return RedirectResponse(to, 303) if is_form(request) else Acknowledged(ok=True)


async def _read(request: Request, wanted: Callable[..., Any]) -> Any:
    """The same thing as JSON and as a form."""
    body = await request.body()
    model: Any = wanted
    try:
        if not is_form(request):
            return model.model_validate_json(body or b"{}")
        found: dict[str, Any] = {k: v[-1] for k, v in parse_qs(body.decode()).items()}
        if "away" in found:
            found["away"] = found["away"] == "true"
        return model.model_validate(found)
    except UnicodeDecodeError:
        raise Refused("expected a form in UTF-8") from None
    except ValidationError as bad:
        raise Refused(what_is_wrong(bad.errors())) from None
