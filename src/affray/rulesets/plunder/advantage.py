"""Advantage and disadvantage, counted from the state of the moment."""

from affray.rules.ask import rule
from affray.rules.masks import how_many

from .body import ARMS, EASY_TO_HIT, conditions, hostile, present, sees, suffers
from .inventory import has
from .kinds import Act, Condition, GearKind, Property, SpellKind
from .rulings import AdvantageStacking, ManeuversAreAttackRolls, RangedInMelee
from .space import in_melee
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


@rule("PL-100", "PL-102", "PL-108")
def helps(w: World, e: int, target: int) -> int:
    """How many things give the attack advantage against this target."""
    entry = w.queue[e]
    if not is_attack(w, e) or target < 0:
        return 0
    found = 0
    shooting = entry.act == Act.SHOOT or entry.act == Act.CAST
    if w.creatures[target].prone and not shooting:
        found += 1
    return found + how_many(conditions(w, target) & EASY_TO_HIT)


@rule("PL-86", "PL-101")
def hampered_by_grapple(w: World, e: int) -> bool:
    """Held weapons are hard to use while grappling, light ones excepted (PL-R103)."""
    entry = w.queue[e]
    if w.creatures[entry.who].partner < 0 or entry.weapon < 0:
        return False
    held = w.gear[entry.weapon].kind == GearKind.WEAPON and entry.weapon != w.fist
    return held and not has(w, entry.weapon, Property.LIGHT)


@rule("PL-42", "PL-62", "PL-95", "PL-100", "PL-101")
def hinders_attack(w: World, e: int, target: int) -> int:
    """How many things give the attack disadvantage against this target."""
    entry = w.queue[e]
    c = w.creatures[entry.who]
    found = 0
    if entry.repeats:
        found += 1
    if entry.gap:
        found += 1
    if c.prone:
        found += 1
    if suffers(w, entry.who, Condition.BLINDED):
        found += 1
    if hampered_by_grapple(w, e):
        found += 1
    shooting = entry.act == Act.SHOOT or entry.act == Act.CAST
    if target >= 0:
        t = w.creatures[target]
        if t.prone and shooting:
            found += 1
        if t.dodging and sees(w, target, entry.who):
            found += 1
    penalised = w.rulings.ranged_in_melee == RangedInMelee.DISADVANTAGE
    if entry.act == Act.SHOOT and penalised and in_any_melee(w, entry.who):
        found += 1
    return found


@rule("PL-105", "PL-107", "PL-123")
def hinders(w: World, e: int, target: int) -> int:
    """How many things give this roll disadvantage; a grip wants both arms."""
    entry = w.queue[e]
    c = w.creatures[entry.who]
    found = hinders_attack(w, e, target) if is_attack(w, e) else 0
    if suffers(w, entry.who, Condition.POISONED):
        found += 1
    if entry.act == Act.GRAPPLE and conditions(w, entry.who) & ARMS:
        found += 1
    attacks_taunter = is_attack(w, e) and target == c.taunted_by
    if c.taunted_by >= 0 and not attacks_taunter:
        found += 1
    return found


@rule("PL-17", "PL-18")
def net_state(w: World, e: int) -> int:
    """1 advantage, -1 disadvantage, 0 neither."""
    return net_against(w, e, w.queue[e].target)


@rule("PL-17", "PL-18", "PL-115")
def net_against(w: World, e: int, target: int) -> int:
    """The same against one of several targets (PL-R2)."""
    good = helps(w, e, target)
    bad = hinders(w, e, target)
    if w.rulings.advantage_stacking == AdvantageStacking.ANY_CANCEL:
        good = min(1, good)
        bad = min(1, bad)
    if good > bad:
        return 1
    return -1 if bad > good else 0
