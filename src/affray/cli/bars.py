"""How numbers are spread, on one line: a bar a value, as high as it is often."""

from __future__ import annotations

import sys
from collections.abc import Sequence

BLOCKS = "\u2581\u2582\u2583\u2584\u2585\u2586\u2587\u2588"
PLAIN = ".:-=+*#@"
NONE = {BLOCKS: "\u00b7", PLAIN: "_"}
"""Where there is nothing: no space, at which a line would be broken."""

WIDEST = 24
"""Bars on a line; where there are more values, neighbours share one."""


def bars(histogram: Sequence[Sequence[int]]) -> str:
    """(value, how many) as bars from the least to the greatest value."""
    low, high = histogram[0][0], histogram[-1][0]
    width = -(-(high - low + 1) // WIDEST)
    sums = [0] * ((high - low) // width + 1)
    for value, count in histogram:
        sums[(value - low) // width] += count
    marks, most = _marks(), max(sums)
    return "".join(_bar(marks, count, most) for count in sums)


def _bar(marks: str, count: int, most: int) -> str:
    """What is there at all has the lowest bar at least."""
    return marks[min(len(marks) - 1, count * len(marks) // most)] if count else NONE[marks]


def _marks() -> str:
    """A terminal that cannot show blocks gets signs that look ever darker."""
    try:
        BLOCKS.encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (LookupError, UnicodeEncodeError):
        return PLAIN
    return BLOCKS
