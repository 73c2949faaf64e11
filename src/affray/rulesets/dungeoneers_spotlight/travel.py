"""Travelling: one speed, tile by tile, with whoever is held; standing up, pulling up."""

from affray.ask import Ask, choose, note, rule

from .forced import is_forced, rests_on_floor, settle_then
from .kinds import Event, Question, Speed, Stage, Way
from .readings import StandUp
from .sheet import alive, speed
from .space import (
    EAST_OF,
    SOUTH_OF,
    VERY_HIGH,
    break_holds,
    fits,
    floor_at,
    friends,
    has_floor,
    on_map,
)
from .state import LARGEST_MAP, World

HEIGHTS = 60


@rule("DS-110", "DS-148")
def dragged_fit(w: World, i: int, east: int, south: int, up: int) -> bool:
    """Whether everybody i holds has room at the same displacement (DS-R58)."""
    held = w.creatures[i].grapples + 0
    for j in range(w.n):
        if (held >> j) & 1:
            d = w.creatures[j]
            if not fits(w, j, d.x + east, d.y + south, d.z + up, held | 1 << i):
                return False
    return True


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
    return fits(w, i, x, y, z, w.creatures[i].grapples + 0)


@rule("DS-44", "DS-144")
def touches(w: World, x: int, y: int) -> bool:
    """Whether a tile lies next to one from which the way goes on."""
    for way in range(8):
        nx = x + EAST_OF[way]
        ny = y + SOUTH_OF[way]
        if on_map(w, nx, ny) and (w.going[ny] >> nx) & 1:
            return True
    return False


@rule("DS-44")
def forget_reach(w: World) -> None:
    for y in range(LARGEST_MAP):
        w.reached[y] = 0
        w.going[y] = 0
        w.spreading[y] = 0
        w.ends[y] = 0


@rule("DS-44", "DS-144", "DS-140")
def spread(w: World, i: int, steps: int, z: int, flying: bool) -> None:
    """All tiles within that many steps at one height; a step off a ledge is the last one."""
    c = w.creatures[i]
    for y in range(LARGEST_MAP):
        w.reached[y] = 0
        w.going[y] = 0
    w.reached[c.y] = 1 << c.x
    w.going[c.y] = 1 << c.x
    for s in range(1, steps + 1):
        for y in range(max(0, c.y - s), min(w.height + 0, c.y + s + 1)):
            w.spreading[y] = 0
            for x in range(max(0, c.x - s), min(w.width + 0, c.x + s + 1)):
                new = (w.reached[y] >> x) & 1 == 0 and touches(w, x, y)
                if new and can_pass(w, i, x, y, z):
                    w.spreading[y] |= 1 << x
        for y in range(max(0, c.y - s), min(w.height + 0, c.y + s + 1)):
            for x in range(max(0, c.x - s), min(w.width + 0, c.x + s + 1)):
                if (w.spreading[y] >> x) & 1:
                    w.reached[y] |= 1 << x
                    if flying or has_floor(w, i, x, y, z):
                        w.going[y] |= 1 << x
            w.spreading[y] = 0


@rule("DS-44", "DS-38")
def keep_ends(w: World, i: int, z: int) -> None:
    """Of the tiles reached, those a travel may end in, at height z."""
    for y in range(w.height):
        for x in range(w.width):
            if (w.reached[y] >> x) & 1 and can_end(w, i, x, y, z):
                w.ends[y] |= 1 << x


@rule("DS-44")
def find_ground(w: World, i: int) -> None:
    forget_reach(w)
    z = w.creatures[i].z + 0
    spread(w, i, speed(w, i, Speed.GROUND + 0), z, False)
    keep_ends(w, i, z)


@rule("DS-44", "DS-144")
def find_flight(w: World, i: int, z: int) -> None:
    """Up, across and down again: tiles where a flight can end at height z."""
    forget_reach(w)
    c = w.creatures[i]
    most = speed(w, i, Speed.FLY + 0)
    low = max(c.z + 0, z)
    for above in range(low, low + most + 1):
        steps = most - abs(above - c.z) - abs(above - z)
        if steps >= 0 and can_pass(w, i, c.x + 0, c.y + 0, above):
            spread(w, i, steps, above, True)
            keep_ends(w, i, z)


@rule("DS-43", "DS-44")
def find_climb(w: World, i: int) -> None:
    """Neighbouring floors no further up or down than the speed."""
    forget_reach(w)
    c = w.creatures[i]
    most = speed(w, i, Speed.CLIMB + 0)
    for way in range(8):
        x = c.x + EAST_OF[way]
        y = c.y + SOUTH_OF[way]
        z = floor_at(w, x, y)
        apart = abs(z - c.z)
        if apart > 0 and apart <= most and z < VERY_HIGH and fits(w, i, x, y, z, 0):
            w.ends[y] |= 1 << x


@rule("DS-141")
def find_pull_up(w: World, i: int) -> None:
    """Free floor of the edge's height next to a hanging creature."""
    forget_reach(w)
    c = w.creatures[i]
    z = c.z + 0
    for way in range(8):
        x = c.x + EAST_OF[way]
        y = c.y + SOUTH_OF[way]
        if has_floor(w, i, x, y, z) and fits(w, i, x, y, z, 0):
            w.ends[y] |= 1 << x


@rule("DS-44")
def columns(w: World) -> int:
    mask = 0
    for y in range(w.height):
        mask |= w.ends[y]
    return mask


@rule("DS-44")
def rows(w: World, x: int) -> int:
    mask = 0
    for y in range(w.height):
        if (w.ends[y] >> x) & 1:
            mask |= 1 << y
    return mask


@rule("DS-44", "DS-45")
def heights(w: World, i: int) -> int:
    """The heights a flight can end at, counted from the lowest floor."""
    mask = 0
    c = w.creatures[i]
    most = speed(w, i, Speed.FLY + 0)
    for z in range(max(w.lowest + 0, c.z - most), c.z + most + 1):
        option = z - w.lowest
        if option < HEIGHTS and can_end(w, i, c.x + 0, c.y + 0, z):
            mask |= 1 << option
        elif option < HEIGHTS:
            find_flight(w, i, z)
            if columns(w):
                mask |= 1 << option
    forget_reach(w)
    return mask


@rule("DS-44", "DS-113", "DS-141")
def ways(w: World, i: int) -> int:
    """What i could spend a travel on (DS-R64)."""
    c = w.creatures[i]
    mask = 0
    if rests_on_floor(w, i):
        if speed(w, i, Speed.GROUND + 0) > 0:
            mask |= 1 << Way.GROUND
        if speed(w, i, Speed.CLIMB + 0) > 0:
            find_climb(w, i)
            if columns(w):
                mask |= 1 << Way.CLIMB
    if speed(w, i, Speed.FLY + 0) > 0:
        mask |= 1 << Way.FLY
    if c.prone and w.rulings.stand_up == StandUp.ONE_TRAVEL and not c.hanging:
        mask |= 1 << Way.STAND_UP
    if c.hanging:
        find_pull_up(w, i)
        if columns(w):
            mask |= 1 << Way.PULL_UP
    forget_reach(w)
    return mask


@rule("DS-44", "DS-110", "DS-148")
def go_to(ask: Ask, w: World, i: int, x: int, y: int, z: int) -> None:
    """i and whoever it holds move by the same displacement; being dragged is being forced."""
    c = w.creatures[i]
    east = x - c.x
    south = y - c.y
    up = z - c.z
    held = c.grapples + 0
    moved = max(abs(east), abs(south), abs(up))
    c.x = x
    c.y = y
    c.z = z
    note(ask, w, Event.STRIDE, i, x, y)
    for j in range(w.n):
        if (held >> j) & 1 and moved > 0 and alive(w, j):
            on_floor = rests_on_floor(w, j)
            d = w.creatures[j]
            is_forced(w, j)
            d.x += east
            d.y += south
            d.z += up
            note(ask, w, Event.FORCED, j, moved, 0)
            if on_floor and up == 0 and not has_floor(w, j, d.x + 0, d.y + 0, d.z + 0):
                d.edge = moved
    break_holds(w)


@rule("DS-44", "DS-45", "DS-140")
def fly(ask: Ask, w: World, i: int) -> None:
    """The height, then the tile; on a floor the flight is over."""
    c = w.creatures[i]
    z = w.lowest + choose(ask, w, i, Question.HEIGHT, heights(w, i))
    find_flight(w, i, z)
    x = choose(ask, w, i, Question.COLUMN, columns(w))
    y = choose(ask, w, i, Question.ROW, rows(w, x))
    forget_reach(w)
    c.airborne = 1
    c.falling = 0
    c.fallen = 0
    go_to(ask, w, i, x, y, z)
    if has_floor(w, i, x, y, z):
        c.airborne = 0
    if w.move.who == i:
        w.move.flew = 1


@rule("DS-44", "DS-52", "DS-53")
def travel_step(ask: Ask, w: World) -> None:
    """One travel, or less; a Sprint has two (DS-R13)."""
    m = w.move
    i = m.traveller + 0
    mask = ways(w, i) if alive(w, i) else 0
    if m.may_stop:
        mask |= 1 << Way.STOP
    if mask == 0:
        mask = 1 << Way.STOP
    way = choose(ask, w, i, Question.WAY, mask)
    m.travels -= 1
    if way == Way.STOP:
        m.travels = 0
    else:
        travel_by(ask, w, i, way)
    m.may_stop = 1
    settle_then(w, Stage.TRAVEL + 0 if m.travels > 0 else Stage.AFTER + 0)


@rule("DS-44", "DS-113", "DS-141")
def travel_by(ask: Ask, w: World, i: int, way: int) -> None:
    c = w.creatures[i]
    if way == Way.STAND_UP:
        c.prone = 0
        note(ask, w, Event.STANDS, i, 0, 0)
        return
    if way == Way.FLY:
        fly(ask, w, i)
        return
    if way == Way.GROUND:
        find_ground(w, i)
    elif way == Way.CLIMB:
        find_climb(w, i)
    else:
        find_pull_up(w, i)
    x = choose(ask, w, i, Question.COLUMN, columns(w))
    y = choose(ask, w, i, Question.ROW, rows(w, x))
    forget_reach(w)
    z = c.z + 0
    if way == Way.CLIMB:
        z = floor_at(w, x, y)
    if way == Way.PULL_UP:
        c.hanging = 0
        note(ask, w, Event.PULLED_UP, i, x, y)
    go_to(ask, w, i, x, y, z)
