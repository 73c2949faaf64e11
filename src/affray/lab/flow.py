"""How likely each end of a fight is that has been met: in whole numbers, or in floats."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import TYPE_CHECKING

from affray.compiler.memory import Memory
from affray.compiler.oracles.branches import HALF
from affray.compiler.oracles.flow import LIMB, LIMB_BITS, LIMBS_OF_WAYS
from affray.compiler.oracles.met import (
    ALL_HIGH,
    ALL_LOW,
    PLACE,
    SOURCE,
    WAYS_HIGH,
    WAYS_LOW,
)
from affray.lab.met import Met

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.int64]
    Floats = NDArray[np.float64]

MOST_LIMBS = 1 << 24
"""Room for all weights in whole numbers: 64 MiB."""

WIDEST = 40
"""Limbs of the ways of one level."""


@dataclass
class Flow:
    """The weight of every end, in the order of the ends, and of all states together; the chance
    is that by `whole`, give or take `off`."""

    ends: Sequence[int | Fraction]
    visits: int | Fraction
    whole: int = 1
    off: Fraction = Fraction(0)


def exactly(met: Met) -> Flow | None:
    """In whole numbers of any size, or nothing where they would take too much room."""
    levels = _Levels(met)
    return levels.flow() if levels.fits else None


class _Levels:
    """The levels of a fight: how many ways each has, and how long its numbers are."""

    def __init__(self, met: Met) -> None:
        self.met, self.order = met, met.order
        self.totals = [_joined(high, low) for high, low in self.order.totals.rows()]
        found, count = self._used()
        self.wholes = [lcm(*(self.totals[k] for k in ids)) for ids in found]
        self.present = found
        self.before = [1]
        for whole in self.wholes:
            self.before.append(self.before[-1] * whole)
        self.long = [_limbs(n) for n in self.before[:-1]]
        self.wide = max(map(_limbs, self.wholes))
        self.room = sum(n * long for n, long in zip(count, self.long, strict=True))
        self.fits = self.wide <= WIDEST and self.room <= MOST_LIMBS

    def _used(self) -> tuple[list[list[int]], list[int]]:
        """Which numbers of ways each level has, and how many states."""
        n, kinds = self.order.levels, len(self.totals)
        found, count = Memory(8 * n * kinds), Memory(8 * n)
        arguments = (self.met.ask, self.met.count, self.order.level, kinds, found, count)
        self.met.require("used", *arguments)
        flags = found.numbers().tolist()
        rows = [flags[k : k + kinds] for k in range(0, n * kinds, kinds)]
        return [[k for k, flag in enumerate(row) if flag] for row in rows], count.numbers().tolist()

    def flow(self) -> Flow:
        met, order, longest = self.met, self.order, max(self.long)
        n, spare = met.count, self.wide + longest + LIMBS_OF_WAYS
        place, reached = Memory(8 * n), Memory(8 * n)
        long, weights = Memory(8 * order.levels), Memory(4 * (self.room + spare))
        long.put(array("q", self.long).tobytes())
        visits = Memory(4 * (order.levels * longest + spare))
        met.require(
            "flow", met.ask, n, order.first, order.level, order.order, len(self.totals), self.wide,
            self._wholes(), self._shares(), long, longest, place, reached, weights, visits,
            Memory(4 * 2 * spare), Memory(4 * spare),
        )  # fmt: skip
        words = longest * LIMB // 64 + 2
        packed = Memory(8 * words * met.end_count)
        arguments = (met.end_count, met.ends, place, reached, long, weights, words, packed)
        met.require("pack_weights", *arguments)
        return Flow(
            self._ends(packed.data(), 8 * words, reached),
            self._visits(array("i", visits.data()), longest),
            self.before[-1],
        )

    def _wholes(self) -> Memory:
        return _memory([limb for whole in self.wholes for limb in _split(whole, self.wide)])

    def _shares(self) -> Memory:
        """By how much the ways of a line are multiplied to count as those of its level."""
        none, known = [0] * self.wide, dict[tuple[int, int], list[int]]()
        out: list[int] = []
        for whole, present in zip(self.wholes, self.present, strict=True):
            for k, total in enumerate(self.totals):
                if k in present and (whole, k) not in known:
                    known[whole, k] = _split(whole // total, self.wide)
                out += known[whole, k] if k in present else none
        return _memory(out)

    def _ends(self, data: bytes, step: int, reached: Memory) -> list[int]:
        """The weights of the ends, all counted in the ways of the whole fight."""
        rest = [self.before[-1] // before for before in self.before]
        levels = reached.numbers()
        return [
            int.from_bytes(data[k * step : k * step + step], "little")
            * rest[max(levels[one.state] - 1, 0)]
            for k, one in enumerate(self.met.ended)
        ]

    def _visits(self, limbs: array[int], longest: int) -> int:
        total = 0
        for level, before in enumerate(self.before[:-1]):
            mine = limbs[level * longest : (level + 1) * longest]
            if any(mine):
                sum_here = sum([x << LIMB * k for k, x in enumerate(mine)])
                total += sum_here * (self.before[-1] // before)
        return total


def _joined(high: int, low: int) -> int:
    return (high << HALF) + low


def _limbs(n: int) -> int:
    return -(-n.bit_length() // LIMB)


def _split(n: int, wide: int) -> list[int]:
    return [n >> LIMB * k & LIMB_BITS for k in range(wide)]


def _memory(limbs: list[int]) -> Memory:
    return Memory(4 * len(limbs), array("i", limbs).tobytes())


def nearly(met: Met, kept: list[bool] | None = None) -> Flow:
    """In floats, level by level, by the lines that are kept of all; by how much each may be off is
    counted along.

    A chance is a quotient of two sums, it is multiplied, and as many are added as lead to a
    state: each of these is off by one part in 2 to the 53rd, and nothing is subtracted.
    """
    import numpy as np

    rows = rows_of(met)
    share = shares(rows)
    level = np.frombuffer(met.order.level.raw, np.int64, met.count)[rows[:, SOURCE]]
    by = np.argsort(level, kind="stable")
    if kept is not None:
        by = by[np.array(kept, bool)[by]]
    rows, level, share = rows[by], level[by], share[by]
    weights = np.zeros(met.count)
    weights[0] = 1
    bounds = np.searchsorted(level, np.arange(met.order.levels + 1)).tolist()
    for first, last in pairwise(bounds):
        part = rows[first:last]
        np.add.at(weights, part[:, PLACE], weights[part[:, SOURCE]] * share[first:last])
    most = int(np.bincount(rows[:, PLACE]).max(initial=0))
    found = weights.tolist()
    ended = [Fraction(found[one.state]) for one in met.ended]
    visits = Fraction(sum(found)) - sum(ended)
    return Flow(ended, visits, off=Fraction(2 * met.order.levels * (most + 8), 1 << 53))


def rows_of(met: Met) -> Numbers:
    """The lines of a fight, as they lie in memory."""
    import numpy as np

    table = met.tables["lines"]
    numbers = np.frombuffer(table.raw, np.int64, table.count * table.width, 8 * table.first)
    return numbers.reshape(-1, table.width)


def shares(rows: Numbers) -> Floats:
    """How likely every line is."""
    full = rows.astype(float)
    ways = full[:, WAYS_HIGH] * 2.0**HALF + full[:, WAYS_LOW]
    found: Floats = ways / (full[:, ALL_HIGH] * 2.0**HALF + full[:, ALL_LOW])
    return found
