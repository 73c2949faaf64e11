"""How far apart things are, in a game's own measure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

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


def in_tiles(n: int) -> str:
    return "1 tile" if n == 1 else f"{n} tiles"


def in_feet(n: int) -> str:
    return f"{n} ft"
