"""Where a short link leads: a page with the free seats of one fight, and nothing else."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from fastapi.templating import Jinja2Templates
from pydantic import BaseModel, ConfigDict, Field, StrictStr
from starlette.concurrency import run_in_threadpool

from affray.table import joining, people
from affray.table.chairs import WATCH, Invite
from affray.table.game import Refused
from affray.table.lobby import Lobby
from affray.table.web.forms import read_wanted, takes
from affray.table.web.guard import is_form
from affray.table.web.seated import Guest, InLobby, TheGuest, keep_seats


class Arriving(BaseModel):
    """Which seat, by its number; what one is called, and in which colour."""

    model_config = ConfigDict(extra="forbid")

    seat: Annotated[int, Field(ge=1, le=1000)]
    name: Annotated[StrictStr, Field(max_length=200)] = ""
    colour: Annotated[StrictStr, Field(max_length=20)] = ""


def add_arriving(app: FastAPI, pages: Jinja2Templates) -> None:
    """The routes; `pages` are those of the whole table."""

    def page(
        request: Request, lobby: Lobby, invite: Invite, problem: str = "", given: Any = None
    ) -> Response:
        about = {**_about(lobby, invite), "problem": problem, "given": given}
        return pages.TemplateResponse(request, "join.html", about, 422 if problem else 200)

    def arrive(request: Request, code: str, lobby: InLobby, guest: TheGuest) -> Response:
        """The free seats; who has a seat here already comes back to it."""
        invite = _invite_of(guest)
        if guest.held:
            return _to_the_fight(request, invite, guest.held, next(iter(guest.held)))
        if invite.kind == WATCH:
            n, token = joining.look_on(lobby, invite)
            return _to_the_fight(request, invite, {n: token}, n)
        return page(request, lobby, invite)

    async def sit_down(request: Request, code: str, lobby: InLobby, guest: TheGuest) -> Response:
        """Take one of the free seats."""
        invite = _invite_of(guest)
        wanted = await read_wanted(request, Arriving, '{"seat": 1, "name": "Anna"}')
        sit = partial(joining.sit_down, lobby, invite, wanted.seat, wanted.name, wanted.colour)
        try:
            token = await run_in_threadpool(sit)
        except Refused as refused:
            if not is_form(request):
                raise
            return await run_in_threadpool(page, request, lobby, invite, str(refused), wanted)
        await lobby.ring(invite.fight)
        return _to_the_fight(request, invite, {**guest.held, wanted.seat: token}, wanted.seat)

    shown: dict[str, Any] = {"response_class": HTMLResponse, "include_in_schema": False}
    app.add_api_route("/t/{code}", arrive, **shown)
    app.add_api_route("/t/{code}", sit_down, methods=["POST"], status_code=303, **takes(Arriving))


def _about(lobby: Lobby, invite: Invite) -> dict[str, Any]:
    """What the page of a short link shows."""
    place = joining.place_of(lobby, invite)
    return {
        "place": place,
        "system": lobby.system(place.ruleset),
        "invite": invite,
        "code": joining.shown_code(invite.code),
        "shapes": people.COLOURS,
        "longest": people.LONGEST_NAME,
    }


def _invite_of(guest: Guest) -> Invite:
    assert guest.invite is not None, "the door lets nobody else in"
    return guest.invite


def _to_the_fight(request: Request, invite: Invite, held: dict[int, str], n: int) -> Response:
    seat = f"?seat={n}" if len(held) > 1 else ""
    answer = RedirectResponse(f"/fights/{invite.fight}{seat}", 303)
    keep_seats(request, answer, invite.fight, held)
    return answer
