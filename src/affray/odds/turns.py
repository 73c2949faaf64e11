"""A whole turn played as well as it can be: every roll, and for each the best choices, exactly.

What is best is the greatest mean of what the ruleset's `Turn` counts. Inside a step the
choices and rolls are explored by replaying it with a longer and longer list of answers.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from math import inf
from typing import Any

from affray.book.encounter import Encounter
from affray.book.turn import Turn
from affray.odds.assumptions import USUAL, Assumptions
from affray.odds.compiled.spending import Arrived, CompiledTurn
from affray.odds.layers import LinesWalked, Unfit
from affray.odds.walkers import is_at_hand
from affray.oracles.tape import Known
from affray.oracles.tree import (
    Branches,
    Tree,
    require_one,
)
from affray.rules.ask import ONGOING
from affray.rules.masks import members
from affray.rules.world import clone, key, pack

Chances = dict[int, Fraction]
"""How likely each amount is."""


@dataclass(frozen=True)
class BestTurn:
    """What the best spending of a turn brings, and how much was looked at."""

    chances: Chances
    assumed: dict[str, str]
    states: int
    lines: int

    @property
    def mean(self) -> Fraction:
        return mean_of(self.chances)


def mean_of(chances: Chances) -> Fraction:
    return sum((amount * p for amount, p in chances.items()), Fraction(0))


class _Fork(Exception):
    """The step has come to something that is not answered yet."""

    def __init__(self, options: list[int], branches: Branches | None) -> None:
        super().__init__()
        self.options = options
        self.branches = branches


class _Path(Tree):
    """Answers a step from a list, and stops where the list ends."""

    __slots__ = ("answers", "assumed", "target", "turn", "usual", "who")
    answers: list[int]
    assumed: Assumptions
    target: int
    turn: Turn
    usual: Callable[[int, Any, int, int], int | None]
    who: int

    def begin(self, answers: list[int]) -> None:
        self.rewind()
        self.answers = answers

    def _next(self, options: list[int], branches: Branches | None) -> int:
        if self.at == len(self.answers):
            raise _Fork(options, branches)
        self.at += 1
        return self.answers[self.at - 1]

    def branch(self, branches: Branches) -> int:
        if len(branches[0]) == 1:
            return branches[0][0][0]
        return self._next([], branches)

    def choose(self, w: Any, who: int, question: int, mask: int) -> int:
        considered = self.turn.considers.get(question) if who == self.who else None
        if considered is None:
            return self._left(w, who, question, mask)
        if callable(considered):
            return considered(w, who, self.target, mask)
        if considered == "target":
            return self.target if mask >> self.target & 1 else self._left(w, who, question, mask)
        wanted = mask if considered == "all" else mask & int(considered)
        options = members(wanted)
        if len(options) < 2:
            return options[0] if options else self._left(w, who, question, mask)
        return self._next(options, None)

    def _left(self, w: Any, who: int, question: int, mask: int) -> int:
        """What is not considered: the usual answer, or a policy's."""
        answer = self.usual(question, w, who, mask) if who == self.who else None
        why = USUAL
        if answer is None:
            answer = super().choose(w, who, question, mask)
            why = self.assumed.encounter.ruleset.temperaments[self.temperaments[who]]
        self.assumed.add(who, question, mask, answer, why)
        return answer


@dataclass
class _Search:
    encounter: Encounter
    turn: Turn
    path: _Path
    before: Any
    who: int
    target: int
    tick: LinesWalked
    known: dict[Any, Chances] = field(default_factory=dict)

    def from_here(self, w: Any) -> Chances:
        """The best that can still come of this state."""
        ruleset = self.encounter.ruleset
        if self.turn.over(w, self.who) or ruleset.outcome(w) != ONGOING:
            return {self.turn.counts(self.before, w, self.target): Fraction(1)}
        place = key(w)
        if place not in self.known:
            self.known[place] = self.explore(w, [])
        return self.known[place]

    def explore(self, w: Any, answers: list[int]) -> Chances:
        """Everything that can follow these answers in the step."""
        world = clone(w)
        self.path.begin(answers)
        self.tick(1)
        try:
            self.encounter.ruleset.step(self.path, world)
        except _Fork as fork:
            if fork.branches is None:
                found = [self.explore(w, [*answers, option]) for option in fork.options]
                return max(found, key=mean_of)
            return self.mixed(w, answers, fork.branches)
        return self.from_here(world)

    def mixed(self, w: Any, answers: list[int], branches: Branches) -> Chances:
        out: Chances = {}
        options, ways = branches
        for value, n in options:
            for amount, p in self.explore(w, [*answers, value]).items():
                out[amount] = out.get(amount, Fraction(0)) + p * Fraction(n, ways)
        return out


def best_turn(
    encounter: Encounter,
    w: Any,
    who: int,
    target: int,
    temperaments: list[int],
    engine: str = "auto",
    give_up: Callable[[], bool] | None = None,
    patience: float = inf,
) -> BestTurn:
    """The turn that begins now, spent as well as it can be on one target.

    It is left where `give_up` says so, or after `patience` seconds of work.
    """
    wanted = _Wanted(encounter, w, who, target, temperaments)
    tick = LinesWalked(give_up, time.thread_time() + patience)
    if engine == "native":
        return wanted.compiled(tick)
    if engine == "auto" and is_at_hand(encounter.ruleset):
        from affray.compiler.engine import RuleFailed

        try:
            return wanted.compiled(tick)
        except (Unfit, RuleFailed):  # which CPython can walk, or can show
            pass
    return wanted.python(tick)


@dataclass(frozen=True)
class _Wanted:
    """Whose turn is to be spent on whom."""

    encounter: Encounter
    world: Any
    who: int
    target: int
    temperaments: list[int]

    @property
    def turn(self) -> Turn:
        turn = self.encounter.ruleset.words.turn
        assert turn is not None
        return turn

    def python(self, tick: LinesWalked) -> BestTurn:
        ruleset = self.encounter.ruleset
        path = _Path(ruleset.decide, self.temperaments)
        path.assumed = Assumptions(self.encounter, self.who)
        path.turn, path.who, path.target = self.turn, self.who, self.target
        path.usual = ruleset.words.usual
        here = (self.encounter, self.turn, path, self.world, self.who, self.target)
        search = _Search(*here, tick)
        chances = search.from_here(self.world)
        return _best(chances, path.assumed, len(search.known), tick.lines)

    def compiled(self, tick: LinesWalked) -> BestTurn:
        from affray.compiler.engine import engine_of

        engine, data = engine_of(self.encounter.ruleset), pack(self.world)
        steps = CompiledTurn(engine, data, self.who, self.target, self.turn, self.temperaments)
        search = _CompiledSearch(steps, tick)
        chances = search.after(steps.start())
        assumed = Assumptions(self.encounter, self.who)
        steps.read_assumed(assumed)
        return _best(chances, assumed, len(search.known), tick.lines)


def _best(chances: Chances, assumed: Assumptions, states: int, lines: int) -> BestTurn:
    require_one(chances.values())
    return BestTurn(dict(sorted(chances.items())), assumed.told(), states, lines)


@dataclass
class _CompiledSearch:
    """The same search, its states by number and its steps run by compiled code."""

    steps: CompiledTurn
    tick: LinesWalked
    known: dict[int, Chances] = field(default_factory=dict)

    def after(self, arrived: Arrived) -> Chances:
        """The best that can still come of where a step has led."""
        node = arrived.node
        if node < 0:
            return {arrived.amount: Fraction(1)}
        if node not in self.known:
            self.known[node] = self.explore(node, [])
        return self.known[node]

    def explore(self, node: int, answers: list[Known]) -> Chances:
        self.tick(1)
        found = self.steps.step(node, answers)
        if isinstance(found, Arrived):
            return self.after(found)
        kind, options, ways, whole = found
        each = [self.explore(node, [*answers, Known(kind, 0, 0, k)]) for k in options]
        if ways is None:
            return max(each, key=mean_of)
        out: Chances = {}
        for n, chances in zip(ways, each, strict=True):
            for amount, p in chances.items():
                out[amount] = out.get(amount, Fraction(0)) + p * Fraction(n, whole)
        return out
