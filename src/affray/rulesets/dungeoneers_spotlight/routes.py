"""How the computer gets to whom it wants: on foot, through the air, up and down the walls."""

from affray.rules.ask import rule
from affray.rules.masks import contains

from .climbing import can_climb, climb_tiles
from .kinds import Speed
from .sheet import alive, hostile, speed
from .space import EAST_OF, SOUTH_OF, distance, floor_at, on_map, solid, solid_row
from .state import LARGEST_MAP, World

NOWHERE = 999


@rule()
def open_rows(w: World, z: int) -> None:
    """Into `spreading`: the tiles one can walk on at that height."""
    for y in range(w.height):
        level = 0
        for x in range(w.width):
            if floor_at(w, x, y) == z:
                level |= 1 << x
        w.spreading[y] = level & ~solid_row(w, y)


@rule()
def close_rows(w: World) -> None:
    for y in range(LARGEST_MAP):
        w.spreading[y] = 0
        w.going[y] = 0


@rule()
def flood(w: World) -> bool:
    """One step outward from `going`; whether anything was new."""
    grown = False
    above = 0
    for y in range(w.height):
        here = w.going[y]
        below = w.going[y + 1] if y + 1 < w.height else 0
        wide = above | here | below
        wide = (wide | wide << 1 | wide >> 1) & w.spreading[y]
        above = here
        if wide & ~here:
            w.going[y] = here | wide
            grown = True
    return grown


@rule()
def steps_to(w: World, i: int, j: int) -> int:
    """Steps on foot from i to j, creatures left out of account."""
    c = w.creatures[i]
    t = w.creatures[j]
    close_rows(w)
    open_rows(w, c.z)
    w.going[t.y] = 1 << t.x
    n = 0
    found = NOWHERE
    grown = True
    while grown and found == NOWHERE:
        grown = flood(w)
        n += 1
        if (w.going[c.y] >> c.x) & 1:
            found = n
    close_rows(w)
    return found


@rule()
def walk_leads(w: World, i: int, j: int) -> bool:
    """Whether i comes next to j without climbing."""
    return abs(w.creatures[j].z - w.creatures[i].z) <= 1 and steps_to(w, i, j) < NOWHERE


@rule()
def prey(w: World, i: int) -> int:
    """The enemy that is soonest reached; as the crow flies where no way leads."""
    best = -1
    least = 10 * NOWHERE
    flies = speed(w, i, Speed.FLY) > 0
    for j in range(w.n):
        if alive(w, j) and hostile(w, i, j):
            far = distance(w, i, j)
            if not flies:
                far = steps_to(w, i, j) if walk_leads(w, i, j) else NOWHERE + far
            if far < least:
                least = far
                best = j
    return best


@rule()
def joins(w: World, x: int, y: int) -> bool:
    """A tile beside one of `spreading` at its own height, or beside one of `going` at another."""
    for way in range(8):
        nx = x + EAST_OF[way]
        ny = y + SOUTH_OF[way]
        if on_map(w, nx, ny):
            level = floor_at(w, nx, ny) == floor_at(w, x, y)
            if contains(w.spreading[ny] if level else w.going[ny], nx):
                return True
    return False


@rule()
def widen(w: World) -> bool:
    """Once over the map: into `spreading` goes whatever joins it; whether anything did."""
    grown = False
    above = 0
    for y in range(w.height):
        below = w.spreading[y + 1] | w.going[y + 1] if y + 1 < w.height else 0
        near = above | w.spreading[y] | w.going[y] | below
        near = (near | near << 1 | near >> 1) & ~w.spreading[y]
        for x in range(w.width):
            if contains(near, x) and not solid(w, x, y) and joins(w, x, y):
                w.spreading[y] |= 1 << x
                grown = True
        above = w.spreading[y] | w.going[y]
    return grown


@rule()
def climbs_to(w: World, i: int, j: int) -> int:
    """How often i climbs on its way to j; `going` keeps the tiles from which it is less often."""
    c = w.creatures[i]
    close_rows(w)
    w.spreading[w.creatures[j].y] = 1 << w.creatures[j].x
    n = 0
    grown = True
    while grown:
        more = True
        while more:
            more = widen(w)
        if contains(w.spreading[c.y], c.x):
            return n
        grown = False
        for y in range(w.height):
            grown = grown or w.going[y] != w.spreading[y]
            w.going[y] = w.spreading[y]
        n += 1
    return NOWHERE


@rule()
def must_climb(w: World, i: int, j: int) -> bool:
    """No walk leads to j, but walls do; `going` then has the tiles beyond the first of them."""
    if climb_tiles(w, i) == 0 or speed(w, i, Speed.FLY) > 0 or walk_leads(w, i, j):
        return False
    n = climbs_to(w, i, j)
    return n > 0 and n < NOWHERE


@rule()
def is_at_wall(w: World, x: int, y: int) -> bool:
    """Beside a tile of `going`, which lies higher or lower."""
    for way in range(8):
        nx = x + EAST_OF[way]
        ny = y + SOUTH_OF[way]
        if on_map(w, nx, ny) and contains(w.going[ny], nx):
            return True
    return False


@rule()
def seeks_wall(w: World, i: int) -> bool:
    """The way to the prey is a climb, and where it begins is some steps off."""
    c = w.creatures[i]
    j = prey(w, i)
    if j < 0 or speed(w, i, Speed.GROUND) == 0:
        return False
    seeks = must_climb(w, i, j) and not is_at_wall(w, c.x, c.y)
    close_rows(w)
    return seeks


@rule()
def can_approach(w: World, i: int) -> bool:
    """Whether travelling brings i nearer to anybody, or to the wall in between."""
    j = prey(w, i)
    if j < 0 or distance(w, i, j) <= 1:
        return False
    if speed(w, i, Speed.FLY) > 0 or seeks_wall(w, i):
        return True
    if distance(w, i, j) == abs(w.creatures[j].z - w.creatures[i].z):
        return False
    return speed(w, i, Speed.GROUND) > 0 and steps_to(w, i, j) < NOWHERE


@rule()
def tile_beyond(w: World, i: int, j: int) -> int:
    """Of the tiles of `going` that i can climb to, the one nearest to j; -1 where none is."""
    c = w.creatures[i]
    best = -1
    least = NOWHERE
    for way in range(8):
        x = c.x + EAST_OF[way]
        y = c.y + SOUTH_OF[way]
        if on_map(w, x, y) and contains(w.going[y], x) and can_climb(w, i, x, y):
            far = max(abs(x - w.creatures[j].x), abs(y - w.creatures[j].y))
            if far < least:
                least = far
                best = LARGEST_MAP * x + y
    return best


@rule()
def tile_climbed_to(w: World, i: int) -> int:
    """Over the wall that parts i from its prey; who hangs elsewhere climbs down first."""
    c = w.creatures[i]
    j = prey(w, i)
    if j < 0:
        return -1
    best = tile_beyond(w, i, j) if must_climb(w, i, j) else -1
    close_rows(w)
    if best < 0 and c.hanging and climb_tiles(w, i) > 0 and can_climb(w, i, c.x, c.y):
        best = LARGEST_MAP * c.x + c.y
    return best


@rule()
def wants_climb(w: World, i: int) -> bool:
    """No walk leads to the prey, and here is a wall that does."""
    j = prey(w, i)
    return j >= 0 and distance(w, i, j) > 1 and tile_climbed_to(w, i) >= 0


@rule()
def nearest_of(w: World, j: int) -> int:
    """Of the tiles in `ends` that `going` has come to, the one nearest to j; -1 where none is."""
    t = w.creatures[j]
    best = -1
    least = NOWHERE
    for y in range(w.height):
        for x in range(w.width):
            far = max(abs(x - t.x), abs(y - t.y))
            if far < least and contains(w.going[y] & w.ends[y] & w.spreading[y], x):
                least = far
                best = LARGEST_MAP * x + y
    return best


@rule()
def tile_nearest(w: World, j: int) -> int:
    """Of the tiles in `ends`, the one fewest steps from `going`, as column and row in one."""
    found = -1
    grown = True
    while grown and found < 0:
        grown = flood(w)
        found = nearest_of(w, j)
    close_rows(w)
    return found


@rule()
def tile_toward(w: World, i: int, j: int) -> int:
    """Of the tiles in `ends`, the one nearest to j on foot."""
    close_rows(w)
    open_rows(w, w.creatures[i].z)
    w.going[w.creatures[j].y] = 1 << w.creatures[j].x
    return tile_nearest(w, j)


@rule()
def tile_at_wall(w: World, i: int, j: int) -> int:
    """Of the tiles in `ends`, the one nearest to where the climb to j begins."""
    climbs_to(w, i, j)
    open_rows(w, w.creatures[i].z)
    return tile_nearest(w, j)


@rule()
def tile_flown_to(w: World, j: int) -> int:
    """Of the tiles in `ends`, the one nearest to j through the air."""
    t = w.creatures[j]
    best = -1
    least = NOWHERE
    for y in range(w.height):
        for x in range(w.width):
            far = max(abs(x - t.x), abs(y - t.y))
            if (w.ends[y] >> x) & 1 and far < least:
                least = far
                best = LARGEST_MAP * x + y
    return best
