"""The page of a plan's number: everything behind it, with the question in its address.

It says what the seat that opens it may know, and no more: the odds are those the table shows it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse, Response
from fastapi.templating import Jinja2Templates
from starlette.concurrency import run_in_threadpool

from affray.odds.at_least import ladder
from affray.odds.percent import percent as as_percent
from affray.table.commands import asked_choice, find_offer
from affray.table.web.odds import Mean, Odds, PlanName, TargetName, WithQuery, given_of, odds_found
from affray.table.web.seated import Asking

LONGEST = 21
"""Signs of a fraction people still read."""


def add_number(app: FastAPI, pages: Jinja2Templates) -> None:
    async def number(
        request: Request,
        asking: Asking,
        plan: PlanName,
        target: TargetName = "",
        given: WithQuery = None,
    ) -> Response:
        """At least, at most and exactly, the rolls in their order, fractions beside percentages."""
        answers = given_of(given)
        found = await odds_found(request, asking, plan, target, answers, urgent=True)
        label = await run_in_threadpool(_label, asking, plan, target)
        about = {"label": label, "given": answers, **_around(asking)}
        shown = {"odds": None} if found is None else _shown(Odds.model_validate(found))
        return pages.TemplateResponse(request, "number.html", {**about, **shown})

    app.add_api_route(
        "/fights/{fight}/number", number, response_class=HTMLResponse, include_in_schema=False
    )


def _label(asking: Asking, plan: str, target: str) -> str:
    """What the plan is called at the table."""
    with asking.kept.lock:
        game, chair = asking.game, asking.chair
        return find_offer(game, chair, asked_choice(game, chair), plan, target or None).label


def _around(asking: Asking) -> dict[str, Any]:
    card = asking.kept.card
    back = f"/fights/{card.id}?seat={asking.n}"
    return {"fight": card.id, "title": card.title, "ruleset": card.ruleset, "back": back}


def _shown(found: Odds) -> dict[str, Any]:
    means = [(who, mean) for who, fields in found.expected.items() for mean in fields.values()]
    ladders = [_ladder(who, mean) for who, mean in means if len(mean.amounts) > 1]
    return {"odds": found, "ladders": ladders, "means": means, "percent": percent, "told": told}


def _ladder(who: str, mean: Mean) -> dict[str, Any]:
    amounts = {one.amount: Fraction(one.p) for one in mean.amounts}
    return {"who": who, "word": mean.word, "rungs": ladder(amounts)}


def percent(p: Fraction | str) -> str:
    return as_percent(Fraction(p))


def told(p: Fraction | str, is_sampled: bool) -> str:
    """The fraction, where it is exact and can be read."""
    exact = Fraction(p)
    text = f"{exact.numerator}/{exact.denominator}"
    return "" if is_sampled or exact in (0, 1) or len(text) > LONGEST else text
