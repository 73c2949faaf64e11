"""Odds at the table: nobody who plays waits for them, and nobody's are worked out for nothing."""

from __future__ import annotations

import http.client
import json
import socket
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

import pytest
import uvicorn
from fastapi import FastAPI
from fastapi.testclient import TestClient
from slow_odds import News, news, prepare_when_allowed, until_told, when_allowed
from table_helpers import Served, Table

from affray.book.encounter import Encounter
from affray.cli.table import COMPILING, TableOptions, Where, open_table
from affray.table import preview
from affray.table.jobs import Setting, setting_of
from affray.table.preparing import Preparer
from affray.table.web.app import create_app
from affray.table.web.odds import Odds
from affray.table.web.odds_list import OddsLine
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
        assert bran.get("log").status_code == 200
        bran.must("plan", name="press")  # sealed: what Ada is asked is the same
        assert bran.get("odds", plan="press").status_code == 403
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


def test_several_odds_come_by_one_request_each_as_it_is_known(tmp_path: Path, news: News) -> None:
    """What is urgent first; one that cannot be spoils no other; what is known comes at once."""
    workers = Workers(most=1, work=when_allowed)
    served = Served(create_app(tmp_path, workers=workers))
    browser = http.client.HTTPConnection("127.0.0.1", served.port)
    path, cookie = _game_master(browser)
    headers = {"cookie": cookie, "content-type": "application/json"}

    def ask(*plans: Mapping[str, object]) -> http.client.HTTPResponse:
        browser.request("POST", f"{path}/odds", json.dumps({"plans": plans}), headers)
        return browser.getresponse()

    press, brace, fly = ({"plan": name} for name in ("press", "brace", "fly"))
    answer = ask(press, fly, {**brace, "urgent": True})
    assert answer.getheader("content-type") == "application/x-ndjson"
    refused = json.loads(answer.readline())
    assert (refused["k"], refused["odds"]) == (1, None)
    assert "'fly' is not open to Ada now" in refused["error"]
    begun = [news.next()[0]]
    for _ in range(2):
        news.go_on()
        line = json.loads(answer.readline())
        label = line["odds"]["assumed"]["plan"]
        assert begun[-1] == f"begun {label}"
        assert {"Press": 0, "Brace": 2}[label] == line["k"]
        if len(begun) == 1:
            begun.append(news.next()[0])
    assert answer.read() == b""
    known = [json.loads(line)["k"] for line in ask(brace, press).read().splitlines()]
    assert known == [0, 1]
    assert news.is_quiet()
    assert ask(*([press] * 101)).status == 422
    served.close()
    workers.close()


def test_whoever_hangs_up_calls_off_all_that_has_not_come(tmp_path: Path, news: News) -> None:
    workers = Workers(most=1, work=until_told)
    served = Served(create_app(tmp_path, workers=workers))
    browser = http.client.HTTPConnection("127.0.0.1", served.port)
    path, cookie = _game_master(browser)
    body = json.dumps({"plans": [{"plan": "press"}, {"plan": "brace"}]})
    kind = {"cookie": cookie, "content-type": "application/json"}
    browser.request("POST", f"{path}/odds", body, kind)
    begun, process = news.next()
    browser.close()
    assert news.hears(begun.replace("begun", "left")) == process
    workers.close()
    assert news.is_quiet(), "what waited was never begun"
    served.close()


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
            waits = {"seq": view["seq"], "compiled": False}
            said = next(one for one in iter(line.receive_json, None) if one != waits)
            assert said == {"seq": view["seq"], "compiled": True}, "signs of life passed over"
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
    open_table("127.0.0.1", 0, Where(tmp_path), TableOptions(in_browser=False))
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("The table is open at http://127.0.0.1:")
    assert second == COMPILING, "once, however many games there are"


@pytest.mark.parametrize("played", ["skirmish/duel", "story-mode/warehouse-wolf"])
def test_odds_are_sent_as_a_worker_found_them_and_are_what_the_papers_say(
    played: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is read only to be written again, and the fight's file is written once for all."""
    written: list[Encounter] = []

    def counted(encounter: Encounter) -> Setting:
        written.append(encounter)
        return setting_of(encounter)

    monkeypatch.setattr(preview, "setting_of", counted)
    table = Table(tmp_path, played)
    offers = table.gm.view()["pending"]["offers"][:3]
    plans = [{"plan": o["name"], "target": o["target"] or ""} for o in offers]
    asked = [table.gm.client.get(f"{table.gm.at}/odds", params=plan) for plan in plans]
    found = [answer.json() for answer in asked]
    assert [Odds.model_validate(odds).lines > 0 for odds in found] == [True] * len(plans)
    listed = table.gm.client.post(f"{table.gm.at}/odds", json={"plans": plans})
    lines = [OddsLine.model_validate_json(line) for line in listed.text.splitlines()]
    assert [line.k for line in lines] == [*range(len(plans))]
    assert [json.loads(line)["odds"] for line in listed.text.splitlines()] == found
    assert len(written) == 1
