"""The ground of a board as text: a sign a kind, and what each is called."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from affray.book.ground import KINDS
from affray.book.words import Board

Cells = dict[tuple[int, int], str]
PointRows = tuple[tuple[int, ...], ...]


def ground_cells(board: Board, scale: int, columns: int, rows: int) -> tuple[Cells, Cells]:
    """The sign of every cell that has one: of what is a picture, and of what has a rule."""
    pictures: Cells = {}
    ruled: Cells = {}
    for patch in board.ground.patches:
        into = ruled if patch.kind in board.ground.rules else pictures
        shape = (_points(patch.boxes), _points(patch.spots), _points(patch.path))
        covered = _covered(*shape, scale, columns, rows)
        into |= dict.fromkeys(covered, f" {KINDS[patch.kind].sign} ")
    return pictures, ruled


def _points(given: Sequence[Sequence[int]]) -> PointRows:
    return tuple(tuple(one) for one in given)


@lru_cache(256)  # the ground is drawn with every answer, and does not change
def _covered(
    boxes: PointRows, spots: PointRows, path: PointRows, scale: int, columns: int, rows: int
) -> list[tuple[int, int]]:
    """The cells whose middle lies in it, or where one of its figures stands."""
    cells = [(x, y) for x in range(columns) for y in range(rows)]
    stand = {(x // scale, y // scale) for x, y in spots}
    return [cell for cell in cells if cell in stand or _covers(boxes, path, *cell, scale)]


def _covers(boxes: PointRows, path: PointRows, x: int, y: int, scale: int) -> bool:
    """Whether the middle of a cell lies in it."""
    east, north = (x + 0.5) * scale, (y + 0.5) * scale
    boxed = any(
        left <= east < left + across and low <= north < low + down
        for left, low, across, down in boxes
    )
    return boxed or _is_inside(path, east, north)


def _is_inside(path: PointRows, east: float, north: float) -> bool:
    """Whether a point lies in a shape: a line from it to the east crosses its sides oddly often."""
    inside = False
    for (ax, ay), (bx, by) in zip(path, [*path[1:], *path[:1]], strict=True):
        if (ay > north) != (by > north) and east < (bx - ax) * (north - ay) / (by - ay) + ax:
            inside = not inside
    return inside


def ground_legend(board: Board) -> list[str]:
    """What the signs of the ground mean, and which rule each has or that it is a picture."""
    kinds = list(dict.fromkeys(patch.kind for patch in board.ground.patches))
    rules = board.ground.rules
    lines = [f"  {KINDS[kind].sign}  {kind}, {rules.get(kind, 'picture only')}" for kind in kinds]
    base = board.ground.base
    return [*lines, f"  .  {base}, picture only"] if base else lines


def ground_in(board: Board, place: int) -> list[str]:
    """What the ground of a place is called."""
    here = [patch.kind for patch in board.ground.patches if place in patch.places]
    return list(dict.fromkeys(here))
