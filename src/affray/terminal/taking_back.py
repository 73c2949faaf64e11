"""What a person types to take something back: 'undo', 'undo 3', 'undo all', 'undo fresh'."""

from __future__ import annotations

from dataclasses import dataclass

from affray.book.errors import BadInput
from affray.book.whole import read_whole
from affray.fight.decisions import decisions
from affray.fight.fight import Fight
from affray.fight.players import Players


@dataclass(frozen=True)
class TakenBack:
    """The place on the tape up to which all is kept, and how many decisions that takes back."""

    keep: int
    n: int
    fresh: bool


def taken_back(fight: Fight, players: Players, text: str) -> TakenBack:
    fresh = text.endswith("fresh")
    count = text.removesuffix("fresh").strip() or "1"
    places = [decision.at for decision in decisions(fight, players.seats)]
    number = read_whole(count)
    if count != "all" and number is None:
        raise BadInput(f"found {count!r}, expected a number, 'all' or 'fresh'", field="undo")
    if fresh and (count == "all" or not places):
        first = fight.first
        places = [first, *(place for place in places if place > first)]
        number = None
    n = len(places) if number is None else number
    if not places:
        raise BadInput("you have decided nothing yet", field="undo")
    if not 1 <= n <= len(places):
        raise BadInput(f"found {n}, expected 1 to {len(places)}", field="undo")
    return TakenBack(places[-n], n, fresh)
