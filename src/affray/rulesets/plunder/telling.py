"""What is told of a declaration, of a number and of harm: each with the parts it is made of."""

from affray.rules.ask import Ask, note, rule
from affray.rules.masks import contains

from .abilities import ability, attack_target, is_monster
from .defense import is_open
from .events import Event
from .inventory import armor_worn
from .kinds import Act, AttackType, Bonus, SpellKind
from .state import ATTACKS, World


@rule("PL-41", "PL-134")
def tell_declared(ask: Ask, w: World, i: int) -> None:
    """What was meant for whom; of an attack its weapon, kind and place too."""
    s = w.sealed[i]
    if s.act == Act.CAST:
        tell_casting(ask, w, i)
    elif s.act == Act.ATTACK and w.creatures[i].routine[0] >= 0:
        tell_routine(ask, w, i)
    elif s.item >= 0:
        note(ask, Event.DECLARES_THING, i, s.act, s.item)
    elif s.targets[0] < 0:
        note(ask, Event.DECLARES, i, s.act)
    else:
        note(ask, Event.DECLARED, i, s.act, s.targets[0])
        if s.weapon >= 0:
            note(ask, Event.WITH, i, s.weapon, s.locations[0])
            if s.type != AttackType.SHOOT:
                note(ask, Event.MEANS, i, s.type, s.two_hands)
        if s.gap:
            note(ask, Event.FOR_THE_GAPS, i)
        if s.bonus != Bonus.NONE:
            note(ask, Event.BESIDES, i, s.bonus)


@rule("PL-41", "PL-121", "PL-134")
def tell_routine(ask: Ask, w: World, i: int) -> None:
    """Each of a beast's attacks, with its own target and place."""
    s = w.sealed[i]
    c = w.creatures[i]
    for k in range(ATTACKS):
        if c.routine[k] < 0 or s.targets[k] < 0:
            continue
        if w.gear[c.routine[k]].gaze:
            note(ask, Event.DECLARED, i, Act.GAZE, s.targets[k])
        else:
            note(ask, Event.DECLARED, i, Act.ATTACK, s.targets[k])
            note(ask, Event.WITH, i, c.routine[k], s.locations[k])


@rule("PL-112", "PL-115", "PL-134")
def tell_casting(ask: Ask, w: World, i: int) -> None:
    """Everybody the spell is meant for, its dice and its place."""
    s = w.sealed[i]
    for j in range(w.n):
        if contains(s.others, j):
            note(ask, Event.DECLARED, i, s.act, j)
    note(ask, Event.PUTS_IN, i, s.dice)
    if w.spells[w.creatures[i].declared_spell].does <= SpellKind.BURN:
        note(ask, Event.AIMS_AT, i, s.locations[0])


@rule("PL-31", "PL-117")
def tell_attack_number(ask: Ask, w: World, i: int, which: int, number: int, distance: int) -> None:
    """The number of an attack: what the attacker has, the other's Defense, the distance."""
    own = attack_target(w, i, which)
    event = Event.NEEDS_PRINTED if is_monster(w, i) else Event.NEEDS_STRENGTH + which
    note(ask, event, i, own, number - own - distance)
    if distance != 0:
        note(ask, Event.DISTANCE, i, distance, number)


@rule("PL-63", "PL-101", "PL-108")
def tell_guard(ask: Ask, w: World, i: int, j: int, feinted: int) -> None:
    """Why a Defense does not count: a feint, a grapple, or nobody there to parry."""
    if feinted:
        note(ask, Event.FEINT_USED, i, j)
    elif is_open(w, j):
        note(ask, Event.NO_GUARD, i, j)


@rule("PL-63", "PL-64", "PL-68", "PL-70", "PL-123", "PL-128")
def tell_contest(ask: Ask, w: World, i: int, j: int, which: int, number: int) -> None:
    """The number of a contest: the ability, and the other's Defense, where it has one."""
    own = ability(w, i, which)
    if number <= own:
        tell_guard(ask, w, i, j, 0)
    note(ask, Event.NEEDS_STRENGTH + which, i, own, number - own)


@rule("PL-56", "PL-92", "PL-120")
def tell_armor(ask: Ask, w: World, j: int, held: bool, points: int) -> None:
    """What kept a blow from wounding, or how much of it got past that."""
    k = armor_worn(w, j)
    if k >= 0:
        worn = w.creatures[j].gear[k]
        note(ask, Event.ARMOR_HOLDS if held else Event.GETS_PAST, j, points, worn)
    else:
        hide = w.creatures[j].hide
        note(ask, Event.HIDE_HOLDS if held else Event.GETS_PAST_HIDE, j, points, hide)
