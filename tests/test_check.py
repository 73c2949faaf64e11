"""`affray check`: which promise is broken, in which fight, in which field, and how to see it."""

from __future__ import annotations

import json
import re
import shlex
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from broken_games import broken_copy

from affray.book.ruleset import Ruleset
from affray.book.shelf import SHELF, Shelf
from affray.cli import check
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
@pytest.mark.parametrize("golden", [[], ["--golden"]])
@pytest.mark.parametrize("stance", ["BRACE", "PRESS"])
def test_a_policy_at_fault_is_named_and_not_the_rule_that_asked(
    capsys: Capture, tmp_path: Path, stance: str, golden: list[str]
) -> None:
    """It was 'rules.py:26: Illegal: 7 is not a legal answer (mask 0x6)'; where transcripts are
    written still, of one who presses."""
    wrong = ("policy.py", f"return Stance.{stance}\n", "return 7\n")
    _, found = checked(capsys, broken_copy(tmp_path, wrong), *golden)
    said = {one["says"] for one in found["broken"]}
    told = re.compile(r"policy\.py: decide gave 7 to 'stance' of \w+; legal are press, brace")
    assert said
    assert all(told.fullmatch(one) for one in said), said


@pytest.mark.usefixtures("_interpreted")
def test_a_roll_without_words_is_found(capsys: Capture, tmp_path: Path) -> None:
    """The suite broke off while it wrote that fight down, and what had held so far was told as
    all there is, with status 0."""
    rolled = '        Roll.ARMOR: Rolled("against the armor", ("BR-9",)),\n'
    status, found = checked(capsys, broken_copy(tmp_path, ("words.py", rolled, "")))
    assert status == 1
    assert found["checks"] == found["of"]
    broken = {one["promise"]: one["says"] for one in found["broken"]}
    assert broken["everything has words"] == "no words for ARMOR"
    assert any("the roll 1 has no words" in says for says in broken.values())


@pytest.mark.usefixtures("_interpreted")
def test_a_misspelt_list_in_a_sentence_is_found(capsys: Capture, tmp_path: Path) -> None:
    """`{x:stanse}` was told as "nobody", and every promise held."""
    ruleset = broken_copy(tmp_path, ("events.py", "{x:stance}", "{x:stanse}"))
    status, found = checked(capsys, ruleset, "--fights", "1")
    assert status == 1
    said = "STANCE: no list or enum is called 'stanse'; did you mean 'stance'?"
    assert said in [one["says"] for one in found["broken"]]


@pytest.mark.usefixtures("_interpreted")
def test_a_scenario_that_does_not_hold_is_seen_by_itself(capsys: Capture, tmp_path: Path) -> None:
    """One was told to run pytest, and read Python."""
    scenario = "scenarios/the-first-exchange.toml"
    ruleset = broken_copy(tmp_path, (scenario, "Grim = { wounds = 1 }", "Grim = { wounds = 2 }"))
    _, found = checked(capsys, ruleset, "--fights", "1")
    (one,) = found["broken"]
    program, *arguments = shlex.split(one["see"])
    assert (program, arguments[0]) == ("affray", "scenario")
    assert run(arguments) == 1
    assert "Grim.wounds: expected 2, found 1" in capsys.readouterr().out


@pytest.mark.usefixtures("_interpreted")
def test_one_fault_is_told_once(capsys: Capture, tmp_path: Path) -> None:
    """It was told with three fights and three commands for every promise it breaks."""
    fault = ("rules.py", "    w.turn = 0\n", "    w.turn = w.n // 0\n")
    assert run(["check", broken_copy(tmp_path, fault).slug, "--fights", "2"]) == 1
    said = capsys.readouterr().out.splitlines()
    fails = [line.strip() for line in said if "ZeroDivisionError" in line]
    assert len(fails) > 10
    assert len([line for line in fails if not line.startswith("by the same: ")]) == 1
    assert len([line for line in said if "affray replay" in line]) == 1
    assert any(line.strip().startswith("also in broken-") for line in said)


def test_how_to_see_it_where_pytest_is_not_on_the_path(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """`pipx` gives the shell no program but Affray's own."""
    monkeypatch.setenv("PATH", str(tmp_path))
    seen = check._see(SHELF.get("skirmish"), answers.Promise("test_it"), answers.Finding("", ""))
    assert seen.startswith(shlex.join([sys.executable, "-m", "pytest", "--pyargs"]))


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
    assert re.search(r"stopped after 5 of \d+ checks, in: [a-z ]+", said.err)
    assert "skirmish" in SHELF.slugs()


@pytest.mark.usefixtures("_interpreted")
def test_a_rule_that_never_ends_is_named_when_it_is_stopped(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waited in vain was told how much had been done, and not what was being tried."""
    endless = (
        "rules.py",
        "    w.turn = 0\n",
        "    w.turn = 0\n    while True:\n        w.turn = 0\n",
    )
    ruleset = broken_copy(tmp_path, endless)
    text = (ruleset.folder / "rules.py").read_text(encoding="utf-8")
    line = text[: text.index("while True")].count("\n") + 1
    with waited(2):
        assert run(["check", ruleset.slug, "--fights", "1"]) == 130
    found = re.search(r", in: [a-z ]+, (\S+), at \S+rules.py:(\d+)", capsys.readouterr().err)
    assert found
    assert found[1].startswith(f"{ruleset.slug}/")
    assert line <= int(found[2]) <= line + 1


@contextmanager
def waited(seconds: float) -> Iterator[None]:
    """Ctrl-C, after so long."""
    timer = threading.Timer(seconds, signal.raise_signal, [signal.SIGINT])
    timer.start()
    yield
    timer.cancel()


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
