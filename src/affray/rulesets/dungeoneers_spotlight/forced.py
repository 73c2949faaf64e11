"""Forced movement, ledges and falls: whatever has to come to rest after a blow or a step."""

from affray.rules.among import first
from affray.rules.ask import Ask, choose, note, rule
from affray.rules.grid import EAST_OF, SOUTH_OF, tiles_apart
from affray.rules.masks import contains

from .events import Event
from .harm import forget_forcing, forget_ledge, wound_by_fall
from .kinds import Answer, NextStep, Question, Roll
from .rolls import open_throw, succeeded
from .rulings import (
    ActionPoints,
    ForcedOverGap,
    LedgeMeasure,
    LedgeTiles,
    ReactionLimit,
)
from .sheet import alive, threat_range
from .space import (
    break_holds,
    fits,
    floor_at,
    floor_below,
    has_floor,
    supported,
)
from .state import TILES_PER_WOUND, World
from .tokens import pay_points

FALL = 15
LEDGE_TARGET = 5
FAR_OFF = 100
MOST_FORCED = 60
TO_DROP = 2
IN_THE_AIR = 1


@rule("DS-14", "DS-140")
def settle_then(w: World, stage: int) -> None:
    """First everything comes to rest, then the scene goes on from that stage."""
    w.resume = stage
    w.stage = NextStep.SETTLE


@rule("DS-47", "DS-142")
def force(w: World, i: int, way: int, tiles: int) -> None:
    """Against its will, in a straight line; the tiles are walked while things settle.

    No map is longer than the most that is counted, and nobody grabs a ledge against more (DS-89).
    """
    f = w.forcing
    f.who = i
    f.way = way
    f.total = min(MOST_FORCED, tiles)
    f.left = f.total


@rule("DS-111", "DS-141", "DS-148")
def is_forced(ask: Ask, w: World, i: int) -> None:
    """Whoever is moved against its will loses its holds and its grip on a ledge."""
    c = w.creatures[i]
    for j in range(w.n):
        if contains(c.grapples, j):
            note(ask, Event.FREED_BY_FORCE, j, i)
    if c.hanging:
        note(ask, Event.LOSES_GRIP, i)
    c.grapples = 0
    c.hanging = 0


@rule("DS-88", "DS-142")
def rests_on_floor(w: World, i: int) -> bool:
    """Neither in the air nor at a ledge: only such a one can be knocked off."""
    c = w.creatures[i]
    if c.hanging or c.airborne or c.falling:
        return False
    return has_floor(w, i, c.x, c.y, c.z)


@rule("DS-47", "DS-142")
def forced_step(ask: Ask, w: World) -> None:
    """One tile on; what is in the way ends it, a ledge passed interrupts it."""
    f = w.forcing
    i = f.who
    c = w.creatures[i]
    x = c.x + EAST_OF[f.way]
    y = c.y + SOUTH_OF[f.way]
    if f.left <= 0 or not fits(w, i, x, y, c.z, 0):
        note(ask, Event.FORCED, i, f.total - f.left)
        if f.left < f.total:
            note(ask, Event.ENDS_UP, i, c.x, c.y)
        forget_forcing(w)
        break_holds(ask, w)
        return
    on_floor = rests_on_floor(w, i)
    is_forced(ask, w, i)
    c.x = x
    c.y = y
    f.left -= 1
    if on_floor and not has_floor(w, i, x, y, c.z):
        passes_ledge(w, i, x, y, ledge_tiles(w))
        if w.rulings.forced_over_gap == ForcedOverGap.FIRST_GAP:
            f.left = 0


@rule("DS-88", "DS-141")
def passes_ledge(w: World, i: int, x: int, y: int, tiles: int) -> None:
    """i was forced that many tiles; the first one beyond the edge is where it could hang."""
    c = w.creatures[i]
    c.edge = tiles
    c.brink_x = x
    c.brink_y = y


@rule("DS-89")
def ledge_tiles(w: World) -> int:
    """The number of tiles forced, or those from the edge on (DS-R67)."""
    f = w.forcing
    if w.rulings.ledge_tiles == LedgeTiles.PAST_EDGE:
        return f.left + 1
    return f.total


@rule("DS-88")
def ledge_in_reach(w: World, i: int) -> bool:
    """Judged as the edge is crossed, or from where the movement would end (DS-R89)."""
    f = w.forcing
    if w.rulings.ledge_measure == LedgeMeasure.CROSSING or f.who != i:
        return threat_range(w, i) >= 1
    c = w.creatures[i]
    x = c.x
    y = c.y
    for _ in range(f.left):
        if fits(w, i, x + EAST_OF[f.way], y + SOUTH_OF[f.way], c.z, 0):
            x += EAST_OF[f.way]
            y += SOUTH_OF[f.way]
    edge_x = c.x - EAST_OF[f.way]
    edge_y = c.y - SOUTH_OF[f.way]
    return tiles_apart(x, y, edge_x, edge_y) <= threat_range(w, i)


@rule("DS-87", "DS-88")
def can_react(w: World, i: int) -> bool:
    """With a point to spare; as often as there are triggers (DS-R68)."""
    c = w.creatures[i]
    if w.rulings.reaction_limit == ReactionLimit.ONE_PER_ROUND and c.reacted:
        return False
    return w.rulings.action_points == ActionPoints.IGNORE or c.action_points >= 1


@rule("DS-87", "DS-88", "DS-89", "DS-143")
def ledge_step(ask: Ask, w: World, i: int) -> None:
    """Grab a Ledge: one point, paid before the roll, whatever comes of it."""
    c = w.creatures[i]
    target = LEDGE_TARGET + c.edge
    note(ask, Event.LEDGE, i, target)
    may = can_react(w, i) and ledge_in_reach(w, i)
    if not may or choose(ask, w, i, Question.LEDGE, 0b11) == Answer.NO:
        forget_ledge(w, i)
        return
    if w.rulings.action_points != ActionPoints.IGNORE:
        pay_points(ask, w, i, 1)
    c.reacted = 1
    open_throw(w, Roll.LEDGE, i, -1, target)


@rule("DS-90", "DS-141")
def ledge_effect(ask: Ask, w: World) -> None:
    """Caught, it hangs in the first tile beyond the edge and the movement is over."""
    i = w.throw.who
    c = w.creatures[i]
    x = c.brink_x
    y = c.brink_y
    forget_ledge(w, i)
    if succeeded(w):
        c.hanging = 1
        if fits(w, i, x, y, c.z, 0):
            c.x = x
            c.y = y
        if w.forcing.who == i:
            forget_forcing(w)
        break_holds(ask, w)
        note(ask, Event.HANGS, i)
        note(ask, Event.ENDS_UP, i, c.x, c.y)
    else:
        note(ask, Event.SLIPS, i)
    w.stage = NextStep.SETTLE


@rule("DS-39", "DS-91")
def fall_depth(w: World, i: int, most: int) -> int:
    """Down to the floor, or fifteen tiles; in the air less where another faller is."""
    if most <= FALL:
        return most
    c = w.creatures[i]
    deepest = first(k for k in range(FALL, 0, -1) if fits(w, i, c.x, c.y, c.z - k, 0))
    return max(0, deepest)


@rule("DS-91", "DS-111")
def drop(ask: Ask, w: World, i: int) -> None:
    """Forced fifteen tiles down, or less where a floor comes first."""
    c = w.creatures[i]
    is_forced(ask, w, i)
    ground = floor_below(w, i)
    depth = fall_depth(w, i, c.z - ground)
    c.z -= depth
    c.fallen += depth
    c.falling = IN_THE_AIR
    note(ask, Event.FALLS, i, depth, c.fallen)
    break_holds(ask, w)
    if c.z <= ground:
        land(ask, w, i)
        w.faller = i
        w.stage = NextStep.IMPACT


@rule("DS-92")
def land(ask: Ask, w: World, i: int) -> None:
    """On the nearest free tile of that height, if somebody is below (DS-R71).

    Where that height has none left, a higher floor has to do.
    """
    c = w.creatures[i]
    if fits(w, i, c.x, c.y, c.z, 0):
        return
    best = 999
    best_x = c.x
    best_y = c.y
    best_z = c.z
    for y in range(w.height):
        for x in range(w.width):
            far = max(abs(x - c.x), abs(y - c.y))
            z = c.z
            if not has_floor(w, i, x, y, z):
                far += FAR_OFF
                z = floor_at(w, x, y)
            if far < best and has_floor(w, i, x, y, z) and fits(w, i, x, y, z, 0):
                best = far
                best_x = x
                best_y = y
                best_z = z
    c.x = best_x
    c.y = best_y
    note(ask, Event.ENDS_UP, i, best_x, best_y)
    if c.z != best_z:
        note(ask, Event.AT_HEIGHT, i, best_z)
    c.z = best_z


@rule("DS-92", "DS-93")
def impact_step(ask: Ask, w: World) -> None:
    """The ground: a check may break the fall."""
    i = w.faller
    note(ask, Event.IMPACT, i, w.creatures[i].fallen)
    if choose(ask, w, i, Question.BREAK_FALL, 0b11) == Answer.YES:
        open_throw(w, Roll.FALL, i, -1, w.creatures[i].fallen)
    else:
        fall_wounds(ask, w, 0)


@rule("DS-92", "DS-93", "DS-94")
def fall_wounds(ask: Ask, w: World, total: int) -> None:
    """One, and one more for each full five tiles the check has not taken off (DS-R70)."""
    i = w.faller
    c = w.creatures[i]
    deep = max(0, c.fallen - max(0, total))
    note(ask, Event.FALL_COUNTS, i, deep, c.fallen)
    c.falling = 0
    c.fallen = 0
    w.faller = -1
    w.stage = NextStep.SETTLE
    wound_by_fall(ask, w, i, 1 + deep // TILES_PER_WOUND)


@rule("DS-93")
def fall_effect(ask: Ask, w: World) -> None:
    if not succeeded(w):
        fall_wounds(ask, w, w.throw.total)
        return
    c = w.creatures[w.faller]
    c.falling = 0
    c.fallen = 0
    note(ask, Event.LANDS_WELL, w.faller)
    w.faller = -1
    w.stage = NextStep.SETTLE


@rule("DS-14", "DS-88", "DS-91", "DS-140", "DS-142")
def settle_step(ask: Ask, w: World) -> None:
    """One thing that has not come to rest: a ledge, a shove, a fall."""
    for i in range(w.n):
        if alive(w, i) and w.creatures[i].edge > 0:
            ledge_step(ask, w, i)
            return
    if w.forcing.who >= 0:
        forced_step(ask, w)
        return
    for i in range(w.n):
        c = w.creatures[i]
        if not alive(w, i):
            continue
        if c.falling == 0 and not supported(w, i):
            c.falling = TO_DROP
        if c.falling == TO_DROP:
            drop(ask, w, i)
            return
    w.stage = w.resume
