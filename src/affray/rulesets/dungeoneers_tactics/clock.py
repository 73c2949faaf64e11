"""Rounds and turns: who goes when, and with how many points."""

from affray.rules.among import first
from affray.rules.ask import Ask, note, roll, rule
from affray.rules.masks import contains, members
from affray.rules.pools import D10

from .events import Event
from .kinds import Moment, Phase, Roll
from .magic import regain_magica
from .ready import readied_for, readied_in_vain
from .rulings import (
    ActionPoints,
    AmbientModel,
    GrapplingAtTurnStart,
    InitiativeSource,
    ReactionPoints,
    ReactionRefresh,
    TieBreakPersistence,
    UnspentPoints,
)
from .space import alive, over
from .state import LAST_ROUND, MOST_POINTS, World


@rule("DT-30")
def full_actions(w: World, i: int) -> int:
    """How many action points a turn has (DT-R13)."""
    c = w.creatures[i]
    if c.base_actions >= 0:
        return c.base_actions
    if w.rulings.action_points == ActionPoints.ONE:
        return 1
    if w.rulings.action_points == ActionPoints.THREE:
        return 3
    return 2


@rule("DT-31", "DT-143")
def full_reactions(w: World, i: int) -> int:
    """How many reaction points a creature has (DT-R14)."""
    c = w.creatures[i]
    if c.base_reactions >= 0:
        return c.base_reactions
    if w.rulings.reaction_points == ReactionPoints.NONE:
        return 0
    if w.rulings.reaction_points == ReactionPoints.TWO:
        return 2
    return 1


@rule("DT-51", "DT-52", "DT-102", "DT-103", "DT-122", "DT-156")
def full_movement(w: World, i: int) -> int:
    """Movement points of a turn: none when held, half when holding (DT-R25)."""
    c = w.creatures[i]
    if c.grappled_by:
        return 0
    points = c.base_movement - 2 if c.hobbled else c.base_movement
    halved = w.rulings.grappling_at_turn_start == GrapplingAtTurnStart.HALVED
    if c.grapples >= 0 and points > 0 and halved:
        return points // 2
    return points


@rule("DT-30", "DT-42", "DT-44", "DT-84")
def start_turn(w: World, i: int) -> None:
    """What lasted until now has ended; magica, action and movement points return."""
    c = w.creatures[i]
    c.defensive = 0
    c.sprinting = 0
    regain_magica(w, i)
    c.ap = min(MOST_POINTS, c.ap + full_actions(w, i))
    c.mp = max(-MOST_POINTS, min(MOST_POINTS, c.mp + full_movement(w, i)))
    if w.rulings.reaction_refresh == ReactionRefresh.OWN_TURN_START:
        c.rp = full_reactions(w, i)


@rule("DT-25", "DT-42", "DT-44")
def open_turn(ask: Ask, w: World, i: int) -> None:
    """Say whose turn it is and what has lasted until now."""
    c = w.creatures[i]
    defended = c.defensive
    sprinted = c.sprinting
    before = c.magica
    start_turn(w, i)
    note(ask, Event.TURN, i, c.ap, c.mp)
    if defended:
        note(ask, Event.UNDEFENDED, i)
    if sprinted:
        note(ask, Event.SPRINT_OVER, i)
    readied_in_vain(ask, w, i)
    if c.magica > before:
        note(ask, Event.REGAINS, i, c.magica - before, c.magica)


@rule("DT-29", "DT-30", "DT-156")
def end_turn(ask: Ask, w: World, i: int) -> None:
    """Unspent points are lost (DT-R16)."""
    c = w.creatures[i]
    if w.rulings.unspent_points == UnspentPoints.LOST:
        c.ap = 0
        c.mp = 0
    if c.hobbled == 1:
        note(ask, Event.UNHOBBLED, i)
    c.hobbled = max(0, c.hobbled - 1)


@rule("DT-26")
def set_pace(ask: Ask, w: World) -> None:
    """The initiative that counts this round (DT-R17)."""
    for i in range(w.n):
        c = w.creatures[i]
        c.pace = c.initiative
        if w.rulings.initiative_source == InitiativeSource.TABLE_ORDER:
            c.pace = -i
        elif w.rulings.initiative_source == InitiativeSource.D10_PLUS_PROWESS and alive(w, i):
            c.pace = c.prowess + roll(ask, Roll.INITIATIVE, i, D10)


@rule("DT-26", "DT-27", "DT-29")
def line_up(w: World) -> None:
    """Highest first, by the roster among equals; which neighbours are still tied."""
    for k in range(w.n):
        w.order[k] = k
    for k in range(1, w.n):
        i = w.order[k]
        m = k
        while m > 0 and w.creatures[w.order[m - 1]].pace < w.creatures[i].pace:
            w.order[m] = w.order[m - 1]
            m -= 1
        w.order[m] = i
    bury(w)
    w.tied = 0
    for k in range(w.n - 1):
        a = w.order[k]
        b = w.order[k + 1]
        if alive(w, a) and alive(w, b) and w.creatures[a].pace == w.creatures[b].pace:
            w.tied |= 1 << k


@rule("DT-25")
def bury(w: World) -> None:
    """The dead have no turn: they stand last."""
    for k in range(1, w.n):
        i = w.order[k]
        m = k
        while m > 0 and alive(w, i) and not alive(w, w.order[m - 1]):
            w.order[m] = w.order[m - 1]
            m -= 1
        w.order[m] = i


@rule("DT-27")
def first_tied(w: World) -> int:
    return first(k for k in members(w.tied))


@rule("DT-27")
def break_tie(ask: Ask, w: World) -> None:
    """The foremost tied group rolls a d10 each; higher goes earlier, equals roll again."""
    first = first_tied(w)
    last = first
    while contains(w.tied, last):
        last += 1
    for i in range(w.n):
        for k in range(first, last + 1):
            if w.order[k] == i:
                w.creatures[i].pace = roll(ask, Roll.TIE, i, D10)
    for k in range(first + 1, last + 1):
        i = w.order[k]
        m = k
        while m > first and w.creatures[w.order[m - 1]].pace < w.creatures[i].pace:
            w.order[m] = w.order[m - 1]
            m -= 1
        w.order[m] = i
    for k in range(first, last):
        w.tied &= ~(1 << k)
        if w.creatures[w.order[k]].pace == w.creatures[w.order[k + 1]].pace:
            w.tied |= 1 << k
            note(ask, Event.TIED, w.order[k], w.order[k + 1])


@rule("DT-24", "DT-25", "DT-28", "DT-143")
def begin_round(ask: Ask, w: World) -> None:
    """Reactions return and the order is fixed; ties may be kept for the fight (DT-R18)."""
    w.round += 1
    note(ask, Event.ROUND, 0, w.round)
    for i in range(w.n):
        if alive(w, i) and w.rulings.reaction_refresh == ReactionRefresh.ROUND_START:
            w.creatures[i].rp = full_reactions(w, i)
    if w.rulings.ambient_model == AmbientModel.PER_ROUND_POOL:
        w.ambient = w.ambient_full
    kept = w.rulings.tie_break_persistence == TieBreakPersistence.WHOLE_FIGHT
    if kept and w.round > 1:
        bury(w)
    else:
        set_pace(ask, w)
        line_up(w)
    w.turn = 0
    w.phase = Phase.TIES


@rule("DT-25", "DT-29")
def first_turn(ask: Ask, w: World) -> None:
    """The order stands; nothing of the tie dice is kept."""
    for i in range(w.n):
        w.creatures[i].pace = 0
    w.phase = Phase.TURN
    begin_turn_from(ask, w, 0)


@rule("DT-25", "DT-29", "DT-146")
def begin_turn_from(ask: Ask, w: World, place: int) -> None:
    """The turn of the first that lives from that place in the order on; then the round is over."""
    for t in range(place, w.n):
        i = w.order[t]
        if alive(w, i):
            readied_for(ask, w, i, Moment.BEFORE)
        if over(w):
            return
        if alive(w, i):
            w.turn = t
            open_turn(ask, w, i)
            return
    end_round(ask, w)


@rule("DT-29", "DT-158")
def end_round(ask: Ask, w: World) -> None:
    w.turn = 0
    w.phase = Phase.ROUND
    if w.round >= LAST_ROUND:
        note(ask, Event.STALEMATE, 0)


@rule("DT-29")
def next_turn(ask: Ask, w: World) -> None:
    """Down the order, past the dead."""
    begin_turn_from(ask, w, w.turn + 1)
