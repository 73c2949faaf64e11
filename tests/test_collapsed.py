"""Collapsed dice: a number for every yes or no, as likely as the dice it stands for."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from affray.book.encounter import find_encounter
from affray.book.errors import BadInput
from affray.cli.main import app
from affray.lab.frames import columns_of
from affray.lab.simulate import Simulation, simulate
from affray.oracles.collapsed import CERTAIN, Collapsed, known_check, known_test
from affray.oracles.dice import Dice
from affray.rules import pools
from affray.rules.ask import Ask
from affray.rules.pools import check_ways, highest, lowest, parse

POOLS = [
    parse(text)
    for text in ("0", "3", "d20-2", "3d6", "2d6+d4+3", "best 2d20", "worst d20+5", "12d3+4d8+d12",
                 "best 3d6+2", "63d20")
]  # fmt: skip

NEAR = Fraction(1, 1 << 50)

AMONG_1000 = {9: 27.9, 12: 32.9, 18: 42.3}
"""What chi-square passes once in a thousand times, by degrees of freedom."""


def chance(of: int) -> Fraction:
    return Fraction(of, CERTAIN)


@pytest.mark.parametrize("pool", POOLS)
def test_a_checks_chance_is_the_exact_one(pool: int) -> None:
    for target in {*range(lowest(pool) - 1, min(highest(pool), 80) + 2), highest(pool) + 1}:
        exact = Fraction(*check_ways(pool, target))
        assert abs(chance(known_check(pool, target)) - exact) < NEAR
        assert (known_check(pool, target) in (0, CERTAIN)) or 0 < exact < 1


@pytest.mark.parametrize("pool", POOLS[:-1])
def test_a_tests_chance_is_the_exact_one(pool: int) -> None:
    for vs_pool in POOLS[:-1]:
        exact = Fraction(*pools.test_ways(pool, vs_pool))
        assert abs(chance(known_test(pool, vs_pool)) - exact) < NEAR


@given(st.integers(0, CERTAIN), st.integers(0, CERTAIN))
def test_two_chances_at_once(p: int, q: int) -> None:
    from affray.oracles.collapsed import times

    assert 0 <= Fraction(p * q, CERTAIN) - times(p, q) < 4


def asked(ask: Ask, k: int) -> bool:
    """One of a dozen questions: checks and tests, likely and unlikely ones."""
    pool, vs = POOLS[2 + k % 6], POOLS[2 + (k + 1 + k // 6) % 6]
    if k < 6:
        return ask.check(0, 0, pool, (lowest(pool) + highest(pool)) // 2 + k % 3)
    return ask.test(0, 0, pool, 1, vs)


def exactly(k: int) -> Fraction:
    pool, vs = POOLS[2 + k % 6], POOLS[2 + (k + 1 + k // 6) % 6]
    if k < 6:
        return Fraction(*check_ways(pool, (lowest(pool) + highest(pool)) // 2 + k % 3))
    return Fraction(*pools.test_ways(pool, vs))


@pytest.mark.parametrize("dice", [Dice, Collapsed])
def test_answers_are_as_frequent_as_they_are_likely(dice: type[Dice]) -> None:
    n, apart, freedom = 4000, 0.0, 0
    for k in range(12):
        p = float(exactly(k))
        if not 0.001 < p < 0.999:
            continue
        ask = dice(11, k, lambda *_: 0, [0])
        yes = sum(asked(ask, k) for _ in range(n))
        apart += (yes - n * p) ** 2 / (n * p * (1 - p))
        freedom += 1
    assert freedom >= 9
    assert apart < AMONG_1000[12]


@pytest.mark.compiled
def test_fights_end_as_often_as_with_rolled_dice() -> None:
    """Winner and rounds of 40,000 fights each, as a table of two rows."""
    bridge = find_encounter("skirmish/bridge")
    found: list[Counter[tuple[int, int]]] = []
    for dice in ("rolled", "collapsed"):
        rows = simulate(bridge, 40_000, 5, "native", "bold", keep_rows=True, dice=dice).rows()
        ends = zip(rows.winners.tolist(), (min(r, 9) for r in rows.rounds.tolist()), strict=True)
        found.append(Counter(ends))
    rolled, collapsed = found
    kinds = [end for end in rolled if rolled[end] + collapsed[end] >= 20]
    apart = sum((rolled[e] - collapsed[e]) ** 2 / (rolled[e] + collapsed[e]) for e in kinds)
    assert 10 <= len(kinds) <= 19
    assert apart < AMONG_1000[18]


def run(dice: str, engine: str = "python", name: str = "skirmish/bridge") -> Simulation:
    return simulate(find_encounter(name), 30, 3, engine, "bold", keep_rows=True, dice=dice)


@pytest.mark.compiled
@pytest.mark.parametrize(
    "name",
    ["skirmish/bridge", pytest.param("dungeoneers-tactics/ossuary-party", marks=pytest.mark.slow)],
)
def test_both_engines_draw_the_same_numbers(name: str) -> None:
    """Compiled code draws one ahead, also where dice are rolled in between (the ossuary)."""
    slow, fast = run("collapsed", name=name).rows(), run("collapsed", "native", name).rows()
    assert slow.winners.tolist() == fast.winners.tolist()
    assert slow.dice.tolist() == fast.dice.tolist()
    for field in slow.fields:
        assert slow.fields[field].tolist() == fast.fields[field].tolist()


def test_how_chances_were_decided_is_part_of_a_result() -> None:
    rolled, collapsed = run("rolled"), run("collapsed")
    assert collapsed.tally != rolled.tally
    assert (rolled.dice, collapsed.dice) == ("rolled", "collapsed")
    assert "collapsed" not in columns_of(rolled.rows())
    assert columns_of(collapsed.rows())["collapsed"].all()
    assert collapsed.rows().dice.sum() < rolled.rows().dice.sum() / 2
    with pytest.raises(BadInput, match="no dice is called 'loaded'"):
        run("loaded")


def test_collapsed_dice_of_the_command(tmp_path: Path) -> None:
    bridge = ["sim", "skirmish/bridge", "-n", "20", "--engine", "python", "--dice"]
    told = CliRunner().invoke(app, [*bridge, "collapsed"]).output
    assert "20 fights, seed 1, python engine, collapsed dice" in told
    assert "--fight" not in told
    for more in (["--fight", "3"], ["--harm", "3"], ["--seat", "Ada=clever"]):
        refused = CliRunner().invoke(app, [*bridge, "collapsed", *more])
        assert isinstance(refused.exception, BadInput) or refused.exit_code == 2
