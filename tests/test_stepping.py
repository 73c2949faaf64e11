"""A compiled world stepped with one's own choices: what environments and the lab stand on."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from affray.book.encounter import Encounter, find_encounter
from affray.book.errors import BadInput
from affray.lab.stepping import Stepping
from affray.oracles.watched import WatchedDice
from affray.rules.ask import ONGOING
from affray.rules.masks import contains, members
from affray.rules.world import pack

pytestmark = pytest.mark.compiled
ENCOUNTERS = ["skirmish/bridge", "dungeoneers-tactics/duel", "rpg-hell/gate-duel"]


def played(encounter: Encounter, seed: int, fight: int) -> tuple[WatchedDice, bytes, int]:
    """The fight as CPython plays it: what was said, how it ended."""
    rules, w = encounter.ruleset, encounter.world()
    dice = WatchedDice(seed, fight, rules.decide, [1] * w.n)
    if encounter.start_index < 0:
        rules.begin(dice, w)
    while rules.outcome(w) == ONGOING:
        rules.step(dice, w)
    return dice, pack(w), rules.outcome(w)


@pytest.mark.parametrize("name", ENCOUNTERS)
@pytest.mark.parametrize("fight", [0, 1, 2])
def test_the_same_choices_are_the_same_fight(name: str, fight: int) -> None:
    """Dice, policies and one's own answers in the middle of steps: CPython's fight to the byte."""
    encounter = find_encounter(name)
    dice, end, outcome = played(encounter, 11, fight)
    own = [0, 1] if name != "skirmish/bridge" else [0, 1, 2, 3]  # who is asked draws nothing
    mine = iter([a.value for q, a in dice.said if not q.is_chance and q.who in own])
    steps = Stepping(encounter, 1, own, 11, fight)
    stand = steps.stand
    asked = 0
    while stand.asked is not None:
        assert stand.asked.who in own
        option = next(mine)
        assert contains(stand.asked.mask, option)
        stand = steps.answer(option)
        asked += 1
    assert asked > 0
    assert next(mine, None) is None
    assert (stand.outcome, steps.data()) == (outcome, end)


def test_an_answer_that_is_not_legal_changes_nothing() -> None:
    steps = Stepping(find_encounter("skirmish/bridge"), "bold", ["Ada"], 5)
    before = steps.stand, steps.data()
    with pytest.raises(BadInput, match="answer: found 61, expected "):
        steps.answer(61)
    assert (steps.stand, steps.data()) == before
    assert steps.stand.asked is not None
    assert steps.answer(members(steps.stand.asked.mask)[0]) == steps.stand


def test_nobody_of_ones_own_is_a_fight_by_the_computer() -> None:
    encounter = find_encounter("skirmish/bridge")
    _, end, outcome = played(encounter, 9, 4)
    steps = Stepping(encounter, [1] * 4, [], 9, 4)
    assert steps.stand == (None, outcome)
    assert steps.data() == end
    assert pack(steps.world()) == end
    with pytest.raises(BadInput, match="answer: nothing is asked: the fight is over"):
        steps.answer(0)


def test_it_goes_on_from_any_world() -> None:
    encounter = find_encounter("skirmish/bridge")
    half = encounter.world()
    half.creatures[0].wounds = 3
    steps = Stepping(encounter, "bold", ["Ada"], 1, world=half)
    assert steps.world().creatures[0].wounds == 3


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"own": [9]}, "own"),
        ({"own": [-1]}, "own"),
        ({"own": ["Zed"]}, "own"),
        ({"temperaments": [1]}, "temperaments"),
        ({"temperaments": "cruel"}, "temperaments"),
        ({"seed": -1}, "seed"),
        ({"fight": "x"}, "fight"),
        ({"world": find_encounter("plunder/pocket").world()}, "world"),
        ({"world": find_encounter("skirmish/duel").world()}, "world"),
        ({"world": "bridge"}, "world"),
    ],
)
def test_what_cannot_be_used_is_named(given: dict[str, Any], field: str) -> None:
    usual = {"temperaments": "bold", "own": [0], "seed": 1, "fight": 0}
    with pytest.raises(BadInput, match=f"^{field}: "):
        Stepping(find_encounter("skirmish/bridge"), **{**usual, **given})


def test_another_fight_that_cannot_be_leaves_this_one_as_it_is() -> None:
    steps = Stepping(find_encounter("skirmish/bridge"), "bold", ["Ada"], 5)
    assert steps.stand.asked is not None
    steps.answer(members(steps.stand.asked.mask)[0])
    before = steps.stand, steps.data(), steps.now
    with pytest.raises(BadInput, match="fight: found -1"):
        steps.again(-1)
    assert steps.stand.asked is not None
    again = Stepping(find_encounter("skirmish/bridge"), "bold", ["Ada"], 5)
    assert again.stand.asked is not None
    again.answer(members(again.stand.asked.mask)[0])
    assert (steps.stand, steps.data(), steps.now) == before
    assert again.stand.asked is not None
    option = members(steps.stand.asked.mask)[0]
    assert steps.answer(option) == again.answer(option)


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, pickle.dumps])
def test_it_is_neither_copied_nor_pickled(how: Callable[[Any], Any]) -> None:
    """A copy would have shared its memory; deepcopy and pickle ended in llvmlite's own faults."""
    mine = Stepping(find_encounter("skirmish/bridge"), "bold", ["Ada"], 7)
    with pytest.raises(TypeError, match=r"^a Stepping lies in memory of its own and cannot be"):
        how(mine)
