"""What the map means to a creature: asked of the rules, tile by tile. Never compiled."""

from affray.book.sight import Area, Sight
from affray.book.words import Names
from affray.rules.masks import contains
from affray.rules.world import clone

from .sheet import alive, hostile, in_threat_range, threat_range
from .space import distance, floor_at, sees, sees_tile, solid
from .state import World
from .strikes import flies_to, reaches

LARGEST_BODY = 3


def sight(w: World, i: int, names: Names) -> Sight:
    """Where foes threaten it, how far its own threat goes and its shots, and whom a wall hides."""
    enemies = [j for j in range(w.n) if alive(w, j) and hostile(w, i, j)]
    threatened = {tile for j in enemies for tile in tiles_within(w, j, i)}
    areas = [Area("threat", "foes threaten", "DS-42", tiles=sorted(threatened))]
    if enemies:
        reached = {(x, y) for x, y in tiles_within(w, i, enemies[0]) if sees_tile(w, i, x, y)}
        areas.append(Area("reach", "your reach", "DS-41", tiles=sorted(reached)))
        for g in sorted({g for g in w.creatures[i].equipped if g >= 0 and flies_to(w, i, g)}):
            tiles = tiles_shot_at(w, i, enemies[0], g)
            if tiles:
                areas.append(Area("range", names["items"][g], "DS-123", tiles=tiles))
    return Sight(areas, {j: "no clear line (DS-145)" for j in enemies if not sees(w, i, j)})


def tiles_shot_at(w: World, i: int, other: int, g: int) -> list[tuple[int, int]]:
    """Where another, standing on the floor, would be shot at with this, or have it thrown at."""
    c, longest = w.creatures[i], flies_to(w, i, g) + LARGEST_BODY
    moved, found = clone(w), []
    d = moved.creatures[other]
    for y in range(max(0, c.y - longest), min(w.height, c.y + longest + 1)):
        for x in range(max(0, c.x - longest), min(w.width, c.x + longest + 1)):
            if solid(w, x, y) or not sees_tile(w, i, x, y):
                continue
            d.x, d.y, d.z = x, y, floor_at(w, x, y)
            far = distance(moved, i, other)
            near = in_threat_range(w, i, far)
            if not near and reaches(w, i, g, far, near):
                found.append((x, y))
    return found


def tiles_within(w: World, j: int, i: int) -> set[tuple[int, int]]:
    """Where i, standing on the floor, would be in j's threat range."""
    d, far = w.creatures[j], threat_range(w, j) + LARGEST_BODY
    moved = clone(w)
    c = moved.creatures[i]
    found = set()
    for y in range(d.y - far, d.y + far + 1):
        for x in range(d.x - far, d.x + far + 1):
            if solid(w, x, y):
                continue
            c.x, c.y, c.z = x, y, floor_at(w, x, y)
            if in_threat_range(w, j, distance(moved, j, i)):
                found.add((x, y))
    return found


def seen(w: World, i: int) -> list[tuple[int, int]]:
    """The tiles a creature sees from where it stands."""
    tiles = [(x, y) for y in range(w.height) for x in range(w.width)]
    floor = {(x, y) for x, y in tiles if not solid(w, x, y) and sees_tile(w, i, x, y)}
    doors = [(x, y) for x, y in tiles if contains(w.doors[y], x)]
    beside = [
        (x, y) for x, y in doors
        if any((x + i, y + j) in floor for i in (-1, 0, 1) for j in (-1, 0, 1))
    ]  # fmt: skip
    return [*sorted(floor), *beside]
