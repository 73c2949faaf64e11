"""What the map means to a creature: asked of the rules, tile by tile. Never compiled."""

from affray.book.sight import Area, Sight, tiles_where
from affray.book.words import Names
from affray.rules.masks import members
from affray.rules.world import clone

from .attack import can_strike_with
from .gear import used_as, weapons
from .space import across, down, foes, is_wall, is_within, sees, threat_range
from .state import World

ONE_TILE = 0


def sight(w: World, i: int, names: Names) -> Sight:
    """Where foes threaten it, how far its own threat goes and its shots, and whom a wall hides."""
    enemies = members(foes(w, i))
    threatened = {tile for j in enemies for tile in tiles_within(w, j, i)}
    areas = [Area("threat", "foes threaten", "DT-117", tiles=sorted(threatened))]
    if enemies:
        aimed = clone(w)
        aimed.creatures[enemies[0]].size = ONE_TILE
        reached = sorted(tiles_within(aimed, i, enemies[0]))
        areas.append(Area("reach", "your reach", "DT-116", tiles=reached))
        for g in members(weapons(w, i)):
            tiles = tiles_shot_at(aimed, i, enemies[0], g)
            if tiles:
                areas.append(Area("range", names["gear"][g], "DT-135", tiles=tiles))
    return Sight(areas, {j: "no clear line (DT-R50)" for j in enemies if not sees(w, i, j)})


def tiles_shot_at(w: World, i: int, other: int, g: int) -> list[tuple[int, int]]:
    """Where another would stand that can be shot at with this, or have it thrown at."""
    weapon, c = w.gear[used_as(w, i, g)], w.creatures[i]
    if weapon.range <= 0 and not weapon.toss:
        return []
    longest = max(weapon.range, c.power + threat_range(w, i))

    def is_so(moved: World, x: int, y: int) -> bool:
        return not is_wall(moved, x, y) and can_strike_with(moved, i, other, g, False)

    columns = range(max(0, c.x - longest), min(w.width, c.x + across(w, i) + longest))
    rows = range(max(0, c.y - longest), min(w.height, c.y + down(w, i) + longest))
    return tiles_where(w, other, columns, rows, is_so)


def tiles_within(w: World, j: int, i: int) -> list[tuple[int, int]]:
    """Where i would stand in j's threat range."""
    longest, d = threat_range(w, j), w.creatures[j]

    def is_so(moved: World, x: int, y: int) -> bool:
        return not is_wall(moved, x, y) and is_within(moved, j, i, longest)

    columns = range(d.x - longest - across(w, i) + 1, d.x + across(w, j) + longest)
    rows = range(d.y - longest - down(w, i) + 1, d.y + down(w, j) + longest)
    return tiles_where(w, i, columns, rows, is_so)


def seen(w: World, i: int) -> list[tuple[int, int]]:
    """The tiles a creature sees from where it stands: where one of another's would be in sight."""
    other = 0 if i else 1
    if other >= w.n:
        return []

    def is_so(moved: World, x: int, y: int) -> bool:
        return not is_wall(moved, x, y) and sees(moved, i, other)

    small = clone(w)
    small.creatures[other].size = ONE_TILE
    return tiles_where(small, other, range(w.width), range(w.height), is_so)
