"""What can be attacked with what: reach, range, hands, attack types, gaps in armor."""

from affray.rules.among import those
from affray.rules.ask import rule
from affray.rules.masks import members, smallest
from affray.rules.plane import is_within

from .body import able, hostile, present, suffers
from .inventory import hand_works, has, holding, is_unarmed, place_of, working_hands
from .kinds import AttackType, Carry, Condition, GearKind, Property
from .rulings import MinimumRange, ReachExtendsMeleeRange, StabGapCondition
from .space import in_melee, is_near, melee_feet
from .state import ITEMS, World

REACH_FEET = 10
BLIND_FEET = 5


@rule("PL-40", "PL-85")
def arm_feet(w: World, g: int) -> int:
    """How far a weapon strikes."""
    return max(melee_feet(w), REACH_FEET) if has(w, g, Property.REACH) else melee_feet(w)


@rule("PL-28", "PL-61")
def menaces(w: World, k: int, x: int, y: int) -> bool:
    """Whether k strikes at openings at this point (PL-R15)."""
    c = w.creatures[k]
    if is_within(c.x, c.y, x, y, melee_feet(w)):
        return True
    if w.rulings.reach_extends_melee_range == ReachExtendsMeleeRange.NO:
        return False
    return is_within(c.x, c.y, x, y, REACH_FEET) and holds_reach(w, k)


@rule("PL-85")
def holds_reach(w: World, i: int) -> bool:
    c = w.creatures[i]
    return any(
        (c.gear[k] >= 0 and c.carried[k] <= Carry.BOTH) and has(w, c.gear[k], Property.REACH)
        for k in range(ITEMS)
    )


@rule("PL-63", "PL-85")
def feint_feet(w: World, i: int) -> int:
    """How far the longest thing it holds reaches."""
    return max(melee_feet(w), REACH_FEET if holds_reach(w, i) else 0)


@rule("PL-63")
def can_feint(w: World, i: int, j: int) -> bool:
    """Whether j is in reach of what i holds."""
    return present(w, j) and is_near(w, i, j, feint_feet(w, i))


@rule("PL-63")
def feint_targets(w: World, i: int) -> int:
    feet = feint_feet(w, i)
    return those(
        j for j in range(w.n) if hostile(w, i, j) and present(w, j) and is_near(w, i, j, feet)
    )


@rule("PL-80", "PL-82", "PL-105")
def wieldable(w: World, i: int, hands: int) -> int:
    """Weapons held or ready, for so many hands that work; bows need both."""
    c = w.creatures[i]
    mask = 0
    for k in range(ITEMS):
        g = c.gear[k]
        ready = g >= 0 and c.carried[k] <= Carry.EQUIPPED and w.gear[g].kind == GearKind.WEAPON
        if ready and hands >= (2 if needs_both(w, g) else 1):
            mask |= 1 << g
    return mask


@rule("PL-82")
def needs_both(w: World, g: int) -> bool:
    """Only bows cannot do without the second hand."""
    return is_launcher(w, g) and has(w, g, Property.TWO_HANDED)


@rule("PL-78")
def is_launcher(w: World, g: int) -> bool:
    """Bows and slings: a range, and not thrown."""
    return w.gear[g].long > 0 and not has(w, g, Property.THROWN)


@rule("PL-9", "PL-77", "PL-79")
def melee_weapons(w: World, i: int) -> int:
    """Kinds of gear to strike with; fists always, unless the beast has a routine."""
    hands = working_hands(w, i)
    mask = wieldable(w, i, hands) & ~w.launchers & ~(1 << w.fist)
    if mask == 0 or hands > 0:
        mask |= 1 << w.fist
    return mask


@rule("PL-7", "PL-78", "PL-84")
def ranged_weapons(w: World, i: int) -> int:
    """What can be shot or thrown now."""
    at_hand = wieldable(w, i, working_hands(w, i)) & w.ranged
    return those(g for g in members(at_hand) if is_loaded(w, i, g))


@rule("PL-78", "PL-110")
def is_loaded(w: World, i: int, g: int) -> bool:
    """A bow needs arrows ready, a sling bullets; what is thrown needs nothing."""
    ammunition = w.gear[g].ammunition
    if ammunition < 0:
        return True
    k = place_of(w, i, ammunition)
    return k >= 0 and w.creatures[i].carried[k] <= Carry.EQUIPPED


@rule("PL-108")
def can_aim_at(w: World, i: int, j: int) -> bool:
    """The blind find nobody who is not right beside them."""
    return not suffers(w, i, Condition.BLINDED) or is_near(w, i, j, BLIND_FEET)


@rule("PL-108")
def enemies_found(w: World, i: int) -> int:
    """Enemies one can aim at."""
    blind = suffers(w, i, Condition.BLINDED)
    return those(
        j
        for j in range(w.n)
        if (hostile(w, i, j) and present(w, j)) and (not blind or is_near(w, i, j, BLIND_FEET))
    )


@rule("PL-40", "PL-108")
def melee_targets(w: World, i: int, weapons: int) -> int:
    """Enemies in reach of some weapon."""
    left = enemies_found(w, i) if weapons else 0
    feet = REACH_FEET if weapons & w.reaching else 0
    mask = 0
    while left:
        j = smallest(left)
        left &= left - 1
        if is_near(w, i, j, max(melee_feet(w), feet)):
            mask |= 1 << j
    return mask


@rule("PL-45", "PL-108")
def ranged_targets(w: World, i: int, weapons: int) -> int:
    left = enemies_found(w, i) if weapons else 0
    mask = 0
    while left:
        j = smallest(left)
        left &= left - 1
        if in_range(w, i, j, weapons):
            mask |= 1 << j
    return mask


@rule("PL-45")
def in_range(w: World, i: int, j: int, weapons: int) -> int:
    """Those of these weapons that shoot or fly as far as j is, and not only farther (PL-R38)."""
    enforced = w.rulings.minimum_range == MinimumRange.ENFORCED
    left = weapons
    mask = 0
    while left:
        g = smallest(left)
        left &= left - 1
        weapon = w.gear[g]
        far = max(weapon.short, weapon.medium, weapon.long)
        too_close = enforced and weapon.nearest > 0 and is_near(w, i, j, weapon.nearest - 1)
        if is_near(w, i, j, far) and not too_close:
            mask |= 1 << g
    return mask


@rule("PL-40", "PL-45")
def weapons_against(w: World, i: int, j: int, weapons: int, shooting: bool) -> int:
    if shooting:
        return in_range(w, i, j, weapons)
    if in_melee(w, i, j):
        return weapons
    return weapons & w.reaching if is_near(w, i, j, REACH_FEET) else 0


@rule("PL-121")
def routine_weapons(w: World, i: int) -> int:
    """The natural attacks a beast makes with one action."""
    c = w.creatures[i]
    return those(g for g in c.routine if g >= 0)


@rule("PL-61")
def adjacent(w: World, i: int, who: int) -> int:
    """Present creatures in melee range: enemies (1) or friends (0), itself not."""
    return those(
        j
        for j in range(w.n)
        if (j != i and hostile(w, i, j) == (who == 1)) and present(w, j) and in_melee(w, i, j)
    )


@rule("PL-81", "PL-82")
def can_use_two_hands(w: World, i: int, g: int) -> bool:
    """A versatile or two-handed melee weapon and two good arms."""
    doubles = has(w, g, Property.VERSATILE) or has(w, g, Property.TWO_HANDED)
    return doubles and hand_works(w, i, Carry.BOTH)


@rule("PL-95")
def has_gaps(w: World, j: int) -> bool:
    """Whether armor can be stabbed through (PL-R48)."""
    t = w.creatures[j]
    prone = t.prone == 1
    grappling = t.partner >= 0
    how = w.rulings.stab_gap_condition
    if how == StabGapCondition.PRONE_OR_GRAPPLING:
        return prone or grappling
    if how == StabGapCondition.PRONE_AND_EITHER:
        return prone and (is_unarmed(w, j) or grappling)
    return (prone and is_unarmed(w, j)) or grappling


@rule("PL-41", "PL-78")
def types_of(w: World, g: int) -> int:
    return w.gear[g].types if w.gear[g].types else 1 << AttackType.UNTYPED


@rule("PL-14", "PL-80")
def still_wields(w: World, i: int, g: int, two_hands: int) -> bool:
    """Whether the weapon is still in hand, and the hands still work."""
    if g == w.fist or w.gear[g].kind == GearKind.NATURAL:
        return True
    k = holding(w, i, g)
    if k < 0:
        return False
    hand = Carry.BOTH if two_hands else w.creatures[i].carried[k]
    if not two_hands and hand == Carry.BOTH:
        return hand_works(w, i, Carry.RIGHT) or hand_works(w, i, Carry.LEFT)
    return hand_works(w, i, hand)


@rule("PL-61")
def strikers_at(w: World, i: int) -> int:
    """Able enemies near enough to punish an opening."""
    c = w.creatures[i]
    return those(
        k for k in range(w.n) if hostile(w, i, k) and menaces(w, k, c.x, c.y) and able(w, k)
    )
