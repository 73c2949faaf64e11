"""Collapsed dice, compiled: chances are worked out once and found again by their question.

`ask.odds` is where they are kept: two tables, of checks and of tests, and room to work in.
"""

from __future__ import annotations

from typing import Any

from affray.compiler.intrinsics import as_word, numbers_at
from affray.compiler.source.program import Int64s
from affray.oracles.collapsed import MOST_TOTALS, check_chance, test_chance
from affray.oracles.dice import FIGHT, GOLDEN, M64, mix
from affray.rules.world import Word

SLOT_BITS = 11
SLOTS = 1 << SLOT_BITS
NUMBERS = 3
"""What a slot holds: both numbers of the question, the first with its bits turned round, which
is never 0, as nothing is; and the chance."""

NEAR = 4
"""So many slots are looked at for a question; then the first is taken from whoever has it."""

CHECKS = 0
TESTS = NUMBERS * (SLOTS + NEAR)
ROOM = 2 * TESTS
SIZE = 8 * (ROOM + 2 * (MOST_TOTALS + 1))


def slot_of(first: int, second: int) -> int:
    """Where a question is looked for first: of a number that is known its product is known, too."""
    key = (as_word(first) * GOLDEN + as_word(second) * FIGHT) & M64
    return NUMBERS * (key >> (64 - SLOT_BITS))


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


def find_check(ask: Any, first: int, pool: int, target: int) -> int:
    """A check's chance that is not in the first slot looked at."""
    odds = numbers_at(ask.odds)
    at = slot_for(odds, first, pool, target)
    if not held(odds, at, pool, target):
        chance = check_chance(numbers_at(ask.odds + 8 * ROOM), pool, target)
        keep(odds, at, pool, target, chance)
    return odds[at + 2]


def find_test(ask: Any, first: int, pool: int, vs_pool: int) -> int:
    """A test's chance that is not in the first slot looked at."""
    odds = numbers_at(ask.odds)
    at = slot_for(odds, first, pool, vs_pool)
    if not held(odds, at, pool, vs_pool):
        tails = numbers_at(ask.odds + 8 * ROOM)
        vs_tails = numbers_at(ask.odds + 8 * (ROOM + MOST_TOTALS + 1))
        keep(odds, at, pool, vs_pool, test_chance(tails, vs_tails, pool, vs_pool))
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
    at = CHECKS + slot_of(pool, target)
    if held(odds, at, pool, target):
        return luck(ask) < odds[at + 2]
    return luck(ask) < find_check(ask, at, pool, target)


def test(ask: Any, what: int, who: int, pool: int, vs: int, vs_pool: int) -> bool:
    odds = numbers_at(ask.odds)
    at = TESTS + slot_of(pool, vs_pool)
    if held(odds, at, pool, vs_pool):
        return luck(ask) < odds[at + 2]
    return luck(ask) < find_test(ask, at, pool, vs_pool)
