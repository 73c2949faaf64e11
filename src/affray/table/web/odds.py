"""What an offered plan can lead to and what it leaves open: as it is sent, and asked for."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from fastapi import HTTPException, Query, Request
from starlette.concurrency import run_in_threadpool

from affray.table.game import Refused
from affray.table.limits import Limits
from affray.table.preview import odds_wanted, what_is_left
from affray.table.web.protocol import Left, Sent
from affray.table.web.seated import Asking


class Head(Sent):
    """What people ask first, of one creature; one of them `tells` what the plan is for."""

    name: str
    who: str
    p: str
    percent: float
    tells: bool


class Outcome(Sent):
    """What a plan led to: its headlines one by one, and as one line."""

    outcome: str
    headlines: list[str]
    p: str
    percent: float
    tells: bool


class Mean(Sent):
    """What is lost on average, in the game's words."""

    mean: str
    value: float
    verb: str
    word: str


class Share(Sent):
    """A probability, exactly and as a number."""

    p: str
    percent: float


class Lead(Sent):
    """What a roll's numbers from low to high lead to."""

    low: int
    high: int
    text: str
    numbers: str


class Stage(Sent):
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


class Odds(Sent):
    """Everything a plan can lead to. `changed` is how likely it tells on whom."""

    heads: list[Head]
    outcomes: list[Outcome]
    expected: dict[str, dict[str, Mean]]
    assumed: dict[str, str]
    lines: int
    how: list[Stage]
    changed: dict[str, Share]
    sampled: Sampled | None = None


class TooMany(Sent):
    """The odds could be neither walked nor sampled in time; whoever asks again may have more."""

    too_many: Literal[True]


class Details(Sent):
    """What a plan leaves open once some of it is given."""

    answers_left: list[Left]


# Asking for them

AGAIN = {"Retry-After": "5"}

PlanName = Annotated[str, Query(max_length=200)]
TargetName = Annotated[str, Query(max_length=200)]
Given = Annotated[list[str] | None, Query(alias="with", max_length=62)]


async def odds(
    request: Request,
    asking: Asking,
    plan: PlanName,
    target: TargetName = "",
    given: Given = None,
    urgent: bool = False,
) -> Odds | TooMany:
    """Odds of one offered plan, or `too_many` where they were not found in time.

    They are left as soon as nobody can use them: whoever asked has gone, or the fight moved on.
    """
    wanted = await run_in_threadpool(
        odds_wanted, asking.kept, asking.n, plan, target or None, _given(given)
    )
    if wanted.known is not None:
        return Odds.model_validate(wanted.known)
    ticket = request.app.state.workers.ask(wanted.job, urgent, (wanted.kept.id, wanted.n))
    unwatch = wanted.kept.watch(wanted.n, wanted.seen, ticket.leave)
    gone = asyncio.create_task(_until_gone(request))
    try:
        found = asyncio.wrap_future(ticket.came)
        await asyncio.wait(
            [found, gone], return_when=asyncio.FIRST_COMPLETED, timeout=_most_seconds(request)
        )
        if not (found.done() or gone.done()):
            raise HTTPException(429, "others are served first; ask again in a while", AGAIN)
    finally:
        gone.cancel()
        unwatch()
        ticket.leave()
    answer = wanted.answer(ticket.came.result())
    return Odds.model_validate(answer) if answer is not None else TooMany(too_many=True)


def _most_seconds(request: Request) -> float:
    limits: Limits = request.app.state.limits
    return limits.seconds_in_line + limits.seconds_by_question


async def _until_gone(request: Request) -> None:
    """Whoever asked has closed the page, or looks at something else."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def details(
    asking: Asking, plan: PlanName, target: TargetName = "", given: Given = None
) -> Details:
    """What an offered plan leaves open once some of it is given, and what one would regret."""
    left = what_is_left(asking.kept, asking.n, plan, target or None, _given(given))
    return Details.model_validate({"answers_left": left})


def _given(texts: list[str] | None) -> dict[str, str]:
    return dict(_question_and_option(text) for text in texts or [])


def _question_and_option(text: str) -> tuple[str, str]:
    question, colon, option = text.partition(":")
    if not colon:
        raise Refused(f"with: found {text!r}, expected QUESTION:OPTION")
    return question, option
