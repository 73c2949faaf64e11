"""Tiles, bodies, distance, direction, sight and threat."""

from affray.rules.among import those
from affray.rules.ask import rule
from affray.rules.grid import EAST_OF, SOUTH_OF, clear_line, gap, on_map, tiles_apart, way_of
from affray.rules.masks import contains, members

from .gear import knows
from .kinds import Orientation, Size
from .rulings import FacingOpposite, TargetHostility
from .state import World

TILES_ACROSS = (1, 1, 1, 2, 3, 2)
TILES_DOWN = (1, 1, 1, 1, 1, 2)
QUARTERS = (1, 2, 4, 4, 4, 4)
THREAT_RANGE = (1, 1, 1, 1, 2, 2)


@rule()
def alive(w: World, i: int) -> bool:
    return w.creatures[i].dead == 0


@rule()
def living(w: World) -> int:
    return those(i for i in range(w.n) if alive(w, i))


@rule()
def hostile(w: World, i: int, j: int) -> bool:
    return w.creatures[i].side != w.creatures[j].side


@rule()
def foes(w: World, i: int) -> int:
    """The hostile creatures that are alive."""
    return those(j for j in range(w.n) if hostile(w, i, j) and alive(w, j))


@rule("DT-46", "DT-54", "DT-60")
def aimable(w: World, i: int) -> int:
    """Whom an attack, a grapple or a push may be meant for (DT-R32)."""
    if w.rulings.target_hostility == TargetHostility.ANYONE:
        return living(w) & ~(1 << i)
    return foes(w, i)


@rule("DT-29", "DT-146")
def acting(w: World) -> int:
    """Who acts now: the owner of the turn, or one whose readied action has come."""
    return w.reacting if w.reacting >= 0 else w.order[w.turn]


@rule("DT-29")
def in_own_turn(w: World, i: int) -> bool:
    return w.reacting < 0 and w.order[w.turn] == i


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
    return not on_map(w.width, w.height, x, y) or contains(w.walls[y], x)


@rule("DT-119")
def covers(w: World, i: int, x: int, y: int) -> bool:
    c = w.creatures[i]
    return c.x <= x and c.y <= y and x < c.x + across(w, i) and y < c.y + down(w, i)


@rule("DT-120")
def quarters_taken(w: World, x: int, y: int, crowd: int) -> int:
    """How full these creatures make a tile."""
    return sum(QUARTERS[w.creatures[k].size] for k in members(crowd) if covers(w, k, x, y))


@rule("DT-120")
def can_stand(w: World, i: int, x: int, y: int, crowd: int) -> bool:
    """Whether a body fits there, beside those others who could be there."""
    own = QUARTERS[w.creatures[i].size]
    others = crowd & ~(1 << i)
    return not any(
        any(
            is_wall(w, tx, ty) or quarters_taken(w, tx, ty, others) + own > 4
            for tx in range(x, x + across(w, i))
        )
        for ty in range(y, y + down(w, i))
    )


@rule("DT-154")
def east_of(w: World, i: int, j: int) -> int:
    return gap(w.creatures[i].x, across(w, i), w.creatures[j].x, across(w, j))


@rule("DT-154")
def south_of(w: World, i: int, j: int) -> int:
    return gap(w.creatures[i].y, down(w, i), w.creatures[j].y, down(w, j))


@rule("DT-116", "DT-154")
def distance(w: World, i: int, j: int) -> int:
    a = w.creatures[i]
    b = w.creatures[j]
    if max(a.size, b.size) < Size.LARGE:
        return tiles_apart(a.x, a.y, b.x, b.y)
    return bodies_apart(w, i, j)


@rule("DT-116", "DT-119", "DT-154")
def bodies_apart(w: World, i: int, j: int) -> int:
    """From the nearest tile of one body to the nearest of another."""
    return max(abs(east_of(w, i, j)), abs(south_of(w, i, j)))


@rule("DT-154")
def octant(dx: int, dy: int) -> int:
    """The direction of an offset; -1 where there is none."""
    both = (abs(dx) + abs(dy)) * (abs(dx) + abs(dy))
    if both < 2 * dx * dx:
        return way_of(dx, 0)
    if both < 2 * dy * dy:
        return way_of(0, dy)
    return way_of(dx, dy)


@rule("DT-154")
def direction(w: World, i: int, j: int) -> int:
    return octant(east_of(w, i, j), south_of(w, i, j))


@rule("DT-112", "DT-154")
def behind(w: World, attacker: int, defender: int) -> bool:
    """Whether the attacker stands opposite to where the defender faces (DT-R40)."""
    return behind_facing(w, attacker, defender, w.creatures[defender].facing)


@rule("DT-112", "DT-154")
def behind_facing(w: World, attacker: int, defender: int, facing: int) -> bool:
    """The same, were that where the defender faced."""
    toward = direction(w, defender, attacker)
    if toward < 0:
        return False
    if w.rulings.facing_opposite == FacingOpposite.HALF_PLANE:
        dx = east_of(w, defender, attacker)
        dy = south_of(w, defender, attacker)
        return dx * EAST_OF[facing] + dy * SOUTH_OF[facing] < 0
    turned = (toward - facing) % 8
    if w.rulings.facing_opposite == FacingOpposite.REAR_ARC:
        return turned >= 3 and turned <= 5
    return turned == 4


@rule()
def sees(w: World, i: int, j: int) -> bool:
    """Whether one line that no wall lies across joins nearest tiles of two bodies (DT-R50)."""
    a = w.creatures[i]
    b = w.creatures[j]
    near = distance(w, i, j)
    for ay in range(a.y, a.y + down(w, i)):
        for ax in range(a.x, a.x + across(w, i)):
            for by in range(b.y, b.y + down(w, j)):
                for bx in range(b.x, b.x + across(w, j)):
                    nearest = tiles_apart(ax, ay, bx, by) == near
                    if nearest and clear_line(w.walls, ax, ay, bx, by):
                        return True
    return False


@rule("DT-116", "DT-132")
def threat_range(w: World, i: int) -> int:
    c = w.creatures[i]
    longer = max(
        (
            w.gear[g].threat_plus
            for g in c.equipped
            if g >= 0 and w.gear[g].threat_plus > 0 and knows(w, i, g)
        ),
        default=0,
    )
    return THREAT_RANGE[c.size] + longer


@rule("DT-116", "DT-117")
def is_within(w: World, i: int, j: int, longest: int) -> bool:
    """Whether j is inside a threat range of i's that is so long."""
    far = distance(w, i, j)
    return far <= longest and (far <= 1 or sees(w, i, j))


@rule("DT-116", "DT-117")
def reaches(w: World, i: int, j: int) -> bool:
    """Whether j is inside i's threat range."""
    return is_within(w, i, j, threat_range(w, i))


@rule("DT-1")
def wound_capacity(w: World, i: int) -> int:
    return w.creatures[i].size
