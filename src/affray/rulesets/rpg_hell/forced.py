"""Forced and free movement: knocked back, pushed, pulled, and tiles of one's own choosing."""

from affray.rules.ask import Ask, choose, note, rule
from affray.rules.grid import EAST_OF, SOUTH_OF, columns, forget, rows_in, tiles_apart

from .events import Event
from .harm import alive, hurt
from .kinds import Damage, Hiding, Question
from .rulings import KnockbackThreshold
from .sheet import has_hand_for
from .space import distance, find_reach, is_wall, stands_at, way_from
from .state import HELD, LYING, World

HARD = 4
"""A knockback of so many tiles hurts when something solid stops it."""


@rule("RH-117")
def break_holds(ask: Ask, w: World) -> None:
    """Who is moved away from its grappler, or walks off from the one it holds, ends the hold."""
    for k in range(w.n):
        c = w.creatures[k]
        if c.grappled_by >= 0 and not c.held_still:
            g = w.creatures[c.grappled_by]
            if tiles_apart(c.x, c.y, g.x, g.y) > 1:
                c.grappled_by = -1
                note(ask, Event.LET_GO, k)


@rule("RH-88", "RH-114")
def leave_cover(ask: Ask, w: World, j: int) -> None:
    """Whoever is moved, by itself or by others, is no longer behind its cover."""
    c = w.creatures[j]
    if c.hiding == Hiding.OBSCURED:
        c.hiding = Hiding.SEEN
        note(ask, Event.SEEN, j)


@rule("RH-152")
def shift(ask: Ask, w: World, j: int, way: int, tiles: int) -> int:
    """Straight on until something solid or somebody is in the way; how many tiles it went."""
    c = w.creatures[j]
    gone = 0
    for _ in range(tiles):
        x = c.x + EAST_OF[way]
        y = c.y + SOUTH_OF[way]
        if is_wall(w, x, y) or stands_at(w, x, y) >= 0:
            return gone
        c.x = x
        c.y = y
        gone += 1
        leave_cover(ask, w, j)
    return gone


@rule("RH-152", "RH-153")
def knock_back(ask: Ask, w: World, j: int, way: int, tiles: int) -> None:
    """Stopped short, a hard knock hurts by the tiles it lacked, and whoever was run into too."""
    if tiles <= 0 or not alive(w, j):
        return
    gone = shift(ask, w, j, way, tiles)
    note(ask, Event.PUSHED, j, gone, way)
    break_holds(ask, w)
    lacking = tiles - gone
    measured = tiles
    if w.rulings.knockback_threshold == KnockbackThreshold.BLOCKED:
        measured = lacking
    if lacking <= 0 or measured < HARD:
        return
    c = w.creatures[j]
    other = stands_at(w, c.x + EAST_OF[way], c.y + SOUTH_OF[way])
    note(ask, Event.CRASHED, j, lacking)
    hurt(ask, w, j, lacking, Damage.KNOCKBACK, 0, 0)
    if other >= 0:
        hurt(ask, w, other, lacking, Damage.KNOCKBACK, 0, 0)


@rule("RH-82")
def push(ask: Ask, w: World, j: int, way: int, tiles: int) -> None:
    """Moved, but not knocked: nothing is hurt by it."""
    if tiles > 0 and alive(w, j):
        note(ask, Event.PUSHED, j, shift(ask, w, j, way, tiles), way)
        break_holds(ask, w)


@rule("RH-152")
def away_from(w: World, i: int, j: int) -> int:
    """The direction from i to j."""
    a = w.creatures[i]
    b = w.creatures[j]
    return way_from(b.x - a.x, b.y - a.y)


@rule("RH-144", "RH-152", "RH-156")
def way_out(ask: Ask, w: World, i: int, j: int) -> int:
    """Away from i; from its own tile the way a vehicle goes, or any the pusher wants (RH-R101)."""
    c = w.creatures[i]
    if distance(w, i, j) > 0:
        return away_from(w, i, j)
    if c.drift_x != 0 or c.drift_y != 0:
        return way_from(c.drift_x, c.drift_y)
    return choose(ask, w, i, Question.DIRECTION, 0b11111111)


@rule("RH-78", "RH-80")
def place_within(ask: Ask, w: World, chooser: int, j: int, steps: int) -> None:
    """j goes up to so many tiles where the chooser wants; its own tile is one of them."""
    if steps <= 0 or not alive(w, j):
        return
    find_reach(w, j, steps)
    place_in_reach(ask, w, chooser, j)


@rule("RH-78", "RH-80")
def place_in_reach(ask: Ask, w: World, chooser: int, j: int) -> None:
    """The column, then the row, of a tile that was found in reach."""
    w.placing = j
    x = choose(ask, w, chooser, Question.COLUMN, columns(w.reached, w.height))
    y = choose(ask, w, chooser, Question.ROW, rows_in(w.reached, w.height, x))
    w.placing = -1
    forget(w.reached, w.height)
    c = w.creatures[j]
    if c.x != x or c.y != y:
        c.x = x
        c.y = y
        note(ask, Event.MOVED if j == chooser else Event.PLACED, j, x, y)
        leave_cover(ask, w, j)
        break_holds(ask, w)
        pick_up(ask, w, j)
    else:
        note(ask, Event.STAYS, j, x, y)


@rule("RH-126", "RH-127")
def pick_up(ask: Ask, w: World, j: int) -> None:
    """Whoever comes to a thrown weapon's tile takes it up if it has a hand for it."""
    c = w.creatures[j]
    for m in range(LYING):
        thing = w.ground[m]
        if thing.weapon < 0 or thing.x != c.x or thing.y != c.y:
            continue
        for k in range(HELD):
            taken = thing.weapon >= 0 and has_hand_for(w, j, thing.weapon)
            if c.weapons[k] < 0 and taken:
                c.weapons[k] = thing.weapon
                c.loaded[k] = w.weapons[thing.weapon].loading
                note(ask, Event.PICKED_UP, j, thing.weapon)
                thing.weapon = -1
                thing.x = 0
                thing.y = 0


@rule("RH-126")
def lay_down(w: World, weapon: int, x: int, y: int) -> None:
    for m in range(LYING):
        thing = w.ground[m]
        if thing.weapon < 0:
            thing.weapon = weapon
            thing.x = x
            thing.y = y
            return
