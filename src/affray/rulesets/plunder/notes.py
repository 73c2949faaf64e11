"""What stands beside a plan: the number it needs and what that is made of, and what it costs."""

from collections.abc import Callable

from affray.book.words import Names, kebab
from affray.rules.world import clone

from .abilities import ability, attack_target, dexterity_number, is_monster
from .actions import most_hit_dice
from .defense import after_feint, band, melee_defense, ranged_defense
from .inventory import empty_place, hand_works, has, held_in, in_hand, place_of, where_to
from .kinds import Ability, Act, AttackType, Carry, Phase, Property, SpellKind
from .reach import (
    is_launcher,
    melee_weapons,
    ranged_weapons,
    strikers_at,
    types_of,
    weapons_against,
)
from .resolve import hardest
from .space import distance
from .speed import speed_now
from .spell_rolls import distance_modifier
from .state import ITEMS, World
from .valuation import best_type, best_weapon

Note = Callable[[World, int, int, Names], str]

CONTESTS = {
    Act.SHOVE: Ability.STRENGTH,
    Act.GRAPPLE: Ability.STRENGTH,
    Act.FEINT: Ability.CUNNING,
    Act.TAUNT: Ability.COURAGE,
}


def needs(*parts: tuple[str, int]) -> str:
    """'needs 13: Dexterity 11, Defense 2'."""
    said = ", ".join(f"{name} {value}" for name, value in parts)
    return f"needs {sum(value for _, value in parts)}: {said}"


def attacks_by(w: World, who: int, which: int) -> tuple[str, int]:
    """What an attack is rolled against before any Defense; a monster prints one number for all."""
    name = "attack target" if is_monster(w, who) else Ability(which).name.capitalize()
    return name, attack_target(w, who, which)


def again(w: World, who: int, weapon: int) -> list[str]:
    """That the usual kind of blow would be the last one's again."""
    kind = best_type(w, who, types_of(w, weapon))
    if w.creatures[who].last_kind != kind:
        return []
    return [f"{kebab(AttackType(kind))} again: disadvantage"]


def strike_note(w: World, who: int, target: int, names: Names) -> str:
    number = needs(
        attacks_by(w, who, Ability.DEXTERITY),
        ("Defense", after_feint(w, target, melee_defense(w, target), 0)),
    )
    if w.creatures[who].routine[0] >= 0:
        return number
    fitting = weapons_against(w, who, target, melee_weapons(w, who), False)
    return ", ".join([number, *again(w, who, best_weapon(w, who, fitting))]) if fitting else number


def missile_note(launched: bool) -> Note:
    """Of a shot with a bow or sling, or of a throw."""

    def note(w: World, who: int, target: int, names: Names) -> str:
        fitting = weapons_against(w, who, target, ranged_weapons(w, who), True)
        kind = sum(
            1 << g for g in range(w.kinds) if fitting >> g & 1 and is_launcher(w, g) == launched
        )
        weapon = best_weapon(w, who, kind)
        number = needs(
            attacks_by(w, who, Ability.INSTINCT),
            ("Defense", after_feint(w, target, ranged_defense(w, target), 0)),
            ("range", band(w, weapon, distance(w, who, target))),
        )
        then = with_in_hand(w, who, weapon) if launched else thrown_away(w, who, weapon)
        lost = defense_lost(w, then, who, names)
        said = [names["gear"][weapon], number, *again(w, who, weapon), lost]
        return ", ".join(one for one in said if one)

    return note


def contest_note(act: int) -> Note:
    """Of a Shove, Grapple, Feint or Taunt; what a failure costs is said too."""
    which = CONTESTS[Act(act)]

    def note(w: World, who: int, target: int, names: Names) -> str:
        name = which.name.capitalize()
        number = needs((name, ability(w, who, which)), ("Defense", melee_defense(w, target)))
        costs = act in (Act.SHOVE, Act.GRAPPLE)
        return number + ("; failing costs 10 less the roll, at least 1" if costs else "")

    return note


def break_free_note(w: World, who: int, target: int, names: Names) -> str:
    return needs(("Strength", ability(w, who, Ability.STRENGTH)))


def way_note(w: World, who: int, target: int, names: Names) -> str:
    """How far it is, and how far one comes in a round."""
    return f"{distance(w, who, target)} ft away, speed {speed_now(w, who)}"


def hold_note(w: World, who: int, target: int, names: Names) -> str:
    """An action not spent in this phase is there in the next, until melee."""
    if w.phase < Phase.MELEE:
        return "keeps the action for a later phase of the round"
    return "lets the action of this round go"


def rally_note(w: World, who: int, target: int, names: Names) -> str:
    number = needs(
        ("Courage", ability(w, who, Ability.COURAGE)), ("Hit Dice", most_hit_dice(w, who))
    )
    return f"{way_note(w, who, target, names)}; takes the action; {number}"


def spell_note(w: World, who: int, target: int, names: Names) -> str:
    s = w.creatures[who].declared_spell
    if s < 0 or w.spells[s].does > SpellKind.BURN:
        return names["spells"][s] if s >= 0 else ""
    number = needs(
        attacks_by(w, who, Ability.INTELLIGENCE),
        ("Defense", after_feint(w, target, ranged_defense(w, target), 0)),
        ("range", distance_modifier(w, who, target)),
    )
    return f"{names['spells'][s]}, {number}"


def pick_up_note(w: World, who: int, target: int, names: Names) -> str:
    near = strikers_at(w, who)
    if not near:
        return "takes the action"
    number = dexterity_number(w, who) + melee_defense(w, hardest(w, near))
    return f"takes the action; lays one open: {number} on a d20, or what it falls short by"


def fetch_note(w: World, who: int, target: int, names: Names) -> str:
    return "takes the action"


def with_in_hand(w: World, who: int, g: int) -> World:
    """The same, with a ready weapon drawn."""
    tried = clone(w)
    k = place_of(tried, who, g)
    if k < 0 or tried.creatures[who].carried[k] != Carry.EQUIPPED:
        return tried
    both = is_launcher(tried, g) or has(tried, g, Property.TWO_HANDED)
    hand = Carry.RIGHT if hand_works(tried, who, Carry.RIGHT) else Carry.LEFT
    for one in (Carry.RIGHT, Carry.LEFT) if both else (hand,):
        held = held_in(tried, who, one)
        if held >= 0:
            tried.creatures[who].carried[held] = where_to(tried, who, held, one)
    tried.creatures[who].carried[k] = Carry.BOTH if both else hand
    return tried


def thrown_away(w: World, who: int, g: int) -> World:
    """The same once a weapon is thrown: out of a free hand, where there is one."""
    c = w.creatures[who]
    k = place_of(w, who, g)
    is_free = any(held_in(w, who, one) < 0 and hand_works(w, who, one) for one in range(2))
    tried = clone(w) if k >= 0 and c.carried[k] == Carry.EQUIPPED and is_free else None
    tried = tried if tried is not None else with_in_hand(w, who, g)
    if place_of(tried, who, g) >= 0:
        empty_place(tried, who, place_of(tried, who, g))
    return tried


def defense_lost(w: World, then: World, who: int, names: Names) -> str:
    """'puts sword away, Defense 4 to 0'."""
    before, after = melee_defense(w, who), melee_defense(then, who)
    if after >= before:
        return ""
    gear = w.creatures[who].gear
    away = [
        names["gear"][gear[k]]
        for k in range(ITEMS)
        if in_hand(w, who, k) and then.creatures[who].carried[k] == Carry.EQUIPPED
        if then.creatures[who].gear[k] == gear[k]
    ]
    put = f"puts {' and '.join(away)} away, " if away else ""
    return f"{put}Defense {before} to {after}"


def drawing_warning(w: World, who: int, g: int, names: Names) -> str:
    """A weapon on the belt keeps nobody off."""
    k = place_of(w, who, g)
    if k < 0 or w.creatures[who].carried[k] != Carry.EQUIPPED:
        return ""
    lost = defense_lost(w, with_in_hand(w, who, g), who, names)
    return f"Takes {names['gear'][g]} in hand: {lost}. [PL-38, PL-109]" if lost else ""
