"""Many fights: what is said while they are played, and of a run that was cut short."""

from __future__ import annotations

import json
import time
from collections import Counter
from typing import Any

import pytest

from affray import simulate
from affray.cli import run
from affray.encounter import find_encounter
from affray.loop import play

Capture = pytest.CaptureFixture[str]


def interrupted_after(fights: int, monkeypatch: pytest.MonkeyPatch, each: float = 0.0) -> None:
    """Ctrl-C in the middle of a fight, when so many are over."""
    played = Counter[str]()

    def counted(*given: Any) -> int:
        if played["fights"] == fights:
            raise KeyboardInterrupt
        played["fights"] += 1
        time.sleep(each)
        return play(*given)

    monkeypatch.setattr(simulate, "play", counted)


SIM = ["sim", "skirmish/duel", "-n", "100000", "--engine", "python"]


def test_ctrl_c_keeps_the_slowest_fights_too(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupted_after(5, monkeypatch, each=0.26)
    assert run(SIM) == 130
    out, err = capsys.readouterr()
    assert out.startswith("skirmish/duel: 5 fights")
    assert err == "stopped after 5 of 100,000 fights\n"


def test_ctrl_c_before_the_first_fight_is_over(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupted_after(0, monkeypatch)
    assert run(SIM) == 130
    assert capsys.readouterr() == ("", "stopped before the first fight was over: nothing to show\n")


def test_one_fight_is_one(capsys: Capture) -> None:
    assert run(["sim", "skirmish/duel", "-n", "1"]) == 0
    assert capsys.readouterr().out.startswith("skirmish/duel: 1 fight, seed 1")


def test_progress_moves_by_time(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[int] = []
    encounter = find_encounter("skirmish/duel")
    monkeypatch.setattr(simulate, "MOMENT", 0.0)
    done = simulate.simulate(encounter, 20, 1, "python", [1, 1], shown.append)
    assert done.tally.fights == 20
    assert len(shown) >= 20
    assert shown == sorted(shown)


def test_who_plays_and_which_readings_are_said(capsys: Capture) -> None:
    base = ["sim", "skirmish/bridge", "-n", "2"]
    assert run(base) == 0
    assert capsys.readouterr().out.splitlines()[1:3] == ["seats: heroes=bold, foes=bold", ""]
    changed = ["--ruling", "ties=target", "--ruling", "blow_meets=helper"]
    seats = ["--seat", "Snick=careful", "--seat", "foes=random"]
    assert run([*base, *changed, *seats]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1:3] == ["seats: heroes=bold, Grim=random, Snick=careful", "rulings: ties=target"]
    assert run([*base, *changed, *seats, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["rulings"] == {"ties": "target"}
    assert found["seats"] == {"Ada": "bold", "Bran": "bold", "Grim": "random", "Snick": "careful"}
