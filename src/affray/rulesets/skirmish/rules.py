"""The rules of Skirmish, in the order of the text."""

from affray.rules.among import those
from affray.rules.ask import NOBODY, ONGOING, Ask, check, choose, note, roll, rule, test
from affray.rules.pools import D3, D6

from .events import Event
from .rulings import BlowMeets, Ties
from .state import STANCES, Answer, Question, Roll, Stance, World

LAST_ROUND = 30


@rule()
def standing(w: World, i: int) -> bool:
    c = w.creatures[i]
    return c.wounds < c.toughness


@rule("SK-3")
def take_stances(ask: Ask, w: World) -> None:
    """Everyone seals a stance; then all are shown at once."""
    for i in range(w.n):
        if standing(w, i):
            options = 1 << Stance.PRESS | 1 << Stance.BRACE
            w.creatures[i].sealed = choose(ask, w, i, Question.STANCE, options)
    for i in range(w.n):
        c = w.creatures[i]
        if standing(w, i):
            note(ask, Event.STANCE, i, c.sealed)
        c.stance = c.sealed
        c.sealed = Stance.NONE


@rule("SK-6")
def enemies(w: World, i: int) -> int:
    return those(
        j for j in range(w.n) if w.creatures[j].side != w.creatures[i].side and standing(w, j)
    )


@rule("SK-4", "SK-7")
def strike_dice(w: World, i: int) -> int:
    c = w.creatures[i]
    pressing = 1 if c.stance == Stance.PRESS else 0
    return (c.might + pressing) * D6


@rule("SK-4", "SK-7")
def guard_dice(w: World, j: int) -> int:
    c = w.creatures[j]
    bracing = 1 if c.stance == Stance.BRACE else 0
    return (c.guard + bracing) * D6


@rule("SK-7")
def hits(ask: Ask, w: World, i: int, j: int) -> bool:
    """Whoever wins ties (SK-R1) is the one who needs only to equal the other."""
    if w.rulings.ties == Ties.TARGET:
        return not test(ask, Roll.GUARD, j, guard_dice(w, j), i, strike_dice(w, i))
    return test(ask, Roll.HIT, i, strike_dice(w, i), j, guard_dice(w, j))


@rule("SK-2", "SK-8")
def may_step_in(w: World, k: int, j: int) -> bool:
    helper = w.creatures[k]
    target = w.creatures[j]
    if k == j or helper.side != target.side or helper.stepped_in or not standing(w, k):
        return False
    return abs(helper.place - target.place) == 1


@rule("SK-8")
def who_takes_it(ask: Ask, w: World, j: int) -> int:
    """The target, unless a neighbour steps in."""
    for k in range(w.n):
        if may_step_in(w, k, j):
            options = 1 << Answer.NO | 1 << Answer.YES
            if choose(ask, w, k, Question.STEP_IN, options) == Answer.YES:
                w.creatures[k].stepped_in = 1
                note(ask, Event.STEP_IN, k, j)
                return k
    return j


@rule("SK-9")
def armor_met(w: World, taker: int, target: int) -> int:
    """Whose armor the blow meets when a helper took it (SK-R2)."""
    if w.rulings.blow_meets == BlowMeets.TARGET:
        return w.creatures[target].armor
    return w.creatures[taker].armor


@rule("SK-10")
def wound(ask: Ask, w: World, j: int, wounds: int) -> None:
    c = w.creatures[j]
    c.wounds = min(c.toughness, c.wounds + wounds)
    note(ask, Event.WOUND, j, wounds, c.wounds)
    if not standing(w, j):
        note(ask, Event.DOWN, j)


@rule("SK-6", "SK-7", "SK-8", "SK-9", "SK-10")
def strike(ask: Ask, w: World, i: int, j: int) -> None:
    """Hit, then armor, then wounds."""
    note(ask, Event.STRIKE, i, j)
    if not hits(ask, w, i, j):
        note(ask, Event.MISS, i, j)
        return
    note(ask, Event.HIT, i, j)
    taker = who_takes_it(ask, w, j)
    weapon = w.weapons[w.creatures[i].weapon]
    if not check(ask, Roll.ARMOR, i, weapon.bite, armor_met(w, taker, j)):
        note(ask, Event.HELD, taker, i)
        return
    wound(ask, w, taker, weapon.wounds)


@rule("SK-3", "SK-5")
def begin_round(ask: Ask, w: World) -> None:
    w.round += 1
    note(ask, Event.ROUND, 0, w.round)
    for i in range(w.n):
        w.creatures[i].stepped_in = 0
    take_stances(ask, w)
    w.turn = 0


@rule("SK-6")
def take_turn(ask: Ask, w: World, i: int) -> None:
    """Whoever still stands strikes an enemy."""
    if standing(w, i):
        strike(ask, w, i, choose(ask, w, i, Question.TARGET, enemies(w, i)))


@rule("SK-5", "SK-12")
def end_turn(ask: Ask, w: World) -> None:
    w.turn += 1
    while w.turn < w.n and not standing(w, w.turn):
        w.turn += 1
    if w.turn >= w.n:
        w.turn = STANCES
        if w.round == LAST_ROUND and outcome(w) == NOBODY:
            note(ask, Event.WITHDRAW, 0)


@rule()
def begin(ask: Ask, w: World) -> None:
    """Nothing is rolled before a fight begins."""


@rule("SK-5", "SK-6")
def step(ask: Ask, w: World) -> None:
    """The stances of a round, or one creature's turn."""
    if w.turn == STANCES:
        begin_round(ask, w)
        if standing(w, w.turn):
            return
    else:
        take_turn(ask, w, w.turn)
    end_turn(ask, w)


@rule("SK-11", "SK-12")
def outcome(w: World) -> int:
    """The one side left standing; nobody when the last round is over."""
    side = NOBODY
    for i in range(w.n):
        if standing(w, i):
            if side != NOBODY and side != w.creatures[i].side:
                if w.round >= LAST_ROUND and w.turn == STANCES:
                    return NOBODY
                return ONGOING
            side = w.creatures[i].side
    return side


@rule("SK-13")
def can_rest(w: World, i: int) -> bool:
    """After a fight its winners rest; where none was fought, everybody."""
    c = w.creatures[i]
    won = outcome(w)
    return c.wounds > 0 and (won == ONGOING or won == c.side)


@rule("SK-13")
def between(ask: Ask, w: World) -> None:
    """A rest: each may tend its wounds."""
    for i in range(w.n):
        c = w.creatures[i]
        options = 1 << Answer.NO | 1 << Answer.YES
        if can_rest(w, i) and choose(ask, w, i, Question.REST, options) == Answer.YES:
            healed = min(c.wounds, roll(ask, Roll.RECOVERY, i, D3))
            c.wounds -= healed
            note(ask, Event.REST, i, healed, c.wounds)
