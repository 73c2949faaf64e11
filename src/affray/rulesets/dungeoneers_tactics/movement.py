"""Moving, standing, turning; dragging the held and shifting the pushed."""

from affray.rules.among import first, those
from affray.rules.ask import Ask, choose, note, rule
from affray.rules.grid import EAST_OF, SOUTH_OF
from affray.rules.masks import contains, members

from .attack import can_react, provoke, turn_toward
from .events import Event
from .kinds import Answer, Question
from .rulings import (
    DiagonalSqueeze,
    ForcedMovementProvokes,
    GrappleSeparation,
    ProneCanMove,
    PushBlocked,
    PushDirection,
    ThreatenedRecalc,
)
from .space import (
    across,
    alive,
    can_stand,
    covers,
    direction,
    distance,
    down,
    hostile,
    is_wall,
    is_within,
    living,
    over,
    reaches,
    threat_range,
)
from .state import World

DIRECTIONS = 8


@rule("DT-38", "DT-117", "DT-155")
def recompute_threatened(w: World, mover: int) -> None:
    """After every move, for everybody (DT-R33): the hostile ones whose threat range holds it."""
    only = w.rulings.threatened_recalc == ThreatenedRecalc.MOVER_ONLY and mover >= 0
    able = living(w)
    whom = able & 1 << mover if only else able
    for i in members(whom):
        w.creatures[i].threatened_by = 0
    for j in members(able):
        threaten(w, j, whom)


@rule("DT-117")
def threaten(w: World, j: int, whom: int) -> None:
    """Those of them who are in j's threat range know it."""
    longest = threat_range(w, j)
    for i in members(whom):
        if hostile(w, i, j) and is_within(w, j, i, longest):
            w.creatures[i].threatened_by |= 1 << j


@rule("DT-50")
def let_go(w: World, i: int) -> None:
    """End i's hold for both."""
    held = w.creatures[i].grapples
    if held >= 0:
        w.creatures[held].grappled_by &= ~(1 << i)
        w.creatures[i].grapples = -1


@rule("DT-123", "DT-160")
def lose_hold(ask: Ask, w: World, i: int) -> None:
    """i's hold comes loose without its will."""
    held = w.creatures[i].grapples
    if held >= 0:
        let_go(w, i)
        note(ask, Event.FREED, held, i)


@rule("DT-159", "DT-160")
def holds_out_of_reach(ask: Ask, w: World, i: int) -> None:
    """A hold needs reach (DT-R30)."""
    if w.rulings.grapple_separation == GrappleSeparation.STAYS:
        return
    for k in range(w.n):
        if w.creatures[k].grapples == i and not reaches(w, k, i):
            lose_hold(ask, w, k)


@rule("DT-105")
def put(w: World, i: int, dx: int, dy: int) -> None:
    w.creatures[i].x += dx
    w.creatures[i].y += dy


@rule("DT-53", "DT-159")
def put_pair(w: World, i: int, dx: int, dy: int) -> None:
    """A mover and whoever it holds, at the same time."""
    put(w, i, dx, dy)
    if w.creatures[i].grapples >= 0:
        put(w, w.creatures[i].grapples, dx, dy)


@rule("DT-105", "DT-120", "DT-159")
def close_by(w: World, i: int) -> int:
    """Everybody alive whom a step could run into, one's own or that of the one held."""
    held = w.creatures[i].grapples
    return those(
        k
        for k in range(w.n)
        if alive(w, k) and (distance(w, i, k) <= 1 or (held >= 0 and distance(w, held, k) <= 1))
    )


@rule("DT-105")
def is_pinched(w: World, i: int, facing: int) -> bool:
    """Whether a step leads between two walls, where the table does not have it (DT-R48)."""
    if w.rulings.diagonal_squeeze == DiagonalSqueeze.ALLOWED or facing % 2 == 0:
        return False
    c = w.creatures[i]
    across_free = can_stand(w, i, c.x + EAST_OF[facing], c.y, 0)
    return not across_free and not can_stand(w, i, c.x, c.y + SOUTH_OF[facing], 0)


@rule("DT-105")
def must_rise(w: World, i: int) -> bool:
    """Whether who is prone must stand up before it goes anywhere (DT-R52)."""
    c = w.creatures[i]
    lies = c.prone != 0 and not c.passing
    return lies and w.rulings.prone_can_move == ProneCanMove.NO


@rule("DT-105", "DT-120", "DT-159")
def can_step(w: World, i: int, facing: int, crowd: int) -> bool:
    """Whether a body, and whoever it holds, fits one tile on, beside those close by."""
    c = w.creatures[i]
    if is_pinched(w, i, facing):
        return False
    if c.grapples < 0:
        return can_stand(w, i, c.x + EAST_OF[facing], c.y + SOUTH_OF[facing], crowd)
    held = w.creatures[c.grapples]
    put_pair(w, i, EAST_OF[facing], SOUTH_OF[facing])
    fits = can_stand(w, i, c.x, c.y, crowd) and can_stand(w, c.grapples, held.x, held.y, crowd)
    put_pair(w, i, -EAST_OF[facing], -SOUTH_OF[facing])
    return fits


@rule("DT-120")
def in_the_way(w: World, i: int, facing: int) -> int:
    """The creatures on the tiles a step would enter; all of them where a wall or foe is."""
    c = w.creatures[i]
    mask = 0
    for y in range(c.y + SOUTH_OF[facing], c.y + SOUTH_OF[facing] + down(w, i)):
        for x in range(c.x + EAST_OF[facing], c.x + EAST_OF[facing] + across(w, i)):
            if is_wall(w, x, y):
                return -1
            for k in range(w.n):
                if k != i and alive(w, k) and covers(w, k, x, y):
                    if hostile(w, i, k):
                        return -1
                    mask |= 1 << k
    return mask


@rule("DT-120")
def can_pass(w: World, i: int, facing: int) -> bool:
    """Through a friend's tile, with a point and a way left to leave it (DT-R47)."""
    c = w.creatures[i]
    if c.mp < 2 or c.grapples >= 0 or c.passing or in_the_way(w, i, facing) <= 0:
        return False
    if is_pinched(w, i, facing):
        return False
    put(w, i, EAST_OF[facing], SOUTH_OF[facing])
    crowd = close_by(w, i)
    leaves = any(can_step(w, i, onward, crowd) for onward in range(DIRECTIONS))
    put(w, i, -EAST_OF[facing], -SOUTH_OF[facing])
    return leaves


@rule("DT-105")
def ways(w: World, i: int) -> int:
    """The directions a creature may step in."""
    if must_rise(w, i):
        return 0
    crowd = close_by(w, i)
    return those(
        facing
        for facing in range(DIRECTIONS)
        if can_step(w, i, facing, crowd) or can_pass(w, i, facing)
    )


@rule("DT-105")
def can_go(w: World, i: int) -> bool:
    """Whether there is any direction a creature may step in."""
    if must_rise(w, i):
        return False
    crowd = close_by(w, i)
    return any(
        can_step(w, i, facing, crowd) or can_pass(w, i, facing) for facing in range(DIRECTIONS)
    )


@rule("DT-36", "DT-38")
def left_behind(w: World, i: int, dx: int, dy: int) -> int:
    """Those who threaten i, reach it now and would not after its step."""
    return left_by(w, i, i, dx, dy)


@rule("DT-36", "DT-38", "DT-53")
def left_by(w: World, mover: int, i: int, dx: int, dy: int) -> int:
    """The same for a step of the one who holds i."""
    mask = those(
        k for k in members(w.creatures[i].threatened_by) if alive(w, k) and reaches(w, k, i)
    )
    put_pair(w, mover, dx, dy)
    left = those(k for k in members(mask) if not reaches(w, k, i))
    put_pair(w, mover, -dx, -dy)
    return left


@rule("DT-36", "DT-53", "DT-159")
def expose_dragged(ask: Ask, w: World, i: int, facing: int) -> None:
    """Who is dragged moves too, and lays itself open where the table reads it so (DT-R36)."""
    held = w.creatures[i].grapples
    reads = w.rulings.forced_movement_provokes == ForcedMovementProvokes.PUSHED_AND_DRAGGED
    if reads and held >= 0 and alive(w, i):
        provoke(ask, w, held, left_by(w, i, held, EAST_OF[facing], SOUTH_OF[facing]))


@rule("DT-120")
def allowed(ask: Ask, w: World, i: int, friends: int) -> bool:
    """Every occupant of a full tile must let one through."""
    return not any(
        contains(friends, k) and choose(ask, w, k, Question.ALLOW, 3) == Answer.NO
        for k in range(w.n)
    )


@rule("DT-53", "DT-123")
def drag_along(ask: Ask, w: World, i: int) -> None:
    """What a dragged creature holds itself comes loose."""
    held = w.creatures[i].grapples
    if held >= 0:
        note(ask, Event.DRAGGED, held, i)
        lose_hold(ask, w, held)
        holds_out_of_reach(ask, w, held)


@rule("DT-33", "DT-36", "DT-38", "DT-53", "DT-104", "DT-105", "DT-110", "DT-159")
def move(ask: Ask, w: World, i: int) -> None:
    """One tile: turn, pay, be struck at, step, and look who threatens whom."""
    c = w.creatures[i]
    facing = choose(ask, w, i, Question.DIRECTION, ways(w, i))
    squeezes = not can_step(w, i, facing, close_by(w, i))
    if squeezes and not allowed(ask, w, i, in_the_way(w, i, facing)):
        note(ask, Event.NO_LEAVE, i, facing)
        return
    w.heading = facing
    turn_toward(ask, w, i, facing)
    w.heading = -1
    c.mp -= 1
    strikers = left_behind(w, i, EAST_OF[facing], SOUTH_OF[facing])
    if any(can_react(w, k, i) for k in members(strikers)):
        note(ask, Event.SETS_OUT, i, facing)
    provoke(ask, w, i, strikers)
    expose_dragged(ask, w, i, facing)
    if not alive(w, i) or over(w):
        note(ask, Event.VOID, i, w.creatures[i].dead)
        return
    if (squeezes and c.mp < 1) or must_rise(w, i):
        note(ask, Event.STAYS, i, 1 if must_rise(w, i) else 0)
        return
    put_pair(w, i, EAST_OF[facing], SOUTH_OF[facing])
    c.passing = 1 if squeezes else 0
    note(ask, Event.MOVE, i, facing)
    drag_along(ask, w, i)
    recompute_threatened(w, i)


@rule("DT-53", "DT-106", "DT-108", "DT-123", "DT-159")
def stand(ask: Ask, w: World, i: int) -> None:
    c = w.creatures[i]
    c.mp -= 1
    c.prone = 0
    note(ask, Event.STAND, i)
    if c.grapples >= 0 and w.creatures[c.grapples].prone:
        w.creatures[c.grapples].prone = 0
        note(ask, Event.STAND, c.grapples)
        lose_hold(ask, w, c.grapples)


@rule("DT-53", "DT-106", "DT-111", "DT-123", "DT-159")
def face(ask: Ask, w: World, i: int) -> None:
    c = w.creatures[i]
    c.facing = choose(ask, w, i, Question.FACING, 0xFF & ~(1 << c.facing))
    c.mp -= 1
    note(ask, Event.FACE, i, c.facing)
    if c.grapples >= 0:
        w.creatures[c.grapples].facing = c.facing
        note(ask, Event.FACE, c.grapples, c.facing)
        lose_hold(ask, w, c.grapples)


@rule("DT-57")
def shove_direction(w: World, i: int, j: int) -> int:
    """Where a push goes: along the attacker's facing (DT-R45)."""
    if w.rulings.push_direction == PushDirection.DIRECTLY_AWAY and direction(w, i, j) >= 0:
        return direction(w, i, j)
    return w.creatures[i].facing


@rule("DT-160")
def put_all(w: World, bodies: int, dx: int, dy: int) -> None:
    for k in members(bodies):
        put(w, k, dx, dy)


@rule("DT-160")
def one_without_room(w: World, bodies: int) -> int:
    """The first of these bodies that does not fit where it stands, or -1."""
    crowd = living(w)
    return first(
        k for k in members(bodies) if not can_stand(w, k, w.creatures[k].x, w.creatures[k].y, crowd)
    )


@rule("DT-160")
def next_in_the_way(w: World, bodies: int, dx: int, dy: int) -> int:
    """Who stands where one of these bodies would go; 0 where all fit, -1 at a wall."""
    put_all(w, bodies, dx, dy)
    stuck = one_without_room(w, bodies)
    mask = 0
    if stuck >= 0:
        mask = those(
            k
            for k in range(w.n)
            if alive(w, k) and not contains(bodies, k) and distance(w, stuck, k) == 0
        )
    put_all(w, bodies, -dx, -dy)
    return -1 if stuck >= 0 and mask == 0 else mask


@rule("DT-57", "DT-160")
def shoved(w: World, j: int, dx: int, dy: int) -> int:
    """Whom a push moves; nobody where the way is blocked (DT-R46)."""
    bodies = 1 << j
    more = next_in_the_way(w, bodies, dx, dy)
    while more > 0 and w.rulings.push_blocked == PushBlocked.CHAIN:
        bodies |= more
        more = next_in_the_way(w, bodies, dx, dy)
    return bodies if more == 0 else 0


@rule("DT-57", "DT-123", "DT-155", "DT-160")
def shift(ask: Ask, w: World, i: int, j: int) -> bool:
    """Move a pushed body one tile; False where it cannot go."""
    facing = shove_direction(w, i, j)
    dx = EAST_OF[facing]
    dy = SOUTH_OF[facing]
    bodies = shoved(w, j, dx, dy)
    for k in members(bodies):
        lose_hold(ask, w, k)
        if w.rulings.forced_movement_provokes != ForcedMovementProvokes.NO:
            provoke(ask, w, k, left_behind(w, k, dx, dy))
    if bodies == 0 or over(w):
        return bodies != 0
    bodies = those(k for k in members(bodies) if alive(w, k))
    put_all(w, bodies, dx, dy)
    for k in members(bodies):
        note(ask, Event.PUSHED, k, facing, i)
        holds_out_of_reach(ask, w, k)
        recompute_threatened(w, k)
    return True
