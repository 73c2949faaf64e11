"""Tiles: bodies, floors and drops, distance, sight, threat, support."""

from affray.rules.among import those
from affray.rules.ask import Ask, note, rule
from affray.rules.grid import (
    LARGEST_MAP,
    clear_line,
    crossed,
    moved,
    on_map,
    row_of,
    tiles_apart,
)
from affray.rules.masks import contains

from .events import Event
from .kinds import Size
from .rulings import LineOfSight
from .sheet import alive, hostile, in_threat_range
from .state import BLOCKS, World

TILES = (1, 1, 1, 2, 3, 4, 5)
MOST_TILES = 5
FOOT_EAST = (
    *(0, 0, 0, 0, 0),
    *(0, 0, 0, 0, 0),
    *(0, 0, 0, 0, 0),
    *(0, 1, 0, 0, 0),
    *(0, 1, 0, 0, 0),
    *(0, 1, 0, 1, 0),
    *(1, 0, 1, 2, 1),
)
FOOT_SOUTH = (
    *(0, 0, 0, 0, 0),
    *(0, 0, 0, 0, 0),
    *(0, 0, 0, 0, 0),
    *(0, 0, 0, 0, 0),
    *(0, 0, 1, 0, 0),
    *(0, 0, 1, 1, 0),
    *(0, 1, 1, 1, 2),
)
QUARTERS = (1, 2, 4, 4, 4, 4, 4)
FULL = 4
VERY_HIGH = 99


@rule("DS-37")
def tiles(w: World, i: int) -> int:
    """How many tiles a body covers."""
    return TILES[w.creatures[i].size]


@rule("DS-37")
def east(w: World, i: int, k: int) -> int:
    return FOOT_EAST[MOST_TILES * w.creatures[i].size + k]


@rule("DS-37")
def south(w: World, i: int, k: int) -> int:
    return FOOT_SOUTH[MOST_TILES * w.creatures[i].size + k]


@rule("DS-142", "DS-144", "DS-145")
def solid(w: World, x: int, y: int) -> bool:
    """Walls, shut doors, obstacles, and everything off the map."""
    return not on_map(w.width, w.height, x, y) or contains(solid_row(w, y), x)


@rule("DS-142", "DS-145")
def solid_row(w: World, y: int) -> int:
    """The walls, shut doors and obstacles of one row."""
    return w.walls[y] | w.doors[y] | those(b.x for b in w.blocks if b.until > 0 and b.y == y)


@rule("DS-142", "DS-145")
def find_floor(w: World, rows: list[int], low: int, high: int) -> None:
    """Into some rows: the tiles that are not solid and have their floor between two heights."""
    for y in range(w.height):
        row = 0
        for storey in w.storeys:
            if low <= storey.z <= high:
                row |= storey.rows[y]
        rows[y] = row & ~(w.walls[y] | w.doors[y])
    for k in range(BLOCKS):
        b = w.blocks[k]
        if b.until > 0:
            rows[b.y] &= ~(1 << b.x)


@rule()
def close_rows(w: World) -> None:
    """Nothing is left of what was only being worked out."""
    for y in range(w.height):
        w.reached[y] = 0
        w.going[y] = 0
        w.open[y] = 0
        w.room[y] = 0


@rule("DS-142")
def floor_at(w: World, x: int, y: int) -> int:
    if not on_map(w.width, w.height, x, y):
        return VERY_HIGH
    return w.floors[y * LARGEST_MAP + x]


@rule("DS-36", "DS-37")
def covers(w: World, i: int, x: int, y: int) -> bool:
    c = w.creatures[i]
    return any(c.x + east(w, i, k) == x and c.y + south(w, i, k) == y for k in range(tiles(w, i)))


@rule("DS-38", "DS-39")
def quarters_taken(w: World, x: int, y: int, z: int, ignored: int) -> int:
    """How full a tile is at that height; the dead take no room (DS-R51)."""
    return sum(
        QUARTERS[w.creatures[k].size]
        for k in range(w.n)
        if (alive(w, k) and not contains(ignored, k) and w.creatures[k].z == z)
        and covers(w, k, x, y)
    )


@rule("DS-39")
def friends(w: World, i: int) -> int:
    """Who lets i pass: everybody of its side (DS-R83)."""
    return those(k for k in range(w.n) if not hostile(w, i, k))


@rule("DS-38")
def everybody(w: World) -> int:
    return (1 << w.n) - 1


@rule("DS-38", "DS-39", "DS-142")
def fits(w: World, i: int, x: int, y: int, z: int, ignored: int) -> bool:
    """Whether i's body has room there, those in the mask left out of account."""
    own = QUARTERS[w.creatures[i].size]
    for k in range(tiles(w, i)):
        tx = x + east(w, i, k)
        ty = y + south(w, i, k)
        if solid(w, tx, ty) or floor_at(w, tx, ty) > z:
            return False
        if quarters_taken(w, tx, ty, z, ignored | 1 << i) + own > FULL:
            return False
    return True


@rule("DS-38", "DS-39", "DS-142")
def find_room(w: World, i: int, z: int, ignored: int) -> None:
    """Into `room`: the tiles that can take a part of i's body at that height."""
    own = QUARTERS[w.creatures[i].size]
    find_floor(w, w.room, w.lowest, z)
    for j in range(w.n):
        d = w.creatures[j]
        if not alive(w, j) or contains(ignored | 1 << i, j) or d.z != z:
            continue
        for k in range(tiles(w, j)):
            x = d.x + east(w, j, k)
            y = d.y + south(w, j, k)
            alone = QUARTERS[d.size] + own > FULL
            if alone or quarters_taken(w, x, y, z, ignored | 1 << i) + own > FULL:
                w.room[y] &= ~(1 << x)


@rule("DS-140")
def has_floor(w: World, i: int, x: int, y: int, z: int) -> bool:
    """Whether at least one tile of the body would rest on floor (DS-R93)."""
    return any(floor_at(w, x + east(w, i, k), y + south(w, i, k)) == z for k in range(tiles(w, i)))


@rule("DS-140")
def floor_row(w: World, i: int, z: int, y: int) -> int:
    """The tiles of a row in which i's body would rest on floor."""
    row = 0
    for storey in w.storeys:
        if storey.z == z:
            for k in range(tiles(w, i)):
                below = row_of(storey.rows, w.height, y + south(w, i, k))
                row |= moved(below, -east(w, i, k))
    return row


@rule("DS-37", "DS-140")
def resting_height(w: World, i: int, x: int, y: int) -> int:
    """The highest floor under i's body there."""
    lowest = w.lowest
    floors = max(
        (floor_at(w, x + east(w, i, k), y + south(w, i, k)) for k in range(tiles(w, i))),
        default=lowest,
    )
    return max(lowest, floors)


@rule("DS-91", "DS-92")
def floor_below(w: World, i: int) -> int:
    """The height at which i would come to rest."""
    return resting_height(w, i, w.creatures[i].x, w.creatures[i].y)


@rule("DS-140")
def supported(w: World, i: int) -> bool:
    """By floor, its own wings, its hands, or a grappler in the air."""
    c = w.creatures[i]
    if c.hanging or c.airborne or has_floor(w, i, c.x, c.y, c.z):
        return True
    return any(w.creatures[k].airborne and contains(w.creatures[k].grapples, i) for k in range(w.n))


@rule("DS-36")
def distance_to(w: World, i: int, x: int, y: int, z: int) -> int:
    """From the nearest tile of i's body to a tile: the largest difference (DS-R80)."""
    c = w.creatures[i]
    apart = min(
        (tiles_apart(c.x + east(w, i, k), c.y + south(w, i, k), x, y) for k in range(tiles(w, i))),
        default=VERY_HIGH,
    )
    return max(apart, abs(c.z - z))


@rule("DS-36")
def distance(w: World, i: int, j: int) -> int:
    """From nearest tile to nearest tile."""
    c = w.creatures[i]
    d = w.creatures[j]
    if max(c.size, d.size) < Size.LARGE:
        return max(tiles_apart(c.x, c.y, d.x, d.y), abs(c.z - d.z))
    return bodies_apart(w, i, j, d.x, d.y)


@rule("DS-36", "DS-37")
def bodies_apart(w: World, i: int, j: int, x: int, y: int) -> int:
    """From i to the body of j, were it at these tiles."""
    z = w.creatures[j].z
    return min(
        (distance_to(w, i, x + east(w, j, k), y + south(w, j, k), z) for k in range(tiles(w, j))),
        default=VERY_HIGH,
    )


@rule("DS-145")
def clear_way(w: World, ax: int, ay: int, bx: int, by: int) -> bool:
    """No wall, shut door or obstacle lies across the line between two tiles."""
    if any(b.until > 0 and contains(crossed(ax, ay, bx, by, b.y), b.x) for b in w.blocks):
        return False
    return clear_line(w.walls, ax, ay, bx, by) and clear_line(w.doors, ax, ay, bx, by)


@rule("DS-145")
def sees_tile(w: World, i: int, x: int, y: int) -> bool:
    """One free line from any tile of the body is enough (DS-R79)."""
    if w.rulings.line_of_sight == LineOfSight.NONE:
        return True
    c = w.creatures[i]
    return any(
        clear_way(w, c.x + east(w, i, k), c.y + south(w, i, k), x, y) for k in range(tiles(w, i))
    )


@rule("DS-145")
def sees(w: World, i: int, j: int) -> bool:
    d = w.creatures[j]
    return any(
        sees_tile(w, i, d.x + east(w, j, k), d.y + south(w, j, k)) for k in range(tiles(w, j))
    )


@rule("DS-41", "DS-42")
def threatens(w: World, i: int, j: int) -> bool:
    """A hostile creature within the threat range; nothing more comes of it."""
    return hostile(w, i, j) and alive(w, j) and in_threat_range(w, i, distance(w, i, j))


@rule("DS-42")
def threateners(w: World, i: int) -> int:
    return those(k for k in range(w.n) if alive(w, k) and threatens(w, k, i))


@rule("DS-110", "DS-111", "DS-115")
def break_holds(ask: Ask, w: World) -> None:
    """A hold ends with a death, and where the held one is out of threat range (DS-R54)."""
    for i in range(w.n):
        c = w.creatures[i]
        for j in range(w.n if c.grapples else 0):
            if contains(c.grapples, j):
                gone = not alive(w, i) or not alive(w, j)
                if gone:
                    note(ask, Event.FREED_BY_DEATH, j, i)
                elif not in_threat_range(w, i, distance(w, i, j)):
                    note(ask, Event.FREED_BY_DISTANCE, j, i)
                    gone = True
                if gone:
                    c.grapples &= ~(1 << j)
