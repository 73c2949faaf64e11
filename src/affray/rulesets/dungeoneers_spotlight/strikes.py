"""Strike and Power Strike: weapons, whom they reach, what a hit does."""

from affray.rules.among import those
from affray.rules.ask import Ask, note, rule

from .events import Event
from .forced import settle_then
from .gear import lay_at, take_off
from .harm import gain_stress, stress_of, wound_again
from .kinds import Act, Degree, ItemKind, NextStep, Origin, Roll, Strain
from .rolls import open_throw, succeeded
from .rulings import PartialEffect, StrikeBodyOwner, Unarmed
from .sheet import (
    alive,
    armor_value,
    attackable,
    free_hands,
    held_mask,
    in_threat_range,
    pierces,
    profile,
    rank_bane,
    threat_range,
)
from .space import distance, sees
from .state import World


@rule("DS-62", "DS-119")
def is_improvising(w: World, i: int) -> bool:
    """With a fist, or a thing merely held (DS-R38)."""
    return w.rulings.unarmed == Unarmed.ALWAYS or free_hands(w, i) > 0 or held_mask(w, i) != 0


@rule("DS-63", "DS-64", "DS-120", "DS-123", "DS-124")
def reaches(w: World, i: int, item: int, far: int, near: bool) -> bool:
    """Within threat range anything but a bow; beyond it only Range and Toss."""
    g = w.items[profile(w, i, item)]
    if g.ammunition >= 0 and w.creatures[i].ammunition[g.ammunition] < 1:
        return False
    if g.range > 0:
        return not near and far <= g.range
    return near or (g.toss == 1 and far <= w.creatures[i].body)


@rule("DS-63", "DS-120", "DS-123")
def flies_to(w: World, i: int, item: int) -> int:
    """How far an item shoots, or can be tossed."""
    g = w.items[profile(w, i, item)]
    return max(g.range, w.creatures[i].body if g.toss else 0)


@rule("DS-63", "DS-64", "DS-120", "DS-123")
def longest_strike(w: World, i: int) -> int:
    """How far off anybody can be whom i can strike at."""
    c = w.creatures[i]
    far = max(threat_range(w, i), flies_to(w, i, w.fists))
    return max(far, max((flies_to(w, i, g) for g in c.equipped if g >= 0), default=far))


@rule("DS-60", "DS-61", "DS-64", "DS-145")
def weapons_on(w: World, i: int, j: int) -> int:
    """What is equipped, or improvised, and reaches one defender, who must be seen."""
    if not alive(w, j) or not attackable(w, i, j):
        return 0
    far = distance(w, i, j)
    near = in_threat_range(w, i, far)
    mask = those(
        g
        for g in w.creatures[i].equipped
        if g >= 0 and w.items[g].kind == ItemKind.WEAPON and reaches(w, i, g, far, near)
    )
    if reaches(w, i, w.fists, far, near) and is_improvising(w, i):
        mask |= 1 << w.fists
    return mask if mask and sees(w, i, j) else 0


@rule("DS-60", "DS-64")
def strike_targets(w: World, i: int) -> int:
    return those(j for j in range(w.n) if weapons_on(w, i, j))


@rule("DS-60", "DS-64")
def can_strike_any(w: World, i: int) -> bool:
    return any(weapons_on(w, i, j) for j in range(w.n))


@rule("DS-124", "DS-143")
def spend_ammunition(w: World, i: int, item: int) -> None:
    """Loaded as part of the strike, gone hit or miss."""
    g = w.items[profile(w, i, item)]
    if g.ammunition >= 0:
        w.creatures[i].ammunition[g.ammunition] -= 1


@rule("DS-120")
def let_fly(ask: Ask, w: World) -> None:
    """A tossed weapon lies at the target's tile afterwards (DS-R35)."""
    m = w.move
    g = w.items[profile(w, m.who, m.item)]
    if g.toss == 1 and distance(w, m.who, m.target) > threat_range(w, m.who):
        take_off(w, m.who, m.item)
        lay_at(w, m.item, m.target)
        note(ask, Event.THROWN, m.who, m.item)


@rule("DS-68")
def body_wounds(w: World) -> int:
    """The attacker's body (DS-R31)."""
    m = w.move
    owner = m.who
    if w.rulings.strike_body_owner == StrikeBodyOwner.DEFENDER:
        owner = m.target
    return w.creatures[owner].body


@rule("DS-70")
def power_wounds(w: World) -> int:
    """One more for a power strike."""
    return 1 if w.move.act == Act.POWER_STRIKE else 0


@rule("DS-65", "DS-67", "DS-68")
def strike_effect(ask: Ask, w: World) -> None:
    """Hit or miss first; then the number of wounds."""
    m = w.move
    if not succeeded(w):
        note(ask, Event.MISS, m.who, m.target)
        grazes(ask, w)
        finish_strike(ask, w)
        return
    m.criticals = w.throw.criticals
    note(ask, Event.HIT, m.who, m.target, m.criticals)
    if pierces(w):
        open_throw(w, Roll.PIERCE, m.who, -1, armor_value(w, m.target))
        return
    strike_wounds(ask, w, False)


@rule("DS-30", "DS-67")
def grazes(ask: Ask, w: World) -> None:
    """A partial success misses, or brings stress instead of wounds (DS-R18)."""
    m = w.move
    reads = w.rulings.partial_effect == PartialEffect.STRESS
    if reads and w.throw.degree == Degree.PARTIAL:
        n = w.items[profile(w, m.who, m.item)].wounds + body_wounds(w) + power_wounds(w)
        note(ask, Event.PARTIAL, m.who, m.target, stress_of(w, m.target, n))
        gain_stress(ask, w, m.target, n, Strain.GRAZE)


@rule("DS-65")
def pierce_effect(ask: Ask, w: World) -> None:
    """The older step: only what pierces wounds, and armor then takes nothing off (DS-R32)."""
    m = w.move
    if succeeded(w):
        note(ask, Event.PIERCED, m.who, m.target, armor_value(w, m.target))
        strike_wounds(ask, w, True)
    else:
        note(ask, Event.DEFLECTED, m.who, m.target, armor_value(w, m.target))
        finish_strike(ask, w)


@rule("DS-68", "DS-70", "DS-109", "DS-118")
def strike_wounds(ask: Ask, w: World, pierced: bool) -> None:
    m = w.move
    g = w.items[profile(w, m.who, m.item)]
    cap = rank_bane(w, m.who, m.item)
    hits = m.criticals
    damage = g.damage
    body = body_wounds(w)
    extra = power_wounds(w)
    weapon = Origin.WEAPON
    wound_again(ask, w, m.target, weapon, g.wounds, body, extra, damage, hits, cap, pierced)
    finish_strike(ask, w)


@rule("DS-120")
def finish_strike(ask: Ask, w: World) -> None:
    let_fly(ask, w)
    settle_then(w, NextStep.AFTER)
