"""Short moves, one's own and those a spell makes of others; what lies over a zone."""

from affray.rules.ask import Ask, choose, note, rule
from affray.rules.world import clear

from .events import Event
from .kinds import Act, Phase, Question
from .space import can_join, go, join, leave_knot, open_ways
from .state import World


@rule("SM-5", "SM-95", "SM-110")
def ways_to_move(w: World, i: int) -> int:
    """Where a short move can lead."""
    mask = 0
    if can_join(w, i):
        mask |= 1 << Act.JOIN
    if w.creatures[i].knot >= 0:
        mask |= 1 << Act.STEP_AWAY
    if open_ways(w, i):
        mask |= 1 << Act.GO
    return mask


@rule("SM-5", "SM-110")
def go_where_told(ask: Ask, w: World, i: int, j: int, act: int) -> None:
    """One makes a short move, one's own or another's: close with somebody, on, or away."""
    if act == Act.JOIN:
        join(ask, w, j, choose(ask, w, i, Question.CLOSE_WITH, can_join(w, j)))
    elif act == Act.GO:
        go(ask, w, j, choose(ask, w, i, Question.ZONE, open_ways(w, j)))
    else:
        leave_knot(w, j)
        note(ask, Event.STEPS_AWAY, j)


@rule("SM-83")
def shift(ask: Ask, w: World, i: int, j: int) -> None:
    """A spell moves another a short distance; its caster says where."""
    ways = ways_to_move(w, j)
    if ways and w.phase != Phase.END:
        go_where_told(ask, w, i, j, choose(ask, w, i, Question.SHIFT, ways))


@rule("SM-83", "SM-113")
def cover(ask: Ask, w: World, i: int, zone: int, spell: int, turns: int) -> None:
    """Light, dark or a barrier over a zone; the later takes the place of the earlier."""
    lying = w.covers[zone]
    if lying.spell >= 0 and lying.spell != spell:
        note(ask, Event.UNCOVERED, 0, lying.spell, zone)
    lying.spell = spell
    lying.by = i
    lying.left = turns
    note(ask, Event.COVERED, i, spell, zone)


@rule("SM-113")
def uncover(ask: Ask, w: World, zone: int) -> None:
    note(ask, Event.UNCOVERED, 0, w.covers[zone].spell, zone)
    clear(w.covers[zone])
