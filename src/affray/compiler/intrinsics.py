"""What the oracles need and rules do not: each is an instruction or two when compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

NAMES = (
    "attempt",
    "copy_bytes",
    "high_word",
    "as_word",
    "as_number",
    "look",
    "part_of",
    "numbers_at",
    "numbers_of",
    "own_numbers",
    "leave_with",
    "is_error",
    "add_shared",
    "together",
    "least_of_us",
)


def attempt(function: Callable[..., Any], *args: Any) -> int:
    """The status a function hands back, 0 where it came to its end; nothing is left."""
    raise NotImplementedError


def copy_bytes(to: Any, source: Any, n: int) -> None:
    """Copy n bytes from one record or list to another."""
    raise NotImplementedError


def high_word(a: int, b: int) -> int:
    """The upper 64 bits of the product of two words."""
    return (a * b) >> 64


def as_word(a: int) -> int:
    """A number's 64 bits without their sign."""
    return a & ((1 << 64) - 1)


def as_number(a: int) -> int:
    """A word's 64 bits read with a sign."""
    return a - (1 << 64) if a >> 63 else a


def look(a: int) -> int:
    """A field as it stands in memory now, where another thread may have written to it."""
    return a


def part_of(numbers: list[int], first: int) -> list[int]:
    """A list of bytes from one of them on."""
    raise NotImplementedError


def numbers_at(address: int) -> list[int]:
    """The numbers that lie at an address, as many as are there."""
    raise NotImplementedError


def own_numbers(address: int) -> list[int]:
    """The numbers of 32 bits that lie at an address of a thread's own memory, nowhere else."""
    raise NotImplementedError


def numbers_of(record: Any) -> list[int]:
    """A record or list as the numbers of 64 bits that it is in memory."""
    raise NotImplementedError


def leave_with(status: int) -> None:
    """Hand a status on that was attempted."""
    raise NotImplementedError


def is_error(status: int, error: type[Exception]) -> bool:
    """Whether a status says that this was raised."""
    raise NotImplementedError


def add_shared(numbers: list[int], k: int, n: int) -> int:
    """Add to a number that other threads add to at the same time; what it was before."""
    before = numbers[k]
    numbers[k] = before + n
    return before


def together() -> None:
    """Threads of a device that go together wait for one another here."""


def least_of_us(n: int) -> int:
    """The least that any of the threads of a device has that go together."""
    return n
