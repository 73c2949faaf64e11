"""A fight from its beginning to its end, and what may be done between fights."""

from affray.rules.ask import NOBODY, ONGOING, Ask, choose, note, rule

from .attack import attack, can_attack, in_grasp
from .clock import (
    begin_round,
    break_tie,
    end_turn,
    first_turn,
    next_turn,
)
from .contest import defend, disengage, grapple, push
from .events import Event
from .gear import potions, use_up
from .health import fall_prone, heal, relieve
from .kinds import Act, Moment, Phase, Question, Rest
from .magic import can_cast_any, cast, magica_full
from .movement import can_go, face, let_go, move, recompute_threatened, stand
from .ready import can_ready, readied_for, ready
from .rulings import ConditionStacking
from .space import alive, over
from .state import LAST_ROUND, MOST_POINTS, World
from .things import at_feet, can_take, change_cost, equip, gather, take_up

SPRINT = 2


@rule()
def standing(w: World, i: int) -> bool:
    return alive(w, i)


@rule("DT-44", "DT-51", "DT-52", "DT-122")
def sprint_points(w: World, i: int) -> int:
    """Two movement points: none for the held, half for the holder (DT-R21)."""
    c = w.creatures[i]
    again = c.sprinting and w.rulings.condition_stacking == ConditionStacking.NONE
    if again or c.grappled_by:
        return 0
    return SPRINT // 2 if c.grapples >= 0 else SPRINT


@rule("DT-44", "DT-45")
def sprint(ask: Ask, w: World, i: int) -> None:
    """The movement points come at once."""
    c = w.creatures[i]
    c.ap -= 1
    gained = sprint_points(w, i)
    c.sprinting = 1
    c.mp = min(MOST_POINTS, c.mp + gained)
    note(ask, Event.SPRINT, i, gained, c.mp)


@rule("DT-6", "DT-20")
def use_item(ask: Ask, w: World, i: int) -> None:
    """A potion, on oneself."""
    g = choose(ask, w, i, Question.ITEM, potions(w, i))
    w.creatures[i].ap -= 1
    use_up(w, i, g)
    note(ask, Event.DRINK, i, g)
    heal(ask, w, i, w.gear[g].restore_wounds)
    relieve(ask, w, i, w.gear[g].relieve_stress)


@rule("DT-50")
def release(ask: Ask, w: World, i: int) -> None:
    note(ask, Event.LET_GO, i, w.creatures[i].grapples)
    let_go(w, i)


@rule("DT-32", "DT-35", "DT-37", "DT-42", "DT-44")
def actions(w: World, i: int) -> int:
    """The basic actions a point is left for, unless its entry says otherwise."""
    c = w.creatures[i]
    if c.ap < 1:
        return 0
    mask = 1 << Act.DISENGAGE | 1 << Act.DEFEND | 1 << Act.SPRINT
    near = in_grasp(w, i)
    if can_attack(w, i, near):
        mask |= 1 << Act.ATTACK
    if near:
        mask |= 1 << Act.PUSH
        if c.grapples < 0:
            mask |= 1 << Act.GRAPPLE
    if can_cast_any(w, i):
        mask |= 1 << Act.CAST
    if potions(w, i):
        mask |= 1 << Act.USE
    if can_ready(w, i):
        mask |= 1 << Act.READY
    return mask & ~c.lacks


@rule("DT-33", "DT-104", "DT-106", "DT-107")
def movements(w: World, i: int) -> int:
    """The movement actions a point is left for, and what costs nothing."""
    c = w.creatures[i]
    mask = 0
    if c.mp > 0:
        mask |= 1 << Act.FACE
        if can_go(w, i):
            mask |= 1 << Act.MOVE
        if c.prone:
            mask |= 1 << Act.STAND
    if not c.prone:
        mask |= 1 << Act.DROP
    if c.grapples >= 0:
        mask |= 1 << Act.RELEASE
    return mask | changes(w, i)


@rule("DT-130", "DT-163")
def changes(w: World, i: int) -> int:
    """What can be taken in hand, from the pack or from the ground (DT-R67)."""
    mask = 0
    if w.creatures[i].ap < change_cost(w):
        return mask
    if can_take(w, i):
        mask |= 1 << Act.EQUIP
    if at_feet(w, i):
        mask |= 1 << Act.TAKE_UP
    return mask


@rule("DT-29", "DT-30", "DT-107", "DT-120")
def options(w: World, i: int) -> int:
    """Who stands in another's tile must move on, prone or not; otherwise anything affordable."""
    c = w.creatures[i]
    if c.passing and c.mp > 0 and can_go(w, i):
        return 1 << Act.MOVE | (0 if c.prone else 1 << Act.DROP)
    return 1 << Act.END | actions(w, i) | movements(w, i)


@rule("DT-32", "DT-33", "DT-35")
def carry_out(ask: Ask, w: World, i: int, act: int) -> None:
    if act == Act.MOVE:
        move(ask, w, i)
    elif act == Act.ATTACK:
        attack(ask, w, i)
    elif act == Act.GRAPPLE:
        grapple(ask, w, i)
    elif act == Act.PUSH:
        push(ask, w, i)
    elif act == Act.DISENGAGE:
        disengage(ask, w, i)
    elif act == Act.DEFEND:
        defend(ask, w, i)
    elif act == Act.SPRINT:
        sprint(ask, w, i)
    elif act == Act.CAST:
        cast(ask, w, i)
    else:
        do_lesser(ask, w, i, act)


@rule("DT-106", "DT-107")
def do_lesser(ask: Ask, w: World, i: int, act: int) -> None:
    if act == Act.STAND:
        stand(ask, w, i)
    elif act == Act.DROP:
        fall_prone(ask, w, i)
    elif act == Act.FACE:
        face(ask, w, i)
    elif act == Act.RELEASE:
        release(ask, w, i)
    elif act == Act.EQUIP:
        equip(ask, w, i)
    elif act == Act.USE:
        use_item(ask, w, i)
    elif act == Act.TAKE_UP:
        take_up(ask, w, i)
    elif act == Act.READY:
        ready(ask, w, i)


@rule("DT-25", "DT-29", "DT-30", "DT-146", "DT-157")
def act_in_turn(ask: Ask, w: World) -> None:
    """One thing the owner of the turn does; the turn ends when its owner is finished."""
    i = w.order[w.turn]
    if alive(w, i):
        act = choose(ask, w, i, Question.ACTION, options(w, i))
        if act != Act.END:
            carry_out(ask, w, i, act)
            if alive(w, i):
                return
        end_turn(ask, w, i)
    if not over(w):
        readied_for(ask, w, i, Moment.AFTER)
    if not over(w):
        next_turn(ask, w)


@rule("DT-157")
def lapse(w: World) -> None:
    """The fight is over: what counts in turns ends, and nobody holds or threatens anybody."""
    for i in range(w.n):
        c = w.creatures[i]
        c.ap = 0
        c.mp = 0
        c.rp = 0
        c.defensive = 0
        c.sprinting = 0
        c.hobbled = 0
        c.mage_armor = 0
        c.armored_by = 0
        c.threatened_by = 0
        c.grapples = -1
        c.grappled_by = 0
        c.readied = -1


@rule("DT-117")
def begin(ask: Ask, w: World) -> None:
    recompute_threatened(w, -1)


@rule("DT-23", "DT-27")
def step(ask: Ask, w: World) -> None:
    """The start of a round, one tie roll, or one thing done in a turn."""
    if w.phase == Phase.ROUND:
        begin_round(ask, w)
    elif w.phase == Phase.TIES:
        break_tie(ask, w)
    else:
        act_in_turn(ask, w)
    if w.phase == Phase.TIES and w.tied == 0:
        first_turn(ask, w)
    if outcome(w) != ONGOING:
        lapse(w)
        gather(ask, w)


@rule("DT-157", "DT-158")
def outcome(w: World) -> int:
    """Over as soon as no two hostile creatures are alive; nobody wins after round 100."""
    side = NOBODY
    for i in range(w.n):
        if alive(w, i):
            if side != NOBODY and side != w.creatures[i].side:
                if w.round >= LAST_ROUND and w.phase == Phase.ROUND:
                    return NOBODY
                return ONGOING
            side = w.creatures[i].side
    return side


@rule("DT-7", "DT-21", "DT-22", "DT-83")
def take_rest(ask: Ask, w: World, i: int, kind: int) -> None:
    """Any rest refills magica; a short one relieves some stress, a full one heals."""
    c = w.creatures[i]
    if kind == Rest.SHORT:
        most = min(c.endurance, c.stress)
        c.stress -= choose(ask, w, i, Question.RELIEF, (2 << most) - 1)
    else:
        c.stress = 0
    if kind == Rest.FULL:
        c.wounds = 0
    c.magica = max(c.magica, magica_full(w, i))
    note(ask, Event.REST, i, kind, c.stress)


@rule("DT-7", "DT-21", "DT-22")
def between(ask: Ask, w: World) -> None:
    """Everyone alive may rest: not at all, short, long or full."""
    for i in range(w.n):
        if alive(w, i):
            kind = choose(ask, w, i, Question.REST, 0b1111)
            if kind != Rest.NONE:
                take_rest(ask, w, i, kind)
