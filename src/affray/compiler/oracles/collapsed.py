"""Collapsed dice, compiled: chances are worked out once and found again by their question.

`ask.odds` is where they are kept: two tables, of checks and of tests, and room to work in. A
table begins with what was asked last of each who rolls, against each target or other who does:
that mostly comes again, and is found without a hash.
"""

from __future__ import annotations

from typing import Any

from affray.compiler.intrinsics import as_word, numbers_at
from affray.compiler.source.program import Int64s
from affray.oracles.collapsed import MOST_TOTALS, check_chance, test_chance
from affray.oracles.dice import GOLDEN, M64, mix
from affray.rules.world import Word

SLOT_BITS = 11
SLOTS = 1 << SLOT_BITS
NUMBERS = 3
"""What a slot holds: both numbers of the question, the first with its bits turned round, which
is never 0, as nothing is; and the chance."""

NEAR = 4
"""So many slots are looked at for a question; then the first is taken from whoever has it."""

PAIR_BITS = 6
PAIRS = 1 << 2 * PAIR_BITS
ONE_OF_PAIR = (1 << PAIR_BITS) - 1
"""The slots of two numbers of so many bits each."""

CHECKS = 0
TESTS = NUMBERS * (PAIRS + SLOTS + NEAR)
ROOM = 2 * TESTS
SIZE = 8 * (ROOM + 2 * (MOST_TOTALS + 1))


def pair_of(who: int, against: int) -> int:
    return NUMBERS * ((who & ONE_OF_PAIR) << PAIR_BITS | against & ONE_OF_PAIR)


def slot_of(first: int, second: int) -> int:
    key = ((as_word(first) ^ (as_word(second) * 31 & M64)) * GOLDEN) & M64
    return NUMBERS * (PAIRS + (key >> (64 - SLOT_BITS)))


def held(odds: Int64s, at: int, first: int, second: int) -> bool:
    return odds[at] == ~first and odds[at + 1] == second


def slot_for(odds: Int64s, at: int, first: int, second: int) -> int:
    """The slot this question has, or is to have."""
    for k in range(NEAR):
        near = at + NUMBERS * k
        if odds[near] == 0 or held(odds, near, first, second):
            return near
    return at


def keep(odds: Int64s, at: int, first: int, second: int, chance: int) -> None:
    odds[at] = ~first
    odds[at + 1] = second
    odds[at + 2] = chance


def find_check(ask: Any, pair: int, pool: int, target: int) -> int:
    """A check's chance where another was asked last."""
    odds = numbers_at(ask.odds)
    at = slot_for(odds, CHECKS + slot_of(pool, target), pool, target)
    if not held(odds, at, pool, target):
        chance = check_chance(numbers_at(ask.odds + 8 * ROOM), pool, target)
        keep(odds, at, pool, target, chance)
    keep(odds, pair, pool, target, odds[at + 2])
    return odds[at + 2]


def find_test(ask: Any, pair: int, pool: int, vs_pool: int) -> int:
    """A test's chance where another was asked last."""
    odds = numbers_at(ask.odds)
    at = slot_for(odds, TESTS + slot_of(pool, vs_pool), pool, vs_pool)
    if not held(odds, at, pool, vs_pool):
        tails = numbers_at(ask.odds + 8 * ROOM)
        vs_tails = numbers_at(ask.odds + 8 * (ROOM + MOST_TOTALS + 1))
        keep(odds, at, pool, vs_pool, test_chance(tails, vs_tails, pool, vs_pool))
    keep(odds, pair, pool, vs_pool, odds[at + 2])
    return odds[at + 2]


def look_ahead(ask: Any) -> None:
    """Work out the number that is drawn next. Nobody foresees what a number decides, and whoever
    guessed wrong about the last one need not wait for this one."""
    ask.ahead_n = ask.n + 1
    ask.ahead = mix((ask.key + ask.ahead_n * GOLDEN) & M64)


def luck(ask: Any) -> int:
    """The number `affray.oracles.collapsed.luck` draws; dice may have been rolled in between."""
    ask.n += 1
    found: Word = ask.ahead
    if ask.ahead_n != ask.n:
        found = mix((ask.key + ask.n * GOLDEN) & M64)
    look_ahead(ask)
    return found >> 2


def check(ask: Any, what: int, who: int, pool: int, target: int) -> bool:
    odds = numbers_at(ask.odds)
    at = CHECKS + pair_of(who, target)
    if held(odds, at, pool, target):
        return luck(ask) < odds[at + 2]
    return luck(ask) < find_check(ask, at, pool, target)


def test(ask: Any, what: int, who: int, pool: int, vs: int, vs_pool: int) -> bool:
    odds = numbers_at(ask.odds)
    at = TESTS + pair_of(who, vs)
    if held(odds, at, pool, vs_pool):
        return luck(ask) < odds[at + 2]
    return luck(ask) < find_test(ask, at, pool, vs_pool)
