"""CPython's way through the lines of a plan: one run of the rules a line, worlds as objects."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from affray.ask import ONGOING
from affray.expansion import BEGIN, BETWEEN, STEP, EndPlace, Ends, Expansion, Goes
from affray.landing import Landings
from affray.oracles.dice import Told
from affray.oracles.tape import Answer, Question
from affray.oracles.tree import Branches, Weights
from affray.oracles.walk import Broken, Walk
from affray.plans import Offer
from affray.upshot import end_of
from affray.world import clone, key

TICK = 64


class PythonWalker:
    """Walks a plan in CPython."""

    def __init__(self, walk: Walk, world: Any, answered: tuple[Answer | None, ...]) -> None:
        self.walk = walk
        self.world = world
        self.answered = answered
        self.assumed = walk.assumed
        self.landings = Landings()
        ruleset = walk.encounter.ruleset
        self.ruleset = ruleset
        self.parts = {BEGIN: ruleset.begin, STEP: ruleset.step, BETWEEN: ruleset.between}

    @property
    def followed(self) -> bool:
        return self.walk.followed

    @property
    def refused(self) -> dict[int, str]:
        return self.walk.refused

    @property
    def used(self) -> set[int]:
        return self.walk.used

    def start(self) -> tuple[bytes, Any]:
        return key(self.world), self.world

    def end_place(self, state: Any) -> EndPlace:
        end = end_of(self.ruleset, state)
        return EndPlace(end.standing, end.fields)

    def expand(self, state: Any, given: int, part: int, tick: Callable[[int], None]) -> Expansion:
        walk, out = self.walk, Expansion()
        walk.begun_at = given
        walk.answered = self.answered if state is self.world else ()
        found: dict[Any, Any] = {}
        weights: dict[Any, Weights] = {}
        reached: dict[Question, Weights] = {}
        while True:
            world, ended = self._line(state, part)
            out.lines += 1
            out.waiting += walk.given == 0
            if out.lines % TICK == 0:
                tick(TICK)
            for question in dict.fromkeys(walk.passed):
                held = reached.setdefault(question, Weights())
                held.add(walk.numerator, walk.denominator)
            self.landings.add(walk.landed())
            place = self.end_place(world) if ended else key(world)
            here = (place, walk.given, tuple(walk.told))
            found.setdefault(here, world)
            weights.setdefault(here, Weights()).add(walk.numerator, walk.denominator)
            if not walk.advance():
                break
        tick(out.lines % TICK)
        for (place, at, told), world in found.items():
            weight = weights[place, at, told].total().as_integer_ratio()
            if isinstance(place, EndPlace):
                out.ends.append(Ends(place, at, told, weight))
            else:
                out.goes.append(Goes(place, world, at, told, weight))
        out.reached = [(q, held.total().as_integer_ratio()) for q, held in reached.items()]
        return out

    def _line(self, state: Any, part: int) -> tuple[Any, bool]:
        """One line of play, and whether the plan has come to its end with it."""
        world = clone(state)
        self.walk.rewind()
        try:
            self.parts[part](self.walk, world)
        except Broken:
            return world, True
        return world, self._is_over(world, part)

    def _is_over(self, world: Any, part: int) -> bool:
        if part == BETWEEN or self.ruleset.outcome(world) != ONGOING:
            return True
        offer = self.walk.offer
        until = offer.plan.until if offer.plan is not None else None
        waits = until is not None and not until(world, offer.who)
        return self.walk.given == len(offer.answers) and not waits

    def sample(self, part: int, n: int, tick: Callable[[int], None]) -> list[Ends]:
        drawn = Drawn.of(self.walk)
        walker = PythonWalker(drawn, self.world, self.answered)
        counts: dict[tuple[EndPlace, int, tuple[Told, ...]], int] = {}
        for _ in range(n):
            place = walker._drawn_line(part)
            counts[place] = counts.get(place, 0) + 1
            tick(1)
        return [Ends(end, at, told, (n_of, n)) for (end, at, told), n_of in counts.items()]

    def _drawn_line(self, part: int) -> tuple[EndPlace, int, tuple[Told, ...]]:
        """One line drawn by dice, from the start to the plan's end."""
        walk, world, ended = self.walk, self.world, False
        walk.begun_at = 0
        told: list[Told] = []
        while not ended:
            walk.answered = self.answered if world is self.world else ()
            world, ended = self._line(world, part)
            told += walk.told
            walk.begun_at, part = walk.given, STEP
        return self.end_place(world), walk.given, tuple(told)


class Drawn(Walk):
    """A walk in which dice fall instead of every branch being tried."""

    __slots__ = ("random",)
    random: Random

    @classmethod
    def of(cls, walk: Walk) -> Drawn:
        offer: Offer = walk.offer
        made = cls(walk.encounter, (), offer, walk.temperaments, walk.extra, walk.concerned)
        made.resting, made.assumed = walk.resting, walk.assumed
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
