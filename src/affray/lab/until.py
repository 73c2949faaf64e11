"""When a run is long enough: its answer is known well enough, or it has taken its time."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Literal

from affray.lab.tally import Tally

Z95 = 1.959963984540054

Enough = Literal["", "error", "seconds"]
"""Why a run ended before all its fights: what was wanted is known, or the time is over."""

CHECKS = 20
"""How often a run looks, at least, whether its error is small enough, where that is not easy."""


def wilson(successes: int, n: int) -> tuple[float, float, float]:
    """A share with its 95 % interval, right at 0 and 1 too."""
    p = successes / n
    spread = Z95 * sqrt(p * (1 - p) / n + Z95**2 / (4 * n * n))
    middle, scale = p + Z95**2 / (2 * n), 1 + Z95**2 / n
    low, high = (middle - spread) / scale, (middle + spread) / scale
    return p, 0.0 if successes == 0 else max(0.0, low), 1.0 if successes == n else min(1.0, high)


@dataclass(frozen=True)
class Until:
    """How well the first side's chance to win is to be known (half of its 95 % interval, as a
    share), and how many seconds that may take; 0 is no end of that kind."""

    error: float = 0.0
    seconds: float = 0.0

    @property
    def fights(self) -> int:
        """So many are enough whatever the chance is: it is hardest to know where it is even."""
        return round((Z95 / (2 * self.error)) ** 2) if self.error else 0

    def block(self) -> int:
        """Fights between two looks at the error; the same on every machine. 0: as it comes."""
        return max(1, min(20_000, self.fights // CHECKS)) if self.error else 0

    def why(self, tally: Tally, seconds: float) -> Enough:
        """Why it is enough now, if it is."""
        if self.error and tally.fights:
            _, low, high = wilson(tally.winners[0], tally.fights)
            if (high - low) / 2 <= self.error:
                return "error"
        return "seconds" if self.seconds and seconds >= self.seconds else ""


NO_END = Until()
