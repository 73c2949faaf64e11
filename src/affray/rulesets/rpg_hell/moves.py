"""Moving, standing up, lying down, and being watched on the way."""

from affray.rules.ask import Ask, choose, note, rule
from affray.rules.grid import EAST_OF, SOUTH_OF, WAYS, on_map, tiles_apart

from .aim import ready_weapon
from .attack import swing
from .blades import overwatch_known, single_die_sum, watch_weapon
from .dice import dice_left, dies, give_die
from .events import Event
from .forced import place_in_reach
from .harm import alive, conscious, fall, refund
from .kinds import Answer, Effect, Question
from .rulings import GrappledMove
from .sheet import must_lie, speed, speed_to_prey, speed_with
from .space import find_reach, is_free, is_rough, is_wall, reach_further, stands_at
from .state import QUIRKS, World

MOST_MOVES = 3


@rule("RH-24", "RH-80", "RH-117")
def can_move(w: World, i: int) -> bool:
    """A die, a Move left of three, Speed, and nobody holding on (RH-R58)."""
    c = w.creatures[i]
    held = c.grappled_by >= 0 and w.rulings.grappled_move == GrappledMove.DENY
    if held or c.moves >= MOST_MOVES or dice_left(w, i) < 1:
        return False
    steps = speed(w, i)
    if steps < 1:
        return False
    return any(
        can_enter(w, i, c.x + EAST_OF[way], c.y + SOUTH_OF[way], steps) for way in range(WAYS)
    )


@rule("RH-80", "RH-121", "RH-154")
def can_enter(w: World, i: int, x: int, y: int, steps: int) -> bool:
    """Whether that many steps lead onto a tile beside one; to who has no body walls are rough."""
    if w.creatures[i].incorporeal and on_map(w.width, w.height, x, y) and is_wall(w, x, y):
        return steps > 1 and stands_at(w, x, y) < 0
    return is_free(w, x, y) and (steps > 1 or not is_rough(w, i, x, y))


@rule("RH-56", "RH-81")
def can_stand(w: World, i: int) -> bool:
    """Not at Death's Door 2 and beyond (RH-R43)."""
    c = w.creatures[i]
    if not c.prone or c.moves >= MOST_MOVES or dice_left(w, i) < 1:
        return False
    return not must_lie(w, i)


@rule("RH-80", "RH-97", "RH-148")
def find_move(w: World, i: int) -> None:
    """All tiles within one's Speed; a trait goes further to end beside its prey."""
    steps = speed(w, i)
    find_reach(w, i, steps)
    extra = speed_to_prey(w, i)
    if extra > 0:
        for y in range(w.height):
            w.hunting[y] = w.reached[y]
        reach_further(w, i, steps, speed_with(w, i, extra))
        find_prey(w, i)
        for y in range(w.height):
            w.reached[y] = w.hunting[y]
            w.hunting[y] = 0


@rule("RH-97", "RH-148")
def tell_prey(ask: Ask, w: World, i: int) -> None:
    """Which trait makes the way to its prey longer, where there is prey."""
    c = w.creatures[i]
    for k in range(QUIRKS):
        extra = w.traits[c.traits[k]].speed_to_prey if c.traits[k] >= 0 else 0
        if extra > 0 and any(j != i and alive(w, j) and is_prey(w, j) for j in range(w.n)):
            note(ask, Event.TO_PREY, i, c.traits[k], extra)


@rule("RH-148")
def is_prey(w: World, j: int) -> bool:
    t = w.creatures[j]
    return t.stacks[Effect.MARKED] > 0 or t.stacks[Effect.BLEED] > 0


@rule("RH-148")
def find_prey(w: World, i: int) -> None:
    """Into `hunting`: what is reached within a tile of somebody Marked or bleeding."""
    for j in range(w.n):
        t = w.creatures[j]
        if j != i and alive(w, j) and is_prey(w, j):
            for y in range(max(0, t.y - 1), min(w.height, t.y + 2)):
                w.hunting[y] |= w.reached[y] & (0b111 << t.x) >> 1


@rule("RH-24", "RH-80", "RH-111")
def move(ask: Ask, w: World, i: int) -> None:
    """A die, then the tile to go to; the blind who give a one fall instead.

    Who is held and may move at all (RH-R58) is free by it.
    """
    c = w.creatures[i]
    face = give_die(ask, w, i, choose(ask, w, i, Question.DIE, dies(w, i)))
    c.moves += 1
    c.move_dice += 1
    if c.stacks[Effect.BLIND] > 0 and face == 1:
        note(ask, Event.STUMBLED, i)
        fall(ask, w, i)
        return
    if c.grappled_by >= 0:
        note(ask, Event.FREE, i, c.grappled_by)
    c.grappled_by = -1
    from_x = c.x
    from_y = c.y
    tell_prey(ask, w, i)
    find_move(w, i)
    place_in_reach(ask, w, i, i)
    move_refund(ask, w, i)
    be_watched(ask, w, i, from_x, from_y)


@rule("RH-137", "RH-148")
def move_refund(ask: Ask, w: World, i: int) -> None:
    """A trait gives Strain back for the second die spent on moving, once a turn."""
    c = w.creatures[i]
    for k in range(QUIRKS):
        if c.traits[k] >= 0 and c.move_dice == 2 and not c.refunded & 2:
            points = w.traits[c.traits[k]].refund_on_moves
            if points > 0:
                c.refunded |= 2
                refund(ask, w, i, c.traits[k], points)


@rule("RH-76")
def be_watched(ask: Ask, w: World, i: int, from_x: int, from_y: int) -> None:
    """Whoever watches may strike with a locked die at one who comes into range."""
    for t in range(w.n):
        k = w.order[t]
        enemy = w.creatures[k].side != w.creatures[i].side
        if not enemy or not conscious(w, k) or not alive(w, i) or not overwatch_known(w, k):
            continue
        c = w.creatures[k]
        weapon = watch_weapon(w, k, i, tiles_apart(c.x, c.y, from_x, from_y))
        if weapon >= 0 and choose(ask, w, k, Question.OVERWATCH, 0b11) == Answer.YES:
            face = c.locked
            c.locked = 0
            note(ask, Event.OVERWATCH, k, i)
            note(ask, Event.GIVES_KEPT, k, face)
            ready_weapon(w, k, i, weapon)
            swing(ask, w, single_die_sum(w, face), 0)


@rule("RH-81")
def stand(ask: Ask, w: World, i: int) -> None:
    give_die(ask, w, i, choose(ask, w, i, Question.DIE, dies(w, i)))
    c = w.creatures[i]
    c.moves += 1
    c.prone = 0
    note(ask, Event.STANDS, i)


@rule("RH-81")
def go_prone(ask: Ask, w: World, i: int) -> None:
    give_die(ask, w, i, choose(ask, w, i, Question.DIE, dies(w, i)))
    w.creatures[i].moves += 1
    fall(ask, w, i)
