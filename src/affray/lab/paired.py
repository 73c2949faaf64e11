"""Two ways of playing the same fights, and how sure their difference is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, erfc, sqrt
from typing import TYPE_CHECKING, Any

from affray.lab.until import Z95

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

FEW = 1000
"""Pairs that came out otherwise, up to which their chance is counted out exactly."""

UNSURE = 0.05
"""How often, of many answers in which nothing differs, one may be called sure."""


@dataclass(frozen=True)
class Difference:
    """By how much the second wins more often than the first, with its 95 % interval.

    `by_luck` is the chance of so many pairs for one of them where neither wins more often.
    """

    points: float
    low: float
    high: float
    by_luck: float

    @property
    def is_sure(self) -> bool:
        """Whether the interval leaves nothing out but one sign: of this one, looked at alone."""
        return self.low > 0 or self.high < 0


def difference(first: Array, second: Array) -> Difference:
    """Of wins, fight by fight, in fights of the same seeds.

    Agresti and Min's interval: half a fight is added to each of the four ways a pair can come
    out, so that it stays honest where the two hardly ever differ.
    """
    n = len(first)
    better, worse = int((second & ~first).sum()), int((first & ~second).sum())
    gained, lost, pairs = better + 0.5, worse + 0.5, n + 2
    middle = (gained - lost) / pairs
    spread = Z95 * sqrt(gained + lost - (gained - lost) ** 2 / pairs) / pairs
    low, high = max(-1.0, middle - spread), min(1.0, middle + spread)
    return Difference((better - worse) / n, low, high, _by_luck(better, worse))


def _by_luck(better: int, worse: int) -> float:
    """McNemar's test: as coins fall, counted out, or nearly where there are many."""
    n, fewer = better + worse, min(better, worse)
    if n > FEW:
        return erfc(max(0, abs(better - worse) - 1) / sqrt(2 * n))
    tail: int = 2 * sum(comb(n, k) for k in range(fewer + 1))
    return min(1.0, tail / (1 << n))


def sure_among(found: Sequence[Difference]) -> list[bool]:
    """Which of many are more than luck although one looked at all of them, and ranked them.

    Holm's way: where nothing differs at all, one of them is called sure in one run of twenty.
    """
    sure = [False] * len(found)
    for k, at in enumerate(sorted(range(len(found)), key=lambda i: found[i].by_luck)):
        if found[at].by_luck > UNSURE / (len(found) - k):
            break
        sure[at] = True
    return sure
