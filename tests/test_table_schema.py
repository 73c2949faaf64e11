"""Whatever the papers of the interface allow, the table answers it, and never with a fault."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from table_helpers import Seat, Table

from affray.table.limits import USUAL, Pace

FAULT = 500
"""From here on an answer is the server's own mistake."""

SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]
few = settings(max_examples=15, suppress_health_check=SLOW)
fewer = settings(few, max_examples=3)


def test_no_request_is_a_fault(tmp_path: Path) -> None:
    """By somebody with a seat who is up to date: all others would not get past the door."""
    table = Table(tmp_path, "skirmish/bridge", limits=replace(USUAL, by_seat=Pace(1000, 10_000)))
    papers: Any = schemathesis.openapi.from_asgi("/openapi.json", table.app)
    asked = [operation.ok() for operation in papers.get_all_operations()]
    assert len(asked) >= 8
    for operation in asked:
        _ask(operation, table)
    _be_seated(table)
    assert table.gm.view()["seq"] >= 1


@pytest.mark.parametrize("who", ["player", "watcher", "nobody"])
def test_no_request_of_others_is_a_fault(tmp_path: Path, who: str) -> None:
    """The same by who may do less. Who only looks on, or has no seat, changes nothing in the fight,
    and nobody but the game master ends it."""
    table = Table(tmp_path, "skirmish/bridge", limits=replace(USUAL, by_seat=Pace(1000, 10_000)))
    cookies = _cookies_of(table, who)
    papers: Any = schemathesis.openapi.from_asgi("/openapi.json", table.app)
    before = table.gm.view()["seq"]
    refused = 0
    for operation in [one.ok() for one in papers.get_all_operations()]:
        refused += _ask_as(operation, table, cookies)
    assert refused > 0
    after = table.gm.view()["seq"]
    assert who == "player" or after == before


def _cookies_of(table: Table, who: str) -> dict[str, str]:
    if who == "nobody":
        return {}
    link = table.links["seats"][0]["link"]
    if who == "watcher":
        link = table.gm.client.post(f"{table.gm.at}/invite", json={"kind": "watch"}).json()["link"]
    return dict(Seat(table.app, table.id, link).client.cookies)


def _ask_as(operation: Any, table: Table, cookies: dict[str, str]) -> int:
    """How often that seat was turned away; a fault of the server's is a failure."""
    refused = 0

    @fewer
    @given(case=operation.as_strategy())
    def answered(case: Any) -> None:
        nonlocal refused
        if "fight" in case.path_parameters:
            case.path_parameters["fight"] = table.id
        if isinstance(case.body, dict) and "seq" in case.body:
            case.body["seq"] = table.gm.view()["seq"]
        answer = case.call(cookies=cookies)
        assert answer.status_code < FAULT, f"{operation.label}: {answer.text}"
        refused += answer.status_code in (401, 403)

    answered()
    return refused


def _be_seated(table: Table) -> None:
    """One of the requests ends the game master's links: a fresh one, as the command line gives."""
    if table.gm.get("view").status_code != 200:
        (gm,) = table.app.state.lobby.links(table.id, "http://testserver/", only_gm=True)
        table.gm = Seat(table.app, table.id, gm["link"])


def _ask(operation: Any, table: Table) -> None:
    @few
    @given(case=operation.as_strategy())
    def answered(case: Any) -> None:
        _be_seated(table)
        if "fight" in case.path_parameters:
            case.path_parameters["fight"] = table.id
        if isinstance(case.body, dict):
            known = {"seq": table.gm.view()["seq"], "creature": "Ada"}
            values = [*dict(case.body.get("set", {})).values(), 1]
            known["set"] = {"wounds": values[0]}
            case.body |= {name: known[name] for name in known if name in case.body}
        answer = case.call(cookies=dict(table.gm.client.cookies))
        assert answer.status_code < FAULT, f"{operation.label}: {answer.text}"

    answered()
