"""The tree: every possible answer, each with its exact probability.

An odometer over the tape: past the end of its stack it takes the first branch and
remembers how many there were; when the step has ended, the last entry with a branch
left is advanced and the step runs again. One run of the step per leaf.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from affray.oracles.dice import decision
from affray.rules import pools
from affray.rules.ask import RANDOM, any_of, require_legal
from affray.rules.world import clone, key

Branches = tuple[Sequence[tuple[int, int]], int]
"""((value, ways), ...) and all ways."""


class NotOne(Exception):
    """The probabilities of a step do not add to exactly 1."""


class BrokenPlan(Exception):
    """What was planned cannot go on in this line of play; compiled code says the same."""


@lru_cache(maxsize=16384)
def check_branches(pool: int, target: int) -> Branches:
    yes, ways = pools.check_ways(pool, target)
    return _yes_or_no(yes, ways)


@lru_cache(maxsize=16384)
def test_branches(pool: int, vs_pool: int) -> Branches:
    yes, ways = pools.test_ways(pool, vs_pool)
    return _yes_or_no(yes, ways)


def _yes_or_no(yes: int, ways: int) -> Branches:
    """A certain answer has one branch, and keeps its entry."""
    if yes == ways:
        return ((1, 1),), 1
    if yes == 0:
        return ((0, 1),), 1
    return ((1, yes), (0, ways - yes)), ways


@lru_cache(maxsize=4096)
def roll_branches(pool: int) -> Branches:
    low, ways, total = pools.distribution(pool)
    return tuple((low + k, n) for k, n in enumerate(ways)), total


@lru_cache(maxsize=4096)
def margin_branches(pool: int, vs_pool: int) -> Branches:
    low, ways, total = pools.margin_distribution(pool, vs_pool)
    return tuple((low + k, n) for k, n in enumerate(ways)), total


@lru_cache(maxsize=1024)
def dice_branches(n: int, sides: int) -> Branches:
    ranked = tuple((k, ways) for k, (_, ways) in enumerate(pools.hands(n, sides)))
    return ranked, sides**n


@lru_cache(maxsize=64)
def draw_branches(n: int) -> Branches:
    return tuple((k, 1) for k in range(n)), n


class Tree:
    """An oracle that walks every line of play; policies answer the choices."""

    __slots__ = ("at", "decide", "denominator", "indexes", "numerator", "stack", "temperaments")

    def __init__(self, decide: Callable[..., int], temperaments: list[int]) -> None:
        self.decide = decide
        self.temperaments = temperaments
        self.stack: list[Branches] = []
        self.indexes: list[int] = []
        self.rewind()

    def rewind(self) -> None:
        self.at = 0
        self.numerator = 1
        self.denominator = 1

    def advance(self) -> bool:
        """Turn to the next line of play; False when every one was walked."""
        del self.stack[self.at :], self.indexes[self.at :]
        while self.stack:
            self.indexes[-1] += 1
            if self.indexes[-1] < len(self.stack[-1][0]):
                return True
            self.stack.pop()
            self.indexes.pop()
        return False

    def branch(self, branches: Branches) -> int:
        if self.at == len(self.stack):
            self.stack.append(branches)
            self.indexes.append(0)
        options, ways = self.stack[self.at]
        value, n = options[self.indexes[self.at]]
        self.at += 1
        self.numerator *= n
        self.denominator *= ways
        return value

    def choose(self, w: Any, who: int, question: int, mask: int) -> int:
        temperament = self.temperaments[who]
        if temperament == RANDOM:
            return require_legal(any_of(self, mask), mask)
        answer = self.decide(self, w, who, question, mask, temperament)
        return decision(int(answer), who, question, mask)

    def check(self, what: int, who: int, pool: int, target: int) -> bool:
        return self.branch(check_branches(pool, target)) == 1

    def test(self, what: int, who: int, pool: int, vs: int, vs_pool: int) -> bool:
        return self.branch(test_branches(pool, vs_pool)) == 1

    def margin(self, what: int, who: int, pool: int, vs: int, vs_pool: int) -> int:
        return self.branch(margin_branches(pool, vs_pool))

    def roll(self, what: int, who: int, pool: int) -> int:
        return self.branch(roll_branches(pool))

    def dice(self, what: int, who: int, n: int, sides: int, counts: list[int]) -> None:
        hand = pools.hands(n, sides)[self.branch(dice_branches(n, sides))][0]
        for k in range(sides):
            counts[k] = hand[k]

    def note(self, event: int, who: int, x: int, y: int) -> None:
        pass

    def draw(self, n: int) -> int:
        return self.branch(draw_branches(n))


@dataclass(frozen=True)
class LineOfPlay:
    """One line of play through a step: where it led, and its exact weight."""

    world: Any
    numerator: int
    denominator: int


def lines(tree: Tree, step: Callable[[Any, Any], None], w: Any) -> Iterator[LineOfPlay]:
    """Every line of play through one step from this world."""
    tree.stack.clear()  # a walk may have been left early
    tree.indexes.clear()
    while True:
        copy = clone(w)
        tree.rewind()
        step(tree, copy)
        yield LineOfPlay(copy, tree.numerator, tree.denominator)
        if not tree.advance():
            return


class Weights:
    """Exact weights, added by denominator so that a Fraction is made once."""

    __slots__ = ("_by_denominator",)

    def __init__(self) -> None:
        self._by_denominator: dict[int, int] = {}

    def add(self, numerator: int, denominator: int) -> None:
        held = self._by_denominator
        held[denominator] = held.get(denominator, 0) + numerator

    def total(self) -> Fraction:
        parts = (Fraction(n, d) for d, n in self._by_denominator.items())
        return sum(parts, Fraction(0))


def expand(
    tree: Tree, step: Callable[[Any, Any], None], w: Any
) -> dict[bytes, tuple[Any, Fraction]]:
    """All worlds one step can lead to, equal ones merged, with probabilities that add to 1."""
    return merge(lines(tree, step, w))


def merge(found: Iterable[LineOfPlay]) -> dict[bytes, tuple[Any, Fraction]]:
    """Equal worlds once each, with probabilities that must add to 1."""
    merged: dict[bytes, tuple[Any, Weights]] = {}
    for line in found:
        state = key(line.world)
        if state not in merged:
            merged[state] = (line.world, Weights())
        merged[state][1].add(line.numerator, line.denominator)
    out = {state: (world, weights.total()) for state, (world, weights) in merged.items()}
    require_one(p for _, p in out.values())
    return out


def require_one(probabilities: Iterator[Fraction] | Any) -> None:
    total = sum(probabilities, Fraction(0))
    if total != 1:
        raise NotOne(f"the probabilities add to {total}, not 1")
