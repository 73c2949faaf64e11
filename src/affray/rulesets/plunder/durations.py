"""What lasts so many rounds: a ward, a feint, a trick, a taunt. Its end is told, too."""

from affray.rules.ask import Ask, note, rule
from affray.rules.masks import members

from .body import conditions, present
from .events import Event
from .repetition import forget_last
from .state import World


@rule("PL-98", "PL-108")
def tell_cleared(ask: Ask, w: World, i: int, before: int) -> None:
    """What somebody suffered from before, and does no longer."""
    for k in members(before & ~conditions(w, i)):
        note(ask, Event.CLEARED, i, k)


@rule("PL-10", "PL-42", "PL-63", "PL-116", "PL-123", "PL-128", "PL-138")
def end_durations(ask: Ask, w: World, i: int) -> None:
    """At the end of a round; of those who are out of the fight nothing is told."""
    end_magic(ask, w, i)
    end_tricks(ask, w, i)
    end_taunts(ask, w, i)
    if not w.creatures[i].acted:
        forget_last(w, i)


@rule("PL-10", "PL-116", "PL-138")
def end_magic(ask: Ask, w: World, i: int) -> None:
    """A ward falls, and what weighed on the feet is gone."""
    c = w.creatures[i]
    here = present(w, i)
    if c.ward_until > 0 and c.ward_until <= w.round:
        c.ward = 0
        c.ward_until = 0
        if here:
            note(ask, Event.WARD_ENDS, i)
    if c.slowed_until > 0 and c.slowed_until <= w.round:
        c.slowed_until = 0
        if here:
            note(ask, Event.SLOW_ENDS, i)


@rule("PL-10", "PL-63", "PL-128")
def end_tricks(ask: Ask, w: World, i: int) -> None:
    """Feints, where they last so long (PL-R74), sand in the eyes and low blows."""
    c = w.creatures[i]
    before = conditions(w, i)
    if c.feint_until > 0 and c.feint_until <= w.round:
        if c.feinted and present(w, i):
            note(ask, Event.GUARD_UP, i)
        c.feinted = 0
        c.feint_until = 0
    if c.blinded_until <= w.round:
        c.blinded_until = 0
    if c.dazed_until <= w.round:
        c.dazed_until = 0
    if present(w, i):
        tell_cleared(ask, w, i, before)


@rule("PL-10", "PL-123")
def end_taunts(ask: Ask, w: World, i: int) -> None:
    """What was shouted in the last round holds no longer, what was in this one still does."""
    c = w.creatures[i]
    if present(w, i):
        for k in members(c.taunted_last & ~c.taunted_now & ~c.taunted_for_good):
            note(ask, Event.TAUNT_ENDS, i, k)
    c.taunted_last = c.taunted_now
    c.taunted_now = 0
