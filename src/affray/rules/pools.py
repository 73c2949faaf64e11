"""Dice pools as one int64, and their exact mathematics.

Seven bits a kind of die (six of count, one of guard) for d3 d4 d6 d8 d10 d12 d20,
then HIGH and LOW (roll the whole pool twice, keep the better or the worse total),
then a signed bonus on top. Adding pools is adding ints; HIGH and LOW are set with |.
"""

from __future__ import annotations

import re
from functools import lru_cache
from math import factorial

SIDES = (3, 4, 6, 8, 10, 12, 20)
KINDS = len(SIDES)
BITS = 7
COUNT = 0x3F
D3, D4, D6, D8, D10, D12, D20 = (1 << (BITS * k) for k in range(KINDS))
GUARD = sum(0x40 << (BITS * k) for k in range(KINDS))
HIGH = 1 << 49
LOW = 1 << 50
SHIFT = 51
PLUS = 1 << SHIFT
MOST_BONUS = 1 << (63 - SHIFT)

_TERM = re.compile(r"([+-]?)(?:([0-9]{0,18})d([0-9]{1,18})|([0-9]{1,18}))(?![0-9])")


class PoolError(ValueError):
    """A pool that no dice can make."""


def die(sides: int) -> int:
    """The pool of one die of that many sides."""
    if sides not in SIDES:
        known = ", ".join(f"d{s}" for s in SIDES)
        raise PoolError(f"no die has {sides} sides; there are {known}")
    return 1 << (BITS * SIDES.index(sides))


def bonus(pool: int) -> int:
    """The flat number added to the dice."""
    return pool >> SHIFT


def require_pool(pool: int) -> None:
    """Raise unless dice can make it."""
    if pool & GUARD:
        raise PoolError(f"a pool with fewer than 0 or more than {COUNT} dice of a kind ({pool:#x})")
    if pool & HIGH and pool & LOW:
        raise PoolError("a pool cannot keep both the better and the worse total")


def counts(pool: int) -> list[tuple[int, int]]:
    """(how many, sides) of every kind of die in the pool, smallest first."""
    require_pool(pool)
    found = [((pool >> (BITS * k)) & COUNT, sides) for k, sides in enumerate(SIDES)]
    return [(n, sides) for n, sides in found if n]


def size(pool: int) -> int:
    """How many dice a person picks up: twice as many under HIGH or LOW."""
    return sum(n for n, _ in counts(pool)) * (2 if pool & (HIGH | LOW) else 1)


def lowest(pool: int) -> int:
    """The smallest total."""
    require_pool(pool)
    total = pool >> SHIFT
    for k in range(KINDS):
        total += (pool >> (BITS * k)) & COUNT
    return total


def highest(pool: int) -> int:
    """The largest total."""
    require_pool(pool)
    total = pool >> SHIFT
    for k in range(KINDS):
        total += ((pool >> (BITS * k)) & COUNT) * SIDES[k]
    return total


def parse(text: str) -> int:
    """Read a pool as people write it: 2d6+d4+3, best 2d20, worst 1d20."""
    words = text.strip().lower()
    pool = 0
    for keep, mark in (("best ", HIGH), ("worst ", LOW)):
        if words.startswith(keep):
            words, pool = words[len(keep) :], pool | mark
    compact = words.replace(" ", "")
    at = 0
    while at < len(compact):
        term = _TERM.match(compact, at)
        if term is None or (at and not term[1]):
            raise PoolError(f"{text!r} is not a pool of dice such as '2d6+d4+3'")
        pool += _term(term)
        counts(pool)  # after every term: three times 63 dice would pass the guard by
        at = term.end()
    if not compact:
        raise PoolError("an empty pool; write 0 for no dice")
    if not -MOST_BONUS <= bonus(pool) < MOST_BONUS:
        raise PoolError(
            f"{text!r}: a bonus of {bonus(pool):+d}, expected {-MOST_BONUS} to {MOST_BONUS - 1}"
        )
    return pool


def _term(term: re.Match[str]) -> int:
    sign = -1 if term[1] == "-" else 1
    if term[4]:
        return sign * int(term[4]) * PLUS
    n = int(term[2] or 1)
    if sign < 0 or n > COUNT:
        raise PoolError(f"{term[0]!r}: a pool holds 0 to {COUNT} dice of a kind")
    return n * die(int(term[3]))


@lru_cache(maxsize=4096)
def text(pool: int) -> str:
    """Write a pool as people do."""
    parts = [f"{n}d{sides}" for n, sides in counts(pool)]
    words = "+".join(parts)
    extra = bonus(pool)
    if extra or not parts:
        words += f"{extra:+d}" if parts else str(extra)
    keep = "best " if pool & HIGH else "worst " if pool & LOW else ""
    return keep + words


@lru_cache(maxsize=4096)
def distribution(pool: int) -> tuple[int, tuple[int, ...], int]:
    """(lowest total, ways for every total from there up, all ways), exact."""
    ways = [1]
    for n, sides in counts(pool):
        for _ in range(n):
            ways = _add_die(ways, sides)
    if pool & (HIGH | LOW):
        ways = _twice(ways, keep_high=bool(pool & HIGH))
    return lowest(pool), tuple(ways), sum(ways)


def _add_die(ways: list[int], sides: int) -> list[int]:
    """Convolve with one die by a sliding sum."""
    longer, window = [], 0
    for total in range(len(ways) + sides - 1):
        if total < len(ways):
            window += ways[total]
        if total >= sides:
            window -= ways[total - sides]
        longer.append(window)
    return longer


def _twice(ways: list[int], keep_high: bool) -> list[int]:
    """The kept total of two rolls: of all pairs, those whose better (worse) is this."""
    kept, below = [], 0
    ordered = ways if keep_high else ways[::-1]
    for n in ordered:
        kept.append(n * (2 * below + n))
        below += n
    return kept if keep_high else kept[::-1]


@lru_cache(maxsize=16384)
def check_ways(pool: int, target: int) -> tuple[int, int]:
    """(ways in which the total reaches the target, all ways)."""
    low, ways, total = distribution(pool)
    return sum(ways[max(0, target - low) :]), total


@lru_cache(maxsize=16384)
def test_ways(pool: int, vs_pool: int) -> tuple[int, int]:
    """(ways in which the first total is at least the second, all ways)."""
    low, ways, total = margin_distribution(pool, vs_pool)
    return sum(ways[max(0, -low) :]), total


@lru_cache(maxsize=4096)
def margin_distribution(pool: int, vs_pool: int) -> tuple[int, tuple[int, ...], int]:
    """The same as `distribution`, for the first total minus the second."""
    low, ways, total = distribution(pool)
    vs_low, vs_ways, vs_total = distribution(vs_pool)
    out = [0] * (len(ways) + len(vs_ways) - 1)
    last = len(vs_ways) - 1
    for i, n in enumerate(ways):
        for j, m in enumerate(vs_ways):
            out[i + last - j] += n * m
    return low - vs_low - last, tuple(out), total * vs_total


@lru_cache(maxsize=1024)
def hands(n: int, sides: int) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Every hand of n equal dice as (count of each face, ways); `rank` orders them so."""
    return tuple((hand, _orders(hand)) for hand in _hands(n, sides))


def _hands(n: int, faces: int) -> list[tuple[int, ...]]:
    if faces == 1:
        return [(n,)]
    return [(k, *rest) for k in range(n, -1, -1) for rest in _hands(n - k, faces - 1)]


def _orders(hand: tuple[int, ...]) -> int:
    ways = factorial(sum(hand))
    for n in hand:
        ways //= factorial(n)
    return ways


def hand_count(n: int, sides: int) -> int:
    """How many different hands n equal dice can show."""
    ways = 1
    for k in range(1, sides):
        ways = ways * (n + k) // k
    return ways


def fill_hand(counts: list[int], n: int, sides: int, rank: int) -> None:
    """How many dice show each face in the hand of that rank, in the order of `hands`."""
    left = n
    for f in range(sides - 1):
        k = left
        while rank >= hand_count(left - k, sides - f - 1):
            rank -= hand_count(left - k, sides - f - 1)
            k -= 1
        counts[f] = k
        left -= k
    counts[sides - 1] = left


@lru_cache(maxsize=1024)
def ranks(n: int, sides: int) -> dict[tuple[int, ...], int]:
    """The place of every hand in `hands`."""
    return {hand: k for k, (hand, _) in enumerate(hands(n, sides))}
