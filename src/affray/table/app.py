"""The table as a web application: who asks, the routes, the line that says when to look."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar
from urllib.parse import parse_qs

from fastapi import Depends, FastAPI, Query, Request, WebSocket, WebSocketDisconnect
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from fastapi.staticfiles import StaticFiles
from fastapi.templating import Jinja2Templates
from pydantic import BaseModel, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.middleware.trustedhost import TrustedHostMiddleware

from affray.party import TooMany
from affray.ruleset import SHELF
from affray.table import views
from affray.table.chances import odds_to_find, what_is_left
from affray.table.guard import add_guards, is_form, is_loopback, is_same_origin
from affray.table.hall import COOKIE, Hall, Seated, Unknown
from affray.table.messages import Accepted, Command, Links, NewFight, NewRest, Problem
from affray.table.sitting import Refused

HERE = Path(__file__).parent
SIGN_OF_LIFE = 20.0
COOKIE_SECONDS = 180 * 24 * 3600
ODDS_AT_ONCE = 2

REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"model": Problem} for code in (400, 403, 404, 409, 422)
}

pages = Jinja2Templates(HERE / "pages")


def create_app(data: Path, hosts: Sequence[str] = ("*",), address: str = "") -> FastAPI:
    """The table on a data folder; `hosts` are the names it may be called by, `address` is what
    the whole network knows it by."""
    hall = Hall(data)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        hall.store.is_open = True
        yield
        hall.store.close()

    app = FastAPI(
        title="Affray's table", docs_url=None, redoc_url=None, lifespan=lifespan, responses=REFUSALS
    )
    app.state.hall = hall
    app.state.address = address
    app.state.odds = ThreadPoolExecutor(ODDS_AT_ONCE, "odds")
    add_guards(app)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=list(hosts))
    app.mount("/static", StaticFiles(directory=HERE / "static"), name="static")
    _add_pages(app)
    _add_fight(app)
    app.add_api_websocket_route("/fights/{fight}/events", events)
    return app


def _add_pages(app: FastAPI) -> None:
    for path, page in (("/", start), ("/fights/{fight}", table), ("/rules/{ruleset}", rules)):
        app.add_api_route(path, page, response_class=HTMLResponse, include_in_schema=path == "/")
    app.add_api_route("/healthz", healthz)


def _add_fight(app: FastAPI) -> None:
    app.add_api_route("/fights", new_fight, methods=["POST"], **_takes(NewFight))
    app.add_api_route("/rests", new_rest, methods=["POST"], **_takes(NewRest))
    app.add_api_route("/fights/{fight}/view", view)
    app.add_api_route("/fights/{fight}/log", log)
    app.add_api_route("/fights/{fight}/odds", odds)
    app.add_api_route("/fights/{fight}/details", details)
    app.add_api_route("/fights/{fight}/commands", command, methods=["POST"])
    app.add_api_route("/fights/{fight}/links", links, methods=["POST"])


# Who is asking


def the_hall(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


InHall = Annotated[Hall, Depends(the_hall)]


def who_asks(request: Request, fight: str, hall: InHall) -> Seated:
    """The seat whose link this browser opened."""
    return hall.seated(fight, request.cookies.get(COOKIE + fight, ""))


Asking = Annotated[Seated, Depends(who_asks)]


# Pages


def start(request: Request, hall: InHall) -> Response:
    """Continue a fight this browser has a seat at, or play a sample."""
    fights = [
        {**card.__dict__, "system": hall.system(card.ruleset), "link": f"/fights/{card.id}"}
        for card in hall.cards(request.cookies)
    ]
    about = {"samples": hall.samples(), "fights": fights, "parties": hall.parties()}
    return pages.TemplateResponse(request, "start.html", about)


def table(
    request: Request, fight: str, hall: InHall, token: Annotated[str, Query(alias="as")] = ""
) -> Response:
    """The page of a fight; a link's token is swapped for a cookie and leaves the address bar."""
    if token:
        hall.seated(fight, token)
        answer = RedirectResponse(f"/fights/{fight}", 303)
        answer.set_cookie(
            COOKIE + fight, token, max_age=COOKIE_SECONDS, httponly=True, samesite="lax",
            secure=request.url.scheme == "https",
        )  # fmt: skip
        return answer
    card = who_asks(request, fight, hall).sitting.card
    about = {"id": card.id, "title": card.title, "ruleset": card.ruleset}
    return pages.TemplateResponse(
        request, "fight.html", {"fight": {**about, "system": hall.system(card.ruleset)}}
    )


def rules(request: Request, ruleset: str, fight: str = "") -> Response:
    """The rule index; every rule id of the page leads here."""
    if ruleset not in SHELF.slugs():
        raise Unknown(f"no ruleset is called {ruleset!r}")
    back = f"/fights/{fight}" if fight.isalnum() else "/"
    book = SHELF.get(ruleset).book
    return pages.TemplateResponse(request, "rules.html", {"book": book, "back": back})


def healthz(hall: InHall) -> dict[str, bool]:
    return {"ok": hall.is_well()}


# Fights


def _takes(wanted: type[BaseModel]) -> dict[str, Any]:
    """A route that takes the same thing as JSON and as a form."""
    kinds = ("application/json", "application/x-www-form-urlencoded")
    content = {kind: {"schema": wanted.model_json_schema()} for kind in kinds}
    body = {"requestBody": {"required": True, "content": content}}
    return {"status_code": 201, "openapi_extra": body}


async def new_fight(request: Request, hall: InHall) -> Response:
    """Begin one of the sample fights: links for a program, the game master's page for a form."""
    wanted = await _read_wanted(request, NewFight, '{"encounter": "ruleset/name"}')
    begin = partial(hall.begin, wanted.encounter, wanted.party, wanted.member, wanted.seed)
    return await _begun(request, hall, begin, wanted)


async def new_rest(request: Request, hall: InHall) -> Response:
    """Let a party rest: links for a program, the game master's page for a form."""
    wanted = await _read_wanted(request, NewRest, '{"party": "name"}')
    return await _begun(
        request, hall, partial(hall.begin_rest, wanted.party, wanted.member), wanted
    )


async def _begun(
    request: Request, hall: Hall, begin: Callable[[], str], wanted: NewFight | NewRest
) -> Response:
    try:
        fight = await run_in_threadpool(begin)
    except TooMany as many:
        if not is_form(request):
            raise
        about = {"wanted": wanted, "many": many, "to": request.url.path}
        return pages.TemplateResponse(request, "members.html", about, 422)
    if is_form(request):
        here = str(request.base_url)  # cookies stay with the name the browser calls us by
        (gm,) = await run_in_threadpool(hall.links, fight, here, only_gm=True)
        return RedirectResponse(gm["link"], 303)
    gm, *seats = await run_in_threadpool(hall.links, fight, _to_give_out(request))
    return JSONResponse({"id": fight, "gm": gm["link"], "seats": seats}, 201)


Wanted = TypeVar("Wanted", NewFight, NewRest)


async def _read_wanted(request: Request, wanted: type[Wanted], expected: str) -> Wanted:
    body = await request.body()
    try:
        if is_form(request):
            found = parse_qs(body.decode())
            one = {name: values[-1] for name, values in found.items()}
            several = {"member": found["member"]} if "member" in found else {}
            return wanted.model_validate({**one, **several})
        return wanted.model_validate_json(body)
    except (ValidationError, UnicodeDecodeError):
        raise Refused(f"expected {expected}") from None


def _sit_down(asking: Seated) -> bool:
    return asking.sitting.take(asking.n)


async def view(asking: Asking, hall: InHall) -> dict[str, Any]:
    """Everything this seat may see, with the sequence number it was seen at."""
    if await run_in_threadpool(_sit_down, asking):
        await hall.ring(asking.sitting.id)
    return await run_in_threadpool(_look, asking)


def _look(asking: Seated) -> dict[str, Any]:
    sitting = asking.sitting
    with sitting.lock:
        sitting.refresh()
        return {"seq": sitting.seen[asking.n], **sitting.shown[asking.n]}


def log(asking: Asking, since: Annotated[int, Query(ge=0)] = 0) -> dict[str, Any]:
    """What happened, from a line on."""
    sitting = asking.sitting
    with sitting.lock:
        sitting.refresh()
        lines = views.log(sitting, asking.chair, since)
        return {"seq": sitting.seen[asking.n], "log": lines}


PlanName = Annotated[str, Query(max_length=200)]
TargetName = Annotated[str, Query(max_length=200)]
Given = Annotated[list[str] | None, Query(alias="with", max_length=62)]


async def odds(
    request: Request, asking: Asking, plan: PlanName, target: TargetName = "", given: Given = None
) -> dict[str, Any]:
    """Exact odds of one offered plan, or `too_many` where they were not found in time."""
    work = await run_in_threadpool(
        odds_to_find, asking.sitting, asking.n, plan, target or None, _given(given)
    )
    loop = asyncio.get_running_loop()
    return await loop.run_in_executor(request.app.state.odds, work)


def details(
    asking: Asking, plan: PlanName, target: TargetName = "", given: Given = None
) -> dict[str, Any]:
    """What an offered plan leaves open once some of it is given, and what one would regret."""
    left = what_is_left(asking.sitting, asking.n, plan, target or None, _given(given))
    return {"answers_left": left}


def _given(texts: list[str] | None) -> dict[str, str]:
    return dict(_question_and_option(text) for text in texts or [])


def _question_and_option(text: str) -> tuple[str, str]:
    question, colon, option = text.partition(":")
    if not colon:
        raise Refused(f"found {text!r}, expected with=QUESTION:OPTION")
    return question, option


async def command(asking: Asking, wanted: Command, hall: InHall) -> Accepted:
    """Do something; the answer comes when it is on the disk."""
    sitting = asking.sitting
    answer = await run_in_threadpool(
        sitting.carry_out, asking.n, wanted.cmd_id, wanted.seq, wanted.work()
    )
    await hall.ring(sitting.id)
    return Accepted(**answer)


async def links(
    request: Request, asking: Asking, wanted: Links, hall: InHall
) -> dict[str, list[dict[str, Any]]]:
    """Fresh links for the game master to give out."""
    base = _to_give_out(request)
    made = await run_in_threadpool(hall.fresh_links, asking, base, wanted.seat, wanted.revoke)
    await hall.ring(asking.sitting.id)
    return {"seats": made}


def _to_give_out(request: Request) -> str:
    """Where links lead: what this browser calls us by, unless only this machine can follow that
    and there is an address the others can."""
    here, address = str(request.base_url), str(request.app.state.address)
    return address if is_loopback(here) and address and not is_loopback(address) else here


# The line that says when to look


async def events(socket: WebSocket, fight: str, since: int = 0) -> None:
    """Sends the sequence number whenever it has grown, and now and then as a sign of life."""
    hall: Hall = socket.app.state.hall
    if not is_same_origin(socket):
        await socket.close(1008, "another site may not listen here")
        return
    try:
        token = socket.cookies.get(COOKIE + fight, "")
        asking = await run_in_threadpool(hall.seated, fight, token)
    except Exception:
        await socket.close(1008, "this seat is not yours")
        return
    await socket.accept()
    telling = asyncio.create_task(_tell(socket, hall, asking, token, since))
    hearing = asyncio.create_task(_until_closed(socket))
    try:
        await asyncio.wait([telling, hearing], return_when=asyncio.FIRST_COMPLETED)
    finally:
        telling.cancel()
        hearing.cancel()


async def _tell(socket: WebSocket, hall: Hall, asking: Seated, token: str, since: int) -> None:
    bell, sitting = hall.bell(asking.sitting.id), asking.sitting
    while True:
        try:
            async with asyncio.timeout(SIGN_OF_LIFE), bell:
                while sitting.seen[asking.n] <= since:
                    await bell.wait()
        except TimeoutError:
            await run_in_threadpool(sitting.look_again)
        since = sitting.seen[asking.n]
        if await run_in_threadpool(hall.store.chair_of, sitting.id, token) != asking.n:
            await socket.close(1008, "the game master has taken this seat back")
            return
        try:
            await socket.send_text(json.dumps({"seq": since}))
        except (WebSocketDisconnect, RuntimeError):  # they have gone
            return


async def _until_closed(socket: WebSocket) -> None:
    """Only one who listens notices that the other has gone."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass
