"""Treating wounds, each manner once a session; safe rests; what a party does between fights."""

from affray.rules.among import those
from affray.rules.ask import Ask, choose, note, rule
from affray.rules.masks import contains

from .checks import is_rolled_for, is_success, set_task
from .events import EVEN, Event
from .harm import name_of, remove_wound
from .kinds import Cure, Manner, Phase, Question, Roll, Severity, Topic
from .rolling import check_level
from .rulings import (
    FieldTreatmentLevel,
    FieldTreatmentRetry,
    FieldTreatmentTiming,
    HarmRecovery,
    HealingLimitCounts,
    HealingLimitOwner,
    KnowledgeTreatmentCheck,
    MagicHealingScope,
    NaturalHealing,
    TreatmentStacking,
    TreatmentZero,
)
from .space import close, in_fight
from .state import WOUNDS, World

FIELD_LEVEL = 5
KNOWLEDGE_LEVEL = 3
FIELD_RESTS = 1
KNOWLEDGE_RESTS = 2
SEVERITY_LEVEL = (2, 4, 6, 10)


@rule("SM-45", "SM-48", "SM-51")
def was_helped(w: World, healer: int, patient: int, manner: int) -> bool:
    """Whether this manner is used up for the session: of the patient, or as SM-R40 says."""
    owner = w.rulings.healing_limit_owner
    if owner == HealingLimitOwner.PATIENT:
        return contains(w.creatures[patient].helped, manner)
    if owner == HealingLimitOwner.HEALER:
        return contains(w.creatures[healer].helped, manner)
    return any(
        w.creatures[k].side == w.creatures[patient].side and contains(w.creatures[k].helped, manner)
        for k in range(w.n)
    )


@rule("SM-45", "SM-48", "SM-51")
def counts(w: World, success: bool) -> bool:
    """Only what helped counts against the limit, or every try (SM-R41)."""
    return success or w.rulings.healing_limit_counts == HealingLimitCounts.ATTEMPTS


@rule("SM-45", "SM-48", "SM-51")
def use_up(w: World, healer: int, patient: int, manner: int) -> None:
    who = patient
    if w.rulings.healing_limit_owner == HealingLimitOwner.HEALER:
        who = healer
    w.creatures[who].helped |= 1 << manner


@rule("SM-46", "SM-47", "SM-114")
def is_temporary(w: World, i: int, k: int) -> bool:
    c = w.creatures[i]
    return c.severity[k] != Severity.SCAR and c.incurable[k] != Cure.NOTHING


@rule("SM-43", "SM-49", "SM-51", "SM-114")
def wounds_to_treat(w: World, healer: int, patient: int, manner: int) -> int:
    """Wounds with a duration that this manner may still be tried on (SM-R39, SM-R46)."""
    c = w.creatures[patient]
    if was_helped(w, healer, patient, manner):
        return 0
    single = w.rulings.treatment_stacking == TreatmentStacking.ONE_MANNER_PER_WOUND
    once = w.rulings.field_treatment_retry == FieldTreatmentRetry.ONCE_PER_WOUND
    mask = 0
    for k in range(c.wounds):
        open_to = is_temporary(w, patient, k) and c.rests[k] > 0
        if single and c.treated[k] & ~(1 << manner):
            open_to = False
        if manner == Manner.FIELD and once and c.tries[k] > 0:
            open_to = False
        if open_to:
            mask |= 1 << k
    return mask


@rule("SM-46", "SM-47", "SM-48")
def wounds_magic_can_heal(w: World, healer: int, patient: int) -> int:
    """All but permanent wounds, whatever their duration, and those no magic heals."""
    c = w.creatures[patient]
    if was_helped(w, healer, patient, Manner.MAGIC):
        return 0
    return those(
        k
        for k in range(c.wounds)
        if is_temporary(w, patient, k) and c.incurable[k] != Cure.NO_MAGIC
    )


@rule("SM-44", "SM-50")
def shorten(ask: Ask, w: World, i: int, k: int, rests: int) -> None:
    """Fewer rests to go; at none the wound is gone, now or with the next rest (SM-R45)."""
    c = w.creatures[i]
    c.rests[k] = max(0, c.rests[k] - rests)
    if c.rests[k] > 0 or w.rulings.treatment_zero != TreatmentZero.HEALS_NOW:
        note(ask, Event.EASED, i, c.rests[k])
    else:
        note(ask, Event.HEALED, i, name_of(w, i, k))
        remove_wound(w, i, k)


@rule("SM-43")
def treatment_level(w: World, patient: int, k: int) -> int:
    if w.rulings.field_treatment_level == FieldTreatmentLevel.SCENE:
        return max(0, w.scene_level)
    if w.rulings.field_treatment_level == FieldTreatmentLevel.BY_SEVERITY:
        return SEVERITY_LEVEL[w.creatures[patient].severity[k]]
    return FIELD_LEVEL


@rule("SM-43", "SM-44", "SM-45", "SM-114")
def treat_in_field(ask: Ask, w: World, healer: int, patient: int, k: int) -> None:
    """A check, harder with every try on the wound; a success takes one rest off."""
    c = w.creatures[patient]
    tries = c.tries[k] if w.rulings.field_treatment_retry == FieldTreatmentRetry.HINDER_EACH else 0
    level = treatment_level(w, patient, k) + tries
    c.tries[k] = min(99, c.tries[k] + 1)
    set_task(w.task, Roll.TREAT, level, 1 << Topic.TREAT)
    w.task.by_action = 1 if w.phase != Phase.END else 0
    note(ask, Event.TREATED, healer, patient, name_of(w, patient, k))
    if tries > 0:
        note(ask, Event.TRIED_BEFORE, patient, tries, tries + EVEN)
    success = is_success(check_level(ask, w, healer))
    if counts(w, success):
        c.treated[k] |= 1 << Manner.FIELD
        use_up(w, healer, patient, Manner.FIELD)
    if success:
        shorten(ask, w, patient, k, FIELD_RESTS)


@rule("SM-49", "SM-50", "SM-51")
def tend(ask: Ask, w: World, healer: int, patient: int, k: int) -> None:
    """Knowledge asks for no check, or for an easy one (SM-R44); it saves two nights."""
    success = True
    if w.rulings.knowledge_treatment_check == KnowledgeTreatmentCheck.LEVEL_THREE:
        set_task(w.task, Roll.TREAT, KNOWLEDGE_LEVEL, 1 << Topic.TREAT)
        success = is_success(check_level(ask, w, healer))
    if counts(w, success):
        w.creatures[patient].treated[k] |= 1 << Manner.KNOWLEDGE
        use_up(w, healer, patient, Manner.KNOWLEDGE)
    if success:
        shorten(ask, w, patient, k, KNOWLEDGE_RESTS)


@rule("SM-47", "SM-48", "SM-114")
def magic_heals(ask: Ask, w: World, healer: int, patient: int, named: int) -> None:
    """The wound named with the spell; a further target names one when its turn comes."""
    mask = wounds_magic_can_heal(w, healer, patient)
    k = named
    if k < 0 and mask:
        k = choose(ask, w, patient, Question.WOUND, mask)
    if k >= 0:
        heal_wound(ask, w, healer, patient, k)


@rule("SM-46", "SM-47", "SM-48", "SM-114")
def heal_wound(ask: Ask, w: World, healer: int, patient: int, k: int) -> None:
    """Magic takes the whole wound away, or every one that is not for ever (SM-R42)."""
    c = w.creatures[patient]
    use_up(w, healer, patient, Manner.MAGIC)
    every = w.rulings.magic_healing_scope == MagicHealingScope.ALL_TEMPORARY
    for back in range(WOUNDS):
        at = WOUNDS - 1 - back
        if at < c.wounds and (at == k or (every and is_temporary(w, patient, at))):
            note(ask, Event.HEALED, patient, name_of(w, patient, at))
            remove_wound(w, patient, at)


@rule("SM-43")
def patients_of(w: World, healer: int, manner: int) -> int:
    """Friends, oneself too, within touch, with a wound that can be treated (SM-R38)."""
    fighting = w.phase != Phase.END
    after = w.rulings.field_treatment_timing == FieldTreatmentTiming.AFTER_COMBAT_ONLY
    mask = 0
    for j in range(w.n):
        c = w.creatures[j]
        if is_rolled_for(w, j) and c.side == w.creatures[healer].side and in_fight(w, j):
            near = not fighting or (close(w, healer, j) and not after)
            if near and wounds_to_treat(w, healer, j, manner):
                mask |= 1 << j
    return mask


@rule("SM-43", "SM-114")
def choose_and_treat(ask: Ask, w: World, healer: int, manner: int) -> None:
    """Healer and patient pick the wound."""
    patient = choose(ask, w, healer, Question.PATIENT, patients_of(w, healer, manner))
    k = choose(ask, w, patient, Question.WOUND, wounds_to_treat(w, healer, patient, manner))
    if manner == Manner.FIELD:
        treat_in_field(ask, w, healer, patient, k)
    else:
        note(ask, Event.TREATED, healer, patient, name_of(w, patient, k))
        tend(ask, w, healer, patient, k)


@rule("SM-49", "SM-55")
def patients_in_town(w: World) -> int:
    """In a guarded town there is somebody who knows how; whom they could help."""
    return those(
        j
        for j in range(w.n)
        if (w.safe == 1 and is_rolled_for(w, j) and in_fight(w, j))
        and wounds_to_treat(w, j, j, Manner.KNOWLEDGE)
    )


@rule("SM-49", "SM-50", "SM-51")
def see_healer(ask: Ask, w: World, leader: int) -> None:
    """The town's healer has no sheet: limit and check, where one is asked, are the patient's."""
    patient = choose(ask, w, leader, Question.PATIENT, patients_in_town(w))
    mask = wounds_to_treat(w, patient, patient, Manner.KNOWLEDGE)
    k = choose(ask, w, patient, Question.WOUND, mask)
    note(ask, Event.TENDED, patient, name_of(w, patient, k))
    tend(ask, w, patient, patient, k)


@rule("SM-33", "SM-55")
def recover_harm(ask: Ask, w: World, i: int) -> None:
    c = w.creatures[i]
    if c.harm < c.max_harm:
        c.harm = c.max_harm
        note(ask, Event.RECOVERS, i, c.harm)


@rule("SM-52", "SM-53", "SM-54")
def rest_off_wounds(ask: Ask, w: World, i: int) -> None:
    """Every temporary wound is a rest nearer to healed, or one of them (SM-R47)."""
    c = w.creatures[i]
    mask = those(k for k in range(c.wounds) if is_temporary(w, i, k))
    only = -1
    if w.rulings.natural_healing == NaturalHealing.ONE_WOUND_PER_REST and mask:
        only = choose(ask, w, i, Question.WOUND, mask)
    for back in range(WOUNDS):
        k = WOUNDS - 1 - back
        if contains(mask, k) and (only < 0 or only == k):
            c.rests[k] -= 1
            if c.rests[k] <= 0:
                note(ask, Event.HEALED, i, name_of(w, i, k))
                remove_wound(w, i, k)


@rule("SM-33", "SM-50", "SM-52", "SM-55", "SM-56")
def rest(ask: Ask, w: World, i: int) -> None:
    """A night in a safe zone heals; one on the road or in a dungeon changes nothing."""
    if not w.safe:
        return
    rest_off_wounds(ask, w, i)
    if w.rulings.harm_recovery == HarmRecovery.SAFE_REST:
        recover_harm(ask, w, i)


@rule("SM-45", "SM-114")
def new_session(ask: Ask, w: World, i: int) -> None:
    """A new session clears what was used up and tried."""
    c = w.creatures[i]
    c.helped = 0
    for k in range(c.wounds):
        c.tries[k] = 0
    alive = is_rolled_for(w, i) and in_fight(w, i)
    if alive and w.rulings.harm_recovery == HarmRecovery.SESSION_START:
        recover_harm(ask, w, i)
