"""Defense: what is held parries, what is nimble evades."""

from affray.rules.ask import rule

from .abilities import dexterity_defense, is_monster
from .body import conditions
from .inventory import has, in_hand
from .kinds import Carry, Condition, GearKind, Property
from .rulings import (
    FeintIgnores,
    HeldDefense,
    MinimumRange,
    MonsterDfDisarmed,
    MonsterRangedDefense,
    ShieldVsRanged,
)
from .state import ITEMS, World

CAPPED = 1 << Condition.UNCONSCIOUS | 1 << Condition.PARALYSED
SHORT = -1
MEDIUM = 0
LONG = 1
OUT_OF_RANGE = 99


@rule("PL-38", "PL-79")
def held_defense(w: World, i: int) -> int:
    """The Defense of what is held, shields included (PL-R31)."""
    c = w.creatures[i]
    how = w.rulings.held_defense
    total = 0
    best = 0
    shield = 0
    for k in range(ITEMS):
        if c.gear[k] < 0 or w.gear[c.gear[k]].kind != GearKind.WEAPON:
            continue
        ready = how == HeldDefense.SUM_EQUIPPED and c.carried[k] == Carry.EQUIPPED
        if in_hand(w, i, k) or ready:
            value = w.gear[c.gear[k]].defense
            total += value
            if has(w, c.gear[k], Property.BULL_RUSH):
                shield = max(shield, value)
            else:
                best = max(best, value)
    if how == HeldDefense.BEST_HELD:
        return max(best, shield)
    return best + shield if how == HeldDefense.BEST_PLUS_SHIELD else total


@rule("PL-38")
def printed_defense(w: World, i: int) -> int:
    """A monster's printed sum, less the weapons it has lost (PL-R35)."""
    c = w.creatures[i]
    if w.rulings.monster_df_disarmed == MonsterDfDisarmed.FIXED:
        return c.defense
    return max(min(0, c.defense), c.defense - max(0, c.armed - held_defense(w, i)))


@rule("PL-101", "PL-108")
def is_open(w: World, i: int) -> bool:
    """Who is grappling or helpless cannot use a Defense bonus."""
    return w.creatures[i].partner >= 0 or conditions(w, i) & CAPPED != 0


@rule("PL-101", "PL-108")
def capped(w: World, i: int, defense: int) -> int:
    return min(0, defense) if is_open(w, i) else defense


@rule("PL-38", "PL-72", "PL-101")
def melee_defense(w: World, i: int) -> int:
    c = w.creatures[i]
    if is_monster(w, i):
        return capped(w, i, printed_defense(w, i) + c.ward)
    return capped(w, i, held_defense(w, i) + dexterity_defense(w, i) + c.ward)


@rule("PL-44")
def shields(w: World, i: int) -> int:
    c = w.creatures[i]
    return sum(
        w.gear[c.gear[k]].defense
        for k in range(ITEMS)
        if in_hand(w, i, k) and has(w, c.gear[k], Property.BULL_RUSH)
    )


@rule("PL-44", "PL-72", "PL-101")
def ranged_defense(w: World, i: int) -> int:
    """Dexterity and evasion; held weapons do not count (PL-R32, PL-R34)."""
    c = w.creatures[i]
    if is_monster(w, i):
        how = w.rulings.monster_ranged_defense
        if how == MonsterRangedDefense.FULL_DF:
            return capped(w, i, c.defense + c.ward)
        return capped(w, i, c.ward + (0 if how == MonsterRangedDefense.ZERO else c.evasion))
    parried = shields(w, i) if w.rulings.shield_vs_ranged == ShieldVsRanged.YES else 0
    return capped(w, i, dexterity_defense(w, i) + c.evasion + parried + c.ward)


@rule("PL-45", "PL-78", "PL-84")
def band(w: World, g: int, feet: int) -> int:
    """What the distance adds to Defense, or that it is out of range (PL-R38)."""
    weapon = w.gear[g]
    if feet < weapon.nearest and w.rulings.minimum_range == MinimumRange.ENFORCED:
        return OUT_OF_RANGE
    if feet <= weapon.short:
        return SHORT
    if feet <= weapon.medium:
        return MEDIUM
    return LONG if feet <= weapon.long else OUT_OF_RANGE


@rule("PL-63")
def after_feint(w: World, i: int, defense: int, distance_modifier: int) -> int:
    """The lowered guard: no Defense, and what of the distance (PL-R75)."""
    if not w.creatures[i].feinted:
        return defense + distance_modifier
    if w.rulings.feint_ignores == FeintIgnores.ALL_MODIFIERS:
        return min(0, defense + distance_modifier)
    return min(0, defense) + distance_modifier
