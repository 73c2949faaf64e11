"""The rules of Handful, in the order of the text."""

from affray.rules.among import those
from affray.rules.ask import NOBODY, ONGOING, Ask, check, choose, dice, margin, note, roll, rule
from affray.rules.masks import contains
from affray.rules.pools import D4, D6, D20, HIGH, LOW, PLUS

from .events import Event
from .rulings import Doubles, Even, Luck
from .state import (
    FACES,
    HAND,
    LARGER,
    NOT_BEGUN,
    PAIRS,
    SMALLER,
    Action,
    Condition,
    Phase,
    Question,
    Roll,
    World,
)

LAST_ROUND = 12
MOST_NERVE = 2
GRUDGE = 2
CLING_ON = 5


@rule("HA-2")
def standing(w: World, i: int) -> bool:
    return w.creatures[i].vigor > 0


@rule()
def has(w: World, i: int, condition: int) -> bool:
    return contains(w.creatures[i].conditions, condition)


@rule()
def give(w: World, i: int, condition: int) -> None:
    w.creatures[i].conditions |= 1 << condition


@rule()
def lift(w: World, i: int, condition: int) -> None:
    w.creatures[i].conditions &= ~(1 << condition)


# Order and hands


@rule("HA-3")
def goes_before(w: World, j: int, i: int) -> bool:
    """Ties go by the roster."""
    other = w.creatures[j].initiative
    own = w.creatures[i].initiative
    return j < i if other == own else other > own


@rule("HA-3")
def begin(ask: Ask, w: World) -> None:
    """Only the places matter afterwards, so that equal orders are equal states."""
    for i in range(w.n):
        w.creatures[i].initiative = roll(ask, Roll.ORDER, i, D20)
    for i in range(w.n):
        place = sum(1 for j in range(w.n) if goes_before(w, j, i))
        w.creatures[i].place = place
        note(ask, Event.ORDER, i, place + 1, w.creatures[i].initiative)


@rule("HA-4")
def has_a_turn_left(w: World, i: int) -> bool:
    return standing(w, i) and w.creatures[i].acted == 0


@rule("HA-4")
def next_up(w: World) -> int:
    """The first in order with a turn left, or nobody."""
    best = NOT_BEGUN
    for i in range(w.n):
        first = best < 0 or w.creatures[i].place < w.creatures[best].place
        if first and has_a_turn_left(w, i):
            best = i
    return best


@rule("HA-4")
def begin_round(ask: Ask, w: World) -> None:
    w.round += 1
    note(ask, Event.ROUND, 0, w.round)
    for i in range(w.n):
        w.creatures[i].acted = 0
    w.active = next_up(w)


@rule("HA-1", "HA-5", "HA-7")
def take_up_hand(ask: Ask, w: World) -> None:
    lift(w, w.active, Condition.ON_GUARD)
    dice(ask, Roll.HAND, w.active, HAND, FACES, w.creatures[w.active].hand)
    w.phase = Phase.PLAY


@rule("HA-1")
def put_down_hand(w: World, i: int) -> None:
    for face in range(FACES):
        w.creatures[i].hand[face] = 0


@rule("HA-1")
def pairs_in_hand(w: World, i: int) -> int:
    """Every pair of faces the hand can show; a double needs its face twice."""
    hand = w.creatures[i].hand
    return those(
        k
        for k in range(PAIRS)
        if hand[SMALLER[k] - 1] >= (2 if is_double(k) else 1) and hand[LARGER[k] - 1] >= 1
    )


@rule("HA-8")
def is_double(pair: int) -> bool:
    return SMALLER[pair] == LARGER[pair]


# Swinging


@rule("HA-5")
def enemies(w: World, i: int) -> int:
    return those(
        j for j in range(w.n) if w.creatures[j].side != w.creatures[i].side and standing(w, j)
    )


@rule("HA-6", "HA-10")
def swing_dice(w: World, i: int, j: int, pair: int) -> int:
    grudge = GRUDGE if w.creatures[i].marked_by == j else 0
    return w.weapons[w.creatures[i].weapon].swing + (SMALLER[pair] + LARGER[pair] + grudge) * PLUS


@rule("HA-6", "HA-7", "HA-8")
def guard_dice(w: World, j: int) -> int:
    """On guard and dazed at once cancel out."""
    on_guard = has(w, j, Condition.ON_GUARD)
    guard = w.creatures[j].guard
    if on_guard == has(w, j, Condition.DAZED):
        return guard
    return guard | HIGH if on_guard else guard | LOW


@rule("HA-9")
def nerve_dice(ask: Ask, w: World, i: int) -> int:
    """Who has no nerve is not asked for any."""
    c = w.creatures[i]
    if c.nerve == 0:
        return 0
    options = (2 << min(MOST_NERVE, c.nerve)) - 1
    spent = choose(ask, w, i, Question.NERVE, options)
    c.nerve -= spent
    return spent * D4


@rule("HA-6")
def harm_done(w: World, i: int, difference: int) -> int:
    """An even swing does nothing, or grazes (HA-R1)."""
    if difference == 0 and w.rulings.even == Even.GRAZE:
        return 1
    return max(0, min(difference, w.weapons[w.creatures[i].weapon].sting))


@rule("HA-8")
def dazes(w: World, pair: int, harm: int) -> bool:
    """A double dazes whom it harms, or whomever it is swung at (HA-R2)."""
    return is_double(pair) and (harm > 0 or w.rulings.doubles == Doubles.ALWAYS)


@rule("HA-11")
def cling_on(ask: Ask, w: World, j: int) -> None:
    """Luck lasts, or is spent on this (HA-R3)."""
    die = D6 | HIGH if has(w, j, Condition.LUCKY) else D6
    if check(ask, Roll.CLING, j, die, CLING_ON):
        w.creatures[j].vigor = 1
        note(ask, Event.CLING, j)
    else:
        note(ask, Event.DOWN, j)
    if w.rulings.luck == Luck.SPENT:
        lift(w, j, Condition.LUCKY)


@rule("HA-6", "HA-10", "HA-11")
def harm(ask: Ask, w: World, i: int, j: int, amount: int) -> None:
    d = w.creatures[j]
    d.vigor = max(0, d.vigor - amount)
    d.marked_by = i
    note(ask, Event.HARM, j, amount, d.vigor)
    if d.vigor == 0:
        cling_on(ask, w, j)


@rule("HA-5", "HA-6", "HA-8", "HA-9")
def swing(ask: Ask, w: World, i: int) -> None:
    """Whom, with which pair, with how much nerve; then the dice."""
    j = choose(ask, w, i, Question.TARGET, enemies(w, i))
    pair = choose(ask, w, i, Question.PAIR, pairs_in_hand(w, i))
    pool = swing_dice(w, i, j, pair) + nerve_dice(ask, w, i)
    note(ask, Event.SWING, i, j, pair)
    difference = margin(ask, Roll.SWING, i, pool, j, guard_dice(w, j))
    w.creatures[i].last_swing = difference
    amount = harm_done(w, i, difference)
    if amount == 0:
        note(ask, Event.MISS, i, j)
    else:
        harm(ask, w, i, j, amount)
    if dazes(w, pair, amount) and standing(w, j):
        give(w, j, Condition.DAZED)
        note(ask, Event.DAZE, j)


@rule("HA-7")
def hold(ask: Ask, w: World, i: int) -> None:
    give(w, i, Condition.ON_GUARD)
    note(ask, Event.HOLD, i)


# Turns and endings


@rule("HA-10")
def fade_marks(w: World) -> None:
    """A mark lasts as long as the one who made it stands."""
    for i in range(w.n):
        maker = w.creatures[i].marked_by
        if maker >= 0 and not standing(w, maker):
            w.creatures[i].marked_by = -1


@rule("HA-4", "HA-8", "HA-13")
def end_turn(ask: Ask, w: World, i: int) -> None:
    lift(w, i, Condition.DAZED)
    put_down_hand(w, i)
    fade_marks(w)
    w.creatures[i].acted = 1
    w.phase = Phase.HAND
    w.active = next_up(w)
    if w.active < 0 and w.round >= LAST_ROUND:
        note(ask, Event.TIME, 0)


@rule("HA-5")
def step(ask: Ask, w: World) -> None:
    """Taking up a hand, or what is done with it: apart, since equal hands meet again."""
    if w.phase == Phase.HAND:
        if w.active < 0:
            begin_round(ask, w)
        take_up_hand(ask, w)
        return
    i = w.active
    if choose(ask, w, i, Question.ACTION, 1 << Action.SWING | 1 << Action.HOLD) == Action.HOLD:
        hold(ask, w, i)
    else:
        swing(ask, w, i)
    end_turn(ask, w, i)


@rule("HA-13")
def vigor_of(w: World, side: int) -> int:
    return sum(w.creatures[i].vigor for i in range(w.n) if w.creatures[i].side == side)


@rule("HA-13")
def stronger_side(w: World) -> int:
    """The side with the most vigor left; nobody when two have as much."""
    best = NOBODY
    most = 0
    for side in range(NOBODY):
        total = vigor_of(w, side)
        if total == most:
            best = NOBODY
        elif total > most:
            best = side
            most = total
    return best


@rule("HA-12", "HA-13")
def outcome(w: World) -> int:
    """The one side left standing; the stronger one when time is up."""
    side = NOBODY
    for i in range(w.n):
        if standing(w, i):
            if side != NOBODY and side != w.creatures[i].side:
                is_late = w.round >= LAST_ROUND and w.active < 0
                return stronger_side(w) if is_late else ONGOING
            side = w.creatures[i].side
    return side


@rule("HA-14")
def between(ask: Ask, w: World) -> None:
    """A hand for everyone who stands; what passes, passes."""
    for i in range(w.n):
        c = w.creatures[i]
        c.conditions &= 1 << Condition.LUCKY
        c.marked_by = -1
        if standing(w, i):
            dice(ask, Roll.RECOVERY, i, HAND, FACES, c.hand)
            regained = min(c.hand[FACES - 1], c.most - c.vigor)
            c.vigor += regained
            note(ask, Event.RECOVER, i, regained, c.vigor)
            put_down_hand(w, i)
