"""Was it the dice or the choices? How a fight went, as it is sent and asked for."""

from __future__ import annotations

from typing import Annotated

from fastapi import FastAPI, Query, Request
from starlette.concurrency import run_in_threadpool

from affray.table.reviewing import review_for, review_wanted
from affray.table.web.odds import TooMany, worked_out
from affray.table.web.seated import Asking
from affray.table.web.sent import Sent


class Points(Sent):
    """How many points of the chance to win something moved; half the width of its interval."""

    points: float
    error: float


class WinChance(Sent):
    """In percent, with half the width of its 95 % interval."""

    win: float
    error: float


class Swing(Points):
    """A roll that moved much: which point of the curve it is, and what was rolled."""

    n: int
    text: str
    round: int


class CostlyDecision(Sent):
    """What was decided, what it cost in points against the best that was found, and that."""

    n: int
    text: str
    cost: float
    cost_error: float
    better: str


class CurvePoint(Sent):
    """How it stood once something was answered; `line` is where the log tells of it."""

    n: int
    line: int
    round: int
    sort: str
    text: str
    win: float
    error: float
    swing: float


class ReviewSent(Sent):
    """The chance of one side to win from the beginning to the end, as far as it is worked out:
    `next` is the part to ask for then."""

    side: str
    played_on_by: str
    start: WinChance
    luck: Points
    choices: Points
    choices_of: dict[str, Points]
    verdict: str
    turning_point: int | None
    swings: list[Swing]
    costliest: list[CostlyDecision]
    curve: list[CurvePoint]
    part: int
    parts: int
    next: int | None
    compiled: bool


PartQuery = Annotated[int, Query(ge=0, lt=100_000)]


async def review(request: Request, asking: Asking, part: PartQuery = 0) -> ReviewSent | TooMany:
    """How a fight that is over went, moment by moment; ask for part 0, then for the `next`.

    It is left as soon as nobody can use it, as odds are."""
    wanted, reviewed = await run_in_threadpool(review_wanted, asking.kept, asking.n, part)
    found = await worked_out(request, wanted, urgent=False)
    if found is None:
        return TooMany(too_many=True)

    def told() -> ReviewSent:
        reviewed.take(part, found)
        data = review_for(asking.kept, asking.n, reviewed, part)
        for point in data["curve"]:
            for unsent in point.keys() - CurvePoint.model_fields.keys():
                del point[unsent]
        return ReviewSent.model_validate(
            {name: data[name] for name in ReviewSent.model_fields}, from_attributes=False
        )

    return await run_in_threadpool(told)


def add_review(app: FastAPI) -> None:
    app.add_api_route("/fights/{fight}/review", review)
