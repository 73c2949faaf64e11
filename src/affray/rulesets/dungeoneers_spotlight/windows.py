"""Assists and counters: what heroism and villainy buy between a declaration and its roll."""

from affray.rules.among import first, those
from affray.rules.ask import Ask, choose, note, rule
from affray.rules.masks import contains, how_many, smallest

from .events import Event
from .kinds import Act, Assist, Counter, NextStep, Question, Roll
from .rulings import AssistCatalogue
from .sheet import alive, is_player
from .state import World
from .tokens import gm_voice, in_play, leader, pay_heroism, pay_villainy, voice

CHEAP = 1
DEAR = 2


@rule("DS-10", "DS-13")
def one_of(ask: Ask, w: World, who: int, mask: int) -> int:
    """Which creature it is; nobody is asked where there is only one."""
    if how_many(mask) == 1:
        return smallest(mask)
    return choose(ask, w, who, Question.CREATURE, mask)


@rule("DS-10", "DS-15")
def is_attack(w: World) -> bool:
    act = w.move.act
    return act == Act.STRIKE or act == Act.POWER_STRIKE or act == Act.GRAPPLE or act == Act.PUSH


@rule("DS-10", "DS-15")
def is_movement(w: World) -> bool:
    return w.move.act == Act.TRAVEL or w.move.act == Act.SPRINT


@rule("DS-15", "DS-82")
def has_test(w: World) -> bool:
    """Whether the declared move rolls at once, so that a boon or a bane would count."""
    m = w.move
    if m.act == Act.SPELLCAST:
        s = w.spells[m.spell]
        return s.attack == 1 and s.lies_in_wait == 0
    return is_attack(w)


@rule("DS-15", "DS-46")
def is_climbing(w: World) -> bool:
    """The mover's own climbing check is the next roll."""
    return w.throw.what == Roll.CLIMB and w.throw.who == w.move.who


@rule("DS-15", "DS-17")
def assists(w: World, p: int) -> int:
    """What one player could buy now (DS-R84)."""
    mask = 0
    points = w.creatures[p].heroism
    if w.rulings.assist_catalogue == AssistCatalogue.NONE or not in_play(w, p):
        return 0
    mine = is_player(w, w.move.who)
    if mine and leader(w, w.move.who) == p:
        return 0
    if is_climbing(w):
        lends = mine and points >= CHEAP
        return 1 << Assist.LEND_A_HAND | 1 << Assist.NONE if lends else 0
    if mine and has_test(w) and points >= CHEAP:
        mask |= 1 << Assist.LEND_A_HAND
    if not mine and has_test(w) and points >= CHEAP and is_player(w, w.move.target):
        mask |= 1 << Assist.SHOUT_A_WARNING
    if mine and (is_attack(w) or is_movement(w)) and points >= DEAR:
        mask |= 1 << Assist.FOLLOW_THROUGH
    return mask | 1 << Assist.NONE if mask else 0


@rule("DS-15")
def next_assistant(w: World) -> int:
    """The next player who could assist and has not been asked, or -1."""
    return first(
        p
        for p in range(w.n)
        if (is_player(w, p) and not contains(w.move.asked, p) and leader(w, p) == p)
        and assists(w, p)
    )


@rule("DS-15", "DS-143")
def assist_step(ask: Ask, w: World) -> None:
    """One assist at most (DS-R85); paid when it is declared."""
    m = w.move
    p = next_assistant(w)
    if p < 0:
        close_assists(w)
        return
    m.asked |= 1 << p
    who = voice(w, p)
    given = choose(ask, w, who, Question.ASSIST, assists(w, p))
    if given != Assist.NONE:
        m.assisted = 1
        pay_heroism(ask, w, who, DEAR if given == Assist.FOLLOW_THROUGH else CHEAP)
        note(ask, Event.ASSIST, who, given, m.who)
        if given == Assist.LEND_A_HAND:
            m.boon += 1
        elif given == Assist.SHOUT_A_WARNING:
            m.guard += 1
        else:
            m.follower = one_of(ask, w, who, own_creatures(w, p))
    if given != Assist.NONE or next_assistant(w) < 0:
        close_assists(w)


@rule("DS-15", "DS-16", "DS-46")
def close_assists(w: World) -> None:
    """Then a counter may follow; of a climb that was declared long ago, the roll."""
    if is_climbing(w):
        w.stage = NextStep.ROLL
    else:
        open_counter(w)


@rule("DS-15", "DS-46")
def open_climb_window(w: World) -> None:
    """Before a climbing check those may lend a hand who have not done so for this move."""
    m = w.move
    if not is_climbing(w) or m.assisted:
        return
    m.asked = 0
    if next_assistant(w) >= 0:
        w.stage = NextStep.ASSIST


@rule("DS-10")
def own_creatures(w: World, p: int) -> int:
    return those(k for k in range(w.n) if is_player(w, k) and alive(w, k) and leader(w, k) == p)


@rule("DS-13")
def gm_creatures(w: World) -> int:
    return those(k for k in range(w.n) if not is_player(w, k) and alive(w, k))


@rule("DS-16", "DS-18")
def counters(w: World) -> int:
    """What villainy could buy against a player's move (DS-R86)."""
    mask = 0
    if w.rulings.assist_catalogue == AssistCatalogue.NONE or not is_player(w, w.move.who):
        return 0
    if w.villainy >= CHEAP and has_test(w):
        mask |= 1 << Counter.ILL_FOOTING | 1 << Counter.BRACE
    if w.villainy >= DEAR:
        mask |= 1 << Counter.CLOSE_IN
    return mask | 1 << Counter.NONE if mask and gm_voice(w) >= 0 else 0


@rule("DS-16")
def open_counter(w: World) -> None:
    w.stage = NextStep.COUNTER if counters(w) else NextStep.PAY


@rule("DS-15", "DS-16")
def open_windows(w: World) -> None:
    """Assists first, then a counter; where nobody has anything to give, neither."""
    if next_assistant(w) >= 0:
        w.stage = NextStep.ASSIST
    else:
        open_counter(w)


@rule("DS-16", "DS-143")
def counter_step(ask: Ask, w: World) -> None:
    m = w.move
    who = gm_voice(w)
    given = choose(ask, w, who, Question.COUNTER, counters(w))
    w.stage = NextStep.PAY
    if given == Counter.NONE:
        return
    pay_villainy(ask, w, DEAR if given == Counter.CLOSE_IN else CHEAP)
    note(ask, Event.COUNTER, who, given, m.who)
    if given == Counter.ILL_FOOTING:
        m.bane += 1
    elif given == Counter.BRACE:
        m.guard += 1
    else:
        m.intruder = one_of(ask, w, who, gm_creatures(w))
