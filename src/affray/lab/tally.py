"""What some fights came to, counted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Tally:
    """What the fights so far came to."""

    fights: int = 0
    winners: Counter[int] = field(default_factory=Counter)
    rounds: Counter[int] = field(default_factory=Counter)
    survivors: Counter[int] = field(default_factory=Counter)
    events: Counter[int] = field(default_factory=Counter)

    def __add__(self, other: Tally) -> Tally:
        """A new one, never half of it: Ctrl-C may come in the middle."""
        return Tally(
            self.fights + other.fights,
            self.winners + other.winners,
            self.rounds + other.rounds,
            self.survivors + other.survivors,
            self.events + other.events,
        )
