"""How far apart things are, in a game's own measure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from affray.rules.grid import tiles_apart

World = Any
"""Of whatever game."""


@dataclass(frozen=True)
class Ruler:
    """A game's measure: `apart` of two creatures, `points` of two points of its board.

    `apart` is given (world, who, who), `points` (world, x, y, x, y) in the board's unit; on a
    board of places x is the place. `says` makes words of what they give.
    """

    apart: Callable[[World, int, int], int]
    points: Callable[[World, int, int, int, int], int]
    says: Callable[[int], str]
    rules: tuple[str, ...]


def tiles_between(w: World, ax: int, ay: int, bx: int, by: int) -> int:
    """`points` of a map of tiles on which a diagonal step counts as one."""
    return tiles_apart(ax, ay, bx, by)


def in_tiles(n: int) -> str:
    return "1 tile" if n == 1 else f"{n} tiles"


def in_feet(n: int) -> str:
    return f"{n} ft"
