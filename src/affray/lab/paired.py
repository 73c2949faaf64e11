"""Two ways of playing the same fights, and how sure their difference is."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import TYPE_CHECKING, Any

from affray.lab.until import Z95

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Difference:
    """By how much the second wins more often than the first, with its 95 % interval."""

    points: float
    low: float
    high: float

    @property
    def is_sure(self) -> bool:
        """Whether the interval leaves nothing out but one sign."""
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
    return Difference((better - worse) / n, max(-1.0, middle - spread), min(1.0, middle + spread))
