"""A fight that was looked at again, as data and in words: the curve, luck, choices, a verdict."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from affray.book.encounter import Encounter
from affray.book.words import spaced
from affray.fight.fight import Fight
from affray.lab.curve import Sort, Sum, said_at
from affray.lab.review import FIRST_SIDE, Review
from affray.tell.narration import tell_roll

BY_HAND = "something was changed by hand"
START = "the beginning"

InWords = Callable[[int, str], str]
"""A text of an item of the story, as somebody may read it."""


def _all(told: int, text: str) -> str:
    return text


def moment_text(review: Review, k: int) -> str:
    """What was answered: a roll as the log has it, a choice by its option."""
    fight, moment = review.fight, review.moments[k]
    if moment.sort in (Sort.START, Sort.HAND):
        return START if moment.sort is Sort.START else BY_HAND
    question, answer = said_at(fight, moment.told)
    if moment.sort is Sort.ROLL:
        return tell_roll(fight.encounter, question, answer).text
    option = _option(fight.encounter, question.name, answer.value)
    return f"{fight.names[moment.who]}: {option}"


def decision_text(review: Review, n: int) -> str:
    """What somebody said in a row."""
    decision, encounter = review.decisions[n], review.fight.encounter
    said = [_option(encounter, question, option) for question, option in decision.answers]
    return f"{review.fight.names[decision.who]}: {', '.join(said)}"


def _option(encounter: Encounter, question: int, option: int) -> str:
    return spaced(encounter.ruleset.words.option(question, option, encounter.called))


def review_data(review: Review, told: InWords = _all) -> dict[str, Any]:
    """Everything that was found, in percent and points."""
    fight = review.fight
    sides = fight.encounter.sides
    costs = {review.decisions[n].moments[0]: n for n in review.costs}
    return {
        "encounter": fight.encounter.name,
        "side": sides[FIRST_SIDE],
        "played_on_by": _temperament(review),
        "over": fight.is_over,
        "start": _chance(review, 0),
        "end": _chance(review, len(review.moments) - 1),
        "luck": _points(review.total(Sort.ROLL)),
        "choices": _points(review.total(Sort.CHOICE)),
        "by_hand": _points(review.total(Sort.HAND)),
        "choices_of": {
            name: _points(review.total(Sort.CHOICE, side)) for side, name in enumerate(sides)
        },
        "given_away": {name: _points(review.given_away(side)) for side, name in enumerate(sides)},
        "verdict": review.verdict(),
        "turning_point": review.turning_point(),
        "swings": [_swing(review, k, told) for k in review.largest_swings()],
        "costliest": [_cost(review, n, told) for n in review.costliest()],
        "curve": [
            _point(review, k, told)
            | (_cost(review, costs[k], told) if k in costs else {"cost": None, "better": ""})
            for k in range(len(review.moments))
        ],
    }


def _temperament(review: Review) -> str:
    known = review.fight.ruleset.temperaments
    return known[review.temperament] if review.temperament >= 0 else ""


def _points(found: Sum) -> dict[str, float]:
    return {"points": 100 * found.value, "error": 100 * found.error}


def _chance(review: Review, k: int) -> dict[str, float]:
    chance = review.chances[k]
    return {"win": 100 * chance.win, "error": 100 * chance.error}


def round_of(fight: Fight, step: int) -> int:
    return int(fight.snapshots[step].world.round)


def _point(review: Review, k: int, told: InWords) -> dict[str, Any]:
    moment = review.moments[k]
    return {
        "n": k,
        "at": moment.at,
        "round": round_of(review.fight, moment.step),
        "sort": moment.sort.value,
        "who": review.fight.names[moment.who] if moment.who >= 0 else "",
        "text": told(moment.told, moment_text(review, k)),
        **_chance(review, k),
        "swing": 100 * review.swing(k),
        "playouts": review.chances[k].playouts,
    }


def _swing(review: Review, k: int, told: InWords) -> dict[str, Any]:
    swing = {"points": 100 * review.swing(k), "error": 100 * review.swing_error(k)}
    text = told(review.moments[k].told, moment_text(review, k))
    return {"n": k, "text": text, "round": round_of(review.fight, review.moments[k].step), **swing}


def _cost(review: Review, n: int, told: InWords) -> dict[str, Any]:
    cost, first = review.costs[n], review.moments[review.decisions[n].moments[0]]
    return {
        "n": review.decisions[n].moments[0],
        "text": told(first.told, decision_text(review, n)),
        "cost": 100 * cost.cost,
        "cost_error": 100 * cost.error,
        "better": told(first.told, cost.better),
    }
