"""The layers of a plan's walk: all states after a step, each expanded once, told by told."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Any

from affray.expansion import STEP, EndPlace, Expansion, Walker
from affray.oracles.dice import Told
from affray.oracles.tape import Question
from affray.oracles.tree import Weights, require_one
from affray.upshot import End, Passed

MOST_STEPS = 200
MOST_WAITING = 20_000
"""Lines of play in which the plan has not begun; past these its question is not looked for."""

FIRST = b"first"
"""The key of where a walk begins: what was answered there already holds for it alone."""

AT_ONCE = 500
MOST_DRAWN = 200_000


class NeverAsked(Exception):
    """The plan's question did not come, or the plan's answer to `refused` was not legal."""

    def __init__(self, why: str, refused: int = -1) -> None:
        super().__init__(why)
        self.refused = refused


class TooMany(Exception):
    """There were more lines of play than anybody would wait for."""


class OutOfPatience(Exception):
    """It takes longer than it may."""


@dataclass
class Tick:
    """Told how many lines were walked; says when it is enough."""

    give_up: Callable[[], bool] | None
    until: float
    lines: int = 0

    def __call__(self, lines: int) -> None:
        self.lines += lines
        if self.give_up is not None and self.give_up():
            raise TooMany(f"{self.lines} lines of play, and not at the end")
        if time.monotonic() > self.until:
            raise OutOfPatience


@dataclass
class _Node:
    """Lines of play that have come to the same state, by what was told on the way."""

    state: Any
    given: int
    told: dict[tuple[Told, ...], int] = field(default_factory=dict)


class Layers:
    """The states a plan comes to, step by step; each is expanded once.

    What was told so far is pushed through an expansion as a distribution, so that the cost
    follows states and not histories. Probabilities of a layer have one denominator.
    """

    def __init__(self, walker: Walker, tick: Tick) -> None:
        self.walker = walker
        self.tick = tick
        self.known: dict[Any, Expansion] = {}
        self.ended: dict[tuple[EndPlace, int, tuple[Told, ...]], Weights] = {}
        self.reached: dict[Question, Weights] = {}
        self.lines = self.waiting = 0
        self.whole = 1

    def walked(self, part: int) -> tuple[list[End], Passed]:
        """Every line from the start on, of which `part` comes first."""
        self.first = self.walker.start()[1]
        layer = {(FIRST, 0): _Node(self.first, 0, {(): 1})}
        for _ in range(MOST_STEPS):
            layer = self._next(layer, part)
            part = STEP
            if not layer:
                return self._found()
        raise NeverAsked(f"the plan did not come to an end within {MOST_STEPS} steps")

    def _next(self, layer: dict[Any, _Node], part: int) -> dict[Any, _Node]:
        expanded = []
        for key, node in layer.items():
            if node.given == 0 and self.waiting > MOST_WAITING:
                self._end_waiting(node)
            else:
                expanded.append((node, self._expansion(key, node, part)))
        common = lcm(*(w for _, e in expanded for w in _denominators(e)))
        after: dict[Any, _Node] = {}
        whole = self.whole * common
        for node, expansion in expanded:
            self._push(node, expansion, common, whole, after)
        self.whole = whole
        return after

    def _expansion(self, key: Any, node: _Node, part: int) -> Expansion:
        if key not in self.known:
            found = self.walker.expand(node.state, node.given, part, self.tick)
            self.known[key] = found
            self.lines += found.lines
            self.waiting += found.waiting
        return self.known[key]

    def _push(
        self, node: _Node, expansion: Expansion, common: int, whole: int, after: dict[Any, _Node]
    ) -> None:
        for one in expansion.goes:
            held = after.setdefault((one.key, one.given), _Node(one.state, one.given))
            ways = one.weight[0] * (common // one.weight[1])
            for told, p in node.told.items():
                now = told + one.told
                held.told[now] = held.told.get(now, 0) + p * ways
        for end in expansion.ends:
            ways = end.weight[0] * (common // end.weight[1])
            for told, p in node.told.items():
                place = (end.place, end.given, told + end.told)
                self.ended.setdefault(place, Weights()).add(p * ways, whole)
        reach = sum(node.told.values())
        for question, (n, d) in expansion.reached:
            self.reached.setdefault(question, Weights()).add(reach * n, self.whole * d)

    def _end_waiting(self, node: _Node) -> None:
        """Its question is not looked for any longer."""
        for told, p in node.told.items():
            place = (self.walker.end_place(node.state), node.given, told)
            self.ended.setdefault(place, Weights()).add(p, self.whole)

    def _found(self) -> tuple[list[End], Passed]:
        ends = [
            End(told, given, held.total(), place.standing, place.fields)
            for (place, given, told), held in self.ended.items()
        ]
        require_one(end.p for end in ends)
        reached = {question: held.total() for question, held in self.reached.items()}
        assumed = self.walker.assumed.told()
        return ends, Passed(reached, self.walker.landings, assumed, self.lines)


def _denominators(expansion: Expansion) -> Iterator[int]:
    yield from (one.weight[1] for one in expansion.goes)
    yield from (one.weight[1] for one in expansion.ends)


def draw_lines(walker: Walker, part: int, tick: Tick, seconds: float) -> tuple[list[End], int]:
    """Lines drawn by dice, more and more of them until the time is up; and how many."""
    until = time.monotonic() + seconds
    n = AT_ONCE
    while True:
        drawn = walker.sample(part, n, tick)
        left, spent = until - time.monotonic(), seconds - (until - time.monotonic())
        more = min(MOST_DRAWN, int(n * seconds / max(spent, 1e-6)))
        if left < spent or more < 2 * n:
            break
        n, until = more, until + seconds
    ends = [
        End(one.told, one.given, Fraction(*one.weight), one.place.standing, one.place.fields)
        for one in drawn
    ]
    return ends, n
