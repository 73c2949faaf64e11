"""Where moves end: points named, points closed in on, and who gives way."""

from affray.rules.among import first, those
from affray.rules.ask import rule
from affray.rules.masks import contains, smallest
from affray.rules.plane import away, feet_between, hundredths, is_apart, is_within, square

from .body import hostile, present
from .kinds import Move
from .space import APART, on_map, too_near
from .speed import speed_now
from .state import World

FAR = 1 << 30
COLUMN = 1024
"""A point as one number: so many a column, which no map is high enough to fill."""
POINTS = COLUMN * COLUMN


@rule("PL-136")
def goal_is_start(w: World, i: int) -> bool:
    c = w.creatures[i]
    return c.goal_x == c.x and c.goal_y == c.y


@rule("PL-136")
def set_goal(w: World, i: int, x: int, y: int) -> None:
    c = w.creatures[i]
    c.goal_x = x
    c.goal_y = y


@rule("PL-135", "PL-136")
def ending_near(w: World, i: int, x: int, y: int, feet: int) -> int:
    """The others who mean to end within so many feet of a point."""
    return those(
        k
        for k in range(w.n)
        if k != i
        and present(w, k)
        and is_within(x, y, w.creatures[k].goal_x, w.creatures[k].goal_y, feet)
    )


@rule("PL-135", "PL-136")
def is_spot(w: World, i: int, x: int, y: int) -> bool:
    """On the map, and not within 5 ft of where another means to end."""
    return on_map(w, x, y) and ending_near(w, i, x, y, APART - 1) == 0


@rule("PL-135", "PL-136")
def is_clear_of(w: World, others: int, x: int, y: int) -> bool:
    """On the map, and not within 5 ft of where one of these means to end."""
    left = others
    while left:
        other = w.creatures[smallest(left)]
        left &= left - 1
        if too_near(x, y, other.goal_x, other.goal_y):
            return False
    return on_map(w, x, y)


@rule("PL-136")
def close_point(w: World, i: int, x: int, y: int, feet: int) -> int:
    """The free point at that distance from (x, y) nearest to i's start, as one number; or -1.

    The first there is where several are as near; columns and rows on i's side are tried first,
    and what cannot be nearer than the best so far is not looked at.
    """
    c = w.creatures[i]
    others = ending_near(w, i, x, y, feet + 1 + APART)
    side = 1 if c.x > x else -1
    up = 1 if c.y > y else -1
    best = POINTS * FAR
    for across in range(-feet, feet + 1):
        px = x - side * across
        if POINTS * square(px - c.x, 0) < best:
            for along in range(-feet, feet + 1):
                py = y - up * along
                rank = POINTS * square(px - c.x, py - c.y) + COLUMN * px + py
                near = rank < best and is_apart(px, py, x, y, feet)
                if near and is_clear_of(w, others, px, py):
                    best = rank
    return best % POINTS if best < POINTS * FAR else -1


@rule("PL-135")
def toward(w: World, i: int, x: int, y: int, feet: int) -> None:
    """Set the goal on the straight line to (x, y), that many feet along it, never off the map."""
    c = w.creatures[i]
    dx = x - c.x
    dy = y - c.y
    whole = hundredths(dx, dy)
    end_x = min(w.width, max(0, c.x + away(feet, dx, whole)))
    end_y = min(w.height, max(0, c.y + away(feet, dy, whole)))
    set_goal(w, i, end_x, end_y)


@rule("PL-136")
def close_with(w: World, i: int, x: int, y: int) -> None:
    """End at arm's length of (x, y), or as far on the way there as the speed goes."""
    c = w.creatures[i]
    speed = speed_now(w, i)
    if is_within(c.x, c.y, x, y, c.stop):
        set_goal(w, i, c.x, c.y)
        return
    spot = close_point(w, i, x, y, c.stop)
    if spot >= 0 and is_within(c.x, c.y, spot // COLUMN, spot % COLUMN, speed):
        set_goal(w, i, spot // COLUMN, spot % COLUMN)
    else:
        far = feet_between(c.x, c.y, x, y)
        toward(w, i, x, y, min(speed, max(0, far - c.stop)))


@rule("PL-136")
def meet_halfway(w: World, i: int, j: int) -> None:
    """Two who close with each other share the gap by their speeds."""
    a = w.creatures[i]
    b = w.creatures[j]
    gap = feet_between(a.x, a.y, b.x, b.y) - APART
    mine = speed_now(w, i)
    both = mine + speed_now(w, j)
    share = gap * mine // both if both > 0 else 0
    toward(w, i, b.x, b.y, max(0, min(mine, share)))


@rule("PL-136")
def flee_from(w: World, i: int) -> None:
    """Straight away from the nearest enemy, off the map if it comes to that."""
    c = w.creatures[i]
    nearest = -1
    least = FAR
    for k in range(w.n):
        other = w.creatures[k]
        if hostile(w, i, k) and present(w, k):
            feet = feet_between(c.x, c.y, other.x, other.y)
            if feet < least:
                least = feet
                nearest = k
    if nearest < 0:
        return
    other = w.creatures[nearest]
    dx = c.x - other.x
    dy = c.y - other.y
    whole = hundredths(dx, dy)
    feet = speed_now(w, i)
    set_goal(w, i, c.x + away(feet, dx, whole), c.y + away(feet, dy, whole))


@rule("PL-136")
def settle_closer(w: World, i: int, settled: int) -> bool:
    """Find a closer's end if the one it closes with has an end."""
    c = w.creatures[i]
    if c.whom >= 0 and contains(settled, c.whom):
        other = w.creatures[c.whom]
        close_with(w, i, other.goal_x, other.goal_y)
        return True
    return False


@rule("PL-136")
def settle_circle(w: World, i: int) -> None:
    """The first of a circle: it meets its partner, or goes for where the other began."""
    c = w.creatures[i]
    other = w.creatures[c.whom]
    if other.whom == i:
        meet_halfway(w, i, c.whom)
    else:
        close_with(w, i, other.x, other.y)


@rule("PL-136")
def in_circle(w: World, i: int, settled: int) -> bool:
    """Whether those i closes with, one after the other, lead back to i."""
    k = w.creatures[i].whom
    for _ in range(w.n):
        if k < 0 or contains(settled, k):
            return False
        if k == i:
            return True
        k = w.creatures[k].whom
    return False


@rule("PL-136")
def settle_closers(w: World, done: int) -> None:
    """Closers whose quarry has an end, again and again; circles are cut at the first."""
    settled = done
    for _ in range(2 * w.n):
        changed = False
        circle = -1
        for i in range(w.n):
            if contains(settled, i):
                continue
            if settle_closer(w, i, settled):
                settled |= 1 << i
                changed = True
            elif circle < 0 and in_circle(w, i, settled):
                circle = i
        if circle < 0 and not changed:
            return
        if not changed:
            settle_circle(w, circle)
            settled |= 1 << circle


@rule("PL-136")
def choose_goals(w: World) -> None:
    """Where everybody means to end, as declared."""
    settled = 0
    for i in range(w.n):
        c = w.creatures[i]
        if c.move != Move.GO:
            set_goal(w, i, c.x, c.y)
        if c.move == Move.FLEE:
            flee_from(w, i)
        if c.move != Move.CLOSE:
            settled |= 1 << i
    settle_closers(w, settled)


@rule("PL-136")
def recompute_closers(w: World) -> None:
    """After the checks closers go by where the others now end."""
    settled = those(i for i in range(w.n) if w.creatures[i].move != Move.CLOSE)
    settle_closers(w, settled)


@rule("PL-26")
def contested(w: World) -> int:
    """The first creature whose place another wants too, or -1."""
    return first(i for i in range(w.n) if present(w, i) and rivals(w, i))


@rule("PL-26")
def rivals(w: World, i: int) -> int:
    """Those who would end within 5 ft of i's end; whoever runs off the map rivals nobody."""
    mask = 0
    c = w.creatures[i]
    if not on_map(w, c.goal_x, c.goal_y):
        return 0
    for k in range(w.n):
        other = w.creatures[k]
        near = k != i and too_near(c.goal_x, c.goal_y, other.goal_x, other.goal_y)
        if near and present(w, k) and on_map(w, other.goal_x, other.goal_y):
            mask |= 1 << k
    return mask


@rule("PL-26", "PL-136")
def give_way(w: World, i: int) -> None:
    """A loser who closes with somebody takes the next free place there, if it is near enough."""
    c = w.creatures[i]
    if c.move == Move.CLOSE:
        other = w.creatures[c.whom]
        spot = close_point(w, i, other.goal_x, other.goal_y, c.stop)
        x = spot // COLUMN
        y = spot % COLUMN
        if spot >= 0 and is_within(c.x, c.y, x, y, speed_now(w, i)):
            set_goal(w, i, x, y)
            return
    back_off(w, i)


@rule("PL-26", "PL-136")
def back_off(w: World, i: int) -> None:
    """A loser stops at the last free point of its straight path, or stays where it was."""
    c = w.creatures[i]
    dx = c.goal_x - c.x
    dy = c.goal_y - c.y
    whole = hundredths(dx, dy)
    far = feet_between(c.x, c.y, c.goal_x, c.goal_y)
    for less in range(1, far + 1):
        x = c.x + away(far - less, dx, whole)
        y = c.y + away(far - less, dy, whole)
        if is_spot(w, i, x, y):
            set_goal(w, i, x, y)
            return
    set_goal(w, i, c.x, c.y)
