"""Who fits, and who fits best: what a rule asks of many at once.

A rule says it as a comprehension, `those(j for j in range(w.n) if alive(w, j))`; compiled, each
is the loop one would have written. Python's own `any`, `all`, `sum`, `min` and `max` with a
`default` are taken the same way.
"""

from __future__ import annotations

from collections.abc import Iterable


def those(numbers: Iterable[int]) -> int:
    """All of them, as a mask."""
    mask = 0
    for k in numbers:
        mask |= 1 << k
    return mask


def first(numbers: Iterable[int]) -> int:
    """The first there is; -1 of none."""
    return next(iter(numbers), -1)


def least(valued: Iterable[tuple[int, int]]) -> int:
    """Of (value, number), the number whose value is least, the first of equals; -1 of none."""
    return min(valued, key=_value, default=(0, -1))[1]


def most(valued: Iterable[tuple[int, int]]) -> int:
    """Of (value, number), the number whose value is greatest, the first of equals; -1 of none."""
    return max(valued, key=_value, default=(0, -1))[1]


def _value(one: tuple[int, int]) -> int:
    return one[0]
