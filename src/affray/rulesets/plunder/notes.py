"""What stands beside a plan: the number it needs and what that is made of, and what it costs."""

from collections.abc import Callable

from affray.book.words import Names, kebab
from affray.rules.masks import contains
from affray.rules.plane import feet_between
from affray.rules.pools import text
from affray.rules.world import clone

from .abilities import ability, attack_target, dexterity_number, is_monster
from .actions import most_hit_dice
from .body import hostile, present
from .declare import melee_acts
from .defense import LONG, MEDIUM, SHORT, after_feint, band, melee_defense, ranged_defense
from .events import TEN
from .inventory import empty_place, hand_works, has, held_in, in_hand, place_of, where_to
from .kinds import Ability, Act, AttackType, Carry, Move, Phase, Property, Rest, SpellKind
from .magic import most_dice, range_of
from .reach import (
    REACH_FEET,
    is_launcher,
    melee_weapons,
    ranged_weapons,
    strikers_at,
    types_of,
    weapons_against,
)
from .resolve import hardest
from .space import APART, distance
from .speed import speed_now
from .spell_rolls import distance_modifier
from .state import ITEMS, World
from .valuation import best_type, best_weapon, nearest_enemy

Note = Callable[[World, int, int, Names], str]

EVASION = "evasion"
"""Defense against what flies: the word on the card."""

CONTESTS = {
    Act.SHOVE: Ability.STRENGTH,
    Act.GRAPPLE: Ability.STRENGTH,
    Act.FEINT: Ability.CUNNING,
    Act.TAUNT: Ability.COURAGE,
}


def needs(*parts: tuple[str, int]) -> str:
    """'needs 13: Dexterity 11, Orc's Defense +2': what is added shows which way it goes."""
    (own, base), *added = parts
    said = ", ".join(
        [f"{own} {base}", *(f"{name} {value:+}" if value else f"{name} 0" for name, value in added)]
    )
    return f"needs {sum(value for _, value in parts)}: {said}"


def guard(target: int, names: Names, word: str = "Defense") -> str:
    """Whose it is: one's own Defense may stand in the same sentence."""
    return f"{names['creatures'][target]}'s {word}"


BANDS = {SHORT: "short range", MEDIUM: "medium range", LONG: "long range"}
"""What a distance is called, by what it adds."""


def ranged(modifier: int) -> tuple[str, int]:
    return BANDS.get(modifier, "range"), modifier


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
        (guard(target, names), after_feint(w, target, melee_defense(w, target), 0)),
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
            1 << g for g in range(w.kinds) if contains(fitting, g) and is_launcher(w, g) == launched
        )
        weapon = best_weapon(w, who, kind)
        number = needs(
            attacks_by(w, who, Ability.INSTINCT),
            (guard(target, names, EVASION), after_feint(w, target, ranged_defense(w, target), 0)),
            ranged(band(w, weapon, distance(w, who, target))),
        )
        then = with_in_hand(w, who, weapon) if launched else thrown_away(w, who, weapon)
        lost = defense_lost(w, then, who, names)
        said = [names["gear"][weapon], number, *again(w, who, weapon), lost]
        return ", ".join(one for one in said if one)

    return note


PRICE_OF_FAILURE = f"; failing costs {TEN} less the roll, at least 1"


def contest_note(act: int) -> Note:
    """Of a Shove, Grapple, Feint or Taunt; what a failure costs is said too."""
    which = CONTESTS[Act(act)]

    def note(w: World, who: int, target: int, names: Names) -> str:
        name = which.name.capitalize()
        number = needs(
            (name, ability(w, who, which)), (guard(target, names), melee_defense(w, target))
        )
        costs = act in (Act.SHOVE, Act.GRAPPLE)
        return number + (PRICE_OF_FAILURE if costs else "")

    return note


def break_free_note(w: World, who: int, target: int, names: Names) -> str:
    return needs(("Strength", ability(w, who, Ability.STRENGTH)))


def way_note(w: World, who: int, target: int, names: Names) -> str:
    """How far it is, how far one comes in a round, and where that ends as they stand now."""
    far, speed = distance(w, who, target), speed_now(w, who)
    left = far - speed
    ends = f"ends {left} ft away" if left > APART else "comes within reach"
    return f"{far} ft away, speed {speed}: {ends}"


def hold_note(w: World, who: int, target: int, names: Names) -> str:
    """An action not spent is there in the next phase, until melee; then why no blow is open."""
    if w.phase < Phase.MELEE:
        return "keeps the action for a later phase of the round"
    return f"lets the action of this round go{out_of_reach(w, who, names)}"


def out_of_reach(w: World, who: int, names: Names) -> str:
    """'; nobody is in reach: Goblin 2 is the nearest, 25 ft away', where that is so."""
    nearest = nearest_enemy(w, who)
    if nearest < 0 or contains(melee_acts(w, who), Act.ATTACK):
        return ""
    name, far = names["creatures"][nearest], distance(w, who, nearest)
    return f"; nobody is in reach: {name} is the nearest, {far} ft away"


def comes_nearer(w: World, who: int) -> bool:
    """Whether the move that is being declared means to end nearer to an enemy."""
    s, c = w.sealed[who], w.creatures[who]
    if s.move == Move.CLOSE:
        return distance(w, who, s.whom) > (REACH_FEET if s.stop else APART)
    enemies = [o for k, o in enumerate(w.creatures[: w.n]) if hostile(w, who, k) and present(w, k)]
    return any(feet_between(s.x, s.y, o.x, o.y) < feet_between(c.x, c.y, o.x, o.y) for o in enemies)


def rally_note(w: World, who: int, target: int, names: Names) -> str:
    number = needs(
        ("Courage", ability(w, who, Ability.COURAGE)), ("Hit Dice", most_hit_dice(w, who))
    )
    return f"{way_note(w, who, target, names)}; takes the action; {number}"


SPELLS_DO = {
    SpellKind.ATTACK: "an attack, its damage the margin and the Magic Dice",
    SpellKind.ENGULF: "an attack on all in melee range, friends too",
    SpellKind.BURN: "an attack that sets on fire",
    SpellKind.DARKNESS: "darkness around an enemy: who is in it is blinded",
    SpellKind.WARD: "protects one of your own side",
    SpellKind.HEAL: "gives one of your own side Hit Points back",
    SpellKind.DREAD: "an enemy checks its morale at once",
}


def naming_note(w: World, who: int, spell: int, names: Names) -> str:
    """What a spell would do, and how far."""
    s = w.spells[spell]
    does = [SPELLS_DO[SpellKind(s.does)]]
    if s.does != SpellKind.ENGULF:
        does.append(f"up to {range_of(w, spell, most_dice(w, who))} ft")
    if s.slows:
        does.append("slows")
    if s.concentration:
        does.append("while you concentrate")
    return ", ".join(does)


def unnamed_note(w: World, who: int, target: int, names: Names) -> str:
    """A spell that is named takes the round's action."""
    return "keeps the action of this round for something else"


def spell_note(w: World, who: int, target: int, names: Names) -> str:
    s = w.creatures[who].declared_spell
    if s < 0 or w.spells[s].does > SpellKind.BURN:
        return names["spells"][s] if s >= 0 else ""
    number = needs(
        attacks_by(w, who, Ability.INTELLIGENCE),
        (guard(target, names, EVASION), after_feint(w, target, ranged_defense(w, target), 0)),
        ranged(distance_modifier(w, who, target)),
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
    """'puts sword away, own Defense 4 to 0'."""
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
    return f"{put}own Defense {before} to {after}"


def drawing_warning(w: World, who: int, g: int, names: Names) -> str:
    """A weapon on the belt keeps nobody off."""
    k = place_of(w, who, g)
    if k < 0 or w.creatures[who].carried[k] != Carry.EQUIPPED:
        return ""
    lost = defense_lost(w, with_in_hand(w, who, g), who, names)
    return f"Takes {names['gear'][g]} in hand: {lost}. [PL-38, PL-109]" if lost else ""


def rest_note(rest: int) -> Note:
    """What it gives back, as one is now (PL-132)."""

    def told(w: World, who: int, target: int, names: Names) -> str:
        c = w.creatures[who]
        if rest == Rest.SHORT:
            given = "1 Hit Point" if c.hp == 0 else f"{text(c.hit_die)} Hit Points"
        else:
            given = "all Hit Points"
        said = [f"gives {given} back"]
        if c.exhaustion and rest != Rest.SHORT:
            tired = c.exhaustion if rest == Rest.FULL else 1
            said.append(f"takes {tired} Exhaustion away")
        if any(c.wound_tried[k] < rest for k in range(c.wounds)):
            said.append("Wounds may heal")
        return ", ".join(said)

    return told
