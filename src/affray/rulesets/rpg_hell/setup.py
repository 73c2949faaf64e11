"""Setting a fight up, and what can be wrong with one. Plain Python, never compiled."""

from affray.book.encounter import Encounter
from affray.book.entrant import Entrant
from affray.book.maps import MapForm, bits_of, is_point, read_size, read_tiles
from affray.book.words import kebab
from affray.rules.grid import LARGEST_MAP, on_map
from affray.rules.world import int8

from .harm import STAGES
from .kinds import Does, Effect, Phase, Stat
from .rules import line_up
from .sheet import (
    HANDS,
    MOST_ARMOR,
    MOST_WARD,
    full_armor,
    full_dodge,
    full_health,
    full_strain,
    full_ward,
    in_hand,
    is_prone,
)
from .space import is_wall
from .state import HELD, MOST_DICE, MOST_HEALTH, UNSAID, Creature, World

DICE = {
    Does.ATTACK: (2,),
    Does.CONTEST: (2,),
    Does.RUSH: (1, 2),
    Does.LUNGE: (2,),
    Does.GIVE: (1, 2),
    Does.NEXT_ATTACK: (1, 2),
    Does.SECOND_BLADE: (1,),
    Does.PARRY: (1,),
    Does.OVERWATCH: (1,),
}
"""How many dice an art of each kind can cost."""
GIVES = (Does.GIVE, Does.NEXT_ATTACK)
"""Arts that do what their line says, and nothing besides."""


MAP = MapForm((12, 8), 1, LARGEST_MAP)


def setup(encounter: Encounter) -> World:
    """Everyone in place on the map, before Initiative or in one creature's turn."""
    w: World = encounter.fill(World())
    w.fists = encounter.content("weapons", "fists")
    w.shoved = encounter.content("lines", "pushed-2")
    w.grabbed = encounter.content("lines", "grappled")
    w.rushed = encounter.content("lines", "knocked-back-3")
    check_content(encounter, w)
    print_lines(encounter, w)
    lay_out_map(encounter, w)
    place_creatures(encounter, w)
    check_needs(encounter, w)
    work_out(w)
    open_fight(encounter, w)
    return w


def check_content(encounter: Encounter, w: World) -> None:
    """Refuse an art that costs what no art of its kind can, and what does nothing, by name."""
    for k, name in enumerate(encounter.names["arts"]):
        art = w.arts[k]
        if art.dice not in DICE[Does(art.does)]:
            costs = " or ".join(str(n) for n in DICE[Does(art.does)])
            found = f"{name!r} costs {art.dice} dice, expected {costs} for {kebab(Does(art.does))}"
            raise encounter.top.bad("art", found)
        if art.does in GIVES and art.on_hit < 0:
            refuse_empty(encounter, "art", name, "on_hit", "RH-90")
    for k, name in enumerate(encounter.names["items"]):
        if w.items[k].does < 0:
            refuse_empty(encounter, "item", name, "does", "RH-93")


def refuse_empty(encounter: Encounter, kind: str, name: str, key: str, rule: str) -> None:
    """What could be used and would do nothing."""
    _, table = encounter.library.find((kind,), name, encounter.top, kind)
    raise table.bad(key, f"missing; expected the line that says what it does ({rule})")


def print_lines(encounter: Encounter, w: World) -> None:
    """Each line's effects in the order in which its table names them (RH-62)."""
    for k, name in enumerate(encounter.names["lines"]):
        _, table = encounter.library.find(("line",), name, encounter.top, "line")
        named = list(table.raw("stacks", {}))
        for place, effect in enumerate(named):
            w.lines[k].printed[place] = Effect[effect.upper()]


def lay_out_map(encounter: Encounter, w: World) -> None:
    """[map] size = [width, height], walls and rough = [[x, y], ...]."""
    table = encounter.top.table("map")
    w.width, w.height = read_size(table, MAP)
    w.walls = bits_of(read_tiles(table, "walls", w.width, w.height), LARGEST_MAP)
    w.rough = bits_of(read_tiles(table, "rough", w.width, w.height), LARGEST_MAP)
    table.finish()


def place_creatures(encounter: Encounter, w: World) -> None:
    for i, entrant in enumerate(encounter.entrants):
        at = entrant.table.raw("at")
        if not is_point(at):
            raise entrant.table.bad("at", f"found {at!r}, expected a tile [x, y]")
        c = w.creatures[i]
        if not on_map(w.width, w.height, at[0], at[1]) or (not c.world and is_wall(w, *at)):
            raise entrant.table.bad("at", f"found {at}, which is a wall or off the map")
        if not c.world:
            encounter.place(i, at)
        c.x, c.y = at


def check_needs(encounter: Encounter, w: World) -> None:
    """Nobody has a trait or a shield without the Stats it asks for."""
    for i, entrant in enumerate(encounter.entrants):
        c = w.creatures[i]
        for k in c.traits:
            if k >= 0:
                _check_stats(entrant, c, "traits", encounter.names["traits"][k], w.traits[k].needs)
        for k in c.armor_items:
            if k >= 0:
                name = encounter.names["armors"][k]
                _check_stats(entrant, c, "armor_items", name, w.armors[k].needs)


def _check_stats(entrant: Entrant, c: Creature, key: str, what: str, needs: list[int8]) -> None:
    for s in Stat:
        if c.stats[s] < needs[s]:
            needed = f"{s.name.lower()} {needs[s]}"
            raise entrant.table.bad(
                key, f"found {what}, which needs {needed}; {entrant.name} has {c.stats[s]}"
            )


def work_out(w: World) -> None:
    """What the sheet gives where a file says nothing else."""
    for i in range(w.n):
        c = w.creatures[i]
        c.max_health = c.max_health or min(MOST_HEALTH, max(1, full_health(w, i)))
        c.max_strain = c.max_strain or full_strain(w, i)
        c.health = c.max_health if c.health == UNSAID else c.health
        c.strain = c.max_strain if c.strain == UNSAID else c.strain
        c.armor = full_armor(w, i) if c.armor < 0 else c.armor
        c.dodge = full_dodge(w, i) if c.dodge < 0 else c.dodge
        c.ward = full_ward(w, i) if c.ward < 0 else c.ward
        c.prone = 1 if is_prone(w, i) else 0
        for k in range(HELD):
            if c.weapons[k] >= 0 and not c.loaded[k]:
                c.loaded[k] = w.weapons[c.weapons[k]].loading


def open_fight(encounter: Encounter, w: World) -> None:
    """In one creature's turn: Initiative is in the order of the list, from that creature on."""
    if encounter.start_index < 0:
        return
    for i in range(w.n):
        w.creatures[i].initiative = 20 - i
    line_up(w)
    w.round = 1
    w.phase = Phase.TURN
    w.turn = w.order.index(encounter.start_index)


def leave(w: World, i: int) -> None:
    """It takes its things along; whom it held is free."""
    w.creatures[i].dead = 1
    w.creatures[i].grappled_by = -1
    for c in w.creatures:
        if c.grappled_by == i:
            c.grappled_by = -1


def invariant(w: World) -> str:
    """What is wrong with a state, or nothing."""
    if not 0 <= w.turn < max(1, w.n):
        return f"it is the turn of place {w.turn}, of {w.n}"
    if w.phase != Phase.INITIATIVE and sorted(w.order[: w.n]) != list(range(w.n)):
        return "the order does not name every creature once"
    for i in range(w.n):
        problem = _wrong_sheet(w, i) or _wrong_place(w, i)
        if problem:
            return f"creature {i} {problem}"
    if any(w.reached) or any(w.faces) or w.swing.who >= 0 or w.warded:
        return "something that was only being worked out is still there"
    return ""


def _wrong_sheet(w: World, i: int) -> str:
    c = w.creatures[i]
    if c.health > c.max_health:
        return f"has {c.health} Health, expected at most {c.max_health} (RH-34)"
    if not 0 <= c.armor + c.temp_armor <= MOST_ARMOR or c.temp_armor < 0 or c.armor < 0:
        both = f"{c.armor} Armor and {c.temp_armor} of a passing kind"
        return f"has {both}, expected at most {MOST_ARMOR} together (RH-40)"
    if not 0 <= c.ward <= MOST_WARD or c.dodge < 0:
        return f"has {c.ward} Ward and {c.dodge} Dodge, expected at most {MOST_WARD} Ward (RH-49)"
    if in_hand(w, i, 1) > HANDS or in_hand(w, i, HANDS) > 1:
        return "holds more than two hands can (RH-127)"
    if not 0 <= c.door <= STAGES or (c.door == STAGES and not c.dead):
        return f"is at Death's Door {c.door} and lives, expected at most {STAGES - 1} (RH-58)"
    if sum(c.pool) > MOST_DICE:
        counted = "(RH-15; the pool counts how many show each face)"
        return f"has {sum(c.pool)} dice in its pool, expected at most {MOST_DICE} {counted}"
    if min(c.stacks) < 0 or min(c.pool) < 0 or not 0 <= c.locked <= 6:
        return "has less than nothing of a stack or a die"
    if c.grappled_by >= 0 and (c.grappled_by == i or w.creatures[c.grappled_by].dead):
        return f"is held by creature {c.grappled_by}, expected somebody else who lives (RH-117)"
    return ""


def _wrong_place(w: World, i: int) -> str:
    c = w.creatures[i]
    if not c.dead and not on_map(w.width, w.height, c.x, c.y):
        last = f"[{w.width - 1}, {w.height - 1}]"
        return f"stands off the map, at [{c.x}, {c.y}], expected [0, 0] to {last} (RH-80)"
    if c.dead or c.world:
        return ""
    if is_wall(w, c.x, c.y) and not c.incorporeal:
        return f"stands in a wall, at [{c.x}, {c.y}]"
    for k in range(i):
        other = w.creatures[k]
        if not other.dead and not other.world and (other.x, other.y) == (c.x, c.y):
            return f"stands where creature {k} stands, at [{c.x}, {c.y}]"
    return ""
