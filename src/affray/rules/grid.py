"""Square tiles, kept as rows of bits: bit x of row y is the tile in column x of row y.

What a tile is (a wall, floor, somebody's body) a game says by the rows it hands in. These
functions carry out no statement of any book; the rules that call them name theirs.
"""

from __future__ import annotations

from enum import IntEnum

from affray.rules.among import those
from affray.rules.ask import rule
from affray.rules.masks import contains, smallest

LARGEST_MAP = 24
"""Tiles from edge to edge of the largest map there is."""

WAYS = 8
EAST_OF = (0, 1, 1, 1, 0, -1, -1, -1)
SOUTH_OF = (-1, -1, 0, 1, 1, 1, 0, -1)
"""The eight ways, clockwise from north."""


class Direction(IntEnum):
    """The same, by their names."""

    NORTH = 0
    NORTH_EAST = 1
    EAST = 2
    SOUTH_EAST = 3
    SOUTH = 4
    SOUTH_WEST = 5
    WEST = 6
    NORTH_WEST = 7


WAY_OF = (7, 0, 1, 6, -1, 2, 5, 4, 3)


@rule()
def on_map(width: int, height: int, x: int, y: int) -> bool:
    return 0 <= x < width and 0 <= y < height


@rule()
def tiles_apart(ax: int, ay: int, bx: int, by: int) -> int:
    """A diagonal step counts as one."""
    return max(abs(ax - bx), abs(ay - by))


@rule()
def gap(a: int, a_size: int, b: int, b_size: int) -> int:
    """From one span to another: 0 where they share a line, else nearest to nearest."""
    if b >= a + a_size:
        return b - (a + a_size - 1)
    if a >= b + b_size:
        return b + b_size - 1 - a
    return 0


@rule()
def way_of(east: int, south: int) -> int:
    """The way in which an offset points, by its signs alone; -1 where there is none."""
    column = 0 if east < 0 else 2 if east > 0 else 1
    row = 0 if south < 0 else 2 if south > 0 else 1
    return WAY_OF[3 * row + column]


@rule()
def span(first: int, last: int) -> int:
    """The tiles of a row from one column to another, both of them included."""
    return (2 << last) - (1 << first)


@rule()
def moved(row: int, east: int) -> int:
    """The tiles of a row, each that much further east."""
    return row << east if east >= 0 else row >> -east


@rule()
def row_of(rows: list[int], height: int, y: int) -> int:
    """One of the rows; beyond the map there is nothing."""
    return rows[y] if 0 <= y < height else 0


@rule()
def around(rows: list[int], height: int, y: int) -> int:
    """What lies in a row on the tiles, or beside them in any of the eight ways."""
    near = row_of(rows, height, y - 1) | rows[y] | row_of(rows, height, y + 1)
    return near | near << 1 | near >> 1


@rule()
def ring(x: int, y: int, far: int, row: int) -> int:
    """The tiles of a row that are exactly so far from a tile."""
    if abs(row - y) > far:
        return 0
    if abs(row - y) == far:
        return span(max(0, x - far), x + far)
    return 1 << x + far | (1 << x - far if x >= far else 0)


@rule()
def nearest(rows: list[int], height: int, x: int, y: int, far: int) -> int:
    """The tile that comes nearest to being so far from another, the first of several; or -1.

    A tile is one number here: LARGEST_MAP times its column, and its row.
    """
    for off in range(LARGEST_MAP):
        for row in range(max(0, y - far - off), min(height, y + far + off + 1)):
            found = rows[row] & (ring(x, y, far - off, row) | ring(x, y, far + off, row))
            if found:
                return LARGEST_MAP * smallest(found) + row
    return -1


@rule()
def columns(rows: list[int], height: int) -> int:
    """The columns in which there is a tile."""
    mask = 0
    for y in range(height):
        mask |= rows[y]
    return mask


@rule()
def rows_in(rows: list[int], height: int, x: int) -> int:
    """The rows that have a tile in this column."""
    return those(y for y in range(height) if contains(rows[y], x))


@rule()
def forget(rows: list[int], height: int) -> None:
    for y in range(height):
        rows[y] = 0


@rule()
def spread(rows: list[int], within: list[int], first: int, last: int) -> bool:
    """One step in all eight ways, to tiles that are within; whether any was new.

    Only the rows from the first to before the last take part.
    """
    grown = False
    above = 0
    for y in range(first, last):
        here = rows[y]
        near = above | here | row_of(rows, last, y + 1)
        above = here
        if near:
            new = (near | near << 1 | near >> 1) & within[y] & ~here
            rows[y] = here | new
            grown = grown or new != 0
    return grown


@rule()
def keep(rows: list[int], those: list[int], height: int, east: int, south: int) -> None:
    """Of some tiles, those from which that step leads to one of the others."""
    for y in range(height):
        if rows[y]:
            rows[y] &= moved(row_of(those, height, y + south), -east)


@rule()
def crossed(ax: int, ay: int, bx: int, by: int, y: int) -> int:
    """The tiles of a row through whose inside the line between two tiles' centres runs."""
    wide = abs(bx - ax)
    tall = abs(by - ay)
    if y < min(ay, by) or y > max(ay, by) or wide + tall == 0:
        return 0
    if tall == 0:
        return span(min(ax, bx), max(ax, bx))
    k = 2 * abs(y - ay)
    first = max(0, (wide * (k - 1) - tall) // (2 * tall) + 1)
    last = min(wide, (wide * (k + 1) + tall - 1) // (2 * tall))
    return span(ax + first, ax + last) if ax <= bx else span(ax - last, ax - first)


@rule()
def clear_box(rows: list[int], ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether none of the tiles lies in the box that two others span, both on the map."""
    taken = 0
    for y in range(min(ay, by), max(ay, by) + 1):
        taken |= rows[y]
    return taken & span(min(ax, bx), max(ax, bx)) == 0


@rule()
def clear_line(rows: list[int], ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether none of the tiles lies across the line between two others, both on the map."""
    box = span(min(ax, bx), max(ax, bx))
    return not any(
        rows[y] & box and rows[y] & crossed(ax, ay, bx, by, y)
        for y in range(min(ay, by), max(ay, by) + 1)
    )
