"""Tiles in rows of bits, held against the same things asked tile by tile."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.book.shelf import SHELF
from affray.rules import grid
from affray.rules.ask import RULES
from affray.rules.masks import members

SIZES = st.integers(1, grid.LARGEST_MAP)
PLACES = st.integers(0, grid.LARGEST_MAP - 1)
Tile = tuple[int, int]


@st.composite
def maps(draw: st.DrawFn) -> tuple[int, int, list[int]]:
    """(width, height, some tiles as rows)."""
    width, height = draw(SIZES), draw(SIZES)
    row = st.one_of(st.just(0), st.integers(0, (1 << width) - 1))
    rows = draw(st.lists(row, min_size=height, max_size=height))
    return width, height, rows + [0] * (grid.LARGEST_MAP - height)


@st.composite
def maps_with_tiles(draw: st.DrawFn, n: int) -> tuple[int, int, list[int], list[Tile]]:
    """The same, and some tiles of the map."""
    width, height, rows = draw(maps())
    tile = st.tuples(st.integers(0, width - 1), st.integers(0, height - 1))
    return width, height, rows, draw(st.lists(tile, min_size=n, max_size=n))


def tiles_of(rows: list[int]) -> set[Tile]:
    return {(x, y) for y, row in enumerate(rows) for x in members(row)}


def beside(tile: Tile) -> set[Tile]:
    """A tile and the eight around it."""
    return {(tile[0] + dx, tile[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}


def runs_through(a: Tile, b: Tile, tile: Tile) -> bool:
    """Whether the line between two tiles' centres has a part inside a third, by clipping it."""
    low, high = Fraction(0), Fraction(1)
    for at, to, middle in zip(a, b, tile, strict=True):
        way, first, last = to - at, middle - Fraction(1, 2) - at, middle + Fraction(1, 2) - at
        if way == 0:
            if not first < 0 < last:
                return False
            continue
        ends = sorted((first / way, last / way))
        low, high = max(low, ends[0]), min(high, ends[1])
    return low < high


@given(maps_with_tiles(2))
def test_a_line_is_clear_where_no_tile_lies_across_it(
    given: tuple[int, int, list[int], list[Tile]],
) -> None:
    width, height, rows, (a, b) = given
    across = {
        (x, y) for x in range(width) for y in range(height) if a != b and runs_through(a, b, (x, y))
    }
    assert {(x, y) for y in range(height) for x in members(grid.crossed(*a, *b, y))} == across
    assert grid.clear_line(rows, *a, *b) == (not across & tiles_of(rows))


@given(maps_with_tiles(2))
def test_a_box_is_clear_where_no_tile_lies_in_it(
    given: tuple[int, int, list[int], list[Tile]],
) -> None:
    _, _, rows, (a, b) = given
    xs, ys = sorted((a[0], b[0])), sorted((a[1], b[1]))
    inside = {(x, y) for x, y in tiles_of(rows) if xs[0] <= x <= xs[1] and ys[0] <= y <= ys[1]}
    assert grid.clear_box(rows, *a, *b) == (not inside)


@given(maps(), st.data())
def test_a_step_in_all_eight_ways(given: tuple[int, int, list[int]], data: st.DataObject) -> None:
    width, height, rows = given
    row = st.integers(0, (1 << width) - 1)
    within = data.draw(st.lists(row, min_size=grid.LARGEST_MAP, max_size=grid.LARGEST_MAP))
    before = tiles_of(rows)
    near = {tile for one in before for tile in beside(one)}
    for y in range(height):
        found = {(x, y) for x in members(grid.around(rows, height, y))}
        assert found == {(x, at) for x, at in near if at == y and x >= 0}
    grown = grid.spread(rows, within, 0, height)
    assert tiles_of(rows) == before | (near & tiles_of(within[:height]))
    assert grown == (tiles_of(rows) != before)


@given(maps(), st.data())
def test_a_step_keeps_to_some_rows(given: tuple[int, int, list[int]], data: st.DataObject) -> None:
    width, height, rows = given
    row = st.integers(0, (1 << width) - 1)
    within = data.draw(st.lists(row, min_size=grid.LARGEST_MAP, max_size=grid.LARGEST_MAP))
    first = data.draw(st.integers(0, height))
    last = data.draw(st.integers(first, height))
    before = tiles_of(rows)
    near = {tile for x, y in before if first <= y < last for tile in beside((x, y))}
    grown = grid.spread(rows, within, first, last)
    inside = {(x, y) for x, y in near & tiles_of(within[:height]) if first <= y < last}
    assert tiles_of(rows) == before | inside
    assert grown == (tiles_of(rows) != before)


@given(maps(), st.data())
def test_tiles_from_which_a_step_leads_to_others(
    given: tuple[int, int, list[int]], data: st.DataObject
) -> None:
    width, height, rows = given
    row = st.integers(0, (1 << width) - 1)
    others = data.draw(st.lists(row, min_size=grid.LARGEST_MAP, max_size=grid.LARGEST_MAP))
    dx, dy = data.draw(st.tuples(st.integers(-24, 24), st.integers(-24, 24)))
    before, to = tiles_of(rows), tiles_of(others[:height])
    grid.keep(rows, others, height, dx, dy)
    assert tiles_of(rows) == {(x, y) for x, y in before if (x + dx, y + dy) in to}


@given(maps_with_tiles(1), st.integers(0, 6))
def test_the_nearest_tile_is_the_first_of_the_best(
    given: tuple[int, int, list[int], list[Tile]], far: int
) -> None:
    _, height, rows, ((x, y),) = given
    some = sorted(tiles_of(rows), key=lambda tile: (tile[1], tile[0]))
    found = grid.nearest(rows, height, x, y, far)
    if not some:
        assert found == -1
        return
    best = min(some, key=lambda tile: abs(grid.tiles_apart(tile[0], tile[1], x, y) - far))
    assert divmod(found, grid.LARGEST_MAP) == best


@given(PLACES, PLACES, st.integers(-3, 30), PLACES)
def test_a_ring_is_all_tiles_exactly_so_far(x: int, y: int, far: int, row: int) -> None:
    ring = {(tile, row) for tile in range(60) if grid.tiles_apart(tile, row, x, y) == far}
    assert {(tile, row) for tile in members(grid.ring(x, y, far, row))} == ring


@given(maps())
def test_columns_and_rows(given: tuple[int, int, list[int]]) -> None:
    width, height, rows = given
    tiles = tiles_of(rows)
    assert set(members(grid.columns(rows, height))) == {x for x, _ in tiles}
    for x in range(width):
        assert set(members(grid.rows_in(rows, height, x))) == {y for at, y in tiles if at == x}
    grid.forget(rows, height)
    assert not any(rows)


@given(*[st.integers(0, 20), st.integers(1, 3)] * 2)
def test_a_gap_is_from_nearest_to_nearest(a: int, a_size: int, b: int, b_size: int) -> None:
    apart = [q - p for p in range(a, a + a_size) for q in range(b, b + b_size)]
    assert grid.gap(a, a_size, b, b_size) == min(apart, key=abs)


@pytest.mark.parametrize("way", range(8))
def test_a_way_is_known_by_its_signs(way: int) -> None:
    east, south = grid.EAST_OF[way], grid.SOUTH_OF[way]
    assert grid.way_of(east, south) == grid.way_of(7 * east, 3 * south) == way
    assert grid.way_of(0, 0) == -1


def test_the_grid_is_every_games_and_names_no_statement() -> None:
    own = {f for f in RULES if f.__module__ == grid.__name__}
    assert {f.__name__ for f in own} >= {"spread", "clear_line", "nearest"}
    assert not any(RULES[f] for f in own)
    for ruleset in SHELF.all():
        assert not own & set(ruleset.functions())
