"""Sets as the bits of one int: the options of a question, creatures, things, conditions.

Compiled, each is an instruction or two; `members` is a loop over the bits that are set.
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
    """In order, the smallest first; a rule walks them: `for j in members(mask)`."""
    left, out = mask & ALL, []
    while left:
        one = left & -left
        out.append(one.bit_length() - 1)
        left ^= one
    return out
