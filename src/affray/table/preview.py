"""An offered plan before it is chosen: its details, its odds, and which of them is better; all
worked out beside the fight."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from affray.book.encounter import Encounter
from affray.fight.addressed import addressed
from affray.fight.levels import Level
from affray.lab.seen import seen_by
from affray.odds.of_plans import position_of
from affray.table.commands import asked_choice, find_offer, read_extra, read_others
from affray.table.game import NotYours, Refused
from affray.table.hidden import hidden_from
from affray.table.jobs import Came, Job, Result, Setting, job_of, setting_of
from affray.table.keeping import KeptGame, Stale
from affray.table.limits import USUAL
from affray.table.pending import details
from affray.table.sealing import open_offers, unseen_now, without_unseen
from affray.table.thoughts import thought_job

MOST_SECONDS = USUAL.seconds_by_question

ADVISED = (Level(100), Level(400), Level(1600), Level(6400))
"""How long is thought about advice, from the first answer to the last, most certain one."""

OddsData = dict[str, Any]


@dataclass(frozen=True)
class OddsRequest:
    """Odds a chair asked for at one moment of a fight: a job, unless they are known."""

    kept: KeptGame
    n: int
    seen: int
    rules: tuple[str, ...]
    job: Job
    found: dict[Job, OddsData]

    @property
    def known(self) -> OddsData | None:
        return self.found.get(self.job)

    def answer(self, result: Result) -> OddsData | None:
        """What to tell whoever asked; what was found is kept for the next who does.

        None where it was not found in this time; whoever asks again may have more of it.
        """
        if result.came is Came.FOUND:
            assert result.data is not None
            return self.found.setdefault(self.job, result.data)
        if result.came is Came.REFUSED:
            raise Refused(result.why, self.rules)
        result.require_worked()
        seen = self.kept.number(self.n)
        if self.seen < self.kept.fresh(self.n):
            raise Stale(seen)
        return None


def odds_wanted(
    kept: KeptGame,
    n: int,
    name: str,
    target: str | None,
    given: dict[str, str],
) -> OddsRequest:
    """Look the plan up in the fight as it is now; what is returned needs the fight no longer.

    What is given by somebody's name is taken for granted of them: 'Orc.action'.
    """
    with kept.lock:
        kept.refresh()
        game = kept.game
        chair = game.chairs[n]
        asked = asked_choice(game, chair)
        offer = find_offer(game, chair, asked, name, target)
        others = {name: text for name, text in given.items() if "." in name}
        mine = {name: text for name, text in given.items() if name not in others}
        extra, said = read_extra(game, chair, mine), read_others(game, chair, others)
        position = position_of(asked.fight, offer.who)
        known = without_unseen(game, chair, position.world)
        position = replace(position, world=known)
        temperaments = game.players.temperaments(game.fight.ruleset)
        about = (temperaments, extra, MOST_SECONDS, (), said, _setting(kept, position.encounter))
        friends = addressed(asked.fight, offer, extra, partial(game.holds, chair))
        job = job_of(position, offer, *about, friends)
        rules = game.fight.ruleset.words.questions[asked.question.name].rules
        return OddsRequest(kept, n, kept.number(n), rules, job, game.odds)


def _setting(kept: KeptGame, encounter: Encounter) -> Setting:
    """The fight's file, written once for all that is asked about it until the next command."""
    known = kept.game.setting
    if known is None or known[0] != kept.seq:
        known = kept.game.setting = (kept.seq, setting_of(encounter))
    found: Setting = known[1]
    return found


def advice_wanted(kept: KeptGame, n: int, more: int) -> OddsRequest:
    """What to do for the one who is asked, by what their side may know and this chair sees."""
    with kept.lock:
        kept.refresh()
        game = kept.game
        chair = game.chairs[n]
        if not game.gives_advice:
            raise NotYours("this table gives no advice; its game master may change that")
        asked = asked_choice(game, chair)
        if asked.fight.is_resting:
            raise Refused("nothing is won or lost in a rest")
        who, fight = asked.question.who, asked.fight
        creatures = fight.world.creatures
        own = {i for i, c in enumerate(creatures) if c.side == creatures[who].side}
        mine = {who} if game.envelopes.is_open else {i for i in own if game.holds(chair, i)}
        hidden = hidden_from(game, who) | unseen_now(game, chair)
        seen = seen_by(fight, asked.question, fight.world, mine | {who}, hidden)
        offered = open_offers(game, chair, asked)
        job = thought_job(game.fight.encounter, seen, ADVISED[more], offered)
        rules = fight.ruleset.words.questions[asked.question.name].rules
        return OddsRequest(kept, n, kept.number(n), rules, job, game.odds)


def what_is_left(
    kept: KeptGame, n: int, name: str, target: str | None, given: dict[str, str]
) -> list[OddsData]:
    """The details of an offered plan, given some of them; one that is not legal is passed over."""
    with kept.lock:
        kept.refresh()
        game = kept.game
        chair = game.chairs[n]
        offer = find_offer(game, chair, asked_choice(game, chair), name, target)
        return details(game, chair, offer, read_extra(game, chair, given))
