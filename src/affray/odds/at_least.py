"""A number of which one asks: how often exactly so much, at least so much, at most so much?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class AmountChance:
    """One amount, and how likely it is to be just that, that or more, that or less."""

    amount: int
    exactly: Fraction
    at_least: Fraction
    at_most: Fraction


def ladder(amounts: Mapping[int, Fraction]) -> list[AmountChance]:
    """Every amount from the least to the greatest there can be."""
    out, below, whole = [], Fraction(0), sum(amounts.values(), Fraction(0))
    for amount in range(min(amounts), max(amounts) + 1) if amounts else ():
        here = amounts.get(amount, Fraction(0))
        out.append(AmountChance(amount, here, whole - below, below + here))
        below += here
    return out
