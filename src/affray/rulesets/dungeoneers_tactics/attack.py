"""Attacks: hit, then pierce, then wounds. Opportune strikes are attacks too."""

from affray.rules.among import those
from affray.rules.ask import Ask, check, choose, note, rule, test
from affray.rules.masks import contains, members
from affray.rules.pools import D4

from .dodge import dodge_dice, rear_die
from .events import Event
from .gear import MOST_DICE, armor_value, count, used_as, weapons
from .health import ATTACK, apply_effects, fall_prone, gain_stress, inflict, overstressed
from .kinds import Act, Answer, DiceFor, Question, Roll
from .rulings import (
    AutoFace,
    AutoFaceOffturn,
    OpportuneStrikeCost,
    ProneDropWindow,
    RangedProvokes,
    StressDieSize,
    StressForPierce,
    StressTiming,
    ThreatenMeaning,
)
from .space import (
    aimable,
    alive,
    direction,
    distance,
    in_own_turn,
    is_within,
    over,
    reaches,
    sees,
    threat_range,
)
from .state import World
from .telling import tell_armor, tell_dice, tell_hit_dice, tell_power_dice
from .things import throw

MOST_STRESS = 61
"""How much stress one question can offer; the text sets no limit (DT-12)."""


@rule("DT-109", "DT-110", "DT-153")
def turn_toward(ask: Ask, w: World, i: int, facing: int) -> None:
    """A free turn before the action begins, taken or not (DT-R43, DT-R44)."""
    c = w.creatures[i]
    if facing < 0 or c.facing == facing:
        return
    if w.rulings.auto_face_offturn == AutoFaceOffturn.OFF and not in_own_turn(w, i):
        return
    always = w.rulings.auto_face == AutoFace.ALWAYS
    if always or choose(ask, w, i, Question.TURN, 0b11) == Answer.YES:
        c.facing = facing
        note(ask, Event.TURNED, i, facing)


@rule("DT-60")
def threatens(w: World, i: int, j: int, longest: int) -> bool:
    """Whether i, whose threat range is so long, threatens j now (DT-R31)."""
    if w.rulings.threaten_meaning == ThreatenMeaning.CONDITION:
        return contains(w.creatures[j].threatened_by, i)
    return is_within(w, i, j, longest)


@rule("DT-46", "DT-54", "DT-60")
def in_grasp(w: World, i: int) -> int:
    """Those i threatens whom it may lay hands on (DT-R31, DT-R32)."""
    longest = threat_range(w, i)
    meant = aimable(w, i)
    return those(j for j in members(meant) if threatens(w, i, j, longest))


@rule("DT-60", "DT-129", "DT-133", "DT-135", "DT-162")
def can_strike_with(w: World, i: int, j: int, g: int, near: bool) -> bool:
    """At one it threatens; or farther with a range, or where it can be tossed."""
    weapon = w.gear[used_as(w, i, g)]
    if weapon.range <= 0 and (near or not weapon.toss):
        return near
    far = distance(w, i, j)
    threat = threat_range(w, i)
    longest = weapon.range if weapon.range > 0 else w.creatures[i].power + threat
    return threat < far <= longest and sees(w, i, j)


@rule("DT-58", "DT-60", "DT-61", "DT-130", "DT-135")
def weapons_for(w: World, i: int, j: int) -> int:
    """Every weapon in use that can strike at j."""
    near = threatens(w, i, j, threat_range(w, i))
    at_hand = weapons(w, i)
    return those(g for g in members(at_hand) if can_strike_with(w, i, j, g, near))


@rule("DT-60", "DT-133", "DT-135")
def works_afar(w: World, i: int, g: int) -> bool:
    """Whether a weapon has a range or can be tossed."""
    weapon = w.gear[used_as(w, i, g)]
    return weapon.range > 0 or weapon.toss > 0


@rule("DT-60", "DT-133", "DT-135")
def worth_a_look(w: World, i: int, at_hand: int, near: int) -> int:
    """Whom these weapons might strike: those in one's grasp, and with one of range anybody."""
    afar = any(works_afar(w, i, g) for g in members(at_hand))
    return aimable(w, i) if afar else near


@rule("DT-60")
def can_strike(w: World, i: int, j: int, at_hand: int, near: bool) -> bool:
    """Whether any of these weapons can strike at j."""
    return any(can_strike_with(w, i, j, g, near) for g in members(at_hand))


@rule("DT-60")
def can_attack(w: World, i: int, near: int) -> bool:
    """Whether any weapon reaches one it may be meant for, those in one's grasp among them."""
    at_hand = weapons(w, i)
    meant = worth_a_look(w, i, at_hand, near)
    return any(can_strike(w, i, j, at_hand, contains(near, j)) for j in members(meant))


@rule("DT-60")
def attackable(w: World, i: int) -> int:
    """Those some weapon reaches and may be meant for (DT-R32)."""
    near = in_grasp(w, i)
    at_hand = weapons(w, i)
    meant = worth_a_look(w, i, at_hand, near)
    return those(j for j in members(meant) if can_strike(w, i, j, at_hand, contains(near, j)))


@rule("DT-12")
def any_stress(dice: int) -> int:
    """Any number, as long as a hand holds the dice it buys."""
    return (2 << max(0, min(MOST_STRESS, MOST_DICE - dice))) - 1


@rule("DT-12", "DT-13")
def push_yourself(ask: Ask, w: World, i: int) -> int:
    """Stress taken for extra hit dice, declared before any is rolled."""
    c = w.creatures[i]
    stress = choose(ask, w, i, Question.STRESS, any_stress(c.prowess + c.hit_bonus))
    if w.rulings.stress_timing == StressTiming.ON_DECLARATION:
        gain_stress(ask, w, i, stress)
    return stress


@rule("DT-12", "DT-63", "DT-121", "DT-129")
def hit_count(w: World, i: int, j: int, stress: int) -> int:
    """Prowess and what was bought with stress; one die in all at a prone target far off."""
    c = w.creatures[i]
    n = count(w, i, c.prowess + c.hit_bonus + stress)
    if w.creatures[j].prone and distance(w, i, j) > threat_range(w, i):
        n = min(1, n)
    return n


@rule("DT-12", "DT-63", "DT-75")
def hit_dice(w: World, i: int, g: int, n: int, stress: int) -> int:
    """So many of the weapon's hit dice, those bought with stress among them (DT-R9)."""
    weapon = w.gear[used_as(w, i, g)]
    bought = min(stress, n)
    if w.rulings.stress_die_size == StressDieSize.D4:
        return (n - bought) * weapon.hit + bought * D4
    return n * weapon.hit


@rule("DT-63", "DT-64", "DT-65", "DT-112", "DT-113")
def hits(ask: Ask, w: World, i: int, j: int, g: int, stress: int) -> bool:
    """The attacker's total against the dodge; a tie hits."""
    dodge = dodge_dice(ask, w, i, j, w.creatures[j].prowess, True)
    rear = rear_die(w, i, j)
    what = Roll.HIT_BEHIND if rear else Roll.HIT
    n = hit_count(w, i, j, stress)
    tell_hit_dice(ask, w, i, stress, n)
    return test(ask, what, i, hit_dice(w, i, g, n, stress) + rear, j, dodge)


@rule("DT-147")
def stress_for_pierce(ask: Ask, w: World, i: int) -> int:
    """Stress taken for extra pierce dice, where the table allows it (DT-R75)."""
    if w.rulings.stress_for_pierce == StressForPierce.OFF:
        return 0
    stress = choose(ask, w, i, Question.PIERCE_STRESS, any_stress(w.creatures[i].power))
    gain_stress(ask, w, i, stress)
    return stress


@rule("DT-19", "DT-67", "DT-77")
def pierce_dice(w: World, i: int, g: int, extra: int) -> int:
    """Power in the weapon's pierce dice; desperate strength adds a d4."""
    weapon = w.gear[used_as(w, i, g)]
    dice = count(w, i, w.creatures[i].power + extra) * weapon.pierce
    return dice + D4 if overstressed(w, i) else dice


@rule("DT-64", "DT-65", "DT-68", "DT-69")
def bring(ask: Ask, w: World, i: int, j: int, effects: int, on_oneself: int) -> None:
    """What weapon and ability bring about now, to the defender and then to the attacker."""
    apply_effects(ask, w, j, effects)
    apply_effects(ask, w, i, on_oneself)


@rule("DT-64", "DT-65", "DT-66", "DT-68", "DT-69", "DT-70", "DT-74")
def resolve(ask: Ask, w: World, i: int, j: int, g: int, stress: int) -> None:
    """The three steps in order; failing one ends the attack."""
    weapon = w.gear[used_as(w, i, g)]
    if not hits(ask, w, i, j, g, stress):
        note(ask, Event.MISS, i, j)
        bring(ask, w, i, j, weapon.on_miss | w.creatures[i].on_miss, weapon.self_miss)
        return
    note(ask, Event.HIT, i, j)
    bring(ask, w, i, j, weapon.on_hit | w.creatures[i].on_hit, weapon.self_hit)
    extra = stress_for_pierce(ask, w, i)
    if not alive(w, i):
        note(ask, Event.VOID, i, w.creatures[i].dead)
        return
    tell_power_dice(ask, w, i, extra)
    if overstressed(w, i):
        tell_dice(ask, i, 1, DiceFor.BEING_OVERSTRESSED)
    tell_armor(ask, w, j)
    if not check(ask, Roll.PIERCE, i, pierce_dice(w, i, g, extra), armor_value(w, j)):
        note(ask, Event.DEFLECT, i, j)
        bring(ask, w, i, j, weapon.on_deflect | w.creatures[i].on_deflect, weapon.self_deflect)
        return
    note(ask, Event.PIERCE, i, j, weapon.wounds)
    bring(ask, w, i, j, weapon.on_pierce | w.creatures[i].on_pierce, weapon.self_pierce)
    inflict(ask, w, j, weapon.wounds, weapon.damage, w.creatures[i].wound_bonus, ATTACK)


@rule("DT-12", "DT-62", "DT-133", "DT-157")
def swing(ask: Ask, w: World, i: int, j: int, g: int) -> None:
    """One attack from the stress to the wounds; then a tossed weapon has left the hand."""
    stress = push_yourself(ask, w, i)
    if not alive(w, i):
        note(ask, Event.VOID, i, w.creatures[i].dead)
        return
    thrown = w.gear[used_as(w, i, g)].toss and distance(w, i, j) > threat_range(w, i)
    resolve(ask, w, i, j, g, stress)
    if thrown:
        throw(ask, w, i, j, g)
    if w.rulings.stress_timing == StressTiming.AFTER_ATTACK and alive(w, i) and not over(w):
        gain_stress(ask, w, i, stress)


@rule("DT-35", "DT-36", "DT-118")
def can_react(w: World, k: int, i: int) -> bool:
    """Whether k may strike at i when i lays itself open (DT-R34)."""
    cost = w.rulings.opportune_strike_cost
    if cost == OpportuneStrikeCost.NONE or not alive(w, k) or not alive(w, i):
        return False
    if contains(w.creatures[k].lacks, Act.ATTACK):
        return False
    if cost == OpportuneStrikeCost.REACTION_POINT and w.creatures[k].rp < 1:
        return False
    return reaches(w, k, i)


@rule("DT-31", "DT-34", "DT-36", "DT-118")
def opportune_strike(ask: Ask, w: World, k: int, i: int) -> None:
    """A normal attack for a reaction point, with a weapon that reaches."""
    if choose(ask, w, k, Question.STRIKE, 0b11) == Answer.NO:
        return
    if w.rulings.opportune_strike_cost == OpportuneStrikeCost.REACTION_POINT:
        w.creatures[k].rp -= 1
    at_hand = weapons(w, k)
    usable = those(g for g in members(at_hand) if w.gear[used_as(w, k, g)].range == 0)
    g = choose(ask, w, k, Question.WEAPON, usable)
    note(ask, Event.STRIKE, k, i, g)
    turn_toward(ask, w, k, direction(w, k, i))
    swing(ask, w, k, i, g)


@rule("DT-107")
def drop_in_time(ask: Ask, w: World, i: int) -> None:
    """At any moment of its turn a creature may drop prone, a strike on the way or not (DT-R53)."""
    any_moment = w.rulings.prone_drop_window == ProneDropWindow.ANY_MOMENT
    may = any_moment and in_own_turn(w, i) and not w.creatures[i].prone
    if may and choose(ask, w, i, Question.DROP, 0b11) == Answer.YES:
        fall_prone(ask, w, i)


@rule("DT-36", "DT-118", "DT-161")
def provoke(ask: Ask, w: World, i: int, strikers: int) -> None:
    """Those who may strike at i do so or not, in this round's turn order."""
    for t in range(w.n if strikers else 0):
        k = w.order[t]
        if contains(strikers, k) and can_react(w, k, i):
            drop_in_time(ask, w, i)
            opportune_strike(ask, w, k, i)


@rule("DT-118", "DT-129")
def open_to_strikes(ask: Ask, w: World, i: int, j: int) -> None:
    """Shooting or casting at range lays one open to everyone who threatens (DT-R37)."""
    if w.rulings.ranged_provokes == RangedProvokes.NO:
        return
    if distance(w, i, j) > threat_range(w, i):
        provoke(ask, w, i, w.creatures[i].threatened_by)


@rule("DT-58", "DT-59", "DT-60", "DT-61", "DT-62", "DT-161")
def attack(ask: Ask, w: World, i: int) -> None:
    """Declare target and weapon, pay, turn, and strike."""
    j = choose(ask, w, i, Question.TARGET, attackable(w, i))
    g = choose(ask, w, i, Question.WEAPON, weapons_for(w, i, j))
    w.creatures[i].ap -= 1
    note(ask, Event.ATTACK, i, j, g)
    turn_toward(ask, w, i, direction(w, i, j))
    open_to_strikes(ask, w, i, j)
    if alive(w, i) and alive(w, j):
        swing(ask, w, i, j, g)
    else:
        note(ask, Event.VOID, i, w.creatures[i].dead)
