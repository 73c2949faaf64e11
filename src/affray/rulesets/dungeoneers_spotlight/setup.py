"""Setting a scene up, and what can be wrong with one. Plain Python, never compiled."""

from affray.book.encounter import Encounter
from affray.book.maps import bits_of, is_point, is_tile, read_rows, read_size
from affray.book.toml_tables import TomlTable
from affray.rules.grid import LARGEST_MAP

from .kinds import ItemKind, Phase, Slot, Stage
from .scene import open_round
from .sheet import arca_capacity, free_hands, max_wounds
from .space import east, fits, floor_at, has_floor, solid, south, supported, tiles
from .state import CREATURES, Storey, World
from .tokens import TOKENS, in_play, plays_with_tokens

DEEPEST = 40
HIGHEST = 20
EVERYBODY = (1 << CREATURES) - 1
SIGNS = FLOOR, WALL, PIT, DOOR = ".", "#", "v", "+"


def setup(encounter: Encounter) -> World:
    """Everyone in place on the map, before anybody has the spotlight."""
    w: World = encounter.fill(World())
    w.fists = encounter.content("items", "improvised")
    check_content(encounter, w)
    lay_out_map(encounter, w)
    place_creatures(encounter, w)
    work_out(w)
    check_gear(encounter, w)
    open_scene(encounter, w)
    return w


def check_content(encounter: Encounter, w: World) -> None:
    """Refuse numbers no weapon, armor or spell can have, by name."""
    for k, name in enumerate(encounter.names["items"]):
        g = w.items[k]
        _require(encounter, name, wounds=g.wounds, range=g.range, pd=g.pd, ed=g.ed, body=g.body)
        _require(encounter, name, spellbane=g.spellbane, stress=g.relieve_stress)
        if not 0 <= g.hands <= 2:
            raise encounter.top.bad("weapon", f"{name!r} needs {g.hands} hands, expected 0 to 2")
        if g.kind == ItemKind.TOME and g.spell < 0:
            raise encounter.top.bad("tome", f"{name!r} holds no spell; expected spell = ...")
    for k, name in enumerate(encounter.names["spells"]):
        s = w.spells[k]
        _require(encounter, name, arca=s.arca, cost=s.cost, tiles=s.tiles, per=s.per)
        _require(encounter, name, wounds=s.wounds, forced=s.forced, rounds=s.rounds)
        if s.at_tile and not (s.lies_in_wait or s.obstacle):
            raise encounter.top.bad("spell", f"{name!r} marks a tile and does nothing there")


def _require(encounter: Encounter, name: str, **numbers: int) -> None:
    for field, value in numbers.items():
        if value < 0:
            raise encounter.top.bad(name, f"has {field} {value}, expected 0 or more")


def lay_out_map(encounter: Encounter, w: World) -> None:
    """[map] rows of . # v +, or size = [width, height]; pit_depth; plateaus with a height."""
    table = encounter.top.table("map")
    rows = read_rows(table, SIGNS, LARGEST_MAP)
    if rows is None:
        width, height = read_size(table, [9, 7], 1, LARGEST_MAP)
        rows = [FLOOR * width] * height
    depth = table.integer("pit_depth", 6, low=1, high=DEEPEST)
    w.width, w.height = len(rows[0]), len(rows)
    tiles = [(x, y) for y in range(w.height) for x in range(w.width)]
    w.walls = bits_of([(x, y) for x, y in tiles if rows[y][x] == WALL], LARGEST_MAP)
    w.doors = bits_of([(x, y) for x, y in tiles if rows[y][x] == DOOR], LARGEST_MAP)
    w.floors = [0] * (LARGEST_MAP * LARGEST_MAP)
    for x, y in tiles:
        w.floors[y * LARGEST_MAP + x] = -depth if rows[y][x] == PIT else 0
    _raise_plateaus(table, w)
    table.finish()
    for z in sorted({floor_at(w, x, y) for x, y in tiles}):
        storey = Storey()
        storey.z = z
        storey.rows = bits_of([(x, y) for x, y in tiles if floor_at(w, x, y) == z], LARGEST_MAP)
        w.storeys.append(storey)
    w.storeycount = len(w.storeys)
    w.lowest = w.storeys[0].z


def _raise_plateaus(table: TomlTable, w: World) -> None:
    for part in table.tables("plateaus"):
        first, last = part.raw("from"), part.raw("to")
        for key, at in (("from", first), ("to", last)):
            if not is_tile(at, w.width, w.height):
                raise part.bad(key, f"found {at!r}, expected a tile [x, y] on the map")
        height = part.integer("height", low=-DEEPEST, high=HIGHEST)
        part.finish()
        for y in range(min(first[1], last[1]), max(first[1], last[1]) + 1):
            for x in range(min(first[0], last[0]), max(first[0], last[0]) + 1):
                w.floors[y * LARGEST_MAP + x] = height


def place_creatures(encounter: Encounter, w: World) -> None:
    """On the floor of its tile; `at` may give a height as well for who flies or falls."""
    for i, entrant in enumerate(encounter.entrants):
        at = entrant.table.raw("at")
        flat = at[:2] if isinstance(at, list) else at
        if not is_point(flat) or len(at) > 3 or not all(type(n) is int for n in at):
            raise entrant.table.bad("at", f"found {at!r}, expected a tile [x, y] or [x, y, height]")
        c = w.creatures[i]
        c.x, c.y = flat
        for k in range(tiles(w, i)):
            if solid(w, c.x + east(w, i, k), c.y + south(w, i, k)):
                raise entrant.table.bad("at", f"found {at}, where a wall or the map's end is")
        under = [floor_at(w, c.x + east(w, i, k), c.y + south(w, i, k)) for k in range(tiles(w, i))]
        c.z = at[2] if len(at) == 3 else max(under)
        if c.z < max(under):
            raise entrant.table.bad("at", f"found {at}, which lies under the floor")
        if c.z > max(under):
            c.airborne = 1
        later = ~((1 << i) - 1) & EVERYBODY
        if not fits(w, i, c.x, c.y, c.z, later):
            raise entrant.table.bad("at", f"found {at}, where others leave no room")


def work_out(w: World) -> None:
    """What the sheet gives where a file says nothing else."""
    for i in range(w.n):
        c = w.creatures[i]
        if c.arca < 0:
            c.arca = arca_capacity(w, i)
        if c.player < 0:
            c.player = i
        if c.tokens < 0:
            c.tokens = TOKENS if c.side == 0 and c.player == i else 0


def check_gear(encounter: Encounter, w: World) -> None:
    """Nobody wears or wields more than fits."""
    for i, entrant in enumerate(encounter.entrants):
        c = w.creatures[i]
        slots: dict[int, int] = {}
        for k in c.equipped:
            if k < 0:
                continue
            g = w.items[k]
            name = encounter.names["items"][k]
            if g.slot == Slot.BAG:
                raise entrant.table.bad("equipped", f"found {name}, which is only carried")
            need = g.hands if g.slot == Slot.WIELD else 1
            slots[g.slot] = slots.get(g.slot, 0) + need
            most = c.hands if g.slot == Slot.WIELD else 2 if g.slot == Slot.RING else 1
            if slots[g.slot] > most:
                raise entrant.table.bad("equipped", f"found {name}, for which no slot is left")
        if c.side == 0 and not 0 <= c.player < w.n:
            raise entrant.table.bad("player", "expected the name of a creature of the same player")
        if w.creatures[c.player].player != c.player or w.creatures[c.player].side != c.side:
            raise entrant.table.bad("player", "expected a creature of that side with no player set")


def open_scene(encounter: Encounter, w: World) -> None:
    """At the players' agreement, or at the game master's move; or in one creature's move."""
    open_round(w)
    i = encounter.start_index
    if i < 0:
        return
    w.stage = Stage.DECLARE
    if w.creatures[i].side == 0:
        w.phase = Phase.PLAYER_MOVE
        w.spotlight = w.creatures[i].player
        w.player_moved = 0
    else:
        w.phase = Phase.GM_MOVE
        w.player_moved = 1
        w.gm_left = 0
        w.acted = 1
        w.creatures[i].moves = 1
    w.move.who = i


def invariant(w: World) -> str:
    """What is wrong with a state, or nothing."""
    for i in range(w.n):
        problem = _wrong_sheet(w, i) or _wrong_place(w, i)
        if problem:
            return f"creature {i} {problem}"
    if any(w.ends):
        return "something that was only being worked out is still there"
    owners = [p for p in range(w.n) if w.creatures[p].side == 0 and in_play(w, p)]
    is_under_way = w.round > 1 or w.player_moved  # whoever comes without a token gets some then
    if (
        is_under_way
        and plays_with_tokens(w)
        and owners
        and not any(w.creatures[p].tokens > 0 for p in owners)
    ):
        return "no player has a token left, and nobody has refilled them"
    if w.villainy < 0 or w.ambient < 0:
        return f"there are {w.villainy} villainy and {w.ambient} ambient arca"
    return ""


def _wrong_sheet(w: World, i: int) -> str:
    c = w.creatures[i]
    if not 0 <= c.wounds <= max_wounds(w, i):
        return f"has {c.wounds} wounds of {max_wounds(w, i)}"
    if c.stress < 0 or c.tokens < 0 or c.heroism < 0:
        return "has less than nothing of stress, tokens or heroism"
    if not 0 <= c.arca <= arca_capacity(w, i):
        return f"has {c.arca} arca of {arca_capacity(w, i)}"
    if c.action_points < 0 or min(c.ammunition) < 0:
        return "has less than no action points or ammunition"
    if c.critical_threshold < 1:
        return f"has a critical threshold of {c.critical_threshold}, expected 1 or more"
    if min(c.body, c.spirit, c.mind, c.finesse) < 0 or max(c.body, c.finesse, c.mind) > 20:
        return "has an attribute below 0 or above 20"
    held = [j for j in range(w.n) if c.grapples >> j & 1]
    if i in held or any(w.creatures[j].dead for j in held) or (c.dead and held):
        return "holds itself or the dead"
    wielded = sum(w.items[k].hands for k in c.equipped if k >= 0)
    if wielded > c.hands or free_hands(w, i) < 0:
        return "wields more than its hands can"
    return ""


def _wrong_place(w: World, i: int) -> str:
    c = w.creatures[i]
    if c.dead:
        return ""
    if not fits(w, i, c.x, c.y, c.z, 0):
        return f"has no room at [{c.x}, {c.y}, {c.z}]"
    resting = w.stage not in (Stage.SETTLE, Stage.IMPACT) and w.resume == w.stage
    if resting and not c.falling and not supported(w, i):
        return f"stands on nothing at [{c.x}, {c.y}, {c.z}]"
    if c.hanging and has_floor(w, i, c.x, c.y, c.z):
        return "hangs where it could stand"
    return ""
