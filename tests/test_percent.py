"""Shares as people read them: what is not certain never reads 0 or 100 %."""

from __future__ import annotations

from fractions import Fraction

import pytest

from affray.charts.parts import percent as on_a_chart
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
