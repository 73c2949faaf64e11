"""The odometer: every answer chance can give, one line of play at a time, weighed exactly.

A line is the branches it took, each with what its ways come to from the step's beginning.
Weights are two numbers of 62 bits; what does not fit leaves the step, which CPython walks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.compiler.intrinsics import as_number, as_word, high_word, numbers_at
from affray.compiler.oracles.tables import find_row, known_row, row_at
from affray.oracles.dice import M64

if TYPE_CHECKING:
    from affray.compiler.oracles.tape import TapeAsk

DEEPEST = 512
"""The most branchings, and the most known answers, of one step."""

CHOOSE, CHECK, TEST, MARGIN, ROLL, DICE, DRAW = range(7)
EACH, ROLLED, WAITED = range(3)
"""Chance past what is known: every branch in turn, dice, or nobody until one is asked."""

HALF = 62
LOW_BITS = (1 << HALF) - 1
START, TOTAL = 3, 4
"""Columns of the table of ways, after the question."""

REACHED_HIGH = 9


class Waiting(Exception):
    """A question that is to be answered from outside; the record holds it."""


class NeedsWays(Exception):
    """A question whose exact ways are not in the table yet; the record holds it."""


class WeightTooLarge(Exception):
    """A weight past 124 bits."""


class TooDeep(Exception):
    """More branchings in one step than the record holds."""


class Unsteady(Exception):
    """The same answers led to another question: a rule that does not depend on them alone."""


def wait_for(ask: TapeAsk, kind: int, name: int, who: int, vs: int, a: int, b: int) -> None:
    put_question(ask, kind, name, who, vs, a, b)
    raise Waiting


def put_question(ask: TapeAsk, kind: int, name: int, who: int, vs: int, a: int, b: int) -> None:
    ask.asked_kind = kind
    ask.asked_name = name
    ask.asked_who = who
    ask.asked_vs = vs
    ask.asked_a = a
    ask.asked_b = b


def pick(
    ask: TapeAsk, kind: int, name: int, who: int, vs: int, a: int, b: int, first: int, last: int
) -> int:
    """The branch this line takes; where it is new, the first."""
    if ask.chance == WAITED:
        if first == last:
            return first
        wait_for(ask, kind, name, who, vs, a, b)
    at = ask.at
    if at >= DEEPEST:
        raise TooDeep
    if at >= ask.length:
        ask.kind[at] = kind
        ask.name[at] = name
        ask.who[at] = who
        ask.vs[at] = vs
        ask.a[at] = a
        ask.b[at] = b
        ask.answer[at] = first
        ask.first[at] = first
        ask.last[at] = last
        ask.told_at[at] = ask.told_count
        find_ways(ask, at)
        reach(ask, at)
        weigh(ask, at)
        ask.length = at + 1
    elif ask.kind[at] != kind or ask.a[at] != a or ask.b[at] != b:
        raise Unsteady
    ask.at = at + 1
    return ask.answer[at]


def find_ways(ask: TapeAsk, at: int) -> None:
    """The row of a question's exact ways; one with a single answer needs none."""
    ask.row[at] = -1
    if ask.first[at] == ask.last[at]:
        return
    key = numbers_at(ask.scratch)
    key[0] = ask.kind[at]
    key[1] = ask.a[at]
    key[2] = ask.b[at]
    row = known_row(ask.ways_table, key)
    if row < 0:
        put_question(ask, ask.kind[at], ask.name[at], ask.who[at], ask.vs[at], key[1], key[2])
        raise NeedsWays
    ask.row[at] = row


def weigh(ask: TapeAsk, at: int) -> None:
    """The ways of this line as far as this branch, and all ways there are."""
    ask.high = 0
    ask.low = 1
    if at:
        ask.high = ask.ways_high[at - 1]
        ask.low = ask.ways_low[at - 1]
    row = ask.row[at]
    table = numbers_at(ask.ways_table)
    ways = numbers_at(ask.ways)
    if row >= 0:
        times(ask, ways[table[row_at(table, row) + START] + abs(ask.answer[at] - ask.first[at])])
    ask.ways_high[at] = ask.high
    ask.ways_low[at] = ask.low
    ask.high = 0
    ask.low = 1
    if at:
        ask.high = ask.all_high[at - 1]
        ask.low = ask.all_low[at - 1]
    if row >= 0:
        times(ask, table[row_at(table, row) + TOTAL])
    ask.all_high[at] = ask.high
    ask.all_low[at] = ask.low


def times(ask: TapeAsk, n: int) -> None:
    """Multiply the number in `high` and `low` by one below 2 to the 62nd."""
    by = as_word(n)
    below = as_word(ask.low)
    above = as_word(ask.high)
    product = (below * by) & M64
    carried = (as_number(high_word(below, by)) << 2) + (product >> HALF)
    upper = (above * by) & M64
    if as_number(high_word(above, by)) != 0 or (upper >> HALF) != 0:
        raise WeightTooLarge
    ask.low = as_number(product & LOW_BITS)
    ask.high = as_number(upper) + carried
    if ask.high >> HALF:
        raise WeightTooLarge


def add_to(address: int, row: int, column: int, high: int, low: int) -> None:
    """Add a weight to the one in a table's row."""
    table = numbers_at(address)
    at = row_at(table, row) + column
    total = table[at + 1] + low
    table[at + 1] = total & LOW_BITS
    table[at] += high + (total >> HALF)
    if table[at] >> HALF:
        raise WeightTooLarge


def reach(ask: TapeAsk, at: int) -> None:
    """Count a roll the first time this line comes to it, with the weight of the way there."""
    if ask.kind[at] == DRAW or not ask.how:
        return
    for k in range(at):
        if is_same(ask, k, at):
            return
    key = numbers_at(ask.scratch)
    put_roll(ask, at)
    key[6] = ask.source
    key[7] = ask.all_high[at - 1] if at else 0
    key[8] = ask.all_low[at - 1] if at else 1
    row = find_row(ask.reached_table, key)
    high = ask.ways_high[at - 1] if at else 0
    low = ask.ways_low[at - 1] if at else 1
    add_to(ask.reached_table, row, REACHED_HIGH, high, low)


def put_roll(ask: TapeAsk, at: int) -> None:
    """A roll as the first six numbers of a key."""
    key = numbers_at(ask.scratch)
    key[0] = ask.kind[at]
    key[1] = ask.name[at]
    key[2] = ask.who[at]
    key[3] = ask.vs[at]
    key[4] = ask.a[at]
    key[5] = ask.b[at]


def is_same(ask: TapeAsk, k: int, at: int) -> bool:
    return (
        ask.kind[k] == ask.kind[at]
        and ask.name[k] == ask.name[at]
        and ask.who[k] == ask.who[at]
        and ask.vs[k] == ask.vs[at]
        and ask.a[k] == ask.a[at]
        and ask.b[k] == ask.b[at]
    )


def next_line(ask: TapeAsk) -> bool:
    """Turn to the next line of play; False when every one was walked."""
    n = ask.at
    while n > 0:
        k = n - 1
        if ask.answer[k] != ask.last[k]:
            ask.answer[k] += 1 if ask.last[k] > ask.first[k] else -1
            weigh(ask, k)
            ask.length = n
            return True
        n = k
    ask.length = 0
    return False
