"""Square tiles: distances, ways that are open, directions, straight lines."""

from affray.rules.among import first
from affray.rules.ask import rule
from affray.rules.grid import (
    EAST_OF,
    SOUTH_OF,
    clear_box,
    forget,
    on_map,
    row_of,
    span,
    tiles_apart,
    way_of,
)
from affray.rules.masks import contains

from .kinds import Weather
from .sheet import floats
from .state import World


@rule("RH-78", "RH-126")
def distance(w: World, i: int, j: int) -> int:
    a = w.creatures[i]
    b = w.creatures[j]
    return tiles_apart(a.x, a.y, b.x, b.y)


@rule("RH-154")
def is_wall(w: World, x: int, y: int) -> bool:
    return not on_map(w.width, w.height, x, y) or contains(w.walls[y], x)


@rule("RH-165")
def fills_tile(w: World, k: int) -> bool:
    """The dead and the world leave their tile free."""
    return w.creatures[k].dead == 0 and w.creatures[k].world == 0


@rule("RH-165")
def stands_at(w: World, x: int, y: int) -> int:
    """Who stands there, or -1."""
    return first(
        k
        for k in range(w.n)
        if w.creatures[k].x == x and w.creatures[k].y == y and fills_tile(w, k)
    )


@rule("RH-80", "RH-165")
def is_free(w: World, x: int, y: int) -> bool:
    return not is_wall(w, x, y) and stands_at(w, x, y) < 0


@rule("RH-154", "RH-158")
def rough_in(w: World, y: int) -> int:
    """The rough tiles of a row: all of them in a blizzard or under a scorching sun."""
    everywhere = w.weather == Weather.BLIZZARD or w.weather == Weather.HEAVY_SUN
    return span(0, w.width - 1) if everywhere else w.rough[y]


@rule("RH-122", "RH-154")
def is_rough(w: World, i: int, x: int, y: int) -> bool:
    """Whether a tile costs this creature two steps."""
    return not floats(w, i) and contains(rough_in(w, y), x)


@rule("RH-80", "RH-121", "RH-122", "RH-154", "RH-165")
def find_open(w: World, i: int) -> None:
    """Into `open`: no tile somebody stands on, no wall for one with a body. Into `slow`: the rough.

    Who hovers or flies does not mind it; to one without a body walls are rough.
    """
    c = w.creatures[i]
    everywhere = span(0, w.width - 1)
    light = floats(w, i)
    for y in range(w.height):
        w.open[y] = everywhere if c.incorporeal else everywhere & ~w.walls[y]
        w.slow[y] = 0 if light else rough_in(w, y)
        if c.incorporeal:
            w.slow[y] |= w.walls[y]
    for k in range(w.n):
        if fills_tile(w, k):
            w.open[w.creatures[k].y] &= ~(1 << w.creatures[k].x)


@rule("RH-80", "RH-154")
def step_on(w: World, first: int, last: int) -> bool:
    """One more step from what is reached; a slow tile waits for a second. Whether any was new.

    Nothing beyond these rows can be reached by it.
    """
    grown = False
    above = 0
    for y in range(max(0, first), min(w.height, last + 1)):
        here = w.reached[y]
        late = w.waiting[y] & ~here
        near = above | here | row_of(w.reached, w.height, y + 1)
        above = here
        if near:
            new = (near | near << 1 | near >> 1) & w.open[y] & ~here
            w.reached[y] = here | new & ~w.slow[y] | late
            w.waiting[y] = new & w.slow[y] & ~late
            grown = grown or new != 0
    return grown


@rule("RH-80", "RH-154")
def find_reach(w: World, i: int, steps: int) -> None:
    """All tiles within that many steps; rough ground costs two, others' tiles are closed."""
    c = w.creatures[i]
    forget(w.reached, w.height)
    forget(w.waiting, w.height)
    find_open(w, i)
    w.reached[c.y] = 1 << c.x
    reach_further(w, i, 0, steps)


@rule("RH-80", "RH-154")
def reach_further(w: World, i: int, taken: int, steps: int) -> None:
    """What was reached in the steps taken grows by those that are left."""
    y = w.creatures[i].y
    for k in range(taken + 1, steps + 1):
        if not step_on(w, y - k, y + k):
            break


@rule("RH-152")
def way_from(dx: int, dy: int) -> int:
    """The nearest of eight directions, aslant from 22.5 degrees on; north on the spot (RH-R101)."""
    if dx == 0 and dy == 0:
        return 0
    far = max(abs(dx), abs(dy))
    near = min(abs(dx), abs(dy))
    if (near + far) * (near + far) > 2 * far * far:
        return way_of(dx, dy)
    return way_of(dx, 0) if abs(dx) > abs(dy) else way_of(0, dy)


@rule("RH-78")
def sees(w: World, i: int, j: int) -> bool:
    """A clear line between the tiles' centres; only walls block (RH-R84)."""
    a = w.creatures[i]
    b = w.creatures[j]
    if clear_box(w.walls, a.x, a.y, b.x, b.y):
        return True
    dx = b.x - a.x
    dy = b.y - a.y
    steps = max(abs(dx), abs(dy))
    return not any(
        is_wall(
            w, a.x + (2 * k * dx + steps) // (2 * steps), a.y + (2 * k * dy + steps) // (2 * steps)
        )
        for k in range(1, steps)
    )


@rule("RH-88")
def has_cover(w: World, i: int) -> bool:
    """A wall right beside; the edge of the map is none."""
    c = w.creatures[i]
    return any(
        on_map(w.width, w.height, c.x + EAST_OF[k], c.y + SOUTH_OF[k])
        and is_wall(w, c.x + EAST_OF[k], c.y + SOUTH_OF[k])
        for k in range(0, 8, 2)
    )
