"""Parts of a state that count: what makes it what it is, and what is shown of it at the end."""

from __future__ import annotations

import struct
from array import array

from affray.book.ruleset import Ruleset
from affray.compiler.memory import HashTable, Memory
from affray.odds.ends import shown_fields
from affray.odds.expansion import EndPlace
from affray.rules.layout import Layout
from affray.rules.world import unpack


class Picks(Memory):
    """The words of a state of which some bits count, and which bits."""

    def __init__(self, mask: bytes) -> None:
        bits = array("q", mask.ljust(-(-len(mask) // 8) * 8, b"\0"))
        self.words = [(k, word) for k, word in enumerate(bits) if word]
        self.width = len(self.words)
        said = array("q", [self.width, *(n for pair in self.words for n in pair)])
        super().__init__(8 * len(said), said.tobytes())

    def of(self, data: bytes) -> bytes:
        """The key of a state, as compiled code makes it."""
        held = array("q", data[: len(data) // 8 * 8])
        return array("q", [held[k] & word for k, word in self.words]).tobytes()


class ShownFields:
    """What an end is told by: every creature's shown fields, and who stands."""

    def __init__(self, ruleset: Ruleset, data: bytes) -> None:
        world = ruleset.world
        self.size = world.layout.state_size
        creatures = world.layout.fields["creatures"]
        first, one = world.layout.offsets["creatures"], creatures.layout
        n = int(getattr(unpack(world, data), creatures.count))
        names = shown_fields(ruleset)
        self.places = [
            [_place(one, name, first + i * one.size) for name in names] for i in range(n)
        ]
        mask = bytearray(-(-self.size // 8) * 8)
        for places in self.places:
            for code, at in places:
                mask[at : at + code.size] = b"\xff" * code.size
        self.picks = Picks(bytes(mask))
        self._known: dict[bytes, EndPlace] = {}

    def end(self, table: HashTable, row: int) -> EndPlace:
        key = table.key_bytes(row)
        if key not in self._known:
            self._known[key] = self._read(key)
        return self._known[key]

    def _read(self, key: bytes) -> EndPlace:
        *words, standing = array("q", key)
        state = bytearray(-(-self.size // 8) * 8)
        for (k, _), word in zip(self.picks.words, words, strict=True):
            struct.pack_into("<q", state, 8 * k, word)
        fields = tuple(
            tuple(code.unpack_from(state, at)[0] for code, at in places) for places in self.places
        )
        return EndPlace(standing, fields)


def _place(layout: Layout, name: str, first: int) -> tuple[struct.Struct, int]:
    storage = layout.fields[name].storage
    assert storage is not None
    return struct.Struct("<" + storage.code), first + layout.offsets[name]
