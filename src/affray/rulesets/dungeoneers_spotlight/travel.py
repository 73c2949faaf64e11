"""Travelling: one speed, tile by tile, with whoever is held; standing up, pulling up."""

from affray.rules.ask import Ask, choose, note, rule
from affray.rules.grid import (
    EAST_OF,
    SOUTH_OF,
    WAYS,
    around,
    columns,
    forget,
    keep,
    on_map,
    rows_in,
    spread,
)

from .climbing import begin_climb, can_climb, climb_tiles
from .dragging import can_end, can_pass, dragged_fit, find_endings, find_passable, go_to
from .events import Event
from .forced import rests_on_floor, settle_then
from .kinds import NextStep, Question, Speed, Way
from .rulings import StandUp
from .sheet import alive, speed
from .space import close_rows, floor_row, has_floor
from .state import World

HEIGHTS = 60


@rule("DS-44", "DS-144", "DS-140")
def find_reached(w: World, i: int, steps: int, z: int, flying: bool) -> None:
    """All tiles within that many steps at one height; a step off a ledge is the last one."""
    c = w.creatures[i]
    find_passable(w, i, z)
    for y in range(w.height):
        w.room[y] = w.open[y] if flying else w.open[y] & floor_row(w, i, z, y)
        w.going[y] = 0
    w.going[c.y] = 1 << c.x
    for k in range(1, steps):
        if not spread(w.going, w.room, max(0, c.y - k), min(w.height, c.y + k + 1)):
            break
    for y in range(w.height):
        w.reached[y] = around(w.going, w.height, y) & w.open[y] if steps > 0 else 0
    w.reached[c.y] |= 1 << c.x


@rule("DS-44", "DS-38")
def keep_endings(w: World, i: int, z: int) -> None:
    """Of the tiles in `ends`, those a travel may end in at height z, with whoever is held."""
    find_endings(w, i, z)
    keep(w.ends, w.open, w.height, 0, 0)
    close_rows(w)


@rule("DS-44")
def find_ground(w: World, i: int) -> None:
    z = w.creatures[i].z
    find_reached(w, i, speed(w, i, Speed.GROUND), z, False)
    for y in range(w.height):
        w.ends[y] = w.reached[y]
    keep_endings(w, i, z)


@rule("DS-44", "DS-144")
def find_flight(w: World, i: int, z: int) -> None:
    """Up, across and down again: tiles where a flight can end at height z."""
    forget(w.ends, w.height)
    c = w.creatures[i]
    most = speed(w, i, Speed.FLY)
    low = max(c.z, z)
    for above in range(low, low + most + 1):
        steps = most - abs(above - c.z) - abs(above - z)
        if steps >= 0 and can_pass(w, i, c.x, c.y, above):
            find_reached(w, i, steps, above, True)
            for y in range(w.height):
                w.ends[y] |= w.reached[y]
    keep_endings(w, i, z)


@rule("DS-43", "DS-44", "DS-46")
def find_climb(w: World, i: int) -> None:
    """The tiles around whose floor is higher or lower; for who hangs, the one below too."""
    forget(w.ends, w.height)
    c = w.creatures[i]
    level = w.storeycount == 1 and c.z == w.lowest
    if level or climb_tiles(w, i) == 0:
        return
    if can_climb(w, i, c.x, c.y):
        w.ends[c.y] |= 1 << c.x
    for way in range(WAYS):
        x = c.x + EAST_OF[way]
        y = c.y + SOUTH_OF[way]
        if on_map(w.width, w.height, x, y) and can_climb(w, i, x, y):
            w.ends[y] |= 1 << x


@rule("DS-141", "DS-148")
def find_pull_up(w: World, i: int) -> None:
    """Free floor of the edge's height next to a hanging creature, with room for whom it holds."""
    forget(w.ends, w.height)
    c = w.creatures[i]
    z = c.z
    for way in range(WAYS):
        x = c.x + EAST_OF[way]
        y = c.y + SOUTH_OF[way]
        free = has_floor(w, i, x, y, z) and can_end(w, i, x, y, z)
        if free and dragged_fit(w, i, x - c.x, y - c.y, 0):
            w.ends[y] |= 1 << x


@rule("DS-44", "DS-45")
def heights(w: World, i: int) -> int:
    """The heights a flight can end at, counted from the lowest floor."""
    mask = 0
    c = w.creatures[i]
    most = speed(w, i, Speed.FLY)
    for z in range(max(w.lowest, c.z - most), c.z + most + 1):
        option = z - w.lowest
        room = can_end(w, i, c.x, c.y, z) and dragged_fit(w, i, 0, 0, z - c.z)
        if option < HEIGHTS and room:
            mask |= 1 << option
        elif option < HEIGHTS:
            find_flight(w, i, z)
            if columns(w.ends, w.height):
                mask |= 1 << option
    forget(w.ends, w.height)
    return mask


@rule("DS-44", "DS-113", "DS-141")
def ways(w: World, i: int) -> int:
    """What i could spend a travel on (DS-R64)."""
    c = w.creatures[i]
    mask = 0
    on_floor = rests_on_floor(w, i)
    if on_floor and speed(w, i, Speed.GROUND) > 0:
        mask |= 1 << Way.GROUND
    if on_floor or c.hanging:
        find_climb(w, i)
        if columns(w.ends, w.height):
            mask |= 1 << Way.CLIMB
    if speed(w, i, Speed.FLY) > 0:
        mask |= 1 << Way.FLY
    if c.prone and w.rulings.stand_up == StandUp.ONE_TRAVEL and not c.hanging:
        mask |= 1 << Way.STAND_UP
    if c.hanging:
        find_pull_up(w, i)
        if columns(w.ends, w.height):
            mask |= 1 << Way.PULL_UP
    forget(w.ends, w.height)
    return mask


@rule("DS-44", "DS-45", "DS-140")
def fly(ask: Ask, w: World, i: int) -> None:
    """The height, then the tile; on a floor the flight is over."""
    c = w.creatures[i]
    z = w.lowest + choose(ask, w, i, Question.HEIGHT, heights(w, i))
    find_flight(w, i, z)
    x = choose(ask, w, i, Question.COLUMN, columns(w.ends, w.height))
    y = choose(ask, w, i, Question.ROW, rows_in(w.ends, w.height, x))
    forget(w.ends, w.height)
    c.airborne = 1
    c.falling = 0
    c.fallen = 0
    note(ask, Event.STRIDE, i, x, y)
    if z != c.z:
        note(ask, Event.AT_HEIGHT, i, z)
    go_to(ask, w, i, x, y, z)
    if has_floor(w, i, x, y, z):
        c.airborne = 0
    if w.move.who == i:
        w.move.flew = 1


@rule("DS-44", "DS-52", "DS-53")
def travel_step(ask: Ask, w: World) -> None:
    """One travel, or less; a Sprint has two (DS-R13)."""
    m = w.move
    i = m.traveller
    if not alive(w, i):
        m.travels = 0
        settle_then(w, NextStep.AFTER)
        return
    mask = ways(w, i)
    if m.may_stop:
        mask |= 1 << Way.STOP
    if mask == 0:
        mask = 1 << Way.STOP
    m.way = choose(ask, w, i, Question.WAY, mask)
    m.travels = 0 if m.way == Way.STOP else m.travels - 1
    m.may_stop = 1
    settle_then(w, NextStep.TRAVEL if m.travels > 0 else NextStep.AFTER)
    if m.way != Way.STOP:
        w.acted = 1
        travel_by(ask, w, i, m.way)


@rule("DS-44", "DS-113", "DS-141")
def travel_by(ask: Ask, w: World, i: int, way: int) -> None:
    c = w.creatures[i]
    if way == Way.STAND_UP:
        c.prone = 0
        note(ask, Event.STANDS, i)
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
    x = choose(ask, w, i, Question.COLUMN, columns(w.ends, w.height))
    w.move.x = x
    y = choose(ask, w, i, Question.ROW, rows_in(w.ends, w.height, x))
    forget(w.ends, w.height)
    if way == Way.CLIMB:
        begin_climb(ask, w, i, x, y)
        return
    if way == Way.PULL_UP:
        c.hanging = 0
        note(ask, Event.PULLED_UP, i, x, y)
    note(ask, Event.STRIDE, i, x, y)
    go_to(ask, w, i, x, y, c.z)
