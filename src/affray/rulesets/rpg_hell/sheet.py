"""The numbers of a sheet: Health, Speed, Armor, dice, and what traits add to them."""

from affray.rules.ask import rule

from .kinds import Effect, Stat
from .rulings import (
    CombatDiceFormula,
    DeathsDoorCumulative,
    ProneImmunityAtDeathsDoor,
    ProneLockEnds,
    SpeedOrder,
)
from .state import WORN, World

BASE_SPEED = 6
MOST_ARMOR = 75
MOST_WARD = 4
PRONE_SPEED = 2
HANDS = 2


@rule("RH-160")
def stat(w: World, i: int, which: int) -> int:
    return w.creatures[i].stats[which]


@rule("RH-11", "RH-51")
def is_player(w: World, i: int) -> bool:
    """The first side of a fight is the players' (RH-R7)."""
    return w.creatures[i].side == 0


@rule("RH-16")
def combat_dice(w: World, i: int) -> int:
    """Four and one for every two levels (RH-R10)."""
    level = max(0, w.creatures[i].level)
    if w.rulings.combat_dice_formula == CombatDiceFormula.CORE26:
        return 3 + (level + 1) // 2
    return 4 + level // 2


@rule("RH-34", "RH-148")
def full_health(w: World, i: int) -> int:
    c = w.creatures[i]
    body = stat(w, i, Stat.BODY)
    return (
        c.level
        + 4 * body
        + 3 * stat(w, i, Stat.MIND)
        + 2 * stat(w, i, Stat.SOUL)
        + sum(w.traits[t].health_by_body * body for t in c.traits if t >= 0)
    )


@rule("RH-135")
def full_strain(w: World, i: int) -> int:
    body = stat(w, i, Stat.BODY)
    return 2 * body + 3 * stat(w, i, Stat.MIND) + 4 * stat(w, i, Stat.SOUL)


@rule("RH-37", "RH-40", "RH-128", "RH-129", "RH-130", "RH-132", "RH-160")
def full_armor(w: World, i: int) -> int:
    """What all that is worn gives, up to the cap."""
    c = w.creatures[i]
    total = c.armor_bonus * c.level
    for k in range(WORN):
        if c.armor_items[k] >= 0:
            worn = w.armors[c.armor_items[k]]
            total += worn.by_body * stat(w, i, Stat.BODY)
            total += worn.by_mind * stat(w, i, Stat.MIND)
            total += worn.by_level * c.level
    total += sum(w.traits[t].rest_armor_by_level * c.level for t in c.traits if t >= 0)
    return min(MOST_ARMOR, max(0, total))


@rule("RH-42", "RH-130", "RH-131")
def full_dodge(w: World, i: int) -> int:
    c = w.creatures[i]
    return sum(w.armors[a].dodge for a in c.armor_items if a >= 0)


@rule("RH-46", "RH-49", "RH-132")
def full_ward(w: World, i: int) -> int:
    c = w.creatures[i]
    total = c.ward_bonus + sum(w.armors[a].ward for a in c.armor_items if a >= 0)
    total += sum(w.traits[t].rest_ward for t in c.traits if t >= 0)
    return min(MOST_WARD, max(0, total))


@rule("RH-96", "RH-131", "RH-148", "RH-160")
def base_speed(w: World, i: int) -> int:
    c = w.creatures[i]
    total = BASE_SPEED + c.speed_bonus + sum(w.armors[a].speed for a in c.armor_items if a >= 0)
    return total + sum(w.traits[t].speed for t in c.traits if t >= 0)


@rule("RH-54", "RH-55", "RH-56", "RH-57")
def suffers_stage(w: World, i: int, stage: int) -> bool:
    """Whether the ailment of a stage holds; each brings the earlier ones (RH-R42)."""
    door = w.creatures[i].door
    if w.rulings.deaths_door_cumulative == DeathsDoorCumulative.NO:
        return door == stage
    return door >= stage


@rule("RH-56", "RH-124", "RH-125")
def must_lie(w: World, i: int) -> bool:
    """Death's Door 2 (RH-R43), out cold or asleep; one that floats only at the Door (RH-R104)."""
    c = w.creatures[i]
    if (c.door < 2 and not c.asleep) or never_lies(w, i):
        return False
    healed = w.rulings.prone_lock_ends == ProneLockEnds.HEALED and c.health > 0
    if suffers_stage(w, i, 2) and not healed:
        return True
    if c.asleep:
        return True
    return suffers_stage(w, i, 3) and not c.awake


@rule("RH-122")
def floats(w: World, i: int) -> bool:
    c = w.creatures[i]
    return c.hovers == 1 or c.flies == 1


@rule("RH-56", "RH-122")
def never_lies(w: World, i: int) -> bool:
    """One that floats; at Death's Door 2 only if nothing brings it down (RH-R104)."""
    holds = w.rulings.prone_immunity_at_deaths_door == ProneImmunityAtDeathsDoor.HOLDS
    return floats(w, i) and (w.creatures[i].door < 2 or holds)


@rule("RH-56", "RH-116", "RH-124", "RH-125")
def is_prone(w: World, i: int) -> bool:
    """On the ground, or bound to be, however that came about."""
    return w.creatures[i].prone == 1 or must_lie(w, i)


@rule("RH-55", "RH-97", "RH-102", "RH-116")
def speed_with(w: World, i: int, bonus: int) -> int:
    """Base, halved at Death's Door, less Slow; two tiles at most when Prone (RH-R50)."""
    c = w.creatures[i]
    slow = c.stacks[Effect.SLOW]
    now = base_speed(w, i) + bonus
    if w.rulings.speed_order == SpeedOrder.SLOW_THEN_HALVE:
        now = max(0, now - slow)
        slow = 0
    if suffers_stage(w, i, 1):
        now = (now + 1) // 2
    now = max(0, now - slow)
    if is_prone(w, i):
        now = min(PRONE_SPEED, now)
    return 0 if c.held_still else now


@rule("RH-97")
def speed(w: World, i: int) -> int:
    return speed_with(w, i, 0)


@rule("RH-97", "RH-148")
def speed_to_prey(w: World, i: int) -> int:
    """What a trait adds on the way to one who is Marked or bleeds."""
    c = w.creatures[i]
    return sum(w.traits[t].speed_to_prey for t in c.traits if t >= 0)


@rule("RH-9")
def initiative_bonus(w: World, i: int) -> int:
    c = w.creatures[i]
    return sum(w.traits[t].initiative for t in c.traits if t >= 0)


@rule("RH-132")
def holds_shield(w: World, i: int) -> bool:
    c = w.creatures[i]
    return any(a >= 0 and w.armors[a].hands > 0 for a in c.armor_items)


@rule("RH-127")
def in_hand(w: World, i: int, least: int) -> int:
    """Weapons and shields that take so many hands or more."""
    c = w.creatures[i]
    return sum(1 for a in c.armor_items if a >= 0 and w.armors[a].hands >= least) + sum(
        1 for g in c.weapons if g >= 0 and w.weapons[g].hands >= least
    )


@rule("RH-127")
def has_hand_for(w: World, i: int, weapon: int) -> bool:
    """Two weapons at most, a shield among them, and never two that take both hands."""
    if w.weapons[weapon].hands >= HANDS and in_hand(w, i, HANDS) > 0:
        return False
    return in_hand(w, i, 1) < HANDS
