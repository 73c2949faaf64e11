"""What a creature wears, wields and carries."""

from affray.rules.among import first, most, those
from affray.rules.ask import rule
from affray.rules.pools import D4

from .kinds import GearKind, School, Slot
from .rulings import (
    GrappleDieSize,
    MinimumPool,
    SpellResistanceFormula,
)
from .state import CARRIED, World

HANDS = 2
MOST_DICE = 62
"""A hand holds 63 dice of a kind, and the back or despair may add one."""


@rule("DT-139")
def knows(w: World, i: int, g: int) -> bool:
    """Whether a creature has the rank a weapon asks for; natural weapons ask for none."""
    weapon = w.gear[g]
    if weapon.kind != GearKind.WEAPON or weapon.natural:
        return True
    return w.creatures[i].ranks[weapon.category] >= weapon.rank


@rule("DT-139", "DT-162")
def used_as(w: World, i: int, g: int) -> int:
    """A weapon without its rank is an improvised one, with none of its properties."""
    return g if knows(w, i, g) else w.fist


@rule("DT-58", "DT-61", "DT-130")
def weapons(w: World, i: int) -> int:
    """Every weapon in use; a bare fist is always one."""
    return 1 << w.fist | those(
        g for g in w.creatures[i].equipped if g >= 0 and w.gear[g].kind == GearKind.WEAPON
    )


@rule("DT-136")
def heaviest(w: World, i: int) -> int:
    """What asks for the most power of all that is in use, or -1."""
    return most((w.gear[g].min_power, g) for g in w.creatures[i].equipped if g >= 0)


@rule("DT-136")
def dice_lost(w: World, i: int) -> int:
    """Equipment too heavy for its bearer costs dice on every roll; only the heaviest counts."""
    g = heaviest(w, i)
    return max(0, w.gear[g].min_power - w.creatures[i].power) if g >= 0 else 0


@rule("DT-136")
def count(w: World, i: int, dice: int) -> int:
    """A pool's number of dice: never below nothing (DT-R55)."""
    least = 1 if w.rulings.minimum_pool == MinimumPool.ONE else 0
    return min(MOST_DICE, max(least, dice - dice_lost(w, i)))


@rule("DT-140")
def worn_av(w: World, i: int) -> int:
    return sum(w.gear[g].av for g in w.creatures[i].equipped if g >= 0)


@rule("DT-79", "DT-140")
def armor_value(w: World, i: int) -> int:
    c = w.creatures[i]
    return c.natural_av + worn_av(w, i) + c.mage_armor


@rule("DT-140")
def worn_sr(w: World, i: int) -> int:
    return sum(w.gear[g].sr for g in w.creatures[i].equipped if g >= 0)


@rule("DT-95", "DT-142")
def spell_resistance(w: World, i: int) -> int:
    """The resistance score, nature and items (DT-R59)."""
    c = w.creatures[i]
    if w.rulings.spell_resistance_formula == SpellResistanceFormula.SCORE_ONLY:
        return c.resistance
    items = c.natural_sr + worn_sr(w, i)
    if w.rulings.spell_resistance_formula == SpellResistanceFormula.ITEMS_ONLY:
        return items
    return c.resistance + items


@rule("DT-137")
def spell_help(w: World, i: int) -> int:
    """Spellboon less spellbane, from all that is equipped."""
    return sum(w.gear[g].spellboon - w.gear[g].spellbane for g in w.creatures[i].equipped if g >= 0)


@rule("DT-138")
def serves(w: World, g: int, school: int) -> bool:
    return w.gear[g].school == school or w.gear[g].school == School.ALL


@rule("DT-138")
def focus_dice(w: World, i: int, school: int) -> int:
    """Free extra magica from every focus in hand that serves the school."""
    return sum(focus_die(w, g, school) for g in w.creatures[i].equipped if g >= 0)


@rule("DT-138")
def focus_die(w: World, g: int, school: int) -> int:
    """What one thing in hand gives as a focus of the school."""
    is_focus = w.gear[g].kind == GearKind.FOCUS and serves(w, g, school)
    return w.gear[g].extra_magica if is_focus else 0


@rule("DT-139")
def is_melee_weapon(w: World, i: int, g: int) -> bool:
    weapon = w.gear[g]
    return weapon.kind == GearKind.WEAPON and weapon.range == 0 and knows(w, i, g)


@rule("DT-40", "DT-47", "DT-55")
def grip(w: World, i: int) -> int:
    """The die of a grapple, push or break: the largest hit die at hand (DT-R22)."""
    g = gripped(w, i)
    return w.gear[g].hit if g >= 0 else D4


@rule("DT-40", "DT-47", "DT-55")
def gripped(w: World, i: int) -> int:
    """The weapon at hand whose hit die is the largest; -1 where none passes a d4."""
    if w.rulings.grapple_die_size == GrappleDieSize.D4:
        return -1
    return most(
        (w.gear[g].hit, g)
        for g in w.creatures[i].equipped
        if g >= 0 and is_melee_weapon(w, i, g) and w.gear[g].hit > D4
    )


@rule("DT-131", "DT-145")
def hands(w: World, g: int) -> int:
    """How many wield slots a thing fills."""
    item = w.gear[g]
    if item.natural:
        return 0
    if item.kind == GearKind.ARMOR and item.slot != Slot.WIELD:
        return 0
    if item.kind == GearKind.POTION:
        return 0
    return 2 if item.two_handed else 1


@rule("DT-131", "DT-145")
def hands_full(w: World, i: int) -> int:
    return sum(hands(w, g) for g in w.creatures[i].equipped if g >= 0)


@rule("DT-6", "DT-20")
def potions(w: World, i: int) -> int:
    return those(g for g in w.creatures[i].carried if g >= 0 and w.gear[g].kind == GearKind.POTION)


@rule()
def use_up(w: World, i: int, g: int) -> None:
    c = w.creatures[i]
    k = first(k for k in range(CARRIED) if c.carried[k] == g)
    if k >= 0:
        c.carried[k] = -1
