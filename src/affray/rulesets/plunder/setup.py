"""Setting a fight up, and what can be wrong with one. Plain Python, never compiled."""

from affray.book.encounter import Encounter
from affray.book.errors import BadInput
from affray.book.maps import MapForm, is_point, read_size
from affray.book.words import kebab
from affray.rules.masks import members
from affray.rules.pools import (
    D4,
    D6,
    D8,
    D10,
    D12,
    D20,
    PoolError,
    highest,
    lowest,
    parse,
    text,
)

from .abilities import is_monster, slots
from .blows import end_grapple
from .body import hostile, present
from .defense import held_defense
from .inventory import BREAKS_AT, armor_worn, has
from .kinds import Ability, Act, Carry, GearKind, Part, Phase, Property, SpellKind, Unsettled
from .reach import is_launcher
from .space import APART, on_map, too_near
from .state import ENTRIES, ITEMS, LARGEST_MAP, World

LEAST_ABILITY = 12
GREATEST_ABILITY = 18
"""The rows of a character's ability tables; monsters print others."""
ONE_DIE = (D4, D6, D8, D10, D12, D20)
A_HIT_DIE = "one die, such as 'd8' (PL-132)"
MOST_DAMAGE = 60
HELD_UP = (SpellKind.BURN, SpellKind.DARKNESS)
"""What goes on for as long as its caster concentrates."""

MAP = MapForm((100, 60), 10, LARGEST_MAP, " in feet")


def setup(encounter: Encounter) -> World:
    """Everyone in place, at the start of a round or in its ranged phase."""
    w: World = encounter.fill(World())
    w.fist = encounter.content("gear", "unarmed")
    require_dice(encounter, w)
    sort_gear(w)
    lay_out_map(encounter, w)
    place_creatures(encounter, w)
    check_attacks(encounter, w)
    work_out(w)
    open_fight(encounter, w)
    return w


def require_dice(encounter: Encounter, w: World) -> None:
    """What is dealt in place of a margin is one die or a few; a hit die is one (PL-119, PL-132)."""
    library = encounter.library.everything()
    tables = {name: table for kind in library.values() for name, table in kind.items()}
    for name, gear in zip(encounter.names["gear"], w.gear, strict=True):
        if gear.damage and not (lowest(gear.damage) >= 1 and highest(gear.damage) <= MOST_DAMAGE):
            expected = f"dice that come to 1 to {MOST_DAMAGE} (PL-119)"
            found = f"found {text(gear.damage)!r}, expected {expected}"
            raise tables[name].bad("damage", found)
    for table in library["creature"].values():
        die = table.raw("hit_die", text(D4))
        if isinstance(die, str) and is_pool(die) and parse(die) not in ONE_DIE:
            raise table.bad("hit_die", f"found {die!r}, expected {A_HIT_DIE}")


def is_pool(said: str) -> bool:
    """What is none is told when the creature is read."""
    try:
        parse(said)
    except PoolError:
        return False
    return True


def sort_gear(w: World) -> None:
    """Which kinds of gear shoot, fly or reach far: asked again and again, and always the same."""
    for g in range(w.kinds):
        if is_launcher(w, g):
            w.launchers |= 1 << g
        if w.gear[g].long > 0:
            w.ranged |= 1 << g
        if has(w, g, Property.REACH):
            w.reaching |= 1 << g


def lay_out_map(encounter: Encounter, w: World) -> None:
    """[map] size = [width, height], in feet."""
    table = encounter.top.table("map")
    w.width, w.height = read_size(table, MAP)
    table.finish()


def place_creatures(encounter: Encounter, w: World) -> None:
    for i, entrant in enumerate(encounter.entrants):
        at = entrant.table.raw("at")
        if not is_point(at):
            raise entrant.table.bad("at", f"found {at!r}, expected a point [x, y] in feet")
        if not on_map(w, at[0], at[1]):
            raise entrant.table.bad("at", f"found {at}, which is off the map")
        for k in range(i):
            other = w.creatures[k]
            if too_near(at[0], at[1], other.x, other.y):
                near = encounter.entrants[k].name
                raise entrant.table.bad("at", f"found {at}, less than {APART} ft from {near}")
        w.creatures[i].x, w.creatures[i].y = at


def work_out(w: World) -> None:
    """Hit Points from class and armor, Magic Dice, and what a monster's Defense counts."""
    for i in range(w.n):
        c = w.creatures[i]
        worn = armor_worn(w, i)
        if c.max_hp == 0:
            armor = w.gear[c.gear[worn]].hit_points if worn >= 0 else 0
            c.max_hp = max(1, c.level * (c.class_hit_points + armor))
        if c.hp < 0:
            c.hp = c.max_hp
        if c.magic_left < 0:
            c.magic_left = c.magic_dice
        if c.armed < 0:
            c.armed = held_defense(w, i) if is_monster(w, i) else 0


def check_attacks(encounter: Encounter, w: World) -> None:
    if problem := too_many_attacks(w):
        raise encounter.top.bad("creature", problem)


def too_many_attacks(w: World) -> str:
    """A phase has room for so many declared attacks."""
    most = sum(max(1, sum(1 for g in c.routine if g >= 0)) for c in w.creatures)
    return (
        f"found {most} attacks in one phase, expected at most {ENTRIES}" if most > ENTRIES else ""
    )


def open_fight(encounter: Encounter, w: World) -> None:
    """In the first round's ranged phase: nobody moves any more, everybody may still act."""
    if encounter.start_index >= 0:
        w.round = 1
        w.phase = Phase.RANGED


def enter(w: World, i: int) -> None:
    """It has moved and acted in a round that is on (PL-R110)."""
    sort_gear(w)
    if w.phase != Phase.ROUND:
        w.creatures[i].moved = w.creatures[i].acted = 1
    if problem := too_many_attacks(w):
        raise BadInput(problem, field="creature")


def leave(w: World, i: int) -> None:
    """As one who got away: it takes its things along, and nobody grapples it any more."""
    end_grapple(w, i)
    w.creatures[i].fled = 1


def invariant(w: World) -> str:
    """What is wrong with a state, or nothing."""
    for i in range(w.n):
        problem = next((p for wrong in WRONGS if (p := wrong(w, i))), "")
        if problem:
            return f"creature {i} {problem}"
        s = w.sealed[i]
        if s.act != Act.HOLD or s.spell >= 0 or s.move or s.ready >= 0 or s.let_go:
            return f"creature {i} has declared something that was never shown"
    return _wrong_queue(w)


def _wrong_queue(w: World) -> str:
    """As many places as there are actions that wait, and those carried out before them."""
    waiting = sum(1 for entry in w.queue if entry.act != Act.HOLD)
    done = w.turn if w.part == Part.RESOLVE else 0
    if w.queued != waiting + done:
        return f"queued is {w.queued}, expected {waiting + done}: so many were declared (PL-13)"
    return ""


def _wrong_body(w: World, i: int) -> str:
    c = w.creatures[i]
    if c.hit_die not in ONE_DIE:
        return f"has hit_die = {text(c.hit_die)!r}, expected {A_HIT_DIE}"
    if c.hp > c.max_hp:
        return f"has hp = {c.hp}, expected at most its max_hp, {c.max_hp} (PL-53)"
    if c.magic_left > c.magic_dice:
        return f"has magic_left = {c.magic_left}, expected at most {c.magic_dice} (PL-112)"
    if any(c.wound_conditions[c.wounds :]):
        return f"has wound_conditions of more Wounds than wounds = {c.wounds} (PL-57)"
    if c.partner >= 0 and (c.partner == i or w.creatures[c.partner].partner != i):
        return "has a partner who does not have it, expected both or neither (PL-64)"
    if c.partner >= 0 and not present(w, i) and w.blow.stage == Unsettled.NONE:
        return "has a partner and is out of the fight, expected nobody (PL-65)"
    if c.concentrates >= 0 and w.spells[c.concentrates].does not in HELD_UP:
        return "concentrates on a spell that nobody holds up (PL-114)"
    taunted = c.taunted_now | c.taunted_last | c.taunted_for_good
    if any(not hostile(w, i, k) for k in members(taunted)):
        return "has taunts of its own side, expected an enemy's (PL-123)"
    return ""


def _wrong_character(w: World, i: int) -> str:
    """What a character's tables do not know."""
    c = w.creatures[i]
    if is_monster(w, i):
        return ""
    for which in Ability:
        if not LEAST_ABILITY <= c.abilities[which] <= GREATEST_ABILITY:
            expected = f"{LEAST_ABILITY} to {GREATEST_ABILITY} (PL-71)"
            return f"has {kebab(which)} {c.abilities[which]}, expected {expected}"
    if c.magic_dice > c.level:
        return f"has {c.magic_dice} Magic Dice, expected at most its level, {c.level} (PL-112)"
    if c.exhaustion > slots(w, i):
        return f"has {c.exhaustion} Exhaustion, expected at most its {slots(w, i)} slots (PL-58)"
    return ""


def _wrong_hands(w: World, i: int) -> str:
    c = w.creatures[i]
    for hand in (Carry.RIGHT, Carry.LEFT):
        held = [k for k in range(ITEMS) if c.gear[k] >= 0 and c.carried[k] in (hand, Carry.BOTH)]
        if len(held) > 1:
            found = f"has carried = {kebab(hand)} of {len(held)} things"
            return f"{found}, expected one thing a hand (PL-80)"
    worn = [k for k in range(ITEMS) if c.gear[k] >= 0 and c.carried[k] == Carry.WORN]
    if len(worn) > 1:
        return f"has carried = worn of {len(worn)} things, expected one suit of armor (PL-90)"
    if any(w.gear[c.gear[k]].kind != GearKind.ARMOR for k in worn):
        return "has carried = worn of something that is no armor (PL-90)"
    if any(g >= 0 and w.gear[g].kind != GearKind.NATURAL for g in c.routine):
        return "has a routine with something that is no natural attack (PL-121)"
    if not all(0 <= n < BREAKS_AT for n in c.notches):
        return f"has notches = {max(c.notches)}, expected 0 to {BREAKS_AT - 1} (PL-110)"
    return ""


def _wrong_place(w: World, i: int) -> str:
    c = w.creatures[i]
    if not present(w, i):
        return ""
    if not on_map(w, c.x, c.y):
        edge = f"[0, 0] to [{w.width}, {w.height}]"
        return f"has x = {c.x} and y = {c.y}, expected a point of the map, {edge} (PL-135)"
    for k in range(i):
        other = w.creatures[k]
        if present(w, k) and too_near(c.x, c.y, other.x, other.y):
            apart = f"expected {APART} ft or more from [{other.x}, {other.y}] (PL-135)"
            return f"has x = {c.x} and y = {c.y}, {apart}"
    return ""


WRONGS = (_wrong_body, _wrong_character, _wrong_hands, _wrong_place)
