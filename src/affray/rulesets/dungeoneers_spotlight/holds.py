"""Grapple and Push."""

from affray.rules.among import those
from affray.rules.ask import Ask, choose, note, rule
from affray.rules.masks import contains

from .events import Event
from .forced import force, settle_then
from .kinds import NextStep, Question, Shove
from .rolls import succeeded
from .rulings import (
    GrappleEscape,
    GrapplePushTargets,
    MultiGrapple,
    PushChoice,
    PushDirection,
    PushDistance,
    SizeLimits,
)
from .sheet import alive, free_hands, grapplers, hostile, in_threat_range
from .space import distance, sees
from .spellwork import ways_from
from .state import World


@rule("DS-54", "DS-57")
def may_grip(w: World, i: int, j: int) -> bool:
    """A foe; a friend too where the table allows it (DS-R52), and of any size (DS-R63)."""
    if i == j or not alive(w, j):
        return False
    limited = w.rulings.size_limits == SizeLimits.ONE_LARGER
    if limited and w.creatures[j].size > w.creatures[i].size + 1:
        return False
    return hostile(w, i, j) or w.rulings.grapple_push_targets != GrapplePushTargets.HOSTILE


@rule("DS-54", "DS-57")
def can_push(w: World, i: int, j: int) -> bool:
    """Whom i threatens and sees."""
    near = may_grip(w, i, j) and in_threat_range(w, i, distance(w, i, j))
    return near and sees(w, i, j)


@rule("DS-54", "DS-57")
def push_targets(w: World, i: int) -> int:
    return those(j for j in range(w.n) if can_push(w, i, j))


@rule("DS-54", "DS-57")
def can_push_any(w: World, i: int) -> bool:
    return any(can_push(w, i, j) for j in range(w.n))


@rule("DS-54")
def grapple_targets(w: World, i: int) -> int:
    """With a free hand, whoever is not held already; without one, who can be shaken off."""
    mask = push_targets(w, i) & wrestled(w, i)
    if not can_hold(w, i):
        return mask
    return mask | push_targets(w, i) & ~w.creatures[i].grapples


@rule("DS-54", "DS-56")
def can_hold(w: World, i: int) -> bool:
    """A hand for one hold more, or for the one a creature may have (DS-R55)."""
    c = w.creatures[i]
    if w.rulings.multi_grapple == MultiGrapple.ONE and c.grapples:
        return False
    return c.hands > 0 and free_hands(w, i) > 0


@rule("DS-56", "DS-111")
def wrestled(w: World, i: int) -> int:
    """Those whose hold i may break by a Grapple of its own, where the table has it (DS-R53)."""
    return grapplers(w, i) if w.rulings.grapple_escape == GrappleEscape.CONTEST else 0


@rule("DS-56", "DS-111")
def grapple_effect(ask: Ask, w: World) -> None:
    """A hold, or an end to the one that was on the grappler."""
    m = w.move
    settle_then(w, NextStep.AFTER)
    if succeeded(w) and contains(wrestled(w, m.who), m.target):
        w.creatures[m.target].grapples &= ~(1 << m.who)
        note(ask, Event.BREAKS_FREE, m.who, m.target)
    elif succeeded(w):
        w.creatures[m.who].grapples |= 1 << m.target
        note(ask, Event.GRAPPLED, m.who, m.target)
    else:
        note(ask, Event.MISS, m.who, m.target)


@rule("DS-54", "DS-149")
def release(ask: Ask, w: World, i: int) -> None:
    """Letting go is free."""
    c = w.creatures[i]
    j = choose(ask, w, i, Question.TARGET, c.grapples)
    c.grapples &= ~(1 << j)
    note(ask, Event.FREE, j, i)


@rule("DS-59")
def shoves(w: World, i: int, j: int) -> int:
    """Any of eight directions, or prone; the attacker chooses (DS-R60)."""
    mask = (1 << Shove.PRONE) - 1
    if w.rulings.push_direction == PushDirection.AWAY:
        mask = ways_from(w, i, j)
    return mask | 1 << Shove.PRONE


@rule("DS-59")
def pick_shove(ask: Ask, w: World) -> None:
    m = w.move
    m.shove = choose(ask, w, m.who, Question.SHOVE, shoves(w, m.who, m.target))


@rule("DS-59")
def declares_shove(w: World) -> bool:
    """Whether the choice is made with the declaration (DS-R61)."""
    return w.rulings.push_choice == PushChoice.DECLARED


@rule("DS-59", "DS-47", "DS-113")
def push_effect(ask: Ask, w: World) -> None:
    """Forced a tile (DS-R59), or prone."""
    m = w.move
    settle_then(w, NextStep.AFTER)
    if not succeeded(w):
        note(ask, Event.MISS, m.who, m.target)
        return
    if not declares_shove(w):
        pick_shove(ask, w)
    note(ask, Event.HIT, m.who, m.target, w.throw.criticals)
    if m.shove == Shove.PRONE:
        w.creatures[m.target].prone = 1
        note(ask, Event.PRONE, m.target)
    else:
        tiles = 2 if w.rulings.push_distance == PushDistance.TWO else 1
        force(w, m.target, m.shove, tiles)
