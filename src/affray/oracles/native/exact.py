"""Exact steps in compiled code: every line of play, weighed in integers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numba
import numpy as np

from affray import pools
from affray.oracles.native import seam
from affray.oracles.native.drivers import BROKEN, DONE, FULL, OVERFLOW, UNKNOWN, question_hash
from affray.oracles.native.engine import Broken, Buffer, Engine
from affray.oracles.tree import Weights, require_one

_hash: Any = numba.njit(lambda kind, a, b: question_hash(kind, a, b))


class Ways:
    """The table of exact ways that compiled code looks questions up in."""

    def __init__(self, slots: int = 1 << 12) -> None:
        self.keys = np.zeros((slots, 3), np.int64)
        self.rows = np.full(slots, -1, np.int64)
        self.starts = np.zeros(slots, np.int64)
        self.totals = np.zeros(slots, np.int64)
        self.ways = np.zeros(1 << 16, np.int64)
        self.count = 0
        self.used = 0

    def add(self, kind: int, a: int, b: int) -> bool:
        """Add one question's row; False when its ways do not fit 62 bits."""
        ways, total = _exact_ways(kind, a, b)
        if total >= 1 << 62:
            return False
        if 2 * self.count >= len(self.rows):
            self._grow()
        while self.used + len(ways) > len(self.ways):
            self.ways = np.concatenate([self.ways, np.zeros_like(self.ways)])
        row = self.count
        self._put(kind, a, b, row)
        self.starts[row], self.totals[row] = self.used, total
        self.ways[self.used : self.used + len(ways)] = ways
        self.used += len(ways)
        self.count += 1
        return True

    def _put(self, kind: int, a: int, b: int, row: int) -> None:
        last = len(self.rows) - 1
        h = int(_hash(kind, a, b)) & last
        while self.rows[h] >= 0:
            h = (h + 1) & last
        self.rows[h] = row
        self.keys[h] = (kind, a, b)

    def _grow(self) -> None:
        bigger = Ways(2 * len(self.rows))
        bigger.starts[: self.count] = self.starts[: self.count]
        bigger.totals[: self.count] = self.totals[: self.count]
        for h in range(len(self.rows)):
            if self.rows[h] >= 0:
                kind, a, b = (int(x) for x in self.keys[h])
                bigger._put(kind, a, b, int(self.rows[h]))
        self.keys, self.rows = bigger.keys, bigger.rows
        self.starts, self.totals = bigger.starts, bigger.totals


def _exact_ways(kind: int, a: int, b: int) -> tuple[list[int], int]:
    if kind == seam.CHECK:
        yes, total = pools.check_ways(a, b)
        return [yes, total - yes], total
    if kind == seam.TEST:
        yes, total = pools.test_ways(a, b)
        return [yes, total - yes], total
    if kind == seam.MARGIN:
        _, ways, total = pools.margin_distribution(a, b)
        return list(ways), total
    if kind == seam.ROLL:
        _, ways, total = pools.distribution(a)
        return list(ways), total
    if kind == seam.DICE:
        return [n for _, n in pools.hands(a, b)], b**a
    return [1] * a, a


class TooLarge(Exception):
    """An exact step whose weights do not fit 62 bits; CPython can still walk it."""


class Exact:
    """Walks every line of a step in compiled code."""

    def __init__(self, engine: Engine, temperaments: list[int], room: int = 1 << 12) -> None:
        self.engine = engine
        self.temperaments = temperaments
        self.table = Ways()
        layout = engine.ruleset.world.layout
        self.identity = np.frombuffer(layout.identity_mask(), np.uint8)
        self.leaves = 0
        self._make_room(room)

    def _make_room(self, room: int) -> None:
        size = len(self.identity)
        self.found = np.zeros((room, size), np.uint8)
        self.numerators = np.zeros(room, np.int64)
        self.denominators = np.zeros(room, np.int64)
        self.heads = np.full(4 * room, -1, np.int64)

    def expand(self, data: bytes) -> dict[bytes, Fraction]:
        """The states one step can lead to, and their exact probabilities."""
        while True:
            code, counts = self._walk(data)
            if code == DONE:
                break
            if code == FULL:
                self._make_room(2 * len(self.found))
                continue
            raise TooLarge("an exact step with weights past 62 bits")
        self.leaves += int(counts[1])
        weights: dict[bytes, Weights] = {}
        first: dict[bytes, bytes] = {}  # of the states that differ in a clock alone
        whole = Weights()
        for k in range(int(counts[0])):
            found = self.found[k]
            state = first.setdefault((found & self.identity).tobytes(), found.tobytes())
            numerator, denominator = int(self.numerators[k]), int(self.denominators[k])
            weights.setdefault(state, Weights()).add(numerator, denominator)
            whole.add(numerator, denominator)
        require_one([whole.total()])
        return {state: held.total() for state, held in weights.items()}

    def _walk(self, data: bytes) -> tuple[int, np.ndarray[Any, Any]]:
        buffer = Buffer(self.engine, data)
        asks = self.engine.asks(seam.tape_type, self.temperaments)
        asks["mode"] = seam.TREE
        source = buffer.state.copy()
        self.heads[:] = -1
        unknown, counts = np.zeros(3, np.int64), np.zeros(2, np.int64)
        while True:
            code = self.engine.tape.expand(
                source,
                buffer.state,
                self.identity,
                buffer.worlds,
                asks,
                self.table.keys,
                self.table.rows,
                self.table.starts,
                self.table.totals,
                self.table.ways,
                self.found,
                self.numerators,
                self.denominators,
                self.heads,
                unknown,
                counts,
            )
            if code == BROKEN:
                raise Broken(int(asks["bad"][0]))
            if code != UNKNOWN:
                return code, counts
            if not self.table.add(*(int(x) for x in unknown)):
                return OVERFLOW, counts
