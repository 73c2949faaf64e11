"""Hits, Wounds and death: a blow is dealt at once and its Wounds are settled step by step."""

from affray.ask import Ask, check, choose, note, roll, rule
from affray.pools import D6, D8, D20, LOW

from .abilities import save_target
from .body import LEGS, can_die_at_once, conditions, is_full, present, suffers
from .inventory import armor_worn, held_in, in_hand, lay_down, notch, wound_protection
from .kinds import (
    Ability,
    Anatomy,
    AttackType,
    Carry,
    Condition,
    Event,
    Location,
    Phase,
    Question,
    Roll,
    Special,
    Stage,
)
from .readings import (
    ArmorNotchOn,
    CritInstantDeath,
    InstantDeathCompare,
    InstantDeathScope,
    ProtectionZero,
    RiposteLocation,
    SlashSecondWound,
    SpellDisruption,
    WoundLookup,
    WoundTrigger,
)
from .state import CONDITIONS, ITEMS, WOUNDS, World

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
EVERYWHERE = 0b111111
ROW_2 = 4
ROW_3 = 10


@rule("PL-41")
def locations_of(w: World, j: int) -> int:
    """Where a creature can be hit; a shapeless one has no limbs."""
    return 1 << Location.TORSO if w.creatures[j].anatomy == Anatomy.AMORPHOUS else EVERYWHERE


@rule("PL-98")
def table_result(location: int, d6: int) -> int:
    """The condition a location table gives."""
    if location == Location.HEAD:
        return HEAD_TABLE[d6 - 1]
    if location == Location.TORSO:
        return TORSO_TABLE[d6 - 1]
    return 1 << (Condition.RIGHT_ARM_DISABLED + location - Location.RIGHT_ARM)


@rule("PL-64", "PL-65")
def end_grapple(w: World, i: int) -> None:
    c = w.creatures[i]
    if c.partner >= 0:
        other = w.creatures[c.partner]
        other.partner = -1
        other.holds = 0
        other.held_since = 0
        c.partner = -1
        c.holds = 0
        c.held_since = 0


@rule("PL-114")
def break_concentration(w: World, i: int) -> None:
    """What the caster held up ends: fire goes out, darkness lifts."""
    w.creatures[i].concentrates = -1
    for j in range(w.n):
        if w.creatures[j].burning_by == i:
            w.creatures[j].burning_by = -1
    if w.dark_by == i:
        w.dark_by = -1
        w.dark_x = 0
        w.dark_y = 0


@rule("PL-58", "PL-59", "PL-60", "PL-133")
def die(ask: Ask, w: World, i: int) -> None:
    """The dead let go of everything where they lie."""
    c = w.creatures[i]
    c.dead = 1
    note(ask, w, Event.DEAD, i, 0, 0)
    end_grapple(w, i)
    break_concentration(w, i)
    drop_everything(w, i, 0)


@rule("PL-105", "PL-108", "PL-133")
def drop_everything(w: World, i: int, flinging: int) -> None:
    """All that is held falls, but for what an arm (1 right, 2 left) is about to fling."""
    c = w.creatures[i]
    for k in range(ITEMS):
        if in_hand(w, i, k) and (c.carried[k] + 1) & flinging == 0:
            lay_down(w, i, k, c.x + 0, c.y + 0)


@rule("PL-4", "PL-114")
def disrupt(ask: Ask, w: World, i: int, is_wound: bool) -> None:
    """Whether a hit before phase 5 loses a declared spell, and the action with it (PL-R86)."""
    c = w.creatures[i]
    how = w.rulings.spell_disruption
    lost = how == SpellDisruption.ON_HIT or (how == SpellDisruption.ON_WOUND and is_wound)
    if lost and c.declared_spell >= 0 and w.phase < Phase.SPELLS:
        note(ask, w, Event.LOST_SPELL, i, c.declared_spell, 0)
        c.declared_spell = -1
        c.acted = 1
        c.acted = 1


@rule("PL-55", "PL-56")
def wounds_at_zero(w: World, j: int, before: int, damage: int) -> bool:
    """Whether damage gives a Wound for leaving nothing (PL-R56)."""
    if w.rulings.wound_trigger == WoundTrigger.BELOW_ZERO:
        return damage > before
    return w.creatures[j].hp == 0


@rule("PL-36", "PL-53", "PL-55", "PL-114")
def hurt(ask: Ask, w: World, striker: int, victim: int, damage: int) -> None:
    """Hit Points go down, and a blow begins whose Wounds are settled next."""
    c = w.creatures[victim]
    before = c.hp + 0
    c.hp = max(0, c.hp - damage)
    note(ask, w, Event.DAMAGE, victim, damage, c.hp)
    if striker >= 0:
        break_concentration(w, victim)
        disrupt(ask, w, victim, False)
    b = w.blow
    b.striker = striker
    b.victim = victim
    b.damage = damage
    b.lookup = damage
    if w.rulings.wound_lookup == WoundLookup.OVERFLOW:
        b.lookup = damage - before
    b.location = Location.TORSO
    b.type = AttackType.UNTYPED
    b.stage = Stage.NONE
    if damage > 0 and present(w, victim) and wounds_at_zero(w, victim, before, damage):
        b.stage = Stage.ZERO


@rule("PL-36")
def begin_settling(w: World) -> None:
    """What of a blow is due first, if anything is; the dead suffer only the Notches."""
    b = w.blow
    here = present(w, b.victim)
    if b.stage == Stage.ZERO:
        return
    if b.critical and here:
        b.stage = Stage.CRITICAL
    elif b.special != Special.NONE and here:
        b.stage = Stage.SAVE
    elif b.natural:
        b.stage = Stage.NOTCHES
    else:
        forget_blow(w)


@rule("PL-24", "PL-61", "PL-64", "PL-68", "PL-85")
def strike_back(ask: Ask, w: World, striker: int, victim: int, damage: int) -> None:
    """A hit nobody aimed: exactly the damage the rule names; the striker sets the rest."""
    note(ask, w, Event.STRUCK, striker, victim, damage)
    hurt(ask, w, striker, victim, damage)
    w.blow.open = 1
    begin_settling(w)


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


@rule("PL-61", "PL-97")
def types_held(w: World, i: int) -> int:
    """The attack types of what a striker holds; bare hands slam, beasts have none."""
    c = w.creatures[i]
    mask = 0
    for k in range(ITEMS):
        if in_hand(w, i, k):
            mask |= w.gear[c.gear[k]].types
    mask &= ~(1 << AttackType.SHOOT)
    if mask == 0:
        return 1 << AttackType.UNTYPED if c.routine[0] >= 0 else 1 << AttackType.SLAM
    return mask


@rule("PL-61")
def aim_open_blow(ask: Ask, w: World) -> None:
    """Whoever struck names type and place once there is a Wound (PL-R25)."""
    b = w.blow
    if b.open and b.striker >= 0 and w.rulings.riposte_location == RiposteLocation.STRIKER_CHOOSES:
        b.type = choose(ask, w, b.striker, Question.WOUND_TYPE, types_held(w, b.striker))
        b.location = choose(ask, w, b.striker, Question.WOUND_LOCATION, locations_of(w, b.victim))
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
    note(ask, w, Event.WOUND, j, c.wounds, severity)
    disrupt(ask, w, j, True)
    suffer(ask, w, j, mask, new)


@rule("PL-99", "PL-105", "PL-106", "PL-108")
def suffer(ask: Ask, w: World, j: int, mask: int, new: int) -> None:
    """What a Wound does at once: it bleeds, an arm lets go, a leg gives way."""
    c = w.creatures[j]
    for k in range(CONDITIONS):
        if (mask >> k) & 1:
            note(ask, w, Event.CONDITION, j, k, 0)
    if (new >> Condition.BLEEDING_OUT) & 1:
        c.bleeding_since = w.round
    if (new >> Condition.RIGHT_ARM_DISABLED) & 1:
        w.blow.arms |= 1
    if (new >> Condition.LEFT_ARM_DISABLED) & 1:
        w.blow.arms |= 2
    out = (mask >> Condition.UNCONSCIOUS) & 1 == 1 and c.hp == 0
    if (mask & LEGS or out) and not c.prone:
        c.prone = 1
        note(ask, w, Event.PRONE, j, 0, 0)
    if out:
        end_grapple(w, j)
        break_concentration(w, j)
        drop_everything(w, j, w.blow.arms + 0)


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
def severity_number(w: World) -> int:
    """Damage less Wound protection; a stab through the gaps meets none."""
    b = w.blow
    protection = 0 if b.gap else wound_protection(w, b.victim)
    if protection > 0:
        b.protected = 1
    return b.lookup - protection


@rule("PL-56", "PL-96", "PL-99")
def settle_zero(ask: Ask, w: World) -> None:
    """The Wound of a creature left with nothing."""
    b = w.blow
    left = severity_number(w)
    zero = w.rulings.protection_zero
    if left < 0 or (left == 0 and zero == ProtectionZero.NO_WOUND):
        note(ask, w, Event.ARMOR_HOLDS, b.victim, b.damage, 0)
        b.protected = 2 if b.protected else 0
        return
    if dies_at_once(w, b.victim, b.damage + 0):
        die(ask, w, b.victim + 0)
        return
    aim_open_blow(ask, w)
    if left == 0 and zero == ProtectionZero.WOUND_WITHOUT_CONDITION:
        add_wound(ask, w, b.victim + 0, 0, 1, 0)
        return
    first = 1 << (Condition.DAZED if b.type == AttackType.SLAM else Condition.BLEEDING_OUT)
    if left < ROW_2:
        add_wound(ask, w, b.victim + 0, first, 1, 0)
    elif left < ROW_3:
        wound_by_table(ask, w, first, 2, 0)
    else:
        wound_by_table(ask, w, first | 1 << Condition.UNCONSCIOUS, 3, 0)


@rule("PL-48", "PL-49", "PL-83")
def settle_critical(ask: Ask, w: World) -> None:
    """The Wound of a natural 20, until the end of the next round; a gruesome one stays."""
    b = w.blow
    certain = w.rulings.crit_instant_death == CritInstantDeath.YES
    if certain and dies_at_once(w, b.victim, b.damage + 0):
        die(ask, w, b.victim + 0)
        return
    until = 0 if b.lasting else w.round + 1
    wound_by_table(ask, w, 0, 2, until)


@rule("PL-58", "PL-60")
def check_death(ask: Ask, w: World, j: int) -> None:
    if present(w, j) and is_full(w, j):
        die(ask, w, j)


@rule("PL-105", "PL-135")
def fling(ask: Ask, w: World, hand: int) -> None:
    """What a disabled arm held flies ten feet; a d8 says where."""
    b = w.blow
    j = b.victim + 0
    c = w.creatures[j]
    k = held_in(w, j, hand)
    if k < 0:
        return
    d8 = roll(ask, Roll.FLUNG, j, D8)
    note(ask, w, Event.FLUNG, j, c.gear[k], 0)
    lay_down(w, j, k, c.x + FLUNG_X[d8 - 1], c.y + FLUNG_Y[d8 - 1])


@rule("PL-105")
def settle_flung(ask: Ask, w: World) -> None:
    arms = w.blow.arms + 0
    w.blow.arms = 0
    if arms & 1:
        fling(ask, w, Carry.RIGHT + 0)
    if arms & 2:
        fling(ask, w, Carry.LEFT + 0)


@rule("PL-76", "PL-107", "PL-122")
def settle_save(ask: Ask, w: World) -> None:
    """Stone or palsy: an Instinct save at once (PL-R99)."""
    b = w.blow
    j = b.victim + 0
    pool = D20 | LOW if suffers(w, j, Condition.POISONED + 0) else D20
    if check(ask, Roll.SAVE, j, pool, save_target(w, j, Ability.INSTINCT + 0)):
        note(ask, w, Event.SAVED, j, 0, 0)
        return
    gained = Condition.PARALYSED + 0
    if b.special == Special.PETRIFICATION:
        gained = Condition.PETRIFIED + 0
    w.creatures[j].conditions |= 1 << gained
    note(ask, w, Event.CONDITION, j, gained, 0)
    break_concentration(w, j)
    if b.special == Special.PETRIFICATION:
        end_grapple(w, j)


@rule("PL-50", "PL-56", "PL-110")
def settle_notches(ask: Ask, w: World) -> None:
    """Armor suffers for protecting (PL-R65), and for a natural 20."""
    b = w.blow
    times = 1 if b.natural else 0
    prevented = w.rulings.armor_notch_on == ArmorNotchOn.WOUND_PREVENTED
    if b.protected == 2 or (b.protected == 1 and not prevented):
        times += 1
    for _ in range(times):
        k = armor_worn(w, b.victim)
        if k >= 0:
            notch(ask, w, b.victim + 0, k)


@rule("PL-36")
def next_stage(w: World) -> int:
    """What of the blow comes next; the dead suffer only the Notches."""
    b = w.blow
    here = present(w, b.victim)
    if b.stage == Stage.ZERO and b.critical and here:
        return Stage.CRITICAL + 0
    if b.stage < Stage.FLUNG and b.arms and here:
        return Stage.FLUNG + 0
    if b.stage < Stage.SAVE and b.special != Special.NONE and here:
        return Stage.SAVE + 0
    return Stage.NOTCHES + 0 if b.stage < Stage.NOTCHES else Stage.NONE + 0


@rule("PL-36", "PL-52", "PL-133")
def settle_blow(ask: Ask, w: World) -> None:
    """One stage of the blow; then the next is due."""
    b = w.blow
    if b.stage == Stage.ZERO:
        settle_zero(ask, w)
        check_death(ask, w, b.victim + 0)
    elif b.stage == Stage.CRITICAL:
        settle_critical(ask, w)
        check_death(ask, w, b.victim + 0)
    elif b.stage == Stage.FLUNG:
        settle_flung(ask, w)
    elif b.stage == Stage.SAVE:
        settle_save(ask, w)
    else:
        settle_notches(ask, w)
    b.stage = next_stage(w)
    if b.stage == Stage.NONE:
        forget_blow(w)


@rule()
def forget_blow(w: World) -> None:
    b = w.blow
    b.striker = -1
    b.victim = 0
    b.damage = 0
    b.lookup = 0
    b.location = 0
    b.type = 0
    b.open = 0
    b.critical = 0
    b.natural = 0
    b.lasting = 0
    b.gap = 0
    b.protected = 0
    b.arms = 0
    b.special = 0
