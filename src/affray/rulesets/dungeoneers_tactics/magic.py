"""Spells: the cost, the first gate, resistance, the effect."""

from affray.rules.among import those
from affray.rules.ask import Ask, check, choose, note, rule, test
from affray.rules.masks import contains, members
from affray.rules.pools import D4

from .attack import any_stress, open_to_strikes, turn_toward
from .dodge import dodge_dice, rear_die
from .events import Event
from .gear import MOST_DICE, count, focus_dice, spell_help, spell_resistance
from .health import SPELL, apply_effects, gain_stress, heal, inflict, overstressed, relieve
from .kinds import Answer, Delivery, DiceFor, GearKind, Question, Reaches, Roll, Score
from .rulings import (
    AmbientModel,
    ExtraMagicaMinimum,
    ExtraMagicaTiming,
    MagicaCap,
    MagicaMultiplier,
    OverstressPierceScope,
    RearPenaltySaves,
    SpellPierceFreeDie,
    StressSpendScope,
)
from .space import alive, direction, distance, hostile, over, sees, threat_range
from .state import ENDLESS, MOST_POINTS, World
from .telling import (
    tell_casting_dice,
    tell_dice,
    tell_left,
    tell_resistance,
    tell_spell_pierce,
)

MOST_EXTRA = 61
"""How much extra magica one question can offer; the text sets no limit (DT-86)."""


@rule("DT-83", "DT-148")
def magica_full(w: World, i: int) -> int:
    """As much magica as mind; twice as much where the table says so (DT-R76)."""
    times = 2 if w.rulings.magica_multiplier == MagicaMultiplier.TWO else 1
    return w.creatures[i].mind * times


@rule("DT-84")
def regain_magica(w: World, i: int) -> None:
    """One at the start of a turn, up to what the creature has (DT-R63)."""
    c = w.creatures[i]
    if w.rulings.magica_cap == MagicaCap.NONE:
        c.magica = min(ENDLESS, c.magica + 1)
    elif c.magica < magica_full(w, i):
        c.magica += 1


@rule("DT-80", "DT-81", "DT-141")
def known_spells(w: World, i: int) -> int:
    """Quick casting only: from an equipped tome, or as a cantrip."""
    c = w.creatures[i]
    mask = those(
        w.gear[g].spell
        for g in c.equipped
        if g >= 0 and w.gear[g].kind == GearKind.TOME and w.gear[g].spell >= 0
    )
    return mask | those(s for s in c.cantrips if s >= 0)


@rule("DT-87")
def draw_ambient(w: World, drawn: int) -> None:
    """The place runs down only where its magica is a pool (DT-R62)."""
    model = w.rulings.ambient_model
    if model == AmbientModel.SHARED_POOL or model == AmbientModel.PER_ROUND_POOL:
        w.ambient -= drawn


@rule("DT-82")
def is_meant(w: World, i: int, j: int, reaches: int) -> bool:
    """Whether j is of those a spell of i's is for."""
    if reaches == Reaches.SELF:
        return i == j
    return hostile(w, i, j) == (reaches == Reaches.ENEMY)


@rule("DT-82")
def is_target(w: World, i: int, j: int, s: int) -> bool:
    """Whether a spell may be cast on j from here (DT-R50, DT-R79)."""
    spell = w.spells[s]
    if not alive(w, j) or not is_meant(w, i, j, spell.reaches):
        return False
    return (spell.range < 0 or distance(w, i, j) <= spell.range) and sees(w, i, j)


@rule("DT-82")
def on_whom(w: World, i: int, s: int) -> int:
    return those(j for j in range(w.n) if is_target(w, i, j, s))


@rule("DT-32", "DT-85")
def can_pay(w: World, i: int, s: int) -> bool:
    c = w.creatures[i]
    return w.spells[s].cost <= w.ambient + c.magica and w.spells[s].ap <= c.ap


@rule("DT-80", "DT-85")
def can_cast(w: World, i: int, s: int) -> bool:
    """Whether a spell can be paid for and has somebody to be cast on."""
    return can_pay(w, i, s) and any(is_target(w, i, j, s) for j in range(w.n))


@rule("DT-80", "DT-85")
def castable(w: World, i: int) -> int:
    known = known_spells(w, i)
    return those(s for s in members(known) if can_cast(w, i, s))


@rule("DT-80", "DT-85")
def can_cast_any(w: World, i: int) -> bool:
    known = known_spells(w, i)
    return any(can_cast(w, i, s) for s in members(known))


@rule("DT-85", "DT-87")
def pay(ask: Ask, w: World, i: int, ambient: int, cost: int) -> int:
    """Ambient magica first, then one's own; the ambient that is left."""
    free = min(ambient, cost)
    w.creatures[i].magica -= cost - free
    draw_ambient(w, free)
    if free > 0:
        note(ask, Event.DRAWS, i, free)
    if cost > free:
        note(ask, Event.SPENDS, i, cost - free, w.creatures[i].magica)
    return ambient - free


@rule("DT-86", "DT-101", "DT-150")
def extra_magica(ask: Ask, w: World, i: int, s: int, ambient: int) -> int:
    """How much more is spent to overcome resistance, as long as a hand holds the dice it buys
    (DT-R61, DT-R62)."""
    usable = 0 if w.rulings.ambient_model == AmbientModel.BASELINE_ONLY else ambient
    room = max(0, MOST_DICE - dice_for_nothing(w, i, s))
    most = min(MOST_EXTRA, room, usable + w.creatures[i].magica)
    options = (2 << most) - 1
    if w.rulings.extra_magica_minimum == ExtraMagicaMinimum.ONE and most > 0:
        options -= 1
    extra = choose(ask, w, i, Question.EXTRA, options)
    pay(ask, w, i, usable, extra)
    return extra


@rule("DT-12")
def spell_strain(ask: Ask, w: World, i: int) -> int:
    """Stress for a spell attack, where the table allows it (DT-R10)."""
    if w.rulings.stress_spend_scope != StressSpendScope.ANY_OFFENCE:
        return 0
    dice = w.creatures[i].spell + spell_help(w, i)
    stress = choose(ask, w, i, Question.STRESS, any_stress(dice))
    gain_stress(ask, w, i, stress)
    return stress


@rule("DT-89", "DT-90", "DT-113", "DT-121", "DT-129", "DT-137")
def spell_attack(ask: Ask, w: World, i: int, j: int) -> bool:
    """Spell dice against the dodge; a tie hits."""
    extra = spell_strain(ask, w, i)
    if not alive(w, i):
        return False
    n = count(w, i, w.creatures[i].spell + spell_help(w, i) + extra)
    if w.creatures[j].prone and distance(w, i, j) > threat_range(w, i):
        n = min(1, n)
    dodge = dodge_dice(ask, w, i, j, w.creatures[j].prowess, False)
    rear = rear_die(w, i, j)
    what = Roll.SPELL_BEHIND if rear else Roll.SPELL_ATTACK
    tell_casting_dice(ask, w, i, w.creatures[i].spell, extra, n)
    hit = test(ask, what, i, n * D4 + rear, j, dodge)
    note(ask, Event.SPELL_HITS if hit else Event.SPELL_MISSES, i, j)
    return hit


@rule("DT-91", "DT-92")
def score_of(w: World, j: int, score: int) -> int:
    c = w.creatures[j]
    if score == Score.PROWESS:
        return c.prowess
    if score == Score.POWER:
        return c.power
    if score == Score.ENDURANCE:
        return c.endurance
    if score == Score.SPELL:
        return c.spell
    if score == Score.MIND:
        return c.mind
    return c.resistance


@rule("DT-91", "DT-121")
def save_count(w: World, j: int, score: int) -> int:
    n = count(w, j, score_of(w, j, score))
    return min(1, n) if w.creatures[j].prone and score == Score.PROWESS else n


@rule("DT-91", "DT-93", "DT-94", "DT-137")
def save_fails(ask: Ask, w: World, i: int, j: int, s: int) -> bool:
    """Mind against the score the spell names; a tie fails, and one may fail on purpose."""
    if choose(ask, w, j, Question.FAIL, 0b11) == Answer.YES:
        note(ask, Event.SAVE_FAILED, j, i)
        return True
    n = count(w, i, w.creatures[i].mind + spell_help(w, i))
    rear = rear_die(w, i, j) if w.rulings.rear_penalty_saves == RearPenaltySaves.YES else 0
    what = Roll.SAVE_BEHIND if rear else Roll.SAVE
    tell_casting_dice(ask, w, i, w.creatures[i].mind, 0, n)
    score = score_of(w, j, w.spells[s].save)
    saving = save_count(w, j, w.spells[s].save)
    tell_left(ask, w, j, score, saving, DiceFor.LYING_PRONE)
    failed = test(ask, what, i, n * D4 + rear, j, saving * D4)
    note(ask, Event.SAVE_FAILED if failed else Event.SAVED, j, i)
    return failed


@rule("DT-19")
def casts_in_despair(w: World, i: int) -> bool:
    """Whether the d4 of the overstressed counts for spells too (DT-R11)."""
    scope = w.rulings.overstress_pierce_scope
    return scope == OverstressPierceScope.WEAPON_AND_SPELL and overstressed(w, i)


@rule("DT-96", "DT-149")
def free_die(w: World) -> int:
    """The one more (DT-R77)."""
    return 0 if w.rulings.spell_pierce_free_die == SpellPierceFreeDie.NONE else 1


@rule("DT-96", "DT-137", "DT-138")
def dice_for_nothing(w: World, i: int, s: int) -> int:
    """Those that no magica is spent for: the one more, the focus and boons (DT-R77)."""
    return free_die(w) + focus_dice(w, i, w.spells[s].school) + spell_help(w, i)


@rule("DT-86", "DT-96", "DT-97", "DT-137", "DT-138", "DT-149")
def spell_pierce_dice(w: World, i: int, s: int, extra: int) -> int:
    """The extra magica and what comes without any (DT-R11).

    The larger die counts, that of the spell or the caster's own.
    """
    spell = w.spells[s]
    pool = count(w, i, extra + dice_for_nothing(w, i, s)) * max(
        spell.pierce, w.creatures[i].spell_pierce
    )
    return pool + D4 if casts_in_despair(w, i) else pool


@rule("DT-95", "DT-96", "DT-98", "DT-101")
def overcomes(ask: Ask, w: World, i: int, j: int, s: int, ambient: int, early: int) -> bool:
    """Against spell resistance, unless the target lets it through (DT-R60)."""
    if choose(ask, w, j, Question.LET_THROUGH, 0b11) == Answer.YES:
        note(ask, Event.LET_THROUGH, j, i)
        return True
    extra = early
    if w.rulings.extra_magica_timing == ExtraMagicaTiming.AT_PIERCE:
        extra = extra_magica(ask, w, i, s, ambient)
    pool = spell_pierce_dice(w, i, s, extra)
    tell_spell_pierce(ask, w, i, w.spells[s].school, free_die(w), extra)
    if casts_in_despair(w, i):
        tell_dice(ask, i, 1, DiceFor.BEING_OVERSTRESSED)
    tell_resistance(ask, w, j)
    if check(ask, Roll.SPELL_PIERCE, i, pool, spell_resistance(w, j)):
        return True
    note(ask, Event.RESISTED, j, i)
    return False


@rule("DT-79", "DT-99")
def put_armor_on(w: World, j: int, s: int) -> int:
    """Spells add up with all else that is armor, each of them once; what this one adds."""
    c = w.creatures[j]
    if contains(c.armored_by, s):
        return 0
    before = c.mage_armor
    c.armored_by |= 1 << s
    c.mage_armor = min(MOST_POINTS, before + w.spells[s].armor)
    return c.mage_armor - before


@rule("DT-99", "DT-100")
def take_effect(ask: Ask, w: World, i: int, j: int, s: int) -> None:
    spell = w.spells[s]
    if spell.armor > 0:
        note(ask, Event.ARMORED, j, put_armor_on(w, j, s))
    apply_effects(ask, w, j, spell.causes)
    gain_stress(ask, w, j, spell.gain_stress)
    relieve(ask, w, j, spell.relieve_stress)
    heal(ask, w, j, spell.restore_wounds)
    if spell.wounds > 0 and alive(w, j):
        note(ask, Event.SPELL_WOUNDS, i, s, spell.wounds)
        inflict(ask, w, j, spell.wounds, spell.damage, w.creatures[i].wound_bonus, SPELL)


@rule("DT-88")
def first_gate(ask: Ask, w: World, i: int, j: int, s: int) -> bool:
    if w.spells[s].delivery == Delivery.ATTACK:
        return spell_attack(ask, w, i, j)
    return save_fails(ask, w, i, j, s)


@rule("DT-61", "DT-80", "DT-82", "DT-85", "DT-88", "DT-161")
def cast(ask: Ask, w: World, i: int) -> None:
    """Name spell and target, pay, turn, be struck at; then both gates and the effect."""
    s = choose(ask, w, i, Question.SPELL, castable(w, i))
    j = choose(ask, w, i, Question.TARGET, on_whom(w, i, s))
    w.creatures[i].ap -= w.spells[s].ap
    note(ask, Event.CAST, i, s, j)
    ambient = pay(ask, w, i, w.ambient, w.spells[s].cost)
    early = 0
    if w.rulings.extra_magica_timing == ExtraMagicaTiming.AT_CAST and i != j:
        early = extra_magica(ask, w, i, s, ambient)
    turn_toward(ask, w, i, direction(w, i, j))
    open_to_strikes(ask, w, i, j)
    if not alive(w, i) or not alive(w, j) or over(w):
        note(ask, Event.VOID, i, w.creatures[i].dead)
        return
    if i == j or (first_gate(ask, w, i, j, s) and overcomes(ask, w, i, j, s, ambient, early)):
        take_effect(ask, w, i, j, s)
