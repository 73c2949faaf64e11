"""Morale: monsters that have seen enough run."""

from affray.rules.among import those
from affray.rules.ask import Ask, note, roll, rule
from affray.rules.masks import contains, how_many, members
from affray.rules.pools import D6

from .abilities import is_monster
from .blows import part
from .body import able
from .events import Event
from .kinds import Phase, Roll
from .rulings import MoraleRules
from .state import World

FEARLESS = 12
SIDES = 8


@rule("PL-22")
def is_led(w: World, i: int) -> bool:
    return any(
        j != i
        and w.creatures[j].side == w.creatures[i].side
        and w.creatures[j].leader
        and able(w, j)
        for j in range(w.n)
    )


@rule("PL-22")
def morale_number(w: World, i: int) -> int:
    """Its own, or a better one while a leader of its side is active."""
    c = w.creatures[i]
    if c.morale_led > 0 and is_led(w, i):
        return c.morale_led
    return c.morale


@rule("PL-20")
def half_down(w: World, side: int) -> bool:
    """Whether half of a side is wounded or out of action."""
    of_it = those(i for i in range(w.n) if w.creatures[i].side == side)
    down = sum(1 for i in members(of_it) if w.creatures[i].wounds > 0 or not able(w, i))
    return of_it != 0 and 2 * down >= how_many(of_it)


@rule("PL-20", "PL-21")
def checker(w: World, side: int) -> int:
    """The first of a side that can be frightened, or -1: it rolls for all."""
    for i in range(w.n):
        c = w.creatures[i]
        steady = c.fleeing or not able(w, i) or not is_monster(w, i)
        if c.side == side and not steady and morale_number(w, i) < FEARLESS:
            return i
    return -1


@rule("PL-20")
def pending_side(w: World) -> int:
    """A side with a trigger that has not been rolled for yet, or -1 (PL-R92)."""
    if w.rulings.morale_rules == MoraleRules.OFF:
        return -1
    for side in range(SIDES):
        first = contains(w.wounded_sides, side) and not contains(w.first_wound_checked, side)
        half = not contains(w.half_down_checked, side) and half_down(w, side)
        if (first or half) and checker(w, side) >= 0:
            return side
    return -1


@rule("PL-20")
def use_trigger(ask: Ask, w: World, side: int, i: int) -> None:
    """The first Wound before half the side; each once a fight."""
    if contains(w.wounded_sides, side) and not contains(w.first_wound_checked, side):
        w.first_wound_checked |= 1 << side
        note(ask, Event.FIRST_WOUND, i)
    else:
        w.half_down_checked |= 1 << side
        note(ask, Event.HALF_DOWN, i)


@rule("PL-23")
def run_away(ask: Ask, w: World, i: int, rolled: int) -> None:
    """From now on it only flees; a spell it meant to cast is lost."""
    c = w.creatures[i]
    c.fleeing = 1
    note(ask, Event.FLEES, i, morale_number(w, i), rolled)
    if w.phase < Phase.SPELLS and c.declared_spell >= 0:
        note(ask, Event.LOST_SPELL, i, c.declared_spell)
        c.declared_spell = -1
    if c.holds:
        part(ask, w, i)


@rule("PL-5", "PL-20", "PL-21", "PL-22")
def check_morale(ask: Ask, w: World, side: int) -> None:
    """One roll for the side, compared with each member's own number."""
    i = checker(w, side)
    use_trigger(ask, w, side, i)
    rolled = roll(ask, Roll.MORALE, i, 2 * D6)
    note(ask, Event.MORALE, i, rolled)
    for j in range(w.n):
        c = w.creatures[j]
        checks = c.side == side and is_monster(w, j) and able(w, j) and not c.fleeing
        if checks and morale_number(w, j) < FEARLESS and rolled > morale_number(w, j):
            run_away(ask, w, j, rolled)
