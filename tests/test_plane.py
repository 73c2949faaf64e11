"""Feet on a plane and places joined by links: the same in CPython and compiled."""

from __future__ import annotations

import random
from math import hypot, isqrt

import pytest
from compiled_drivers import Compiled, numbers

from affray.compiler.oracles.dice import DiceAsk
from affray.compiler.source.program import Int64s
from affray.compiler.status import PROBLEMS, ROOT, code_of
from affray.rules.plane import (
    BEARINGS,
    away,
    bearing_x,
    bearing_y,
    feet_between,
    hundredths,
    is_apart,
    is_nearer,
    is_within,
    square,
)
from affray.rules.zones import linked_both_ways, steps_from

MAP = 250
NO_WAY = 99


def roots(n: int, of: Int64s, out: Int64s) -> None:
    for k in range(n):
        out[k] = isqrt(of[k])


def geometry(n: int, of: Int64s, out: Int64s) -> None:
    for k in range(n // 5):
        ax = of[5 * k]
        ay = of[5 * k + 1]
        bx = of[5 * k + 2]
        by = of[5 * k + 3]
        feet = of[5 * k + 4]
        out[5 * k] = feet_between(ax, ay, bx, by)
        out[5 * k + 1] = 4 * is_within(ax, ay, bx, by, feet) + 2 * is_apart(ax, ay, bx, by, feet)
        out[5 * k + 2] = away(feet, ax - bx, hundredths(ax - bx, ay - by))
        out[5 * k + 3] = bearing_x(feet % 60, feet)
        out[5 * k + 4] = bearing_y(feet % 60, feet)


def _squares() -> list[int]:
    """Every root near which a machine's own could be one off."""
    some = random.Random(1)
    sides = {some.randrange(1 << some.randint(1, 31)) for _ in range(3000)}
    sides |= {(1 << k) + d for k in range(32) for d in (-1, 0, 1)}
    near = {s * s + d for s in sides for d in (-2, -1, 0, 1, 2 * s - 1, 2 * s, 2 * s + 1)}
    largest = {(1 << 62) + d for d in (-2, -1, 0)} | {(1 << 63) - 1, 3037000499**2 - 1}
    any_at_all = {some.randrange(1 << 62) for _ in range(3000)}
    return sorted(n for n in near | largest | any_at_all | set(range(3000)) if 0 <= n < 1 << 63)


@pytest.mark.compiled
@pytest.mark.parametrize("checked", [False, True])
def test_a_root_is_exact_compiled_too(checked: bool) -> None:
    compiled = Compiled(DiceAsk.layout, roots, checked=checked)
    wanted = _squares()
    out = numbers(*[-1] * len(wanted))
    assert compiled.call("roots", len(wanted), numbers(*wanted), out) == ""
    assert list(out.numbers()[: len(wanted)]) == [isqrt(n) for n in wanted]


@pytest.mark.compiled
@pytest.mark.parametrize("n", [-1, -(1 << 63)])
def test_a_root_of_less_than_nothing_is_a_mistake(n: int) -> None:
    compiled = Compiled(DiceAsk.layout, roots)
    given, out = numbers(n), numbers(0)
    status = compiled.entries["roots"](1, given.address, out.address)
    assert code_of(status) == ROOT
    assert "square root" in PROBLEMS[ROOT]
    with pytest.raises(ValueError, match="nonnegative"):
        isqrt(n)


@pytest.mark.compiled
def test_the_plane_is_the_same_compiled() -> None:
    some = random.Random(2)
    given = [
        some.randint(-MAP, 2 * MAP) if k % 5 < 4 else some.randint(0, MAP) for k in range(9000)
    ]
    here, there = numbers(*[0] * len(given)), numbers(*given)
    assert Compiled(DiceAsk.layout, geometry).call("geometry", len(given), there, here) == ""
    mine = [0] * len(given)
    geometry(len(given), given, mine)
    assert list(here.numbers()[: len(given)]) == mine


def test_distances_are_rounded_down() -> None:
    assert feet_between(0, 0, 3, 4) == 5
    assert feet_between(0, 0, 5, 3) == 5  # 5.83
    assert feet_between(10, 20, 10, 20) == 0


def test_what_is_only_compared_needs_no_root() -> None:
    some = random.Random(3)
    for _ in range(3000):
        ax, ay, bx, by = (some.randint(0, MAP) for _ in range(4))
        real = feet_between(ax, ay, bx, by)
        for feet in (real - 1, real, real + 1, some.randint(-1, MAP)):
            assert is_within(ax, ay, bx, by, feet) == (real <= feet)
            assert is_apart(ax, ay, bx, by, feet) == (feet >= 0 and real == feet)
            assert is_nearer(ax, ay, bx, by, max(0, feet)) == (
                square(ax - bx, ay - by) < max(0, feet) ** 2
            )


def test_a_line_is_cut_to_so_many_feet() -> None:
    dx, dy = 30, -40
    whole = hundredths(dx, dy)
    assert whole == 5000
    assert [away(10, dx, whole), away(10, dy, whole)] == [6, -8]
    assert away(1, 0, 0) == 0
    for feet in range(60):
        x, y = away(feet, dx, whole), away(feet, dy, whole)
        assert abs(hypot(x, y) - feet) < 1


def test_bearings_go_round_like_a_clock() -> None:
    assert [bearing_x(0, 30), bearing_y(0, 30)] == [0, 30]
    assert [bearing_x(15, 30), bearing_y(15, 30)] == [30, 0]
    assert [bearing_x(30, 30), bearing_y(30, 30)] == [0, -30]
    assert [bearing_x(45, 30), bearing_y(45, 30)] == [-30, 0]
    for bearing in range(BEARINGS):
        assert abs(hypot(bearing_x(bearing, 50), bearing_y(bearing, 50)) - 50) < 1
        opposite = (bearing + BEARINGS // 2) % BEARINGS
        assert bearing_x(bearing, 50) == -bearing_x(opposite, 50)


def test_steps_go_by_the_shortest_way() -> None:
    hall, stairs, attic, cellar, island = range(5)
    links = linked_both_ways([1 << stairs | 1 << cellar, 1 << attic, 0, 1 << cellar, 0])
    assert links[hall] == 1 << stairs | 1 << cellar
    assert links[cellar] == 1 << hall
    assert links[attic] == 1 << stairs
    assert steps_from(hall, links, NO_WAY) == [0, 1, 2, 1, NO_WAY]
    assert steps_from(attic, links, NO_WAY) == [2, 1, 0, 3, NO_WAY]
    assert steps_from(island, links, NO_WAY) == [NO_WAY] * 4 + [0]


def test_steps_are_those_of_a_flood() -> None:
    some = random.Random(4)
    for _ in range(200):
        n = some.randint(1, 8)
        links = linked_both_ways([some.getrandbits(n) & some.getrandbits(n) for _ in range(n)])
        table = [steps_from(a, links, NO_WAY) for a in range(n)]
        for a in range(n):
            assert links[a] >> a & 1 == 0
            for b in range(n):
                assert table[a][b] == table[b][a] == _flood(links, a, b)


def _flood(links: list[int], a: int, b: int) -> int:
    reached = 1 << a
    for steps in range(len(links)):
        if reached >> b & 1:
            return steps
        for z in [z for z in range(len(links)) if reached >> z & 1]:
            reached |= links[z]
    return NO_WAY
