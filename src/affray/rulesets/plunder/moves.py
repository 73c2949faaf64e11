"""Declaring moves: where one can go, with whom one can close, all of it sealed."""

from affray.rules.among import those
from affray.rules.ask import Ask, choose, note, rule
from affray.rules.masks import contains, is_single
from affray.rules.plane import BEARINGS, bearing_x, bearing_y

from .abilities import is_monster, slots
from .asides import asides, declare_ready, reveal_asides
from .body import able, can_move, hostile, present
from .declare import forget_sealed
from .events import Event
from .inventory import lighten, slots_used
from .kinds import Act, Answer, Move, Part, Question
from .places import choose_goals, set_goal
from .reach import REACH_FEET, holds_reach
from .repetition import forget_last
from .rulings import Encumbrance
from .space import APART, on_map
from .speed import speed_now
from .state import World


@rule("PL-136")
def farthest_feet(w: World, i: int, bearing: int) -> int:
    """How far one can go that way without leaving the map."""
    c = w.creatures[i]
    feet = speed_now(w, i)
    while feet > 0 and not on_map(
        w, c.x + bearing_x(bearing, feet), c.y + bearing_y(bearing, feet)
    ):
        feet -= 1
    return feet


@rule("PL-136")
def feet_options(w: World, i: int, bearing: int) -> int:
    """From one foot to the farthest."""
    return (2 << farthest_feet(w, i, bearing)) - 2


@rule("PL-136")
def bearings(w: World, i: int) -> int:
    """The ways that lead somewhere; the bearing of 60 like the minutes of a clock."""
    c = w.creatures[i]
    return those(
        bearing
        for bearing in range(BEARINGS)
        if on_map(w, c.x + bearing_x(bearing, 1), c.y + bearing_y(bearing, 1))
    )


@rule("PL-136")
def others_here(w: World, i: int) -> int:
    """Whom one can close with."""
    mask = those(j for j in range(w.n) if present(w, j))
    return mask & ~(1 << i)


@rule("PL-30", "PL-65", "PL-136")
def moves(w: World, i: int) -> int:
    """How one can move."""
    c = w.creatures[i]
    options = 1 << Move.STAY
    if not can_move(w, i):
        return options
    grips = c.partner >= 0 and not w.sealed[i].let_go
    if c.prone:
        return options | (0 if grips else 1 << Move.STAND)
    if speed_now(w, i) > 0:
        options |= 1 << Move.GO
        if others_here(w, i) and not grips:
            options |= 1 << Move.CLOSE
    return options


@rule("PL-65", "PL-109")
def besides(w: World, i: int) -> int:
    """What can be declared with a move for nothing: a grip let go, a weapon in hand."""
    free = asides(w, i) if can_move(w, i) else 0
    options = 1 << Move.LET_GO if contains(free, Act.LET_GO) else 0
    if contains(free, Act.READY) and able(w, i) and not is_single(moves(w, i)):
        options |= 1 << Move.READY
    return options


@rule("PL-65", "PL-109")
def declare_besides(ask: Ask, w: World, i: int) -> None:
    if w.sealed[i].move == Move.READY:
        declare_ready(ask, w, i)
    else:
        w.sealed[i].let_go = 1


@rule("PL-67")
def may_rally(w: World, i: int) -> bool:
    """An action left, and somebody of the party hurt."""
    c = w.creatures[i]
    if not able(w, i) or c.acted or c.declared_spell >= 0:
        return False
    return any(
        not hostile(w, i, j) and present(w, j) and w.creatures[j].hp < w.creatures[j].max_hp
        for j in range(w.n)
    )


@rule("PL-109")
def declare_load(ask: Ask, w: World, i: int) -> None:
    """Who carries too much may drop what is packed, for free."""
    if is_monster(w, i) or w.rulings.encumbrance == Encumbrance.OFF:
        return
    if can_move(w, i) and slots_used(w, i) > slots(w, i):
        w.sealed[i].lighten = choose(ask, w, i, Question.LIGHTEN, 0b11)


@rule("PL-6", "PL-11", "PL-23", "PL-136")
def declare_move(ask: Ask, w: World, i: int) -> None:
    """One creature's move, known to nobody else yet."""
    s = w.sealed[i]
    if not present(w, i):
        return
    if w.creatures[i].fleeing:
        s.move = Move.STAND if w.creatures[i].prone else Move.FLEE
        return
    declare_load(ask, w, i)
    options = moves(w, i) | besides(w, i)
    if is_single(options):
        return
    s.move = choose(ask, w, i, Question.MOVE, options)
    while s.move == Move.READY or s.move == Move.LET_GO:
        declare_besides(ask, w, i)
        s.move = choose(ask, w, i, Question.MOVE, moves(w, i) | besides(w, i))
    if s.move == Move.CLOSE:
        s.whom = choose(ask, w, i, Question.WHOM, others_here(w, i))
        if holds_reach(w, i) and choose(ask, w, i, Question.STOP_SHORT, 0b11) == Answer.YES:
            s.stop = 1
    elif s.move == Move.GO:
        bearing = choose(ask, w, i, Question.BEARING, bearings(w, i))
        feet = choose(ask, w, i, Question.FEET, feet_options(w, i, bearing))
        s.x = w.creatures[i].x + bearing_x(bearing, feet)
        s.y = w.creatures[i].y + bearing_y(bearing, feet)
    if (s.move == Move.CLOSE or s.move == Move.GO) and may_rally(w, i):
        s.rally = choose(ask, w, i, Question.RALLY, 0b11)


@rule("PL-3", "PL-15", "PL-27", "PL-42", "PL-134", "PL-136")
def reveal_moves(ask: Ask, w: World) -> None:
    """All moves are shown, and where they mean to end; a Rally spends the action."""
    for i in range(w.n):
        s = w.sealed[i]
        c = w.creatures[i]
        if s.lighten:
            lighten(ask, w, i)
        if s.move == Move.CLOSE:
            note(ask, Event.CLOSES, i, s.whom)
        elif s.move != Move.STAY:
            note(ask, Event.MOVE_DECLARED, i, s.move)
        reveal_asides(ask, w, i)
        c.move = s.move
        c.whom = s.whom
        c.stop = REACH_FEET if s.stop else APART
        c.rallying = s.rally
        if s.rally:
            c.acted = 1
            forget_last(w, i)
            note(ask, Event.DECLARES, i, Act.RALLY)
        set_goal(w, i, s.x, s.y)
        if s.move != Move.STAY or s.lighten or s.let_go or s.ready >= 0:
            forget_sealed(w, i)
    choose_goals(w)
    w.part = Part.CHECKS
    w.turn = 0
    w.checked = 0
