"""How likely a fight comes to each of its states, compiled: whole numbers of any size.

A number is a row of limbs of 30 bits. What a level of states weighs is counted in so many ways as
all levels before it have together; a number that is counted on is made one of a later level.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from affray.compiler.intrinsics import as_number, as_word, numbers_at
from affray.compiler.oracles.met import PLACE, SOURCE, WAYS_HIGH, WAYS_LOW, WHOLE
from affray.compiler.oracles.tables import COUNT, row_at
from affray.compiler.source.program import Int32s, Int64s
from affray.oracles.dice import M64

if TYPE_CHECKING:
    from affray.compiler.oracles.tape import TapeAsk

LIMB = 30
LIMB_BITS = (1 << LIMB) - 1
LIMBS_OF_WAYS = 5
"""A line's ways are two numbers of 62 bits."""


def used(ask: TapeAsk, n: int, level: Int64s, totals: int, found: Int64s, count: Int64s) -> None:
    """Which numbers of ways there are at which level, and how many states."""
    for s in range(n):
        count[level[s]] += 1
    lines = numbers_at(ask.lines_table)
    for row in range(lines[COUNT]):
        at = row_at(lines, row)
        found[level[lines[at + SOURCE]] * totals + lines[at + WHOLE]] = 1


def flow(
    ask: TapeAsk, n: int, first: Int64s, level: Int64s, order: Int64s,
    totals: int, wide: int, wholes: Int32s, shares: Int32s, long: Int64s, longest: int,
    place: Int64s, reached: Int64s, weights: Int32s, visits: Int32s, factor: Int32s, held: Int32s,
) -> None:  # fmt: skip
    """What weighs on every state, once each has all that leads to it.

    Of every level `wholes` is how many ways it has, `shares` that by the ways of each of its
    lines, both `wide` limbs; `long` how many limbs its weights have. `place` becomes where the
    weight of each state begins, `reached` the level it is counted by, plus 1; `visits` are sums
    of every level.
    """
    lines = numbers_at(ask.lines_table)
    at = 0
    for k in range(n):
        place[k] = at
        at += long[level[k]]
    weights[place[0]] = 1
    reached[0] = 1
    for k in range(n):
        s = order[k]
        here = level[s]
        mine = place[s]
        count_by(weights, mine, reached, s, here, wide, wholes, long, held)
        if first[s] < first[s + 1]:
            add_product(visits, here * longest, weights, mine, long[here], 1)
        for row in range(first[s], first[s + 1]):
            at = row_at(lines, row)
            to = lines[at + PLACE]
            put_ways(factor, lines[at + WAYS_HIGH], lines[at + WAYS_LOW])
            share = (here * totals + lines[at + WHOLE]) * wide
            put_product(factor, LIMBS_OF_WAYS, factor, 0, LIMBS_OF_WAYS, shares, share, wide)
            count_by(weights, place[to], reached, to, here + 1, wide, wholes, long, held)
            for j in range(wide):
                by = factor[LIMBS_OF_WAYS + j]
                add_product(weights, place[to] + j, weights, mine, long[here], by)


def count_by(
    weights: Int32s, at: int, reached: Int64s, s: int, to: int, wide: int, wholes: Int32s,
    long: Int64s, held: Int32s,
) -> None:  # fmt: skip
    """Count a state's weight in the ways of a later level; one that has none yet is nothing."""
    if reached[s] == 0:
        reached[s] = to + 1
    while reached[s] <= to:
        level = reached[s] - 1
        n = long[level]
        if wide > 1 or wholes[level] != 1:
            for k in range(n):
                held[k] = weights[at + k]
                weights[at + k] = 0
            for j in range(wide):
                add_product(weights, at + j, held, 0, n, wholes[level * wide + j])
        reached[s] += 1


def put_ways(factor: Int32s, high: int, low: int) -> None:
    factor[0] = low & LIMB_BITS
    factor[1] = (low >> LIMB) & LIMB_BITS
    factor[2] = ((low >> 2 * LIMB) | (high << 2)) & LIMB_BITS
    factor[3] = (high >> (LIMB - 2)) & LIMB_BITS
    factor[4] = high >> (2 * LIMB - 2)


def put_product(
    out: Int32s, to: int, a: Int32s, a_at: int, n: int, b: Int32s, b_at: int, m: int
) -> None:
    """A product of two numbers, which is no longer than the second of them."""
    for k in range(n + m + 1):
        out[to + k] = 0
    for j in range(m):
        add_product(out, to + j, a, a_at, n, b[b_at + j])


def add_product(out: Int32s, to: int, number: Int32s, at: int, n: int, by: int) -> None:
    """Add a number of n limbs times one limb."""
    if by == 0:
        return
    carried = 0
    for k in range(n):
        sum_here = out[to + k] + number[at + k] * by + carried
        out[to + k] = sum_here & LIMB_BITS
        carried = sum_here >> LIMB
    k = to + n
    while carried:
        carried += out[k]
        out[k] = carried & LIMB_BITS
        carried >>= LIMB
        k += 1


def pack_weights(
    n: int, ends: Int64s, place: Int64s, reached: Int64s, long: Int64s, weights: Int32s,
    words: int, packed: Int64s,
) -> None:  # fmt: skip
    """The weights of some ends without gaps between limbs, so many words each."""
    for k in range(n):
        s = ends[3 * k]
        for limb in range(long[max(reached[s] - 1, 0)]):
            bit = limb * LIMB
            word = k * words + (bit >> 6)
            here = weights[place[s] + limb]
            packed[word] |= as_number((as_word(here) * as_word(1 << (bit & 63))) & M64)
            if (bit & 63) > 64 - LIMB:
                packed[word + 1] |= here >> (64 - (bit & 63))


ENTRIES: dict[str, Any] = {"used": used, "flow": flow, "pack_weights": pack_weights}
