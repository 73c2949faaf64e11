"""Going somewhere with whoever is held: room for all of them, and one displacement."""

from affray.rules.ask import Ask, note, rule
from affray.rules.grid import keep, span
from affray.rules.masks import contains, members

from .events import Event
from .forced import is_forced, passes_ledge, rests_on_floor
from .sheet import alive
from .space import break_holds, east, find_room, fits, friends, has_floor, south, tiles
from .state import World


@rule("DS-110", "DS-148")
def dragged_fit(w: World, i: int, east: int, south: int, up: int) -> bool:
    """Whether everybody i holds has room at the same displacement (DS-R58)."""
    held = w.creatures[i].grapples
    moving = held | 1 << i
    return all(
        fits(w, j, w.creatures[j].x + east, w.creatures[j].y + south, w.creatures[j].z + up, moving)
        for j in members(held)
    )


@rule("DS-39", "DS-148")
def can_pass(w: World, i: int, x: int, y: int, z: int) -> bool:
    """Through friends, with whoever is dragged along."""
    c = w.creatures[i]
    if not fits(w, i, x, y, z, friends(w, i) | c.grapples):
        return False
    return dragged_fit(w, i, x - c.x, y - c.y, z - c.z)


@rule("DS-38", "DS-39")
def can_end(w: World, i: int, x: int, y: int, z: int) -> bool:
    """Nobody may end in a full tile."""
    return fits(w, i, x, y, z, w.creatures[i].grapples)


@rule("DS-38", "DS-39")
def keep_room(w: World, j: int, z: int, ignored: int, dx: int, dy: int) -> None:
    """Of the `open` tiles, those for which j's body has room, that far away from them."""
    find_room(w, j, z, ignored)
    for k in range(tiles(w, j)):
        keep(w.open, w.room, w.height, dx + east(w, j, k), dy + south(w, j, k))


@rule("DS-38", "DS-39", "DS-110", "DS-148")
def find_open(w: World, i: int, z: int, ignored: int) -> None:
    """Into `open`: where i has room at that height, with whoever it holds (DS-R58)."""
    c = w.creatures[i]
    for y in range(w.height):
        w.open[y] = span(0, w.width - 1)
    keep_room(w, i, z, ignored, 0, 0)
    for j in range(w.n):
        if contains(c.grapples, j):
            d = w.creatures[j]
            keep_room(w, j, d.z + z - c.z, c.grapples | 1 << i, d.x - c.x, d.y - c.y)


@rule("DS-39", "DS-148")
def find_passable(w: World, i: int, z: int) -> None:
    """Into `open`: where i can pass, through friends, with whoever is dragged along."""
    find_open(w, i, z, friends(w, i) | w.creatures[i].grapples)


@rule("DS-38", "DS-39", "DS-148")
def find_endings(w: World, i: int, z: int) -> None:
    """Into `open`: where i can end, with whoever is dragged along."""
    find_open(w, i, z, w.creatures[i].grapples)


@rule("DS-141", "DS-148")
def dragged_over(w: World, j: int, east: int, south: int) -> None:
    """Dragged past a ledge: the first tile without floor on the straight way there counts."""
    d = w.creatures[j]
    far = max(abs(east), abs(south))
    for back in range(far - 1, -1, -1):
        x = d.x - max(-back, min(back, east))
        y = d.y - max(-back, min(back, south))
        if not has_floor(w, j, x, y, d.z):
            passes_ledge(w, j, x, y, far)
            return


@rule("DS-44", "DS-110", "DS-148")
def go_to(ask: Ask, w: World, i: int, x: int, y: int, z: int) -> None:
    """i and whoever it holds move by the same displacement; being dragged is being forced."""
    c = w.creatures[i]
    east = x - c.x
    south = y - c.y
    up = z - c.z
    held = c.grapples
    moved = max(abs(east), abs(south), abs(up))
    c.x = x
    c.y = y
    c.z = z
    for j in members(held):
        if moved > 0 and alive(w, j):
            on_floor = rests_on_floor(w, j)
            d = w.creatures[j]
            is_forced(ask, w, j)
            d.x += east
            d.y += south
            d.z += up
            note(ask, Event.FORCED, j, moved)
            note(ask, Event.ENDS_UP, j, d.x, d.y)
            if up != 0:
                note(ask, Event.AT_HEIGHT, j, d.z)
            if on_floor and up == 0:
                dragged_over(w, j, east, south)
    break_holds(ask, w)
