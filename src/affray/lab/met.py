"""Every state of a fight met by compiled code, what each leads to, and how likely it is reached."""

from __future__ import annotations

import struct
from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from affray.book.encounter import Encounter
from affray.compiler.build import TAPE
from affray.compiler.engine import engine_of
from affray.compiler.memory import HashTable, Memory
from affray.compiler.oracles.met import (
    ALL_HIGH,
    LINE,
    PLACE,
    SOURCE,
    STATE,
    UNBEGUN,
    WAYS_HIGH,
)
from affray.compiler.oracles.tables import COUNT
from affray.lab.states import MOST_STATES, FightEnd, left_fields
from affray.odds.compiled.layer import CHUNK, Lines
from affray.odds.compiled.walker import weight_of
from affray.rules.layout import Layout
from affray.rules.world import pack

ROOM = 1 << 14
"""States there is room for at first."""

MOST_BYTES = 1 << 29
"""For states, where nobody says how many there may be."""

MOST_TOTALS = 1 << 12


class EndState(NamedTuple):
    """A state nothing leads on from."""

    state: int
    winner: int
    standing: int


class Met(Lines):
    """The states of a fight under fixed temperaments, in the order they were met.

    State 0 is the beginning; it is no state of the fight where that has yet to begin.
    """

    def __init__(self, encounter: Encounter, temperaments: list[int]) -> None:
        data = pack(encounter.world())
        super().__init__(engine_of(encounter.ruleset), temperaments, data)
        self.encounter = encounter
        self.tables["states"] = HashTable(2, STATE, ROOM)
        self.tables["lines"] = HashTable(0, LINE, 2 * ROOM)
        self.states = Memory(ROOM * self.size)
        self.point()
        self.ask.set("whole", 1)
        self.ask.set("plan", -1)
        self.is_unbegun = encounter.start_index < 0
        self.put_node(data[: self.size], UNBEGUN if self.is_unbegun else 0)

    def point(self) -> None:
        """States are led on from where they were put."""
        self.layer = self.states
        super().point()

    def _grow(self, name: str) -> None:
        """Lines are found by number alone, and lie as they were put."""
        if name != "lines":
            super()._grow(name)
            return
        old = self.tables[name]
        new = HashTable(old.keys, old.width, 4 * old.most)
        new.put(old.data(8 * old.width * old.count, 8 * old.first), 8 * new.first)
        new.cells[COUNT] = old.count
        self.tables[name] = new
        self.point()

    @property
    def count(self) -> int:
        return self.tables["states"].count

    def meet(self, most: int, tick: Callable[[int], None]) -> None:
        """Every state there is; past `most` of them, or past all room, the last are not led on.

        Whoever asks for more than is usual has said that there is room.
        """
        most = most if most > MOST_STATES else min(most, MOST_BYTES // self.size)
        self.ask.set("more", 1)
        while self.ask.get("more"):
            before = self.ask.get("lines")
            arguments = (self.ask, self.world, self.size, most, CHUNK)
            self.settle(self.engine.call(TAPE, "meet", *arguments))
            tick(self.ask.get("lines") - before)

    @property
    def is_cut(self) -> bool:
        """Whether there are states that were not led on."""
        return self.ask.get("source") < self.count

    def require(self, entry: str, *arguments: Memory | int) -> int:
        """Call an entry that always comes to its end; its result."""
        self.engine.require(TAPE, self.engine.call(TAPE, entry, *arguments))
        return self.ask.get("result")

    @cached_property
    def order(self) -> LevelOrder:
        return LevelOrder(self)

    @cached_property
    def ended(self) -> list[EndState]:
        found = self.ends.numbers()[: 3 * self.end_count].tolist()
        return list(map(EndState, found[::3], found[1::3], found[2::3]))

    @cached_property
    def end_count(self) -> int:
        arguments = (self.ask, self.world, self.size, self.count, self.order.first, self.ends)
        return self.require("ended", *arguments)

    @cached_property
    def ends(self) -> Memory:
        return Memory(24 * self.count)

    def end(self, one: EndState) -> FightEnd:
        """How it ended in a state."""
        values = self._read.unpack_from(self.states.raw, one.state * self.size)
        round_, left = self._told
        return FightEnd(one.winner, one.standing, values[round_], tuple([values[k] for k in left]))

    @cached_property
    def _read(self) -> struct.Struct:
        """The numbers that are told of an end, in the order they lie in a state."""
        code, at = "<", 0
        for offset, letter in sorted(self._places):
            code, at = f"{code}{offset - at}x{letter}", offset + struct.calcsize(letter)
        return struct.Struct(code)

    @cached_property
    def _told(self) -> tuple[int, list[int]]:
        """Which of them is the round, and which are what everybody has left."""
        numbers = {place: k for k, place in enumerate(sorted(self._places))}
        round_, *left = (numbers[place] for place in self._places)
        return round_, left

    @cached_property
    def _places(self) -> list[tuple[int, str]]:
        layout = self.engine.ruleset.world.layout
        one, first = layout.fields["creatures"].layout, layout.offsets["creatures"]
        return [_place(layout, "round", 0)] + [
            _place(one, name, first + i * one.size)
            for i in range(len(self.encounter.entrants))
            for name in left_fields(self.encounter)
        ]

    def leads(self) -> dict[int, list[tuple[int, Fraction]]]:
        """What every state leads to, in fractions."""
        found: dict[int, list[tuple[int, Fraction]]] = {}
        for row in self.tables["lines"].rows():
            p = Fraction(*weight_of(row[WAYS_HIGH:], row[ALL_HIGH:]))
            found.setdefault(row[SOURCE], []).append((row[PLACE], p))
        return found


def _place(layout: Layout, name: str, first: int) -> tuple[int, str]:
    storage = layout.fields[name].storage
    assert storage is not None
    return first + layout.offsets[name], storage.code


class LevelOrder:
    """The states by levels, each past all that lead to it, where nothing goes round."""

    def __init__(self, met: Met) -> None:
        n = met.count
        self.first, self.level, self.order = Memory(8 * n + 8), Memory(8 * n), Memory(8 * n)
        self.totals = HashTable(2, 2, MOST_TOTALS)
        memories = (self.totals, self.first, Memory(8 * n), self.level, self.order)
        self.is_whole = met.require("put_in_order", met.ask, n, *memories) == n
        self.levels = self.level.numbers()[self.order.numbers()[n - 1]] + 1 if self.is_whole else 0
