"""Wounds: how bad, where, and what comes of them, settled one stage at a time."""

from affray.rules.ask import Ask, check, choose, note, roll, rule
from affray.rules.masks import contains, members
from affray.rules.pools import D6, D8, D20, LOW

from .abilities import ability, save_target
from .blows import (
    break_concentration,
    check_death,
    die_at_once,
    disrupt,
    drop_everything,
    forget_blow,
    locations_of,
    part,
    types_felt,
)
from .body import LEGS, can_die_at_once, conditions, present, suffers
from .events import Event
from .inventory import armor_worn, held_in, lay_down, notch, on_ground, wound_protection
from .kinds import (
    Ability,
    AttackType,
    Carry,
    Condition,
    Location,
    Plight,
    Protection,
    Question,
    Roll,
    Special,
    Unsettled,
)
from .rulings import (
    ArmorNotchOn,
    CritInstantDeath,
    InstantDeathCompare,
    InstantDeathScope,
    ProtectionZero,
    RiposteLocation,
    SlashSecondWound,
)
from .state import WOUNDS, World
from .telling import tell_armor

HEAD_TABLE = (
    1 << Condition.DAZED,
    1 << Condition.EAR_DISABLED,
    1 << Condition.NOSE_DISABLED,
    1 << Condition.JAW_DISABLED,
    1 << Condition.BLINDED,
    1 << Condition.STUNNED,
)


TORSO_TABLE = (
    1 << Condition.DAZED,
    1 << Condition.DAZED,
    1 << Condition.POISONED,
    1 << Condition.POISONED,
    1 << Condition.INCAPACITATED,
    1 << Condition.STUNNED,
)


FLUNG_X = (0, 7, 10, 7, 0, -7, -10, -7)


FLUNG_Y = (10, 7, 0, -7, -10, -7, 0, 7)


ROW_2 = 4


ROW_3 = 10


@rule("PL-98")
def table_result(location: int, d6: int) -> int:
    """The condition a location table gives."""
    if location == Location.HEAD:
        return HEAD_TABLE[d6 - 1]
    if location == Location.TORSO:
        return TORSO_TABLE[d6 - 1]
    return 1 << (Condition.RIGHT_ARM_DISABLED + location - Location.RIGHT_ARM)


@rule("PL-59")
def dies_at_once(w: World, j: int, damage: int) -> bool:
    """Damage of the whole Hit Points, where a Wound would be gained (PL-R61, PL-R62)."""
    everyone = w.rulings.instant_death_scope == InstantDeathScope.EVERYONE
    if not everyone and not can_die_at_once(w, j):
        return False
    most = w.creatures[j].max_hp
    if w.rulings.instant_death_compare == InstantDeathCompare.EXACTLY:
        return damage == most
    return damage >= most


@rule("PL-61")
def aim_open_blow(ask: Ask, w: World) -> None:
    """Whoever struck names type and place once there is a Wound (PL-R25)."""
    b = w.blow
    if b.open and b.striker >= 0 and w.rulings.riposte_location == RiposteLocation.STRIKER_CHOOSES:
        b.type = choose(ask, w, b.striker, Question.WOUND_TYPE, types_felt(w, b.striker, b.victim))
        b.location = choose(ask, w, b.striker, Question.WOUND_LOCATION, locations_of(w, b.victim))
        note(ask, Event.MEANS, b.striker, b.type)
        note(ask, Event.AIMS_AT, b.striker, b.location)
    b.open = 0


@rule("PL-56", "PL-57")
def add_wound(ask: Ask, w: World, j: int, mask: int, severity: int, until: int) -> None:
    """One Wound more, with all that it brings."""
    c = w.creatures[j]
    if c.wounds >= WOUNDS:
        return
    new = mask & ~conditions(w, j)
    c.wound_conditions[c.wounds] = mask
    c.wound_severity[c.wounds] = severity
    c.wound_until[c.wounds] = until
    c.wound_tried[c.wounds] = 0
    c.wounds += 1
    w.wounded_sides |= 1 << c.side
    note(ask, Event.WOUND, j, c.wounds, severity)
    if until > 0:
        note(ask, Event.LASTS, j, until)
    disrupt(ask, w, j, True)
    suffer(ask, w, j, mask, new)


@rule("PL-99", "PL-105", "PL-106", "PL-108")
def suffer(ask: Ask, w: World, j: int, mask: int, new: int) -> None:
    """What a Wound does at once: it bleeds, an arm lets go, a leg gives way."""
    c = w.creatures[j]
    for k in members(mask):
        note(ask, Event.CONDITION, j, k)
    if contains(new, Condition.BLEEDING_OUT):
        c.bleeding_since = w.round
    if contains(new, Condition.RIGHT_ARM_DISABLED):
        w.blow.arms |= 1
    if contains(new, Condition.LEFT_ARM_DISABLED):
        w.blow.arms |= 2
    out = contains(mask, Condition.UNCONSCIOUS) and c.hp == 0
    if (mask & LEGS or out) and not c.prone:
        c.prone = 1
        note(ask, Event.PRONE, j)
    if out:
        part(ask, w, j)
        break_concentration(ask, w, j)
        drop_everything(ask, w, j, w.blow.arms)


@rule("PL-94")
def add_second(ask: Ask, w: World, j: int, mask: int, severity: int, until: int) -> None:
    """A slash's second result: a Wound of its own, or only its effect (PL-R60)."""
    if w.rulings.slash_second_wound == SlashSecondWound.COUNTS:
        add_wound(ask, w, j, mask, severity, until)
        return
    c = w.creatures[j]
    new = mask & ~conditions(w, j)
    last = c.wounds - 1
    c.wound_conditions[last] |= mask
    suffer(ask, w, j, mask, new)


@rule("PL-49", "PL-94", "PL-98", "PL-133")
def wound_by_table(ask: Ask, w: World, first: int, severity: int, until: int) -> None:
    """Roll on the table of the place that was hit; a slash rolls twice."""
    b = w.blow
    striker = b.striker if b.striker >= 0 else b.victim
    d6 = roll(ask, Roll.WOUND, striker, D6)
    second = 0
    if b.type == AttackType.SLASH:
        second = roll(ask, Roll.WOUND, striker, D6)
    add_wound(ask, w, b.victim, first | table_result(b.location, d6), severity, until)
    if second:
        add_second(ask, w, b.victim, table_result(b.location, second), severity, until)


@rule("PL-56", "PL-92", "PL-95")
def protection_met(w: World) -> int:
    """Wound protection; a stab through the gaps meets none."""
    return 0 if w.blow.gap else wound_protection(w, w.blow.victim)


@rule("PL-56", "PL-96", "PL-99")
def settle_zero(ask: Ask, w: World) -> None:
    """The Wound of a creature left with nothing."""
    b = w.blow
    protection = protection_met(w)
    left = b.lookup - protection
    b.protected = Protection.MET if protection > 0 else Protection.NONE
    zero = w.rulings.protection_zero
    if left < 0 or (left == 0 and zero == ProtectionZero.NO_WOUND):
        tell_armor(ask, w, b.victim, True, b.damage)
        b.protected = Protection.HELD if protection > 0 else Protection.NONE
        return
    if protection > 0:
        tell_armor(ask, w, b.victim, False, left)
    if dies_at_once(w, b.victim, b.damage):
        die_at_once(ask, w, b.victim, b.damage)
        return
    aim_open_blow(ask, w)
    if left == 0 and zero == ProtectionZero.WOUND_WITHOUT_CONDITION:
        note(ask, Event.SEVERITY, b.victim, 1, left)
        add_wound(ask, w, b.victim, 0, 1, 0)
    else:
        wound_by_row(ask, w, left)


@rule("PL-56", "PL-96", "PL-97", "PL-99")
def wound_by_row(ask: Ask, w: World, left: int) -> None:
    """The row of the wound table that so much damage reaches; a slam dazes, all else bleeds."""
    b = w.blow
    severity = 1 if left < ROW_2 else 2 if left < ROW_3 else 3
    note(ask, Event.SEVERITY, b.victim, severity, left)
    first = 1 << (Condition.DAZED if b.type == AttackType.SLAM else Condition.BLEEDING_OUT)
    if severity == 1:
        add_wound(ask, w, b.victim, first, 1, 0)
    elif severity == 2:
        wound_by_table(ask, w, first, 2, 0)
    else:
        wound_by_table(ask, w, first | 1 << Condition.UNCONSCIOUS, 3, 0)


@rule("PL-48", "PL-49", "PL-83")
def settle_critical(ask: Ask, w: World) -> None:
    """The Wound of a natural 20, until the end of the next round; a gruesome one stays."""
    b = w.blow
    certain = w.rulings.crit_instant_death == CritInstantDeath.YES
    if certain and dies_at_once(w, b.victim, b.damage):
        die_at_once(ask, w, b.victim, b.damage)
        return
    until = 0 if b.lasting else w.round + 1
    note(ask, Event.FLAT_SEVERITY, b.victim, 2)
    wound_by_table(ask, w, 0, 2, until)


@rule("PL-105", "PL-135")
def fling(ask: Ask, w: World, hand: int) -> None:
    """What a disabled arm held flies ten feet; a d8 says where."""
    b = w.blow
    j = b.victim
    c = w.creatures[j]
    k = held_in(w, j, hand)
    if k < 0:
        return
    d8 = roll(ask, Roll.FLUNG, j, D8)
    note(ask, Event.FLUNG, j, c.gear[k])
    x = on_ground(c.x + FLUNG_X[d8 - 1], w.width)
    y = on_ground(c.y + FLUNG_Y[d8 - 1], w.height)
    note(ask, Event.LIES_THERE, j, x, y)
    lay_down(w, j, k, x, y)


@rule("PL-105")
def settle_flung(ask: Ask, w: World) -> None:
    arms = w.blow.arms
    w.blow.arms = 0
    if arms & 1:
        fling(ask, w, Carry.RIGHT)
    if arms & 2:
        fling(ask, w, Carry.LEFT)


@rule("PL-76", "PL-107", "PL-122")
def settle_save(ask: Ask, w: World) -> None:
    """Stone or palsy: an Instinct save at once (PL-R99)."""
    b = w.blow
    j = b.victim
    pool = D20
    if suffers(w, j, Condition.POISONED):
        pool = D20 | LOW
        note(ask, Event.HINDERED, j, Plight.IS_POISONED)
    instinct = ability(w, j, Ability.INSTINCT)
    number = save_target(w, j, Ability.INSTINCT)
    note(ask, Event.NEEDS_TO_SAVE, j, instinct, number - instinct)
    if check(ask, Roll.SAVE, j, pool, number):
        note(ask, Event.SAVED, j)
        return
    gained = Condition.PARALYSED
    if b.special == Special.PETRIFICATION:
        gained = Condition.PETRIFIED
    w.creatures[j].conditions |= 1 << gained
    note(ask, Event.CONDITION, j, gained)
    break_concentration(ask, w, j)
    if b.special == Special.PETRIFICATION:
        part(ask, w, j)


@rule("PL-50", "PL-56", "PL-110")
def settle_notches(ask: Ask, w: World) -> None:
    """Armor suffers for protecting (PL-R65), and for a natural 20."""
    b = w.blow
    times = 1 if b.natural else 0
    prevented = w.rulings.armor_notch_on == ArmorNotchOn.WOUND_PREVENTED
    if b.protected == Protection.HELD or (b.protected == Protection.MET and not prevented):
        times += 1
    for _ in range(times):
        k = armor_worn(w, b.victim)
        if k >= 0:
            notch(ask, w, b.victim, k)


@rule("PL-36")
def next_stage(w: World) -> int:
    """What of the blow comes next; the dead suffer only the Notches."""
    b = w.blow
    here = present(w, b.victim)
    if b.stage == Unsettled.ZERO and b.critical and here:
        return Unsettled.CRITICAL
    if b.stage < Unsettled.FLUNG and b.arms and here:
        return Unsettled.FLUNG
    if b.stage < Unsettled.SAVE and b.special != Special.NONE and here:
        return Unsettled.SAVE
    return Unsettled.NOTCHES if b.stage < Unsettled.NOTCHES else Unsettled.NONE


@rule("PL-36", "PL-52", "PL-133")
def settle_blow(ask: Ask, w: World) -> None:
    """One stage of the blow; then the next is due."""
    b = w.blow
    if b.stage == Unsettled.ZERO:
        settle_zero(ask, w)
        check_death(ask, w, b.victim)
    elif b.stage == Unsettled.CRITICAL:
        settle_critical(ask, w)
        check_death(ask, w, b.victim)
    elif b.stage == Unsettled.FLUNG:
        settle_flung(ask, w)
    elif b.stage == Unsettled.SAVE:
        settle_save(ask, w)
    else:
        settle_notches(ask, w)
    b.stage = next_stage(w)
    if b.stage == Unsettled.NONE:
        forget_blow(w)
