"""Boon and bane: what helps or hinders a roll, each by its name."""

from affray.rules.ask import Ask, note, rule

from .events import Event
from .kinds import Act, BoonFor, Roll, Skill
from .rulings import ProneRanged
from .sheet import (
    body_bane,
    grapplers,
    grappling_skill,
    heaviest,
    is_player,
    past_capacity,
    rank_bane,
    threat_range,
)
from .space import distance
from .state import World

PRONE_BANE = 3


@rule("DS-28", "DS-29")
def points(ask: Ask, i: int, n: int, cause: int) -> int:
    """So many points of boon, or of bane where they are below 0, told with their cause."""
    if n != 0:
        note(ask, Event.BOON, i, n, cause)
    return n


@rule("DS-63")
def is_ranged(w: World, i: int, j: int) -> bool:
    """Beyond the threat range a strike is ranged, within it melee."""
    return distance(w, i, j) > threat_range(w, i)


@rule("DS-55", "DS-58")
def is_hold(w: World) -> bool:
    return w.throw.what == Roll.GRAPPLE or w.throw.what == Roll.PUSH


@rule("DS-106")
def edge(ask: Ask, w: World, i: int) -> int:
    """Past its capacity a creature strikes and dodges better."""
    return points(ask, i, 1 if past_capacity(w, i) else 0, BoonFor.BEING_PAST_CAPACITY)


@rule("DS-125")
def load(ask: Ask, w: World, i: int) -> int:
    """What the heaviest piece costs, by its name."""
    bane = body_bane(w, i)
    if bane > 0:
        note(ask, Event.TOO_HEAVY, i, bane, heaviest(w, i))
    return -bane


@rule("DS-106", "DS-112", "DS-110", "DS-113", "DS-114", "DS-29")
def dodging_boon(ask: Ask, w: World, i: int, ranged: bool) -> int:
    """What helps or hinders a roll with the dodging skill (DS-R65)."""
    c = w.creatures[i]
    boon = edge(ask, w, i)
    if c.defensive_until >= w.round:
        boon += points(ask, i, 1, BoonFor.BEING_DEFENSIVE)
    if grapplers(w, i):
        boon += points(ask, i, -1, BoonFor.BEING_HELD)
    spared = ranged and w.rulings.prone_ranged == ProneRanged.ATTACKER_ONLY
    if c.prone and not spared:
        boon += points(ask, i, -PRONE_BANE, BoonFor.LYING_PRONE)
    return boon


@rule("DS-69", "DS-70", "DS-106", "DS-113", "DS-118")
def striking_boon(ask: Ask, w: World) -> int:
    """Stress taken for it, the edge, a power strike; against the rank and the prone."""
    m = w.move
    boon = points(ask, m.who, m.elected, BoonFor.STRESS) + edge(ask, w, m.who)
    if m.act == Act.POWER_STRIKE:
        boon += points(ask, m.who, 1, BoonFor.A_POWER_STRIKE)
    if m.item >= 0 and rank_bane(w, m.who, m.item):
        boon += points(ask, m.who, -1, BoonFor.A_RANK_IT_LACKS)
    if w.creatures[m.target].prone and is_ranged(w, m.who, m.target):
        boon += points(ask, m.who, -PRONE_BANE, BoonFor.A_PRONE_TARGET)
    return boon


@rule("DS-28", "DS-29", "DS-125", "DS-15", "DS-16")
def acting_boon(ask: Ask, w: World) -> int:
    """Boon less bane of the acting side."""
    t = w.throw
    m = w.move
    boon = load(ask, w, t.who)
    if t.what == Roll.CLIMB:
        lent = m.boon if t.who == m.who else 0
        return boon + points(ask, t.who, lent, BoonFor.A_HAND_LENT)
    alone = t.what == Roll.LEDGE or t.what == Roll.FALL
    if alone or t.what == Roll.PIERCE or t.rune >= 0:
        return boon
    boon += points(ask, t.who, m.boon, BoonFor.A_HAND_LENT)
    boon += points(ask, t.who, -m.bane, BoonFor.ILL_FOOTING)
    if t.what == Roll.STRIKE:
        return boon + striking_boon(ask, w)
    if is_hold(w) and grappling_skill(w) == Skill.STRIKING:
        boon += edge(ask, w, t.who)
    return boon


@rule("DS-83", "DS-114")
def answering_skill(w: World) -> int:
    """Dodging, or the skill the spell names."""
    t = w.throw
    if t.what != Roll.SPELL:
        return Skill.DODGING
    spell = w.runes[t.rune].spell if t.rune >= 0 else w.move.spell
    return w.spells[spell].skill


@rule("DS-28", "DS-29", "DS-15", "DS-16", "DS-114", "DS-125")
def answering_boon(ask: Ask, w: World) -> int:
    """Boon less bane of whoever answers; against a player it is the game master who braces."""
    t = w.throw
    boon = load(ask, w, t.vs)
    if t.rune < 0:
        cause = BoonFor.A_WARNING if is_player(w, t.vs) else BoonFor.BEING_BRACED
        boon += points(ask, t.vs, w.move.guard, cause)
    skill = answering_skill(w)
    if skill == Skill.DODGING:
        shot = t.what == Roll.STRIKE and is_ranged(w, t.who, t.vs)
        boon += dodging_boon(ask, w, t.vs, shot)
    if skill == Skill.STRIKING:
        boon += edge(ask, w, t.vs)
    return boon
