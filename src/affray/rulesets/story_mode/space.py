"""Zones and knots: how far apart people are, in words."""

from affray.rules.among import first, those
from affray.rules.ask import Ask, note, rule
from affray.rules.masks import members

from .events import Event
from .kinds import Being, Distance
from .state import ZONES, World

FAR_STEPS = 4
NO_WAY = FAR_STEPS + 1


@rule("SM-111", "SM-117")
def in_fight(w: World, j: int) -> bool:
    c = w.creatures[j]
    return c.dead == 0 and c.gone == 0


@rule("SM-1", "SM-72")
def first_character(w: World) -> int:
    """The first player on the list, who speaks for all."""
    speaker = first(
        i for i in range(w.n) if w.creatures[i].being == Being.CHARACTER and in_fight(w, i)
    )
    return max(0, speaker)


@rule("SM-77")
def zone_steps(w: World, a: int, b: int) -> int:
    """How many zones lie between two, by the shortest way; many where there is none."""
    return w.steps[ZONES * a + b]


@rule("SM-110")
def close(w: World, i: int, j: int) -> bool:
    a = w.creatures[i]
    return i == j or (a.knot >= 0 and a.knot == w.creatures[j].knot)


@rule("SM-77")
def zones_apart(w: World, a: int, b: int) -> int:
    steps = zone_steps(w, a, b)
    if steps == 0:
        return Distance.SHORT
    return Distance.FAR if steps <= FAR_STEPS else Distance.VERY_FAR


@rule("SM-77")
def distance(w: World, i: int, j: int) -> int:
    """Touch is oneself; close the knot; short the zone; far up to four zones on."""
    if i == j:
        return Distance.TOUCH
    if close(w, i, j):
        return Distance.CLOSE
    return zones_apart(w, w.creatures[i].zone, w.creatures[j].zone)


@rule("SM-77", "SM-110")
def in_reach(w: World, i: int, j: int, reach: int) -> bool:
    """Touch counts as close: who stands in one knot can touch."""
    return distance(w, i, j) <= max(reach, Distance.CLOSE)


@rule("SM-110")
def leave_knot(w: World, i: int) -> None:
    """Out of the knot; a knot of one is none."""
    c = w.creatures[i]
    old = c.knot
    c.knot = -1
    left = 0
    last = -1
    for k in range(w.n):
        if old >= 0 and w.creatures[k].knot == old:
            left += 1
            last = k
    if left == 1:
        w.creatures[last].knot = -1


@rule("SM-110")
def untie_the_absent(w: World) -> None:
    """Whoever was taken out by hand leaves the knot like anybody else who is out."""
    for i in range(w.n):
        if not in_fight(w, i) and w.creatures[i].knot >= 0:
            leave_knot(w, i)


@rule("SM-110")
def join(ask: Ask, w: World, i: int, j: int) -> None:
    """Into the other's knot, or a new one of the two."""
    leave_knot(w, i)
    c = w.creatures[j]
    if c.knot < 0:
        c.knot = free_knot(w)
    w.creatures[i].knot = c.knot
    note(ask, Event.JOINS, i, j)


@rule("SM-110")
def free_knot(w: World) -> int:
    """The lowest number no knot has."""
    free = first(
        knot for knot in range(w.n) if not any(w.creatures[k].knot == knot for k in range(w.n))
    )
    return max(0, free)


@rule("SM-5", "SM-110")
def can_join(w: World, i: int) -> int:
    """Those of the zone one does not stand close to yet."""
    return those(
        j
        for j in range(w.n)
        if j != i
        and in_fight(w, j)
        and not close(w, i, j)
        and w.creatures[j].zone == w.creatures[i].zone
    )


@rule("SM-5", "SM-77", "SM-110")
def go(ask: Ask, w: World, i: int, zone: int) -> None:
    """Into a zone next to this one, standing alone there."""
    leave_knot(w, i)
    w.creatures[i].zone = zone
    note(ask, Event.GOES, i, zone)


@rule("SM-83")
def is_barred(w: World, zone: int) -> bool:
    """Whether a barrier lies over a zone: nobody goes in or out."""
    spell = w.covers[zone].spell
    return spell >= 0 and w.spells[spell].bars == 1


@rule("SM-77", "SM-83", "SM-110")
def open_ways(w: World, i: int) -> int:
    """The zones next to one's own that no barrier keeps one from."""
    here = w.creatures[i].zone
    if is_barred(w, here):
        return 0
    return those(z for z in members(w.zones[here].links) if not is_barred(w, z))


@rule("SM-83", "SM-111")
def can_leave(w: World, i: int) -> bool:
    """From an exit, where the place has any; else from anywhere no barrier lies over."""
    if is_barred(w, w.creatures[i].zone):
        return False
    if any(w.zones[z].exit for z in range(w.zonecount)):
        return w.zones[w.creatures[i].zone].exit == 1
    return True


@rule("SM-111")
def be_gone(w: World, i: int) -> None:
    leave_knot(w, i)
    w.creatures[i].gone = 1


@rule("SM-111")
def is_enemy(w: World, i: int, j: int) -> bool:
    return w.creatures[i].side != w.creatures[j].side and in_fight(w, j)
