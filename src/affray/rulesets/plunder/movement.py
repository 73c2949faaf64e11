"""The movement phase: sealed moves, checks on the way, contested places."""

from affray.rules.among import first, those
from affray.rules.ask import Ask, note, roll, rule
from affray.rules.masks import contains, members, smallest
from affray.rules.plane import feet_between, is_within

from .abilities import ability, dexterity_number, is_monster
from .actions import evade, evading_pool, loosen
from .blows import part
from .body import able, can_move, hostile, present
from .events import Event
from .kinds import Ability, Act, Move, Part, Roll, Why
from .places import (
    COLUMN,
    close_point,
    contested,
    give_way,
    goal_is_start,
    recompute_closers,
    rivals,
    set_goal,
)
from .reach import holds_reach, menaces, strikers_at
from .resolve import hardest, strikers_left, unspent
from .rulings import LeaveMeleeChecks, OpportunityMulti, ProneRiseCheck
from .space import APART, in_melee, is_near, melee_feet, on_map
from .state import World

GONE = 120
"""Feet from every enemy at which a runaway is out of the fight."""


@rule("PL-24")
def left_behind(w: World, i: int) -> int:
    """Able enemies whose melee range the move leaves."""
    c = w.creatures[i]
    return those(
        k
        for k in range(w.n)
        if (menaces(w, k, c.x, c.y) and not menaces(w, k, c.goal_x, c.goal_y))
        and hostile(w, i, k)
        and able(w, k)
        and k != c.partner
    )


@rule("PL-29", "PL-85")
def run_into(w: World, i: int) -> int:
    """Able enemies with Reach whose melee range the move enters."""
    c = w.creatures[i]
    mask = 0
    for k in range(w.n):
        other = w.creatures[k]
        near = is_within(c.goal_x, c.goal_y, other.goal_x, other.goal_y, melee_feet(w))
        enters = hostile(w, i, k) and near and not in_melee(w, i, k)
        if enters and able(w, k) and holds_reach(w, k):
            mask |= 1 << k
    return mask


@rule("PL-24", "PL-29", "PL-30", "PL-136")
def look_around(w: World, i: int) -> None:
    """Whose strikes the mover lays itself open to."""
    c = w.creatures[i]
    w.rising = 0
    w.leaving = 0
    w.entering = 0
    w.twice = 0
    if not present(w, i):
        return
    if c.move == Move.STAND:
        w.rising = strikers_at(w, i)
    elif not goal_is_start(w, i):
        w.leaving = left_behind(w, i)
        w.entering = run_into(w, i)
        if w.rulings.leave_melee_checks == LeaveMeleeChecks.BOTH:
            w.twice = 1


@rule("PL-24", "PL-85", "PL-100")
def next_check(ask: Ask, w: World, i: int) -> bool:
    """One check of the mover; False when none is left."""
    rise_once = w.rulings.prone_rise_check == ProneRiseCheck.HIGHEST_ONCE
    once = w.rulings.opportunity_multi == OpportunityMulti.HIGHEST_ONCE
    w.rising = unspent(w, w.rising)
    w.leaving = unspent(w, w.leaving)
    if w.rising:
        k = hardest(w, w.rising) if rise_once else smallest(w.rising)
        w.rising = strikers_left(w, w.rising, k, rise_once)
        evade(ask, w, Roll.RISE, i, k)
        return True
    if w.leaving:
        k = hardest(w, w.leaving) if once else smallest(w.leaving)
        if w.twice:
            w.twice = 0
            evade(ask, w, Roll.LEAVE, i, k)
            return True
        w.leaving = strikers_left(w, w.leaving, k, once)
        if w.leaving and w.rulings.leave_melee_checks == LeaveMeleeChecks.BOTH:
            w.twice = 1
        evade(ask, w, Roll.LEAVE, i, k)
        return True
    if w.entering:
        k = smallest(w.entering)
        w.entering &= ~(1 << k)
        evade(ask, w, Roll.ENTER, i, k, k)
        return True
    return False


@rule("PL-24", "PL-100", "PL-136")
def stopped(w: World, i: int) -> bool:
    """Whoever can no longer go on stays where it was."""
    c = w.creatures[i]
    return not can_move(w, i) or (c.prone == 1 and c.move != Move.STAND)


@rule("PL-30", "PL-100", "PL-136")
def end_checks(ask: Ask, w: World, i: int) -> None:
    """The mover has passed: it stands, or goes where it will, or has been stopped."""
    c = w.creatures[i]
    if stopped(w, i):
        if present(w, i) and c.move != Move.STAY:
            note(ask, Event.STOPPED, i)
        c.move = Move.STAY
        set_goal(w, i, c.x, c.y)
    elif c.move == Move.STAND:
        c.prone = 0
        c.moved = 1
        note(ask, Event.STANDS, i)
    w.rising = 0
    w.leaving = 0
    w.entering = 0
    w.twice = 0
    w.checked = 0
    w.turn += 1


@rule("PL-24", "PL-27", "PL-136")
def check_movers(ask: Ask, w: World) -> None:
    """One check a step, movers in roster order."""
    while w.turn < w.n:
        i = w.turn
        if not w.checked:
            look_around(w, i)
            w.checked = 1
        if not stopped(w, i) and next_check(ask, w, i):
            return
        end_checks(ask, w, i)
    w.turn = 0
    w.part = Part.PLACES
    recompute_closers(w)


@rule("PL-26")
def is_of_party(w: World, i: int) -> bool:
    """Whether it fights on a side that has characters."""
    return any(
        w.creatures[k].side == w.creatures[i].side and not is_monster(w, k) for k in range(w.n)
    )


@rule("PL-26")
def rolls_for_place(w: World, i: int, group: int) -> bool:
    """The party's own roll against others; equals among themselves roll too (PL-R13)."""
    mine = is_of_party(w, i)
    kin = sum(1 for k in members(group) if is_of_party(w, k) == mine)
    return kin > 1 or mine


@rule("PL-26", "PL-106")
def roll_for_place(ask: Ask, w: World, group: int) -> None:
    for i in members(group):
        w.creatures[i].margin = 0
        if rolls_for_place(w, i, group):
            note(ask, Event.NEEDS_FOR_PLACE, i, dexterity_number(w, i))
            total = roll(ask, Roll.SPACE, i, evading_pool(ask, w, i, -1))
            w.creatures[i].margin = total - dexterity_number(w, i)


@rule("PL-26")
def place_rank(w: World, i: int) -> int:
    """The party's who succeed (2), then the others (1), then the party's who fail (0)."""
    if not is_of_party(w, i):
        return 1
    return 2 if w.creatures[i].margin >= 0 else 0


@rule("PL-26")
def is_before(w: World, i: int, k: int) -> bool:
    """Rank, then the better margin, then the lower Dexterity target (PL-R13)."""
    mine = w.creatures[i].margin
    other = w.creatures[k].margin
    if place_rank(w, i) != place_rank(w, k):
        return place_rank(w, i) > place_rank(w, k)
    if mine != other:
        return mine > other
    return ability(w, i, Ability.DEXTERITY) < ability(w, k, Ability.DEXTERITY)


@rule("PL-26", "PL-136")
def settle_contest(ask: Ask, w: World, i: int) -> None:
    """Whoever stays keeps the place; else it goes to the first there."""
    group = rivals(w, i) | 1 << i
    winner = first(k for k in members(group) if goal_is_start(w, k))
    if winner < 0:
        roll_for_place(ask, w, group)
        for k in members(group):
            if winner < 0 or is_before(w, k, winner):
                winner = k
        note(ask, Event.CONTEST, winner)
    for k in range(w.n):
        w.creatures[k].margin = 0
        in_way = contains(rivals(w, winner), k)
        if k != winner and in_way and not goal_is_start(w, k):
            note(ask, Event.GIVES_WAY, k)
            give_way(w, k)


@rule("PL-23", "PL-136")
def leave(ask: Ask, w: World, i: int) -> None:
    """A runaway is gone when it is off the map or far from every enemy."""
    c = w.creatures[i]
    gone = not on_map(w, c.x, c.y)
    chased = any(
        hostile(w, i, k) and present(w, k) and is_near(w, i, k, GONE - 1) for k in range(w.n)
    )
    if gone or not chased:
        c.fled = 1
        part(ask, w, i)
        c.x = min(w.width, max(0, c.x))
        c.y = min(w.height, max(0, c.y))
        note(ask, Event.FLED, i)


@rule("PL-67", "PL-136")
def approaches(w: World, i: int) -> bool:
    """Whether the move ends nearer to where some enemy stood."""
    c = w.creatures[i]
    for k in range(w.n):
        other = w.creatures[k]
        if hostile(w, i, k) and present(w, k):
            before = feet_between(c.x, c.y, other.x, other.y)
            if is_within(c.goal_x, c.goal_y, other.x, other.y, before - 1):
                return True
    return False


@rule("PL-65", "PL-136")
def drag(ask: Ask, w: World, i: int) -> None:
    """Whom the initiator holds comes along."""
    c = w.creatures[i]
    if c.partner < 0 or not c.holds or goal_is_start(w, i):
        return
    held = w.creatures[c.partner]
    spot = close_point(w, c.partner, c.goal_x, c.goal_y, APART)
    if spot >= 0:
        note(ask, Event.DRAGS, i, c.partner)
        set_goal(w, c.partner, spot // COLUMN, spot % COLUMN)
    else:
        note(ask, Event.CANNOT_DRAG, i, c.partner)
        set_goal(w, i, c.x, c.y)
        set_goal(w, c.partner, held.x, held.y)


@rule("PL-27", "PL-67", "PL-136")
def place_all(ask: Ask, w: World) -> None:
    """Everybody is where they end; then those who rally do so."""
    for i in range(w.n):
        c = w.creatures[i]
        if c.rallying and not (able(w, i) and approaches(w, i)):
            c.rallying = 0
            note(ask, Event.VOID, i, Why.NO_NEARER if able(w, i) else Why.UNABLE, -1)
    for i in range(w.n):
        c = w.creatures[i]
        if present(w, i) and not goal_is_start(w, i):
            note(ask, Event.MOVED, i, c.goal_x, c.goal_y)
            c.x = c.goal_x
            c.y = c.goal_y
            c.moved = 1
    for i in range(w.n):
        if present(w, i) and w.creatures[i].fleeing:
            leave(ask, w, i)
    loosen(ask, w)
    queue_rallies(w)


@rule("PL-67", "PL-136")
def queue_rallies(w: World) -> None:
    for i in range(w.n):
        c = w.creatures[i]
        if c.rallying:
            entry = w.queue[w.queued]
            entry.who = i
            entry.act = Act.RALLY
            w.queued += 1
        c.rallying = 0
        c.move = 0
        c.whom = -1
        c.stop = 0
        set_goal(w, i, 0, 0)
    w.turn = 0
    w.part = Part.ROLL


@rule("PL-26", "PL-136")
def settle_places(ask: Ask, w: World) -> None:
    """One contested place a step; who cannot drag another along stays, which may contest anew."""
    i = contested(w)
    if i < 0:
        for k in range(w.n):
            drag(ask, w, k)
        i = contested(w)
    if i >= 0:
        settle_contest(ask, w, i)
    else:
        place_all(ask, w)
