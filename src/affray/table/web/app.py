"""The table as a web application: who asks, and the routes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from http import HTTPStatus
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Header, Query, Request
from fastapi.responses import Response
from fastapi.staticfiles import StaticFiles
from starlette.concurrency import run_in_threadpool
from starlette.middleware.gzip import GZipMiddleware

from affray.book.shelf import SHELF
from affray.book.whole import read_whole
from affray.files.party import PartyTooBig
from affray.table.collection import Collection
from affray.table.limits import USUAL, Limits
from affray.table.lobby import Lobby, Seated
from affray.table.logs import view_json
from affray.table.neighbours import listening
from affray.table.preparing import Preparer
from affray.table.thinking import Thinking
from affray.table.web.advice import add_advice
from affray.table.web.arriving import add_arriving
from affray.table.web.asides import add_asides
from affray.table.web.begun import begun
from affray.table.web.building import add_building
from affray.table.web.commanding import command, quick_command
from affray.table.web.connections import counted
from affray.table.web.door import Door
from affray.table.web.dropping import add_dropping
from affray.table.web.entrance import AtHome, Entrance
from affray.table.web.forecast import add_forecast
from affray.table.web.forms import read_wanted, takes
from affray.table.web.front import add_front
from affray.table.web.guard import add_refusals, is_form
from affray.table.web.housekeeping import add_housekeeping
from affray.table.web.lab import add_lab
from affray.table.web.lean import Lean, Quick, asking_in
from affray.table.web.library import add_library
from affray.table.web.live import events
from affray.table.web.messages import NewFight, NewLinks, NewRest
from affray.table.web.network import Network
from affray.table.web.nudging import nudge
from affray.table.web.number import add_number
from affray.table.web.odds import Odds, TooMany, details, odds, quick_odds
from affray.table.web.odds_list import add_odds_list
from affray.table.web.parties import add_parties
from affray.table.web.passing import while_time_passes
from affray.table.web.pictures import add_pictures
from affray.table.web.protocol import Accepted, Changes, Health, LogPart, Problem, View
from affray.table.web.protocol_joining import Begun, Links
from affray.table.web.review import add_review
from affray.table.web.rulebooks import add_rulebooks
from affray.table.web.rulings import add_rulings
from affray.table.web.seated import (
    HAS_HEADER,
    Asking,
    InLobby,
    TheGuest,
    as_sent,
    keep_seats,
    token_in,
    view_of,
)
from affray.table.web.sharing import add_sharing, to_give_out
from affray.table.web.templates import ASSETS, pages
from affray.table.web.watch import add_watching
from affray.table.workers import Workers

HERE = Path(__file__).parent

PROBLEM = {
    "application/json": {"schema": {"$ref": "#/components/schemas/Problem"}},
    "text/html": {},  # where a page was asked for
}
REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"description": HTTPStatus(code).phrase, "content": PROBLEM}
    for code in (400, 403, 404, 408, 409, 413, 421, 422, 429)
}
"""Of every route, by reference: a model each would be made anew for all of them at every start."""

PACKED_FROM = 600
"""Bytes: less than that fits into a packet as it is."""


def create_app(
    data: Path,
    entrance: Entrance | None = None,
    address: str = "",
    workers: Workers | None = None,
    preparer: Preparer | None = None,
    limits: Limits = USUAL,
    network: Network | None = None,
    collection: Collection | None = None,
    say: Callable[[str], None] | None = None,
    store: str = "",
) -> FastAPI:
    """The table on a data folder; `entrance` is who may come and by which name, `address` what
    the whole network knows it by, `say` tells whoever has started it. Workers that are given are
    closed by whoever gave them. `store` is where fights are kept, if not in the folder."""
    app = FastAPI(
        title="Affray's table", docs_url=None, redoc_url=None, lifespan=_while_open,
        responses=REFUSALS,
    )  # fmt: skip
    app.state.lobby = Lobby(data, limits, collection, store)
    app.state.entrance = entrance or AtHome(data)
    app.state.limits = limits
    app.state.network = network or Network()
    app.state.say = say
    app.state.protocols = counted(limits)
    app.state.address = address
    app.state.workers = workers or Workers()
    app.state.has_own_workers = workers is None
    app.state.preparer = preparer or Preparer()
    app.state.compiles = preparer is not None
    add_refusals(app)
    _add_on_the_way(app)
    _add_routes(app)
    return app


def _add_on_the_way(app: FastAPI) -> None:
    """What every request passes: packing, the door, and the short way for what is asked most."""
    state = app.state
    door = {"entrance": state.entrance, "network": state.network, "lobby": state.lobby}
    app.add_middleware(Lean, quick=QUICK)
    app.add_middleware(Door, **door, limits=state.limits)
    app.add_middleware(GZipMiddleware, minimum_size=PACKED_FROM, compresslevel=6)


def _add_routes(app: FastAPI) -> None:
    """All there is to ask for; who may ask is the door's to say."""
    app.add_api_route("/static/-/{mark}/{name}", ASSETS.get, include_in_schema=False)
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")
    add_front(app)
    told: dict[int | str, dict[str, Any]] = {400: {"model": Problem}}  # what the others refer to
    app.add_api_route("/healthz", healthz, response_model_exclude_unset=True, responses=told)
    _add_fight(app)
    add_housekeeping(app, pages)
    add_sharing(app)
    add_dropping(app)
    add_arriving(app, pages)
    add_rulebooks(app, pages)
    add_lab(app, pages)
    add_number(app, pages)
    add_building(app, pages)
    add_library(app, pages)
    add_parties(app, pages)
    add_rulings(app, pages)
    add_asides(app)
    add_pictures(app)
    add_advice(app)
    add_review(app)
    add_forecast(app)
    add_watching(app, pages)
    app.add_api_websocket_route("/fights/{fight}/events", events)


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
    passing = asyncio.create_task(while_time_passes(state.lobby, listening(state.lobby)))
    state.lobby.thinking = Thinking(state.workers, state.lobby.housed.get, state.lobby.ring)
    if not state.entrance.is_open:
        said = await state.network.open_again(app, state.lobby.store.folder)
        if said and state.say:
            state.say(said)
    yield
    passing.cancel()
    await state.lobby.thinking.close()
    await state.network.closed()
    await run_in_threadpool(state.preparer.close)
    if state.has_own_workers:
        await run_in_threadpool(state.workers.close)
    await run_in_threadpool(state.lobby.close)


def _add_fight(app: FastAPI) -> None:
    made: dict[str, Any] = {"methods": ["POST"], "response_model": Begun, "status_code": 201}
    app.add_api_route("/fights", new_fight, **made, **takes(NewFight))
    app.add_api_route("/rests", new_rest, **made, **takes(NewRest))
    sent: dict[str, Any] = {"response_model_exclude_unset": True}
    app.add_api_route("/fights/{fight}/odds", odds, response_model=Odds | TooMany)
    app.add_api_route("/fights/{fight}/details", details, **sent)
    add_odds_list(app)
    app.add_api_route("/fights/{fight}/view", view, response_model=View | Changes)
    app.add_api_route("/fights/{fight}/log", log, response_model=LogPart)
    app.add_api_route(
        "/fights/{fight}/commands", command, methods=["POST"], response_model=Accepted
    )
    app.add_api_route("/fights/{fight}/links", links, methods=["POST"], **sent)
    app.add_api_route("/fights/{fight}/nudge", nudge, methods=["POST"])


def healthz(lobby: InLobby, answer: Response) -> Health:
    """Whether what is answered is kept: 503 and why, where it would not be."""
    problem = lobby.what_is_wrong()
    if not problem:
        return Health(ok=True)
    answer.status_code = 503
    return Health(ok=False, problem=problem)


# Fights


async def new_fight(request: Request, lobby: InLobby) -> Response:
    """Begin one of the sample fights: links for a program, the game master's page for a form."""
    wanted = await read_wanted(request, NewFight, '{"encounter": "ruleset/name"}')
    asked = (wanted.encounter, wanted.party, wanted.member, wanted.seed, wanted.undo, wanted.foes)
    begin = partial(lobby.begin, *asked)
    return await _begun(request, lobby, begin, wanted)


async def new_rest(request: Request, lobby: InLobby) -> Response:
    """Let a party rest: links for a program, the game master's page for a form."""
    wanted = await read_wanted(request, NewRest, '{"party": "name"}')
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
    return await begun(request, lobby, fight)


Has = Annotated[int | None, Header(alias=HAS_HEADER, ge=0)]


async def view(request: Request, asking: Asking, lobby: InLobby, has: Has = None) -> Response:
    """Everything this seat may see, with the sequence number it was seen at; for one who `has` a
    number, what has changed since, where that is known."""
    return await _viewed(request, asking, lobby, has)


async def quick_view(request: Request) -> Response | None:
    """The same, read by hand."""
    said = request.headers.get(HAS_HEADER)
    has = None if said is None else read_whole(said)
    if said is not None and (has is None or has < 0):
        return None
    return await _viewed(request, await asking_in(request), request.app.state.lobby, has)


async def _viewed(request: Request, asking: Seated, lobby: Lobby, has: int | None) -> Response:
    state, kept = request.app.state, asking.kept
    state.preparer.want(kept.card.ruleset)
    state.workers.warm()
    if kept.is_untaken(asking.n) and await run_in_threadpool(kept.take, asking.n):
        await lobby.ring(kept.id)
    lobby.look_who_thinks(kept)
    loop = asyncio.get_running_loop()
    return as_sent(await loop.run_in_executor(lobby.hands, view_of, request, asking, has))


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
    base = to_give_out(request)
    if wanted.gm:
        own = await run_in_threadpool(lobby.renew_own, asking, base)
        keep_seats(request, answer, guest.fight, {**guest.held, asking.n: token_in(own["link"])})
        await lobby.ring(asking.game.id)
        return Links.model_validate({"seats": [own]})
    made = await run_in_threadpool(lobby.fresh_links, asking, base, wanted.seat, wanted.revoke)
    await lobby.ring(asking.game.id)
    return Links.model_validate({"seats": made})


QUICK: Mapping[tuple[str, str], Quick] = {
    ("POST", "commands"): quick_command,
    ("GET", "view"): quick_view,
    ("GET", "odds"): quick_odds,
}
"""By method and the last word of the path."""
