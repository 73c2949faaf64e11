"""What an offered plan can lead to and what it leaves open: as it is sent, and asked for."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Annotated, Any, Literal, TypeVar, TypeVarTuple

from fastapi import HTTPException, Query, Request, Response
from pydantic import Field

from affray.book.heads import Grade
from affray.table.game import Refused
from affray.table.jobs import Result
from affray.table.limits import Limits
from affray.table.logs import as_json
from affray.table.preview import OddsRequest, odds_wanted, what_is_left
from affray.table.web.lean import asking_in
from affray.table.web.protocol_asked import Left
from affray.table.web.seated import Asking, as_sent
from affray.table.web.sent import Sent
from affray.table.workers import Ticket

T = TypeVar("T")
GivenTo = TypeVarTuple("GivenTo")


class Head(Sent):
    """What people ask by name, of one creature; `who` is empty where it may be any of several.
    It is `implied` where another of the list says as much."""

    name: str
    who: str
    p: str
    percent: float
    implied: bool = False


class Harm(Sent):
    """How likely whoever does it comes to this harm at least."""

    grade: Grade
    p: str
    percent: float


class Share(Sent):
    """How often the worst that befalls somebody is this; no grade where it is nothing."""

    name: str
    grade: Grade
    p: str
    percent: float


class Grouped(Sent):
    """Everything that can become of the one a plan is about."""

    who: str
    shares: list[Share]


class Outcome(Sent):
    """What a plan led to: its headlines one by one, and as one line; did it what it is for?"""

    outcome: str
    headlines: list[str]
    p: str
    percent: float
    comes_off: bool


class Amount(Sent):
    """How likely so much is lost; below 0 it is won back."""

    amount: int
    p: str
    percent: float


class Mean(Sent):
    """What is lost on average, in the game's words, and how often how much."""

    mean: str
    value: float
    verb: str
    word: str
    amounts: list[Amount]


class Lead(Sent):
    """What a roll's numbers from low to high lead to."""

    low: int
    high: int
    text: str
    numbers: str


class RollBehind(Sent):
    """One roll behind the odds: how often it comes to it, how often it succeeds then."""

    who: str
    what: str
    dice: str
    rules: list[str]
    reached: str
    succeeds: str | None
    leads: list[Lead]


class Sampled(Sent):
    """The odds are of so many lines drawn by chance; 95 % are within so much."""

    lines: int
    within: float


class OtherAnswer(Sent):
    """What somebody else is asked on the way, and all they might answer; odds take any of it."""

    who: str
    question: str
    options: list[str]


class Odds(Sent):
    """Everything a plan can lead to. `number` is the chance that it does what it is for, or none
    where that is nothing dice decide; `word` stands in its place. `harm` is one's own."""

    actor: str
    number: Head | None
    word: Literal["", "no dice", "certain"]
    harm: list[Harm]
    grouped: Grouped | None
    heads: list[Head]
    outcomes: list[Outcome]
    expected: dict[str, dict[str, Mean]]
    assumed: dict[str, str]
    others: Annotated[list[OtherAnswer], Field(default_factory=list)]
    lines: int
    how: list[RollBehind]
    sampled: Sampled | None = None


class TooMany(Sent):
    """The odds could be neither walked nor sampled in time; whoever asks again may have more."""

    too_many: Literal[True]


class Details(Sent):
    """What a plan leaves open once some of it is given."""

    answers_left: list[Left]


# Asking for them

AGAIN = {"Retry-After": "5"}
NOT_YET = "others are served first; ask again in a while"

LONGEST_NAME = 200
PlanName = Annotated[str, Query(max_length=LONGEST_NAME)]
TargetName = Annotated[str, Query(max_length=LONGEST_NAME)]
WithQuery = Annotated[
    list[str] | None,
    Query(
        alias="with",
        max_length=62,
        description="QUESTION:OPTION, of what the plan leaves open; odds also take NAME.QUESTION:"
        "OPTION, which takes for granted what somebody else answers.",
    ),
]


async def odds(
    request: Request,
    asking: Asking,
    plan: PlanName,
    target: TargetName = "",
    given: WithQuery = None,
    urgent: bool = False,
) -> Response:
    """Odds of one offered plan, or `too_many` where they were not found in time.

    They are left as soon as nobody can use them: whoever asked has gone, or the fight moved on.
    """
    found = await odds_found(request, asking, plan, target, given_of(given), urgent)
    return as_sent(as_json({"too_many": True} if found is None else found))


ONCE = ("plan", "target", "seat")
"""What an address says of a plan alone; whoever says more is read by the framework."""


async def quick_odds(request: Request) -> Response | None:
    """The same of a plan alone, read by hand: a page may ask for the odds of all it shows, again
    with every answer."""
    said = request.query_params.multi_items()
    asked = dict(said)
    is_plain = len(asked) == len(said) and "plan" in asked and all(key in ONCE for key in asked)
    if not is_plain or max(map(len, asked.values())) > LONGEST_NAME:
        return None
    plan, target = asked["plan"], asked.get("target", "")
    return await odds(request, await asking_in(request), plan, target)


async def odds_found(
    request: Request, asking: Asking, plan: str, target: str, given: dict[str, str], urgent: bool
) -> dict[str, Any] | None:
    """As the worker found them, if it did in time."""
    about = (plan, target or None, given)
    wanted = await put_in_order(request, odds_wanted, asking.kept, asking.n, *about)
    return await worked_out(request, wanted, urgent)


async def put_in_order(request: Request, does: Callable[[*GivenTo], T], *given: *GivenTo) -> T:
    """What comes before the queue, one by one: many at once would slow every answer down."""
    asking: Executor = request.app.state.lobby.asking
    return await asyncio.get_running_loop().run_in_executor(asking, does, *given)


async def worked_out(request: Request, wanted: OddsRequest, urgent: bool) -> dict[str, Any] | None:
    """What a chair asked for, from the queue; None where it was not found in time."""
    if wanted.known is not None:
        return wanted.known
    ticket = request.app.state.workers.ask(wanted.job, urgent, (wanted.kept.id, wanted.n))
    unwatch = wanted.kept.watch(wanted.n, wanted.seen, ticket.leave)
    try:
        found = await waited_for(request, ticket)
    finally:
        unwatch()
    return wanted.answer(found)


async def waited_for(request: Request, ticket: Ticket) -> Result:
    """What came of a job, unless whoever asked has gone or it is not their turn for too long."""
    gone = asyncio.create_task(until_gone(request))
    try:
        found = asyncio.wrap_future(ticket.came)
        both: list[asyncio.Future[Any]] = [found, gone]
        await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED, timeout=most_seconds(request))
        if not (found.done() or gone.done()):
            raise HTTPException(429, NOT_YET, AGAIN)
    finally:
        gone.cancel()
        ticket.leave()
    return ticket.came.result()


def most_seconds(request: Request) -> float:
    limits: Limits = request.app.state.limits
    return limits.seconds_in_line + limits.seconds_by_question


async def until_gone(request: Request) -> None:
    """Whoever asked has closed the page, or looks at something else."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def details(
    asking: Asking, plan: PlanName, target: TargetName = "", given: WithQuery = None
) -> Details:
    """What an offered plan leaves open once some of it is given, and what one would regret."""
    left = what_is_left(asking.kept, asking.n, plan, target or None, given_of(given))
    return Details.model_validate({"answers_left": left})


def given_of(texts: list[str] | None) -> dict[str, str]:
    """'question:option' each, as an address says them."""
    out: dict[str, str] = {}
    for question, option in map(_question_and_option, texts or []):
        if question in out:
            raise Refused(f"with: {question} is answered twice, expected once")
        out[question] = option
    return out


def _question_and_option(text: str) -> tuple[str, str]:
    question, colon, option = text.partition(":")
    if not colon:
        raise Refused(f"with: found {text!r}, expected QUESTION:OPTION")
    return question, option
