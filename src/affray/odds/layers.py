"""The layers of a plan's walk: all states after a step, each expanded once, told by told."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from affray.odds.ends import LineEnd
from affray.odds.expansion import STEP, EndPlace, Expansion, Walker
from affray.odds.upshot import Passed
from affray.oracles.dice import Noted
from affray.oracles.tape import Question
from affray.oracles.tree import Weights, require_one

MOST_STEPS = 200
MOST_WAITING = 20_000
"""Lines of play in which the plan has not begun; past these lines are drawn by dice."""

FEW = 20
"""Lines drawn first: in CPython one of a long plan may take a hundredth of a second."""

MOST_DRAWN = 200_000


class NeverAsked(Exception):
    """The plan's question did not come, or the plan's answer to `refused` was not legal."""

    def __init__(self, why: str, refused: int = -1) -> None:
        super().__init__(why)
        self.refused = refused


class TooManyLines(Exception):
    """There were more lines of play than anybody would wait for."""


class OutOfPatience(Exception):
    """It takes longer than it may."""


class Unfit(Exception):
    """Something that only CPython can walk: weights past 124 bits, more told than there is room."""


@dataclass
class LinesWalked:
    """Told how many lines were walked; says when it is enough.

    `until` is of this thread's own time: what is found out does not depend on who else works.
    """

    give_up: Callable[[], bool] | None
    until: float
    lines: int = 0

    def __call__(self, lines: int) -> None:
        self.lines += lines
        if self.give_up is not None and self.give_up():
            raise TooManyLines(f"{self.lines} lines of play, and not at the end")
        if time.thread_time() > self.until:
            raise OutOfPatience


NotedLine = tuple[Noted, ...]


class Layers:
    """The states a plan comes to, step by step, each expanded once.

    What was told so far is pushed through an expansion as a distribution, so that the cost
    follows states and not histories. Probabilities of a layer have one denominator.
    """

    def __init__(self, walker: Walker, tick: LinesWalked) -> None:
        self.walker = walker
        self.tick = tick
        self.told: list[dict[NotedLine, int]] = [{(): 1}]
        self.given = [0]
        self.whole = 1
        self.ended: dict[tuple[EndPlace, int, NotedLine], Weights] = {}
        self.reached: dict[Question, Weights] = {}
        self.lines = self.waiting = 0

    def walked(self, part: int) -> tuple[list[LineEnd], Passed]:
        """Every line from the start on, of which `part` comes first."""
        self.tick(0)  # whose time is up before it begins is told so, however few lines there are
        for _ in range(MOST_STEPS):
            self._next(part)
            part = STEP
            if not self.given:
                return self._found()
        begun = self.walker.followed
        what = "the plan did not come to an end" if begun else "its question is not asked"
        raise NeverAsked(f"{what} within {MOST_STEPS} steps")

    def _next(self, part: int) -> None:
        if self.waiting > MOST_WAITING:
            raise OutOfPatience
        found = self.walker.expand(part, self.tick)
        self.lines += found.lines
        self.waiting += found.waiting
        self._push_reached(found)
        common = lcm(*_denominators(found))
        whole = self.whole * common
        self._push_ends(found, common, whole)
        self.told = self._pushed(found, common)
        self.given, self.whole = found.given, whole

    def _pushed(self, found: Expansion, common: int) -> list[dict[NotedLine, int]]:
        """What was told on the way to every node of the next layer."""
        after: list[dict[NotedLine, int]] = [{} for _ in found.given]
        for source, target, more, (n, d) in found.goes:
            ways, held = n * (common // d), after[target]
            for told, p in self.told[source].items():
                now = told + more
                held[now] = held.get(now, 0) + p * ways
        return after

    def _push_ends(self, found: Expansion, common: int, whole: int) -> None:
        for source, place, given, more, (n, d) in found.ends:
            ways = n * (common // d)
            for told, p in self.told[source].items():
                held = self.ended.setdefault((place, given, told + more), Weights())
                held.add(p * ways, whole)

    def _push_reached(self, found: Expansion) -> None:
        reach = [sum(told.values()) for told in self.told]
        for source, question, (n, d) in found.reached:
            self.reached.setdefault(question, Weights()).add(reach[source] * n, self.whole * d)

    def _found(self) -> tuple[list[LineEnd], Passed]:
        ends = [
            LineEnd(told, given, held.total(), place.standing, place.fields)
            for (place, given, told), held in self.ended.items()
        ]
        require_one(end.p for end in ends)
        reached = {question: held.total() for question, held in self.reached.items()}
        return ends, Passed(reached, self.walker.landings, self.walker.assumed, self.lines)


def _denominators(expansion: Expansion) -> Iterator[int]:
    yield from (one.weight[1] for one in expansion.goes)
    yield from (one.weight[1] for one in expansion.ends)


def draw_lines(
    walker: Walker, part: int, tick: LinesWalked, seconds: float
) -> tuple[list[LineEnd], int]:
    """Lines drawn by dice, as many as fit into the time; and how many that were.

    Ever more of them, always from the first on, as long as that many more can be drawn.
    """
    until, n, more = time.thread_time() + seconds, 0, FEW
    while more > n:
        n, begun = more, time.thread_time()
        drawn = walker.sample(part, n, tick)
        now = time.thread_time()
        fitting = int(n * (until - now) / max(now - begun, 1e-6))
        more = min(fitting, 10 * n, MOST_DRAWN)
    ends = [
        LineEnd(one.told, one.given, Fraction(*one.weight), one.place.standing, one.place.fields)
        for one in drawn
    ]
    return ends, n
