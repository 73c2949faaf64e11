"""The loops that are compiled with a ruleset: many fights, single steps, exact steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from affray.ask import ONGOING
from affray.loop import MOST_STEPS
from affray.oracles.native.seam import ENDLESS, U, begin_fight, inline, mix


class DiceDrivers(NamedTuple):
    """Compiled with the dice record."""

    fights: Callable[..., Any]
    step: Callable[..., Any]
    begin: Callable[..., Any]
    start: Callable[..., Any]


class TapeDrivers(NamedTuple):
    """Compiled with the tape record."""

    step: Callable[..., Any]
    begin: Callable[..., Any]
    expand: Callable[..., Any]


def make_dice(begin: Any, step: Any, outcome: Any, standing: Any) -> DiceDrivers:
    """Drivers that play with dice."""

    @njit(nogil=True, cache=True)
    def fights(
        source: Any,
        state: Any,
        ws: Any,
        asks: Any,
        seed: Any,
        first: Any,
        begun: Any,
        winners: Any,
        rounds: Any,
        survivors: Any,
        ends: Any,
    ) -> Any:
        """Play fights first, first+1, ...; returns how many were sound.

        `ends` has a row for the last state of each fight, or no row at all.
        """
        w = ws[0]
        ask = asks[0]
        for k in range(len(winners)):
            for b in range(len(state)):
                state[b] = source[b]
            begin_fight(ask, seed, first + k)
            if not begun:
                begin(ask, w)
            result = outcome(w)
            steps = 0
            while result == ONGOING and steps < MOST_STEPS:
                step(ask, w)
                steps += 1
                result = outcome(w)
            if result == ONGOING:
                ask.bad = ENDLESS
            if ask.bad:
                return k
            winners[k] = result
            rounds[k] = w.round
            for i in range(w.n):
                if standing(w, i):
                    survivors[i] += 1
            if k < len(ends):
                for b in range(len(state)):
                    ends[k, b] = state[b]
        return len(winners)

    @njit(cache=True)
    def one_step(ws: Any, asks: Any) -> Any:
        step(asks[0], ws[0])
        return outcome(ws[0])

    @njit(cache=True)
    def one_begin(ws: Any, asks: Any) -> Any:
        begin(asks[0], ws[0])
        return outcome(ws[0])

    @njit(cache=True)
    def start(asks: Any, seed: Any, fight: Any) -> Any:
        begin_fight(asks[0], seed, fight)

    return DiceDrivers(fights, one_step, one_begin, start)


@inline
def question_hash(kind: Any, a: Any, b: Any) -> Any:
    return mix(U(kind) * U(0x9E3779B97F4A7C15) + mix(U(a)) + U(b) * U(0xD1342543DE82EF95))


@inline
def row_of(keys: Any, rows: Any, kind: Any, a: Any, b: Any) -> Any:
    """The row of a question in the table of exact ways, or -1."""
    last = len(rows) - 1
    h = np.int64(question_hash(kind, a, b) & U(last))
    while rows[h] >= 0:
        if keys[h, 0] == kind and keys[h, 1] == a and keys[h, 2] == b:
            return rows[h]
        h = (h + 1) & last
    return -1


@inline
def state_hash(state: Any, identity: Any) -> Any:
    z = U(0x12345)
    for k in range(len(identity)):
        z = (z ^ U(state[k] & identity[k])) * U(0x100000001B3)
    return mix(z)


@inline
def same_state(a: Any, b: Any, identity: Any) -> Any:
    for k in range(len(identity)):
        if (a[k] ^ b[k]) & identity[k]:
            return False
    return True


@inline
def next_line(ask: Any) -> Any:
    """Turn the odometer; False when every line was walked."""
    n = ask.at
    while n > 0:
        ask.index[n - 1] += 1
        if ask.index[n - 1] < ask.size[n - 1]:
            ask.length = n
            return True
        n -= 1
    ask.length = 0
    return False


DONE, UNKNOWN, FULL, OVERFLOW, BROKEN = range(5)
LARGEST = 1 << 62


@inline
def weigh(ask: Any, keys: Any, rows: Any, starts: Any, totals: Any, ways: Any, unknown: Any) -> Any:
    """(DONE, ways of this line, all ways), or why its exact weight cannot be told."""
    numerator = 1
    denominator = 1
    for k in range(ask.at):
        if ask.size[k] == 1:
            continue
        row = row_of(keys, rows, ask.kind[k], ask.a[k], ask.b[k])
        if row < 0:
            unknown[0] = ask.kind[k]
            unknown[1] = ask.a[k]
            unknown[2] = ask.b[k]
            return UNKNOWN, 0, 1
        if denominator > LARGEST // totals[row]:
            return OVERFLOW, 0, 1
        numerator *= ways[starts[row] + ask.index[k]]
        denominator *= totals[row]
    return DONE, numerator, denominator


@inline
def keep(
    state: Any,
    identity: Any,
    numerator: Any,
    denominator: Any,
    found: Any,
    numerators: Any,
    denominators: Any,
    heads: Any,
    counts: Any,
) -> Any:
    """Add a line's weight to its state's, found by hash or put at the end."""
    last = len(heads) - 1
    h = np.int64(state_hash(state, identity) & U(last))
    while heads[h] >= 0:
        e = heads[h]
        if denominators[e] == denominator and same_state(found[e], state, identity):
            if numerators[e] > LARGEST - numerator:
                return OVERFLOW
            numerators[e] += numerator
            return DONE
        h = (h + 1) & last
    n = counts[0]
    if n >= len(found) or 2 * n > last:
        return FULL
    heads[h] = n
    found[n] = state
    numerators[n] = numerator
    denominators[n] = denominator
    counts[0] = n + 1
    return DONE


def make_tape(begin: Any, step: Any, outcome: Any) -> TapeDrivers:
    """Drivers that replay a tape or walk every line of a step."""

    @njit(cache=True)
    def one_step(ws: Any, asks: Any) -> Any:
        step(asks[0], ws[0])
        return outcome(ws[0])

    @njit(cache=True)
    def one_begin(ws: Any, asks: Any) -> Any:
        begin(asks[0], ws[0])
        return outcome(ws[0])

    @njit(nogil=True, cache=True)
    def expand(
        source: Any, state: Any, identity: Any, ws: Any, asks: Any,
        keys: Any, rows: Any, starts: Any, totals: Any, ways: Any,
        found: Any, numerators: Any, denominators: Any, heads: Any, unknown: Any, counts: Any,
    ) -> Any:  # fmt: skip
        """Every line from `source`, merged by state and denominator; resumes where it stopped."""
        w = ws[0]
        ask = asks[0]
        while True:
            for b in range(len(state)):
                state[b] = source[b]
            ask.at = 0
            step(ask, w)
            if ask.bad:
                return BROKEN
            code, numerator, denominator = weigh(ask, keys, rows, starts, totals, ways, unknown)
            if code == DONE:
                code = keep(
                    state, identity, numerator, denominator,
                    found, numerators, denominators, heads, counts,
                )  # fmt: skip
            if code != DONE:
                return code
            counts[1] += 1
            if not next_line(ask):
                return DONE

    return TapeDrivers(one_step, one_begin, expand)
