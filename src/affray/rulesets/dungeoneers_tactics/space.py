"""Tiles, bodies, distance, direction, sight and threat."""

from affray.rules.ask import rule

from .gear import knows, threat_plus
from .kinds import Facing, Orientation
from .rulings import FacingOpposite
from .state import World

EAST_OF = (0, 1, 1, 1, 0, -1, -1, -1)
SOUTH_OF = (-1, -1, 0, 1, 1, 1, 0, -1)
TILES_ACROSS = (1, 1, 1, 2, 3, 2)
TILES_DOWN = (1, 1, 1, 1, 1, 2)
QUARTERS = (1, 2, 4, 4, 4, 4)
THREAT_RANGE = (1, 1, 1, 1, 2, 2)


@rule()
def alive(w: World, i: int) -> bool:
    return w.creatures[i].dead == 0


@rule()
def hostile(w: World, i: int, j: int) -> bool:
    return w.creatures[i].side != w.creatures[j].side


@rule("DT-157")
def over(w: World) -> bool:
    """Whether no two hostile creatures are both alive."""
    side = -1
    for i in range(w.n):
        if alive(w, i):
            if side >= 0 and side != w.creatures[i].side:
                return False
            side = w.creatures[i].side
    return True


@rule("DT-119")
def across(w: World, i: int) -> int:
    """How many tiles a body covers from west to east."""
    c = w.creatures[i]
    if c.orientation == Orientation.DOWN:
        return TILES_DOWN[c.size]
    return TILES_ACROSS[c.size]


@rule("DT-119")
def down(w: World, i: int) -> int:
    """How many tiles a body covers from north to south."""
    c = w.creatures[i]
    if c.orientation == Orientation.DOWN:
        return TILES_ACROSS[c.size]
    return TILES_DOWN[c.size]


@rule()
def is_wall(w: World, x: int, y: int) -> bool:
    """Walls, and everything off the map."""
    if x < 0 or y < 0 or x >= w.width or y >= w.height:
        return True
    return (w.walls[y] >> x) & 1 == 1


@rule("DT-119")
def covers(w: World, i: int, x: int, y: int) -> bool:
    c = w.creatures[i]
    return c.x <= x and x < c.x + across(w, i) and c.y <= y and y < c.y + down(w, i)


@rule("DT-120")
def quarters_taken(w: World, x: int, y: int, but: int) -> int:
    """How full a tile is, one creature left out of account."""
    taken = 0
    for k in range(w.n):
        if k != but and alive(w, k) and covers(w, k, x, y):
            taken += QUARTERS[w.creatures[k].size]
    return taken


@rule("DT-120")
def can_stand(w: World, i: int, x: int, y: int) -> bool:
    """Whether a body fits there."""
    own = QUARTERS[w.creatures[i].size]
    for ty in range(y, y + down(w, i)):
        for tx in range(x, x + across(w, i)):
            if is_wall(w, tx, ty) or quarters_taken(w, tx, ty, i) + own > 4:
                return False
    return True


@rule("DT-154")
def gap(a: int, a_size: int, b: int, b_size: int) -> int:
    """From one span to another: 0 where they share a line, else nearest to nearest."""
    if b >= a + a_size:
        return b - (a + a_size - 1)
    if a >= b + b_size:
        return b + b_size - 1 - a
    return 0


@rule("DT-154")
def east_of(w: World, i: int, j: int) -> int:
    return gap(w.creatures[i].x, across(w, i), w.creatures[j].x, across(w, j))


@rule("DT-154")
def south_of(w: World, i: int, j: int) -> int:
    return gap(w.creatures[i].y, down(w, i), w.creatures[j].y, down(w, j))


@rule("DT-116", "DT-154")
def distance(w: World, i: int, j: int) -> int:
    return max(abs(east_of(w, i, j)), abs(south_of(w, i, j)))


@rule("DT-154")
def octant(dx: int, dy: int) -> int:
    """The direction of an offset; -1 where there is none."""
    p = abs(dx)
    q = abs(dy)
    if p == 0 and q == 0:
        return -1
    both = (p + q) * (p + q)
    if both < 2 * p * p:
        return Facing.EAST if dx > 0 else Facing.WEST
    if both < 2 * q * q:
        return Facing.SOUTH if dy > 0 else Facing.NORTH
    if dx > 0:
        return Facing.SOUTH_EAST if dy > 0 else Facing.NORTH_EAST
    return Facing.SOUTH_WEST if dy > 0 else Facing.NORTH_WEST


@rule("DT-154")
def direction(w: World, i: int, j: int) -> int:
    return octant(east_of(w, i, j), south_of(w, i, j))


@rule("DT-112", "DT-154")
def behind(w: World, attacker: int, defender: int) -> bool:
    """Whether the attacker stands opposite to where the defender faces (DT-R40)."""
    d = w.creatures[defender]
    toward = direction(w, defender, attacker)
    if toward < 0:
        return False
    if w.rulings.facing_opposite == FacingOpposite.HALF_PLANE:
        dx = east_of(w, defender, attacker)
        dy = south_of(w, defender, attacker)
        return dx * EAST_OF[d.facing] + dy * SOUTH_OF[d.facing] < 0
    turned = (toward - d.facing) % 8
    if w.rulings.facing_opposite == FacingOpposite.REAR_ARC:
        return turned >= 3 and turned <= 5
    return turned == 4


@rule()
def crosses(ax: int, ay: int, bx: int, by: int, x: int, y: int) -> bool:
    """Whether the line between two tile centres enters the inside of a tile (half tiles)."""
    if max(ax, bx) <= x - 1 or min(ax, bx) >= x + 1 or max(ay, by) <= y - 1 or min(ay, by) >= y + 1:
        return False
    left = 0
    right = 0
    for k in range(4):
        cx = x - 1 if k % 2 == 0 else x + 1
        cy = y - 1 if k < 2 else y + 1
        side = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        if side > 0:
            left += 1
        if side < 0:
            right += 1
    return left > 0 and right > 0


@rule()
def clear_line(w: World, ax: int, ay: int, bx: int, by: int) -> bool:
    """Whether no wall tile lies across the line (DT-R50)."""
    for y in range(min(ay, by), max(ay, by) + 1):
        for x in range(min(ax, bx), max(ax, bx) + 1):
            if is_wall(w, x, y) and crosses(2 * ax, 2 * ay, 2 * bx, 2 * by, 2 * x, 2 * y):
                return False
    return True


@rule()
def sees(w: World, i: int, j: int) -> bool:
    """Whether one clear line joins the nearest tiles of two bodies."""
    a = w.creatures[i]
    b = w.creatures[j]
    near = distance(w, i, j)
    for ay in range(a.y, a.y + down(w, i)):
        for ax in range(a.x, a.x + across(w, i)):
            for by in range(b.y, b.y + down(w, j)):
                for bx in range(b.x, b.x + across(w, j)):
                    apart = max(abs(ax - bx), abs(ay - by))
                    if apart == near and clear_line(w, ax, ay, bx, by):
                        return True
    return False


@rule("DT-116", "DT-132")
def threat_range(w: World, i: int) -> int:
    c = w.creatures[i]
    longest = 0
    for k in range(8):
        g = c.equipped[k]
        if g >= 0 and knows(w, i, g):
            longest = max(longest, threat_plus(w, g))
    return THREAT_RANGE[c.size] + longest


@rule("DT-116", "DT-117")
def reaches(w: World, i: int, j: int) -> bool:
    """Whether j is inside i's threat range."""
    far = distance(w, i, j)
    if far > threat_range(w, i):
        return False
    return far <= 1 or sees(w, i, j)


@rule("DT-117")
def threateners(w: World, i: int) -> int:
    """The hostile creatures whose threat range holds i."""
    mask = 0
    for j in range(w.n):
        if j != i and alive(w, j) and hostile(w, i, j) and reaches(w, j, i):
            mask |= 1 << j
    return mask


@rule("DT-1")
def wound_capacity(w: World, i: int) -> int:
    return w.creatures[i].size
