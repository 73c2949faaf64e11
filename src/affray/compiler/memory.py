"""Memory that compiled code and Python share: records by their fields, rows of numbers."""

from __future__ import annotations

import ctypes
import struct
from typing import Any

from affray.layout import Layout


class Memory:
    """Some bytes at an address that does not change while this object lives."""

    def __init__(self, size: int, data: bytes = b"") -> None:
        self.size = size
        self.raw = ctypes.create_string_buffer(size + 16)
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

    def set(self, name: str, value: int, k: int = 0) -> None:
        code, at, size = self._format(name)
        code.pack_into(self.raw, at + k * size, value)

    def fill(self, name: str, values: Any) -> None:
        for k, value in enumerate(values):
            self.set(name, int(value), k)
