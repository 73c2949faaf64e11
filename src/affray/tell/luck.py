"""How lucky a roll was: the exact chance of what it came to, or of anything better or worse."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from affray.book.words import Rolled
from affray.oracles.tape import Answer, Kind, Question
from affray.oracles.tree import (
    check_branches,
    margin_branches,
    roll_branches,
    test_branches,
)
from affray.rules import pools

YES, NO = 1, 0


@dataclass(frozen=True)
class Luck:
    """How likely it was to come off as well as this, and as badly."""

    as_well: Fraction
    as_badly: Fraction


def luck_of(question: Question, answer: Answer, rolled: Rolled) -> Luck | None:
    """Of whoever rolled; none where nothing was left to chance, or nobody is the better for it."""
    if question.kind in (Kind.CHECK, Kind.TEST):
        return _of_a_yes_or_no(question, answer.value)
    if rolled.luck == 0:
        return None
    ways, value = _numbers(question, answer)
    whole = sum(n for _, n in ways)
    more = Fraction(sum(n for k, n in ways if k >= value), whole)
    less = Fraction(sum(n for k, n in ways if k <= value), whole)
    found = Luck(more, less) if rolled.luck > 0 else Luck(less, more)
    return found if len(ways) > 1 else None


def _of_a_yes_or_no(question: Question, value: int) -> Luck | None:
    """A yes is as good as it gets, and so is a no as bad: never both are luck."""
    if question.kind is Kind.CHECK:
        branches, ways = check_branches(question.pool, question.target)
    else:
        branches, ways = test_branches(question.pool, question.vs_pool)
    if len(branches) < 2:
        return None
    p = Fraction(dict(branches)[value], ways)
    whole = Fraction(1)
    return Luck(p, whole) if value == YES else Luck(whole, p)


def _numbers(question: Question, answer: Answer) -> tuple[list[tuple[int, int]], int]:
    """Every number it could have come to, in how many ways; and the one it did."""
    if question.kind is Kind.MARGIN:
        branches, _ = margin_branches(question.pool, question.vs_pool)
        return list(branches), answer.value
    if question.kind is Kind.ROLL:
        branches, _ = roll_branches(question.pool)
        return list(branches), answer.value
    sums: dict[int, int] = {}
    hands = pools.hands(question.n, question.sides)
    for hand, ways in hands:
        total = _total(hand)
        sums[total] = sums.get(total, 0) + ways
    return sorted(sums.items()), _total(hands[answer.value][0])


def _total(hand: tuple[int, ...]) -> int:
    return sum(face * n for face, n in enumerate(hand, 1))
