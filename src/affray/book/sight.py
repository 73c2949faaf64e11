"""What the map means to a creature by the rules of a game: shown while a plan is looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

Meaning = Literal["threat", "reach", "range"]
"""Where foes reach one, where one reaches with what is in hand, and how far one shoots."""


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
