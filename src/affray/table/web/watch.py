"""A fight watched again: its page, its moments by blocks, itself as a file, and a fork of it."""

from __future__ import annotations

import re
from functools import partial
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from fastapi.templating import Jinja2Templates
from pydantic import BaseModel, ConfigDict, Field
from starlette.concurrency import run_in_threadpool

from affray.table.film import Film, eyes, film_of, looks
from affray.table.forking import fork
from affray.table.game import NotYours
from affray.table.lobby import Seated
from affray.table.watching import ToldGame
from affray.table.web.begun import begun
from affray.table.web.drawn import symbols
from affray.table.web.film_file import film_html, require_short
from affray.table.web.forms import read_wanted, takes
from affray.table.web.protocol_joining import Begun
from affray.table.web.protocol_watching import Moments
from affray.table.web.seated import Asking, InLobby, TheGuest, as_sent

MOST = 1_000_000
By = Annotated[str, Query(max_length=200)]
"""Through whose eyes: a seat's name, `everybody` or `game-master`; one's own where it is left out,
and what everybody sees for the game master."""


class ForkRequest(BaseModel):
    """From which moment of a fight a new one begins, as it was watched `by` somebody."""

    model_config = ConfigDict(extra="forbid")

    moment: Annotated[int, Field(ge=0, le=MOST)]
    by: Annotated[str, Field(max_length=200)] = ""


def add_watching(app: FastAPI, pages: Jinja2Templates) -> None:
    """The routes; `pages` are those of the whole table."""

    def watch(request: Request, asking: Asking, guest: TheGuest, by: By = "") -> Response:
        """The page that watches a fight from its first moment on; one of other rules is shown as
        it was told, on its own page, which says why."""
        if isinstance(asking.kept, ToldGame):
            return RedirectResponse(f"/fights/{asking.kept.id}?seat={asking.n}", 303)
        film = _film(asking, by)
        about = {
            "fight": {**film.about(), "id": asking.kept.id, "chair": asking.n},
            "symbols": symbols(film.state(0)["board"]),
            "by": by,
            "looks": looks(film.game, asking.chair),
            "can_fork": asking.chair.is_gm and guest.is_host,
        }
        return pages.TemplateResponse(request, "watch.html", about)

    at = "/fights/{fight}"
    shown: dict[str, Any] = {"response_class": HTMLResponse, "include_in_schema": False}
    app.add_api_route(f"{at}/watch", watch, **shown)
    app.add_api_route(f"{at}/moments", moments, response_model=Moments)
    app.add_api_route(f"{at}/film", film_file, response_class=Response)
    app.add_api_route(
        f"{at}/fork", fork_here, methods=["POST"], response_model=Begun, status_code=201,
        **takes(ForkRequest),
    )  # fmt: skip


def _film(asking: Seated, by: str) -> Film:
    with asking.kept.whole() as game:
        return film_of(game, eyes(game, asking.chair, by))


def moments(
    asking: Asking, block: Annotated[int, Query(ge=0, le=MOST)] = 0, by: By = ""
) -> Response:
    """Some moments of a fight, as one seat could see them."""
    return as_sent(_film(asking, by).block(block))


def film_file(asking: Asking, by: By = "") -> Response:
    """The whole fight as one file that needs no server: to be stored and sent, never a page."""
    film = _film(asking, by)
    require_short(film)
    text = film_html(film)
    name = re.sub(r"[^a-z0-9]+", "-", film.game.card.title.lower()).strip("-")[:60] or "fight"
    headers = {
        "Content-Disposition": f'attachment; filename="{name}.html"',
        "Content-Security-Policy": "sandbox; default-src 'none'",
    }
    return Response(text, media_type="application/octet-stream", headers=headers)


async def fork_here(request: Request, asking: Asking, lobby: InLobby, guest: TheGuest) -> Response:
    """Begin a new fight from a moment of this one."""
    if not guest.is_host:
        raise NotYours("only the host begins a fight")
    wanted = await read_wanted(request, ForkRequest, '{"moment": 12}')
    made = await run_in_threadpool(partial(fork, lobby, asking, wanted.moment, wanted.by))
    return await begun(request, lobby, made)
