"""Loading a ruleset from a folder runs its code: said before it happens, once."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import typer

from affray.book.home import CACHE
from affray.book.shelf import Shelf
from affray.cli import trust
from affray.cli.main import run
from affray.cli.new import write_ruleset

Capture = pytest.CaptureFixture[str]
SAID = "is a ruleset, and a ruleset is code"


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> Path:
    """A stranger's ruleset, that says when it is run, and a shelf that never saw it."""
    monkeypatch.setenv(CACHE, str(tmp_path / "cache"))
    monkeypatch.delenv(trust.VARIABLE)
    monkeypatch.setattr(trust, "SHELF", Shelf())
    write_ruleset("strange", tmp_path / "games", as_json=True)
    (tmp_path / "cache" / trust.KEPT).unlink()  # it is not ours
    (tmp_path / "games" / "strange" / "__init__.py").write_text("raise SystemExit('it was run')")
    capsys.readouterr()
    return tmp_path / "games"


def test_a_script_is_told_once(games: Path, capsys: Capture) -> None:
    for expected in (1, 0):
        trust.use_folder(games)
        assert capsys.readouterr().err.count(SAID) == expected
    again = games.parent / "others"
    games.rename(again)
    trust.use_folder(again)
    assert f"{again / 'strange'} {SAID}" in capsys.readouterr().err


def test_a_person_is_asked_before_anything_is_loaded(
    games: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who says no is asked again next time; who says yes is not."""
    for stream in (sys.stdin, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True)
    answers, asked = [False, True], []

    def confirm(text: str, err: bool) -> bool:
        asked.append(text)
        return answers.pop(0)

    monkeypatch.setattr(typer, "confirm", confirm)
    assert run(["encounters", "--rulesets", str(games)]) == 2
    assert len(asked) == 1
    for _ in range(2):
        trust.use_folder(games)
        assert len(asked) == 2
    said = capsys.readouterr()
    assert "it was run" not in said.out + said.err
    assert said.err.count(SAID) == 2


def test_what_is_let_in_by_hand_or_written_by_oneself(
    games: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("AFFRAY_RULESETS", str(games))
    trust.ask_about_folders()
    assert SAID in capsys.readouterr().err
    write_ruleset("our-own", tmp_path / "own", as_json=True)
    capsys.readouterr()
    trust.use_folder(tmp_path / "own")
    assert capsys.readouterr().err == ""
    (tmp_path / "cache" / trust.KEPT).unlink()
    monkeypatch.setenv(trust.VARIABLE, "1")
    trust.use_folder(games)
    assert capsys.readouterr().err == ""
