"""Odds at the table: nobody who plays waits for them, and nobody's are worked out for nothing."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import uvicorn
from fastapi import FastAPI
from fastapi.testclient import TestClient
from slow_odds import News, news, prepare_when_allowed, until_told, when_allowed
from table_helpers import Served, Table

from affray.cli.table import COMPILING, open_table
from affray.table.preparing import Preparer
from affray.table.web.app import create_app
from affray.table.workers import Workers

__all__ = ["news"]


@pytest.fixture
def slow(tmp_path: Path, news: News) -> Iterator[Table]:
    """A table whose odds are never done."""
    workers = Workers(most=1, work=until_told)
    yield Table(tmp_path, "skirmish/bridge", workers=workers)
    workers.close()


def test_a_plan_is_answered_while_odds_are_worked_out(slow: Table, news: News) -> None:
    """And the odds of a moment that has passed are left: they never end by themselves."""
    with ThreadPoolExecutor(2) as browsers:
        asked = [browsers.submit(slow.gm.get, "odds", plan=p) for p in ("press", "brace")]
        first, process = news.next()
        view = slow.gm.must("plan", name="press")
        assert view["pending"]["name"] == "Bran"
        assert news.hears(first.replace("begun", "left")) == process
        assert [answer.result().status_code for answer in asked] == [409, 409]
    assert news.is_quiet(), "what waited was never begun"


def test_what_moves_nothing_for_a_seat_leaves_its_odds_alone(tmp_path: Path, news: News) -> None:
    workers = Workers(most=1, work=when_allowed)
    table = Table(tmp_path, "skirmish/bridge", players=2, workers=workers)
    ada, bran = table.players
    with ThreadPoolExecutor(1) as browser:
        asked = browser.submit(ada.get, "odds", plan="press")
        news.hears("begun Press")
        assert bran.get("odds", plan="press").status_code == 403
        assert bran.get("log").status_code == 200
        news.go_on()
        assert asked.result().json()["assumed"] == {"plan": "Press"}
    again = ada.get("odds", plan="press")
    assert again.json()["assumed"] == {"plan": "Press"}, "and is known now"
    assert news.is_quiet()
    workers.close()


def _game_master(browser: http.client.HTTPConnection) -> tuple[str, str]:
    """A new fight, and the cookie of its game master."""
    body, kind = json.dumps({"encounter": "skirmish/bridge"}), {"content-type": "application/json"}
    browser.request("POST", "/fights", body, kind)
    link = urlsplit(json.loads(browser.getresponse().read())["gm"])
    browser.request("GET", f"{link.path}?{link.query}")
    answer = browser.getresponse()
    answer.read()
    return link.path, (answer.getheader("set-cookie") or "").partition(";")[0]


def test_odds_nobody_looks_at_any_more_are_left(tmp_path: Path, news: News) -> None:
    """A browser that goes away closes its line, and that is how the server knows."""
    workers = Workers(most=1, work=until_told)
    served = Served(create_app(tmp_path, workers=workers))
    browser = http.client.HTTPConnection("127.0.0.1", served.port)
    path, cookie = _game_master(browser)
    browser.request("GET", f"{path}/odds?plan=press", headers={"cookie": cookie})
    process = news.hears("begun Press")
    browser.close()
    assert news.hears("left Press") == process
    served.close()
    workers.close()


def test_the_line_says_when_the_rules_are_compiled(tmp_path: Path, news: News) -> None:
    preparer = Preparer(prepare=prepare_when_allowed)
    app = create_app(tmp_path, workers=Workers(most=1), preparer=preparer)
    with TestClient(app) as client:
        assert news.next()[0].startswith("compiling")
        made = client.post("/fights", json={"encounter": "skirmish/bridge"}).json()
        client.get(made["gm"])
        at = f"/fights/{made['id']}"
        view = client.get(f"{at}/view").json()
        assert view["compiled"] is False
        with client.websocket_connect(f"{at}/events?since={view['seq']}") as line:
            assert line.receive_json() == {"seq": view["seq"], "compiled": False}
            news.hears("compiling skirmish")
            news.go_on()
            assert line.receive_json() == {"seq": view["seq"], "compiled": True}
        assert client.get(f"{at}/view").json()["compiled"] is True
        assert "skirmish" in app.state.workers.compiled


def test_the_start_says_that_rules_are_being_compiled(
    tmp_path: Path, news: News, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(server: uvicorn.Server, sockets: list[socket.socket]) -> None:
        app = server.config.app
        assert isinstance(app, FastAPI)
        with TestClient(app):
            for _ in range(2):  # both games have begun, so of the first it has been said
                news.next()
                news.go_on()
        sockets[0].close()

    monkeypatch.setattr("affray.table.preparing.prepare_rules", prepare_when_allowed)
    monkeypatch.setattr(uvicorn.Server, "run", run)
    open_table("127.0.0.1", 0, tmp_path, browser=False)
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("The table is open at http://127.0.0.1:")
    assert second == COMPILING, "once, however many games there are"
