"""A whole fight, compiled: every state it can come to, led on a step, and the order of them all.

States are numbered as they are met and lie one behind the other; the lines of one state lie
together, in the order of the states.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from affray.compiler.intrinsics import copy_bytes, numbers_at
from affray.compiler.oracles.branches import add_to, next_line
from affray.compiler.oracles.game import World, outcome
from affray.compiler.oracles.lines import (
    BEGIN,
    STEP,
    rewind,
    run_part,
    standing_mask,
    state_place,
)
from affray.compiler.oracles.tables import COUNT, MOST, Full, find_row, row_at
from affray.compiler.source.program import Int64s
from affray.rules.ask import ONGOING

if TYPE_CHECKING:
    from affray.compiler.oracles.tape import TapeAsk

SOURCE, PLACE, TOLD, ALL_HIGH, ALL_LOW, WAYS_HIGH, WAYS_LOW, WHOLE, LINE = range(9)
"""The numbers of a line, and how many those are; `TOLD` is what was known when it ended, where
choices are left open, `WHOLE` the row of all its ways among those there are, once that is
looked up."""

ROOT = -1
"""As what an edge is: the state it begins in, so that the edges of every state lie together."""

LAST_LINE, STATE = 2, 3
"""Where a state keeps the last line that led to it, and how many numbers it has."""

UNBEGUN = 1
"""As what was given of a plan, which there is none of: the fight has not begun in this state."""


def meet(ask: TapeAsk, w: World, size: int, most: int, at_a_time: int) -> None:
    """Every state of a fight, from those that are known on, until there are more than `most`.

    `more` says that it goes on when called again, after so many lines or for want of room.
    """
    ask.more = 1
    ask.begun_at = 0
    until = ask.lines + at_a_time
    states = numbers_at(ask.states_table)
    while ask.source < states[COUNT] and states[COUNT] <= most:
        is_unbegun = states[row_at(states, ask.source) + 1] == UNBEGUN
        copy_bytes(w, numbers_at(ask.layer + ask.source * size), size)
        goes_on = is_unbegun or outcome(w) == ONGOING
        if goes_on and not lead_on(ask, w, size, BEGIN if is_unbegun else STEP, until):
            return
        ask.source += 1
    ask.more = 0


def lead_on(ask: TapeAsk, w: World, size: int, part: int, until: int) -> bool:
    """The lines from one state, which lies in the world; False where there were too many."""
    root = root_of(ask) if ask.own else 0
    while ask.lines < until:
        rewind(ask)
        ask.told = root
        run_part(ask, w, part)
        put_line(ask, state_place(ask, w, size))
        ask.lines += 1
        if not next_line(ask):
            return True
        copy_bytes(w, numbers_at(ask.layer + ask.source * size), size)
    return False


def root_of(ask: TapeAsk) -> int:
    """The first edge of a state."""
    key = numbers_at(ask.scratch)
    key[0] = 0
    key[1] = ROOT
    key[2] = ask.source
    key[3] = 0
    key[4] = 0
    return find_row(ask.told_table, key) + 1


def put_line(ask: TapeAsk, place: int) -> None:
    """Add a line to the last one that led from here to the same state, or put it behind all.

    Every state knows the last line that led to it, plus 1.
    """
    last = ask.at - 1
    all_high = ask.all_high[last] if last >= 0 else 0
    all_low = ask.all_low[last] if last >= 0 else 1
    states = numbers_at(ask.states_table)
    lines = numbers_at(ask.lines_table)
    known = row_at(states, place) + LAST_LINE
    row = states[known] - 1
    at = row_at(lines, row)
    if (
        row < 0
        or lines[at + SOURCE] != ask.source
        or lines[at + TOLD] != ask.told
        or lines[at + ALL_HIGH] != all_high
        or lines[at + ALL_LOW] != all_low
    ):
        row = lines[COUNT]
        if row >= lines[MOST]:
            raise Full
        lines[COUNT] = row + 1
        states[known] = row + 1
        at = row_at(lines, row)
        lines[at + SOURCE] = ask.source
        lines[at + PLACE] = place
        lines[at + TOLD] = ask.told
        lines[at + ALL_HIGH] = all_high
        lines[at + ALL_LOW] = all_low
        lines[at + WAYS_HIGH] = 0
        lines[at + WAYS_LOW] = 0
    high = ask.ways_high[last] if last >= 0 else 0
    low = ask.ways_low[last] if last >= 0 else 1
    add_to(ask.lines_table, row, WAYS_HIGH, high, low)


def put_in_order(
    ask: TapeAsk, n: int, totals: int, first: Int64s, degree: Int64s, level: Int64s, order: Int64s
) -> None:
    """Number the levels of `n` states: each lies past all that lead to it.

    `first` are the lines of each, `totals` a table for the numbers of ways there are. `result` is
    how many states were put in order: fewer than there are where some lead back to themselves.
    """
    lines = numbers_at(ask.lines_table)
    key = numbers_at(ask.scratch)
    for row in range(lines[COUNT]):
        at = row_at(lines, row)
        degree[lines[at + PLACE]] += 1
        first[lines[at + SOURCE] + 1] = row + 1
        key[0] = lines[at + ALL_HIGH]
        key[1] = lines[at + ALL_LOW]
        lines[at + WHOLE] = find_row(totals, key)
    done = 0
    for s in range(n):
        first[s + 1] = max(first[s], first[s + 1])
        if degree[s] == 0:
            order[done] = s
            done += 1
    seen = 0
    while seen < done:
        s = order[seen]
        for row in range(first[s], first[s + 1]):
            to = lines[row_at(lines, row) + PLACE]
            level[to] = level[s] + 1
            degree[to] -= 1
            if degree[to] == 0:
                order[done] = to
                done += 1
        seen += 1
    ask.result = done


def ended(ask: TapeAsk, w: World, size: int, n: int, first: Int64s, ends: Int64s) -> None:
    """The states nothing leads on from: number, winner, who stands; `result` says how many."""
    count = 0
    for s in range(n):
        if first[s] == first[s + 1]:
            copy_bytes(w, numbers_at(ask.layer + s * size), size)
            ends[3 * count] = s
            ends[3 * count + 1] = outcome(w)
            ends[3 * count + 2] = standing_mask(w)
            count += 1
    ask.result = count


ENTRIES: dict[str, Any] = {"meet": meet, "put_in_order": put_in_order, "ended": ended}
