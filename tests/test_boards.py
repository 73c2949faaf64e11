"""Boards as text: what a person at a keyboard can see of a map."""

from __future__ import annotations

import re
from pathlib import Path

from affray.book.ground import Ground, Patch
from affray.book.words import Board, Thing, Token
from affray.tell.boards import draw_board

NAMES = ["Ada", "Grim", "Huge", "Out"]
ROOT = Path(__file__).parents[1]
FILES = re.compile(r"`([^`\s]+\.(?:py|js))`")
A_KIND = r"""["'](?:tile|ft|zone)["']"""
ASKS = re.compile(rf"\bunit\b.{{0,30}}{A_KIND}|{A_KIND}.{{0,30}}\bunit\b|USUAL\[")


def test_tiles_have_coordinates_true_bodies_and_a_legend() -> None:
    corner = ((2, 0), (3, 0), (2, 1))
    tokens = [
        Token(0, 0, 0, facing=90),
        Token(1, 0, 0),
        Token(2, 2, 0, across=2, down=2),
        Token(3, 1, 1, is_out=True),
    ]
    things = [Thing("axe", 0, 0), Thing("rope", 1, 1)]
    floors = [(3, 1, -2)]
    board = Board("tile", 4, 2, tokens, [(1, 0)], things, floors, bodies={2: corner})
    assert draw_board(board, NAMES) == (
        "       0  1  2  3\n"
        "   0  A+ ## C  C \n"
        "   1  .  *  C  v2\n"
        "  A  Ada\n"
        "  B  Grim\n"
        "  C  Huge\n"
        "  +  Ada and Grim share 0, 0\n"
        "  *  axe at 0, 0, under Ada\n"
        "  *  rope at 1, 1\n"
        "  v2 lower ground, by 2"
    )


def test_a_letter_says_what_ground_it_hides() -> None:
    tokens = [Token(0, 0, 0), Token(1, 1, 0), Token(2, 2, 0, across=2)]
    ground = Ground(patches=[Patch("rough", boxes=[(0, 0, 1, 1)])], rules={"rough": "RH-154"})
    floors = [(1, 0, 4), (2, 0, -3), (3, 0, 4)]
    board = Board("tile", 4, 1, tokens, (), [Thing("axe", 1, 0)], floors, ground=ground)
    assert draw_board(board, NAMES).splitlines()[2:] == [
        "  A  Ada, over /",
        "  B  Grim, over ^4",
        "  C  Huge, over v3 and ^4",
        "  *  axe at 1, 0, over ^4, under Grim",
        "  v3 lower ground, by 3",
        "  ^4 higher ground, by 4",
        "  /  rough, RH-154",
    ]


def test_feet_are_drawn_five_to_a_cell_and_north_is_up() -> None:
    board = Board("ft", 15, 10, [Token(0, 12, 7, facing=0)])
    assert draw_board(board, NAMES) == (
        "       0  5 10\n"
        "   5  .  .  A\u2191\n"
        "   0  .  .  . \n"
        "  one cell is 5 ft, north is up\n"
        "  A  Ada"
    )


def test_who_adds_a_kind_of_board_is_told_of_every_file_that_asks_for_one() -> None:
    said = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    section = said.split("## A kind of board")[1].split("\n## ")[0]
    named = {Path(one).name for one in FILES.findall(section)}
    files = [path for path in (ROOT / "src/affray").rglob("*.[jp][sy]") if path.is_file()]
    engine = [path for path in files if "rulesets" not in path.parts]
    asking = {path.name for path in engine if ASKS.search(path.read_text(encoding="utf-8"))}
    assert len(asking) > 20
    assert asking - named == set()


def test_files_that_are_to_be_touched_are_there() -> None:
    said = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    there = {path.name for room in ("src", "tests") for path in (ROOT / room).rglob("*")}
    assert {Path(one).name for one in FILES.findall(said)} - there == set()
