"""What a hand of dice is made of, where it is more or fewer than the score on the sheet, and what
the number it must reach is made of."""

from affray.rules.ask import Ask, note, rule

from .events import Event
from .gear import count, dice_lost, focus_dice, focus_die, gripped, heaviest, spell_help
from .kinds import DiceFor
from .rulings import SpellResistanceFormula
from .state import World


@rule("DT-63")
def tell_dice(ask: Ask, i: int, n: int, cause: int) -> None:
    """So many dice more or fewer, by what makes them so."""
    if n != 0:
        note(ask, Event.DICE, i, n, cause)


@rule("DT-136")
def tell_carried(ask: Ask, w: World, i: int, dice: int) -> int:
    """What too heavy gear takes of the dice, and what no hand goes below or above; the rest."""
    lost = dice_lost(w, i)
    carried = count(w, i, dice)
    more = carried - (dice - lost)
    if lost > 0:
        note(ask, Event.TOO_HEAVY, i, lost, heaviest(w, i))
    limit = DiceFor.THE_FEWEST_THERE_CAN_BE if more > 0 else DiceFor.THE_MOST_THERE_CAN_BE
    tell_dice(ask, i, more, limit)
    return carried


@rule("DT-121", "DT-136")
def tell_left(ask: Ask, w: World, i: int, dice: int, rolled: int, cause: int) -> None:
    """What too heavy gear takes of the dice, and what being prone leaves of them."""
    tell_dice(ask, i, rolled - tell_carried(ask, w, i, dice), cause)


@rule("DT-12", "DT-63", "DT-121")
def tell_hit_dice(ask: Ask, w: World, i: int, stress: int, rolled: int) -> None:
    c = w.creatures[i]
    tell_dice(ask, i, c.hit_bonus, DiceFor.ITS_OWN_BONUS)
    tell_dice(ask, i, stress, DiceFor.STRESS)
    tell_left(ask, w, i, c.prowess + c.hit_bonus + stress, rolled, DiceFor.A_PRONE_TARGET)


@rule("DT-43", "DT-63", "DT-112", "DT-121")
def tell_dodge_dice(
    ask: Ask, w: World, j: int, dice: int, rear: int, guard: int, rolled: int
) -> None:
    """Of a dodge for so many dice, before what the back costs and what defending adds."""
    tell_dice(ask, j, w.creatures[j].dodge_bonus, DiceFor.ITS_OWN_BONUS)
    tell_dice(ask, j, -rear, DiceFor.THE_BACK)
    tell_dice(ask, j, guard, DiceFor.DEFENDING)
    tell_left(ask, w, j, dice - rear + guard, rolled, DiceFor.LYING_PRONE)


@rule("DT-12", "DT-67", "DT-147")
def tell_power_dice(ask: Ask, w: World, i: int, extra: int) -> None:
    tell_dice(ask, i, extra, DiceFor.STRESS)
    tell_carried(ask, w, i, w.creatures[i].power + extra)


@rule("DT-40", "DT-47", "DT-55")
def tell_grip(ask: Ask, w: World, i: int, extra: int) -> None:
    """Of a grapple, a push or a break: whose die it is, and how many."""
    g = gripped(w, i)
    if g >= 0:
        note(ask, Event.GRIP, i, g)
    tell_power_dice(ask, w, i, extra)


@rule("DT-137")
def tell_spell_gear(ask: Ask, w: World, i: int) -> None:
    """Spellboon and spellbane, by what has them."""
    for g in w.creatures[i].equipped:
        helps = w.gear[g].spellboon - w.gear[g].spellbane if g >= 0 else 0
        if helps > 0:
            note(ask, Event.GEAR_GIVES, i, helps, g)
        elif helps < 0:
            note(ask, Event.GEAR_TAKES, i, -helps, g)


@rule("DT-138")
def tell_foci(ask: Ask, w: World, i: int, school: int) -> None:
    for g in w.creatures[i].equipped:
        dice = focus_die(w, g, school) if g >= 0 else 0
        if dice > 0:
            note(ask, Event.GEAR_GIVES, i, dice, g)


@rule("DT-12", "DT-89", "DT-91", "DT-121", "DT-137")
def tell_casting_dice(ask: Ask, w: World, i: int, score: int, stress: int, rolled: int) -> None:
    """Of a caster's roll for a score."""
    helps = spell_help(w, i)
    tell_dice(ask, i, stress, DiceFor.STRESS)
    tell_spell_gear(ask, w, i)
    tell_left(ask, w, i, score + helps + stress, rolled, DiceFor.A_PRONE_TARGET)


@rule("DT-86", "DT-96", "DT-137", "DT-138", "DT-149")
def tell_spell_pierce(ask: Ask, w: World, i: int, school: int, free: int, extra: int) -> None:
    """Of the dice against spell resistance, for which there is no score."""
    focus = focus_dice(w, i, school)
    helps = spell_help(w, i)
    dice = extra + free + focus + helps
    tell_dice(ask, i, free, DiceFor.THE_SPELL_ITSELF)
    tell_dice(ask, i, extra, DiceFor.EXTRA_MAGICA)
    tell_foci(ask, w, i, school)
    tell_spell_gear(ask, w, i)
    tell_carried(ask, w, i, dice)


@rule("DT-68", "DT-79", "DT-140")
def tell_armor(ask: Ask, w: World, j: int) -> None:
    """Of an armor value: nature, what is worn, spells."""
    c = w.creatures[j]
    if c.natural_av != 0:
        note(ask, Event.ARMOR_BY_NATURE, j, c.natural_av)
    for g in c.equipped:
        if g >= 0 and w.gear[g].av != 0:
            note(ask, Event.ARMOR_WORN, j, w.gear[g].av, g)
    if c.mage_armor != 0:
        note(ask, Event.ARMOR_BY_SPELLS, j, c.mage_armor)


@rule("DT-95", "DT-140", "DT-142")
def tell_resistance(ask: Ask, w: World, j: int) -> None:
    """Of a spell resistance: the score, nature, what is worn, as far as they count (DT-R59)."""
    c = w.creatures[j]
    counted = w.rulings.spell_resistance_formula
    if counted != SpellResistanceFormula.ITEMS_ONLY and c.resistance != 0:
        note(ask, Event.RESISTANCE, j, c.resistance)
    if counted == SpellResistanceFormula.SCORE_ONLY:
        return
    if c.natural_sr != 0:
        note(ask, Event.RESISTANCE_BY_NATURE, j, c.natural_sr)
    for g in c.equipped:
        if g >= 0 and w.gear[g].sr != 0:
            note(ask, Event.RESISTANCE_WORN, j, w.gear[g].sr, g)
