"""Many fights: what is said while they are played, and of a run that was cut short."""

from __future__ import annotations

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


def test_progress_moves_by_time(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[int] = []
    encounter = find_encounter("skirmish/duel")
    monkeypatch.setattr(simulate, "MOMENT", 0.0)
    done = simulate.simulate(encounter, 20, 1, "python", [1, 1], shown.append)
    assert done.tally.fights == 20
    assert len(shown) >= 20
    assert shown == sorted(shown)
