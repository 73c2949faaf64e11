"""What the clever one thinks of, as a job for another process: a seat's move, or advice.

The job holds what that seat may know (`lab/seen.py`), as plain data: nothing anybody sealed,
nobody hidden, neither key nor seed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from affray.book.encounter import Encounter
from affray.fight.levels import Level
from affray.fight.plans import Answers, Offer, find_plan
from affray.lab.clever import Clever
from affray.lab.playouts import PlayoutStart
from affray.lab.search import Tried
from affray.lab.seen import Seen
from affray.odds.walkers import is_at_hand
from affray.oracles.tape import Known, Question
from affray.rules.world import pack, unpack
from affray.table.jobs import (
    Came,
    GiveUp,
    NobodyWaits,
    PlanByName,
    Result,
    Setting,
    numbers,
    plan_of,
    setting_of,
)
from affray.table.written_offers import write_offer

AT_MOST = 4.0
"""So many times as long as it was told to think a job may take, and then some."""

AND_SOME = 20.0


@dataclass(frozen=True)
class ThoughtJob:
    """A position as a seat knows it, and how long to think about it."""

    setting: Setting
    start: bytes
    now: bytes
    begun: bool
    known: tuple[Known, ...]
    asked: Question
    unseen: frozenset[int]
    level: Level
    offered: tuple[PlanByName, ...] = ()
    rest: Answers = ()
    made: frozenset[Answers] = frozenset()

    @property
    def seconds(self) -> float:
        return AT_MOST * self.level.seconds + AND_SOME

    def work_out(self, give_up: GiveUp) -> Result:
        """Every move with its playouts, the one to make first."""

        def tick(spent: int) -> None:
            if give_up():
                raise NobodyWaits

        encounter = self.setting.read()
        clever = _clever(is_at_hand(encounter.ruleset))
        clever.tick = tick
        try:
            found = clever.thoughts(
                encounter,
                self._seen(encounter),
                self.level,
                self._offers(encounter),
                self.rest,
                self.made,
            )
        except NobodyWaits:
            return Result(Came.TOO_MANY)
        said = {"moves": [_move(*one) for one in found], "compiled": is_at_hand(encounter.ruleset)}
        return Result(Came.FOUND, said)

    def _seen(self, encounter: Encounter) -> Seen:
        start, now = (unpack(encounter.ruleset.world, data) for data in (self.start, self.now))
        return Seen(PlayoutStart(start, self.begun), self.known, self.asked, self.unseen, now)

    def _offers(self, encounter: Encounter) -> list[Offer]:
        return [
            Offer(o.name, o.label, o.who, o.answers, o.target, find_plan(encounter, o.code))
            for o in self.offered
        ]


@lru_cache(maxsize=2)
def _clever(compiled: bool) -> Clever:
    """One that thinks by compiled rules, one that does without; others work beside it."""
    return Clever(compiled, threads=1)


def _move(offer: Offer, tried: Tried) -> dict[str, Any]:
    return {
        **write_offer(offer),
        "answers": numbers(offer.answers),
        "win": tried.win_rate,
        "error": tried.error,
        "playouts": tried.playouts,
    }


def thought_job(
    encounter: Encounter,
    seen: Seen,
    level: Level,
    offered: Sequence[Offer] = (),
    rest: Answers = (),
    made: frozenset[Answers] = frozenset(),
) -> ThoughtJob:
    """What somebody is asked, as another process can be told of it."""
    asked = seen.asked
    return ThoughtJob(
        setting=setting_of(encounter),
        start=pack(seen.place.world),
        now=pack(seen.now),
        begun=seen.place.begun,
        known=tuple(Known(*map(int, one)) for one in seen.known),
        asked=Question(asked.kind, int(asked.name), int(asked.who), int(asked.mask)),
        unseen=seen.unseen,
        level=level,
        offered=tuple(plan_of(offer) for offer in offered),
        rest=numbers(rest),
        made=frozenset(numbers(one) for one in made),
    )
