"""The load script runs, and reports what it was asked for. No time is asserted."""

from __future__ import annotations

import json
from typing import Any

import pytest
from waiting import apart

from benchmarks import click, house, long, quiet
from benchmarks.visitors import answers


@pytest.mark.program
def test_clicks_are_timed_and_reported(capsys: pytest.CaptureFixture[str]) -> None:
    apart(click.main, ["--answers", "2", "--encounter", "skirmish/bridge", "--no-compile"])
    told = capsys.readouterr().out
    for row in ("click to one's own new view", "click to the others' new view", "ms an answer"):
        assert row in told
    assert "below 100" in told


@pytest.mark.program
def test_a_small_house_is_filled_and_reported(capsys: pytest.CaptureFixture[str]) -> None:
    small = ["--fights", "2", "--sockets", "6", "--every", "0.2", "--seconds", "1", "--small", "2"]
    apart(house.main, [*small, "--encounter", "skirmish/bridge", "--json"])
    told = json.loads(capsys.readouterr().out)
    names = [phase["phase"] for phase in told["phases"]]
    assert names == ["steady", "with the queue full", "at most load, small fights"]
    for phase in told["phases"]:
        assert phase["answers"] > 0
        rows = {row["name"]: row for row in phase["rows"]}
        assert rows[f"{phase['phase']}: answers"]["value"] > 0
        assert rows[f"{phase['phase']}: this client's processor time"]["value"] > 0
    assert "quiet" in told["quiet"]
    assert told["machine"]["date"]
    goals = [row["goal"] for phase in told["phases"] for row in phase["rows"] if row["goal"]]
    assert any("300" in goal for goal in goals)


def test_the_answers_a_page_gives() -> None:
    number = {"kind": "plan", "number": {"legal": [1, 2]}, "usual": None, "question": "feet"}
    assert answers(number)[0] == {"do": "answer", "question": "feet", "option": "1"}
    left: dict[str, Any] = {"question": "feet", "usual": None, "options": ["5", "10"], "span": None}
    far = {"name": "walk", "target": None, "answers_left": [left]}
    near: dict[str, Any] = {"name": "stay", "target": None, "answers_left": []}
    asked = {"kind": "plan", "number": None, "offers": [far, near]}
    assert [said["name"] for said in answers(asked)] == ["stay", "walk"], "the plain one first"
    assert answers(asked)[1]["with"] == {"feet": "5"}
    left |= {"options": [], "span": [1, 30]}
    assert answers(asked)[1]["with"] == {"feet": "1"}
    assert answers({"kind": "dice"}) == [{"do": "dice", "faces": []}]


def test_a_long_fight_is_made_and_comes_back(capsys: pytest.CaptureFixture[str]) -> None:
    long.main(["--entries", "400"])
    told = capsys.readouterr().out
    assert "from a snapshot" in told
    assert "entries played for that" in told


def test_whether_the_figures_can_be_trusted_is_said() -> None:
    assert quiet.told(0.1, [0.02, 0.05]).startswith("a quiet machine")
    assert quiet.told(3.0, [0.02]).startswith("NOT a quiet machine")
    assert quiet.told(0.1, [0.02, 0.8]).startswith("NOT a quiet machine")
    assert "nobody knows" in quiet.told(None, [])
