"""Square tiles: distances, ways that are open, directions, straight lines."""

from affray.rules.ask import rule

from .state import LARGEST_MAP, World

EAST_OF = (0, 1, 1, 1, 0, -1, -1, -1)
SOUTH_OF = (-1, -1, 0, 1, 1, 1, 0, -1)


@rule("RH-126")
def tiles_between(ax: int, ay: int, bx: int, by: int) -> int:
    """A diagonal step counts as one."""
    return max(abs(ax - bx), abs(ay - by))


@rule("RH-78", "RH-126")
def distance(w: World, i: int, j: int) -> int:
    a = w.creatures[i]
    b = w.creatures[j]
    return tiles_between(a.x, a.y, b.x, b.y)


@rule("RH-154")
def is_wall(w: World, x: int, y: int) -> bool:
    if x < 0 or y < 0 or x >= w.width or y >= w.height:
        return True
    return (w.walls[y] >> x) & 1 == 1


@rule("RH-165")
def stands_at(w: World, x: int, y: int) -> int:
    """Who stands there, or -1; the dead and the world leave their tile free."""
    for k in range(w.n):
        c = w.creatures[k]
        if c.dead == 0 and c.world == 0 and c.x == x and c.y == y:
            return k
    return -1


@rule("RH-80", "RH-165")
def is_free(w: World, x: int, y: int) -> bool:
    return not is_wall(w, x, y) and stands_at(w, x, y) < 0


@rule("RH-80", "RH-165")
def close_tiles(w: World, i: int) -> None:
    """Where i cannot go: walls, unless it has no body, and tiles somebody stands on."""
    for y in range(w.height):
        w.closed[y] = 0 if w.creatures[i].incorporeal else w.walls[y]
    for k in range(w.n):
        c = w.creatures[k]
        if c.dead == 0 and c.world == 0:
            w.closed[c.y] |= 1 << c.x


@rule("RH-80")
def spread(w: World, y: int) -> int:
    """What lies next to a tile reached so far, in that row."""
    wide = 0
    for k in range(3):
        row = y + k - 1
        if row >= 0 and row < w.height:
            here = w.reached[row]
            wide |= here | here << 1 | here >> 1
    return wide


@rule("RH-80", "RH-154", "RH-121", "RH-122")
def find_reach(w: World, i: int, steps: int) -> None:
    """All tiles within that many steps; rough ground costs two, others' tiles are closed.

    A rough tile is entered one step later: it is held back for a round of spreading.
    """
    c = w.creatures[i]
    for y in range(LARGEST_MAP):
        w.reached[y] = 0
        w.waiting[y] = 0
    close_tiles(w, i)
    free = c.hovers or c.flies
    everywhere = (1 << w.width) - 1
    w.reached[c.y] = 1 << c.x
    for _ in range(steps):
        for y in range(w.height):
            w.spreading[y] = spread(w, y) & everywhere & ~w.closed[y] & ~w.reached[y]
        for y in range(w.height):
            rough = 0 if free else w.rough[y]
            if c.incorporeal:
                rough |= w.walls[y]
            late = w.waiting[y] & ~w.reached[y]
            w.reached[y] |= w.spreading[y] & ~rough | late
            w.waiting[y] = w.spreading[y] & rough & ~w.reached[y]
    for y in range(LARGEST_MAP):
        w.waiting[y] = 0
        w.spreading[y] = 0
        w.closed[y] = 0


@rule("RH-80")
def columns_reached(w: World) -> int:
    mask = 0
    for y in range(w.height):
        mask |= w.reached[y]
    return mask


@rule("RH-80")
def rows_reached(w: World, x: int) -> int:
    mask = 0
    for y in range(w.height):
        if (w.reached[y] >> x) & 1:
            mask |= 1 << y
    return mask


@rule("RH-80")
def forget_reach(w: World) -> None:
    for y in range(LARGEST_MAP):
        w.reached[y] = 0


@rule("RH-152")
def way_from(dx: int, dy: int) -> int:
    """The nearest of eight directions; north on the spot (RH-R101)."""
    if dx == 0 and dy == 0:
        return 0
    far = max(abs(dx), abs(dy))
    near = min(abs(dx), abs(dy))
    east = 0 if dx == 0 else 1 if dx > 0 else -1
    south = 0 if dy == 0 else 1 if dy > 0 else -1
    if 2 * near < far:
        if abs(dx) > abs(dy):
            south = 0
        else:
            east = 0
    for k in range(8):
        if EAST_OF[k] == east and SOUTH_OF[k] == south:
            return k
    return 0


@rule("RH-78")
def sees(w: World, i: int, j: int) -> bool:
    """A clear line between the tiles' centres; only walls block (RH-R84)."""
    a = w.creatures[i]
    b = w.creatures[j]
    dx = b.x - a.x
    dy = b.y - a.y
    steps = max(abs(dx), abs(dy))
    for k in range(1, steps):
        x = a.x + (2 * k * dx + steps) // (2 * steps)
        y = a.y + (2 * k * dy + steps) // (2 * steps)
        if is_wall(w, x, y):
            return False
    return True


@rule("RH-88")
def has_cover(w: World, i: int) -> bool:
    """A wall right beside; the edge of the map is none."""
    c = w.creatures[i]
    for k in range(0, 8, 2):
        x = c.x + EAST_OF[k]
        y = c.y + SOUTH_OF[k]
        on_map = x >= 0 and y >= 0 and x < w.width and y < w.height
        if on_map and is_wall(w, x, y):
            return True
    return False
