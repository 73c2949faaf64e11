"""What is read by hand is taken and refused as the framework would."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from table_helpers import Table

from affray.table.logs import as_json

BY_HAND, BY_FRAMEWORK = "application/json", "application/json; charset=utf-8"
"""A head that says more than the pages' does is left to the framework."""

DO = {"do": "dice", "faces": []}
NAMED = {"cmd_id": "command-of-its-own", "seq": 1}
BODIES: dict[str, Any] = {
    "no JSON": "{",
    "half a character": '{"do": "plan", "name": "\\ud800", "cmd_id": "12345678", "seq": 1}',
    "nothing": "",
    "a list": [],
    "no such command": {"do": "win", **NAMED},
    "without an id": {**DO, "seq": 1},
    "an id that is short": {**DO, "cmd_id": "a", "seq": 1},
    "a field too many": {**DO, **NAMED, "more": 1},
    "a number as a text": {**DO, **NAMED, "seq": "1"},
    "a number with a point": {**DO, **NAMED, "seq": 1.0},
    "a long number": f'{{"do": "dice", "faces": [], "cmd_id": "12345678", "seq": {"9" * 5000}}}',
    "of another time": {**DO, **NAMED, "seq": 900},
    "not theirs to do": {"do": "habit", "habit": "strict", **NAMED},
    "no such plan": {"do": "plan", "name": "win", **NAMED},
}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return Table(tmp_path_factory.mktemp("lean"), "skirmish/bridge", players=1)


@pytest.mark.parametrize("name", BODIES)
def test_a_command_is_refused_the_same(table: Table, name: str) -> None:
    body, seat = BODIES[name], table.players[0]
    told = body if isinstance(body, str) else json.dumps(body)
    found = [
        seat.client.post(f"{seat.at}/commands", content=told, headers={"content-type": kind})
        for kind in (BY_HAND, BY_FRAMEWORK)
    ]
    assert found[0].status_code in (400, 403, 409, 422), found[0].text
    assert [one.status_code for one in found] == [found[0].status_code] * 2
    assert found[0].json() == found[1].json()
    assert found[0].headers["cache-control"] == "no-store"


@pytest.mark.parametrize("has", ["-1", "x", "\u00b2", "9" * 5000, "0", "1"])
def test_a_view_is_shown_the_same(table: Table, has: str) -> None:
    """What is no number is the framework's to refuse."""
    answer = table.gm.client.get(f"{table.gm.at}/view", headers={b"affray-has": has.encode()})
    assert answer.status_code == (200 if has in "01" else 422)


def test_a_command_is_taken_the_same(tmp_path: Path) -> None:
    shown = []
    for k, kind in enumerate((BY_HAND, BY_FRAMEWORK)):
        gm = Table(tmp_path / str(k), "skirmish/duel").gm
        wanted = {"do": "patience", "seconds": 60, "cmd_id": "command-1", "seq": gm.view()["seq"]}
        said = gm.client.post(
            f"{gm.at}/commands", content=json.dumps(wanted), headers={"content-type": kind}
        )
        assert said.status_code == 200, said.text
        shown.append({**said.json()["view"], "id": ""})
    assert shown[0] == shown[1]


ASKED = {
    "a plan": {"plan": "press"},
    "a plan for somebody": {"plan": "press", "target": ""},
    "no such plan": {"plan": "win"},
    "nothing": {},
    "a long name": {"plan": "a" * 201},
    "a name that is just too long for a person": {"plan": "press", "target": "b" * 200},
    "half a seat": {"plan": "press", "seat": "\u00b2"},
    "another's seat": {"plan": "press", "seat": "0"},
    "of nobody": {"plan": "press", "target": "Nobody"},
}


@pytest.mark.parametrize("name", ASKED)
def test_odds_are_told_and_refused_the_same(table: Table, name: str) -> None:
    """Who says that it is not urgent says nothing new, but is read by the framework."""
    seat = table.players[0]
    asked = [{**ASKED[name]}, {**ASKED[name], "urgent": "false"}]
    found = [seat.client.get(f"{seat.at}/odds", params=said) for said in asked]
    assert found[0].status_code == (200 if name.startswith("a plan") else found[1].status_code)
    assert [one.status_code for one in found] == [found[0].status_code] * 2
    assert found[0].json() == found[1].json()


def test_a_plan_that_is_said_twice_is_the_framework_s(table: Table) -> None:
    seat = table.players[0]
    found = [seat.client.get(f"{seat.at}/odds?{said}") for said in ("plan=win&plan=press", "plan=")]
    assert [one.status_code for one in found] == [200, 422]


def test_no_seat_no_view(table: Table) -> None:
    for path in ("/fights/0123456789abcdef/view", "/fights//view", "/fights/a/b/view"):
        assert table.gm.client.get(path).status_code in (403, 404), path


def test_json_is_what_python_would_write() -> None:
    for value in (
        {"a": [1, None, True, 0.5, "\u2028\x1b\u00e9"]},
        "half \ud800",
        {"b": {"c": "\udfff"}},
    ):
        assert json.loads(as_json(value)) == value
