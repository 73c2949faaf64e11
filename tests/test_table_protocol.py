"""What is sent over the wire: declared once, the same in the papers and in the page's types."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from table_helpers import Table, seeded

from affray.book.shelf import SHELF
from affray.table.web.app import create_app
from affray.table.web.protocol import View
from affray.table.web.types import WHERE, page_types

__all__ = ["seeded"]

SHIPPED = [ref for slug in SHELF.slugs() for ref in SHELF.get(slug).encounter_files()]
NOT_OURS = re.compile(r"Input should|[Ff]ield required|valid (integer|string)|validation|pydantic")


@pytest.fixture
def bridge(tmp_path: Path, seeded: None) -> Table:
    return Table(tmp_path, "skirmish/bridge", players=1)


# Types and papers


def test_the_page_s_types_are_those_of_the_models() -> None:
    stale = "stale: run python -m affray.table.web.types"
    assert WHERE.read_text(encoding="utf-8") == page_types(), stale


def test_the_papers_tell_what_is_sent(bridge: Table) -> None:
    papers = bridge.gm.client.get("/openapi.json").json()
    told = {
        (path.rpartition("/")[2], way): answers["responses"]
        for path, ways in papers["paths"].items()
        for way, answers in ways.items()
    }
    wanted = {
        ("log", "get"): "LogPart", ("details", "get"): "Details",
        ("commands", "post"): "Accepted", ("links", "post"): "Links",
    }  # fmt: skip
    for route, model in wanted.items():
        schema = told[route]["200"]["content"]["application/json"]["schema"]
        assert schema == {"$ref": f"#/components/schemas/{model}"}, route
    for either_of, models in {"odds": ["Odds", "TooMany"], "view": ["View", "Changes"]}.items():
        either = told[either_of, "get"]["200"]["content"]["application/json"]["schema"]
        assert [one["$ref"].rpartition("/")[2] for one in either["anyOf"]] == models
    begun = told["fights", "post"]["201"]["content"]["application/json"]["schema"]
    assert begun["$ref"].endswith("Begun")


def test_every_answer_in_json_has_a_model(bridge: Table) -> None:
    papers = bridge.gm.client.get("/openapi.json").json()
    answers = {
        f"{method} {path}": content["application/json"]["schema"]
        for path, asked in papers["paths"].items()
        for method, about in asked.items()
        for code, answer in about["responses"].items()
        if code.startswith("2") and "application/json" in (content := answer.get("content", {}))
    }
    assert len(answers) > 40
    assert [asked for asked, schema in answers.items() if not schema] == []


@pytest.mark.parametrize("ref", SHIPPED)
def test_every_shipped_fight_is_sent_as_declared(tmp_path: Path, ref: str) -> None:
    """For both kinds of seat: what is not declared is refused by the models themselves."""
    table = Table(tmp_path, ref, players=1)
    for seat in [table.gm, *table.players]:
        seen = seat.view()
        again = View.model_validate(seen).model_dump(mode="json", exclude_unset=True)
        assert again == seen
    assert ("seats" in table.gm.view()) > any("seats" in p.view() for p in table.players)


# One request a click


def test_an_accepted_command_brings_the_new_view(bridge: Table) -> None:
    (ada,) = bridge.players
    before = ada.view()
    answer = ada.post(cmd_id="one-click", seq=before["seq"], do="plan", name="press").json()
    assert answer["seq"] == answer["view"]["seq"] == before["seq"] + 1
    assert answer["view"] == ada.view()
    assert "fields" not in answer["view"], "it is what this seat may see, and no more"


# Rolls and names


def _rolls(table: Table, aggressive: str, most: int = 30) -> list[dict[str, Any]]:
    """All lines of the log that are rolls, after some turns of fighting."""
    for _ in range(most):
        pending = table.gm.view()["pending"]
        if pending is None:
            break
        offers = pending["offers"]
        chosen = next((o for o in offers if o["name"] == aggressive), offers[0])
        table.gm.must("plan", name=chosen["name"], target=chosen["target"])
    log = table.gm.view()["log"]
    assert all((line["rolled"] is not None) == line["roll"] for line in log)
    return [line for line in log if line["roll"]]


def test_a_roll_is_told_as_data(tmp_path: Path, seeded: None) -> None:
    lines = _rolls(Table(tmp_path, "skirmish/duel"), "strike", 8)
    assert lines
    for line in lines:
        roll = line["rolled"]
        assert line["text"].startswith(f"{roll['who']} rolls {roll['what']}: ")
        faces = [face for hand in roll["dice"]["hands"] for face in hand["faces"]]
        assert f"({' '.join(map(str, faces))})" in line["text"]
        if isinstance(roll["result"], bool):
            assert line["text"].endswith(": yes" if roll["result"] else ": no")


def test_a_penalty_die_lies_in_the_hand_that_rolled_it(tmp_path: Path, seeded: None) -> None:
    """Dungeoneers Tactics: who is struck from behind takes a d8 off its own dodge."""
    lines = _rolls(Table(tmp_path, "dungeoneers-tactics/bridge-brawl"), "attack")
    assert any("from behind" in line["text"] for line in lines)
    for line in lines:
        roll = line["rolled"]
        assert {hand["owner"] for hand in roll["dice"]["hands"]} == {roll["who"]}
        against = roll["against"]["hands"] if isinstance(roll["against"], dict) else []
        penalties = [face for hand in against for face in hand["faces"] if face < 0]
        assert bool(penalties) == ("from behind" in line["text"]), line["text"]


# Malformed messages


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"do": "dance"}, "do: found \"dance\", expected one of 'plan', 'answer'"),
        ({}, "do: found nothing, expected it to be given"),
        ({"do": "plan"}, "name: found nothing, expected it to be given"),
        ({"do": "plan", "name": 7}, "name: found 7, expected a text"),
        ({"do": "plan", "name": "press", "more": 1}, "more: found 1, expected no such field"),
        ({"do": "plan", "name": "press", "seq": "1"}, 'seq: found "1", expected a whole number'),
        ({"do": "plan", "name": "press", "seq": 0}, "seq: found 0, expected 1 or more"),
        (
            {"do": "plan", "name": "press", "cmd_id": "short"},
            'cmd_id: found "short", expected a text of at least 8 letters',
        ),
        (
            {"do": "plan", "name": "press", "with": {"a": 1}},
            "with.a: found 1, expected a text",
        ),
        ({"do": "dice", "faces": [1, "six"]}, 'faces.1: found "six", expected a whole number'),
        ({"do": "dice", "faces": 6}, "faces: found 6, expected a list"),
        ({"do": "undo", "fresh": "yes"}, 'fresh: found "yes", expected true or false'),
        ({"do": "then", "what": "sing"}, "what: found \"sing\", expected 'rest' or 'again'"),
        ({"do": "edit", "creature": "Ada", "set": {}}, "set: found {}, expected at least 1"),
    ],
)
def test_a_malformed_command_is_told_field_found_and_expected(
    bridge: Table, body: dict[str, Any], said: str
) -> None:
    answer = bridge.gm.post(**{"seq": 1, "cmd_id": "12345678", **body})
    assert answer.status_code == 422
    assert answer.json()["error"].startswith(said), answer.text
    assert answer.json()["rules"] == []


def test_what_is_no_message_at_all(bridge: Table) -> None:
    for text, said in (("{", "the message is no JSON"), ("[]", "found [], expected an object")):
        answer = bridge.gm.client.post(
            f"{bridge.gm.at}/commands", content=text, headers={"content-type": "application/json"}
        )
        assert (answer.status_code, answer.json()["error"]) == (422, said)
    answer = bridge.gm.get("odds", plan="press", urgent="soon")
    assert answer.json()["error"] == 'urgent: found "soon", expected true or false'
    answer = bridge.gm.get("log", since=-1)
    assert answer.json()["error"] == 'since: found "-1", expected 0 or more'


def test_no_fight_is_begun_by_half_a_message(tmp_path: Path) -> None:
    stranger = TestClient(create_app(tmp_path))
    answer = stranger.post("/fights", json={"encounter": "skirmish/bridge", "seed": -1})
    assert answer.json()["error"].startswith("seed: found -1, expected 0 or more")


@pytest.mark.parametrize("value", [None, True, 1.5, "x" * 300, [], {}, [[]], -1, 2**70])
def test_nothing_is_told_in_another_s_words(bridge: Table, value: Any) -> None:
    for name in ("name", "target", "with", "seq", "cmd_id", "do"):
        body = {"do": "plan", "name": "press", "seq": 1, "cmd_id": "12345678", name: value}
        answer = bridge.gm.post(**body)
        if answer.status_code == 422:
            assert not NOT_OURS.search(answer.text), answer.text
            assert "something else" not in answer.text, answer.text
