"""Memory that compiled code and Python share: records by their fields, rows of numbers."""

from __future__ import annotations

import ctypes
import mmap
import struct
import sys
from array import array
from typing import Any

from affray.compiler.oracles.tables import COUNT, HEADS, KEYS, MOST, SLOTS, WIDTH, row_hash
from affray.rules.layout import Layout, struct_code

LARGE = 1 << 16


class Memory:
    """Some bytes at an address that does not change while this object lives."""

    def __init__(self, size: int, data: bytes = b"") -> None:
        self.size = size
        if size < LARGE:
            self.raw: Any = ctypes.create_string_buffer(size + 16)
        else:  # pages nobody touches cost nothing
            self.raw = (ctypes.c_char * (size + 16)).from_buffer(_pages(size + 16))
        self.address = ctypes.addressof(self.raw)
        if data:
            ctypes.memmove(self.address, data, len(data))

    def data(self, size: int | None = None, at: int = 0) -> bytes:
        return ctypes.string_at(self.address + at, self.size if size is None else size)

    def put(self, data: bytes, at: int = 0) -> None:
        ctypes.memmove(self.address + at, data, len(data))

    def numbers(self) -> memoryview[int]:
        """The bytes as numbers of 64 bits."""
        return memoryview(self.raw).cast("B")[: self.size // 8 * 8].cast("q")


def _pages(size: int) -> mmap.mmap:
    """Pages of this process alone where that can be said: shared ones cost twice as much."""
    if sys.platform == "win32":
        return mmap.mmap(-1, size)
    return mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)


class Column(Memory):
    """A number for each of many fights, written by compiled code and read as it lies there."""

    def __init__(self, code: str, count: int) -> None:
        self.held = array(code, [0]) * max(1, count)
        self.size = self.held.itemsize * count
        self.address = self.held.buffer_info()[0]

    def first(self, count: int) -> array[int]:
        return self.held if count == len(self.held) else self.held[:count]


class RecordMemory(Memory):
    """A record in memory, its fields by name."""

    def __init__(self, layout: Layout, data: bytes = b"") -> None:
        super().__init__(layout.size, data)
        self.layout = layout
        self._formats: dict[str, tuple[struct.Struct, int, int]] = {}

    def _format(self, name: str) -> tuple[struct.Struct, int, int]:
        if name not in self._formats:
            f = self.layout.fields[name]
            assert f.storage is not None
            made = struct.Struct("<" + f.storage.code)
            self._formats[name] = (made, self.layout.offsets[name], f.storage.size)
        return self._formats[name]

    def get(self, name: str, k: int = 0) -> int:
        code, at, size = self._format(name)
        found: int = code.unpack_from(self.raw, at + k * size)[0]
        return found

    def all(self, name: str) -> list[int]:
        """Every number of a list."""
        f = self.layout.fields[name]
        return list(struct.unpack_from("<" + struct_code(f), self.raw, self.layout.offsets[name]))

    def set(self, name: str, value: int, k: int = 0) -> None:
        code, at, size = self._format(name)
        code.pack_into(self.raw, at + k * size, value)

    def fill(self, name: str, values: Any) -> None:
        for k, value in enumerate(values):
            self.set(name, int(value), k)


class HashTable(Memory):
    """Rows of numbers found by hash; `compiler/tables.py` is how compiled code reads them.

    Rows without a key are found by their number alone.
    """

    def __init__(self, keys: int, width: int, most: int) -> None:
        slots = 1 << (2 * most - 1).bit_length() if keys else 0
        self.keys, self.width, self.most = keys, width, most
        self.first = HEADS + slots
        super().__init__(8 * (self.first + most * width))
        self.cells = self.numbers()
        for at, value in ((MOST, most), (WIDTH, width), (KEYS, keys), (SLOTS, slots)):
            self.cells[at] = value

    @property
    def count(self) -> int:
        return self.cells[COUNT]

    @property
    def is_full(self) -> bool:
        return self.count >= self.most

    def clear(self) -> None:
        if self.count:
            self.cells[COUNT] = 0
            ctypes.memset(self.address + 8 * HEADS, 0, 8 * (self.first - HEADS))

    def add(self, row: list[int]) -> None:
        """Put a row at the end that is not there yet."""
        h = row_hash(row, self.keys) & (self.cells[SLOTS] - 1)
        while self.cells[HEADS + h]:
            h = (h + 1) & (self.cells[SLOTS] - 1)
        at = self.first + self.count * self.width
        for k, value in enumerate(row):
            self.cells[at + k] = value
        self.cells[COUNT] += 1
        self.cells[HEADS + h] = self.count

    def rows(self, start: int = 0) -> list[list[int]]:
        """Every row from one on, as its numbers."""
        at, width = self.first + start * self.width, self.width
        held = self.cells[at : self.first + self.count * width].tolist()
        return [held[k : k + width] for k in range(0, len(held), width)]

    def key_bytes(self, row: int) -> bytes:
        return self.data(8 * self.keys, 8 * (self.first + row * self.width))
