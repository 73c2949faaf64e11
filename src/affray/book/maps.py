"""Maps as encounter files write them: a size, tiles in lists, rows of signs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from affray.book.toml_tables import TomlTable


@dataclass(frozen=True)
class MapForm:
    """How a game's `[map]` is written: how large it may be, and which numbers it takes beside.

    Kinds of ground that have a rule are the words' own (`ground`)."""

    usual: tuple[int, int]
    least: int
    most: int
    unit: str = ""
    numbers: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Each with its lowest and its highest."""


def is_point(value: Any) -> bool:
    """Whether it is [x, y], a tile or a point of a map."""
    return isinstance(value, list) and len(value) == 2 and all(type(n) is int for n in value)


def is_tile(value: Any, width: int, height: int) -> bool:
    """Whether it is a tile [x, y] of a map of this size."""
    return is_point(value) and 0 <= value[0] < width and 0 <= value[1] < height


def read_size(table: TomlTable, form: MapForm) -> tuple[int, int]:
    """size = [width, height]."""
    size = table.raw("size", list(form.usual))
    if not is_point(size) or not all(form.least <= n <= form.most for n in size):
        expected = f"[width, height]{form.unit}, {form.least} to {form.most}"
        raise table.bad("size", f"found {size!r}, expected {expected}")
    return size[0], size[1]


def read_tiles(table: TomlTable, field: str, width: int, height: int) -> list[tuple[int, int]]:
    """A list of tiles: walls = [[x, y], ...]."""
    tiles = table.raw(field, [])
    for tile in tiles if isinstance(tiles, list) else [tiles]:
        if not is_tile(tile, width, height):
            raise table.bad(field, f"found {tile!r}, expected tiles [x, y] on the map")
    return [(x, y) for x, y in tiles]


def read_rows(table: TomlTable, signs: Sequence[str], most: int) -> list[str] | None:
    """rows = ["..#", ...], one sign a tile, all rows alike long; None where there are none."""
    rows = table.raw("rows", None)
    if rows is None:
        return None
    if not isinstance(rows, list) or not rows or not all(isinstance(r, str) and r for r in rows):
        raise table.bad("rows", f"found {rows!r}, expected a list of strings, one for each row")
    if len(rows) > most or len(rows[0]) > most:
        raise table.bad("rows", f"found more than {most} rows or columns")
    for row in rows:
        if len(row) != len(rows[0]):
            raise table.bad("rows", f"found {row!r}, expected {len(rows[0])} tiles in every row")
        for sign in row:
            if sign not in signs:
                expected = f"{' '.join(signs[:-1])} or {signs[-1]}"
                raise table.bad("rows", f"found {sign!r}, expected {expected}")
    return list(rows)


def bits_of(tiles: list[tuple[int, int]], most: int) -> list[int]:
    """Tiles as rows of bits: bit x of row y."""
    rows = [0] * most
    for x, y in tiles:
        rows[y] |= 1 << x
    return rows


def in_boxes(boxes: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """The tiles of some boxes."""
    return [(x + k, y + j) for x, y, wide, tall in boxes for k in range(wide) for j in range(tall)]


def as_boxes(tiles: Sequence[tuple[int, int]]) -> list[tuple[int, int, int, int]]:
    """Tiles as few boxes (x, y, across, down): runs of a row, joined where rows are alike."""
    return list(_boxes(tuple(tiles)))


@lru_cache(256)  # a map is drawn anew with every answer, and seldom another
def _boxes(tiles: tuple[tuple[int, int], ...]) -> list[tuple[int, int, int, int]]:
    left = set(tiles)
    boxes = []
    for x, y in sorted(left, key=lambda tile: (tile[1], tile[0])):
        if (x, y) not in left:
            continue
        across = 1
        while (x + across, y) in left:
            across += 1
        down = 1
        while all((x + k, y + down) in left for k in range(across)):
            down += 1
        left -= {(x + k, y + j) for k in range(across) for j in range(down)}
        boxes.append((x, y, across, down))
    return boxes
