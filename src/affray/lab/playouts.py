"""A fight played on from a position many times, by dice of its own: compiled, or in CPython."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from affray.book.ruleset import Ruleset
from affray.compiler.build import TAPE
from affray.compiler.engine import engine_of, signed
from affray.compiler.memory import Memory, RecordMemory
from affray.compiler.oracles.branches import ROLLED
from affray.compiler.oracles.lines import BEGIN, LONGEST_PLAYOUT, STEP, UNFIT
from affray.compiler.oracles.tape import POLICY, TapeAsk
from affray.compiler.oracles.walk import SURE
from affray.compiler.replay import put_known
from affray.oracles.dice import Dice
from affray.oracles.tape import Kind, Known
from affray.rules import pools
from affray.rules.ask import NOBODY, ONGOING, RANDOM, Illegal, any_of, require_legal
from affray.rules.masks import contains
from affray.rules.world import clone, pack

ASTRAY = 3
"""Of 64 answers in a playout so many are any at all: nobody always does what one expects."""


@dataclass(frozen=True)
class PlayoutStart:
    """Where playouts begin: a world when a step began, and whether the fight had."""

    world: Any
    begun: bool


@dataclass(frozen=True)
class Cast:
    """Who plays on in playouts: one's own by one temperament, all others by any, drawn anew."""

    own: frozenset[int]
    temperament: int


@dataclass(frozen=True)
class PlayoutEnds:
    """What some playouts came to: who won each (UNFIT: it never was), who stood, in what round.

    `misfits` counts those in which an answer was not legal where it was asked for.
    """

    winners: Sequence[int]
    stood: Sequence[int]
    rounds: Sequence[int]
    misfits: int


def joined(parts: Sequence[PlayoutEnds]) -> PlayoutEnds:
    """Some playouts and those that come after them as one."""
    return PlayoutEnds(
        [winner for part in parts for winner in part.winners],
        [standing for part in parts for standing in part.stood],
        [ended for part in parts for ended in part.rounds],
        sum(part.misfits for part in parts),
    )


class CompiledPlayouts:
    """Playouts by machine code; one at a time, so every thread has its own."""

    MOST = 4096
    at_once = 16

    def __init__(self, ruleset: Ruleset, astray: int = ASTRAY) -> None:
        self.engine = engine_of(ruleset)
        self.engine.made(TAPE)
        self.size = ruleset.world.layout.state_size
        self.ask = RecordMemory(TapeAsk.layout)
        self.ask.set("choices", POLICY)
        self.ask.set("chance", ROLLED)
        self.ask.set("by_question", 1)
        self.ask.set("moods", len(ruleset.temperaments) - 1)
        self.ask.set("astray", astray)
        self.winners, self.stood = Memory(self.MOST), Memory(8 * self.MOST)
        self.rounds = Memory(4 * self.MOST)
        self.place: PlayoutStart | None = None

    def begin(self, place: PlayoutStart) -> None:
        """Everything from here on begins there."""
        data = pack(place.world)
        self.place = place
        self.n = int(place.world.n)
        self.world, self.source = self.engine.world(data), self.engine.world(data)

    def play(
        self, cast: Cast, known: Sequence[Known], seed: int, first: int, count: int
    ) -> PlayoutEnds:
        """Playouts `first` to `first + count - 1` of this seed, on these answers."""
        assert self.place is not None
        assert count <= self.MOST
        put_known(self.ask, known)
        self.ask.set("mixed", sum(1 << i for i in range(self.n) if i not in cast.own))
        for i in cast.own:
            self.ask.set("temperaments", cast.temperament, i)
        part = STEP if self.place.begun else BEGIN
        status = self.engine.call(
            TAPE, "playouts", self.ask, self.world, self.source, self.size, part, signed(seed),
            first, count, self.winners, self.stood, self.rounds,
        )  # fmt: skip
        self.engine.require(TAPE, status)
        return PlayoutEnds(
            array("b", self.winners.data(count)),
            array("q", self.stood.data(8 * count)),
            array("i", self.rounds.data(4 * count)),
            self.ask.get("misfits"),
        )


class PythonPlayouts:
    """The same playouts, to the die, where a game is not compiled."""

    at_once = 1

    def __init__(self, ruleset: Ruleset, astray: int = ASTRAY) -> None:
        self.ruleset, self.astray = ruleset, astray
        self.place: PlayoutStart | None = None

    def begin(self, place: PlayoutStart) -> None:
        self.place = place

    def play(
        self, cast: Cast, known: Sequence[Known], seed: int, first: int, count: int
    ) -> PlayoutEnds:
        ends = [self._one(cast, known, seed, first + k) for k in range(count)]
        winners, stood, rounds, misfits = zip(*ends, strict=True)
        return PlayoutEnds(winners, stood, rounds, sum(misfits))

    def _one(
        self, cast: Cast, known: Sequence[Known], seed: int, number: int
    ) -> tuple[int, int, int, bool]:
        assert self.place is not None
        rules, w = self.ruleset, clone(self.place.world)
        ask = _Guessing(rules, seed, number, known, self.astray)
        ask.draw_moods(len(rules.temperaments) - 1, w.n, cast)
        try:
            (rules.step if self.place.begun else rules.begin)(ask, w)
        except Illegal:
            return UNFIT, 0, 0, ask.is_misfit
        ask.known = []
        for _ in range(LONGEST_PLAYOUT):
            if rules.outcome(w) != ONGOING:
                break
            rules.step(ask, w)
        result = rules.outcome(w)
        standing = sum(1 << i for i in range(w.n) if rules.standing(w, i))
        return (NOBODY if result == ONGOING else result), standing, int(w.round), ask.is_misfit


class _Guessing(Dice):
    """Known answers to just these questions, dice and policies for all others."""

    __slots__ = ("astray", "is_misfit", "known")

    def __init__(
        self, ruleset: Ruleset, seed: int, number: int, known: Sequence[Known], astray: int
    ) -> None:
        super().__init__(seed, number, ruleset.decide, [])
        self.known, self.astray = list(known), astray
        self.is_misfit = False

    def draw_moods(self, moods: int, n: int, cast: Cast) -> None:
        for i in range(n):
            any_mood = 1 + self.draw(moods) if moods and i not in cast.own else RANDOM
            self.temperaments.append(cast.temperament if i in cast.own else any_mood)

    def _known(self, kind: Kind, name: int, who: int) -> int | None:
        for k, one in enumerate(self.known):
            if one[:3] == (kind, name, who):
                return self.known.pop(k).value
        return None

    def choose(self, w: Any, who: int, question: int, mask: int) -> int:
        option = self._known(Kind.CHOOSE, question, who)
        if option is not None and contains(mask, option):
            return require_legal(option, mask)
        self.is_misfit |= option is not None
        may_stray = self.astray and self.temperaments[who] != RANDOM
        if may_stray and self.draw(SURE) < self.astray:
            return require_legal(any_of(self, mask), mask)
        return super().choose(w, who, question, mask)

    def check(self, what: int, who: int, pool: int, target: int) -> bool:
        low, high = pools.lowest(pool) >= target, pools.highest(pool) >= target
        value = self._rolled(Kind.CHECK, what, who, int(low), int(high))
        return super().check(what, who, pool, target) if value is None else bool(value)

    def test(self, what: int, who: int, pool: int, vs: int, vs_pool: int) -> bool:
        low = pools.lowest(pool) >= pools.highest(vs_pool)
        high = pools.highest(pool) >= pools.lowest(vs_pool)
        value = self._rolled(Kind.TEST, what, who, int(low), int(high))
        return super().test(what, who, pool, vs, vs_pool) if value is None else bool(value)

    def margin(self, what: int, who: int, pool: int, vs: int, vs_pool: int) -> int:
        low = pools.lowest(pool) - pools.highest(vs_pool)
        high = pools.highest(pool) - pools.lowest(vs_pool)
        value = self._rolled(Kind.MARGIN, what, who, low, high)
        return super().margin(what, who, pool, vs, vs_pool) if value is None else value

    def roll(self, what: int, who: int, pool: int) -> int:
        low, high = pools.lowest(pool), pools.highest(pool)
        value = self._rolled(Kind.ROLL, what, who, low, high)
        return super().roll(what, who, pool) if value is None else value

    def dice(self, what: int, who: int, n: int, sides: int, counts: list[int]) -> None:
        value = self._rolled(Kind.DICE, what, who, 0, pools.hand_count(n, sides) - 1)
        if value is None:
            super().dice(what, who, n, sides, counts)
        else:
            pools.fill_hand(counts, n, sides, value)

    def _rolled(self, kind: Kind, name: int, who: int, low: int, high: int) -> int | None:
        value = self._known(kind, name, who)
        if value is not None and not low <= value <= high:
            raise Illegal(f"found {value}, expected {low} to {high}")
        return value
