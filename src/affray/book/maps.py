"""Maps as encounter files write them: a size, tiles in lists, rows of signs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from affray.book.toml_tables import TomlTable


def is_point(value: Any) -> bool:
    """Whether it is [x, y], a tile or a point of a map."""
    return isinstance(value, list) and len(value) == 2 and all(type(n) is int for n in value)


def is_tile(value: Any, width: int, height: int) -> bool:
    """Whether it is a tile [x, y] of a map of this size."""
    return is_point(value) and 0 <= value[0] < width and 0 <= value[1] < height


def read_size(
    table: TomlTable, usual: list[int], least: int, most: int, unit: str = ""
) -> tuple[int, int]:
    """size = [width, height]."""
    size = table.raw("size", usual)
    if not is_point(size) or not all(least <= n <= most for n in size):
        expected = f"[width, height]{unit}, {least} to {most}"
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
