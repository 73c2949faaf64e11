"""An offered plan before it is chosen: its details and its odds, worked out beside the fight."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from affray.odds import position_of
from affray.table.asked import details
from affray.table.jobs import Came, Job, Result, job_of
from affray.table.orders import asked_choice, find_offer, read_extra
from affray.table.sitting import Refused, Sitting, Stale

MOST_SECONDS = 20.0

Answer = dict[str, Any]


@dataclass(frozen=True)
class Wanted:
    """Odds a chair asked for at one moment of a fight: a job, unless they are known."""

    sitting: Sitting
    n: int
    seen: int
    rules: tuple[str, ...]
    job: Job
    found: dict[Job, Answer]

    @property
    def known(self) -> Answer | None:
        return self.found.get(self.job)

    def answer(self, result: Result) -> Answer:
        """What to tell whoever asked; what was found is kept for the next who does."""
        if result.came is Came.FOUND:
            assert result.data is not None
            return self.found.setdefault(self.job, result.data)
        if result.came is Came.REFUSED:
            raise Refused(result.why, self.rules)
        if result.came is Came.FAILED:
            raise RuntimeError(result.why)
        if self.sitting.seen[self.n] != self.seen:
            raise Stale(self.sitting.seen[self.n])
        return {"too_many": True}  # in this time; whoever asks again may have more of it


def odds_wanted(
    sitting: Sitting, n: int, name: str, target: str | None, given: dict[str, str]
) -> Wanted:
    """Look the plan up in the fight as it is now; what is returned needs the fight no longer."""
    with sitting.lock:
        sitting.refresh()
        pending = asked_choice(sitting, sitting.chairs[n])
        offer = find_offer(sitting, pending, name, target)
        extra = read_extra(sitting.fight, given)
        position = position_of(sitting.fight, pending.who)
        temperaments = sitting.table.temperaments()
        job = job_of(position, offer, temperaments, extra, MOST_SECONDS)
        rules = sitting.fight.ruleset.words.questions[pending.name].rules
        return Wanted(sitting, n, sitting.seen[n], rules, job, sitting.odds)


def what_is_left(
    sitting: Sitting, n: int, name: str, target: str | None, given: dict[str, str]
) -> list[Answer]:
    """The details of an offered plan, given some of them; one that is not legal is passed over."""
    with sitting.lock:
        sitting.refresh()
        pending = asked_choice(sitting, sitting.chairs[n])
        offer = find_offer(sitting, pending, name, target)
        return details(sitting.fight, offer, read_extra(sitting.fight, given))
