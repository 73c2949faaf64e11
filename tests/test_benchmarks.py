"""What `make bench` prints: rows with the goals beside them. No time is asserted."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import before, house, on_card, program, rulesets
from benchmarks.__main__ import BENCHMARKS, main
from benchmarks.report import MEASURED, Row, machine, row


@pytest.mark.program
def test_goals_stand_beside_what_was_measured(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["benchmarks", "--quick", "--only", "help", "--only", "size"])
    main()
    told = capsys.readouterr().out
    assert "affray --help" in told
    assert "below 0.15" in told
    assert "below 377" in told


@pytest.mark.program
@pytest.mark.compiled
def test_a_million_fights_are_held_against_their_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(program, "SIM", ("sim", "skirmish/duel", "--json"))
    monkeypatch.setattr(program, "MANY", ("-n", "1000"))
    rows = {found.name.rpartition(", ")[2]: found for found in program.sim(quick=True)}
    assert rows["warm"].goal.startswith("below 0.5")  # type: ignore[union-attr]
    assert (rows["memory"].goal, rows["memory"].holds) == ("below 300", True)
    assert rows["memory"].value > 20, "megabytes of a whole process"  # type: ignore[operator]


@pytest.mark.program
def test_every_benchmark_says_what_it_measures() -> None:
    assert all(benchmark.__doc__ for benchmark in BENCHMARKS.values())
    assert {"numpy", "icepool"} <= set(machine()) & set(MEASURED)


def broken(quick: bool) -> Iterator[Row]:
    """one that breaks"""
    yield row("measured before it broke", 1.0, "s")
    raise ValueError("no room\nfor more")


def whole(quick: bool) -> Iterator[Row]:
    """one that does not"""
    yield row("measured after it", 2.0, "s")


@pytest.mark.program
def test_one_that_fails_is_a_line_and_the_others_go_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, benchmark in (("help", broken), ("size", whole)):
        monkeypatch.setitem(BENCHMARKS, name, benchmark)
    monkeypatch.setattr(sys, "argv", ["benchmarks", "--quick", "--only", "help", "--only", "size"])
    with pytest.raises(SystemExit, match="failed: help"):
        main()
    told = capsys.readouterr().out
    assert "measured before it broke" in told
    assert "help: failed: ValueError: no room" in told
    assert "measured after it" in told


@pytest.mark.program
def test_encounters_of_before_are_kept_as_they_were() -> None:
    names = {name.rpartition("/")[2] for name in before.BEFORE_THE_GRID}
    kept = {path.stem for path in before.AS_THEY_WERE.glob("*.toml")}
    assert kept == {"wolf-road", "ossuary-party"}
    assert kept <= names
    assert before.BEFORE_THE_GRID.keys() <= before.WITH_NUMBA.keys()


def test_what_a_card_said_is_kept_with_what_was_not_the_same(tmp_path: Path) -> None:
    def item(shape: str, **said: object) -> dict[str, object]:
        about = {"encounter": "skirmish/duel", "dice": "dice", "shape": shape, "used": {}}
        return {**about, "cpu_rate": 10.0, "said": [said] if said else []}

    same = {"compared": 5, "missed": 0, "differ": 0, "counts_same": True}
    timed = {"rate": 400.0, "block": 1, "threads": 1, "share": 1, "fights": 40, "seconds": 0.1}
    items = [item("usual", **same, **timed), item("sample", **{**same, "differ": 1})]
    told = {"when": "now", "machine": {"device": "a card"}, "items": [*items, item("40 registers")]}
    said, kept = tmp_path / "said.json", tmp_path / "kept.json"
    said.write_text(json.dumps(told))
    kept.write_text(json.dumps({"command": "...", "runs": [{"when": "before"}]}))
    wrong = on_card.keep(said, "a note", kept)
    assert wrong == ["skirmish/duel dice sample", "skirmish/duel dice 40 registers"]
    before, now = json.loads(kept.read_text())["runs"]
    assert (before, now["note"]) == ({"when": "before"}, "a note")
    assert [one["times"] for one in now["timed"] if "times" in one] == [40.0]
    assert [one["differ"] for one in now["samples"]] == [1]


def test_what_was_kept_of_a_full_house_has_its_goals() -> None:
    title, *rows = house.kept(quick=True)
    assert title.name.startswith("a full house, 20")
    assert "quiet machine" in title.name
    assert {one.name for one in rows} >= {
        "steady: 95 of 100 within", "with the queue full: 95 of 100 within",
        "at most load, small fights: answers",
    }  # fmt: skip
    assert all(one.goal for one in rows)


@pytest.mark.program
@pytest.mark.compiled
def test_compiling_and_loading_have_their_goals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rulesets, "encounters", lambda: iter(["skirmish/duel", "plunder/pocket"]))
    monkeypatch.setattr(rulesets, "apart", lambda *given: 0.02)
    goals = {found.name: found.goal or "" for found in rulesets.compiles(quick=False)}
    assert goals["skirmish/duel, compile dice"].startswith("below 0.5 ")
    assert goals["plunder/pocket, compile tape"].startswith("below 10 ")
    assert goals["plunder/pocket, dice from the cache"].startswith("below 0.05 ")
