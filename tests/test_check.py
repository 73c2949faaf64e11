"""`affray check`: which promise is broken, in which fight, in which field, and how to see it."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from broken_games import broken_copy

from affray.book.ruleset import Ruleset
from affray.book.shelf import SHELF, Shelf
from affray.cli.main import run
from affray.cli.progress import Progress
from affray.conformance import answers

Capture = pytest.CaptureFixture[str]
CAPPED = ("rules.py", "c.wounds = min(c.toughness, c.wounds + wounds)", "c.wounds += wounds")


@pytest.fixture
def _interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """A broken game need not be compiled to be found out."""
    monkeypatch.setattr(answers, "is_available", lambda: False)


def checked(capsys: Capture, ruleset: Ruleset | str, *more: str) -> tuple[int, dict[str, Any]]:
    name = ruleset if isinstance(ruleset, str) else ruleset.slug
    capsys.readouterr()  # of the copy
    status = run(["check", name, "--fights", "40", "--json", *more])
    found = json.loads(capsys.readouterr().out)["rulesets"][0]
    assert isinstance(found, dict)
    return status, found


@pytest.mark.usefixtures("_interpreted")
def test_a_broken_promise_is_named_with_fight_field_and_tape(
    capsys: Capture, tmp_path: Path
) -> None:
    ruleset = broken_copy(tmp_path, CAPPED)
    status, found = checked(capsys, ruleset)
    assert status == 1
    (one, *_) = [b for b in found["broken"] if b["promise"].startswith("random fights end")]
    assert one["encounter"].startswith(f"{ruleset.slug}/")
    assert one["field"] == "wounds"
    assert "wounds of" in one["says"]
    program, *arguments = shlex.split(one["see"])
    assert (program, arguments[0]) == ("affray", "replay")
    assert run(arguments) == 0
    assert "answers replayed" in capsys.readouterr().out
    assert "no compiler" in found["left_out"]


@pytest.mark.usefixtures("_interpreted")
def test_people_read_sentences(capsys: Capture, tmp_path: Path) -> None:
    assert run(["check", broken_copy(tmp_path, CAPPED).slug]) == 1
    out = capsys.readouterr().out
    assert "BROKEN   random fights end and hold every invariant\n" in out
    assert "see it: affray replay " in out
    assert "holds    every legal answer is accepted" not in out
    assert "Error" not in out
    assert "assert" not in out


@pytest.mark.usefixtures("_interpreted")
def test_rules_that_fail_are_named_by_file_and_line(capsys: Capture, tmp_path: Path) -> None:
    ruleset = broken_copy(tmp_path, ("rules.py", "    w.turn = 0\n", "    w.turn = w.n // 0\n"))
    text = (ruleset.folder / "rules.py").read_text(encoding="utf-8")
    line = text[: text.index("w.n // 0")].count("\n") + 1
    status, found = checked(capsys, ruleset)
    assert status == 1
    assert any(f"rules.py:{line}: ZeroDivisionError" in one["says"] for one in found["broken"])


@pytest.mark.usefixtures("_interpreted")
def test_a_wrong_file_is_named_as_any_command_would(capsys: Capture, tmp_path: Path) -> None:
    ruleset = broken_copy(tmp_path, ("encounters/duel.toml", "at = 2", "at = 200"))
    status, found = checked(capsys, ruleset, "--fights", "1")
    assert status == 1
    assert any("duel.toml: creature" in one["says"] for one in found["broken"]), found["broken"][0]


@pytest.mark.usefixtures("_interpreted")
def test_a_game_that_keeps_them_all(capsys: Capture) -> None:
    status, found = checked(capsys, "skirmish", "--fights", "2")
    assert (status, found["broken"]) == (0, [])
    assert found["checks"] == found["of"] > 50
    assert "random fights end and hold every invariant" in found["holds"]


@pytest.mark.usefixtures("_interpreted")
def test_a_folder_will_do_and_golden_transcripts_are_written(
    capsys: Capture, tmp_path: Path
) -> None:
    ruleset = broken_copy(tmp_path)
    status, found = checked(capsys, ruleset)
    assert status == 0
    assert "no golden transcript" in found["to_come"]["fights go as the golden transcripts tell"]
    status, found = checked(capsys, str(ruleset.folder), "--golden")
    assert (status, list(found["to_come"])) == (
        0, ["a complete book has code and scenario for every rule"]
    )  # fmt: skip
    golden = ruleset.folder / "golden" / "duel.txt"
    golden.write_text(golden.read_text().replace("Ada", "Eve", 1), encoding="utf-8")
    status, found = checked(capsys, ruleset)
    assert status == 1
    (one,) = found["broken"]
    assert "Eve" in one["says"]
    assert "duel.txt:" in one["says"]


def test_what_cannot_be_checked_is_refused(capsys: Capture, tmp_path: Path) -> None:
    for wrong, said in (("skirmsh", "did you mean 'skirmish'?"), (str(tmp_path), "rulebook.toml")):
        assert run(["check", wrong]) == 2
        assert said in capsys.readouterr().err


@pytest.mark.usefixtures("_interpreted")
def test_whoever_stops_it_is_told_what_was_found(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(progress: Progress, done: int) -> None:
        if done == 5:
            raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "show", stop)
    assert run(["check", "skirmish", "--fights", "1"]) == 130
    said = capsys.readouterr()
    assert "holds    every plan says what it is for" in said.out
    assert "stopped after 5 of " in said.err
    assert "skirmish" in SHELF.slugs()


def test_a_folder_is_found_again_however_it_was_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`--rulesets rulesets` was left out of the commands that are shown."""
    ruleset = broken_copy(tmp_path / "games")
    monkeypatch.chdir(tmp_path)
    shelf = Shelf()
    shelf.add_folder(Path("games"))
    assert shelf.folder_of(ruleset) == Path("games")
    assert shelf.folder_of(SHELF.get("skirmish")) is None
