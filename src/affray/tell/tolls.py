"""Who did how much harm with what, over several fights that were told."""

from __future__ import annotations

from collections.abc import Iterable
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


def tolls_of(fights: Iterable[Fight]) -> list[Toll]:
    """Added up over fights that are over; the greatest harm first."""
    amounts: dict[tuple[str, str], int] = {}
    felled: dict[tuple[str, str], int] = {}
    word = ""
    for fight in fights:
        blows = Blows(fight, 0, len(fight.story), lambda k, item: False)
        for _, blow in blows.harms:
            word = blow.word
            amounts[blow.by, blow.thing] = amounts.get((blow.by, blow.thing), 0) + blow.amount
        for fall in blows.fallen:
            if fall.by:
                felled[fall.by, fall.thing] = felled.get((fall.by, fall.thing), 0) + 1
    found = {**amounts, **felled}
    tolls = [Toll(*who, word, amounts.get(who, 0), felled.get(who, 0)) for who in found]
    return sorted(tolls, key=lambda toll: (-toll.amount, -toll.felled, toll.by, toll.thing))
