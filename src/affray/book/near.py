"""Where somebody could stand who was not planned for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

RINGS = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30)
"""How far off it is tried: tiles first, then feet."""


def near(at: Any) -> Iterator[Any]:
    """Places from the nearest on; a room, or none at all, holds as many as come."""
    if type(at) is int:
        yield from (at + far for far in (*RINGS, *(-far for far in RINGS)) if at + far >= 0)
        return
    is_point = isinstance(at, list) and len(at) >= 2 and all(type(one) is int for one in at)
    if not is_point:
        yield at
        return
    x, y, *rest = at
    for far in RINGS:
        around = [(dx, dy) for dx in (0, far, -far) for dy in (0, far, -far) if dx or dy]
        for dx, dy in sorted(around, key=lambda step: abs(step[0]) + abs(step[1])):
            if x + dx >= 0 and y + dy >= 0:
                yield [x + dx, y + dy, *rest]
