"""How deadly is it? Asked on the start page, worked out in the queue, kept for next time."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from fastapi.testclient import TestClient
from table_helpers import WORKERS

from affray.book.encounter import find_encounter
from affray.lab.forecast import Outlook
from affray.table.forecasting import Forecasts
from affray.table.web.app import create_app

DUEL = "skirmish/duel"


def asked(client: TestClient, **query: Any) -> Any:
    answer = client.get("/forecast", params={"encounter": DUEL, **query})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_usual_at_once_then_well_played_and_all_of_it_kept(tmp_path: Path) -> None:
    client = TestClient(create_app(tmp_path, workers=WORKERS))
    assert asked(client)["usual"] is None
    first = asked(client, more=True)
    assert first["usual"]["player"] == "bold"
    assert first["well"] is None
    win = first["usual"]["win"]
    assert 0 <= win["low"] <= win["p"] <= win["high"] <= 100
    assert {fall["name"] for fall in first["usual"]["falls"]} == {"Ada"}
    assert first["minutes"] >= 1
    second = asked(client, more=True)
    assert second["usual"] == first["usual"]
    assert second["well"]["fights"] == 1
    assert asked(client, more=True)["well"]["fights"] == 2
    again = TestClient(create_app(tmp_path, workers=WORKERS))
    assert asked(again)["well"]["fights"] == 2, "kept for next time"


def test_what_cannot_be_read_is_made_anew(tmp_path: Path) -> None:
    client = TestClient(create_app(tmp_path, workers=WORKERS))
    asked(client, more=True)
    (kept,) = tmp_path.glob("forecasts/skirmish-*/*.json")
    told = json.loads(kept.read_text())
    for text in ("{", "[]", json.dumps({"usual": {**told["usual"], "wins": 10**9}})):
        kept.write_text(text)
        again = TestClient(create_app(tmp_path, workers=WORKERS))
        assert asked(again)["usual"] is None


def test_another_encounter_is_another_file_and_nothing_is_added_twice(tmp_path: Path) -> None:
    forecasts = Forecasts(tmp_path)
    duel, bridge = find_encounter(DUEL), find_encounter("skirmish/bridge")
    job = forecasts.next_job(duel)
    assert job is not None
    told = {"outlook": Outlook(10, 4, {"Ada": 6}, {3: 10}, 12, 3).__dict__}
    forecasts.take(duel, job, told)
    forecasts.take(duel, job, told)
    assert forecasts.known(duel)["usual"].fights == 10
    assert forecasts.known(bridge) == {}
    next_one = forecasts.next_job(duel)
    assert next_one is not None
    assert next_one.sort == "well"


def test_what_is_not_there_is_refused(tmp_path: Path) -> None:
    client = TestClient(create_app(tmp_path, workers=WORKERS))
    assert client.get("/forecast").status_code == 422
    for ref in ("skirmish/nowhere", "../../etc/passwd"):
        assert client.get("/forecast", params={"encounter": ref}).status_code == 422
    unknown = client.get("/forecast", params={"encounter": DUEL, "party": "nobody"})
    assert unknown.status_code == 404
