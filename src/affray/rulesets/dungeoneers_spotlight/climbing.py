"""Climbing: up and down the sides of pits and plateaus, by speed or by a check."""

from affray.rules.ask import Ask, note, rule
from affray.rules.world import clear

from .dragging import can_end, can_pass, go_to
from .events import Event
from .kinds import NextStep, Roll, Speed
from .rolls import open_throw, succeeded
from .sheet import pace
from .space import everybody, fits, resting_height
from .state import World
from .windows import open_climb_window

CLIMB_TARGET = 5


@rule("DS-46")
def climbs_by_speed(w: World, i: int) -> bool:
    return w.creatures[i].speeds[Speed.CLIMB] > 0


@rule("DS-43", "DS-44", "DS-46")
def climb_tiles(w: World, i: int) -> int:
    """The Climb speed, or half the Ground speed for those who have none."""
    if climbs_by_speed(w, i):
        return pace(w, i, Speed.CLIMB)
    return pace(w, i, Speed.GROUND) // 2


@rule("DS-44", "DS-46")
def climb_height(w: World, i: int, goal: int) -> int:
    """How high or low one travel brings i on its way to a floor."""
    z = w.creatures[i].z
    most = climb_tiles(w, i)
    return max(z - most, min(z + most, goal))


@rule("DS-44")
def is_over(w: World, i: int, goal: int, z: int) -> bool:
    """Up a wall one stays in one's own tile until the top; down it begins with the other."""
    return goal < w.creatures[i].z or z == goal


@rule("DS-44")
def leaves_wall(w: World, i: int, x: int, y: int, goal: int) -> bool:
    """Who hangs climbs down along its own wall; in the tile beyond there is nothing to hold."""
    c = w.creatures[i]
    return c.hanging == 1 and goal < c.z and (x != c.x or y != c.y)


@rule("DS-39", "DS-44", "DS-46", "DS-148")
def can_climb(w: World, i: int, x: int, y: int) -> bool:
    """Whether i can climb toward the floor of that tile, with whomever it holds."""
    c = w.creatures[i]
    goal = resting_height(w, i, x, y)
    if goal == c.z:
        return False
    end = climb_height(w, i, goal)
    if end == c.z or not fits(w, i, x, y, goal, everybody(w)) or leaves_wall(w, i, x, y, goal):
        return False
    for z in range(min(c.z, end), max(c.z, end) + 1):
        over = is_over(w, i, goal, z)
        at_x = x if over else c.x
        at_y = y if over else c.y
        if z != c.z and not can_pass(w, i, at_x, at_y, z):
            return False
        if z == end and not can_end(w, i, at_x, at_y, z):
            return False
    return True


@rule("DS-46")
def begin_climb(ask: Ask, w: World, i: int, x: int, y: int) -> None:
    """With the speed it simply happens; without it a check comes first."""
    w.move.x = x
    w.move.y = y
    if climbs_by_speed(w, i):
        climb_to(ask, w, i, x, y)
    else:
        open_throw(w, Roll.CLIMB, i, -1, CLIMB_TARGET)
        open_climb_window(w)


@rule("DS-29", "DS-46")
def climb_effect(ask: Ask, w: World) -> None:
    """Without a success the climber stays where it is; a hand was lent for one check."""
    i = w.throw.who
    climbs = succeeded(w)
    clear(w.throw)
    w.move.boon = 0
    w.stage = NextStep.SETTLE
    if climbs:
        climb_to(ask, w, i, w.move.x, w.move.y)
    else:
        note(ask, Event.STUCK, i, CLIMB_TARGET)


@rule("DS-44", "DS-140", "DS-141")
def climb_to(ask: Ask, w: World, i: int, x: int, y: int) -> None:
    """To the floor, or as far as it goes; there the climber holds on."""
    c = w.creatures[i]
    goal = resting_height(w, i, x, y)
    end = climb_height(w, i, goal)
    over = is_over(w, i, goal, end)
    c.hanging = 0 if end == goal else 1
    note(ask, Event.CLIMBS, i, end)
    if over:
        note(ask, Event.STRIDE, i, x, y)
        go_to(ask, w, i, x, y, end)
    else:
        go_to(ask, w, i, c.x, c.y, end)
