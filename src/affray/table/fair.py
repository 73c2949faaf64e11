"""Things that wait for their turn: a fight after the other, within a fight a seat after the other.

However much one table asks for, whoever has waited longest since they were last served is next:
a table that asks for one thing does not wait for the forty another asked for before.
"""

from __future__ import annotations

import itertools
from collections.abc import Hashable
from typing import Generic, TypeVar

Whose = tuple[str, int]
"""A fight and a seat at it."""

MOST_REMEMBERED = 1000
"""So many fights and seats are known by when they were last served; the oldest are forgotten."""

T = TypeVar("T", bound=Hashable)


class FairQueue(Generic[T]):
    """What waits, by fight and seat. A thing several wait for stands with each of them."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[int, list[T]]] = {}
        self._whose: dict[T, set[Whose]] = {}
        self._served: dict[Hashable, int] = {}
        self._turns = itertools.count(1)

    def __len__(self) -> int:
        """How many things wait, each counted once."""
        return len(self._whose)

    def add(self, whose: Whose, wanted: T, is_urgent: bool = False) -> None:
        """At the end of a seat's line, or before all else that seat waits for."""
        fight, seat = whose
        self._whose.setdefault(wanted, set()).add(whose)
        line = self._waiting.setdefault(fight, {}).setdefault(seat, [])
        others = [one for one in line if one != wanted]
        if is_urgent:
            line[:] = [wanted, *others]
        elif len(others) == len(line):
            line.append(wanted)

    def take(self) -> T:
        """The next one: of the fight served longest ago, and of its seat served longest ago."""
        fight = min(self._waiting, key=self._last_served)
        seat = min(self._waiting[fight], key=lambda n: self._last_served((fight, n)))
        wanted = self._waiting[fight][seat][0]
        self._serve(fight)
        self._serve((fight, seat))
        self.drop(wanted)
        return wanted

    def _last_served(self, who: Hashable) -> int:
        return self._served.get(who, 0)

    def _serve(self, who: Hashable) -> None:
        self._served.pop(who, None)
        self._served[who] = next(self._turns)
        if len(self._served) > MOST_REMEMBERED:
            del self._served[next(iter(self._served))]

    def drop(self, wanted: T) -> None:
        """It waits no longer, for whomever it did."""
        for whose in list(self._whose.get(wanted, ())):
            self.leave(whose, wanted)

    def leave(self, whose: Whose, wanted: T) -> None:
        """A seat waits for it no longer; others may."""
        fight, seat = whose
        self._forget(whose, wanted)
        line = self._waiting.get(fight, {}).get(seat, [])
        line[:] = [one for one in line if one != wanted]
        if not line and fight in self._waiting:
            self._waiting[fight].pop(seat, None)
            if not self._waiting[fight]:
                del self._waiting[fight]

    def _forget(self, whose: Whose, wanted: T) -> None:
        theirs = self._whose.get(wanted, set())
        theirs.discard(whose)
        if not theirs:
            self._whose.pop(wanted, None)
