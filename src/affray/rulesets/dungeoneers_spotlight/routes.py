"""How the computer gets to whom it wants: on foot, through the air, up and down the walls."""

from affray.rules.among import first, least, those
from affray.rules.ask import rule
from affray.rules.grid import (
    EAST_OF,
    LARGEST_MAP,
    SOUTH_OF,
    WAYS,
    around,
    columns,
    forget,
    nearest,
    on_map,
    spread,
    tiles_apart,
)
from affray.rules.masks import contains, members

from .climbing import can_climb, climb_tiles
from .kinds import Speed
from .sheet import alive, hostile, speed
from .space import close_rows, distance, find_floor, solid_row
from .state import Storey, World

NOWHERE = 999


@rule()
def begin_at(w: World, rows: list[int], i: int) -> None:
    """i's tile and no other."""
    forget(rows, w.height)
    rows[w.creatures[i].y] = 1 << w.creatures[i].x


@rule()
def comes_to(w: World, i: int, j: int, steps: int) -> bool:
    """Whether i is where j is, or one more step from `going`, so many steps wide, leads there."""
    c = w.creatures[i]
    t = w.creatures[j]
    far = tiles_apart(c.x, c.y, t.x, t.y)
    if far > steps + 1:
        return False
    return far == 0 or contains(around(w.going, w.height, t.y), t.x)


@rule()
def soonest(w: World, i: int, foes: int) -> int:
    """Of some enemies the one fewest steps off on foot, creatures left out of account, or -1."""
    c = w.creatures[i]
    find_floor(w, w.open, c.z, c.z)
    begin_at(w, w.going, i)
    w.going[c.y] &= w.open[c.y]
    steps = 0
    found = first(j for j in members(foes) if comes_to(w, i, j, steps))
    while found < 0:
        steps += 1
        if not spread(w.going, w.open, max(0, c.y - steps), min(w.height, c.y + steps + 1)):
            break
        found = first(j for j in members(foes) if comes_to(w, i, j, steps))
    forget(w.open, w.height)
    forget(w.going, w.height)
    return found


@rule()
def walks_to(w: World, i: int, j: int) -> bool:
    """Whether i comes next to j on foot."""
    return soonest(w, i, 1 << j) == j


@rule()
def is_level(w: World, i: int, j: int) -> bool:
    """Not so high above or below that one would have to climb."""
    return abs(w.creatures[j].z - w.creatures[i].z) <= 1


@rule()
def walk_leads(w: World, i: int, j: int) -> bool:
    """Whether i comes next to j without climbing."""
    return is_level(w, i, j) and walks_to(w, i, j)


@rule()
def nearest_foe(w: World, i: int) -> int:
    """The enemy that is nearest as the crow flies, or -1."""
    return least((distance(w, i, j), j) for j in range(w.n) if alive(w, j) and hostile(w, i, j))


@rule()
def foe_on_foot(w: World, i: int) -> int:
    """The enemy that i comes to soonest without climbing, or -1; who flies does not walk."""
    if speed(w, i, Speed.FLY) > 0:
        return -1
    foes = those(j for j in range(w.n) if alive(w, j) and hostile(w, i, j) and is_level(w, i, j))
    return soonest(w, i, foes)


@rule()
def prey(w: World, i: int) -> int:
    """The enemy that is soonest reached; as the crow flies where no way leads."""
    j = foe_on_foot(w, i)
    return j if j >= 0 else nearest_foe(w, i)


@rule()
def beside_storey(w: World, storey: Storey, y: int) -> int:
    """In a row: beside a tile of `reached` on that level, or of `going` on another."""
    near = 0
    for k in range(max(0, y - 1), min(w.height, y + 2)):
        near |= w.reached[k] & storey.rows[k] | w.going[k] & ~storey.rows[k]
    return near | near << 1 | near >> 1


@rule()
def widen(w: World) -> bool:
    """Once over the map: into `reached` goes whatever joins it; whether anything did."""
    grown = False
    for storey in w.storeys:
        for y in range(w.height):
            free = storey.rows[y] & ~solid_row(w, y) & ~w.reached[y]
            new = beside_storey(w, storey, y) & free if free else 0
            if new:
                w.reached[y] |= new
                grown = True
    return grown


@rule()
def climbs_to(w: World, i: int, j: int) -> int:
    """How often i climbs on its way to j; `going` keeps the tiles from which it is less often."""
    c = w.creatures[i]
    forget(w.going, w.height)
    begin_at(w, w.reached, j)
    n = 0
    grown = True
    while grown:
        more = True
        while more:
            more = widen(w)
        if contains(w.reached[c.y], c.x):
            return n
        grown = False
        for y in range(w.height):
            grown = grown or w.going[y] != w.reached[y]
            w.going[y] = w.reached[y]
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
def seeks_wall(w: World, i: int, j: int) -> bool:
    """The way to the prey is a climb, and where it begins is some steps off."""
    c = w.creatures[i]
    seeks = speed(w, i, Speed.GROUND) > 0 and must_climb(w, i, j)
    seeks = seeks and not contains(around(w.going, w.height, c.y), c.x)
    close_rows(w)
    return seeks


@rule()
def approached(w: World, i: int) -> int:
    """The prey travelling brings i nearer to, or to the wall in between; -1 where it does not."""
    flies = speed(w, i, Speed.FLY) > 0
    walked = foe_on_foot(w, i)
    j = walked if walked >= 0 else nearest_foe(w, i)
    if j < 0 or distance(w, i, j) <= 1:
        return -1
    if flies or speed(w, i, Speed.GROUND) == 0:
        return j if flies else -1
    above = distance(w, i, j) == abs(w.creatures[j].z - w.creatures[i].z)
    walks = walked >= 0 or (not is_level(w, i, j) and walks_to(w, i, j))
    return j if (walks and not above) or seeks_wall(w, i, j) else -1


@rule()
def tile_beyond(w: World, i: int, j: int) -> int:
    """Of the tiles of `going` that i can climb to, the one nearest to j; -1 where none is."""
    c = w.creatures[i]
    t = w.creatures[j]
    best = -1
    fewest = NOWHERE
    for way in range(WAYS):
        x = c.x + EAST_OF[way]
        y = c.y + SOUTH_OF[way]
        beyond = on_map(w.width, w.height, x, y) and contains(w.going[y], x)
        if beyond and tiles_apart(x, y, t.x, t.y) < fewest and can_climb(w, i, x, y):
            fewest = tiles_apart(x, y, t.x, t.y)
            best = LARGEST_MAP * x + y
    return best


@rule()
def tile_climbed_to(w: World, i: int, j: int) -> int:
    """Over the wall that parts i from its prey; who hangs elsewhere climbs down first."""
    c = w.creatures[i]
    if j < 0:
        return -1
    best = tile_beyond(w, i, j) if must_climb(w, i, j) else -1
    close_rows(w)
    if best < 0 and c.hanging and climb_tiles(w, i) > 0 and can_climb(w, i, c.x, c.y):
        best = LARGEST_MAP * c.x + c.y
    return best


@rule()
def wants_climb(w: World, i: int, j: int) -> bool:
    """No walk leads to the prey, and here is a wall that does."""
    return j >= 0 and distance(w, i, j) > 1 and tile_climbed_to(w, i, j) >= 0


@rule()
def tile_nearest(w: World, j: int) -> int:
    """Of the tiles in `ends`, the one fewest steps from `going`, as column and row in one."""
    t = w.creatures[j]
    forget(w.reached, w.height)
    grown = True
    while grown and columns(w.reached, w.height) == 0:
        grown = spread(w.going, w.open, 0, w.height)
        for y in range(w.height):
            w.reached[y] = w.going[y] & w.open[y] & w.ends[y]
    found = nearest(w.reached, w.height, t.x, t.y, 0)
    close_rows(w)
    return found


@rule()
def tile_toward(w: World, i: int, j: int) -> int:
    """Of the tiles in `ends`, the one nearest to j on foot."""
    c = w.creatures[i]
    find_floor(w, w.open, c.z, c.z)
    begin_at(w, w.going, j)
    return tile_nearest(w, j)


@rule()
def tile_at_wall(w: World, i: int, j: int) -> int:
    """Of the tiles in `ends`, the one nearest to where the climb to j begins."""
    climbs_to(w, i, j)
    c = w.creatures[i]
    find_floor(w, w.open, c.z, c.z)
    return tile_nearest(w, j)


@rule()
def tile_flown_to(w: World, j: int) -> int:
    """Of the tiles in `ends`, the one nearest to j through the air."""
    return nearest(w.ends, w.height, w.creatures[j].x, w.creatures[j].y, 0)
