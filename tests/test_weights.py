"""Compiled weights: two numbers of 62 bits, exact or too large, never wrong."""

from __future__ import annotations

from functools import cache

import pytest
from compiled_drivers import Compiled
from hypothesis import example, given
from hypothesis import strategies as st

from affray.compiler.memory import HashTable, RecordMemory
from affray.compiler.oracles.branches import HALF, LOW_BITS, add_to, times
from affray.compiler.oracles.tape import TapeAsk

pytestmark = pytest.mark.compiled

MOST = 1 << 2 * HALF
FACTORS = st.integers(0, LOW_BITS) | st.integers(0, 200) | st.just(LOW_BITS)
WEIGHTS = st.integers(0, MOST - 1) | st.integers(0, 1 << 70) | st.just(MOST - 1)
BUILDS = st.booleans()
"""The first call compiles."""


@cache
def compiled(checked: bool) -> Compiled:
    return Compiled(TapeAsk.layout, times, add_to, checked=checked)


def put(ask: RecordMemory, weight: int) -> None:
    ask.set("high", weight >> HALF)
    ask.set("low", weight & LOW_BITS)


def got(ask: RecordMemory) -> int:
    assert 0 <= ask.get("low") <= LOW_BITS
    return (ask.get("high") << HALF) + ask.get("low")


@given(BUILDS, WEIGHTS, FACTORS)
@example(False, MOST - 1, 1)
@example(False, MOST - 1, 2)
@example(False, 1 << HALF, LOW_BITS)
@example(False, (1 << HALF) + 1, LOW_BITS)
def test_a_weight_times_a_number(checked: bool, weight: int, by: int) -> None:
    ask = RecordMemory(TapeAsk.layout)
    put(ask, weight)
    said = compiled(checked).call("times", ask, by)
    if weight * by < MOST:
        assert (said, got(ask)) == ("", weight * by)
    else:
        assert said == "WeightTooLarge"


@given(BUILDS, st.lists(FACTORS, max_size=12))
def test_a_line_of_weights(checked: bool, factors: list[int]) -> None:
    """As long as it fits it is the product; from then on nobody takes it for one."""
    ask, product = RecordMemory(TapeAsk.layout), 1
    put(ask, 1)
    for by in factors:
        product *= by
        said = compiled(checked).call("times", ask, by)
        if product >= MOST:
            assert said == "WeightTooLarge"
            return
        assert (said, got(ask)) == ("", product)


@given(BUILDS, st.lists(WEIGHTS, min_size=1, max_size=12))
def test_weights_added_in_a_table(checked: bool, weights: list[int]) -> None:
    table = HashTable(2, 6, 8)
    for row in range(3):
        table.add([row, 7, 1, 2, 3, 4])
    table.cells[table.first + 6 + 3] = table.cells[table.first + 6 + 4] = 0
    held = 0
    for weight in weights:
        held += weight
        high, low = weight >> HALF, weight & LOW_BITS
        said = compiled(checked).call("add_to", table.address, 1, 3, high, low)
        if held >= MOST:
            assert said == "WeightTooLarge"
            return
        found = table.rows()
        assert (said, found[1]) == ("", [1, 7, 1, held >> HALF, held & LOW_BITS, 4])
        assert (found[0], found[2]) == ([0, 7, 1, 2, 3, 4], [2, 7, 1, 2, 3, 4])


def test_sixty_three_d20_are_too_large_and_say_so() -> None:
    """Against each other they have 20 to the 126th ways; the 28th is the last that fits."""
    ask = RecordMemory(TapeAsk.layout)
    put(ask, 1)
    ends = []
    for k in range(1, 2 * 63 + 1):
        ends.append(compiled(False).call("times", ask, 20))
        if ends[-1]:
            break
        assert got(ask) == 20**k
    assert ends == [""] * 28 + ["WeightTooLarge"]
    assert 20**28 < MOST <= 20**29
