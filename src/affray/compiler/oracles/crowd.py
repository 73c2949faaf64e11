"""The loop that each of many threads of a graphics card goes through, in the rules' own subset.

A thread takes a share of the fights, plays them one after the other, a step at a time, and adds
what they came to; then it takes the next share. Threads that go together have one instruction at
a time: whoever is ahead by a round waits, so that they do as much as can be of the same. What
goes wrong ends the thread, and its share is never said to be over: somebody else plays that again.
"""

from __future__ import annotations

from typing import Any

from affray.compiler.intrinsics import (
    add_shared,
    least_of_us,
    numbers_at,
    numbers_of,
    own_numbers,
    together,
)
from affray.compiler.oracles.collapsed import CHECKS, TESTS, held, slot_for, slot_of
from affray.compiler.oracles.dice import EVENTS, SEATS, count_anew, start
from affray.compiler.oracles.game import World, begin, decide, outcome, standing, step
from affray.compiler.source.program import Int8s, Int32s, Int64s
from affray.fight.loop import MOST_STEPS, Endless
from affray.oracles.collapsed import luck
from affray.oracles.dice import decided
from affray.rules.ask import NOBODY, ONGOING, RANDOM, any_of, require_legal
from affray.rules.world import Record, Word, int64, record

MOST_ROUNDS = 256
"""Fights of more are played elsewhere."""

WINS = 0
STOOD = WINS + NOBODY + 1
ROUNDS = STOOD + SEATS
NOTED = ROUNDS + MOST_ROUNDS
COUNTS = NOTED + EVENTS
"""What is counted, one behind the other: winners, who stood, rounds, events."""

NOTHING, WINNERS, ENDS = range(3)
"""What is kept of every single fight."""


class TooLong(Exception):
    """More rounds than are counted here."""


class UnknownChance(Exception):
    """A chance that nobody has worked out yet."""


@record
class CrowdAsk(Record):
    """A thread: its dice, the share it plays, and where it lies what it counts and looks up."""

    key: Word
    n: int64
    policy_key: Word
    policy_n: int64
    result: int64
    decisions: int64
    decider: int64
    decided_at: int64
    share: int64
    fight: int64
    last: int64
    steps: int64
    counts: int64
    tempers: int64
    odds: int64


def note(ask: CrowdAsk, event: int, who: int, x: int, y: int) -> None:
    own_numbers(ask.counts)[NOTED + event] += 1


def choose(ask: Any, w: World, who: int, question: int, mask: int) -> int:
    decided(ask, who, w.creatures[who].side, mask)
    temperament = numbers_at(ask.tempers)[who]
    if temperament == RANDOM:
        return require_legal(any_of(ask, mask), mask)
    return require_legal(decide(ask, w, who, question, mask, temperament), mask)


def chance(ask: Any, first: int, a: int, b: int) -> int:
    """A chance that was worked out before; nobody here has the room to do it."""
    odds = numbers_at(ask.odds)
    at = slot_for(odds, first, a, b)
    if not held(odds, at, a, b):
        raise UnknownChance
    return odds[at + 2]


def check(ask: Any, what: int, who: int, pool: int, target: int) -> bool:
    at = CHECKS + slot_of(pool, target)
    return luck(ask) < chance(ask, at, pool, target)


def test(ask: Any, what: int, who: int, pool: int, vs: int, vs_pool: int) -> bool:
    at = TESTS + slot_of(pool, vs_pool)
    return luck(ask) < chance(ask, at, pool, vs_pool)


def crowd(
    ask: CrowdAsk, w: World, source: Int64s, spans: Int64s, kept: Int64s,
    seed: int, first: int, count: int, share: int, begun: int, most: int,
    taken: Int64s, over: Int8s, totals: Int64s,
    keep: int, winners: Int8s, rounds: Int32s, stood: Int64s, decisions: Int32s, dice: Int32s,
    ends: Int64s,
) -> None:  # fmt: skip
    """Shares of the fights first, first + 1, ... until none is left or so many steps are done.

    `source` is how a fight begins, `spans` says which of its words are used at all; `kept` is
    where a thread that has not come to an end leaves what it has for the next launch; `taken`
    is how many shares were taken, and how many threads have not come to an end.
    """
    take_up(ask, w, spans, kept, seed, first)
    for _ in range(most):
        together()
        if waits(ask, w):
            continue
        if ask.result != ONGOING:
            if ask.fight == ask.last:
                settle(ask, over, totals)
                take_share(ask, taken, share, count)
                if ask.fight >= count:
                    kept[0] = 0
                    return
            copy_spans(numbers_of(w), 0, source, 0, spans)
            start_fight(ask, w, seed, first + ask.fight, begun)
        if ask.result == ONGOING:
            go_on(ask, w)
        if ask.result != ONGOING:
            tell(ask, w)
            if keep >= WINNERS:
                winners[ask.fight] = ask.result
            if keep == ENDS:
                keep_end(ask, w, spans, rounds, stood, decisions, dice, ends)
            ask.fight += 1
    leave_off(ask, w, spans, kept)
    add_shared(taken, 1, 1)


def take_share(ask: CrowdAsk, taken: Int64s, share: int, count: int) -> None:
    """The next share that nobody has; past the last fight where there is none."""
    ask.share = add_shared(taken, 0, 1)
    ask.fight = ask.share * share
    ask.last = min(ask.fight + share, count)


def start_fight(ask: CrowdAsk, w: World, seed: int, fight: int, begun: int) -> None:
    start(ask, seed, fight)
    count_anew(ask)
    ask.steps = 0
    if not begun:
        begin(ask, w)
    ask.result = outcome(w)


def go_on(ask: CrowdAsk, w: World) -> None:
    """One step."""
    step(ask, w)
    ask.steps += 1
    if ask.steps > MOST_STEPS:
        raise Endless("no outcome")
    ask.result = outcome(w)


def keep_end(
    ask: CrowdAsk,
    w: World,
    spans: Int64s,
    rounds: Int32s,
    stood: Int64s,
    decisions: Int32s,
    dice: Int32s,
    ends: Int64s,
) -> None:
    """How this one fight ended."""
    rounds[ask.fight] = w.round
    stood[ask.fight] = those_standing(w)
    decisions[ask.fight] = ask.decisions
    dice[ask.fight] = ask.n
    copy_spans(ends, ask.fight * spans[0], numbers_of(w), 0, spans)


def waits(ask: CrowdAsk, w: World) -> bool:
    """Whether a thread does nothing until those that go with it have come as far."""
    return False


def waits_for_fights(ask: CrowdAsk, w: World) -> bool:
    """The same where the fights of threads that go together begin together."""
    mine = 0 if ask.result == ONGOING else 1
    return mine > least_of_us(mine)


def waits_for_rounds(ask: CrowdAsk, w: World) -> bool:
    """The same where their rounds do, too."""
    mine = w.round if ask.result == ONGOING else MOST_ROUNDS
    return mine > least_of_us(mine)


def tell(ask: CrowdAsk, w: World) -> None:
    """Count a fight that is over."""
    counts = own_numbers(ask.counts)
    if w.round >= MOST_ROUNDS:
        raise TooLong
    counts[WINS + ask.result] += 1
    counts[ROUNDS + w.round] += 1
    for i in range(w.n):
        if standing(w, i):
            counts[STOOD + i] += 1


def those_standing(w: World) -> int:
    mask = 0
    for i in range(w.n):
        if standing(w, i):
            mask |= 1 << i
    return mask


def settle(ask: CrowdAsk, over: Int8s, totals: Int64s) -> None:
    """A share is over: what it came to goes to all the others'."""
    counts = own_numbers(ask.counts)
    for k in range(COUNTS):
        if counts[k]:
            add_shared(totals, k, counts[k])
            counts[k] = 0
    if ask.last:
        over[ask.share] = 1


def copy_spans(to: Int64s, at: int, source: Int64s, source_at: int, spans: Int64s) -> None:
    """Copy the words that are used: `spans` is a world's words, then pairs of first and last."""
    for k in range(spans[1]):
        for j in range(spans[2 + 2 * k], spans[3 + 2 * k]):
            to[at + j] = source[source_at + j]


KEPT = 11
"""Words of `kept` before the counts and the world."""


def take_up(ask: CrowdAsk, w: World, spans: Int64s, kept: Int64s, seed: int, first: int) -> None:
    """Go on where the last launch left off, or begin with nothing."""
    counts = own_numbers(ask.counts)
    ask.result = NOBODY
    ask.fight = 0
    ask.last = 0
    if not kept[0]:
        for k in range(COUNTS):
            counts[k] = 0
        return
    ask.share = kept[1]
    ask.fight = kept[2]
    ask.last = kept[3]
    ask.result = kept[4]
    start(ask, seed, first + ask.fight)
    ask.steps = kept[5]
    ask.n = kept[6]
    ask.policy_n = kept[7]
    ask.decisions = kept[8]
    ask.decider = kept[9]
    ask.decided_at = kept[10]
    for k in range(COUNTS):
        counts[k] = kept[KEPT + k]
    copy_spans(numbers_of(w), 0, kept, KEPT + COUNTS, spans)


def leave_off(ask: CrowdAsk, w: World, spans: Int64s, kept: Int64s) -> None:
    """Keep all that the next launch needs to go on."""
    counts = own_numbers(ask.counts)
    kept[0] = 1
    kept[1] = ask.share
    kept[2] = ask.fight
    kept[3] = ask.last
    kept[4] = ask.result
    kept[5] = ask.steps
    kept[6] = ask.n
    kept[7] = ask.policy_n
    kept[8] = ask.decisions
    kept[9] = ask.decider
    kept[10] = ask.decided_at
    for k in range(COUNTS):
        kept[KEPT + k] = counts[k]
    copy_spans(kept, KEPT + COUNTS, numbers_of(w), 0, spans)


ENTRIES: dict[str, Any] = {"crowd": crowd}
