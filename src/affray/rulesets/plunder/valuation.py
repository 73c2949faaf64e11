"""What a policy goes by: who is near, who is weak, which weapon and blow serve best."""

from affray.rules.among import least, most, those
from affray.rules.ask import rule
from affray.rules.masks import contains, how_many, is_single, members, smallest

from .abilities import is_monster, slots
from .body import able, counted_wounds, hostile, present, wound_limit
from .defense import melee_defense
from .inventory import has, holding
from .kinds import (
    AttackType,
    Hands,
    Location,
    Property,
)
from .reach import (
    is_launcher,
    melee_weapons,
    ranged_weapons,
)
from .space import distance
from .state import ITEMS, World

BOLD = 1
CAREFUL = 2
OUT_OF_IT = 500
"""Whoever cannot fight any more comes after everybody who can."""

A_BLOW = 4
"""About what a blow that is declared takes of somebody, those that miss counted in."""


@rule()
def nearest_enemy(w: World, i: int) -> int:
    """The nearest enemy that can still fight, or any that is there."""
    return least(
        (distance(w, i, j) + (0 if able(w, j) else OUT_OF_IT), j)
        for j in range(w.n)
        if hostile(w, i, j) and present(w, j)
    )


@rule()
def life_left(w: World, j: int) -> int:
    """How far from death; those already out of it come last."""
    c = w.creatures[j]
    room = wound_limit(w, j) if is_monster(w, j) else slots(w, j) - c.exhaustion
    left = c.hp + 4 * max(0, room - counted_wounds(w, j))
    return left if able(w, j) else left + OUT_OF_IT


@rule()
def weakest(w: World, mask: int) -> int:
    if is_single(mask):
        return smallest(mask)
    return least((life_left(w, j), j) for j in members(mask))


@rule()
def distance_from_end(w: World, j: int, temperament: int) -> int:
    """What one goes by in choosing whom to strike: bold how near the end they are, careful how
    badly guarded at that."""
    left = life_left(w, j)
    return left if temperament == BOLD else left + 2 * melee_defense(w, j)


@rule()
def wanted_most(w: World, mask: int, temperament: int) -> int:
    if is_single(mask):
        return smallest(mask)
    return least((distance_from_end(w, j, temperament), j) for j in members(mask))


@rule()
def left_over(w: World, i: int, mask: int, temperament: int) -> int:
    """One's share of the enemies: those who declare before one need so many blows for the weakest,
    and what is felled by theirs would be wasted on by one's own. Nobody's sealed answer is read:
    it goes by the order of the table."""
    before = sum(
        1
        for k in range(i)
        if w.creatures[k].side == w.creatures[i].side and able(w, k) and not w.creatures[k].acted
    )
    left = mask
    j = wanted_most(w, left, temperament)
    while before > life_left(w, j) // A_BLOW and not is_single(left):
        before -= 1 + life_left(w, j) // A_BLOW
        left &= ~(1 << j)
        j = wanted_most(w, left, temperament)
    return left


@rule()
def about_as_good(w: World, mask: int, temperament: int) -> int:
    """Whoever is within a blow of the one that is wanted most."""
    j = wanted_most(w, mask, temperament)
    most = distance_from_end(w, j, temperament) + A_BLOW
    return those(k for k in members(mask) if distance_from_end(w, k, temperament) < most)


@rule()
def spare_shots(w: World, i: int) -> int:
    """Ranged weapons one can use without being left empty-handed."""
    usable = ranged_weapons(w, i)
    if usable & ~w.launchers == 0:
        return usable
    others = how_many(melee_weapons(w, i) & ~(1 << w.fist))
    return usable if others > 1 else usable & w.launchers


@rule()
def fresh_types(w: World, i: int, types: int) -> int:
    """Attack types that would not repeat the last."""
    last = w.creatures[i].last_kind
    if last < 0 or last > AttackType.UNTYPED:
        return types
    return types & ~(1 << last)


@rule()
def weapon_worth(w: World, i: int, g: int) -> int:
    """Something fresh, something long, something in hand already."""
    weapon = w.gear[g]
    worth = 2 * weapon.defense
    if fresh_types(w, i, weapon.types):
        worth += 7
    if holding(w, i, g) >= 0:
        worth += 6
    if is_launcher(w, g):
        worth += 20
    if has(w, g, Property.TWO_HANDED) or has(w, g, Property.VERSATILE):
        worth += 3
    if has(w, g, Property.BULL_RUSH):
        worth -= 1
    if is_edged(w, g) and raging_target(w, i):
        worth -= 40
    return worth if g != w.fist else worth - 12


@rule()
def is_edged(w: World, g: int) -> bool:
    return w.gear[g].types & (1 << AttackType.SLASH | 1 << AttackType.STAB) != 0


@rule()
def raging_target(w: World, i: int) -> bool:
    """Whether iron is wasted on the one chosen as target."""
    j = w.sealed[i].targets[0]
    return j >= 0 and w.creatures[j].raging == 1


@rule()
def best_weapon(w: World, i: int, mask: int) -> int:
    if is_single(mask):
        return smallest(mask)
    return most((weapon_worth(w, i, g), g) for g in members(mask))


@rule()
def best_type(w: World, i: int, mask: int) -> int:
    fresh = fresh_types(w, i, mask)
    return smallest(fresh if fresh else mask)


@rule()
def has_shield(w: World, i: int) -> bool:
    c = w.creatures[i]
    return any(
        c.gear[k] >= 0 and c.carried[k] <= 1 and has(w, c.gear[k], Property.BULL_RUSH)
        for k in range(ITEMS)
    )


@rule()
def hands_wanted(w: World, i: int, temperament: int) -> int:
    """Both on the weapon; careful will not let go of a shield for it."""
    if temperament != BOLD and has_shield(w, i):
        return Hands.ONE
    return Hands.TWO


@rule()
def place_to_hit(mask: int, temperament: int) -> int:
    """Bold wants the body, careful the arm that holds the sword."""
    wanted = Location.TORSO if temperament == BOLD else Location.RIGHT_ARM
    return wanted if contains(mask, wanted) else smallest(mask)
