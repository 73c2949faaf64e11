"""Sets as the bits of one int: the options of a question, creatures, things, conditions.

Rules may call all of these but `members`; `oracles.native` compiles them as they stand.
"""

from __future__ import annotations

OPTIONS = 62
"""A mask holds 0 to 61; bits 62 and 63 would change an int64's sign."""


def contains(mask: int, k: int) -> bool:
    return (mask >> k) & 1 == 1


def is_single(mask: int) -> bool:
    """Whether it holds exactly one."""
    return mask != 0 and mask & (mask - 1) == 0


def how_many(mask: int) -> int:
    n = 0
    for k in range(OPTIONS):
        n += (mask >> k) & 1
    return n


def smallest(mask: int) -> int:
    """Of an empty mask -1."""
    for k in range(OPTIONS):
        if (mask >> k) & 1:
            return k
    return -1


def largest(mask: int) -> int:
    """Of an empty mask -1."""
    best = -1
    for k in range(OPTIONS):
        if (mask >> k) & 1:
            best = k
    return best


def members(mask: int) -> list[int]:
    """For everybody but rules, which know no lists."""
    return [k for k in range(OPTIONS) if mask >> k & 1]
