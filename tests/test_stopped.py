"""Ctrl-C in the midst of a command of the lab: what was played is told, what was not is said."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from affray.cli import opponents, progress, sim
from affray.cli.main import run
from affray.cli.solve import SolveProgress
from affray.fight.loop import play
from affray.lab import simulate
from affray.lab.ladder import ladders
from affray.lab.retold import fight_of

Capture = pytest.CaptureFixture[str]
Patch = pytest.MonkeyPatch

DUEL = "skirmish/duel"


def pressed_after(calls: int, real: Callable[..., Any]) -> Callable[..., Any]:
    """The same, until somebody has had enough."""
    left = [calls]

    def counted(*given: Any, **named: Any) -> Any:
        if not left[0]:
            raise KeyboardInterrupt
        left[0] -= 1
        return real(*given, **named)

    return counted


def test_harm_is_told_of_as_many_fights_as_were_told_again(
    capsys: Capture, monkeypatch: Patch, tmp_path: Path
) -> None:
    """All that was simulated was lost with the rest of them."""
    monkeypatch.setattr(sim, "fight_of", pressed_after(3, fight_of))
    rows = tmp_path / "fights.csv"
    assert run(["sim", DUEL, "-n", "20", "--harm", "9", "--rows", str(rows), "--json"]) == 130
    out, err = capsys.readouterr()
    found = json.loads(out)
    assert (found["n"], found["harm"]["fights"]) == (20, 3)
    assert {one["by"] for one in found["harm"]["by"]} == {"Ada", "Grim"}
    assert len(rows.read_text().splitlines()) == 21
    assert err == "told 3 of 9 fights again\n"


def test_no_harm_is_told_of_no_fight(capsys: Capture, monkeypatch: Patch) -> None:
    monkeypatch.setattr(sim, "fight_of", pressed_after(0, fight_of))
    assert run(["sim", DUEL, "-n", "20", "--harm", "9"]) == 130
    out, err = capsys.readouterr()
    assert out.startswith("skirmish/duel: 20 fights")
    assert "harm" not in out
    assert err == "told 0 of 9 fights again\n"


def test_readings_without_the_usual_one_are_nothing_to_compare(
    capsys: Capture, monkeypatch: Patch
) -> None:
    monkeypatch.setattr("affray.lab.variations.choose_engine", lambda *_: "python")
    monkeypatch.setattr(simulate, "play", pressed_after(5, play))
    assert run(["rulings", "skirmish", "--impact", DUEL, "-n", "20"]) == 130
    said = "stopped before the usual reading was played: nothing to compare\n"
    assert capsys.readouterr() == ("", said)


def test_ladders_that_were_climbed_are_shown(capsys: Capture, monkeypatch: Patch) -> None:
    monkeypatch.setattr(opponents, "ladders", pressed_after(1, ladders))
    few = ["--level", "clever:1", "-n", "1", "--policy-fights", "5"]
    assert run(["opponents", "skirmish", *few, "--json"]) == 130
    out, err = capsys.readouterr()
    assert {one["encounter"] for one in json.loads(out)["ladders"]} == {"skirmish/bridge"}
    assert err.splitlines()[-1] == "stopped after 1 of 3 encounters"


def test_what_states_take_is_measured_once_the_first_are_met(
    capsys: Capture, monkeypatch: Patch
) -> None:
    """Rules that were compiled first made it "about 25 h left"."""
    now = [1000.0]
    monkeypatch.setattr("affray.cli.progress.time.monotonic", lambda: now[0])
    with progress.Progress(100_000, "state") as shown:
        shown.show(0)
        reach = SolveProgress(shown)
        now[0] += 30  # compiling
        reach(3)
        assert capsys.readouterr().err == ""
        now[0] += 4
        reach(20_000)
    assert "20,000 of 100,000 states, 5,000 a second, about 16 s left" in capsys.readouterr().err
    assert reach.states == 20_000
