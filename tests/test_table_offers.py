"""What a page is offered it can ask the odds of: never a 422 for a button that is there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from table_helpers import Seat, Table

from affray.book.encounter import find_encounter
from affray.conformance.playing import usual
from affray.fight.plans import Offer, find_plan
from affray.odds.of_plans import Position, odds_of

POSITIONS = 3
MOST_OFFERS = 6


def offered(view: dict[str, Any]) -> list[tuple[str, str | None]]:
    """Plans with their targets; where a number is asked for, the first and the last of them."""
    pending = view["pending"]
    if pending["number"]:
        legal = pending["number"]["legal"]
        return [(str(legal[0]), None), (str(legal[-1]), None)]
    return [(offer["name"], offer["target"]) for offer in pending["offers"]]


def go_on(gm: Seat, view: dict[str, Any], k: int) -> None:
    """Another of the offered plans each time, so that fights come along."""
    plans = offered(view)
    name, target = plans[k % len(plans)]
    if view["pending"]["number"]:
        gm.must("answer", question=view["pending"]["question"], option=name)
    else:
        gm.must("plan", name=name, target=target)


@pytest.mark.parametrize(
    "name",
    [
        "skirmish/bridge",
        "dungeoneers-tactics/duel",
        "dungeoneers-spotlight/narrow-bridge",
        "plunder/regdar-and-the-orc",
        "rpg-hell/gate-duel",
        "story-mode/coven",
    ],
)
def test_every_offer_has_odds(name: str, tmp_path: Path) -> None:
    gm = Table(tmp_path, name).gm
    asked = 0
    for k in range(POSITIONS):
        view = gm.view()
        if view["over"]:
            break
        for plan, target in offered(view)[:MOST_OFFERS]:
            query = {"plan": plan, **({"target": target} if target else {})}
            answer = gm.get("odds", **query)
            assert answer.status_code == 200, (plan, target, answer.text)
            body = answer.json()
            assert "too_many" in body or body["actor"] == view["pending"]["name"]
            asked += 1
        go_on(gm, view, k)
    assert asked


def test_odds_end_though_a_wounds_table_may_be_rolled_on_for_ever() -> None:
    """A spell that wounds the mind: who is wounded rolls for its name, and blanks roll again."""
    encounter = find_encounter("story-mode/coven").switched({}, start="Witch")
    world = encounter.world()
    names = encounter.names["creatures"]
    witch, eldrin = names.index("Witch"), names.index("Eldrin")
    world.creatures[eldrin].harm = 1
    world.creatures[eldrin].zone = world.creatures[witch].zone
    plan = find_plan(encounter, "attack")
    assert plan is not None
    answers = plan.answers_for(world, witch, eldrin)
    assert answers
    aim = encounter.ruleset.words.aim("attack", world, witch, eldrin)
    offer = Offer("attack", "", witch, tuple(answers), eldrin, plan, aim=aim)
    found = odds_of(Position(encounter, world), offer, usual(encounter))
    wounded = {head.name: head.p for head in found.heads if head.who == "Eldrin"}
    assert found.number is not None
    assert 0 < wounded["wounded"] <= found.number.p < 1


def test_odds_take_for_granted_what_another_is_said_to_do(tmp_path: Path) -> None:
    """Whether Snick steps in for Grim decides whom Ada's blow can wound."""
    gm = Table(tmp_path, "skirmish/bridge").gm
    while gm.view()["pending"]["question"] != "target":
        gm.must("plan", name="press")
    asked = {"plan": "strike", "target": "Grim"}
    number = {}
    for answer in ("yes", "no"):
        odds = gm.get("odds", **asked, **{"with": f"Snick.step-in:{answer}"}).json()
        assert odds["assumed"] == {"Snick: step-in": f"{answer} (given)"}
        number[answer] = odds["number"]["who"]
    assert number == {"yes": "Snick", "no": "Grim"}
    for wrong in ("Nobody.step-in:yes", "Snick.dance:yes", "Snick.step-in:maybe"):
        assert gm.get("odds", **asked, **{"with": wrong}).status_code == 422


def test_an_offer_warns_of_the_one_thing_there_is_to_take(tmp_path: Path) -> None:
    """Nobody is asked which, and a defense falls all the same."""
    gm = Table(tmp_path, "dungeoneers-spotlight/narrow-bridge").gm
    hands = {"carried": ["hand-axe"], "equipped": ["buckler", "battleaxe", "gambeson"]}
    gm.must("edit", creature="Freya", set=hands)
    gm.must("plan", name="take", target="Freya")
    offers = {offer["label"]: offer for offer in gm.view()["pending"]["offers"]}
    assert offers["Cast requipment ..."]["warn"] == "physical defense falls from 3 to 2"
