"""CPython's way through the lines of a plan: one run of the rules a line, worlds as objects."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from affray.fight.guarding import require_fit
from affray.fight.plans import Offer
from affray.odds.ends import end_of
from affray.odds.expansion import BEGIN, BETWEEN, STEP, EndPlace, Expansion, Goes, LineEnds, Weight
from affray.odds.result_ranges import Landings
from affray.odds.walk import Walk
from affray.oracles.dice import Noted
from affray.oracles.tape import Known, Question
from affray.oracles.tree import Branches, BrokenPlan, Weights
from affray.rules.ask import ONGOING
from affray.rules.world import clone, key

TICK = 64


class PythonWalker:
    """Walks a plan in CPython."""

    def __init__(self, walk: Walk, world: Any, answered: tuple[Known, ...]) -> None:
        self.walk = walk
        self.world = world
        self.answered = answered
        self.assumed = walk.assumed
        self.landings = Landings()
        self.nodes = [(world, 0)]
        ruleset = walk.encounter.ruleset
        self.ruleset = ruleset
        self.parts = {BEGIN: ruleset.begin, STEP: ruleset.step, BETWEEN: ruleset.between}

    @property
    def followed(self) -> bool:
        return self.walk.followed

    @property
    def refused(self) -> dict[tuple[int, int], str]:
        return self.walk.refused

    @property
    def used(self) -> set[tuple[int, int]]:
        return self.walk.used

    def place_of(self, world: Any) -> EndPlace:
        end = end_of(self.ruleset, world)
        return EndPlace(end.standing, end.fields)

    def expand(self, part: int, tick: Callable[[int], None]) -> Expansion:
        out = Expansion()
        after: dict[tuple[bytes, int], int] = {}
        nodes: list[tuple[Any, int]] = []
        for source, (world, given) in enumerate(self.nodes):
            for (place, at, told), (found, weight) in self.lines_from(
                source, world, given, part, out, tick
            ).items():
                if isinstance(place, EndPlace):
                    out.ends.append(LineEnds(source, place, at, told, weight))
                    continue
                target = after.setdefault((place, at), len(nodes))
                if target == len(nodes):
                    nodes.append((found, at))
                out.goes.append(Goes(source, target, told, weight))
        self.nodes = nodes
        out.given = [given for _, given in nodes]
        return out

    def lines_from(
        self,
        source: int,
        start: Any,
        given: int,
        part: int,
        out: Expansion,
        tick: Callable[[int], None],
    ) -> dict[Any, tuple[Any, Weight]]:
        """Every line of one part from one world: where it leads, told by what, and how likely."""
        walk = self.walk
        walk.begun_at = given
        walk.answered = self.answered if start is self.world else ()
        found: dict[Any, tuple[Any, Weights]] = {}
        reached: dict[Question, Weights] = {}
        while True:
            world, ended = self._line(start, part)
            self._count(out, tick)
            for question in dict.fromkeys(walk.passed):
                held = reached.setdefault(question, Weights())
                held.add(walk.numerator, walk.denominator)
            self.landings.add(walk.landed())
            require_fit(world, start, partial(self._again, part))
            place = self.place_of(world) if ended else key(world)
            here = (place, walk.given, tuple(walk.told))
            found.setdefault(here, (world, Weights()))
            found[here][1].add(walk.numerator, walk.denominator)
            if not walk.advance():
                break
        out.reached += [(source, q, _ratio(held)) for q, held in reached.items()]
        return {here: (world, _ratio(held)) for here, (world, held) in found.items()}

    def _again(self, part: int, world: Any) -> None:
        """The line under way once more."""
        self.walk.rewind()
        self.parts[part](self.walk, world)

    def _count(self, out: Expansion, tick: Callable[[int], None]) -> None:
        out.lines += 1
        out.waiting += self.walk.given == 0
        if out.lines % TICK == 0:
            tick(TICK)

    def _line(self, state: Any, part: int) -> tuple[Any, bool]:
        """One line of play, and whether the plan has come to its end with it.

        Who falls with half of a plan said is asked for no more of it.
        """
        world, walk = clone(state), self.walk
        walk.rewind()
        try:
            self.parts[part](walk, world)
        except BrokenPlan:
            return world, True
        is_under_way = 0 < walk.given < len(walk.offer.answers)
        return world, self._is_over(world, part) or (is_under_way and self._fell(state, world))

    def _fell(self, before: Any, after: Any) -> bool:
        standing, who = self.ruleset.standing, self.walk.offer.who
        return standing(before, who) and not standing(after, who)

    def _is_over(self, world: Any, part: int) -> bool:
        if part == BETWEEN or self.ruleset.outcome(world) != ONGOING:
            return True
        offer = self.walk.offer
        until = offer.plan.until if offer.plan is not None else None
        waits = until is not None and not until(world, offer.who)
        return self.walk.given == len(offer.answers) and not waits

    def sample(self, part: int, n: int, tick: Callable[[int], None]) -> list[LineEnds]:
        drawn = Drawn.of(self.walk)
        walker = PythonWalker(drawn, self.world, self.answered)
        counts: dict[tuple[EndPlace, int, tuple[Noted, ...]], int] = {}
        for _ in range(n):
            place = walker._drawn_line(part)
            counts[place] = counts.get(place, 0) + 1
            tick(1)
        self.walk.followed = self.walk.followed or drawn.followed
        return [LineEnds(0, end, at, told, (k, n)) for (end, at, told), k in counts.items()]

    def _drawn_line(self, part: int) -> tuple[EndPlace, int, tuple[Noted, ...]]:
        """One line drawn by dice, from the start to the plan's end."""
        walk, world, ended = self.walk, self.world, False
        walk.begun_at = 0
        told: list[Noted] = []
        while not ended:
            walk.answered = self.answered if world is self.world else ()
            world, ended = self._line(world, part)
            told += walk.told
            walk.begun_at, part = walk.given, STEP
        return self.place_of(world), walk.given, tuple(told)


def _ratio(weights: Weights) -> Weight:
    return weights.total().as_integer_ratio()


class Drawn(Walk):
    """A walk in which dice fall instead of every branch being tried."""

    __slots__ = ("random",)
    random: Random

    @classmethod
    def of(cls, walk: Walk) -> Drawn:
        offer: Offer = walk.offer
        made = cls(walk.encounter, (), offer, walk.temperaments, walk.said, walk.involved)
        made.resting, made.guessed = walk.resting, walk.guessed
        made.assumed, made.refused, made.used = walk.assumed, walk.refused, walk.used
        made.random = Random(0)
        return made

    def branch(self, branches: Branches) -> int:
        options, ways = branches
        left = self.random.randrange(ways)
        for value, n in options:
            left -= n
            if left < 0:
                return value
        raise AssertionError("more ways than there are")
