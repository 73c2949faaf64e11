"""Who did how much harm with what, over several fights that were told."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from affray.fight.fight import Fight
from affray.tell.blows import Blows


@dataclass(frozen=True)
class Toll:
    """What somebody's thing cost the others, of what a game counts first, and who fell by it."""

    by: str
    thing: str
    word: str
    amount: int
    felled: int


class Tolls:
    """Added up over fights that are over."""

    def __init__(self) -> None:
        self.fights, self.word = 0, ""
        self.amounts: Counter[tuple[str, str]] = Counter()
        self.felled: Counter[tuple[str, str]] = Counter()

    def add(self, fight: Fight) -> None:
        blows = Blows(fight, 0, len(fight.story), lambda k, item: False)
        for _, blow in blows.harms:
            self.word = blow.word
            self.amounts[blow.by, blow.thing] += blow.amount
        self.felled.update((fall.by, fall.thing) for fall in blows.fallen if fall.by)
        self.fights += 1

    def told(self) -> list[Toll]:
        """The greatest harm first."""
        found = {**self.amounts, **self.felled}
        tolls = [Toll(*who, self.word, self.amounts[who], self.felled[who]) for who in found]
        return sorted(tolls, key=lambda toll: (-toll.amount, -toll.felled, toll.by, toll.thing))
