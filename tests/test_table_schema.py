"""Whatever the papers of the interface allow, the table answers it, and never with a fault."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import schemathesis
from hypothesis import HealthCheck, given, settings
from table_helpers import Seat, Table

FAULT = 500
"""From here on an answer is the server's own mistake."""

few = settings(
    max_examples=15,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def test_no_request_is_a_fault(tmp_path: Path) -> None:
    """By somebody with a seat who is up to date: all others would not get past the door."""
    table = Table(tmp_path, "skirmish/bridge")
    papers: Any = schemathesis.openapi.from_asgi("/openapi.json", table.app)
    asked = [operation.ok() for operation in papers.get_all_operations()]
    assert len(asked) >= 8
    for operation in asked:
        _ask(operation, table)
    _be_seated(table)
    assert table.gm.view()["seq"] >= 1


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
