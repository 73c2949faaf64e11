"""How sure the lab is: of one among many that were looked at, and of what makes a fight even."""

from __future__ import annotations

import json
from math import erfc, sqrt
from typing import Any

import numpy as np
import pytest

from affray.book.encounter import find_encounter
from affray.cli.main import run
from affray.lab.paired import difference, sure_among
from affray.lab.questions import LabQuestion, answers
from affray.lab.variations import Playing, SweepCell, crossed
from affray.table.lab_told import said_of
from affray.tell.balancing import balance_said

Capture = pytest.CaptureFixture[str]

DUEL = "skirmish/duel"


def test_among_many_that_do_nothing_one_is_called_sure_once_in_twenty_runs() -> None:
    """Of forty readings that change nothing some would seem to, by their own intervals."""
    luck, runs, seeming, sure = np.random.default_rng(18), 300, 0, 0
    for _ in range(runs):
        fights = luck.random(200) < 0.6
        others = (
            np.where(luck.random(200) < 0.2, luck.random(200) < 0.6, fights) for _ in range(40)
        )
        found = [difference(fights, other) for other in others]
        seeming += any(one.is_sure for one in found)
        sure += any(sure_among(found))
    assert seeming / runs > 0.5, "so that looking at each alone would not do"
    assert sure / runs < 0.08


def test_what_is_there_is_found_among_many_that_do_nothing() -> None:
    luck = np.random.default_rng(19)
    fights = luck.random(1000) < 0.6
    others = [np.where(luck.random(1000) < 0.1, luck.random(1000) < 0.6, fights) for _ in range(60)]
    others[7] = fights & (luck.random(1000) < 0.9)
    found = sure_among([difference(fights, other) for other in others])
    assert found[7]
    assert sum(found) == 1


def test_luck_is_counted_out_and_nearly_the_same_where_it_is_not() -> None:
    first = np.zeros(2000, bool)
    few, many = first.copy(), first.copy()
    few[:6] = True
    assert difference(first, few).by_luck == pytest.approx(2 / 2**6)
    assert difference(first, first).by_luck == 1
    first[:480] = True
    many[480:1000] = True
    exactly = difference(first, many).by_luck
    assert exactly == pytest.approx(erfc(39 / sqrt(2 * 1000)), rel=0.01)


def cell(value: int, wins: int) -> SweepCell:
    return SweepCell((str(value),), 100, wins, 4.0)


@pytest.mark.parametrize(
    ("wins", "found"),
    [
        ([95, 80, 52, 10], (True, ("2", "4"))),
        ([95, 80, 20, 10], (True, ("2", "3"))),
        ([5, 30, 55, 80], (True, ("2", "4"))),
        ([95, 80, 70, 52], (True, ("3", None))),
        ([52, 30, 20, 10], (True, (None, "2"))),
        ([55, 52, 51, 49], (True, (None, None))),
        ([95, 90, 85, 80], (False, (None, None))),
        ([], (False, (None, None))),
    ],
)
def test_even_lies_between_what_surely_is_not(wins: list[int], found: Any) -> None:
    assert crossed([cell(k + 1, n) for k, n in enumerate(wins)], 0.5) == found


@pytest.mark.parametrize("target", [50, 99.5])
def test_a_page_and_a_command_say_the_same_of_what_is_even(target: float, capsys: Capture) -> None:
    """The page once named a nearest value where what was wanted is never reached."""
    over = "Grim.toughness=3..9"
    asked = LabQuestion("balance", 200, over=(over,), target=target)
    encounter, playing = find_encounter(DUEL), Playing(200, 1, "heroes", "python")
    *before, last = answers(asked, encounter, playing, lambda *_: iter(()))
    assert all(so_far.data["nearest"] is None for so_far in before), "nothing is found so soon"
    given = ["balance", DUEL, "--over", over, "--target", str(target), "-n", "200"]
    assert run(given) == 0
    said = capsys.readouterr().out.splitlines()[-1]
    assert said == balance_said(last.data)
    assert said_of("balance", last.data) == f"{said[0].upper()}{said[1:]}."
    assert ("never reached" in said) == (target == 99.5)
    assert run([*given, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["between"] == last.data["between"]
