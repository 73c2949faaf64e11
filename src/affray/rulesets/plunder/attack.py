"""An attack, from its target number to the Wound it deals."""

from affray.rules.ask import Ask, choose, note, roll, rule
from affray.rules.masks import contains
from affray.rules.pools import D6, D10

from .abilities import attack_target, strength_damage
from .blows import begin_settling, dent, hurt
from .defense import after_feint, band, melee_defense, ranged_defense
from .events import DIGITS, NO_MODIFIERS, NONE, Event
from .inventory import FLUNG_FEET, armor_weight, has, holding, lay_down, lying_within, notch
from .kinds import (
    Ability,
    Act,
    Answer,
    AttackType,
    GearKind,
    Property,
    Question,
    Roll,
    Talent,
    Weight,
)
from .queue import kept
from .reach import is_launcher
from .rulings import (
    AutoHitMargin,
    BowDamageDie,
    DamageDieOrder,
    InvalidatedExtremes,
)
from .space import distance
from .state import World
from .telling import tell_attack_number, tell_guard

NATURAL_20 = 20
NATURAL_1 = 1
CRUSHES_HEAVY = 3
CRUSHES_MEDIUM = 1


@rule("PL-31", "PL-37", "PL-38", "PL-43", "PL-44", "PL-45", "PL-63")
def target_number(w: World, e: int) -> int:
    """The attacker's target plus the defender's Defense, as both stand now."""
    entry = w.queue[e]
    j = entry.target
    if entry.act == Act.SHOOT:
        modifier = band(w, entry.weapon, distance(w, entry.who, j))
        defense = after_feint(w, j, ranged_defense(w, j), modifier)
        return attack_target(w, entry.who, Ability.INSTINCT) + defense
    defense = after_feint(w, j, melee_defense(w, j), 0)
    return attack_target(w, entry.who, Ability.DEXTERITY) + defense


@rule("PL-81", "PL-82", "PL-119")
def damage_die(w: World, e: int) -> int:
    """The die that may stand in for the margin, or none."""
    entry = w.queue[e]
    if entry.weapon < 0:
        return 0
    weapon = w.gear[entry.weapon]
    if weapon.damage:
        return weapon.damage
    if not entry.two_hands:
        return 0
    bow = is_launcher(w, entry.weapon)
    if bow and w.rulings.bow_damage_die == BowDamageDie.NONE:
        return 0
    if has(w, entry.weapon, Property.TWO_HANDED):
        return D10
    return D6 if has(w, entry.weapon, Property.VERSATILE) else 0


@rule("PL-88")
def crushing(w: World, e: int) -> int:
    """What a blow that crushes armor adds on the heavier kinds."""
    entry = w.queue[e]
    if entry.weapon < 0 or not has(w, entry.weapon, Property.ARMOR_CRUSHING):
        return 0
    weight = armor_weight(w, entry.target)
    if weight == Weight.HEAVY:
        return CRUSHES_HEAVY
    return CRUSHES_MEDIUM if weight == Weight.MEDIUM else 0


@rule("PL-39", "PL-46", "PL-88", "PL-119")
def modifiers(w: World, e: int) -> int:
    """Strength in melee, what is printed, and crushing blows on heavy armor."""
    entry = w.queue[e]
    if entry.act != Act.ATTACK:
        return 0
    return strength_damage(w, entry.who) + w.creatures[entry.who].damage_bonus + crushing(w, e)


@rule("PL-39")
def told_modifiers(w: World, e: int) -> int:
    """The same, each by itself, as one number that is told."""
    entry = w.queue[e]
    if entry.act != Act.ATTACK:
        return NO_MODIFIERS
    printed = w.creatures[entry.who].damage_bonus
    return ((strength_damage(w, entry.who) + NONE) * DIGITS + printed) * DIGITS + crushing(w, e)


@rule("PL-33", "PL-34", "PL-35", "PL-36", "PL-47", "PL-81", "PL-82", "PL-119")
def damage_of(ask: Ask, w: World, e: int, value: int) -> int:
    """The margin or the die, and the modifiers; never less than 1 (PL-R36, PL-R37)."""
    entry = w.queue[e]
    margin = value - entry.number
    if w.rulings.auto_hit_margin == AutoHitMargin.FLOOR_ZERO:
        margin = max(0, margin)
    added = modifiers(w, e)
    die = damage_die(w, e)
    if die == 0:
        return by_margin(ask, w, e, margin, added)
    rolled = roll(ask, Roll.DAMAGE, entry.who, die)
    if w.gear[entry.weapon].damage:
        return by_die(ask, w, e, rolled, added)
    if w.rulings.damage_die_order == DamageDieOrder.COMPARE_AFTER_MODS:
        better = rolled > margin + added
        return by_die_alone(ask, w, e, rolled) if better else by_margin(ask, w, e, margin, added)
    better = rolled > margin
    return by_die(ask, w, e, rolled, added) if better else by_margin(ask, w, e, margin, added)


@rule("PL-33", "PL-34")
def by_margin(ask: Ask, w: World, e: int, margin: int, added: int) -> int:
    note(ask, Event.HARMS, w.queue[e].who, margin, told_modifiers(w, e))
    return max(1, margin + added)


@rule("PL-34", "PL-81", "PL-82", "PL-119")
def by_die(ask: Ask, w: World, e: int, rolled: int, added: int) -> int:
    note(ask, Event.HARMS_BY_DIE, w.queue[e].who, rolled, told_modifiers(w, e))
    return max(1, rolled + added)


@rule("PL-35", "PL-36")
def by_die_alone(ask: Ask, w: World, e: int, rolled: int) -> int:
    """Where the die is held against the margin with its modifiers (PL-R37)."""
    note(ask, Event.HARMS_BY_DIE, w.queue[e].who, rolled, NO_MODIFIERS)
    return max(1, rolled)


@rule("PL-125")
def shrugs_off(w: World, e: int) -> bool:
    """Berserkergang: no iron that stabs or slashes does harm."""
    entry = w.queue[e]
    edged = entry.type == AttackType.STAB or entry.type == AttackType.SLASH
    return w.creatures[entry.target].raging == 1 and edged


@rule("PL-51", "PL-110")
def fumble(ask: Ask, w: World, e: int) -> None:
    """A natural 1 notches what was used; claws and fists have nothing to notch."""
    entry = w.queue[e]
    note(ask, Event.FUMBLE, entry.who)
    if entry.weapon >= 0:
        k = holding(w, entry.who, entry.weapon)
        if k >= 0 and entry.weapon != w.fist:
            notch(ask, w, entry.who, k)


@rule("PL-128")
def sneaks(ask: Ask, w: World, e: int) -> bool:
    """A hit with advantage may give a Wound instead of damage."""
    entry = w.queue[e]
    talented = contains(w.creatures[entry.who].talents, Talent.SNEAK_ATTACK)
    if not talented or entry.net <= 0:
        return False
    if choose(ask, w, entry.who, Question.SNEAK, 0b11) == Answer.NO:
        return False
    note(ask, Event.SNEAKS, entry.who, entry.target)
    return True


@rule("PL-36", "PL-48", "PL-50", "PL-83", "PL-95", "PL-122", "PL-126")
def land(ask: Ask, w: World, e: int, value: int, damage: int, sneaky: bool) -> None:
    """The blow and all that comes with it."""
    entry = w.queue[e]
    natural = value == NATURAL_20
    hurt(ask, w, entry.who, entry.target, damage)
    b = w.blow
    b.location = entry.location
    b.type = entry.type
    b.gap = entry.gap
    aimed = w.creatures[entry.who].aiming == 1 and entry.act == Act.SHOOT
    if natural or aimed or sneaky:
        b.critical = 1
    if aimed and not natural:
        note(ask, Event.AIMED, entry.who)
    if natural:
        b.natural = 1
        note(ask, Event.CRITICAL, entry.who, entry.target)
    if entry.weapon >= 0:
        b.special = w.gear[entry.weapon].special
        gruesome = has(w, entry.weapon, Property.GRUESOME)
        b.lasting = 1 if gruesome or sneaky else 0
    begin_settling(w)


@rule("PL-32", "PL-36", "PL-47", "PL-51")
def resolve_attack(ask: Ask, w: World, e: int) -> None:
    """Natural 1, natural 20, or the number; then damage."""
    entry = w.queue[e]
    value = kept(w, e, entry.net)
    k = holding(w, entry.who, entry.weapon)
    use_feint(w, e)
    tell_number(ask, w, e)
    if value == NATURAL_1:
        fumble(ask, w, e)
    elif value != NATURAL_20 and value < entry.number:
        note(ask, Event.MISS, entry.who, value, entry.number)
    elif shrugs_off(w, e):
        note(ask, Event.IMMUNE, entry.target, entry.who)
        if value == NATURAL_20:
            dent(w, entry.target)
    else:
        note(ask, Event.HIT, entry.who, value, entry.number)
        sneaky = sneaks(ask, w, e)
        damage = 0 if sneaky else damage_of(ask, w, e, value)
        land(ask, w, e, value, damage, sneaky)
    broken = k >= 0 and w.creatures[entry.who].gear[k] < 0
    if entry.act == Act.SHOOT:
        loose(ask, w, e, broken)


@rule("PL-31", "PL-37", "PL-43")
def tell_number(ask: Ask, w: World, e: int) -> None:
    """What the attack needs, and what that is made of."""
    entry = w.queue[e]
    tell_guard(ask, w, entry.who, entry.target, entry.feint)
    if entry.act == Act.SHOOT:
        far = band(w, entry.weapon, distance(w, entry.who, entry.target))
        tell_attack_number(ask, w, entry.who, Ability.INSTINCT, entry.number, far)
    else:
        tell_attack_number(ask, w, entry.who, Ability.DEXTERITY, entry.number, 0)


@rule("PL-63")
def use_feint(w: World, e: int) -> None:
    """The next attack roll uses the opening up, hit or miss."""
    entry = w.queue[e]
    if entry.feint:
        w.creatures[entry.target].feinted = 0


@rule("PL-84", "PL-110", "PL-126")
def loose(ask: Ask, w: World, e: int, broken: bool) -> None:
    """A thrown weapon, if it is whole, lies at the target's place; an arrow is shot; no aim."""
    entry = w.queue[e]
    c = w.creatures[entry.who]
    if c.aiming:
        c.aiming = 0
        note(ask, Event.AIM_SPENT, entry.who)
    if has(w, entry.weapon, Property.THROWN) and broken:
        return
    if has(w, entry.weapon, Property.THROWN):
        t = w.creatures[entry.target]
        fly(ask, w, entry.who, entry.weapon, t.x, t.y)
    elif w.gear[entry.weapon].kind == GearKind.WEAPON:
        c.shot = 1


@rule("PL-84", "PL-137")
def fly(ask: Ask, w: World, i: int, g: int, x: int, y: int) -> None:
    """It lies there now, also where an equal die has just struck it from the thrower's hand."""
    k = holding(w, i, g)
    m = lying_within(w, i, g, FLUNG_FEET) if k < 0 else -1
    if k < 0 and m < 0:
        return
    note(ask, Event.THROWN, i, g)
    note(ask, Event.LIES_THERE, i, x, y)
    if k >= 0:
        lay_down(w, i, k, x, y)
    else:
        w.ground[m].x = x
        w.ground[m].y = y


@rule("PL-14", "PL-51")
def void_attack(ask: Ask, w: World, e: int) -> None:
    """An attack on nothing is a plain miss (PL-R9)."""
    entry = w.queue[e]
    counts = w.rulings.invalidated_extremes == InvalidatedExtremes.FUMBLE_COUNTS
    if counts and kept(w, e, entry.net) == NATURAL_1:
        fumble(ask, w, e)
