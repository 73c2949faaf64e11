"""Collapsed dice: where a rule asks for a yes or no, one number is drawn against its chance.

A chance is a share of `CERTAIN`, worked out die by die in whole numbers: off by less than
2**-50, where a rolled face is off by 2**-32. What a rule looks at itself (a total, a margin, the
faces) is rolled as ever. The functions are compiled as they stand.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from affray.oracles.dice import GOLDEN, M64, Dice, mix
from affray.rules.pools import BITS, COUNT, HIGH, KINDS, LOW, SIDES, highest, lowest

CERTAIN = 1 << 62
HALF = 31
LOWER = (1 << HALF) - 1

ROLLED, COLLAPSED = "rolled", "collapsed"
DICE = (ROLLED, COLLAPSED)
"""How the chances of a run are decided; the fights of a seed are others with the other."""

MOST_TOTALS = 1 + COUNT * (sum(SIDES) - KINDS)
"""As many as a pool can come to."""


def luck(ask: Any) -> int:
    """The next number, 0 to CERTAIN - 1."""
    ask.n += 1
    return mix((ask.key + ask.n * GOLDEN) & M64) >> 2


def times(p: int, q: int) -> int:
    """The chance that both come true."""
    high = (p >> HALF) * (q >> HALF)
    return high + ((p >> HALF) * (q & LOWER) >> HALF) + ((p & LOWER) * (q >> HALF) >> HALF)


def add_die(chances: list[int], n: int, sides: int) -> None:
    """One die more on n totals, each with its chance; what is left over goes to the next below."""
    for t in range(n, n + sides - 1):
        chances[t] = 0
    window = 0
    over = 0
    for k in range(n + sides - 1):
        t = n + sides - 2 - k
        if t >= sides - 1:
            window += chances[t - sides + 1]
        before = chances[t]
        chances[t] = (window + over) // sides
        over = (window + over) % sides
        window -= before


def fill_tails(tails: list[int], pool: int) -> int:
    """For every total from the lowest up the chance of it or more; how many totals there are."""
    tails[0] = CERTAIN
    n = 1
    for k in range(KINDS):
        for _ in range(pool >> (BITS * k) & COUNT):
            add_die(tails, n, SIDES[k])
            n += SIDES[k] - 1
    for k in range(n - 1):
        tails[n - 2 - k] += tails[n - 1 - k]
    tails[0] = CERTAIN
    if pool & (HIGH | LOW):
        for k in range(n):
            both = times(tails[k], tails[k])
            tails[k] = tails[k] + (tails[k] - both) if pool & HIGH else both
    return n


def check_chance(tails: list[int], pool: int, target: int) -> int:
    """How likely the pool's total reaches the target."""
    least = lowest(pool)
    if target <= least:
        return CERTAIN
    if target > highest(pool):
        return 0
    fill_tails(tails, pool)
    return tails[target - least]


def test_chance(tails: list[int], vs_tails: list[int], pool: int, vs_pool: int) -> int:
    """How likely the first total is at least the second."""
    ahead = lowest(vs_pool) - lowest(pool)
    if lowest(pool) >= highest(vs_pool):
        return CERTAIN
    if highest(pool) < lowest(vs_pool):
        return 0
    n = fill_tails(tails, pool)
    vs_n = fill_tails(vs_tails, vs_pool)
    chance = 0
    for k in range(vs_n):
        just = vs_tails[k] - (vs_tails[k + 1] if k + 1 < vs_n else 0)
        at = k + ahead
        if at <= 0:
            chance += just
        elif at < n:
            chance += times(just, tails[at])
    return chance


def _room(pool: int) -> list[int]:
    return [0] * (highest(pool) - lowest(pool) + 1)


@lru_cache(maxsize=1 << 14)
def known_check(pool: int, target: int) -> int:
    return check_chance(_room(pool), pool, target)


@lru_cache(maxsize=1 << 14)
def known_test(pool: int, vs_pool: int) -> int:
    return test_chance(_room(pool), _room(vs_pool), pool, vs_pool)


class Collapsed(Dice):
    """The oracle of a fight the computer plays, with a number for every yes or no."""

    __slots__ = ()

    def check(self, what: int, who: int, pool: int, target: int) -> bool:
        return luck(self) < known_check(pool, target)

    def test(self, what: int, who: int, pool: int, vs: int, vs_pool: int) -> bool:
        return luck(self) < known_test(pool, vs_pool)


def dice_of(how: str) -> type[Dice]:
    """Who rolls: every die, or a number for every yes or no."""
    return Collapsed if how == COLLAPSED else Dice
