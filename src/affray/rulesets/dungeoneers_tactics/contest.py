"""Grapple, push and breaking free: power against prowess or power. Defending."""

from affray.rules.ask import Ask, choose, note, rule, test

from .attack import any_stress, in_grasp, turn_toward
from .dodge import dodge_dice, rear_die
from .events import Event
from .gear import count, grip
from .health import fall_prone, gain_stress
from .kinds import Question, Roll, Score
from .movement import let_go, shift
from .rulings import (
    ConditionStacking,
    FreedMovementPoints,
    PushBlocked,
    StressSpendScope,
)
from .space import alive, direction
from .state import MANY, World
from .telling import tell_grip


@rule("DT-40", "DT-48", "DT-55")
def chosen_score(ask: Ask, w: World, j: int) -> int:
    """The defender's own choice of prowess or power."""
    options = 1 << Score.PROWESS | 1 << Score.POWER
    score = choose(ask, w, j, Question.SCORE, options)
    note(ask, Event.RESISTS, j, score)
    return w.creatures[j].power if score == Score.POWER else w.creatures[j].prowess


@rule("DT-12")
def strain(ask: Ask, w: World, i: int) -> int:
    """Stress for the dice of a grapple or push, where the table allows it (DT-R10)."""
    if w.rulings.stress_spend_scope == StressSpendScope.ATTACK_ONLY:
        return 0
    stress = choose(ask, w, i, Question.STRESS, any_stress(w.creatures[i].power))
    gain_stress(ask, w, i, stress)
    return stress


@rule("DT-40", "DT-47", "DT-55")
def power_dice(w: World, i: int, extra: int) -> int:
    return count(w, i, w.creatures[i].power + extra) * grip(w, i)


@rule("DT-47", "DT-48", "DT-49", "DT-55", "DT-56", "DT-113")
def overpowers(ask: Ask, w: World, i: int, j: int) -> bool:
    """The attacker's power against the defender's choice; a tie goes to the attacker."""
    extra = strain(ask, w, i)
    if not alive(w, i):
        return False
    dodge = dodge_dice(ask, w, i, j, chosen_score(ask, w, j), False)
    rear = rear_die(w, i, j)
    what = Roll.CONTEST_BEHIND if rear else Roll.CONTEST
    tell_grip(ask, w, i, extra)
    return test(ask, what, i, power_dice(w, i, extra) + rear, j, dodge)


@rule("DT-50", "DT-51", "DT-52", "DT-122")
def hold(ask: Ask, w: World, i: int, j: int) -> None:
    """Grappling halves what movement is left, rounded down; being grappled ends it."""
    c = w.creatures[i]
    c.grapples = j
    if c.mp > 0:
        c.mp = c.mp // 2
    w.creatures[j].grappled_by |= 1 << i
    w.creatures[j].mp = 0
    note(ask, Event.HELD, i, j)


@rule("DT-46", "DT-47", "DT-49", "DT-50")
def grapple(ask: Ask, w: World, i: int) -> None:
    j = choose(ask, w, i, Question.TARGET, in_grasp(w, i))
    w.creatures[i].ap -= 1
    note(ask, Event.GRAPPLE, i, j)
    turn_toward(ask, w, i, direction(w, i, j))
    if overpowers(ask, w, i, j):
        hold(ask, w, i, j)
    else:
        note(ask, Event.NOT_HELD, i, j)


@rule("DT-54", "DT-56", "DT-57")
def push(ask: Ask, w: World, i: int) -> None:
    j = choose(ask, w, i, Question.TARGET, in_grasp(w, i))
    w.creatures[i].ap -= 1
    note(ask, Event.PUSH, i, j)
    turn_toward(ask, w, i, direction(w, i, j))
    if not overpowers(ask, w, i, j):
        note(ask, Event.NOT_PUSHED, i, j)
    elif not shift(ask, w, i, j):
        note(ask, Event.PUSH_BLOCKED, j, i)
        if w.rulings.push_blocked == PushBlocked.PRONE:
            fall_prone(ask, w, j)


@rule("DT-39", "DT-40", "DT-41", "DT-113")
def breaks_free(ask: Ask, w: World, i: int, g: int) -> bool:
    """The held one dodges against its holder's power; here the tie frees."""
    dodge = dodge_dice(ask, w, g, i, chosen_score(ask, w, i), False)
    grasp = power_dice(w, g, 0)
    rear = rear_die(w, g, i) if grasp else 0
    what = Roll.BREAK_BEHIND if rear else Roll.BREAK
    tell_grip(ask, w, g, 0)
    return test(ask, what, i, dodge, g, grasp + rear)


@rule("DT-39", "DT-41")
def break_grapple(ask: Ask, w: World, i: int) -> None:
    """One hold at a time."""
    c = w.creatures[i]
    g = choose(ask, w, i, Question.HOLD, c.grappled_by)
    if not breaks_free(ask, w, i, g):
        note(ask, Event.STILL_HELD, i, g)
        return
    let_go(w, g)
    note(ask, Event.BROKEN_FREE, i, g)
    restored = w.rulings.freed_movement_points == FreedMovementPoints.RESTORE_BASE
    if restored and c.grappled_by == 0:
        c.mp = c.base_movement


@rule("DT-37", "DT-39")
def disengage(ask: Ask, w: World, i: int) -> None:
    """No longer threatened; or, for one who is held, an attempt to break free."""
    c = w.creatures[i]
    c.ap -= 1
    if c.grappled_by:
        break_grapple(ask, w, i)
    else:
        c.threatened_by = 0
        note(ask, Event.DISENGAGE, i)


@rule("DT-42", "DT-43")
def defend(ask: Ask, w: World, i: int) -> None:
    c = w.creatures[i]
    c.ap -= 1
    stacks = w.rulings.condition_stacking == ConditionStacking.STACK
    c.defensive = min(MANY, c.defensive + 1) if stacks else 1
    note(ask, Event.DEFEND, i)
