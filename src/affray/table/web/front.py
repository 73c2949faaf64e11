"""The pages one comes in by: the start page and a fight's own, and a seat that is taken there."""

from __future__ import annotations

import json

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.concurrency import run_in_threadpool

from affray.book.emblems import ANY
from affray.table.game import NotYours
from affray.table.lobby import Lobby
from affray.table.web.drawn import symbols
from affray.table.web.dropping import own_files
from affray.table.web.entrance import Entrance
from affray.table.web.forms import read_wanted
from affray.table.web.messages import Sitting
from affray.table.web.seated import (
    HOST_COOKIE,
    Guest,
    InLobby,
    TheGuest,
    keep_cookie,
    keep_seats,
)
from affray.table.web.templates import pages


def add_front(app: FastAPI) -> None:
    for path, page in (("/", start), ("/fights/{fight}", table)):
        app.add_api_route(path, page, response_class=HTMLResponse, include_in_schema=path == "/")
    app.add_api_route("/fights/{fight}/sit", sit, methods=["POST"], include_in_schema=False)


def start(request: Request, lobby: InLobby, guest: TheGuest, key: str = "") -> Response:
    """Continue a fight this browser has a seat at, or play a sample; a stranger is told whose
    table it is. The host's link is swapped for a cookie and leaves the address bar."""
    entrance: Entrance = request.app.state.entrance
    if key and guest.is_host:
        answer = RedirectResponse("/", 303)
        if entrance.key is not None and entrance.key.fits(key):
            keep_cookie(request, answer, HOST_COOKIE, key)
        return answer
    fights = [
        {**card.__dict__, "system": lobby.system(card.ruleset), "link": f"/fights/{card.id}"}
        for card in lobby.cards(request.cookies)
    ]
    listed = [fight for fight in fights if not fight["put_away"]]
    if not guest.is_host:
        about = {"fights": fights, "was_wrong": bool(key)}
        return pages.TemplateResponse(request, "door.html", about, 200 if fights else 403)
    about = {"samples": lobby.samples(), "fights": listed, "parties": lobby.parties()}
    about |= own_files(request, lobby)
    about["network"] = request.app.state.network.note
    about["away"] = [fight for fight in fights if fight["put_away"]]
    return pages.TemplateResponse(request, "start.html", about)


def table(request: Request, fight: str, lobby: InLobby, guest: TheGuest) -> Response:
    """The page of a fight; a link's token is swapped for a cookie and leaves the address bar.
    Who has a seat here already is asked before another is taken."""
    for n, token in guest.brought.items():
        if guest.held and n not in guest.held:
            return _ask_first(request, lobby, guest, n)
        return _sat_down(request, fight, {**guest.held, n: token}, n)
    asking = lobby.seated(fight, guest.chair(request))
    card, chairs = asking.kept.card, asking.kept.chairs
    about = {"id": card.id, "title": card.title, "ruleset": card.ruleset}
    told = {**about, "system": lobby.system(card.ruleset), "seat": asking.n}
    seats = [{"n": n, "name": chairs[n].name} for n in guest.held]
    drawn = symbols(json.loads(asking.kept.look(asking.n).parts["board"]))
    is_gm = chairs[asking.n].is_gm
    note = request.app.state.network.note if guest.is_host else ""
    shown = {"fight": told, "seats": seats, "symbols": drawn, "is_gm": is_gm, "network": note}
    shown["emblems"] = ANY if is_gm else ()
    return pages.TemplateResponse(request, "fight.html", shown)


def _ask_first(request: Request, lobby: Lobby, guest: Guest, n: int) -> Response:
    chairs = lobby.seated(guest.fight, n).kept.chairs
    about = {
        "fight": guest.fight,
        "held": [chairs[k].name for k in guest.held],
        "name": chairs[n].name,
        "token": guest.brought[n],
    }
    return pages.TemplateResponse(request, "sit.html", about)


def _sat_down(request: Request, fight: str, held: dict[int, str], n: int) -> Response:
    seat = f"?seat={n}" if len(held) > 1 else ""
    answer = RedirectResponse(f"/fights/{fight}{seat}", 303)
    keep_seats(request, answer, fight, held)
    return answer


async def sit(request: Request, fight: str, lobby: InLobby, guest: TheGuest) -> Response:
    """Take another seat as well as those one has, or instead of them."""
    wanted = await read_wanted(request, Sitting, "a seat's link")
    found = await run_in_threadpool(lobby.held, fight, [wanted.token])
    for n, token in found.items():
        kept = guest.held if wanted.how == "as well" else {}
        return _sat_down(request, fight, {**kept, n: token}, n)
    raise NotYours("that link has ended")
