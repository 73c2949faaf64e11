"""Many fights: what is said while they are played, and of a run that was cut short."""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import Any

import pytest

from affray.book.encounter import find_encounter
from affray.cli import progress
from affray.cli.main import run
from affray.fight.loop import play
from affray.lab import simulate

Capture = pytest.CaptureFixture[str]


def interrupted_after(fights: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C in the middle of a fight, when so many are over."""
    played = Counter[str]()

    def counted(*given: Any) -> int:
        if played["fights"] == fights:
            raise KeyboardInterrupt
        played["fights"] += 1
        return play(*given)

    monkeypatch.setattr(simulate, "play", counted)


SIM = ["sim", "skirmish/duel", "-n", "100000", "--engine", "python"]


@pytest.fixture
def every_fight(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every fight takes longer than the moment after which CPython reports."""
    monkeypatch.setattr(simulate, "MOMENT", -1.0)


@pytest.mark.usefixtures("every_fight")
def test_ctrl_c_keeps_the_slowest_fights_too(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    interrupted_after(5, monkeypatch)
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


@pytest.mark.usefixtures("every_fight")
def test_progress_moves_by_time() -> None:
    shown: list[int] = []
    encounter = find_encounter("skirmish/duel")
    done = simulate.simulate(encounter, 20, 1, "python", [1, 1], shown.append)
    assert done.tally.fights == 20
    assert shown == [*range(21), 20], "none when it begins, then each"


class Clock:
    """Time that passes when it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr("time.monotonic", lambda: self.now)


def test_a_line_now_and_then_where_there_is_no_terminal(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    with progress.Progress(40_000) as shown:
        clock.now += 30  # compiled first: no part of what a fight takes
        shown.show(0)
        for second in range(1, 9):
            clock.now += 1
            shown.show(5_000 * second)
    assert capsys.readouterr() == (
        "",
        "10,000 of 40,000 fights, 5,000 a second, about 6 s left\n"
        "20,000 of 40,000 fights, 5,000 a second, about 4 s left\n"
        "30,000 of 40,000 fights, 5,000 a second, about 2 s left\n",
    )


def test_what_is_left_is_what_was_measured_so_far(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    with progress.Progress(1_000) as shown:
        shown.show(0)
        for done in (4, 6, 200):
            clock.now += 4
            shown.show(done)
    lines = capsys.readouterr().err.splitlines()
    assert lines == [
        "4 of 1,000 fights, 1.0 a second, about 17 min left",
        "6 of 1,000 fights, 0.8 a second, about 22 min left",
        "200 of 1,000 fights, 17 a second, about 48 s left",
    ]
    days = [progress.about(seconds) for seconds in (0.2, 119, 121, 7300, 200_000, 9e9)]
    assert days == ["about 1 s", "about 119 s", "about 2 min", "about 2 h", "about 2 d",
                    "about 104,167 d"]  # fmt: skip


def test_a_short_run_prints_nothing_and_a_long_one_lines(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["sim", "skirmish/duel", "-n", "5"]) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(progress, "EVERY", 0.0)
    monkeypatch.setattr(simulate, "MOMENT", -1.0)
    assert run(["sim", "skirmish/duel", "-n", "5", "--json"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["n"] == 5
    lines = err.splitlines()
    assert [line.partition(",")[0] for line in lines] == [f"{k} of 5 fights" for k in (1, 2, 3, 4)]
    assert all(re.search(r", [\d,.]+ a second, about \d+ s left$", line) for line in lines)


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
