"""Pools against an independent library, against published odds, and against their own text."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.rules import pools
from affray.rules.pools import D3, D4, D6, D8, D10, D12, D20, HIGH, LOW, PLUS, SIDES, PoolError

DICE = (D3, D4, D6, D8, D10, D12, D20)
KEEPS = (0, HIGH, LOW)


def pool_of(numbers: list[int], bonus: int = 0, keep: int = 0) -> int:
    """The pool with that many dice of every kind, smallest kind first."""
    return sum(n * d for n, d in zip(numbers, DICE, strict=True)) + bonus * PLUS | keep


few = st.lists(st.integers(0, 2), min_size=7, max_size=7)
bonuses = st.integers(-30, 30)
small_pools = st.builds(pool_of, few, bonuses, st.sampled_from(KEEPS))
any_counts = st.lists(st.integers(0, 63), min_size=7, max_size=7)
any_pools = st.builds(pool_of, any_counts, st.integers(-4096, 4095), st.sampled_from(KEEPS))


def by_icepool(pool: int) -> Any:
    """The same pool as an icepool die, read from the bits as the design lays them out."""
    total: Any = icepool.Die([pool >> 51])
    for k, sides in enumerate((3, 4, 6, 8, 10, 12, 20)):
        total = total + ((pool >> 7 * k) & 0x3F) @ icepool.d(sides)
    if pool >> 49 & 1:
        return icepool.highest(total, total)
    if pool >> 50 & 1:
        return icepool.lowest(total, total)
    return total


def as_fractions(spread: tuple[int, tuple[int, ...], int]) -> dict[int, Fraction]:
    low, ways, total = spread
    return {low + k: Fraction(n, total) for k, n in enumerate(ways) if n}


def icepool_fractions(die: Any) -> dict[int, Fraction]:
    return {total: Fraction(n, die.denominator()) for total, n in die.items() if n}


def chance(ways: tuple[int, int]) -> Fraction:
    return Fraction(*ways)


@given(small_pools)
def test_distribution_is_icepools(pool: int) -> None:
    assert as_fractions(pools.distribution(pool)) == icepool_fractions(by_icepool(pool))


@given(small_pools, st.integers(-40, 200))
def test_check_is_icepools(pool: int, target: int) -> None:
    expected = (by_icepool(pool) >= target).probability(True)
    assert chance(pools.check_ways(pool, target)) == expected


@given(small_pools, small_pools)
def test_opposed_test_is_icepools(pool: int, vs: int) -> None:
    expected = (by_icepool(pool) >= by_icepool(vs)).probability(True)
    assert chance(pools.test_ways(pool, vs)) == expected


@given(small_pools, small_pools)
def test_margin_is_icepools(pool: int, vs: int) -> None:
    expected = icepool_fractions(by_icepool(pool) - by_icepool(vs))
    assert as_fractions(pools.margin_distribution(pool, vs)) == expected


@given(small_pools)
def test_ways_count_every_throw_from_lowest_to_highest(pool: int) -> None:
    low, ways, total = pools.distribution(pool)
    throws = 1
    for n, sides in pools.counts(pool):
        throws *= sides**n
    assert total == sum(ways) == throws ** (2 if pool & (HIGH | LOW) else 1)
    assert low == pools.lowest(pool)
    assert low + len(ways) - 1 == pools.highest(pool)
    assert min(ways) >= 1


@pytest.mark.parametrize(
    ("pool", "vs", "expected"),
    [
        (2 * D4, D4, Fraction(15, 16)),
        (3 * D4, 2 * D4, Fraction(903, 1024)),
        (2 * D6 + 3 * PLUS, D6 + 3 * PLUS, Fraction(49, 54)),
    ],
)
def test_published_opposed_odds(pool: int, vs: int, expected: Fraction) -> None:
    assert chance(pools.test_ways(pool, vs)) == expected


@pytest.mark.parametrize(
    ("pool", "target", "expected"),
    [
        (D20 | HIGH, 14, Fraction(231, 400)),
        (D20 | LOW, 14, Fraction(49, 400)),
        (2 * D6, 9, Fraction(5, 18)),
        (2 * D6, 2, Fraction(1)),
        (2 * D6, 13, Fraction(0)),
    ],
)
def test_published_check_odds(pool: int, target: int, expected: Fraction) -> None:
    assert chance(pools.check_ways(pool, target)) == expected


def test_two_stage_attack_of_the_reference() -> None:
    hit = chance(pools.test_ways(3 * D6, 2 * D4))
    pierce = chance(pools.check_ways(2 * D6, 4))
    assert hit * pierce == Fraction(9163, 10368)


def test_best_two_of_four_dice_by_hands() -> None:
    good = 0
    for hand, ways in pools.hands(4, 6):
        faces = [face for face, n in enumerate(hand, 1) for _ in range(n)]
        good += ways if sum(faces[-2:]) >= 9 else 0
    assert Fraction(good, 6**4) == Fraction(25, 36)


def test_drop_lowest_by_hands() -> None:
    spread = [0] * 16
    for hand, ways in pools.hands(4, 6):
        faces = [face for face, n in enumerate(hand, 1) for _ in range(n)]
        spread[sum(faces[1:]) - 3] += ways
    assert spread == [1, 4, 10, 21, 38, 62, 91, 122, 148, 167, 172, 160, 131, 94, 54, 21]


@given(st.integers(0, 5), st.sampled_from((1, 2, 3, 4, 6)))
def test_hands_are_icepools(n: int, sides: int) -> None:
    expected = {
        tuple(shown.count(face) for face in range(1, sides + 1)): ways
        for shown, ways in icepool.d(sides).pool(n).expand().items()
    }
    assert dict(pools.hands(n, sides)) == expected


@given(st.integers(0, 5), st.sampled_from((1, 3, 4, 6)))
def test_ranks_are_places_among_the_hands(n: int, sides: int) -> None:
    hands = pools.hands(n, sides)
    assert len(hands) == pools.hand_count(n, sides) == comb(n + sides - 1, n)
    assert [pools.ranks(n, sides)[hand] for hand, _ in hands] == list(range(len(hands)))
    assert sum(ways for _, ways in hands) == sides**n


def test_the_first_hand_is_all_ones() -> None:
    assert pools.hands(2, 3)[0] == ((2, 0, 0), 1)
    assert pools.hands(2, 3)[1] == ((1, 1, 0), 2)
    assert pools.hands(2, 3)[-1] == ((0, 0, 2), 1)


@given(any_pools)
def test_text_and_parse_are_inverse(pool: int) -> None:
    assert pools.parse(pools.text(pool)) == pool


@pytest.mark.parametrize(
    ("written", "pool", "text"),
    [
        ("2d6+d4+3", 2 * D6 + D4 + 3 * PLUS, "1d4+2d6+3"),
        (" 2D6 - 3 ", 2 * D6 - 3 * PLUS, "2d6-3"),
        ("d20", D20, "1d20"),
        ("best 2d20+1", 2 * D20 + PLUS | HIGH, "best 2d20+1"),
        ("worst d12", D12 | LOW, "worst 1d12"),
        ("3+d6+2+d6", 2 * D6 + 5 * PLUS, "2d6+5"),
        ("0", 0, "0"),
        ("-4", -4 * PLUS, "-4"),
        ("63d10", 63 * D10, "63d10"),
    ],
)
def test_pools_as_people_write_them(written: str, pool: int, text: str) -> None:
    assert pools.parse(written) == pool
    assert pools.text(pool) == text


@pytest.mark.parametrize(
    ("written", "problem"),
    [
        ("", "an empty pool"),
        ("   ", "an empty pool"),
        ("abc", "'abc' is not a pool of dice"),
        ("2d6+", "'2d6+' is not a pool of dice"),
        ("2d6++3", "'2d6++3' is not a pool of dice"),
        ("2d6 d4", "'2d6 d4' is not a pool of dice"),
        ("2d", "'2d' is not a pool of dice"),
        ("best", "'best' is not a pool of dice"),
        ("d7", "no die has 7 sides; there are d3, d4"),
        ("2d0", "no die has 0 sides"),
        ("64d6", "a pool holds 0 to 63 dice"),
        ("d20-d6", "a pool holds 0 to 63 dice"),
        ("40d6+40d6", "more than 63 dice"),
        ("63d6+63d6+63d6", "more than 63 dice"),
        ("best worst d20", "both the better and the worse"),
        ("d6+4096", "a bonus of +4096, expected -4096 to 4095"),
        ("-4097", "a bonus of -4097"),
    ],
)
def test_bad_texts_say_what_is_wrong(written: str, problem: str) -> None:
    with pytest.raises(PoolError) as caught:
        pools.parse(written)
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)


@given(st.text(max_size=12))
def test_no_text_does_worse_than_a_pool_error(written: str) -> None:
    try:
        pool = pools.parse(written)
    except PoolError:
        return
    assert -(2**63) <= pool < 2**63
    assert pools.parse(pools.text(pool)) == pool


@given(st.lists(st.integers(0, 31), min_size=7, max_size=7), bonuses, few, bonuses)
def test_adding_pools_is_adding_ints(a: list[int], plus: int, b: list[int], more: int) -> None:
    both = pool_of(a, plus) + pool_of(b, more)
    assert both == pool_of([x + y for x, y in zip(a, b, strict=True)], plus + more)
    assert pools.bonus(both) == plus + more
    summed = [(x + y, sides) for x, y, sides in zip(a, b, SIDES, strict=True) if x + y]
    assert pools.counts(both) == summed


@given(any_pools)
def test_every_pool_fits_64_bits(pool: int) -> None:
    assert -(2**63) <= pool < 2**63


def test_a_negative_bonus_leaves_the_dice_alone() -> None:
    pool = 2 * D6 + D20 - 5 * PLUS
    assert pools.bonus(pool) == -5
    assert pools.counts(pool) == [(2, 6), (1, 20)]
    assert (pools.lowest(pool), pools.highest(pool)) == (-2, 27)


@given(st.lists(st.integers(-63, 126), min_size=7, max_size=7), bonuses)
def test_guard_bits_catch_every_count_out_of_range(numbers: list[int], bonus: int) -> None:
    pool = sum(n * d for n, d in zip(numbers, DICE, strict=True)) + bonus * PLUS
    if all(0 <= n <= 63 for n in numbers):
        assert [n for n, _ in pools.counts(pool)] == [n for n in numbers if n]
        return
    with pytest.raises(PoolError, match="fewer than 0 or more than 63 dice"):
        pools.counts(pool)


@pytest.mark.parametrize("bad", [-D3, D6 - D8, 2 * D4 - 3 * D4, 64 * D20, 40 * D6 + 24 * D6])
def test_no_question_is_answered_for_a_pool_out_of_range(bad: int) -> None:
    for ask in (pools.distribution, pools.size, pools.lowest, pools.highest, pools.text):
        with pytest.raises(PoolError):
            ask(bad)
    with pytest.raises(PoolError):
        pools.test_ways(D6, bad)


def test_high_and_low_together_are_no_pool() -> None:
    with pytest.raises(PoolError, match="both the better and the worse"):
        pools.distribution(D6 | HIGH | LOW)


def test_size_counts_the_dice_picked_up() -> None:
    assert pools.size(2 * D6 + D4 + 9 * PLUS) == 3
    assert pools.size(2 * D6 + D4 | HIGH) == 6
    assert pools.size(3 * PLUS) == 0


@pytest.mark.parametrize("sides", SIDES)
def test_a_die_is_evenly_spread(sides: int) -> None:
    assert pools.distribution(pools.die(sides)) == (1, (1,) * sides, sides)


def test_a_die_nobody_makes_is_refused() -> None:
    with pytest.raises(PoolError, match="no die has 100 sides"):
        pools.die(100)
