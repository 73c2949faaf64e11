"""Pictures of one's own as encounter files name them: beside the file or below it, by their name.

Whether there is such a file, and whether it is a picture, is asked where one is shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from affray.book.toml_tables import TomlTable, beside

SUFFIXES = (".png", ".jpg", ".jpeg", ".webp")
FARTHEST = 10_000
FAINTEST, FULL = 10, 100


@dataclass(frozen=True)
class LaidPicture:
    """A picture as the ground: how far right and down of the map's corner, how wide in the
    board's unit, and how much of it shows, in percent."""

    name: str
    x: float = 0
    y: float = 0
    wide: float = 0
    opacity: int = FULL


def picture_name(table: TomlTable) -> str:
    """The file of a table's `picture`; nothing where it has none."""
    name = table.text("picture", "")
    if name and Path(name).suffix.lower() not in SUFFIXES:
        raise table.bad("picture", f"found {name!r}, expected a file {', '.join(SUFFIXES)}")
    if name:
        beside(table, "picture", name)
    return name


def read_laid(table: TomlTable, width: int) -> LaidPicture | None:
    """picture, and where it lies: at = [x, y], wide, opacity."""
    name = picture_name(table)
    more = [key for key in ("at", "wide", "opacity") if key in table]
    if not name:
        if more:
            raise table.bad(more[0], "found one, expected it beside a picture")
        return None
    at = table.raw("at", [0, 0])
    if not isinstance(at, list) or len(at) != 2 or not all(_is_number(one) for one in at):
        raise table.bad("at", f"found {at!r}, expected [x, y]")
    wide = table.raw("wide", width)
    if not _is_number(wide) or wide <= 0:
        raise table.bad("wide", f"found {wide!r}, expected a number above 0")
    opacity = table.integer("opacity", FULL, low=FAINTEST, high=FULL)
    return LaidPicture(name, at[0], at[1], wide, opacity)


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return isfinite(value) and abs(value) <= FARTHEST
