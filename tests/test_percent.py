"""Shares as people read them: what is not certain never reads 0 or 100 %."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from affray.charts.parts import percent as on_a_chart
from affray.cli.opponents import cell_text
from affray.lab.ladder import Rung
from affray.odds.percent import percent


@pytest.mark.parametrize(
    ("p", "digits", "read"),
    [
        (Fraction(1, 8), 2, "12.50 %"),
        (1, 2, "100.00 %"),
        (0, 2, "0.00 %"),
        (Fraction(99_999, 100_000), 2, "> 99.99 %"),
        (Fraction(1, 100_000), 2, "< 0.01 %"),
        (0.9996, 1, "> 99.9 %"),
        (0.0003, 1, "< 0.1 %"),
        (0.998, 0, "> 99 %"),
        (0.002, 0, "< 1 %"),
        (0.994, 0, "99 %"),
        (1.0, 0, "100 %"),
    ],
)
def test_only_what_is_certain_reads_0_or_100(p: Fraction | float, digits: int, read: str) -> None:
    assert percent(p, digits) == read


def test_what_was_sampled_is_not_certain_though_it_came_out_so_each_time() -> None:
    assert percent(1.0, 0, certain=False) == "> 99 %"
    assert percent(0.0, 1, certain=False) == "< 0.1 %"
    assert on_a_chart(0.998) == "> 99 %"


@pytest.mark.parametrize(
    ("wins", "fights", "read"),
    [
        (200, 200, "> 99 % (98 to 100)"),
        (0, 200, "< 1 % (0 to 2)"),
        (2000, 2000, "> 99 % (99 to 100)"),
        (0, 2000, "< 1 % (0 to 1)"),
        (62, 100, "62 % (52 to 71)"),
    ],
)
def test_a_ladder_makes_nothing_certain(wins: int, fights: int, read: str) -> None:
    """It read 100 % (98 to 100), and 100 % (100 to 100) of 2,000 fights."""
    assert cell_text(Rung("clever:30", wins, fights, 0.1)) == read


def test_only_perfect_play_is_certain_on_a_ladder() -> None:
    assert cell_text(Rung("bold", 10_000, 10_000, 0.1)) == "> 99.9 %"
    assert cell_text(Rung("perfect", 0, 0, 0.0, Fraction(0))) == "0.0 %"
    assert cell_text(Rung("perfect", 0, 0, 0.0, Fraction(99_999, 100_000))) == "> 99.9 %"


def test_the_page_of_the_ladders_has_none_that_is() -> None:
    page = (Path(__file__).parents[1] / "docs" / "opponents.md").read_text(encoding="utf-8")
    assert re.findall(r"(?<![\d.])(?:100|0) % \(\d+ to \d+\)", page) == []
