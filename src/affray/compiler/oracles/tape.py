"""The tape oracle, compiled: answers that are known, then whoever answers past their end.

One record for replaying a tape, walking every line of a step, following a plan, playing on
from a prefix with dice, and stepping a world with one's own choices: `chance` says who answers
for the dice past what is known, `choices` who decides. The meaning of the seam for it, in the
rules' own subset; `branches.py` turns the odometer, `walk.py` follows a plan.
"""

from __future__ import annotations

from affray.compiler.oracles.branches import (
    CHECK,
    CHOOSE,
    DEEPEST,
    DICE,
    DRAW,
    MARGIN,
    ROLL,
    ROLLED,
    TEST,
    WAITED,
    Waiting,
    pick,
    wait_for,
)
from affray.compiler.oracles.dice import EVENTS, SEATS
from affray.compiler.oracles.game import World
from affray.compiler.oracles.open import open_choice
from affray.compiler.oracles.turn import turn_choice
from affray.compiler.oracles.walk import (
    QUESTIONS,
    TELLING,
    WALKED,
    assume,
    planned,
    policy_choice,
    tell,
)
from affray.oracles.dice import check as roll_check
from affray.oracles.dice import dice as roll_dice
from affray.oracles.dice import draw as roll_draw
from affray.oracles.dice import margin as roll_margin
from affray.oracles.dice import test as roll_test
from affray.oracles.dice import total
from affray.rules.ask import Illegal, require_legal
from affray.rules.masks import contains
from affray.rules.pools import fill_hand, hand_count, highest, lowest
from affray.rules.world import Record, Word, int8, int64, many, record

POLICY, PLANNED, OWN, TURN, OPEN = range(5)
"""Choices past what is known: the policies', a plan's, one's own, a turn's that is tried out, or
every answer in turn of those who are left open."""


@record
class TapeAsk(Record):
    key: Word
    n: int64
    policy_key: Word
    policy_n: int64
    stop: int64
    result: int64
    goes_on: int64
    chance: int64
    choices: int64
    past: int64
    known: int64
    by_question: int64
    run: int64
    known_kind: list[int64] = many(DEEPEST)
    known_name: list[int64] = many(DEEPEST)
    known_who: list[int64] = many(DEEPEST)
    known_answer: list[int64] = many(DEEPEST)
    known_taken: list[int64] = many(DEEPEST)
    asked_kind: int64
    asked_name: int64
    asked_who: int64
    asked_vs: int64
    asked_a: int64
    asked_b: int64
    own: int64
    moods: int64
    mixed: int64
    is_misfit: int64
    misfits: int64
    astray: int64
    temperaments: list[int8] = many(SEATS)
    # the odometer: a place for every branching of this line of play
    at: int64
    length: int64
    kind: list[int64] = many(DEEPEST)
    name: list[int64] = many(DEEPEST)
    who: list[int64] = many(DEEPEST)
    vs: list[int64] = many(DEEPEST)
    a: list[int64] = many(DEEPEST)
    b: list[int64] = many(DEEPEST)
    answer: list[int64] = many(DEEPEST)
    first: list[int64] = many(DEEPEST)
    last: list[int64] = many(DEEPEST)
    row: list[int64] = many(DEEPEST)
    told_at: list[int64] = many(DEEPEST)
    ways_high: list[int64] = many(DEEPEST)
    ways_low: list[int64] = many(DEEPEST)
    all_high: list[int64] = many(DEEPEST)
    all_low: list[int64] = many(DEEPEST)
    high: int64
    low: int64
    lines: int64
    waiting: int64
    more: int64
    source: int64
    sources: int64
    whole: int64
    # a plan being followed
    actor: int64
    plan: int64
    begun_at: int64
    given: int64
    followed: int64
    concerned: int64
    involved: int64
    plan_length: int64
    persists: int64
    plan_question: list[int64] = many(WALKED)
    plan_option: list[int64] = many(WALKED)
    said: list[int8] = many(SEATS * QUESTIONS)
    used: list[int8] = many(SEATS * QUESTIONS)
    refused: list[int64] = many(SEATS * QUESTIONS)
    legal: list[int64] = many(SEATS * QUESTIONS)
    aside: list[int8] = many(QUESTIONS)
    secret: list[int8] = many(QUESTIONS)
    headline: list[int8] = many(EVENTS)
    aim: int64
    amount: int64
    considers: list[int8] = many(QUESTIONS)
    considered: list[int64] = many(QUESTIONS)
    how: int64
    told: int64
    told_count: int64
    telling: list[int64] = many(TELLING)
    shown_to: int64
    # where the tables are, and what is looked up in them
    ways_table: int64
    ways: int64
    told_table: int64
    reached_table: int64
    landed_table: int64
    assumed_table: int64
    states_table: int64
    states: int64
    layer: int64
    givens: int64
    ends_table: int64
    lines_table: int64
    identity: int64
    shown: int64
    scratch: int64


def known_at(ask: TapeAsk, kind: int, name: int, who: int) -> int:
    """The place of a known answer to what is asked now, or -1: the next, or one to just this."""
    if ask.by_question:
        return same_question(ask, kind, name, who)
    at = ask.past
    ask.past = at + 1
    return at if at < ask.known else -1


def same_question(ask: TapeAsk, kind: int, name: int, who: int) -> int:
    """Hidden answers are asked again and may have moved the place of those that are known."""
    for k in range(ask.known):
        if (
            ask.known_kind[k] == kind
            and ask.known_name[k] == name
            and ask.known_who[k] == who
            and ask.known_taken[k] != ask.run
        ):
            ask.known_taken[k] = ask.run
            return k
    return -1


def chance_at(ask: TapeAsk, kind: int, name: int, who: int, is_certain: int) -> int:
    """The same for a roll; one's own choices bring no dice, a turn's only those that matter."""
    if ask.choices == OWN or (ask.choices == TURN and is_certain):
        return -1
    return known_at(ask, kind, name, who)


def take(ask: TapeAsk, at: int, kind: int, low: int, high: int) -> int:
    answer = ask.known_answer[at]
    if ask.known_kind[at] != kind or answer < low or answer > high:
        raise Illegal
    return answer


def yes_or_no(
    ask: TapeAsk,
    kind: int,
    what: int,
    who: int,
    pool: int,
    vs: int,
    other: int,
    low: int,
    high: int,
) -> int:
    """A certain answer does not branch, but keeps its place."""
    if low == high:
        return pick(ask, kind, what, who, vs, pool, other, low, low)
    return pick(ask, kind, what, who, vs, pool, other, 1, 0)


def check(ask: TapeAsk, what: int, who: int, pool: int, target: int) -> int:
    low = lowest(pool) >= target
    high = highest(pool) >= target
    at = chance_at(ask, CHECK, what, who, low == high)
    if at >= 0:
        return take(ask, at, CHECK, low, high)
    if ask.chance == ROLLED:
        return roll_check(ask, what, who, pool, target)
    return yes_or_no(ask, CHECK, what, who, pool, -1, target, low, high)


def test(ask: TapeAsk, what: int, who: int, pool: int, vs: int, vs_pool: int) -> int:
    low = lowest(pool) >= highest(vs_pool)
    high = highest(pool) >= lowest(vs_pool)
    at = chance_at(ask, TEST, what, who, low == high)
    if at >= 0:
        return take(ask, at, TEST, low, high)
    if ask.chance == ROLLED:
        return roll_test(ask, what, who, pool, vs, vs_pool)
    return yes_or_no(ask, TEST, what, who, pool, vs, vs_pool, low, high)


def margin(ask: TapeAsk, what: int, who: int, pool: int, vs: int, vs_pool: int) -> int:
    low = lowest(pool) - highest(vs_pool)
    high = highest(pool) - lowest(vs_pool)
    at = chance_at(ask, MARGIN, what, who, low == high)
    if at >= 0:
        return take(ask, at, MARGIN, low, high)
    if ask.chance == ROLLED:
        return roll_margin(ask, what, who, pool, vs, vs_pool)
    return pick(ask, MARGIN, what, who, vs, pool, vs_pool, low, high)


def roll(ask: TapeAsk, what: int, who: int, pool: int) -> int:
    low = lowest(pool)
    high = highest(pool)
    at = chance_at(ask, ROLL, what, who, low == high)
    if at >= 0:
        return take(ask, at, ROLL, low, high)
    if ask.chance == ROLLED:
        return total(ask, pool)
    return pick(ask, ROLL, what, who, -1, pool, 0, low, high)


def dice(ask: TapeAsk, what: int, who: int, n: int, sides: int, counts: list[int]) -> None:
    last = hand_count(n, sides) - 1
    at = chance_at(ask, DICE, what, who, last == 0)
    if at < 0 and ask.chance == ROLLED:
        roll_dice(ask, what, who, n, sides, counts)
    elif at >= 0:
        fill_hand(counts, n, sides, take(ask, at, DICE, 0, last))
    else:
        fill_hand(counts, n, sides, pick(ask, DICE, what, who, -1, n, sides, 0, last))


def draw(ask: TapeAsk, n: int) -> int:
    """Policies draw; what they draw is no answer of the tape, but a branch of a turn."""
    if ask.chance == ROLLED:
        return roll_draw(ask, n)
    if ask.choices == TURN and n > 1:
        at = known_at(ask, DRAW, 0, 0)
        if at >= 0:
            return take(ask, at, DRAW, 0, n - 1)
    return pick(ask, DRAW, 0, 0, -1, n, 0, 0, n - 1)


def note(ask: TapeAsk, event: int, who: int, x: int, y: int) -> None:
    if ask.headline[event] and ask.given:
        tell(ask, event, who, x, y)


def choose(ask: TapeAsk, w: World, who: int, question: int, mask: int) -> int:
    if ask.choices == OWN:
        return own_choice(ask, w, who, question, mask)
    if ask.choices == TURN:
        return turn_choice(ask, w, who, question, mask)
    if ask.choices == OPEN:
        return open_choice(ask, w, who, question, mask)
    at = known_at(ask, CHOOSE, question, who)
    if at >= 0 and (contains(mask, ask.known_answer[at]) or not ask.by_question):
        return require_legal(take(ask, at, CHOOSE, 0, 61), mask)
    if at >= 0:
        ask.is_misfit = 1
    if ask.choices == PLANNED:
        answer = planned(ask, who, question, mask)
        return answer if answer >= 0 else assume(ask, w, who, question, mask)
    if ask.chance == WAITED:
        wait_for(ask, CHOOSE, question, who, -1, mask, 0)
    return policy_choice(ask, w, who, question, mask)


def own_choice(ask: TapeAsk, w: World, who: int, question: int, mask: int) -> int:
    """Those one plays are answered by oneself, in the order they are asked; policies the rest."""
    if not contains(ask.own, who):
        return policy_choice(ask, w, who, question, mask)
    at = known_at(ask, CHOOSE, question, who)
    if at < 0:
        wait_for(ask, CHOOSE, question, who, -1, mask, 0)
        raise Waiting
    return require_legal(take(ask, at, CHOOSE, 0, 61), mask)
