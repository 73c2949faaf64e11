"""Damage, stacks, healing, and Death's Door."""

from affray.rules.among import first
from affray.rules.ask import Ask, choose, note, rule
from affray.rules.masks import contains

from .events import Event
from .kinds import Answer, Damage, Does, Effect, Kin, Question
from .rulings import (
    ActBelowZero,
    ArmorPenetration,
    DamageFloor,
    DeathsDoorPerRound,
    DeathsDoorWho,
    DodgeOrder,
    DodgePerInstance,
    DodgeRounding,
    DodgeScope,
    DodgeUnconscious,
    DodgeVsFalling,
    DoubleArmorLeftover,
    StrainDamage,
    ThresholdTiming,
)
from .sheet import is_player, is_prone, never_lies, suffers_stage
from .shields import wear_down
from .state import EFFECTS, FACES, MOST_HEALTH, QUIRKS, World

UNDODGED = (
    1 << Damage.BURN
    | 1 << Damage.BLEED
    | 1 << Damage.KNOCKBACK
    | 1 << Damage.DROWNING
    | 1 << Damage.STRAIN
)
UNARMORED = (
    1 << Damage.PENETRATION | 1 << Damage.FALLING | 1 << Damage.DROWNING | 1 << Damage.STRAIN
)
BLOWS = 1 << Damage.ATTACK | 1 << Damage.PENETRATION
STAGES = 4


@rule("RH-58", "RH-165")
def alive(w: World, i: int) -> bool:
    return w.creatures[i].dead == 0


@rule("RH-57", "RH-124", "RH-125")
def conscious(w: World, i: int) -> bool:
    """Awake: stage 3 knocks out, until enough has been healed."""
    c = w.creatures[i]
    return alive(w, i) and not c.asleep and not (suffers_stage(w, i, 3) and not c.awake)


@rule("RH-33", "RH-51")
def can_act(w: World, i: int) -> bool:
    """0 Health or less stops nobody by itself (RH-R47)."""
    c = w.creatures[i]
    if not conscious(w, i):
        return False
    return w.rulings.act_below_zero == ActBelowZero.YES or c.health > 0


@rule("RH-43", "RH-45")
def may_dodge(w: World, j: int, damage: int) -> bool:
    """Whether Dodge works on this damage, and there is any (RH-R25 to RH-R27)."""
    c = w.creatures[j]
    if c.dodge <= 0 or contains(UNDODGED, damage):
        return False
    if not conscious(w, j) and w.rulings.dodge_unconscious == DodgeUnconscious.DENY:
        return False
    named = damage == Damage.FALLING or damage == Damage.PENETRATION
    if named and w.rulings.dodge_vs_falling == DodgeVsFalling.DENY:
        return False
    only_attacks = w.rulings.dodge_scope == DodgeScope.ATTACKS_ONLY
    return not only_attacks or contains(BLOWS, damage)


@rule("RH-43", "RH-72")
def halved(w: World, amount: int) -> int:
    """Half, rounded up; or the part taken off is (RH-R102)."""
    if w.rulings.dodge_rounding == DodgeRounding.REDUCTION:
        return amount - (amount + 1) // 2
    return (amount + 1) // 2


@rule("RH-43", "RH-44")
def dodge(ask: Ask, w: World, j: int, amount: int, damage: int) -> int:
    """What is left of the damage if the target spends Dodge on it (RH-R23)."""
    left = amount
    while left > 0 and may_dodge(w, j, damage):
        w.incoming = left
        answer = choose(ask, w, j, Question.DODGE, 0b11)
        w.incoming = 0
        if answer == Answer.NO:
            return left
        w.creatures[j].dodge -= 1
        left = halved(w, left)
        note(ask, Event.DODGED, j, left, w.creatures[j].dodge)
        dodge_refund(ask, w, j)
        if w.rulings.dodge_per_instance == DodgePerInstance.ONE:
            return left
    return left


@rule("RH-137")
def dodge_refund(ask: Ask, w: World, j: int) -> None:
    c = w.creatures[j]
    for k in range(QUIRKS):
        if c.traits[k] >= 0:
            refund(ask, w, j, c.traits[k], w.traits[c.traits[k]].refund_on_dodge)


@rule("RH-137")
def refund(ask: Ask, w: World, i: int, trait: int, points: int) -> None:
    """Strain back for a trait, never above the most."""
    c = w.creatures[i]
    given = min(points, c.max_strain - c.strain)
    if given > 0:
        c.strain += given
        note(ask, Event.GIVEN_BACK, i, trait)
        note(ask, Event.REFUND, i, given, c.strain)


@rule("RH-61", "RH-148")
def unfelt(w: World, j: int, amount: int, damage: int, magical: int) -> bool:
    """A hide that does not feel small blows of no magic; what is no blow it feels."""
    c = w.creatures[j]
    if magical or not contains(BLOWS, damage):
        return False
    return any(t >= 0 and amount <= w.traits[t].ignores_up_to for t in c.traits)


@rule("RH-73", "RH-76")
def parry_known(w: World, j: int) -> int:
    """The art of parrying that a creature could pay for now, or -1."""
    c = w.creatures[j]
    if c.locked == 0 or not conscious(w, j) or c.stacks[Effect.SILENCED] > 0:
        return -1
    return first(a for a in c.arts if a >= 0 and w.arts[a].does == Does.PARRY)


@rule("RH-61", "RH-76")
def parry(ask: Ask, w: World, j: int, amount: int) -> int:
    """A locked die given against a blow takes its face off the damage."""
    art = parry_known(w, j)
    if art < 0:
        return amount
    w.incoming = amount
    answer = choose(ask, w, j, Question.PARRY, 0b11)
    w.incoming = 0
    if answer == Answer.NO:
        return amount
    c = w.creatures[j]
    face = c.locked
    c.locked = 0
    note(ask, Event.GIVES_KEPT, j, face)
    spend_strain(ask, w, j, w.arts[art].strain)
    note(ask, Event.PARRIED, j, face)
    return max(0, amount - face)


@rule("RH-36", "RH-38", "RH-40", "RH-133", "RH-134", "RH-159")
def absorb(ask: Ask, w: World, j: int, amount: int, doubled: int) -> int:
    """Temporary Armor, then Armor, one for one or two for one; what is left over."""
    c = w.creatures[j]
    had = c.armor + c.temp_armor
    worth = 2 * amount if doubled else amount
    taken = min(had, worth)
    c.armor -= taken - wear_down(w, j, taken)
    if taken > 0 and doubled:
        note(ask, Event.EATS_ARMOR, j, amount, worth)
    if taken > 0:
        note(ask, Event.ABSORBED, j, taken, c.armor + c.temp_armor)
    if had > 0 and c.armor + c.temp_armor == 0:
        note(ask, Event.ARMOR_BROKEN, j)
    left = worth - taken
    if doubled:
        up = w.rulings.double_armor_leftover == DoubleArmorLeftover.UP
        return (left + 1) // 2 if up else left // 2
    return left


@rule("RH-38", "RH-41")
def past_armor(ask: Ask, w: World, j: int, amount: int, damage: int, doubled: int) -> int:
    """What reaches Health; four kinds of damage pass Armor by (RH-R30)."""
    if damage == Damage.PENETRATION and w.rulings.armor_penetration == ArmorPenetration.HALF:
        through = (amount + 1) // 2
        return through + absorb(ask, w, j, amount - through, doubled)
    if contains(UNARMORED, damage):
        return amount
    return absorb(ask, w, j, amount, doubled)


@rule("RH-33", "RH-51", "RH-61", "RH-159")
def lose_health(ask: Ask, w: World, j: int, amount: int) -> None:
    """Health may fall below 0; nothing else happens there to who has a Death's Door."""
    c = w.creatures[j]
    if amount <= 0 or not alive(w, j):
        return
    was_bloody = 4 * c.health <= c.max_health
    c.health = max(-MOST_HEALTH, c.health - amount)
    note(ask, Event.HEALTH, j, amount, c.health)
    if 4 * c.health <= c.max_health and not was_bloody:
        note(ask, Event.BLOODY, j)
    if c.health <= 0 and not has_door(w, j):
        die(ask, w, j)


@rule("RH-38", "RH-43", "RH-61")
def hurt(ask: Ask, w: World, j: int, amount: int, damage: int, magical: int, doubled: int) -> int:
    """One instance of damage, in order: Parry, Dodge, what is not felt, Armor, Health."""
    if amount <= 0 or not alive(w, j):
        return 0
    left = amount
    if contains(BLOWS, damage):
        left = parry(ask, w, j, left)
    if left <= 0 or not alive(w, j):
        note(ask, Event.NOTHING_LEFT, j)
        return 0
    early = w.rulings.threshold_timing == ThresholdTiming.BEFORE_DODGE
    if early and unfelt(w, j, left, damage, magical):
        note(ask, Event.NOT_FELT, j, left)
        return 0
    after = w.rulings.dodge_order == DodgeOrder.AFTER_ARMOR
    if not after:
        left = dodge(ask, w, j, left, damage)
    if not early and unfelt(w, j, left, damage, magical):
        note(ask, Event.NOT_FELT, j, left)
        return 0
    if left > 0:
        note(ask, Event.DAMAGE, j, left, damage)
        rouse(ask, w, j)
    through = past_armor(ask, w, j, left, damage, doubled)
    if after:
        through = dodge(ask, w, j, through, damage)
    lose_health(ask, w, j, through)
    return left


@rule("RH-121")
def of_one_stuff(w: World, i: int, j: int) -> bool:
    """The Incorporeal harm their own kind alone, and only their own kind harms them."""
    return w.creatures[i].incorporeal == w.creatures[j].incorporeal


@rule("RH-125")
def rouse(ask: Ask, w: World, i: int) -> None:
    """Who is asleep wakes, and lies there still."""
    c = w.creatures[i]
    if c.asleep:
        c.prone = 1 if is_prone(w, i) else 0
        c.asleep = 0
        note(ask, Event.AWAKE, i)


@rule("RH-136")
def spend_strain(ask: Ask, w: World, i: int, cost: int) -> None:
    """Below nothing every point hurts, and nothing softens it (RH-R71)."""
    c = w.creatures[i]
    if cost <= 0:
        return
    before = c.strain
    c.strain = max(-MOST_HEALTH, c.strain - cost)
    note(ask, Event.STRAIN, i, cost, c.strain)
    if c.strain < 0:
        deficit = -c.strain
        if w.rulings.strain_damage == StrainDamage.NEW_PART:
            deficit = min(cost, deficit) if before < 0 else deficit
        note(ask, Event.OVERSTRAINED, i, deficit)
        lose_health(ask, w, i, deficit)


@rule("RH-134", "RH-159")
def strip(ask: Ask, w: World, j: int, points: int) -> None:
    """Armor is taken off before the blow; it is no damage."""
    c = w.creatures[j]
    gone = min(points, c.armor + c.temp_armor)
    if gone > 0:
        c.armor -= gone - wear_down(w, j, gone)
        note(ask, Event.STRIPPED, j, gone, c.armor + c.temp_armor)
        if c.armor + c.temp_armor == 0:
            note(ask, Event.ARMOR_BROKEN, j)


@rule("RH-117", "RH-165")
def let_go(ask: Ask, w: World, i: int) -> None:
    """Whoever i held is free."""
    for k in range(w.n):
        if w.creatures[k].grappled_by == i:
            w.creatures[k].grappled_by = -1
            note(ask, Event.LET_GO, k)


@rule("RH-58", "RH-165")
def die(ask: Ask, w: World, i: int) -> None:
    c = w.creatures[i]
    c.dead = 1
    c.grappled_by = -1
    c.locked = 0
    for k in range(EFFECTS):
        c.stacks[k] = 0
    for k in range(FACES):
        c.pool[k] = 0
    let_go(ask, w, i)
    note(ask, Event.DEAD, i)


@rule("RH-51")
def has_door(w: World, i: int) -> bool:
    """Who stands at Death's Door instead of dying at 0 (RH-R46)."""
    c = w.creatures[i]
    how = w.rulings.deaths_door_who
    if how == DeathsDoorWho.ALL:
        return True
    undead = contains(c.kin, Kin.UNDEAD)
    return is_player(w, i) or (how == DeathsDoorWho.PLAYERS_AND_UNDEAD and undead)


@rule("RH-51", "RH-52", "RH-53", "RH-54", "RH-56", "RH-57", "RH-58")
def knock(ask: Ask, w: World, i: int) -> None:
    """One stack of Death's Door: slower, prone, out cold, dead (RH-R40)."""
    c = w.creatures[i]
    once = w.rulings.deaths_door_per_round == DeathsDoorPerRound.ONE
    if not alive(w, i) or (once and c.doored):
        return
    c.doored = 1
    c.door = min(STAGES, c.door + 1)
    note(ask, Event.DOOR, i, c.door, c.health)
    if not has_door(w, i) or c.door >= STAGES:
        die(ask, w, i)
        return
    if c.door >= 2:
        fall(ask, w, i)
    if c.door == 3:
        c.healed = 0
        c.awake = 0
        c.wakeable = 0
        c.grappled_by = -1
        c.hiding = 0
        let_go(ask, w, i)
        note(ask, Event.UNCONSCIOUS, i)


@rule("RH-56", "RH-116", "RH-122")
def fall(ask: Ask, w: World, i: int) -> None:
    """Prone; who hovers only at Death's Door 2 and beyond."""
    c = w.creatures[i]
    if c.prone or never_lies(w, i):
        return
    c.prone = 1
    note(ask, Event.PRONE, i)


@rule("RH-61", "RH-78")
def floored(w: World, amount: int) -> int:
    """No less than nothing (RH-R16)."""
    return max(1 if w.rulings.damage_floor == DamageFloor.ONE else 0, amount)
