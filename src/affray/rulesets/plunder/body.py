"""What state a creature is in, and what that lets it do."""

from affray.rules.ask import Ask, note, rule
from affray.rules.masks import contains

from .abilities import is_monster, slots
from .events import Event
from .kinds import Condition, Nature
from .rulings import CritWoundCounts, DeathSlots, LowRowIsWound, MonsterWoundMinimum
from .space import in_darkness
from .state import World

HELPLESS = (
    1 << Condition.STUNNED
    | 1 << Condition.UNCONSCIOUS
    | 1 << Condition.PARALYSED
    | 1 << Condition.PETRIFIED
)
NO_ACTION = HELPLESS | 1 << Condition.INCAPACITATED
EASY_TO_HIT = (
    1 << Condition.DAZED
    | 1 << Condition.BLINDED
    | 1 << Condition.STUNNED
    | 1 << Condition.PARALYSED
)
ARMS = 1 << Condition.RIGHT_ARM_DISABLED | 1 << Condition.LEFT_ARM_DISABLED
LEGS = 1 << Condition.RIGHT_LEG_DISABLED | 1 << Condition.LEFT_LEG_DISABLED


@rule("PL-98", "PL-102", "PL-103", "PL-107", "PL-108", "PL-116", "PL-128")
def conditions(w: World, i: int) -> int:
    """Everything it suffers from: by its Wounds, by magic, by a trick, by darkness."""
    c = w.creatures[i]
    mask = c.conditions
    for k in range(c.wounds):
        mask |= c.wound_conditions[k]
    if c.hp > 0:
        mask &= ~(1 << Condition.UNCONSCIOUS)
    if c.blinded_until > 0 or in_darkness(w, c.x, c.y):
        mask |= 1 << Condition.BLINDED
    if c.dazed_until > 0:
        mask |= 1 << Condition.DAZED
    return mask


@rule("PL-108")
def wake(ask: Ask, w: World, i: int) -> None:
    """Unconsciousness ends for good, though its Wound stays."""
    c = w.creatures[i]
    slept = 0
    for k in range(c.wounds):
        slept |= c.wound_conditions[k] & 1 << Condition.UNCONSCIOUS
        c.wound_conditions[k] &= ~(1 << Condition.UNCONSCIOUS)
    if slept:
        note(ask, Event.CLEARED, i, Condition.UNCONSCIOUS)


@rule("PL-108")
def suffers(w: World, i: int, condition: int) -> bool:
    return contains(conditions(w, i), condition)


@rule("PL-123")
def is_taunted_from(w: World, i: int, target: int) -> bool:
    """Who is taunted does nothing well but attack the taunter; -1 is anything but an attack.

    Whoever has been taunted by two does nothing well at all.
    """
    others = taunters(w, i)
    if target >= 0:
        others &= ~(1 << target)
    return others != 0


@rule("PL-123")
def taunters(w: World, i: int) -> int:
    """By whom: in this round, in the last, or for the rest of the fight."""
    c = w.creatures[i]
    return c.taunted_now | c.taunted_last | c.taunted_for_good


@rule("PL-14", "PL-23")
def present(w: World, i: int) -> bool:
    c = w.creatures[i]
    return c.dead == 0 and c.fled == 0


@rule("PL-14", "PL-53", "PL-108")
def able(w: World, i: int) -> bool:
    """Alive, here, and allowed to act; 0 Hit Points alone hinder nobody."""
    return present(w, i) and conditions(w, i) & NO_ACTION == 0


@rule("PL-101", "PL-108")
def can_move(w: World, i: int) -> bool:
    return present(w, i) and conditions(w, i) & HELPLESS == 0


@rule("PL-61")
def hostile(w: World, i: int, j: int) -> bool:
    return w.creatures[i].side != w.creatures[j].side


@rule("PL-62")
def sees(w: World, i: int, j: int) -> bool:
    """Whether i, conscious and not blind, can see j, who is not hidden by darkness."""
    if conditions(w, i) & (1 << Condition.BLINDED | 1 << Condition.UNCONSCIOUS):
        return False
    return not in_darkness(w, w.creatures[j].x, w.creatures[j].y)


@rule("PL-53", "PL-57", "PL-60", "PL-48")
def counted_wounds(w: World, i: int) -> int:
    """Wounds that fill a slot or count against a limit (PL-R53, PL-R59)."""
    c = w.creatures[i]
    counted = 0
    for k in range(c.wounds):
        temporary = c.wound_until[k] > 0
        low = c.wound_severity[k] == 1
        if temporary and w.rulings.crit_wound_counts == CritWoundCounts.NO:
            continue
        if low and w.rulings.low_row_is_wound == LowRowIsWound.NO:
            continue
        counted += 1
    return counted


@rule("PL-60")
def wound_limit(w: World, i: int) -> int:
    """Half its Hit Dice, rounded down (PL-R63)."""
    least = 1 if w.rulings.monster_wound_minimum == MonsterWoundMinimum.ONE else 0
    return max(least, w.creatures[i].hit_dice // 2)


@rule("PL-57", "PL-58", "PL-60")
def is_full(w: World, i: int) -> bool:
    """Whether its Wounds and Exhaustion kill it."""
    c = w.creatures[i]
    if is_monster(w, i):
        return counted_wounds(w, i) > wound_limit(w, i)
    return counted_wounds(w, i) + c.exhaustion >= slots(w, i) - burden(w, i)


@rule("PL-58", "PL-111")
def burden(w: World, i: int) -> int:
    """Slots that known spells leave no room in for Wounds, where they do (PL-R67)."""
    if w.rulings.death_slots == DeathSlots.STRENGTH_SLOTS:
        return 0
    return sum(1 for s in w.creatures[i].spells if s >= 0)


@rule("PL-59")
def can_die_at_once(w: World, i: int) -> bool:
    return w.creatures[i].nature != Nature.MONSTER
