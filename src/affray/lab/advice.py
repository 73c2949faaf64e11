"""What would you do? Every plan that is offered, with its chance to win as playouts have it."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass

from affray.book.errors import BadInput, meant, unknown
from affray.fight.fight import Answerer, Fight
from affray.fight.levels import Level, level_of
from affray.fight.plans import Offer, offers
from affray.fight.sealed import as_asked, asked_in_secret, is_secret_asked
from affray.lab.clever import Clever, silent
from affray.lab.search import Tick
from affray.lab.seen import seen_by

ADVISED = Level(2000)
"""How long is thought about what a person asks about."""


WHY_FIRST = "the first is what clever does: what is usual, unless another is better by its error"


@dataclass(frozen=True)
class AdvisedPlan:
    """A plan and its chance to win, with half the width of its 95 % interval.

    Others play by any of their temperaments, one's own side by the best of its own. What was
    soon found to be worse has few playouts, and so a wide interval.
    """

    offer: Offer
    win: float
    error: float
    playouts: int


def asked_of(fight: Fight, name: str, own: Answerer) -> Fight:
    """The fight as it stands where somebody is asked: here, or in secret in the same step.

    `own` answers what goes without saying; what others seal is filled in, and may not be known.
    """
    who = meant(name, fight.names)
    if who not in fight.names:
        raise BadInput(unknown("creature", name, fight.names), field="advise")
    number, asked = fight.names.index(who), fight.pending
    if asked is None or asked.is_chance or asked.who == number:
        return fight
    if not is_secret_asked(fight) or number not in asked_in_secret(fight):
        raise BadInput(f"{who} is not asked now; {fight.names[asked.who]} is", field="advise")
    return as_asked(fight, number, own)


def advise(
    fight: Fight,
    level: Level | str = ADVISED,
    mine: Set[int] | None = None,
    tick: Tick = silent,
) -> list[AdvisedPlan]:
    """The plans that answer what is pending: first what it would do (`WHY_FIRST`), then
    the others, those longest in the running first.

    `mine` are the creatures whose sealed answers may be known: those of the asked one's side,
    unless it is said. `tick` is told how many playouts there were. `level` may be written as a
    seat's is, "clever:300".
    """
    long = level_of(level) if isinstance(level, str) else level
    if long is None:
        raise BadInput(f"found {level!r}, expected clever:PLAYOUTS", field="level")
    asked = fight.pending
    if asked is None or asked.is_chance or fight.is_resting:
        raise BadInput("nobody is asked to decide anything in a fight now", field="advise")
    if mine is None:
        side = fight.world.creatures[asked.who].side
        mine = {i for i, c in enumerate(fight.world.creatures) if c.side == side}
    seen = seen_by(fight, asked, fight.world, mine)
    thoughts = Clever(tick=tick).thoughts(fight.encounter, seen, long, offers(fight))
    return [
        AdvisedPlan(offer, tried.win_rate, tried.error, tried.playouts) for offer, tried in thoughts
    ]
