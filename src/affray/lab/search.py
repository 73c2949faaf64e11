"""The better of some moves, found by playouts: the worse half is dropped, round by round.

A decision is the same on every machine, so numbers are added, multiplied and rooted as all do it
to the last digit: `sum` of floats is another in Python 3.12, and powers are the C library's.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import fsum, inf, sqrt
from typing import Any, Protocol

from affray.compiler.oracles.lines import UNFIT
from affray.fight.levels import Level
from affray.fight.plans import Answers
from affray.lab.playouts import Cast, PlayoutEnds, PlayoutStart
from affray.lab.seen import Seen
from affray.lab.until import Z95
from affray.oracles.tape import Kind, Known
from affray.rules.ask import RANDOM
from affray.rules.masks import members

SOONER = 0.99
"""What a win is worth a round later: who can win puts it off no longer than it takes."""

STANDING = 0.1
"""What it is worth beside a win that all of one's own stand at the end, and no enemy does."""

SURE_BY = 1.0
"""By how many standard errors a move must be better than the usual one to be preferred to it."""

DOUBT = 0.25
"""What playouts that all agree may still differ by, as a sum of squares: few prove nothing."""

BATCH = 4096
"""Playouts at once: as many as fit."""

FIRST = 8
"""Playouts of each move by which it is found out how long they take."""

PROBES = 2
"""Playouts of a move in every round it is in, at least; where the first look at each would be
more than half of a budget, that is one."""

SCOUTS = 16
"""The part of the playouts, one in so many, by which a temperament is told from another."""


Tick = Callable[[int], None]
"""Told how many playouts there were so far; it may raise to leave it."""


class Playouts(Protocol):
    """Whoever plays fights on: compiled code, by one thread or several, or CPython.

    `at_once` are playouts that are soon over, for whoever waits for the time to be.
    """

    @property
    def at_once(self) -> int: ...

    def begin(self, place: PlayoutStart) -> None: ...

    def play(
        self, cast: Cast, known: Sequence[Known], seed: int, first: int, count: int
    ) -> PlayoutEnds: ...


@dataclass
class Tried:
    """Some answers and what playouts of them came to; the same number has the same dice in all."""

    answers: Answers = ()
    wins: list[bool] = field(default_factory=list)
    worth: list[float] = field(default_factory=list)
    misfits: int = 0

    @property
    def playouts(self) -> int:
        return len(self.wins)

    @property
    def value(self) -> float:
        return fsum(self.worth) / len(self.worth) if self.worth else 0.0

    @property
    def win_rate(self) -> float:
        return sum(self.wins) / len(self.wins) if self.wins else 0.0

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval of the win chance, never nothing."""
        n, p = len(self.wins), self.win_rate
        return Z95 * sqrt(max(p * (1 - p), 1 / (n + 2)) / n) if n else 1.0


class Judge:
    """What the end of a playout is worth to a side."""

    def __init__(self, world: Any, side: int) -> None:
        sides = [int(creature.side) for creature in world.creatures[: world.n]]
        self.side, self.now = side, int(world.round)
        self.ours = sum(1 << i for i, of in enumerate(sides) if of == side)
        self.theirs = sum(1 << i for i, of in enumerate(sides) if of != side)
        self.each_of_ours = STANDING / max(1, self.ours.bit_count())
        self.each_of_theirs = STANDING / max(1, self.theirs.bit_count())

    def worth(self, winner: int, stood: int, round_: int) -> float:
        if winner == UNFIT:
            return 0.0
        left = (stood & self.ours).bit_count() * self.each_of_ours
        left -= (stood & self.theirs).bit_count() * self.each_of_theirs
        return left + (_sooner(round_ - self.now) if winner == self.side else 0.0)


@cache
def _sooner(rounds: int) -> float:
    """What a win is worth so many rounds from now."""
    worth = 1.0
    for _ in range(rounds):
        worth *= SOONER
    return worth


class Search:
    """Playouts of moves at one place; one's own side plays on by the best of its temperaments."""

    def __init__(
        self,
        playouts: Playouts,
        seen: Seen,
        judge: Judge,
        rest: Answers,
        level: Level,
        whim: int,
        tick: Tick,
    ) -> None:
        self.playouts, self.seen, self.judge, self.rest = playouts, seen, judge, rest
        self.level, self.tick = level, tick
        self.seed = seen.seed(whim)
        self.spent = 0
        self.until = time.perf_counter() + level.seconds if level.seconds else inf
        self.own = frozenset(members(judge.ours))
        self.cast = Cast(self.own, RANDOM)
        playouts.begin(seen.place)

    def choose_temperament(self, count: int) -> int:
        """The temperament that does best for one's own side, by a few playouts each from where
        the step began: the same for all that is decided in it."""
        tempers = range(min(1, count - 1), count)
        each = FIRST if self.level.seconds else self.level.playouts // SCOUTS
        tried = {temperament: Tried() for temperament in tempers}
        for temperament in tempers if len(tempers) > 1 else ():
            self.cast = Cast(self.own, temperament)
            self._play(tried[temperament], [], each)
        best = max(tried, key=lambda temperament: tried[temperament].value)
        self.cast = Cast(self.own, best)
        return best

    def best(self, tried: list[Tried], usual: Tried) -> Tried:
        """The move to make; the usual one, unless another is better beyond mere luck.

        `tried` are those to be looked at, the likelier first: as many as the budget is for.
        """
        live = self.possible(self._affordable(tried, usual)) or [usual]
        budget = self._budget(live)
        live = self._promising(live, budget)
        for left in range(_rounds(len(live)), 0, -1):
            among = live if usual in live else [*live, usual]
            each = (budget - self.spent) // (left * len(among))
            for one in among:
                self.more(one, each)
            live = sorted(live, key=lambda one: -one.value)[: max(1, (len(live) + 1) // 2)]
        return live[0] if is_better(live[0], usual) else usual

    def _affordable(self, tried: list[Tried], usual: Tried) -> list[Tried]:
        """The usual move, and as many others as half of the budget is enough for, once each."""
        most = max(1, self._left // 2) if not self.level.seconds else len(tried)
        return [usual, *(one for one in tried if one is not usual)][:most]

    @property
    def _left(self) -> int:
        return self.level.playouts - self.spent

    def possible(self, tried: list[Tried]) -> list[Tried]:
        """Those of the moves whose answers are legal where they are asked for, if asked for."""
        is_enough = self.level.seconds or self._left >= 2 * PROBES * len(tried)
        for one in tried:
            self.more(one, PROBES if is_enough else 1)
        return [one for one in tried if one.misfits < one.playouts]

    def _promising(self, live: list[Tried], budget: int) -> list[Tried]:
        """The best at first sight: as many as can be halved down to one by what is left."""
        most = 2
        while most < len(live) and _width(most + 1) <= budget - self.spent:
            most += 1
        return sorted(live, key=lambda one: -one.value)[:most]

    def _budget(self, tried: list[Tried]) -> int:
        """Playouts in all: as many as were said, or as what is left of the time will do for."""
        before, began = self.spent, time.perf_counter()
        if not self.level.seconds:
            return self.level.playouts
        for one in tried:
            self.more(one, FIRST)
        now = time.perf_counter()
        each = (now - began) / max(1, self.spent - before)
        return self.spent + int(max(0.0, self.until - now) / max(each, 1e-7))

    def more(self, one: Tried, count: int) -> None:
        """So many playouts more of a move, or fewer where the time is over."""
        who = self.seen.asked.who
        answers = one.answers if len(one.answers) > 1 else one.answers + self.rest
        self._play(one, [*self.seen.known, *(_said(q, who, a) for q, a in answers)], count)

    def _play(self, one: Tried, known: Sequence[Known], count: int) -> None:
        while count > 0 and time.perf_counter() < self.until:
            self.tick(self.spent)
            now = min(count, self.playouts.at_once if self.level.seconds else BATCH)
            self.spent += now
            ended = self.playouts.play(self.cast, known, self.seed, one.playouts, now)
            one.misfits += ended.misfits
            one.wins += [winner == self.judge.side for winner in ended.winners]
            one.worth += map(self.judge.worth, ended.winners, ended.stood, ended.rounds)
            count -= now


def _rounds(count: int) -> int:
    """Of so many moves half are dropped, until one is left."""
    return (max(2, count) - 1).bit_length()


def _width(count: int) -> int:
    """The playouts it takes to find the best of so many."""
    return count * _rounds(count) * PROBES


def _said(question: int, who: int, option: int) -> Known:
    return Known(int(Kind.CHOOSE), question, who, option)


def is_better(one: Tried, other: Tried) -> bool:
    """Whether it is, playout by playout with the same dice, by more than luck explains."""
    gains = [a - b for a, b in zip(one.worth, other.worth, strict=False)]
    mean = fsum(gains) / len(gains) if gains else 0.0
    off = [gain - mean for gain in gains]
    spread = sqrt(DOUBT + fsum(one * one for one in off)) / max(1, len(gains))
    return one is not other and mean > SURE_BY * spread
