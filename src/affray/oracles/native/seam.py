"""The compiled meaning of the seam, for two oracle records: dice, and a tape.

A dice record holds two keys and two counters; a tape record holds one step's answers
and a mode, TREE (an odometer: past the end take the first branch) or REPLAY. Nothing
here raises; what goes wrong sets `bad`, and the driver reads it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.extending import overload, register_jitable

from affray import ask as seam
from affray import pools
from affray.ask import RANDOM, any_of
from affray.masks import OPTIONS, contains, how_many, is_single, largest, smallest
from affray.oracles.dice import FIGHT, GOLDEN, POLICY

U = np.uint64
SIDES = pools.SIDES
KINDS, BITS, COUNT = pools.KINDS, pools.BITS, pools.COUNT
SHIFT, GUARD, HIGH, LOW = pools.SHIFT, pools.GUARD, pools.HIGH, pools.LOW
DICE_BITS = HIGH - 1

SEATS = 64
EVENTS = 128
DEEPEST = 512
"""The most answers one step may ask for."""

OK, BAD_POOL, BAD_ANSWER, TOO_DEEP, NOT_ASKED, ENDLESS = range(6)
TREE, REPLAY = 0, 1
CERTAIN, CHOOSE, CHECK, TEST, MARGIN, ROLL, DICE, DRAW = range(8)

dice_type = np.dtype(
    [
        ("key", np.uint64),
        ("n", np.uint64),
        ("policy_key", np.uint64),
        ("policy_n", np.uint64),
        ("bad", np.int64),
        ("events", np.int64, EVENTS),
        ("temperaments", np.int8, SEATS),
    ],
    align=True,
)

tape_type = np.dtype(
    [
        ("mode", np.int64),
        ("at", np.int64),
        ("length", np.int64),
        ("bad", np.int64),
        ("kind", np.int64, DEEPEST),
        ("a", np.int64, DEEPEST),
        ("b", np.int64, DEEPEST),
        ("index", np.int64, DEEPEST),
        ("size", np.int64, DEEPEST),
        ("temperaments", np.int8, SEATS),
    ],
    align=True,
)

INLINE: Any = {"forceinline": True}
"""Every question but a choice: that one brings a whole policy along."""

POLICIES: dict[Any, Any] = {}
"""The policy of every world type, found by `choose` when it is compiled."""

for plain in (any_of, contains, how_many, is_single, largest, smallest):
    register_jitable(plain)

inline = register_jitable(forceinline=True)
"""What every question passes through is not worth a call."""


@inline
def mix(z: Any) -> Any:
    z = (z ^ (z >> U(30))) * U(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> U(27))) * U(0x94D049BB133111EB)
    return z ^ (z >> U(31))


@inline
def begin_fight(ask: Any, seed: Any, fight: Any) -> Any:
    ask.key = mix(mix(U(seed) + U(GOLDEN)) + U(fight) * U(FIGHT))
    ask.n = U(0)
    ask.policy_key = mix(ask.key ^ U(POLICY))
    ask.policy_n = U(0)


@inline
def face(ask: Any, sides: Any) -> Any:
    ask.n += U(1)
    z = mix(ask.key + ask.n * U(GOLDEN))
    return np.int64(((z >> U(32)) * U(sides)) >> U(32)) + 1


@inline
def once(ask: Any, pool: Any) -> Any:
    total = pool >> SHIFT
    left = pool & DICE_BITS
    k = 0
    while left:
        for _ in range(left & COUNT):
            total += face(ask, SIDES[k])
        left >>= BITS
        k += 1
    return total


@inline
def total_of(ask: Any, pool: Any) -> Any:
    if pool & (GUARD | HIGH | LOW) == 0:
        return once(ask, pool)
    if pool & GUARD or (pool & HIGH and pool & LOW):
        ask.bad = BAD_POOL
        return 0
    first = once(ask, pool)
    second = once(ask, pool)
    return max(first, second) if pool & HIGH else min(first, second)


@inline
def lowest(pool: Any) -> Any:
    total = pool >> SHIFT
    for k in range(KINDS):
        total += (pool >> (BITS * k)) & COUNT
    return total


@inline
def highest(pool: Any) -> Any:
    total = pool >> SHIFT
    for k in range(KINDS):
        total += ((pool >> (BITS * k)) & COUNT) * SIDES[k]
    return total


@inline
def pick(ask: Any, kind: Any, a: Any, b: Any, size: Any) -> Any:
    """The index of the branch taken; past the end of a tree's stack, the first."""
    at = ask.at
    if at >= ask.length:
        if at >= DEEPEST:
            ask.bad = TOO_DEEP
            return 0
        if ask.mode == REPLAY:
            ask.bad = NOT_ASKED
            return 0
        ask.kind[at] = kind
        ask.a[at] = a
        ask.b[at] = b
        ask.size[at] = size
        ask.index[at] = 0
        ask.length = at + 1
    elif ask.kind[at] != kind:
        ask.bad = NOT_ASKED
    ask.at = at + 1
    return ask.index[at]


@inline
def yes_or_no(ask: Any, kind: Any, a: Any, b: Any, low_yes: Any, high_yes: Any) -> Any:
    """A certain answer does not branch, but keeps its entry."""
    if low_yes == high_yes:
        pick(ask, CERTAIN, 0, 0, 1)
        return low_yes
    return pick(ask, kind, a, b, 2) == 0


@inline
def sound(ask: Any, pool: Any) -> Any:
    if pool & GUARD or (pool & HIGH and pool & LOW):
        ask.bad = BAD_POOL
        return False
    return True


@inline
def hands(n: Any, sides: Any) -> Any:
    """How many hands n dice can show: (n + sides - 1) over n."""
    ways = 1
    for k in range(1, sides):
        ways = ways * (n + k) // k
    return ways


@inline
def fill_hand(counts: Any, n: Any, sides: Any, rank: Any) -> Any:
    """The hand of that rank, in the order of `pools.hands`."""
    left = n
    for f in range(sides - 1):
        k = left
        while True:
            block = hands(left - k, sides - f - 1)
            if rank < block:
                break
            rank -= block
            k -= 1
        counts[f] = k
        left -= k
    counts[sides - 1] = left


def is_dice(t: Any) -> bool:
    return isinstance(t, types.Record) and "policy_key" in t.fields


def is_tape(t: Any) -> bool:
    return isinstance(t, types.Record) and "mode" in t.fields


@overload(seam.check, jit_options=INLINE)
def _check(ask: Any, what: Any, who: Any, pool: Any, target: Any) -> Any:
    if is_dice(ask):

        def check_dice(ask: Any, what: Any, who: Any, pool: Any, target: Any) -> Any:
            return total_of(ask, np.int64(pool)) >= target

        return check_dice
    if is_tape(ask):

        def check(ask: Any, what: Any, who: Any, pool: Any, target: Any) -> Any:
            if not sound(ask, np.int64(pool)):
                return False
            low, high = lowest(np.int64(pool)), highest(np.int64(pool))
            return yes_or_no(ask, CHECK, np.int64(pool), target, low >= target, high >= target)

        return check
    return None


@overload(seam.test, jit_options=INLINE)
def _test(ask: Any, what: Any, who: Any, pool: Any, vs: Any, vs_pool: Any) -> Any:
    if is_dice(ask):

        def test(ask: Any, what: Any, who: Any, pool: Any, vs: Any, vs_pool: Any) -> Any:
            first = total_of(ask, np.int64(pool))
            return first >= total_of(ask, np.int64(vs_pool))

        return test
    if is_tape(ask):

        def test_tape(ask: Any, what: Any, who: Any, pool: Any, vs: Any, vs_pool: Any) -> Any:
            a, b = np.int64(pool), np.int64(vs_pool)
            if not (sound(ask, a) and sound(ask, b)):
                return False
            return yes_or_no(ask, TEST, a, b, lowest(a) >= highest(b), highest(a) >= lowest(b))

        return test_tape
    return None


@overload(seam.margin, jit_options=INLINE)
def _margin(ask: Any, what: Any, who: Any, pool: Any, vs: Any, vs_pool: Any) -> Any:
    if is_dice(ask):

        def margin(ask: Any, what: Any, who: Any, pool: Any, vs: Any, vs_pool: Any) -> Any:
            first = total_of(ask, np.int64(pool))
            return first - total_of(ask, np.int64(vs_pool))

        return margin
    if is_tape(ask):

        def margin_tape(ask: Any, what: Any, who: Any, pool: Any, vs: Any, vs_pool: Any) -> Any:
            a, b = np.int64(pool), np.int64(vs_pool)
            if not (sound(ask, a) and sound(ask, b)):
                return 0
            low = lowest(a) - highest(b)
            return low + pick(ask, MARGIN, a, b, highest(a) - lowest(b) - low + 1)

        return margin_tape
    return None


@overload(seam.roll, jit_options=INLINE)
def _roll(ask: Any, what: Any, who: Any, pool: Any) -> Any:
    if is_dice(ask):

        def roll_dice(ask: Any, what: Any, who: Any, pool: Any) -> Any:
            return total_of(ask, np.int64(pool))

        return roll_dice
    if is_tape(ask):

        def roll(ask: Any, what: Any, who: Any, pool: Any) -> Any:
            a = np.int64(pool)
            if not sound(ask, a):
                return 0
            low = lowest(a)
            return low + pick(ask, ROLL, a, 0, highest(a) - low + 1)

        return roll
    return None


@overload(seam.dice, jit_options=INLINE)
def _dice(ask: Any, what: Any, who: Any, n: Any, sides: Any, counts: Any) -> Any:
    if is_dice(ask):

        def dice(ask: Any, what: Any, who: Any, n: Any, sides: Any, counts: Any) -> Any:
            for k in range(sides):
                counts[k] = 0
            for _ in range(n):
                counts[face(ask, sides) - 1] += 1

        return dice
    if is_tape(ask):

        def dice_tape(ask: Any, what: Any, who: Any, n: Any, sides: Any, counts: Any) -> Any:
            fill_hand(counts, n, sides, pick(ask, DICE, n, sides, hands(n, sides)))

        return dice_tape
    return None


@overload(seam.draw, jit_options=INLINE)
def _draw(ask: Any, n: Any) -> Any:
    if is_dice(ask):

        def draw(ask: Any, n: Any) -> Any:
            ask.policy_n += U(1)
            z = mix(ask.policy_key + ask.policy_n * U(GOLDEN))
            return np.int64(((z >> U(32)) * U(n)) >> U(32))

        return draw
    if is_tape(ask):

        def draw_tape(ask: Any, n: Any) -> Any:
            return pick(ask, DRAW, n, 0, n)

        return draw_tape
    return None


@overload(seam.note, jit_options=INLINE)
def _note(ask: Any, w: Any, event: Any, who: Any, x: Any, y: Any) -> Any:
    if is_dice(ask):

        def note(ask: Any, w: Any, event: Any, who: Any, x: Any, y: Any) -> Any:
            ask.events[event] += 1

        return note

    def silent(ask: Any, w: Any, event: Any, who: Any, x: Any, y: Any) -> Any:
        return None

    return silent


@inline
def legal(ask: Any, answer: Any, mask: Any) -> Any:
    if answer < 0 or answer >= OPTIONS or not (mask >> answer) & 1:
        ask.bad = BAD_ANSWER
    return answer


@overload(seam.choose)
def _choose(ask: Any, w: Any, who: Any, question: Any, mask: Any) -> Any:
    decide = POLICIES.get(w)
    if decide is None:
        return None
    if is_dice(ask):

        def choose(ask: Any, w: Any, who: Any, question: Any, mask: Any) -> Any:
            temperament = np.int64(ask.temperaments[who])
            if temperament == RANDOM:
                return legal(ask, any_of(ask, mask), mask)
            answer = np.int64(decide(ask, w, who, question, mask, temperament))
            return legal(ask, answer, mask)

        return choose
    if is_tape(ask):

        def choose_tape(ask: Any, w: Any, who: Any, question: Any, mask: Any) -> Any:
            if ask.mode == REPLAY:
                return legal(ask, pick(ask, CHOOSE, 0, 0, OPTIONS), mask)
            temperament = np.int64(ask.temperaments[who])
            if temperament == RANDOM:
                return legal(ask, any_of(ask, mask), mask)
            answer = np.int64(decide(ask, w, who, question, mask, temperament))
            return legal(ask, answer, mask)

        return choose_tape
    return None
