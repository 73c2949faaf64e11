"""Whom one's weapons and attacks reach."""

from affray.rules.ask import rule

from .gear import carried_weapons
from .space import in_reach, is_enemy
from .state import KNOWN_ATTACKS, World


@rule("SM-2", "SM-77")
def reached_with(w: World, i: int, reach: int) -> int:
    """Enemies within this distance."""
    mask = 0
    for j in range(w.n):
        if is_enemy(w, i, j) and in_reach(w, i, j, reach):
            mask |= 1 << j
    return mask


@rule("SM-2", "SM-27", "SM-77", "SM-79")
def usable_weapons(w: World, i: int) -> int:
    """Weapons that reach an enemy."""
    held = carried_weapons(w, i)
    mask = 0
    for g in range(w.itemcount):
        if (held >> g) & 1 and reached_with(w, i, w.items[g].reach):
            mask |= 1 << g
    return mask


@rule("SM-2", "SM-77")
def weapons_for(w: World, i: int, j: int) -> int:
    """Weapons that reach this enemy."""
    usable = usable_weapons(w, i)
    mask = 0
    for g in range(w.itemcount):
        if (usable >> g) & 1 and (reached_with(w, i, w.items[g].reach) >> j) & 1:
            mask |= 1 << g
    return mask


@rule("SM-2", "SM-77")
def in_weapons_reach(w: World, i: int) -> int:
    """Enemies some weapon reaches."""
    mask = 0
    for j in range(w.n):
        if is_enemy(w, i, j) and weapons_for(w, i, j):
            mask |= 1 << j
    return mask


@rule("SM-77", "SM-95")
def attacks_for(w: World, i: int, j: int) -> int:
    """Attacks of a creature that reach this enemy."""
    c = w.creatures[i]
    mask = 0
    for k in range(KNOWN_ATTACKS):
        a = c.attacks[k]
        if a >= 0 and (reached_with(w, i, w.attacks[a].reach) >> j) & 1:
            mask |= 1 << a
    return mask


@rule("SM-77", "SM-95")
def in_attacks_reach(w: World, i: int) -> int:
    """Enemies some attack of a creature reaches."""
    mask = 0
    for j in range(w.n):
        if is_enemy(w, i, j) and attacks_for(w, i, j):
            mask |= 1 << j
    return mask
