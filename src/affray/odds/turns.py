"""A whole turn played as well as it can be: every roll, and for each the best choices, exactly.

What is best is the greatest mean of what the ruleset's `Turn` counts. Inside a step the
choices and rolls are explored by replaying it with a longer and longer list of answers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from affray.book.encounter import Encounter
from affray.book.turn import Turn
from affray.odds.assumptions import USUAL, Assumptions
from affray.odds.compiled.spending import Arrived, CompiledTurn
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
    known: dict[Any, Chances] = field(default_factory=dict)
    lines: int = 0

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
        self.lines += 1
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
) -> BestTurn:
    """The turn that begins now, spent as well as it can be on one target."""
    turn = encounter.ruleset.words.turn
    assert turn is not None
    if engine == "native" or (engine == "auto" and is_at_hand(encounter.ruleset)):
        return _compiled_turn(encounter, w, who, target, turn, temperaments)
    words = encounter.ruleset.words
    path = _Path(encounter.ruleset.decide, temperaments)
    path.assumed = Assumptions(encounter, who)
    path.turn, path.who, path.target, path.usual = turn, who, target, words.usual
    search = _Search(encounter, turn, path, w, who, target)
    chances = search.from_here(w)
    require_one(chances.values())
    found = dict(sorted(chances.items()))
    return BestTurn(found, path.assumed.told(), len(search.known), search.lines)


def _compiled_turn(
    encounter: Encounter, w: Any, who: int, target: int, turn: Turn, temperaments: list[int]
) -> BestTurn:
    from affray.compiler.engine import engine_of

    engine = engine_of(encounter.ruleset)
    steps = CompiledTurn(engine, pack(w), who, target, turn, temperaments)
    search = _CompiledSearch(steps)
    chances = search.after(steps.start())
    require_one(chances.values())
    assumed = Assumptions(encounter, who)
    steps.read_assumed(assumed)
    return BestTurn(dict(sorted(chances.items())), assumed.told(), len(search.known), search.lines)


@dataclass
class _CompiledSearch:
    """The same search, its states by number and its steps run by compiled code."""

    steps: CompiledTurn
    known: dict[int, Chances] = field(default_factory=dict)
    lines: int = 0

    def after(self, arrived: Arrived) -> Chances:
        """The best that can still come of where a step has led."""
        node = arrived.node
        if node < 0:
            return {arrived.amount: Fraction(1)}
        if node not in self.known:
            self.known[node] = self.explore(node, [])
        return self.known[node]

    def explore(self, node: int, answers: list[Known]) -> Chances:
        self.lines += 1
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
