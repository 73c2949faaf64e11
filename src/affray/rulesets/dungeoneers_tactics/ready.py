"""An action readied for another's turn, where the table allows it (DT-R74)."""

from affray.rules.among import those
from affray.rules.ask import Ask, choose, note, rule

from .attack import attack, can_attack, in_grasp, turn_toward
from .contest import defend, disengage, grapple, push
from .events import Event
from .kinds import Act, Answer, Moment, Question
from .magic import can_cast_any, cast
from .rulings import ReadyAction
from .space import alive, direction, over
from .state import World

CAN_BE_READIED = (
    1 << Act.ATTACK
    | 1 << Act.GRAPPLE
    | 1 << Act.PUSH
    | 1 << Act.DISENGAGE
    | 1 << Act.DEFEND
    | 1 << Act.CAST
)


@rule("DT-146")
def can_ready(w: World, i: int) -> bool:
    c = w.creatures[i]
    if w.rulings.ready_action != ReadyAction.ON or c.ap < 1 or c.readied >= 0:
        return False
    return (CAN_BE_READIED & ~c.lacks) != 0


@rule("DT-146")
def ready(ask: Ask, w: World, i: int) -> None:
    """Name an action, whose turn and before or after it; pay now, and turn toward it for free."""
    c = w.creatures[i]
    act = choose(ask, w, i, Question.READY, CAN_BE_READIED & ~c.lacks)
    others = those(j for j in range(w.n) if j != i and alive(w, j))
    j = choose(ask, w, i, Question.WHOSE, others)
    c.ready_moment = choose(ask, w, i, Question.MOMENT, 1 << Moment.BEFORE | 1 << Moment.AFTER)
    c.ap -= 1
    c.readied = act
    c.ready_for = j
    note(ask, Event.READY, i, act, j)
    turn_toward(ask, w, i, direction(w, i, j))


@rule("DT-146")
def can_carry_out(w: World, i: int, act: int) -> bool:
    """Whether there is still somebody to do it to."""
    if act == Act.ATTACK:
        return can_attack(w, i, in_grasp(w, i))
    if act == Act.PUSH:
        return in_grasp(w, i) != 0
    if act == Act.GRAPPLE:
        return in_grasp(w, i) != 0 and w.creatures[i].grapples < 0
    return act != Act.CAST or can_cast_any(w, i)


@rule("DT-146")
def carry_out_readied(ask: Ask, w: World, i: int, act: int) -> None:
    if act == Act.ATTACK:
        attack(ask, w, i)
    elif act == Act.PUSH:
        push(ask, w, i)
    elif act == Act.GRAPPLE:
        grapple(ask, w, i)
    elif act == Act.CAST:
        cast(ask, w, i)
    elif act == Act.DEFEND:
        defend(ask, w, i)
    else:
        disengage(ask, w, i)


@rule("DT-146")
def forget(w: World, i: int) -> int:
    """What was readied is readied no more; what it was."""
    c = w.creatures[i]
    act = c.readied
    c.readied = -1
    c.ready_for = -1
    c.ready_moment = 0
    return act


@rule("DT-34", "DT-146")
def fire(ask: Ask, w: World, i: int) -> None:
    """The moment has come: do it for a reaction point, or let it go."""
    c = w.creatures[i]
    kept = c.ap
    act = forget(w, i)
    c.ap = 1
    possible = c.rp > 0 and can_carry_out(w, i, act)
    if possible and choose(ask, w, i, Question.FIRE, 0b11) == Answer.YES:
        c.rp -= 1
        note(ask, Event.FIRE, i, act)
        w.reacting = i
        carry_out_readied(ask, w, i, act)
        w.reacting = -1
    else:
        note(ask, Event.READY_LOST, i, act)
    c.ap = kept if alive(w, i) else 0


@rule("DT-146", "DT-157", "DT-161")
def readied_for(ask: Ask, w: World, j: int, moment: int) -> None:
    """Those who waited for j's turn to begin or end act now, in this round's turn order."""
    for t in range(w.n):
        i = w.order[t]
        c = w.creatures[i]
        waits = c.readied >= 0 and c.ready_for == j and c.ready_moment == moment
        if waits and alive(w, i) and not over(w):
            fire(ask, w, i)


@rule("DT-146")
def readied_in_vain(ask: Ask, w: World, i: int) -> None:
    """What was not called for by one's own next turn is lost."""
    if w.creatures[i].readied >= 0:
        note(ask, Event.READY_LOST, i, forget(w, i))
