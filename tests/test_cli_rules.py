"""One rule or one ruling, with everything about it."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from affray.book.shelf import SHELF
from affray.cli.main import run

Capture = pytest.CaptureFixture[str]


def said(capture: Capture, *arguments: str) -> str:
    assert run(list(arguments)) == 0
    return capture.readouterr().out


def in_a_process(*arguments: str) -> subprocess.CompletedProcess[str]:
    """What was loaded stays loaded: a changed ruleset needs a process of its own."""
    command = [sys.executable, "-m", "affray", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.program
def test_rulings_are_written_from_a_book_that_does_not_load(tmp_path: Path) -> None:
    """A new switch stands in the book first; the ruleset cannot load before its enum is there."""
    folder = tmp_path / "handful"
    shutil.copytree(Path("tests/rulesets/handful"), folder)
    book = folder / "rulebook.toml"
    text = book.read_text(encoding="utf-8")
    new = """
[[ruling]]
id = "HA-R90"
name = "late_guests"
question = "May one join later?"
default = "no"

[[ruling.reading]]
name = "no"
text = "Nobody joins."

[[ruling.reading]]
name = "at-dawn"
text = "At dawn."
"""
    book.write_text(text + new, encoding="utf-8")
    more = ("handful", "--rulesets", str(tmp_path))
    stale = in_a_process("rules", *more)
    assert stale.returncode == 2
    assert "affray rulings handful --write" in stale.stderr
    assert "4 rulings, written" in in_a_process("rulings", "--write", *more).stdout
    written = folder / "rulings.py"
    assert "AT_DAWN = 1" in written.read_text(encoding="utf-8")
    assert written.stat().st_mode & 0o111 == 0, "a text, not a program"
    assert in_a_process("rules", *more).returncode == 0


def test_one_rule(capsys: Capture) -> None:
    lines = said(capsys, "rules", "skirmish", "sk-7").splitlines()
    assert lines[0] == "SK-7  (Skirmish, rule)"
    assert lines[1].startswith("    The striker rolls its might")
    assert "code: affray.rulesets.skirmish.rules:hits" in lines
    assert any(line.endswith("skirmish/sk-07-a-tie-hits.toml") for line in lines)
    assert lines[-1].startswith("ruling: SK-R1 ties (striker): Who wins")
    (found,) = json.loads(said(capsys, "rules", "skirmish", "SK-7", "--json"))["rules"]
    assert (found["id"], found["rulings"]) == ("SK-7", ["ties"])


def test_a_rule_narrower_than_its_sentence_says_so(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = SHELF.get("skirmish").book.rules
    less = "Left hands are not asked."
    assert "arrower" not in said(capsys, "rules", "skirmish")
    monkeypatch.setitem(rules, "SK-7", replace(rules["SK-7"], narrower=less))
    assert f"narrower: {less}" in said(capsys, "rules", "skirmish", "SK-7").splitlines()
    whole = said(capsys, "rules", "skirmish")
    assert "Narrower: Left hands" in whole
    assert "with a scenario, 1 narrower than the text (complete)" in whole
    (found,) = json.loads(said(capsys, "rules", "skirmish", "SK-7", "--json"))["rules"]
    assert found["narrower"] == less


def test_the_list_says_where_a_rule_comes_from(capsys: Capture) -> None:
    text = said(capsys, "rules", "plunder")
    assert re.search(r"^ PL-1  +A fight is played in rounds.*\n \[seed\] ", text, re.MULTILINE)
    assert "[companion]" in text
    assert "[" not in said(capsys, "rules", "skirmish"), "a game without a text of its own"


@pytest.mark.parametrize("name", ["ties", "SK-R1", "sk-r1"])
def test_one_ruling(capsys: Capture, name: str) -> None:
    text = said(capsys, "rulings", "skirmish", name)
    assert text.startswith("SK-R1  ties  (SK-7)\n")
    assert "SK-R2" not in text
    assert "\nSK-7: The striker rolls its might" in text
    assert "\nscenario: " in text
    (found,) = json.loads(said(capsys, "rulings", "skirmish", name, "--json"))["rulings"]
    assert found["name"] == "ties"
    assert found["scenarios"]


def test_the_impact_of_one_ruling(capsys: Capture) -> None:
    arguments = ["rulings", "skirmish", "ties", "--impact", "skirmish/duel", "-n", "5", "--json"]
    impact = json.loads(said(capsys, *arguments))["impact"]
    assert [one["ruling"] for one in impact["readings"]] == ["ties"]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["rules", "skirmish", "SK-70"], "RULE: no rule is called 'SK-70'; did you mean 'SK-7'"),
        (["rulings", "skirmish", "tie"], "RULING: no ruling is called 'tie'; did you mean 'ties'"),
        (["rulings", "skirmish", "SK-R9"], "RULING: no ruling is called 'SK-R9'; did you mean"),
    ],
)
def test_no_such_rule(capsys: Capture, arguments: list[str], problem: str) -> None:
    assert run(arguments) == 2
    assert problem in capsys.readouterr().err
