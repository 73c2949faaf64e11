"""A saved fight goes on with somebody else in a seat; what was played stays as it was."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from terminal_keyboard import BOLD, PERSON, TYPING, begin, play

from affray.book.errors import BadInput
from affray.cli.main import run
from affray.fight.players import Seat
from affray.files.saves import SavedFight, hand_over, load_save

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def game() -> SavedFight:
    left = begin("bridge", [PERSON, PERSON, BOLD, BOLD])
    play(left, "press", "brace", "undo", "press", "edit Grim wounds=1")
    return left


def tape(path: Path) -> str:
    return path.read_text(encoding="utf-8").partition("[[tape]]")[2]


def test_the_same_people_leave_the_file_as_it_is(game: SavedFight) -> None:
    before = game.path.read_bytes()
    hand_over(game, game.players.seats)
    assert game.path.read_bytes() == before
    left = {path.suffix for path in game.path.parent.iterdir()}
    assert left == {".toml", ".told"}, "nothing half written lies about"


def test_a_seat_goes_to_the_computer_and_dice_to_a_person(
    game: SavedFight, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    before = tape(game.path)
    arguments = ["--seat", "heroes=bold", "--seat", "Snick=person", "--dice", "Bran"]
    assert run(["play", str(game.path), *arguments, "--private"]) == 0
    assert "Saved. Go on with" in capsys.readouterr().out
    assert tape(game.path).startswith(before)
    seats = load_save(game.path).players.seats
    assert seats == [Seat("bold"), Seat("bold", True), Seat("bold"), Seat("person")]


def test_what_was_played_with_other_line_ends_stays(game: SavedFight) -> None:
    answers = len(game.fight.live)
    game.path.write_bytes(game.path.read_bytes().replace(b"\n", b"\r\n"))
    handed = hand_over(load_save(game.path), [TYPING, PERSON, BOLD, BOLD])
    assert len(handed.fight.live) == answers
    assert handed.players.seats[0] == TYPING


def test_a_file_arranged_otherwise_is_left_alone(game: SavedFight) -> None:
    text = game.path.read_text(encoding="utf-8")
    fight, save, after = text.partition("[save]\n")
    who, first, tape = after.partition("\n[[tape]]\n")
    game.path.write_text(f"{fight}{first}{tape}\n{save}{who}", encoding="utf-8")
    before = game.path.read_bytes()
    with pytest.raises(BadInput, match="its seats stand"):
        hand_over(load_save(game.path), [BOLD] * 4)
    assert game.path.read_bytes() == before


def test_nobody_else_is_let_in(game: SavedFight, capsys: Capture) -> None:
    before = game.path.read_bytes()
    assert run(["play", str(game.path), "--seat", "Adda=bold"]) == 2
    assert "did you mean 'Ada'?" in capsys.readouterr().err
    assert game.path.read_bytes() == before
