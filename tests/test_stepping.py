"""A compiled world stepped with one's own choices: what environments and the lab stand on."""

from __future__ import annotations

import pytest

from affray.ask import ONGOING
from affray.compiler.engine import Broken, engine_of
from affray.compiler.replay import Stepping
from affray.encounter import Encounter, find_encounter
from affray.masks import contains
from affray.oracles.watched import Watched
from affray.world import pack

pytestmark = pytest.mark.compiled
ENCOUNTERS = ["skirmish/bridge", "dungeoneers-tactics/duel", "rpg-hell/gate-duel"]


def played(encounter: Encounter, seed: int, fight: int) -> tuple[Watched, bytes, int]:
    """The fight as CPython plays it: what was said, how it ended."""
    rules, w = encounter.ruleset, encounter.world()
    dice = Watched(seed, fight, rules.decide, [1] * w.n)
    if encounter.start_index < 0:
        rules.begin(dice, w)
    while rules.outcome(w) == ONGOING:
        rules.step(dice, w)
    return dice, pack(w), rules.outcome(w)


def stepping(encounter: Encounter, own: list[int], seed: int, fight: int) -> Stepping:
    w = encounter.world()
    begun = encounter.start_index >= 0
    engine = engine_of(encounter.ruleset)
    return Stepping(engine, pack(w), [1] * w.n, own, seed, fight, begun)


@pytest.mark.parametrize("name", ENCOUNTERS)
@pytest.mark.parametrize("fight", [0, 1, 2])
def test_the_same_choices_are_the_same_fight(name: str, fight: int) -> None:
    """Dice, policies and one's own answers in the middle of steps: CPython's fight to the byte."""
    encounter = find_encounter(name)
    dice, end, outcome = played(encounter, 11, fight)
    own = [0, 1]
    mine = iter([a.value for q, a in dice.said if not q.is_chance and q.who in own])
    steps = stepping(encounter, own, 11, fight)
    stand = steps.go_on()
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


def test_an_answer_that_is_not_legal_is_refused() -> None:
    steps = stepping(find_encounter("skirmish/bridge"), [0], 5, 0)
    asked = steps.go_on().asked
    assert asked is not None
    with pytest.raises(Broken, match="Illegal"):
        steps.answer(61)


def test_nobody_of_ones_own_is_a_fight_by_the_computer() -> None:
    encounter = find_encounter("skirmish/bridge")
    _, end, outcome = played(encounter, 9, 4)
    steps = stepping(encounter, [], 9, 4)
    assert steps.go_on() == (None, outcome)
    assert steps.data() == end
