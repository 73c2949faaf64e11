"""`odds --at-least`: of everything somebody may lose, how likely so much or more is, or less."""

from __future__ import annotations

from fractions import Fraction

from affray.cli.columns import print_table
from affray.cli.common import percent, short_fraction
from affray.odds.at_least import ladder
from affray.odds.upshot import Odds


def print_ladders(odds: Odds) -> None:
    shown = False
    for who, fields in odds.amounts.items():
        for field, amounts in fields.items():
            if len(amounts) > 1:
                shown = True
                title = f"{who}, {odds.losses[field].word}"
                _print_ladder(title, dict(amounts.items()), odds.sampled is None)
    if not shown:
        print("nothing of which there could be more or less")


def _print_ladder(title: str, amounts: dict[int, Fraction], is_exact: bool) -> None:
    said = _said if is_exact else percent
    rows = [
        [str(rung.amount), *(said(p) for p in (rung.exactly, rung.at_least, rung.at_most))]
        for rung in ladder(amounts)
    ]
    just = "exactly" if is_exact else "just so many"
    print_table([title, just, "at least", "at most"], rows, right=(0, 1, 2, 3))


def _said(p: Fraction) -> str:
    """The fraction beside the percentage, where it can be read."""
    if p in (0, 1):
        return percent(p)
    return f"{percent(p)} = {short_fraction(p)}"
