"""Setting a scene up, and what can be wrong with one. Plain Python, never compiled."""

from affray.book.encounter import Encounter
from affray.book.maps import MapForm, bits_of, is_point, is_tile, read_rows, read_size
from affray.book.toml_tables import TomlTable
from affray.rules.grid import LARGEST_MAP

from .forced import settle_then
from .harm import forget_forcing, forget_rune
from .kinds import ItemKind, NextStep, Phase, Slot
from .scene import forget_throw, open_round, open_vote
from .sheet import alive, arca_capacity
from .sound import invariant as invariant
from .space import (
    FULL,
    QUARTERS,
    covers,
    east,
    floor_at,
    quarters_taken,
    solid,
    south,
    tiles,
)
from .state import CREATURES, Storey, World
from .tokens import TOKENS, in_play, plays_with_tokens

DEEPEST = 40
HIGHEST = 20
EVERYBODY = (1 << CREATURES) - 1
SIGNS = FLOOR, WALL, PIT, DOOR = ".", "#", "v", "+"
MAP = MapForm((9, 7), 1, LARGEST_MAP, numbers={"pit_depth": (1, DEEPEST)})


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
    """Refuse things that could never be used, by name."""
    known = encounter.library.everything()
    for name, g in zip(encounter.names["items"], w.items, strict=True):
        if g.kind == ItemKind.TOME and g.spell < 0:
            missing = "missing; expected the spell the tome holds (DS-73)"
            raise known["tome"][name].bad("spell", missing)
    for name, s in zip(encounter.names["spells"], w.spells, strict=True):
        if s.at_tile and not (s.lies_in_wait or s.obstacle):
            expected = "expected lies_in_wait or obstacle beside it: it marks a tile for nothing"
            raise known["spell"][name].bad("at_tile", f"found true, {expected}")


def lay_out_map(encounter: Encounter, w: World) -> None:
    """[map] rows of . # v +, or size = [width, height]; pit_depth; plateaus with a height."""
    table = encounter.top.table("map")
    rows = read_rows(table, SIGNS, LARGEST_MAP)
    if rows is None:
        width, height = read_size(table, MAP)
        rows = [FLOOR * width] * height
    depth = pit_depth(table, any(PIT in row for row in rows))
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


def pit_depth(table: TomlTable, has_pits: bool) -> int:
    """How far below the floor the pits of a map lie."""
    low, high = MAP.numbers["pit_depth"]
    if has_pits and "pit_depth" not in table:
        raise table.bad("pit_depth", f"missing; expected {low} to {high}, how deep the pits are")
    return table.integer("pit_depth", low, low=low, high=high)


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
        body = tiles_of(w, i)
        for x, y in body:
            if solid(w, x, y):
                where = f"at [{x}, {y}] " if len(body) > 1 else ""
                expected = f"where {where}a wall or the map's end is"
                raise entrant.table.bad("at", f"found {at}, {expected}")
        top = max(floor_at(w, x, y) for x, y in body)
        c.z = at[2] if len(at) == 3 else top
        if c.z < top:
            raise entrant.table.bad("at", f"found {at}, which lies under the floor")
        if c.z > top:
            c.airborne = 1
        taken = taken_tile(encounter, w, i)
        if taken:
            raise entrant.table.bad("at", f"found {at}, {taken}")


def tiles_of(w: World, i: int) -> list[tuple[int, int]]:
    """The tiles a body covers."""
    c = w.creatures[i]
    return [(c.x + east(w, i, k), c.y + south(w, i, k)) for k in range(tiles(w, i))]


def taken_tile(encounter: Encounter, w: World, i: int) -> str:
    """The tile of a body in which those placed before it leave no room, and who they are."""
    c = w.creatures[i]
    later = ~((1 << i) - 1) & EVERYBODY
    for x, y in tiles_of(w, i):
        if quarters_taken(w, x, y, c.z, later) + QUARTERS[c.size] > FULL:
            there = [k for k in range(i) if w.creatures[k].z == c.z and covers(w, k, x, y)]
            names = " and ".join(encounter.entrants[k].name for k in there if alive(w, k))
            leave = "leaves" if len(there) == 1 else "leave"
            return f"where at [{x}, {y}] {names} {leave} no room (DS-38)"
    return ""


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
    w.stage = NextStep.DECLARE
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


def leave(w: World, i: int) -> None:
    """Its holds, its runes and its player's tokens go with it; who is left has tokens anew when
    those were the last (DS-8)."""
    c, p = w.creatures[i], w.creatures[i].player
    c.dead = 1
    c.prone = c.hanging = c.airborne = c.falling = c.fallen = c.grapples = 0
    for other in w.creatures:
        other.grapples &= ~(1 << i)
    for k, rune in enumerate(w.runes):
        if rune.caster == i:
            forget_rune(w, k)
    if w.forcing.who == i:
        forget_forcing(w)
    leave_move(w, i)
    leave_agreement(w, p)


def leave_move(w: World, i: int) -> None:
    """A move that is under way with it, by it or against it comes to nothing."""
    m, t = w.move, w.throw
    if m.who >= 0 and i in (m.who, m.target, m.traveller, t.who, t.vs, w.faller):
        forget_throw(w)
        m.follower = m.intruder = m.traveller = w.faller = -1
        settle_then(w, NextStep.END)
    m.follower = -1 if m.follower == i else m.follower
    m.intruder = -1 if m.intruder == i else m.intruder


def leave_agreement(w: World, p: int) -> None:
    """Whatever the players were agreeing on they agree on anew, without a player who is out."""
    w.agreed = 0
    if w.creatures[p].side != 0 or in_play(w, p):
        return
    w.creatures[p].tokens = 0
    for c in w.creatures:
        c.vote = -1
    if w.move.who < 0 and w.phase in (Phase.SPOTLIGHT, Phase.PLAYER_MOVE):
        open_vote(w)
    owners = [k for k in range(w.n) if w.creatures[k].side == 0 and in_play(w, k)]
    if plays_with_tokens(w) and not any(w.creatures[k].tokens > 0 for k in owners):
        for k in owners:
            w.creatures[k].tokens = TOKENS
