"""Where something is, in words: by whoever stands nearest, as they face."""

from __future__ import annotations

from dataclasses import replace

import pytest

from affray.book.ruler import Ruler, in_feet, in_tiles
from affray.book.words import Board, Token
from affray.rules.grid import tiles_apart
from affray.rules.plane import feet_between
from affray.tell.places import place_words

NOBODY = frozenset[int]()
NAMES = ["Ada", "Goblin"]
TILES = Ruler(lambda w, i, j: 0, lambda w, *at: tiles_apart(*at), in_tiles, ())
FEET = Ruler(lambda w, i, j: 0, lambda w, *at: feet_between(*at), in_feet, ())


@pytest.mark.parametrize(
    ("at", "facing", "said"),
    [
        ((5, 2), None, "3 tiles north of Goblin"),
        ((6, 6), None, "1 tile south-east of Goblin"),
        ((5, 5), None, "where Goblin is"),
        ((5, 2), 0, "3 tiles in front of Goblin"),
        ((3, 5), 0, "2 tiles to the left of Goblin"),
        ((5, 7), 90, "2 tiles to the right of Goblin"),
        ((5, 7), 0, "2 tiles behind Goblin"),
    ],
)
def test_a_tile_in_words(at: tuple[int, int], facing: int | None, said: str) -> None:
    goblin = Token(1, 5, 5, facing=facing)
    board = Board("tile", 10, 10, [Token(0, 0, 0), goblin])
    assert place_words(TILES, None, board, NAMES, at, frozenset({0})) == said


def test_north_is_up_on_a_map_in_feet() -> None:
    board = Board("ft", 60, 60, [Token(0, 0, 0), Token(1, 10, 10, facing=0)])
    assert place_words(FEET, None, board, NAMES, (10, 55), NOBODY) == "45 ft in front of Goblin"
    plain = replace(board, tokens=[Token(1, 10, 10)])
    assert place_words(FEET, None, plain, NAMES, (10, 55), NOBODY) == "45 ft north of Goblin"


def test_who_is_out_hidden_or_meant_is_no_mark_to_go_by() -> None:
    board = Board("tile", 10, 10, [Token(0, 0, 0), Token(1, 4, 4, is_out=True)])
    said = [place_words(TILES, None, board, NAMES, (3, 3), but) for but in (NOBODY, frozenset({0}))]
    assert said == ["3 tiles south-east of Ada", ""]
