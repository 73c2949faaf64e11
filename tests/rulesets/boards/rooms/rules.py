"""The rules of Rooms, and how the computer plays it."""

from affray.rules.among import those
from affray.rules.ask import NOBODY, ONGOING, Ask, check, choose, note, rule
from affray.rules.masks import contains
from affray.rules.pools import D6

from .events import Event
from .rulings import Falls
from .state import Action, Question, Roll, World

LAST_ROUND = 20
SAFELY = 3
HIT = 4


@rule()
def standing(w: World, i: int) -> bool:
    return w.creatures[i].wounds < w.creatures[i].toughness


@rule("RO-2")
def others_here(w: World, i: int) -> int:
    return those(
        j
        for j in range(w.n)
        if j != i and standing(w, j) and w.creatures[j].zone == w.creatures[i].zone
    )


@rule("RO-2")
def close_foes(w: World, i: int) -> int:
    """Whoever is close to it and on the other side."""
    c = w.creatures[i]
    return those(
        j
        for j in range(w.n)
        if contains(others_here(w, i), j)
        and (c.knot >= 0 and w.creatures[j].knot == c.knot)
        and w.creatures[j].side != c.side
    )


@rule("RO-3")
def actions(w: World, i: int) -> int:
    mask = 1 << Action.WAIT
    if w.zones[w.creatures[i].zone].links != 0:
        mask |= 1 << Action.GO | 1 << Action.DASH
    if others_here(w, i) != 0:
        mask |= 1 << Action.APPROACH
    if close_foes(w, i) != 0:
        mask |= 1 << Action.STRIKE
    return mask


@rule("RO-3")
def go(ask: Ask, w: World, i: int, dashes: bool) -> None:
    """To a linked place; who dashes may fall."""
    c = w.creatures[i]
    to = choose(ask, w, i, Question.ZONE, w.zones[c.zone].links)
    may_fall = dashes and w.rulings.falls == Falls.TWO
    if may_fall and not check(ask, Roll.DASH, i, D6, SAFELY):
        note(ask, Event.FALL, i, to)
        return
    c.zone = to
    c.knot = -1
    note(ask, Event.GO, i, to)


@rule("RO-3")
def approach(ask: Ask, w: World, i: int) -> None:
    """Into the knot of the other; where there is none, a new one, numbered as the other is."""
    j = choose(ask, w, i, Question.TARGET, others_here(w, i))
    if w.creatures[j].knot < 0:
        w.creatures[j].knot = j
    w.creatures[i].knot = w.creatures[j].knot
    note(ask, Event.APPROACH, i, j)


@rule("RO-4")
def strike(ask: Ask, w: World, i: int) -> None:
    j = choose(ask, w, i, Question.TARGET, close_foes(w, i))
    if not check(ask, Roll.HIT, i, D6, HIT):
        note(ask, Event.MISS, i, j)
        return
    w.creatures[j].wounds += 1
    note(ask, Event.WOUND, j, w.creatures[j].wounds)


@rule("RO-3")
def act(ask: Ask, w: World, i: int) -> None:
    action = choose(ask, w, i, Question.ACTION, actions(w, i))
    if action == Action.GO or action == Action.DASH:
        go(ask, w, i, action == Action.DASH)
    elif action == Action.APPROACH:
        approach(ask, w, i)
    elif action == Action.STRIKE:
        strike(ask, w, i)
    else:
        note(ask, Event.WAIT, i)


@rule()
def begin(ask: Ask, w: World) -> None:
    """Nothing is rolled before."""


@rule("RO-3")
def step(ask: Ask, w: World) -> None:
    """One creature's turn, in the order of the roster."""
    if standing(w, w.turn):
        act(ask, w, w.turn)
    w.turn += 1
    if w.turn >= w.n:
        w.turn = 0
        w.round += 1


@rule("RO-5")
def outcome(w: World) -> int:
    side = NOBODY
    for i in range(w.n):
        if standing(w, i):
            if side != NOBODY and side != w.creatures[i].side:
                return NOBODY if w.round > LAST_ROUND else ONGOING
            side = w.creatures[i].side
    return side


@rule()
def between(ask: Ask, w: World) -> None:
    """Nothing heals here."""
