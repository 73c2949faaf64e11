"""Bull Rush: straight on through everybody."""

from affray.rules.among import those
from affray.rules.ask import Ask, choose, note, rule
from affray.rules.grid import EAST_OF, SOUTH_OF, tiles_apart

from .contest import (
    open_contest,
)
from .events import Event
from .forced import break_holds, leave_cover, pick_up
from .harm import alive, fall, spend_strain
from .kinds import Effect, Pair, Question, Stat
from .paying import art_dice, art_strain, give_dice
from .rulings import BlindBullRush, BullRushVersion
from .sheet import speed
from .space import is_free, is_rough, is_wall
from .state import World

DIRECTIONS = 8


@rule("RH-144")
def rush_tiles(w: World, i: int) -> int:
    if w.rulings.bull_rush_version == BullRushVersion.TRAIT_026:
        return (speed(w, i) + 1) // 2
    return speed(w, i)


@rule("RH-144", "RH-154", "RH-164")
def rush_ends(w: World, i: int, way: int) -> int:
    """How far one can rush that way: through creatures, to a free tile; rough ground costs two."""
    c = w.creatures[i]
    mask = 0
    tiles = rush_tiles(w, i)
    left = tiles
    for n in range(1, tiles + 1):
        x = c.x + n * EAST_OF[way]
        y = c.y + n * SOUTH_OF[way]
        if is_wall(w, x, y):
            return mask
        left -= 2 if is_rough(w, i, x, y) else 1
        if left < 0:
            return mask
        if is_free(w, x, y):
            mask |= 1 << n
    return mask


@rule("RH-144", "RH-164")
def rush_ways(w: World, i: int) -> int:
    return those(way for way in range(DIRECTIONS) if rush_ends(w, i, way))


@rule("RH-144", "RH-164")
def can_rush(w: World, i: int) -> bool:
    return any(rush_ends(w, i, way) for way in range(DIRECTIONS))


@rule("RH-20", "RH-111", "RH-144", "RH-164")
def rush(ask: Ask, w: World, i: int, art: int) -> None:
    """Straight on through everybody; then a Body contest with all within a tile of the path."""
    c = w.creatures[i]
    way = choose(ask, w, i, Question.DIRECTION, rush_ways(w, i))
    tiles = choose(ask, w, i, Question.FEET, rush_ends(w, i, way))
    given = give_dice(ask, w, i, art_dice(w, art))
    spend_strain(ask, w, i, art_strain(w, art))
    if not alive(w, i):
        return
    if stumbles(w, i, given, art_dice(w, art)):
        note(ask, Event.STUMBLED, i)
        fall(ask, w, i)
        return
    start_x = c.x
    start_y = c.y
    near = along_path(w, i, way, tiles)
    c.x = start_x + tiles * EAST_OF[way]
    c.y = start_y + tiles * SOUTH_OF[way]
    note(ask, Event.MOVED, i, c.x, c.y)
    leave_cover(ask, w, i)
    break_holds(ask, w)
    pick_up(ask, w, i)
    if near:
        open_contest(w, i, 0, near, Stat.BODY, Stat.BODY)
        k = w.contest
        k.on_win = w.rushed
        k.path = 1
        k.from_x = start_x
        k.from_y = start_y
        k.to_x = c.x
        k.to_y = c.y


@rule("RH-20", "RH-111")
def stumbles(w: World, i: int, given: int, n: int) -> bool:
    """Blind, with a one among the dice, unless faces mean nothing to a rush (RH-R97)."""
    heeded = w.rulings.blind_bull_rush == BlindBullRush.PRONE
    return heeded and w.creatures[i].stacks[Effect.BLIND] > 0 and shows_one(w, given, n)


@rule("RH-111")
def shows_one(w: World, given: int, n: int) -> bool:
    """Whether a one is among the dice given."""
    return given <= Pair.ONE_SIX if n == 2 else given == 1


@rule("RH-144", "RH-164")
def along_path(w: World, i: int, way: int, tiles: int) -> int:
    """Everybody within a tile of the tiles entered."""
    c = w.creatures[i]
    mask = 0
    for j in range(w.n):
        t = w.creatures[j]
        if j == i or not alive(w, j) or t.world:
            continue
        for n in range(1, tiles + 1):
            px = c.x + n * EAST_OF[way]
            py = c.y + n * SOUTH_OF[way]
            if tiles_apart(px, py, t.x, t.y) <= 1:
                mask |= 1 << j
    return mask
