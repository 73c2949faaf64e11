"""Advantage and disadvantage, counted from the state of the moment."""

from affray.rules.ask import Ask, note, rule
from affray.rules.masks import contains, how_many, members

from .body import ARMS, EASY_TO_HIT, conditions, hostile, is_taunted_from, present, sees, suffers
from .events import Event
from .inventory import has
from .kinds import Act, Condition, GearKind, Plight, Property, SpellKind
from .rulings import AdvantageStacking, ManeuversAreAttackRolls, RangedInMelee
from .space import in_darkness, in_melee
from .state import World


@rule("PL-52", "PL-62")
def is_attack(w: World, e: int) -> bool:
    """Melee, ranged, thrown and spell attacks; a lost spell is none, a Shove is as PL-R41 says."""
    entry = w.queue[e]
    if entry.act == Act.FEINT or entry.act == Act.GRAPPLE or entry.act == Act.SHOVE:
        return w.rulings.maneuvers_are_attack_rolls == ManeuversAreAttackRolls.YES
    if entry.act == Act.CAST:
        s = w.creatures[entry.who].declared_spell
        return s >= 0 and w.spells[s].does <= SpellKind.BURN
    return entry.act == Act.ATTACK or entry.act == Act.SHOOT


@rule("PL-46")
def in_any_melee(w: World, i: int) -> bool:
    return any(hostile(w, i, j) and present(w, j) and in_melee(w, i, j) for j in range(w.n))


@rule("PL-108", "PL-116")
def unseeing(w: World, i: int) -> int:
    """Why somebody who is blinded is: the darkness around it, or eyes that see nothing."""
    c = w.creatures[i]
    return Plight.STANDS_IN_DARKNESS if in_darkness(w, c.x, c.y) else Plight.IS_BLINDED


@rule("PL-100", "PL-102", "PL-108")
def helping(w: World, e: int, target: int) -> int:
    """What of the target's plight gives the attack advantage."""
    entry = w.queue[e]
    if not is_attack(w, e) or target < 0:
        return 0
    found = 0
    shooting = entry.act == Act.SHOOT or entry.act == Act.CAST
    if w.creatures[target].prone and not shooting:
        found |= 1 << Plight.LIES_PRONE
    suffered = conditions(w, target) & EASY_TO_HIT
    if contains(suffered, Condition.DAZED):
        found |= 1 << Plight.IS_DAZED
    if contains(suffered, Condition.BLINDED):
        found |= 1 << unseeing(w, target)
    if contains(suffered, Condition.STUNNED):
        found |= 1 << Plight.IS_STUNNED
    if contains(suffered, Condition.PARALYSED):
        found |= 1 << Plight.IS_PARALYSED
    return found


@rule("PL-86", "PL-101")
def hampered_by_grapple(w: World, e: int) -> bool:
    """Held weapons are hard to use while grappling, light ones excepted (PL-R103)."""
    entry = w.queue[e]
    if w.creatures[entry.who].partner < 0 or entry.weapon < 0:
        return False
    held = w.gear[entry.weapon].kind == GearKind.WEAPON and entry.weapon != w.fist
    return held and not has(w, entry.weapon, Property.LIGHT)


@rule("PL-42", "PL-46", "PL-95", "PL-100", "PL-101", "PL-108")
def hindering_attack(w: World, e: int) -> int:
    """What of the attacker's own gives the attack disadvantage."""
    entry = w.queue[e]
    found = 0
    if entry.repeats:
        found |= 1 << Plight.ATTACKS_THE_SAME_WAY_AGAIN
    if entry.gap:
        found |= 1 << Plight.GOES_FOR_THE_GAPS
    if w.creatures[entry.who].prone:
        found |= 1 << Plight.LIES_PRONE
    if suffers(w, entry.who, Condition.BLINDED):
        found |= 1 << unseeing(w, entry.who)
    if hampered_by_grapple(w, e):
        found |= 1 << Plight.IS_GRAPPLING
    penalised = w.rulings.ranged_in_melee == RangedInMelee.DISADVANTAGE
    if entry.act == Act.SHOOT and penalised and in_any_melee(w, entry.who):
        found |= 1 << Plight.STANDS_BESIDE_AN_ENEMY
    return found


@rule("PL-105", "PL-107", "PL-123")
def hindering(w: World, e: int, target: int) -> int:
    """What of one's own gives this roll disadvantage; a grip wants both arms."""
    entry = w.queue[e]
    found = hindering_attack(w, e) if is_attack(w, e) else 0
    if suffers(w, entry.who, Condition.POISONED):
        found |= 1 << Plight.IS_POISONED
    if entry.act == Act.GRAPPLE and conditions(w, entry.who) & ARMS:
        found |= 1 << Plight.HAS_A_BAD_ARM
    if is_taunted_from(w, entry.who, target if is_attack(w, e) else -1):
        found |= 1 << Plight.IS_TAUNTED
    return found


@rule("PL-62", "PL-100")
def guarding(w: World, e: int, target: int) -> int:
    """What of the target's gives the attack disadvantage."""
    entry = w.queue[e]
    if not is_attack(w, e) or target < 0:
        return 0
    found = 0
    t = w.creatures[target]
    if t.prone and (entry.act == Act.SHOOT or entry.act == Act.CAST):
        found |= 1 << Plight.LIES_PRONE
    if t.dodging and sees(w, target, entry.who):
        found |= 1 << Plight.DODGES
    return found


@rule("PL-17", "PL-18")
def net_state(w: World, e: int) -> int:
    """1 advantage, -1 disadvantage, 0 neither."""
    return net_against(w, e, w.queue[e].target)


@rule("PL-17", "PL-18", "PL-115")
def net_against(w: World, e: int, target: int) -> int:
    """The same against one of several targets (PL-R2)."""
    good = how_many(helping(w, e, target))
    bad = how_many(hindering(w, e, target)) + how_many(guarding(w, e, target))
    if w.rulings.advantage_stacking == AdvantageStacking.ANY_CANCEL:
        good = min(1, good)
        bad = min(1, bad)
    if good > bad:
        return 1
    return -1 if bad > good else 0


@rule("PL-17", "PL-18")
def tell_plights(ask: Ask, w: World, e: int, target: int) -> None:
    """Everything that makes the roll easier or harder, each by its name."""
    i = w.queue[e].who
    good = helping(w, e, target)
    bad = hindering(w, e, target)
    worse = guarding(w, e, target)
    for k in members(good):
        note(ask, Event.HELPED, i, k, target)
    for k in members(bad):
        note(ask, Event.HINDERED, i, k)
    for k in members(worse):
        note(ask, Event.GUARDED, i, k, target)
