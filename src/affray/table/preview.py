"""An offered plan before it is chosen: its details and its odds, worked out beside the fight."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from affray.odds.of_plans import position_of
from affray.table.commands import asked_choice, find_offer, read_extra
from affray.table.game import Refused
from affray.table.jobs import Came, Job, Result, job_of
from affray.table.keeping import KeptGame, Stale
from affray.table.limits import USUAL
from affray.table.pending import details
from affray.table.sealing import without_unseen

MOST_SECONDS = USUAL.seconds_by_question

Answer = dict[str, Any]


@dataclass(frozen=True)
class Wanted:
    """Odds a chair asked for at one moment of a fight: a job, unless they are known."""

    kept: KeptGame
    n: int
    seen: int
    rules: tuple[str, ...]
    job: Job
    found: dict[Job, Answer]

    @property
    def known(self) -> Answer | None:
        return self.found.get(self.job)

    def answer(self, result: Result) -> Answer | None:
        """What to tell whoever asked; what was found is kept for the next who does.

        None where it was not found in this time; whoever asks again may have more of it.
        """
        if result.came is Came.FOUND:
            assert result.data is not None
            return self.found.setdefault(self.job, result.data)
        if result.came is Came.REFUSED:
            raise Refused(result.why, self.rules)
        if result.came is Came.FAILED:
            raise RuntimeError(result.why)
        if self.kept.seen[self.n] != self.seen:
            raise Stale(self.kept.seen[self.n])
        return None


def odds_wanted(
    kept: KeptGame, n: int, name: str, target: str | None, given: dict[str, str]
) -> Wanted:
    """Look the plan up in the fight as it is now; what is returned needs the fight no longer."""
    with kept.lock:
        kept.refresh()
        game = kept.game
        chair = game.chairs[n]
        pending = asked_choice(game, chair)
        offer = find_offer(game, chair, pending, name, target)
        extra = read_extra(game, chair, given)
        position = position_of(game.fight, pending.who)
        known = without_unseen(game, chair, position.world)
        position = replace(position, world=known)
        temperaments = game.players.temperaments(game.fight.ruleset)
        job = job_of(position, offer, temperaments, extra, MOST_SECONDS)
        rules = game.fight.ruleset.words.questions[pending.name].rules
        return Wanted(kept, n, kept.seen[n], rules, job, game.odds)


def what_is_left(
    kept: KeptGame, n: int, name: str, target: str | None, given: dict[str, str]
) -> list[Answer]:
    """The details of an offered plan, given some of them; one that is not legal is passed over."""
    with kept.lock:
        kept.refresh()
        game = kept.game
        chair = game.chairs[n]
        offer = find_offer(game, chair, asked_choice(game, chair), name, target)
        return details(game, chair, offer, read_extra(game, chair, given))
