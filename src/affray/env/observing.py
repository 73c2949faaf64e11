"""A world as a row of numbers, with what a player may not know left out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

import numpy as np

from affray.book.encounter import Encounter
from affray.rules.layout import Field, Layout
from affray.rules.masks import OPTIONS
from affray.rules.world import pack

Ints = np.ndarray[Any, np.dtype[np.int64]]

HEAD = ("me", "asked")
"""Before the world: who looks, and the question they are asked; -1 where none is."""


@dataclass(frozen=True)
class Feature:
    """One number of a world: where it stands in the world's bytes, and how far it goes.

    Of a set of things every member has a column of its own, 1 where it is in the set.
    """

    name: str
    at: int
    size: int
    low: int
    high: int
    default: int
    bit: int = -1
    owner: int = -1
    """Whose it is, where that is a creature."""
    is_secret: bool = False

    def in_sets(self, members: list[str]) -> list[Feature]:
        return [
            replace(self, name=f"{self.name}.{name}", low=0, high=1, default=0, bit=k)
            for k, name in enumerate(members)
        ]


class Features:
    """The columns of an encounter's world, and rows of them from its bytes.

    What never changes in a fight (its map, its book) is no column.
    """

    def __init__(self, encounter: Encounter) -> None:
        self.encounter = encounter
        layout: Layout = encounter.ruleset.world.layout
        self.columns = list(self._of(layout, 0, "", len(encounter.entrants)))
        self.names = [*HEAD, *(column.name for column in self.columns)]
        most = [len(encounter.entrants) - 1, max(map(int, encounter.ruleset.words.questions))]
        self.low = np.array([0, -1, *(c.low for c in self.columns)], np.int64)
        self.high = np.array([*most, *(c.high for c in self.columns)], np.int64)
        self._owners = np.array([c.owner for c in self.columns])
        self._secret = np.array([c.is_secret for c in self.columns], bool)
        self._defaults = np.array([c.default for c in self.columns], np.int64)
        self._bits = np.array([max(0, c.bit) for c in self.columns], np.int64)
        self._is_bit = np.array([c.bit >= 0 for c in self.columns], bool)
        self._by_size = {
            size: np.array([k for k, c in enumerate(self.columns) if c.size == size])
            for size in {c.size for c in self.columns}
        }
        self._places = {
            size: np.array([self.columns[k].at // size for k in ks])
            for size, ks in self._by_size.items()
        }

    def _of(
        self, layout: Layout, at: int, before: str, n: int, owner: int = -1, secret: bool = False
    ) -> Iterator[Feature]:
        for f in layout.order:
            if f.fixed:
                continue
            one = f.size // max(1, f.capacity)
            count = n if f.name == "creatures" and not before else max(1, f.capacity)
            for k in range(count):
                name = f"{before}{f.name}[{k}]" if f.is_list else f"{before}{f.name}"
                here = at + layout.offsets[f.name] + k * one
                whose = k if f.is_list and not before else owner
                if f.record:
                    inner = (here, f"{name}.", n, whose, secret or f.secret)
                    yield from self._of(f.layout, *inner)
                else:
                    yield from self._numbers(f, name, here, whose, secret or f.secret)

    def _numbers(
        self, f: Field, name: str, at: int, owner: int, is_secret: bool
    ) -> Iterator[Feature]:
        assert f.storage is not None
        low, high = f.storage.low, f.storage.high
        column = Feature(name, at, f.storage.size, low, high, f.default, -1, owner, is_secret)
        members = self._members(f)
        yield from column.in_sets(members) if members else [column]

    def _members(self, f: Field) -> list[str]:
        """The names of what can be in a set; none where it is a number."""
        if f.mask is None:
            return []
        if isinstance(f.mask, str):
            return list(self.encounter.names.get(f.mask, []))[:OPTIONS]
        assert issubclass(f.mask, IntEnum)
        names = {int(member): member.name.lower() for member in f.mask}
        return [names.get(k, str(k)) for k in range(max(names) + 1)]

    def rows(self, worlds: bytes, n: int) -> Ints:
        """The rows of so many worlds, one behind the other; nothing is left out yet."""
        raw = np.frombuffer(worlds, np.uint8).reshape(n, -1)
        out = np.empty((n, len(self.columns)), np.int64)
        for size, ks in self._by_size.items():
            out[:, ks] = np.ascontiguousarray(raw).view(f"<i{size}")[:, self._places[size]]
        return np.where(self._is_bit, (out >> self._bits) & 1, out)

    def row(self, world: Any) -> Ints:
        """The row of one world."""
        row: Ints = self.rows(pack(world), 1)[0]
        return row

    def leave_out(self, row: Ints, who: int) -> Ints:
        """Without the secrets of everybody but one."""
        return np.where(self._secret & (self._owners != who), self._defaults, row)

    def headed(self, row: Ints, who: int, asked: int) -> Ints:
        return np.concatenate([np.array([who, asked], np.int64), row])
