"""The table as a web application: who asks, and the routes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar
from urllib.parse import parse_qs

from fastapi import FastAPI, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from fastapi.templating import Jinja2Templates
from pydantic import BaseModel, ValidationError
from starlette.concurrency import run_in_threadpool

from affray.book.shelf import SHELF
from affray.files.party import PartyTooBig
from affray.table.game import NotYours, Refused
from affray.table.limits import USUAL, Limits
from affray.table.lobby import Lobby, Unknown, token_in
from affray.table.logs import view_json
from affray.table.preparing import Preparer
from affray.table.web.door import Door
from affray.table.web.entrance import Entrance, host_name, is_local, netloc
from affray.table.web.guard import add_refusals, is_form
from affray.table.web.housekeeping import add_housekeeping
from affray.table.web.live import events
from affray.table.web.malformed import what_is_wrong
from affray.table.web.messages import NewFight, NewLinks, NewRest, Sitting, command
from affray.table.web.odds import details, odds
from affray.table.web.protocol import Accepted, Begun, Health, Links, LogPart, Problem, View
from affray.table.web.seated import (
    HOST_COOKIE,
    Asking,
    Guest,
    InLobby,
    TheGuest,
    as_sent,
    keep_cookie,
    keep_seats,
    view_of,
)
from affray.table.workers import Workers

HERE = Path(__file__).parent

REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"model": Problem} for code in (400, 403, 404, 408, 409, 413, 421, 422, 429)
}

pages = Jinja2Templates(HERE / "pages")


def create_app(
    data: Path,
    entrance: Entrance | None = None,
    address: str = "",
    workers: Workers | None = None,
    preparer: Preparer | None = None,
    limits: Limits = USUAL,
) -> FastAPI:
    """The table on a data folder; `entrance` is who may come and by which name, `address` what
    the whole network knows it by. Workers that are given are closed by whoever gave them."""
    app = FastAPI(
        title="Affray's table", docs_url=None, redoc_url=None, lifespan=_while_open,
        responses=REFUSALS,
    )  # fmt: skip
    app.state.lobby = Lobby(data, limits)
    app.state.entrance = entrance or Entrance()
    app.state.limits = limits
    app.state.address = address
    app.state.workers = workers or Workers()
    app.state.has_own_workers = workers is None
    app.state.preparer = preparer or Preparer()
    app.state.compiles = preparer is not None
    add_refusals(app)
    door = {"entrance": app.state.entrance, "lobby": app.state.lobby, "limits": limits}
    app.add_middleware(Door, **door)
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")
    _add_pages(app)
    _add_fight(app)
    add_housekeeping(app, pages)
    app.add_api_websocket_route("/fights/{fight}/events", events)
    return app


@asynccontextmanager
async def _while_open(app: FastAPI) -> AsyncIterator[None]:
    state = app.state
    loop = asyncio.get_running_loop()

    def news(slug: str) -> None:
        """A game is compiled: workers may load it, and pages say so."""
        if state.preparer.is_compiled(slug):
            state.workers.compiled.add(slug)
        asyncio.run_coroutine_threadsafe(state.lobby.ring_all(), loop)

    if state.compiles:
        state.preparer.start(SHELF.slugs(), news)
    yield
    await run_in_threadpool(state.preparer.close)
    if state.has_own_workers:
        await run_in_threadpool(state.workers.close)
    await run_in_threadpool(state.lobby.close)


def _add_pages(app: FastAPI) -> None:
    for path, page in (("/", start), ("/fights/{fight}", table), ("/rules/{ruleset}", rules)):
        app.add_api_route(path, page, response_class=HTMLResponse, include_in_schema=path == "/")
    app.add_api_route("/healthz", healthz, response_model_exclude_unset=True)


def _add_fight(app: FastAPI) -> None:
    begun: dict[str, Any] = {"methods": ["POST"], "response_model": Begun}
    app.add_api_route("/fights", new_fight, **begun, **_takes(NewFight))
    app.add_api_route("/rests", new_rest, **begun, **_takes(NewRest))
    sent: dict[str, Any] = {"response_model_exclude_unset": True}
    for name, told in (("odds", odds), ("details", details)):
        app.add_api_route(f"/fights/{{fight}}/{name}", told, **sent)
    app.add_api_route("/fights/{fight}/view", view, response_model=View)
    app.add_api_route("/fights/{fight}/log", log, response_model=LogPart)
    app.add_api_route(
        "/fights/{fight}/commands", command, methods=["POST"], response_model=Accepted
    )
    app.add_api_route("/fights/{fight}/links", links, methods=["POST"], **sent)
    app.add_api_route("/fights/{fight}/sit", sit, methods=["POST"], include_in_schema=False)


# Pages


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
    return pages.TemplateResponse(request, "fight.html", {"fight": told, "seats": seats})


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
    wanted = await _read_wanted(request, Sitting, "a seat's link")
    found = await run_in_threadpool(lobby.held, fight, [wanted.token])
    for n, token in found.items():
        kept = guest.held if wanted.how == "as well" else {}
        return _sat_down(request, fight, {**kept, n: token}, n)
    raise NotYours("that link has ended")


def rules(request: Request, ruleset: str, fight: str = "") -> Response:
    """The rule index; every rule id of the page leads here."""
    if ruleset not in SHELF.slugs():
        raise Unknown(f"no ruleset is called {ruleset!r}")
    back = f"/fights/{fight}" if fight.isalnum() else "/"
    book = SHELF.get(ruleset).book
    return pages.TemplateResponse(request, "rules.html", {"book": book, "back": back})


def healthz(lobby: InLobby, answer: Response) -> Health:
    """Whether what is answered is kept: 503 and why, where it would not be."""
    problem = lobby.what_is_wrong()
    if not problem:
        return Health(ok=True)
    answer.status_code = 503
    return Health(ok=False, problem=problem)


# Fights


def _takes(wanted: type[BaseModel]) -> dict[str, Any]:
    """A route that takes the same thing as JSON and as a form."""
    kinds = ("application/json", "application/x-www-form-urlencoded")
    content = {kind: {"schema": wanted.model_json_schema()} for kind in kinds}
    body = {"requestBody": {"required": True, "content": content}}
    return {"status_code": 201, "openapi_extra": body}


async def new_fight(request: Request, lobby: InLobby) -> Response:
    """Begin one of the sample fights: links for a program, the game master's page for a form."""
    wanted = await _read_wanted(request, NewFight, '{"encounter": "ruleset/name"}')
    begin = partial(
        lobby.begin, wanted.encounter, wanted.party, wanted.member, wanted.seed, wanted.undo
    )
    return await _begun(request, lobby, begin, wanted)


async def new_rest(request: Request, lobby: InLobby) -> Response:
    """Let a party rest: links for a program, the game master's page for a form."""
    wanted = await _read_wanted(request, NewRest, '{"party": "name"}')
    return await _begun(
        request, lobby, partial(lobby.begin_rest, wanted.party, wanted.member), wanted
    )


async def _begun(
    request: Request, lobby: Lobby, begin: Callable[[], str], wanted: NewFight | NewRest
) -> Response:
    try:
        fight = await run_in_threadpool(begin)
    except PartyTooBig as many:
        if not is_form(request):
            raise
        about = {"wanted": wanted, "many": many, "to": request.url.path}
        return pages.TemplateResponse(request, "members.html", about, 422)
    if is_form(request):
        here = str(request.base_url)  # cookies stay with the name the browser calls us by
        (gm,) = await run_in_threadpool(lobby.links, fight, here, only_gm=True)
        return RedirectResponse(gm["link"], 303)
    gm, *seats = await run_in_threadpool(lobby.links, fight, _to_give_out(request))
    begun = Begun.model_validate({"id": fight, "gm": gm["link"], "seats": seats})
    return JSONResponse(begun.model_dump(), 201)


Wanted = TypeVar("Wanted", NewFight, NewRest, Sitting)


async def _read_wanted(request: Request, wanted: type[Wanted], expected: str) -> Wanted:
    body = await request.body()
    try:
        if is_form(request):
            found = parse_qs(body.decode())
            one = {name: values[-1] for name, values in found.items()}
            several = {"member": found["member"]} if "member" in found else {}
            return wanted.model_validate({**one, **several})
        return wanted.model_validate_json(body)
    except UnicodeDecodeError:
        raise Refused(f"expected {expected}") from None
    except ValidationError as bad:
        raise Refused(f"{what_is_wrong(bad.errors())}; expected {expected}") from None


async def view(request: Request, asking: Asking, lobby: InLobby) -> Response:
    """Everything this seat may see, with the sequence number it was seen at."""
    state = request.app.state
    state.preparer.want(asking.kept.card.ruleset)
    state.workers.warm()
    if await run_in_threadpool(asking.kept.take, asking.n):
        await lobby.ring(asking.kept.id)
    return as_sent(await run_in_threadpool(view_of, request, asking))


def log(asking: Asking, since: Annotated[int, Query(ge=0)] = 0) -> Response:
    """What happened, from a line on."""
    return as_sent(view_json(asking.kept.log(asking.n, since)))


async def links(
    request: Request,
    answer: Response,
    asking: Asking,
    wanted: NewLinks,
    lobby: InLobby,
    guest: TheGuest,
) -> Links:
    """Fresh links for the game master to give out; or a new one of their own, and the old ends."""
    base = _to_give_out(request)
    if wanted.gm:
        own = await run_in_threadpool(lobby.renew_own, asking, base)
        keep_seats(request, answer, guest.fight, {**guest.held, asking.n: token_in(own["link"])})
        await lobby.ring(asking.game.id)
        return Links.model_validate({"seats": [own]})
    made = await run_in_threadpool(lobby.fresh_links, asking, base, wanted.seat, wanted.revoke)
    await lobby.ring(asking.game.id)
    return Links.model_validate({"seats": made})


def _to_give_out(request: Request) -> str:
    """Where links lead: what this browser calls us by, unless only this machine can follow that
    and there is an address the others can."""
    here, address = str(request.base_url), str(request.app.state.address)
    return address if _is_here(here) and address and not _is_here(address) else here


def _is_here(address: str) -> bool:
    return is_local(host_name(netloc(address)))
