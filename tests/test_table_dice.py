"""Dice that are given out of a hand, and a walk by tiles: what a page needs to draw them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from table_helpers import Seat, Table, seeded

from affray.rulesets.rpg_hell import RULESET
from affray.rulesets.rpg_hell.kinds import Question

__all__ = ["seeded"]

HAND = [2, 2, 3, 5, 6]
"""What Hale rolls first with these dice."""


@pytest.fixture
def hell(tmp_path: Path, seeded: None) -> Table:
    return Table(tmp_path, "rpg-hell/gate-duel", players=1)


@pytest.fixture
def hale(hell: Table) -> Seat:
    return hell.players[0]


def offer(seat: Seat, name: str, target: str | None = None) -> dict[str, Any]:
    offers = seat.view()["pending"]["offers"]
    found: dict[str, Any] = next(o for o in offers if (o["name"], o["target"]) == (name, target))
    return found


def left(seat: Seat, question: str, name: str, target: str | None = None) -> dict[str, Any]:
    open_ones = offer(seat, name, target)["answers_left"]
    found: dict[str, Any] = next(one for one in open_ones if one["question"] == question)
    return found


def pool(seat: Seat) -> str:
    stats = seat.view()["creatures"][0]["card"]["stats"]
    return next((stat["value"] for stat in stats if stat["label"] == "dice"), "")


# A plan's dice


def test_a_plan_says_which_dice_its_options_are(hale: Seat) -> None:
    pair = left(hale, "pair", "attack", "Dog")
    assert pair["dice"]["hand"] == HAND
    assert pair["dice"]["options"]["three-six"] == [3, 6]
    assert list(pair["dice"]["options"]) == pair["options"]
    assert pair["usual"] in pair["options"]
    die = left(hale, "die", "move")
    assert die["dice"] == {
        "hand": HAND,
        "options": {"two": [2], "three": [3], "five": [5], "six": [6]},
    }
    assert left(hale, "column", "move")["dice"] is None


def test_other_details_leave_the_hand_as_it_is(hale: Seat) -> None:
    answer = hale.get("details", plan="move", **{"with": ["die:six", "column:3"]})
    (die,) = [one for one in answer.json()["answers_left"] if one["question"] == "die"]
    assert die["dice"]["hand"] == HAND


def test_the_dice_that_were_picked_are_given(hale: Seat) -> None:
    assert pool(hale) == "2 2 3 5 6"
    hale.must("plan", name="attack", target="Dog", **{"with": {"pair": "two-five"}})
    assert pool(hale) == "2 3 6"
    refused = hale.do("plan", name="attack", target="Dog", **{"with": {"pair": "two-five"}})
    assert refused.status_code == 422, "the five is gone"


# A question of dice by itself


def test_a_question_of_dice_brings_the_hand(hell: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    hale = hell.players[0]
    assert (hale.view()["pending"]["dice"], hale.view()["pending"]["usual"]) == (None, None)
    questions = RULESET.words.questions
    die = questions[Question.DIE]
    monkeypatch.setitem(questions, Question.DIE, replace(die, usual=lambda w, who, mask: 0))
    asked = hale.must("plan", name="go-prone")["pending"]  # a one is not in the hand: no usual die
    assert (asked["question"], asked["dice"]["hand"], asked["usual"]) == ("die", HAND, None)
    monkeypatch.setitem(questions, Question.DIE, die)
    hell.restart()
    assert hale.view()["pending"]["usual"] == "two"
    hale.must("answer", question="die", option="six")
    assert pool(hale) == "2 2 3 5"


def test_nobody_else_is_sent_the_hand(hell: Table) -> None:
    assert hell.gm.view()["pending"]["mine"] is False
    assert hell.gm.view()["pending"]["dice"] is None


# A walk by tiles


def test_a_move_says_which_tiles_are_within_reach(hale: Seat) -> None:
    move = offer(hale, "move")
    assert move["reach"] is None
    assert {(7, 3), (2, 0), (5, 4)} <= {tuple(tile) for tile in move["tiles"]}
    for column, row, code in ((5, 2, 422), (8, 3, 422), (7, 3, 200)):
        given = {"column": str(column), "row": str(row)}
        assert hale.do("plan", name="move", **{"with": given}).status_code == code
    assert hale.log()[-1].startswith("Hale goes to a spot ") or "[7, 3]" not in str(hale.log())
    assert offer(hale, "attack", "Dog")["tiles"] is None


def test_every_tile_within_reach_is_legal(hell: Table, hale: Seat) -> None:
    hell.gm.must("habit", undo="friendly")
    for column, row in offer(hale, "move")["tiles"][::7]:
        hale.must("plan", name="move", **{"with": {"column": str(column), "row": str(row)}})
        token = hale.view()["board"]["tokens"][0]
        assert (token["x"], token["y"]) == (column, row)
        hale.must("undo")
