"""The dice: the same numbers for the same seed, in the same order, everywhere."""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest
from compiled_drivers import DICE, Compiled, numbers
from hypothesis import given
from hypothesis import strategies as st

from affray.compiler.engine import signed
from affray.compiler.memory import Memory, RecordMemory
from affray.compiler.oracles.dice import DiceAsk
from affray.oracles.dice import GOLDEN, M64, Dice, Generator, fight_key, mix, policy_key
from affray.rules.ask import Illegal
from affray.rules.pools import D4, D6, D8, D20, HIGH, LOW, PLUS, SIDES, PoolError, highest, lowest

SEEDS = st.integers(0, 2**64 - 1)
FIGHTS = st.integers(0, 2**40)
W = SimpleNamespace(creatures=[SimpleNamespace(side=0)] * 2)
"""A world in which somebody is asked."""
"""The first call compiles."""


def make_pool(numbers: list[int], bonus: int, keep: int) -> int:
    return sum(n << 7 * k for k, n in enumerate(numbers)) + bonus * PLUS | keep


any_pools = st.builds(
    make_pool,
    st.lists(st.integers(0, 5), min_size=7, max_size=7),
    st.integers(-4096, 4095),
    st.sampled_from((0, HIGH, LOW)),
)


def nobody_decides(*_: Any) -> int:
    raise AssertionError("no policy was to be asked")


def dice(seed: int = 7, fight: int = 0) -> Dice:
    return Dice(seed, fight, nobody_decides, [0, 0])


def faces(seed: int, fight: int, sides: list[int]) -> list[int]:
    generator = Generator(seed, fight)
    return [generator.face(n) for n in sides]


def test_mix_is_the_published_splitmix64() -> None:
    seed = 1234567
    drawn = [mix((seed + n * GOLDEN) & M64) for n in (1, 2, 3)]
    assert drawn == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_the_keys_of_a_fight_never_change() -> None:
    assert fight_key(7, 0) == 0x74B5ABCC66B8BDC1
    assert fight_key(7, 1) == 0x12B0A49E998D26C1
    assert policy_key(fight_key(7, 0)) == 0x280AAD45C546DFE1


@pytest.mark.parametrize(
    ("seed", "fight", "sides", "shown"),
    [
        (7, 0, 6, [6, 6, 6, 1, 5, 1, 2, 5, 6, 4, 3, 5]),
        (7, 1, 20, [11, 18, 11, 14, 10, 20, 17, 14, 9, 18, 18, 14]),
        (2**64 - 1, 10**12, 20, [8, 8, 2, 20, 8, 18, 17, 8, 15, 12, 10, 6]),
    ],
)
def test_the_faces_of_a_fight_never_change(
    seed: int, fight: int, sides: int, shown: list[int]
) -> None:
    assert faces(seed, fight, [sides] * 12) == shown


def test_the_draws_of_a_policy_never_change() -> None:
    generator = Generator(7, 0)
    assert [generator.draw(10) for _ in range(8)] == [5, 7, 8, 3, 4, 8, 7, 4]


@pytest.mark.parametrize("n", [-1, 1 << 31, 1 << 40])
def test_a_draw_is_from_as_many_as_64_bits_can_tell_apart(n: int) -> None:
    """Compiled, more of them were other ones than in CPython."""
    generator = Generator(7, 0)
    with pytest.raises(Illegal, match=r"^a draw from less than none, or from 2 \*\* 31 or more$"):
        generator.draw(n)
    assert 0 <= generator.draw((1 << 31) - 1) < (1 << 31) - 1


@given(SEEDS, FIGHTS)
def test_the_same_fight_has_the_same_dice(seed: int, fight: int) -> None:
    sides = [6] * 20
    assert faces(seed, fight, sides) == faces(seed, fight, sides)
    assert faces(seed, fight, [2**30] * 4) != faces(seed, fight + 1, [2**30] * 4)
    assert faces(seed, fight, [2**30] * 4) != faces((seed + 1) & M64, fight, [2**30] * 4)


@given(SEEDS, FIGHTS, st.integers(1, 40))
def test_policies_do_not_move_the_dice(seed: int, fight: int, draws: int) -> None:
    undisturbed = faces(seed, fight, [20] * 8)
    generator = Generator(seed, fight)
    shown = []
    for _ in range(8):
        for _ in range(draws):
            generator.draw(7)
        shown.append(generator.face(20))
    assert shown == undisturbed


@given(SEEDS, FIGHTS)
def test_dice_do_not_move_the_policies(seed: int, fight: int) -> None:
    quiet, busy = Generator(seed, fight), Generator(seed, fight)
    busy.total(5 * D6)
    assert [quiet.draw(62) for _ in range(5)] == [busy.draw(62) for _ in range(5)]


def test_a_random_choice_draws_from_the_policy_key() -> None:
    oracle = dice()
    for _ in range(10):
        oracle.choose(W, 0, 0, 0b1011)
    assert (oracle.n, oracle.policy_n) == (0, 10)


def test_random_choices_are_legal_and_reach_every_option() -> None:
    oracle = dice()
    mask = 1 << 0 | 1 << 5 | 1 << 61
    assert {oracle.choose(W, 1, 0, mask) for _ in range(100)} == {0, 5, 61}


def test_a_question_with_no_legal_answer_is_an_error() -> None:
    with pytest.raises(Illegal, match="no legal answer"):
        dice().choose(W, 0, 0, 0)


def test_a_policy_is_held_to_the_legal_answers() -> None:
    oracle = Dice(7, 0, lambda *_: 2, [1])
    assert oracle.choose(W, 0, 0, 0b100) == 2
    with pytest.raises(Illegal, match=r"decide gave 2 to .*; legal are \[0, 1\]"):
        oracle.choose(W, 0, 0, 0b011)


def test_a_pool_is_drawn_by_ascending_size() -> None:
    in_order = faces(7, 3, [4, 6, 6, 8, 20])
    assert Generator(7, 3).total(D20 + 2 * D6 + D8 + D4 - 2 * PLUS) == sum(in_order) - 2
    assert sum(in_order) != sum(faces(7, 3, [20, 8, 6, 6, 4]))


def test_the_asking_side_draws_first() -> None:
    for fight in range(20):
        a, b, c = faces(7, fight, [6, 6, 20])
        assert dice(7, fight).margin(0, 0, 2 * D6, 1, D20) == a + b - c
        assert dice(7, fight).test(0, 0, 2 * D6, 1, D20) == (a + b >= c)


@pytest.mark.parametrize(("keep", "kept"), [(HIGH, max), (LOW, min)])
def test_the_whole_pool_is_drawn_twice(keep: int, kept: Any) -> None:
    for fight in range(20):
        a, b, c, d = faces(7, fight, [4, 8, 4, 8])
        generator = Generator(7, fight)
        assert generator.total(D4 + D8 + 3 * PLUS | keep) == kept(a + b, c + d) + 3
        assert generator.n == 4


def test_check_and_roll_agree_with_the_total() -> None:
    total = Generator(7, 0).total(3 * D6)
    assert dice().roll(0, 0, 3 * D6) == total
    assert dice().check(0, 0, 3 * D6, total)
    assert not dice().check(0, 0, 3 * D6, total + 1)


def test_seen_dice_are_counted_by_face() -> None:
    shown = faces(7, 0, [6] * 5)
    counts = [9] * 6
    dice().dice(0, 0, 5, 6, counts)
    assert counts == [shown.count(face) for face in range(1, 7)]


def test_a_pool_out_of_range_is_not_rolled() -> None:
    with pytest.raises(PoolError, match="fewer than 0 or more than 63 dice"):
        Generator(7, 0).total(D6 - D8)


def test_notes_are_kept_when_a_log_is_given() -> None:
    log: list[tuple[int, int, int, int]] = []
    Dice(7, 0, nobody_decides, [0], log).note(4, 1, 2, 3)
    assert log == [(4, 1, 2, 3)]


def chi_square(counts: list[int]) -> float:
    expected = sum(counts) / len(counts)
    return sum((n - expected) ** 2 / expected for n in counts)


@pytest.mark.parametrize("sides", SIDES)
def test_faces_are_evenly_spread(sides: int) -> None:
    """Seeded, so never flaky; 50 is beyond 1 in 10,000 even for the 19 degrees of a d20."""
    along, across = [0] * sides, [0] * sides
    generator = Generator(1, 0)
    for fight in range(20_000):
        along[generator.face(sides) - 1] += 1
        across[Generator(1, fight).face(sides) - 1] += 1
    assert chi_square(along) < 50
    assert chi_square(across) < 50


def test_following_faces_are_independent() -> None:
    generator = Generator(2, 0)
    pairs = [0] * 36
    for _ in range(20_000):
        pairs[(generator.face(6) - 1) * 6 + generator.face(6) - 1] += 1
    assert chi_square(pairs) < 75


@given(SEEDS, FIGHTS, any_pools)
def test_totals_stay_in_their_range(seed: int, fight: int, pool: int) -> None:
    assert lowest(pool) <= Generator(seed, fight).total(pool) <= highest(pool)


# -- compiled, as it is shipped and with every step watched


@cache
def compiled(checked: bool) -> Compiled:
    return Compiled(DiceAsk.layout, *DICE, checked=checked)


BUILDS = st.booleans()


def rolled(
    checked: bool, driver: str, seed: int, fight: int, *given: Memory | int, n: int = 12
) -> tuple[list[int], RecordMemory]:
    """What a driver wrote, and the record it left."""
    ask, out = RecordMemory(DiceAsk.layout), numbers(*[0] * n)
    assert compiled(checked).call(driver, ask, signed(seed), fight, *given, out) == ""
    return out.numbers().tolist(), ask


@pytest.mark.compiled
@given(BUILDS, SEEDS, FIGHTS, st.lists(st.integers(1, 1000), min_size=1, max_size=20))
def test_compiled_faces_are_the_same(
    checked: bool, seed: int, fight: int, sides: list[int]
) -> None:
    n = len(sides)
    found, end = rolled(checked, "faces", seed, fight, numbers(*sides), n, n=n)
    assert found == faces(seed, fight, sides)
    assert end.get("key") == fight_key(seed, fight)
    assert end.get("policy_key") == policy_key(fight_key(seed, fight))
    assert (end.get("n"), end.get("policy_n")) == (n, 0)


@pytest.mark.compiled
@given(BUILDS, SEEDS, FIGHTS, st.lists(any_pools, min_size=1, max_size=6))
def test_compiled_totals_are_the_same(
    checked: bool, seed: int, fight: int, pools: list[int]
) -> None:
    n = len(pools)
    found, end = rolled(checked, "totals", seed, fight, numbers(*pools), n, n=n)
    generator = Generator(seed, fight)
    assert found == [generator.total(pool) for pool in pools]
    assert end.get("n") == generator.n


@pytest.mark.compiled
@given(BUILDS, SEEDS, FIGHTS, st.integers(1, 2**31 - 1))
def test_compiled_draws_are_the_same(checked: bool, seed: int, fight: int, most: int) -> None:
    found, end = rolled(checked, "draws", seed, fight, most, 12)
    generator = Generator(seed, fight)
    assert found == [generator.draw(most) for _ in range(12)]
    assert (end.get("n"), end.get("policy_n")) == (0, 12)


@pytest.mark.compiled
@given(BUILDS, SEEDS, FIGHTS, any_pools, any_pools)
def test_compiled_contests_are_the_same(
    checked: bool, seed: int, fight: int, pool: int, vs: int
) -> None:
    found, _ = rolled(checked, "contests", seed, fight, pool, vs, n=4)
    oracle = dice(seed, fight)
    assert found == [
        oracle.test(0, 0, pool, 1, vs),
        oracle.margin(0, 0, pool, 1, vs),
        oracle.check(0, 0, pool, 20),
        oracle.roll(0, 0, pool),
    ]


@pytest.mark.compiled
@given(BUILDS, SEEDS, FIGHTS, st.integers(0, 40), st.integers(1, 20))
def test_compiled_hands_are_the_same(
    checked: bool, seed: int, fight: int, n: int, sides: int
) -> None:
    ask, counts = RecordMemory(DiceAsk.layout), [9] * sides
    ask.fill("survivors", [9] * sides)
    assert compiled(checked).call("hands", ask, signed(seed), fight, n, sides) == ""
    dice(seed, fight).dice(0, 0, n, sides, counts)
    assert [ask.get("survivors", k) for k in range(sides)] == counts
    assert sum(counts) == n


@pytest.mark.compiled
@pytest.mark.parametrize("checked", [False, True])
@pytest.mark.parametrize("pool", [D6 - D8, D6 | HIGH | LOW])
def test_compiled_dice_refuse_a_pool_out_of_range(checked: bool, pool: int) -> None:
    ask, out = RecordMemory(DiceAsk.layout), numbers(77)
    said = compiled(checked).call("totals", ask, 7, 0, numbers(pool), 1, out)
    assert said == "PoolError"
    assert (out.numbers()[0], ask.get("n")) == (77, 0)
    with pytest.raises(PoolError):
        Generator(7, 0).total(pool)
