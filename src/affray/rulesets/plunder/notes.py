"""What stands beside a plan: the number it needs and what that is made of, and what it costs."""

from collections.abc import Callable

from affray.book.words import Names, kebab

from .abilities import ability, attack_target, dexterity_number, is_monster
from .actions import most_hit_dice
from .defense import after_feint, band, melee_defense, ranged_defense
from .kinds import Ability, Act, AttackType, SpellKind
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
from .spell_rolls import distance_modifier
from .state import World
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
        return ", ".join([names["gear"][weapon], number, *again(w, who, weapon)])

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


def rally_note(w: World, who: int, target: int, names: Names) -> str:
    number = needs(
        ("Courage", ability(w, who, Ability.COURAGE)), ("Hit Dice", most_hit_dice(w, who))
    )
    return f"takes the action; {number}"


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
