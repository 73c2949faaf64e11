"""Sets as the bits of one int: the options of a question, creatures, things, conditions.

Rules may call all of these but `members`; compiled, each is an instruction or two.
"""

from __future__ import annotations

OPTIONS = 62
"""A mask holds 0 to 61; bits 62 and 63 would change an int64's sign."""

ALL = (1 << OPTIONS) - 1


def contains(mask: int, k: int) -> bool:
    return (mask >> k) & 1 == 1


def is_single(mask: int) -> bool:
    """Whether it holds exactly one."""
    return mask != 0 and mask & (mask - 1) == 0


def how_many(mask: int) -> int:
    return (mask & ALL).bit_count()


def smallest(mask: int) -> int:
    """Of an empty mask -1."""
    held = mask & ALL
    return (held & -held).bit_length() - 1


def largest(mask: int) -> int:
    """Of an empty mask -1."""
    return (mask & ALL).bit_length() - 1


def members(mask: int) -> list[int]:
    """For everybody but rules, which know no lists."""
    return [k for k in range(OPTIONS) if mask >> k & 1]
