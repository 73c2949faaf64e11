"""Wounds and stress: what soaks, what doubles, what kills."""

from affray.rules.ask import Ask, note, rule
from affray.rules.masks import contains

from .events import Event
from .kinds import Effect
from .rulings import (
    OverloadThresholdTest,
    OverloadWoundsPer,
    OverstressDoublingOrder,
    SingleAttackScope,
    StressDoublingBasis,
    WoundAbsorbOrder,
    WoundDeathModel,
    WoundTraitOrder,
)
from .space import alive, in_own_turn, wound_capacity
from .state import ENDLESS, MOST_POINTS, OVERLOADED_PAST, World

ATTACK = 0
SPELL = 1
OVERLOAD = 2


@rule("DT-15")
def overstressed(w: World, i: int) -> bool:
    c = w.creatures[i]
    return c.stress > c.endurance


@rule("DT-157")
def die(ask: Ask, w: World, i: int, wounds: int) -> None:
    """The dead hold nobody, are held by nobody and threaten nobody."""
    c = w.creatures[i]
    c.dead = 1
    c.ap = 0
    c.mp = 0
    c.rp = 0
    c.threatened_by = 0
    c.grappled_by = 0
    c.grapples = -1
    c.passing = 0
    c.readied = -1
    note(ask, Event.DEAD, i, wounds, wound_capacity(w, i))
    for k in range(w.n):
        other = w.creatures[k]
        other.threatened_by &= ~(1 << i)
        if contains(other.grappled_by, i) or other.grapples == i:
            note(ask, Event.FREED, k, i)
        other.grappled_by &= ~(1 << i)
        if other.grapples == i:
            other.grapples = -1


@rule("DT-4")
def can_be_massive(w: World, source: int) -> bool:
    """Whether wounds from this source can kill by their number (DT-R2)."""
    scope = w.rulings.single_attack_scope
    if scope == SingleAttackScope.ATTACKS_ONLY:
        return source == ATTACK
    if scope == SingleAttackScope.ATTACKS_AND_SPELLS:
        return source != OVERLOAD
    return True


@rule("DT-2", "DT-3", "DT-4")
def kills(w: World, i: int, wounds: int, source: int) -> bool:
    """Dead if already full, or if one blow exceeds the capacity (DT-R1)."""
    c = w.creatures[i]
    capacity = wound_capacity(w, i)
    massive = wounds > capacity and can_be_massive(w, source)
    model = w.rulings.wound_death_model
    if model == WoundDeathModel.SUM_OVER:
        return massive or c.wounds + wounds > capacity
    if model == WoundDeathModel.MASSIVE_ONLY:
        return massive
    return massive or c.wounds >= capacity


@rule("DT-2", "DT-3", "DT-4", "DT-11")
def sustain(ask: Ask, w: World, i: int, wounds: int, source: int) -> None:
    """Wounds that nothing has stopped."""
    c = w.creatures[i]
    dead = kills(w, i, wounds, source)
    c.wounds = min(wound_capacity(w, i), c.wounds + wounds)
    note(ask, Event.WOUND, i, wounds, c.wounds)
    if dead:
        die(ask, w, i, wounds)


@rule("DT-10", "DT-128")
def soak(ask: Ask, w: World, i: int, wounds: int) -> int:
    """Stress takes wounds until the capacity is full; what is left over."""
    c = w.creatures[i]
    soaked = min(wounds, max(0, c.endurance - c.stress))
    if soaked > 0:
        c.stress += soaked
        note(ask, Event.SOAK, i, soaked, c.stress)
    return wounds - soaked


@rule("DT-78", "DT-126", "DT-127", "DT-125")
def by_traits(w: World, i: int, wounds: int, damage: int) -> int:
    """Vulnerability adds and hardiness takes, if any wound arrives (DT-R12)."""
    c = w.creatures[i]
    if wounds <= 0:
        return 0
    if w.rulings.wound_trait_order == WoundTraitOrder.RESIST_FIRST:
        left = max(0, wounds - c.hardiness[damage])
        return left + c.vulnerability[damage] if left > 0 else 0
    return max(0, wounds + c.vulnerability[damage] - c.hardiness[damage])


@rule("DT-72", "DT-78")
def by_defender(ask: Ask, w: World, i: int, wounds: int, damage: int) -> int:
    """What the defender's own modifiers leave of the wounds."""
    c = w.creatures[i]
    if wounds > 0 and c.vulnerability[damage] > 0:
        note(ask, Event.VULNERABLE, i, c.vulnerability[damage], damage)
    if wounds > 0 and c.hardiness[damage] > 0:
        note(ask, Event.HARDY, i, c.hardiness[damage], damage)
    if wounds > 0 and c.wounds_less > 0:
        note(ask, Event.WOUNDS_LESS, i, c.wounds_less)
    return max(0, by_traits(w, i, wounds, damage) - c.wounds_less)


@rule("DT-16", "DT-73")
def doubled(ask: Ask, w: World, i: int, wounds: int) -> int:
    """Twice as many for one who is overstressed."""
    if not overstressed(w, i) or wounds <= 0:
        return wounds
    note(ask, Event.DOUBLED, i, wounds, 2 * wounds)
    return 2 * wounds


@rule("DT-72")
def modified(ask: Ask, i: int, wounds: int, bonus: int) -> int:
    """The attacker's bonus or penalty, down to none."""
    left = max(0, wounds + bonus)
    if left != wounds:
        note(ask, Event.ATTACKER_CHANGES, i, wounds, left)
    return left


@rule("DT-16", "DT-72", "DT-73")
def by_attacker(ask: Ask, w: World, i: int, wounds: int, bonus: int) -> int:
    """Doubled when overstressed, then the attacker's modifiers (DT-R4)."""
    if w.rulings.overstress_doubling_order == OverstressDoublingOrder.AFTER_ATTACKER_MODIFIERS:
        return doubled(ask, w, i, modified(ask, i, wounds, bonus))
    return modified(ask, i, doubled(ask, w, i, wounds), bonus)


@rule("DT-10", "DT-16", "DT-71", "DT-72", "DT-100")
def inflict(ask: Ask, w: World, i: int, wounds: int, damage: int, bonus: int, source: int) -> None:
    """Doubling, the attacker's modifiers, the defender's, soaking, wounds (DT-R3)."""
    arriving = by_attacker(ask, w, i, wounds, bonus)
    soaked_before = w.creatures[i].stress
    if w.rulings.wound_absorb_order == WoundAbsorbOrder.BEFORE_DEFENDER_MODIFIERS:
        left = by_defender(ask, w, i, soak(ask, w, i, arriving), damage)
    else:
        left = soak(ask, w, i, by_defender(ask, w, i, arriving, damage))
    if left > 0:
        sustain(ask, w, i, left, source)
    elif w.creatures[i].stress == soaked_before:
        note(ask, Event.UNHURT, i)


@rule("DT-17")
def doubled_stress(w: World, i: int, stress: int) -> int:
    """Who is overstressed gains twice as much (DT-R5)."""
    c = w.creatures[i]
    if w.rulings.stress_doubling_basis == StressDoublingBasis.PAST_CAPACITY_PART:
        room = max(0, c.endurance - c.stress)
        return min(stress, room) + 2 * max(0, stress - room)
    return 2 * stress if overstressed(w, i) else stress


@rule("DT-18")
def overload_wounds(w: World, i: int, before: int) -> int:
    """One wound for a gain past three times the capacity (DT-R6, DT-R7)."""
    c = w.creatures[i]
    line = OVERLOADED_PAST * c.endurance
    if w.rulings.overload_threshold_test == OverloadThresholdTest.BEFORE_GAIN_REACHED:
        if before < line:
            return 0
    elif c.stress <= line:
        return 0
    if w.rulings.overload_wounds_per == OverloadWoundsPer.POINT:
        return c.stress - max(line, before)
    return 1


@rule("DT-8", "DT-14", "DT-17", "DT-18")
def gain_stress(ask: Ask, w: World, i: int, stress: int) -> None:
    """Stress not from wounds: past the capacity too, doubled, and at last it wounds."""
    c = w.creatures[i]
    if stress <= 0:
        return
    twice = doubled_stress(w, i, stress)
    if twice != stress:
        note(ask, Event.STRESS_DOUBLED, i, stress, twice)
    gained = max(0, twice - c.stress_less)
    if gained != twice:
        note(ask, Event.STRESS_LESS, i, twice, gained)
    if gained == 0:
        return
    before = c.stress
    was_over = overstressed(w, i)
    c.stress = min(ENDLESS, c.stress + gained)
    note(ask, Event.STRESS, i, gained, c.stress)
    if overstressed(w, i) and not was_over:
        note(ask, Event.OVERSTRESSED, i)
    wounds = overload_wounds(w, i, before)
    if wounds > 0:
        note(ask, Event.OVERLOAD, i, wounds)
        inflict(ask, w, i, wounds, 0, 0, OVERLOAD)


@rule("DT-20")
def relieve(ask: Ask, w: World, i: int, stress: int) -> None:
    c = w.creatures[i]
    if stress > 0 and alive(w, i):
        relieved = min(c.stress, stress)
        c.stress -= relieved
        note(ask, Event.RELIEVED, i, relieved, c.stress)


@rule("DT-5", "DT-6")
def heal(ask: Ask, w: World, i: int, wounds: int) -> None:
    """Magic restores wounds; nothing restores the dead."""
    c = w.creatures[i]
    if wounds > 0 and alive(w, i):
        healed = min(c.wounds, wounds)
        c.wounds -= healed
        note(ask, Event.HEALED, i, healed, c.wounds)


@rule("DT-107")
def fall_prone(ask: Ask, w: World, i: int) -> None:
    c = w.creatures[i]
    if not c.prone:
        c.prone = 1
        note(ask, Event.DROP, i)


@rule("DT-103", "DT-156")
def hobble(ask: Ask, w: World, i: int, own_turn: bool) -> None:
    """Two movement points fewer until the end of the bearer's next turn."""
    c = w.creatures[i]
    if own_turn and not c.hobbled:
        c.mp = max(-MOST_POINTS, c.mp - 2)
    c.hobbled = 2 if own_turn else 1
    note(ask, Event.HOBBLED, i)


@rule("DT-64", "DT-65", "DT-68", "DT-69", "DT-99")
def apply_effects(ask: Ask, w: World, i: int, effects: int) -> None:
    """What a blow or a spell does besides wounding, at once."""
    if not alive(w, i):
        return
    if contains(effects, Effect.PRONE):
        fall_prone(ask, w, i)
    if contains(effects, Effect.HOBBLED):
        hobble(ask, w, i, in_own_turn(w, i))
