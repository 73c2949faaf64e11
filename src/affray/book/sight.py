"""What the map means to a creature by the rules of a game: shown while a plan is looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from affray.rules.world import clone

Meaning = Literal["threat", "reach", "range"]
"""Where foes reach one, where one reaches with what is in hand, and how far one shoots."""


def tiles_where(
    w: Any, other: int, columns: range, rows: range, is_so: Callable[[Any, int, int], bool]
) -> list[tuple[int, int]]:
    """The tiles of which it is so when another stands there: the rules are asked tile by tile."""
    moved, found = clone(w), []
    creature = moved.creatures[other]
    for y in rows:
        for x in columns:
            creature.x, creature.y = x, y
            if is_so(moved, x, y):
                found.append((x, y))
    return found


@dataclass(frozen=True)
class Area:
    """Part of a map: tiles, discs (x, y, feet) or places; its name in a word or two, its rule."""

    means: Meaning
    label: str
    rule: str
    tiles: Sequence[tuple[int, int]] = ()
    discs: Sequence[tuple[int, int, int]] = ()
    places: Sequence[int] = ()


@dataclass(frozen=True)
class Sight:
    """All a creature would see in its map; `notes` of others, such as that one is in cover."""

    areas: Sequence[Area] = ()
    notes: Mapping[int, str] = field(default_factory=dict)
