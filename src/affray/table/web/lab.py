"""The lab's pages: the host's alone. A question stands in the address, so it can be shared."""

from __future__ import annotations

import asyncio
import csv
import io
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import asdict, replace
from functools import partial
from typing import Annotated, Any, Literal
from urllib.parse import quote, urlencode

from fastapi import Depends, FastAPI, Query, Request
from fastapi.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from fastapi.templating import Jinja2Templates
from starlette.concurrency import run_in_threadpool

from affray.book.encounter import Encounter
from affray.book.errors import BadInput
from affray.charts.looks import THEMES, require_altair
from affray.fight.levels import computers
from affray.fight.players import usual_player
from affray.lab.exactly import PERFECT
from affray.lab.questions import LabQuestion, SoFar, rows_of, what_can_be_changed
from affray.table.game import Refused
from affray.table.jobs import NobodyThere, NobodyWaits, setting_of
from affray.table.lab import Answering, ChartJob, LabAnswers, require_little_enough
from affray.table.lab_told import said_of, tables_of
from affray.table.limits import Limits
from affray.table.lobby import Lobby
from affray.table.web.dropping import own_files
from affray.table.web.guard import without_paths
from affray.table.web.seated import InLobby
from affray.tell.matchup import who_fights

HERE = "/lab"
QUESTIONS = {
    "ends": "How does it end?",
    "balance": "What makes it even?",
    "sweep": "What does a number do, over a range?",
    "compare": "What does one change do?",
    "sensitivity": "Which number matters most?",
    "impact": "Which reading changes it most?",
    "exactly": "How does it end, exactly?",
}
CHARTS = {kind: kind for kind in QUESTIONS} | {"ends": "sim"}
FIGHTS = (50, 200, 1_000, 5_000, 20_000)
USUAL_FIGHTS = {"ends": 5_000}
THINKS = "clever:50"
"""How long a page's thinking players think: it is to be seen while one looks."""

Text = Annotated[str, Query(max_length=200)]
Texts = Annotated[list[str] | None, Query(max_length=20)]


class LabQuery:
    """A question as an address says it."""

    def __init__(
        self,
        encounter: Text = "",
        party: Text = "",
        ask: Text = "",
        form: Text = "",
        n: Annotated[int, Query(ge=1, le=1_000_000)] = 1_000,
        seed: Annotated[int, Query(ge=0, le=2**63 - 1)] = 1,
        seat: Texts = None,
        what: Text = "",
        values: Text = "",
        what2: Text = "",
        values2: Text = "",
        target: Annotated[float, Query(ge=0, le=100)] = 50.0,
        other: Text = "",
    ) -> None:
        self.encounter, self.party, self.ask, self.n, self.seed = encounter, party, ask, n, seed
        self.form = ask or form
        self.seats = tuple(one for one in seat or [] if one)
        pairs = [(what, values), (what2, values2)]
        self.pairs = [(one.strip(), to.strip()) for one, to in pairs]
        self.target, self.other = target, other if ask == "compare" else ""

    def asked(self, other: Encounter | None = None) -> LabQuestion:
        given = tuple(f"{what}={values}" for what, values in self.pairs if what or values)
        over = given if self.ask in ("sweep", "balance") else ()
        changes = given if self.ask == "compare" else ()
        said = (self.ask, self.n, self.seed, "", self.seats, changes, over, self.target)
        return LabQuestion(*said, other=other, other_name=self.other)

    def player_of(self, side: str) -> str:
        """Who is said to play a side; nobody, where that is left to what is usual."""
        said = dict(one.rpartition("=")[::2] for one in self.seats)
        return said.get(side, "")

    def query(self) -> str:
        """The same question again, as an address."""
        (what, values), (what2, values2) = self.pairs
        said = [("encounter", self.encounter), ("party", self.party), ("ask", self.ask)]
        said += [("n", str(self.n)), ("seed", str(self.seed))]
        said += [("seat", one) for one in self.seats]
        said += [("what", what), ("values", values), ("what2", what2), ("values2", values2)]
        said += [("target", f"{self.target:g}")] if self.ask == "balance" else []
        said += [("other", self.other)]
        return urlencode([(name, value) for name, value in said if value])


LabQuestionQuery = Annotated[LabQuery, Depends(LabQuery)]


def add_lab(app: FastAPI, pages: Jinja2Templates) -> None:
    app.state.answers = LabAnswers(app.state.workers, app.state.limits)

    def index(request: Request, lobby: InLobby) -> Response:
        """Every encounter there is to ask about."""
        about = {"samples": lobby.samples(), **own_files(request, lobby)}
        return pages.TemplateResponse(request, "lab.html", about)

    def ask(
        request: Request, lobby: InLobby, game: str, name: str, wanted: LabQuestionQuery
    ) -> Response:
        """One encounter: the questions, and the answer to the one that was asked."""
        wanted.encounter = f"{game}/{name}"
        shown = _shown(request, lobby, wanted)
        return pages.TemplateResponse(request, "ask.html", shown, 422 if shown["wrong"] else 200)

    hidden: dict[str, Any] = {"include_in_schema": False}
    app.add_api_route(HERE, index, response_class=HTMLResponse, **hidden)
    app.add_api_route(f"{HERE}/-/events", told, **hidden)
    app.add_api_route(f"{HERE}/-/answer.{{suffix}}", answer, **hidden)
    app.add_api_route(f"{HERE}/-/chart.{{suffix}}", chart, **hidden)
    app.add_api_route(HERE + "/{game}/{name:path}", ask, response_class=HTMLResponse, **hidden)


def _shown(request: Request, lobby: Lobby, wanted: LabQuery) -> dict[str, Any]:
    """All a page is drawn from; what is wrong with the question stands in its place."""
    encounter = lobby.encounter(wanted.encounter)
    ruleset = encounter.ruleset
    request.app.state.preparer.want(ruleset.slug)
    request.app.state.workers.warm()
    wrong = ""
    if wanted.ask:
        try:
            _require(request, lobby, wanted)
        except (BadInput, Refused) as bad:
            wrong = without_paths(request, str(bad))
    changeable = what_can_be_changed(encounter)
    players = [one for one in computers(ruleset) if ":" not in one and one != "clever"]
    theirs = [p for p in lobby.parties() if p.get("ruleset") == ruleset.slug and not p["problem"]]
    return {
        "encounter": encounter,
        "address": f"{HERE}/{quote(wanted.encounter)}",
        "who": who_fights(encounter),
        "system": lobby.system(ruleset.slug),
        "wanted": wanted,
        "questions": QUESTIONS,
        "kind": wanted.form if wanted.form in QUESTIONS else "ends",
        "sides": encounter.sides,
        "players": [*players, PERFECT if wanted.form == "exactly" else THINKS],
        "usual": usual_player(ruleset),
        "parties": theirs,
        "others": _others(lobby, encounter, wanted.encounter),
        "changeable": changeable,
        "listed": {name for options in changeable.values() for name, _ in options},
        "fights": FIGHTS,
        "usual_fights": USUAL_FIGHTS,
        "wrong": wrong,
        "query": wanted.query() if wanted.ask and not wrong else "",
        "has_charts": _has_charts(),
    }


def _others(lobby: Lobby, encounter: Encounter, ref: str) -> list[tuple[str, str]]:
    """Other encounters of the same game to hold one against, and those of its name in other
    games, which may be versions of this one: (ref, title)."""
    slug, name = encounter.ruleset.slug, encounter.name.partition("/")[2]
    samples = {s["ruleset"]: s["encounters"] for s in lobby.samples()}
    here = [(one["ref"], one["title"]) for one in samples.pop(slug, [])]
    own = [one for one in lobby.collection.listed() if one.ruleset == slug and not one.problem]
    versions = [f"{other}/{name}" for other, those in samples.items()
                if f"{other}/{name}" in {one["ref"] for one in those}]  # fmt: skip
    found = here + [(o.ref, o.title) for o in own]
    found += [(other, other) for other in versions if _is_alike(lobby.encounter(other), encounter)]
    return [(other, title) for other, title in found if other != ref]


def _is_alike(one: Encounter, other: Encounter) -> bool:
    """Whether the same sides meet, and somebody of the same name is in both."""
    names = [{entrant.name for entrant in found.entrants} for found in (one, other)]
    return list(one.sides) == list(other.sides) and bool(names[0] & names[1])


def _has_charts() -> bool:
    try:
        require_altair()
    except BadInput:
        return False
    return True


def _require(request: Request, lobby: Lobby, wanted: LabQuery) -> tuple[LabQuestion, Encounter]:
    """The question and its encounter, if they can be and are not too much."""
    limits: Limits = request.app.state.limits
    encounter = lobby.to_fight(wanted.encounter, wanted.party)
    asked = wanted.asked(lobby.to_fight(wanted.other, wanted.party) if wanted.other else None)
    if asked.other is not None:
        request.app.state.preparer.want(asked.other.ruleset.slug)
    require_little_enough(asked, encounter, limits)
    return asked, encounter


# The answer, as it comes in


async def told(request: Request, lobby: InLobby, wanted: LabQuestionQuery) -> Response:
    """The answer, better and better, as a stream of events; the last one is called `done`."""
    asked, encounter = await run_in_threadpool(_require, request, lobby, wanted)
    answers: LabAnswers = request.app.state.answers
    known = answers.known(setting_of(encounter), asked)
    if known is not None:
        parts = _once(_event("done", asked.kind, SoFar(1, 1, known)))
    else:
        parts = _stream(answers, answers.begin(asked, encounter), partial(without_paths, request))
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(parts, media_type="text/event-stream", headers=headers)


async def _once(text: str) -> AsyncIterator[str]:
    yield text


async def _stream(
    answers: LabAnswers, answering: Answering, shown: Callable[[str], str]
) -> AsyncIterator[str]:
    """Whoever closes the page ends this, and with it the fights that are played for it.

    What turns out not to be possible is said: it is too late for another status.
    """
    kind, found = answering.asked.kind, None
    try:
        async for sofar in _so_far(answering):
            found = sofar
            yield _event("so-far", kind, sofar)
        if found is not None:
            yield _event("done", kind, replace(found, of=found.done))
            answers.remember(answering, found.data)
    except (BadInput, Refused, NobodyThere) as bad:
        said = json.dumps({"said": shown(str(bad))}, ensure_ascii=False)
        yield f"event: refused\ndata: {said}\n\n"
    finally:
        answers.end(answering)


async def _so_far(answering: Answering) -> AsyncIterator[SoFar]:
    """What a thread finds, here."""
    loop = asyncio.get_running_loop()
    news: asyncio.Queue[SoFar | BaseException | None] = asyncio.Queue()

    def tell(one: SoFar | BaseException | None) -> None:
        loop.call_soon_threadsafe(news.put_nowait, one)

    worked = loop.run_in_executor(None, _work, answering, tell)
    try:
        while (one := await news.get()) is not None:
            if isinstance(one, NobodyWaits):
                return
            if isinstance(one, BaseException):
                raise one
            yield one
    finally:
        answering.leave()
        await worked


def _work(answering: Answering, tell: Callable[[SoFar | BaseException | None], None]) -> None:
    try:
        for sofar in answering.so_far():
            tell(sofar)
        tell(None)
    except BaseException as bad:
        tell(bad)


def _event(name: str, kind: str, sofar: SoFar) -> str:
    shown = {
        "done": sofar.done,
        "of": sofar.of,
        "said": said_of(kind, sofar.data),
        "tables": [asdict(table) for table in tables_of(kind, sofar.data)],
    }
    return f"event: {name}\ndata: {json.dumps(shown, ensure_ascii=False)}\n\n"


# As files


async def _found(
    request: Request, lobby: Lobby, wanted: LabQuery
) -> tuple[LabQuestion, dict[str, Any]]:
    """The whole answer: known, or found now."""
    asked, encounter = await run_in_threadpool(_require, request, lobby, wanted)
    answers: LabAnswers = request.app.state.answers
    known = answers.known(setting_of(encounter), asked)
    if known is not None:
        return asked, known
    answering, found = answers.begin(asked, encounter), None
    try:
        async for sofar in _so_far(answering):
            found = sofar
    finally:
        answers.end(answering)
    if found is None:
        raise Refused("there is nothing to answer")
    answers.remember(answering, found.data)
    return asked, found.data


async def answer(
    request: Request, lobby: InLobby, wanted: LabQuestionQuery, suffix: Literal["csv", "json"]
) -> Response:
    """The data of an answer, for other programs."""
    asked, data = await _found(request, lobby, wanted)
    if suffix == "json":
        return JSONResponse(data, headers=_as_file(asked, "json"))
    text = io.StringIO(newline="")
    header, rows = rows_of(asked.kind, data)
    out = csv.writer(text)
    out.writerow(header)
    out.writerows(rows)
    return Response(text.getvalue(), media_type="text/csv", headers=_as_file(asked, "csv"))


async def chart(
    request: Request,
    lobby: InLobby,
    wanted: LabQuestionQuery,
    suffix: Literal["svg", "png"],
    theme: Annotated[str, Query(max_length=10)] = "light",
    save: bool = False,
) -> Response:
    """The chart of an answer, in one of both themes."""
    if theme not in THEMES:
        raise Refused(f"theme: found {theme!r}, expected {' or '.join(THEMES)}")
    require_altair()
    asked, data = await _found(request, lobby, wanted)
    job = ChartJob(CHARTS[asked.kind], json.dumps(data), suffix, theme)
    ticket = request.app.state.workers.ask(job, whose=("/lab", 0))
    try:
        result = await asyncio.wrap_future(ticket.came)
    finally:
        ticket.leave()
    result.require_worked()
    if result.data is None:
        raise RuntimeError(result.why)
    kind = "image/svg+xml" if suffix == "svg" else "image/png"
    headers = _as_file(asked, suffix) if save else {}
    return Response(result.data["chart"], media_type=kind, headers=headers)


def _as_file(asked: LabQuestion, form: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{asked.kind}.{form}"'}
