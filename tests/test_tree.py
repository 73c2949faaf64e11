"""The tree: every line of play, each once, with weights that add to exactly one."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from affray.book.encounter import find_encounter
from affray.oracles import tree as tree_module
from affray.oracles.tree import NotOne, Tree, Weights, expand, lines, require_one
from affray.rules import ask as seam
from affray.rules import pools
from affray.rules.ask import RANDOM, Ask, Illegal
from affray.rules.pools import D4, D6, D20, HIGH, PLUS
from affray.rules.world import Record, field, int8, int16, int32, key, many, record

BOLD = 1


@record
class Sheet(Record):
    """Somewhere to write results down."""

    a: int32
    b: int16
    hand: list[int8] = many(6)
    ticks: int16 = field(clock=True)


Step = Callable[[Ask, Sheet], None]


def nobody_decides(*_: Any) -> int:
    raise AssertionError("no policy was to be asked")


def new_tree() -> Tree:
    return Tree(nobody_decides, [RANDOM, RANDOM])


def chances(step: Step) -> dict[tuple[int, int], Fraction]:
    """The probability of every (a, b) a step writes down."""
    return {(w.a, w.b): p for w, p in expand(new_tree(), step, Sheet()).values()}


def weights(step: Step) -> list[Fraction]:
    found = lines(new_tree(), step, Sheet())
    return [Fraction(line.numerator, line.denominator) for line in found]


def test_a_check_has_two_branches() -> None:
    def step(ask: Ask, w: Sheet) -> None:
        w.a = int(seam.check(ask, 0, 0, 2 * D6, 9))

    assert chances(step) == {(1, 0): Fraction(5, 18), (0, 0): Fraction(13, 18)}
    assert len(weights(step)) == 2


def test_an_opposed_test_has_two_branches() -> None:
    def step(ask: Ask, w: Sheet) -> None:
        w.a = int(seam.test(ask, 0, 0, 3 * D4, 1, 2 * D4))

    assert chances(step) == {(1, 0): Fraction(903, 1024), (0, 0): Fraction(121, 1024)}


def test_a_roll_has_a_branch_for_every_total() -> None:
    def step(ask: Ask, w: Sheet) -> None:
        w.a = seam.roll(ask, 0, 0, D20 - 3 * PLUS | HIGH)

    expected = {(face - 3, 0): Fraction(2 * face - 1, 400) for face in range(1, 21)}
    assert chances(step) == expected


def test_a_margin_has_a_branch_for_every_difference() -> None:
    def step(ask: Ask, w: Sheet) -> None:
        w.a = seam.margin(ask, 0, 0, D4, 1, D4)

    assert chances(step) == {(k, 0): Fraction(4 - abs(k), 16) for k in range(-3, 4)}


def test_dice_branch_over_hands() -> None:
    def step(ask: Ask, w: Sheet) -> None:
        seam.dice(ask, 0, 0, 3, 6, w.hand)

    found = {tuple(w.hand): p for w, p in expand(new_tree(), step, Sheet()).values()}
    assert len(found) == 56
    assert found == {hand: Fraction(ways, 216) for hand, ways in pools.hands(3, 6)}


def test_later_questions_depend_on_earlier_answers() -> None:
    def step(ask: Ask, w: Sheet) -> None:
        w.a = seam.roll(ask, 0, 0, D4)
        if w.a >= 3:
            w.b = 1 + int(seam.check(ask, 0, 0, w.a * D6, 6))

    expected = {(1, 0): Fraction(1, 4), (2, 0): Fraction(1, 4)}
    for a in (3, 4):
        yes = Fraction(*pools.check_ways(a * D6, 6))
        expected |= {(a, 2): yes / 4, (a, 1): (1 - yes) / 4}
    assert chances(step) == expected
    assert weights(step)[:2] == [Fraction(1, 4), Fraction(1, 4)]


@st.composite
def programs(draw: st.DrawFn) -> list[tuple[str, int, int]]:
    kinds = st.sampled_from(("check", "test", "roll", "margin", "dice", "draw"))
    return draw(st.lists(st.tuples(kinds, st.integers(0, 2), st.integers(0, 3)), max_size=4))


def ask_for(ask: Ask, kind: str, n: int, m: int) -> int:
    if kind == "check":
        return int(seam.check(ask, 0, 0, n * D6, 4 * m))
    if kind == "test":
        return int(seam.test(ask, 0, 0, n * D6, 1, m * D4))
    if kind == "roll":
        return seam.roll(ask, 0, 0, n * D4 + m * PLUS)
    if kind == "margin":
        return seam.margin(ask, 0, 0, n * D4, 1, PLUS * m)
    if kind == "draw":
        return seam.draw(ask, n + 1)
    counts = [0] * 3
    seam.dice(ask, 0, 0, n, 3, counts)
    return counts[0] - counts[2]


@given(programs(), st.integers(0, 4))
def test_the_weights_of_any_step_add_to_exactly_one(
    program: list[tuple[str, int, int]], stop: int
) -> None:
    """The step ends early where the answers add up to `stop`, so that lines differ in length."""

    def step(ask: Ask, w: Sheet) -> None:
        for kind, n, m in program:
            w.a = w.a * 16 + ask_for(ask, kind, n, m)
            if w.a % 5 == stop:
                return

    assert sum(weights(step), Fraction(0)) == 1
    assert sum(chances(step).values()) == 1


def test_equal_states_are_merged_whatever_the_clock_says() -> None:
    def step(ask: Ask, w: Sheet) -> None:
        w.ticks = seam.roll(ask, 0, 0, 2 * D6)
        w.a = int(w.ticks >= 9)

    assert len(weights(step)) == 11
    assert chances(step) == {(1, 0): Fraction(5, 18), (0, 0): Fraction(13, 18)}


def test_states_are_merged_under_their_key() -> None:
    def step(ask: Ask, w: Sheet) -> None:
        w.a = seam.roll(ask, 0, 0, D4)

    for state, (w, p) in expand(new_tree(), step, Sheet()).items():
        assert state == key(w)
        assert p == Fraction(1, 4)


def test_the_world_itself_is_not_touched() -> None:
    def step(ask: Ask, w: Sheet) -> None:
        w.a += seam.roll(ask, 0, 0, D4)
        w.hand[0] += 1

    w = Sheet()
    expand(new_tree(), step, w)
    assert (w.a, w.hand[0]) == (0, 0)


@pytest.mark.parametrize(("target", "answer"), [(2, 1), (-50, 1), (13, 0)])
def test_a_certain_check_keeps_its_entry(target: int, answer: int) -> None:
    tree = new_tree()
    assert tree.check(0, 0, 2 * D6, target) == bool(answer)
    assert len(tree.stack) == tree.at == 1
    assert (tree.numerator, tree.denominator) == (1, 1)
    assert not tree.advance()


def test_a_certain_test_keeps_its_entry() -> None:
    tree = new_tree()
    assert tree.test(0, 0, 6 * D4, 1, D6)
    assert not tree.test(0, 0, D4, 1, 5 * D6)
    assert len(tree.stack) == 2
    assert not tree.advance()


@pytest.mark.parametrize("mask", [0b1, 0b101, 0b111, 1 << 61 | 0b1010])
def test_a_random_temperament_takes_every_option_alike(mask: int) -> None:
    def step(ask: Ask, w: Sheet) -> None:
        w.a = seam.choose(ask, w, 0, 0, mask)

    options = [k for k in range(62) if mask >> k & 1]
    assert chances(step) == {(k, 0): Fraction(1, len(options)) for k in options}


def test_a_policy_answers_without_branching() -> None:
    def decide(ask: Ask, w: Sheet, who: int, question: int, mask: int, temperament: int) -> int:
        return 10 * who + question + temperament - BOLD

    def step(ask: Ask, w: Sheet) -> None:
        w.a = seam.choose(ask, w, 1, 2, 1 << 12 | 1 << 3)

    found = expand(Tree(decide, [RANDOM, BOLD]), step, Sheet())
    assert [(w.a, p) for w, p in found.values()] == [(12, Fraction(1))]


def test_a_policy_may_draw_and_the_tree_branches() -> None:
    def decide(ask: Ask, w: Sheet, who: int, question: int, mask: int, temperament: int) -> int:
        return 2 if seam.draw(ask, 3) == 0 else 5

    def step(ask: Ask, w: Sheet) -> None:
        w.a = seam.choose(ask, w, 0, 0, 1 << 2 | 1 << 5)

    found = {w.a: p for w, p in expand(Tree(decide, [BOLD]), step, Sheet()).values()}
    assert found == {2: Fraction(1, 3), 5: Fraction(2, 3)}


def test_an_illegal_answer_is_an_error() -> None:
    tree = Tree(lambda *_: 4, [RANDOM, BOLD])
    with pytest.raises(Illegal, match=r"decide gave 4 to .*; legal are \[0\]"):
        tree.choose(None, 1, 0, 0b1)
    with pytest.raises(Illegal, match="no legal answer"):
        tree.choose(None, 0, 0, 0)


def test_a_walk_left_early_does_not_spoil_the_next() -> None:
    def step(ask: Ask, w: Sheet) -> None:
        w.a = seam.roll(ask, 0, 0, D4)

    tree = new_tree()
    walk = lines(tree, step, Sheet())
    assert [next(walk).world.a for _ in range(2)] == [1, 2]
    assert len(expand(tree, step, Sheet())) == 4


def test_falsified_weights_are_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def step(ask: Ask, w: Sheet) -> None:
        w.a = int(seam.check(ask, 0, 0, D6, 3))

    monkeypatch.setattr(tree_module, "check_branches", lambda *_: (((1, 4), (0, 1)), 6))
    with pytest.raises(NotOne, match="add to 5/6, not 1"):
        expand(new_tree(), step, Sheet())


def test_a_branch_left_out_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def step(ask: Ask, w: Sheet) -> None:
        w.a = seam.roll(ask, 0, 0, D6)

    monkeypatch.setattr(tree_module, "roll_branches", lambda _: (((1, 1), (2, 1)), 6))
    with pytest.raises(NotOne, match="add to 1/3, not 1"):
        expand(new_tree(), step, Sheet())


def test_require_one_wants_exactly_one() -> None:
    require_one([Fraction(1, 3), Fraction(2, 3)])
    with pytest.raises(NotOne):
        require_one([Fraction(1, 3), Fraction(2, 3), Fraction(1, 10**30)])
    with pytest.raises(NotOne):
        require_one([])


def test_weights_add_fractions_of_many_denominators() -> None:
    held = Weights()
    for n, d in ((1, 6), (1, 4), (2, 6), (0, 7)):
        held.add(n, d)
    assert held.total() == Fraction(3, 4)


def turn_of(name: str, start: str) -> tuple[Any, Any]:
    encounter = find_encounter(name).switched({}, start)
    return encounter.ruleset, encounter.world()


def test_a_turn_of_the_duel_by_hand() -> None:
    """Ada's 3d6 against Grim's 1d6 to hit, then the sword's 2d6 against armor 5."""
    ruleset, w = turn_of("skirmish/duel", "Ada")
    found = expand(Tree(ruleset.decide, [BOLD, BOLD]), ruleset.step, w)
    wounded = sum(p for after, p in found.values() if after.creatures[1].wounds == 1)
    hit = Fraction(*pools.test_ways(3 * D6, D6))
    assert wounded == hit * Fraction(30, 36)
    assert len(found) == 2


def test_a_random_turn_at_the_bridge_strikes_everyone_alike() -> None:
    """Two targets, each with a helper who may step in; the probabilities add to one."""
    ruleset, w = turn_of("skirmish/bridge", "Ada")
    found = expand(Tree(ruleset.decide, [RANDOM] * 4), ruleset.step, w)
    hit = [Fraction(*pools.test_ways(3 * D6, n * D6)) for n in (1, 3)]
    helped = sum(p for after, p in found.values() if any(c.stepped_in for c in after.creatures))
    assert helped == sum(hit) / 2 / 2
    assert {after.turn for after, _ in found.values()} == {1}
