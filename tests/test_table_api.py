"""The table over HTTP: who comes in, what is accepted, what is refused and why."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from fastapi.testclient import TestClient
from table_helpers import Seat, Table, seeded

from affray.book.shelf import SHELF
from affray.table.web.app import create_app
from affray.table.web.entrance import Entrance

__all__ = ["seeded"]


@pytest.fixture
def bridge(tmp_path: Path, seeded: None) -> Table:
    """Ada and Bran, each played by a person of their own, against the computer."""
    return Table(tmp_path, "skirmish/bridge", players=2)


@pytest.fixture
def alone(tmp_path: Path, seeded: None) -> Table:
    return Table(tmp_path, "skirmish/bridge")


# Coming in


def test_one_click_gives_a_fight_one_can_play(tmp_path: Path) -> None:
    browser = TestClient(create_app(tmp_path))
    page = browser.get("/")
    assert page.status_code == 200
    assert 'value="skirmish/bridge"' in page.text
    page = browser.post("/fights", data={"encounter": "skirmish/bridge"})
    assert page.status_code == 200
    assert re.fullmatch(r"/fights/\w+", page.url.path)
    assert not page.url.query, "the token has left the address bar"
    assert "Two at the bridge" in page.text
    assert f'href="{page.url.path}"' in browser.get("/").text, "it can be continued"
    assert page.url.path not in TestClient(create_app(tmp_path)).get("/").text
    view = browser.get(f"{page.url.path}/view").json()
    assert view["pending"]["mine"], "a seat nobody has taken is the game master's"


def test_what_is_over_is_not_to_be_continued(tmp_path: Path) -> None:
    browser = TestClient(create_app(tmp_path))
    old, new = (browser.post("/fights", data={"encounter": "skirmish/bridge"}).url for _ in "12")
    assert 'id="over"' not in browser.get("/").text
    for creature, wounds in (("Grim", 4), ("Snick", 2)):
        change = {"do": "edit", "creature": creature, "set": {"wounds": wounds}}
        seq = browser.get(f"{old.path}/view").json()["seq"]
        body = {**change, "cmd_id": f"by-hand-{creature}", "seq": seq}
        assert browser.post(f"{old.path}/commands", json=body).status_code == 200
    going, _, over = browser.get("/").text.partition('id="over"')
    assert (old.path in going, new.path in going) == (False, True)
    assert (old.path in over, new.path in over) == (True, False)


def test_a_link_is_swapped_for_a_cookie(alone: Table) -> None:
    browser = TestClient(alone.app, follow_redirects=False)
    answer = browser.get(alone.links["gm"])
    assert answer.status_code == 303
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    token = alone.links["gm"].partition("as=")[2]
    assert len(token) >= 22, "128 bits"


@pytest.mark.parametrize("path", ["", "/view", "/log", "/odds?plan=press"])
def test_no_link_no_entry(alone: Table, path: str) -> None:
    stranger = TestClient(alone.app)
    for headers in ({}, {"cookie": f"affray_{alone.id}=guessed-it"}):
        answer = stranger.get(f"/fights/{alone.id}{path}", headers=headers)
        assert answer.status_code == 403
        assert answer.json()["error"] == "open the link of your seat first"
    assert stranger.get("/fights/nowhere/view").status_code == 403


def test_a_token_of_one_fight_opens_no_other(alone: Table, tmp_path: Path) -> None:
    other = Table(tmp_path, "skirmish/duel")
    token = alone.links["gm"].partition("as=")[2]
    answer = TestClient(alone.app).get(f"/fights/{other.id}?as={token}")
    assert answer.status_code == 403


def test_a_seat_is_taken_by_opening_its_page(alone: Table) -> None:
    assert alone.gm.view()["pending"]["mine"]
    ada = Seat(alone.app, alone.id, alone.links["seats"][0]["link"])
    assert alone.gm.view()["pending"]["mine"], "a link that was only looked at is not taken"
    assert ada.post(cmd_id="not-asked", seq=1, do="dice", faces=[1]).status_code == 422
    assert not alone.gm.view()["creatures"][0]["taken"], "nor by what was refused"
    assert ada.view()["pending"]["mine"]
    seen = alone.gm.view()["pending"]
    assert seen["name"] == "Bran"
    assert seen["sealing"]["waiting"] == ["Ada"]
    seen = alone.gm.must("plan", name="press")["pending"]
    assert (seen["mine"], seen["prompt"], seen["offers"]) == (False, "waiting for Ada", [])


def test_links_are_given_out_and_called_back(bridge: Table) -> None:
    ada = bridge.players[0]
    assert ada.client.post(f"{ada.at}/links", json={}).status_code == 403
    made = bridge.gm.client.post(f"{bridge.gm.at}/links", json={}).json()["seats"]
    assert [(seat["name"], seat["taken"]) for seat in made] == [("Ada", True), ("Bran", True)]
    second = Seat(bridge.app, bridge.id, made[0]["link"])
    assert second.view()["pending"]["mine"]
    assert ada.view()["pending"]["mine"], "the older link still holds"
    body = {"seat": "Ada", "revoke": True}
    made = bridge.gm.client.post(f"{bridge.gm.at}/links", json=body).json()["seats"]
    assert ada.get("view").status_code == second.get("view").status_code == 403
    assert bridge.gm.view()["pending"]["mine"]
    assert Seat(bridge.app, bridge.id, made[0]["link"]).view()["pending"]["mine"]
    answer = bridge.gm.client.post(f"{bridge.gm.at}/links", json={"seat": "Nobody"})
    assert answer.status_code == 422


GIVEN_OUT = [("invite", {}), ("invite", {"kind": "watch"}), ("hand-over", {"seat": "Ada"})]


@pytest.mark.parametrize(
    ("address", "called", "led_to"),
    [
        ("http://192.168.1.7:8000/", "http://127.0.0.1:8000", "192.168.1.7"),
        ("http://192.168.1.7:8000/", "http://localhost:8000", "192.168.1.7"),
        ("http://192.168.1.7:8000/", "http://table.local:8000", "table.local"),
        ("http://127.0.0.1:8000/", "http://localhost:8000", "localhost"),
    ],
)
def test_links_lead_where_other_machines_can_follow(
    tmp_path: Path, address: str, called: str, led_to: str
) -> None:
    app = create_app(tmp_path, address=address)
    browser = TestClient(app, base_url=called)
    page = browser.post("/fights", data={"encounter": "skirmish/bridge"})
    assert str(page.url).startswith(called), "the game master stays where the cookie is"
    made = browser.post(f"{page.url.path}/links", json={}).json()["seats"]
    assert {urlsplit(seat["link"]).hostname for seat in made} == {led_to}


def test_links_are_as_safe_as_the_address_of_the_table(tmp_path: Path) -> None:
    """A proxy that speaks TLS need not say so: the table was told when it was opened."""
    secure = "https://table.example.org/"
    browser = TestClient(create_app(tmp_path, address=secure), base_url="http://table.example.org")
    begun = browser.post("/fights", data={"encounter": "skirmish/bridge"}, follow_redirects=False)
    assert begun.headers["location"].startswith("/fights/"), "the browser stays where it is"
    at = browser.get(begun.headers["location"]).url.path
    links = [seat["link"] for seat in browser.post(f"{at}/links", json={}).json()["seats"]]
    links += [browser.post(f"{at}/{what}", json=said).json()["link"] for what, said in GIVEN_OUT]
    assert len(links) > len(GIVEN_OUT)
    assert [link for link in links if not link.startswith(secure)] == []


def test_only_samples_can_be_begun(tmp_path: Path) -> None:
    client = TestClient(create_app(tmp_path))
    for ref in ("skirmish/brigde", "/etc/passwd", "../duel.toml", ""):
        answer = client.post("/fights", json={"encounter": ref})
        assert answer.status_code == 422
        assert re.match("no (encounter|ruleset) is called", answer.json()["error"])
    for body in (b"", b"[]", b"{", b"\xff", b'{"encounter": 3}'):
        answer = client.post("/fights", content=body)
        assert answer.status_code == 422


# Commands


def test_a_foreign_seat_is_refused(bridge: Table) -> None:
    bridge.players[1].must("plan", name="press")
    for seat in (bridge.players[1], bridge.gm):
        answer = seat.do("plan", name="press")
        assert answer.status_code == 403
        assert answer.json()["error"] == "it is for Ada to answer"
        assert seat.do("answer", question="stance", option="press").status_code == 403
    assert bridge.players[0].do("plan", name="press").status_code == 200


def test_a_stale_command_is_told_where_the_fight_is(bridge: Table) -> None:
    ada = bridge.players[0]
    seq = ada.view()["seq"]
    ada.must("plan", name="press")
    answer = ada.post(cmd_id="too-late", seq=seq, do="plan", name="brace")
    assert answer.status_code == 409
    assert answer.json()["seq"] == seq + 1
    assert ada.post(cmd_id="too-soon", seq=seq + 9, do="undo").status_code == 409


def test_what_a_rule_forbids_names_it(alone: Table) -> None:
    answer = alone.gm.do("plan", name="strike", target="Grim")
    assert answer.status_code == 422
    assert answer.json()["rules"] == ["SK-6"], "those of the question it answers"
    assert "open are Press, Brace" in answer.json()["error"]
    answer = alone.gm.do("answer", question="stance", option="none")
    assert answer.status_code == 422
    assert answer.json()["rules"] == ["SK-3", "SK-4"]
    answer = alone.gm.do("plan", name="press", **{"with": {"stance": "brace"}})
    assert answer.status_code == 422
    assert answer.json()["rules"] == ["SK-3", "SK-4"]
    assert alone.gm.view()["seq"] == 1


def test_a_retry_is_answered_the_same_and_applied_once(bridge: Table) -> None:
    ada, bran = bridge.players
    seq = ada.view()["seq"]
    body = {"cmd_id": "only-once", "seq": seq, "do": "plan", "name": "press"}
    first = ada.post(**body)
    bran.must("plan", name="brace")
    told = ada.log()
    assert first.json()["seq"] == seq + 1
    assert [ada.post(**body).json()["seq"] for _ in range(3)] == [seq + 1] * 3
    bridge.restart()
    again = ada.post(**body).json()
    assert again == {"seq": seq + 1, "view": ada.view()}, "done once, and seen as it is now"
    assert bran.post(**body).status_code == 403
    assert ada.log() == told
    assert ada.view()["seq"] == seq + 2


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"do": "plan"},
        {"do": "dance", "cmd_id": "12345678", "seq": 1},
        {"do": "plan", "name": "press", "cmd_id": "short"},
        {"do": "plan", "name": "press", "seq": "1"},
        {"do": "plan", "name": "press", "more": 1},
        {"do": "plan", "name": "press", "with": {"a": 1}},
        {"do": "plan", "name": "press", "with": {"a": "b"}},
        {"do": "answer", "question": "target", "option": "Ada"},
        {"do": "dice", "faces": [1]},
        {"do": "dice", "faces": ["1"]},
        {"do": "undo", "to": 3},
        {"do": "edit", "creature": "Odo", "set": {"wounds": 1}},
        {"do": "edit", "creature": "Ada", "set": {"sealed": 1}},
        {"do": "edit", "creature": "Ada", "set": {"wounds": 99}},
        {"do": "edit", "creature": "Ada", "set": {"wounds": None}},
        {"do": "edit", "creature": "Ada", "set": {"wounds": 10**30}},
        {"do": "edit", "creature": "Ada", "set": {"wounds": [[1]]}},
        {"do": "edit", "creature": "Ada", "set": {"wounds": 1, "place": 2}},
        {"do": "edit", "creature": "Ada", "set": {}},
        {"do": "edit", "creature": "Ada", "field": "wounds", "value": 1},
        {"do": "seat", "creature": "Ada", "player": "timid"},
        {"do": "then", "what": "rest"},
    ],
)  # fmt: skip
def test_bad_commands_are_refused_with_a_reason(alone: Table, body: dict[str, Any]) -> None:
    before = alone.gm.view()
    answer = alone.gm.post(**{"seq": 1, "cmd_id": "12345678", **body})
    assert answer.status_code in (403, 422), answer.text
    assert answer.json()["error"]
    assert alone.gm.view() == before


# Odds


def test_odds_are_exact_and_open(alone: Table) -> None:
    alone.gm.must("plan", name="press")
    alone.gm.must("plan", name="press")
    found = alone.gm.get("odds", plan="strike", target="Grim").json()
    assert sum(o["percent"] for o in found["outcomes"]) == pytest.approx(100)
    assert all(re.fullmatch(r"\d+/\d+", o["p"]) for o in found["outcomes"])
    assert found["how"][0]["rules"] == ["SK-7"]
    assert alone.gm.get("odds", plan="strike", target="Ada").status_code == 422
    assert alone.gm.get("odds", plan="strike").status_code == 422
    assert alone.gm.get("odds", plan="strike", target="Grim", **{"with": "x"}).status_code == 422
    assert alone.gm.get("odds").status_code == 422


def test_odds_nobody_would_wait_for(alone: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("affray.table.preview.MOST_SECONDS", -1.0)
    assert alone.gm.get("odds", plan="press").json() == {"too_many": True}
    monkeypatch.setattr("affray.table.preview.MOST_SECONDS", 20.0)
    assert alone.gm.get("odds", plan="press").json()["outcomes"], "asked again, with more time"


# What holds for every answer


def test_another_site_may_not_post(alone: Table) -> None:
    seq = alone.gm.view()["seq"]
    body = {"cmd_id": "from-afar", "seq": seq, "do": "plan", "name": "press"}
    path = f"{alone.gm.at}/commands"
    for origin in ("http://elsewhere.example", "null", "http://testserver:81"):
        answer = alone.gm.client.post(path, json=body, headers={"origin": origin})
        assert answer.status_code == 403
    own = alone.gm.client.post(path, json=body, headers={"origin": "http://testserver"})
    assert own.status_code == 200


def test_headers(alone: Table) -> None:
    for path in ("/", f"{alone.gm.at}", f"{alone.gm.at}/view", "/rules/skirmish", "/nowhere"):
        headers = alone.gm.client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert headers["referrer-policy"] == "same-origin"
        assert headers["cache-control"] == "no-store"


def test_only_names_it_goes_by(tmp_path: Path) -> None:
    app = create_app(tmp_path, Entrance(frozenset({"127.0.0.1"})))
    assert TestClient(app).get("/healthz").status_code == 421
    assert TestClient(app, base_url="http://127.0.0.1:8000").get("/healthz").status_code == 200


def test_pages_and_papers(alone: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    client = alone.gm.client
    assert client.get("/healthz").json() == {"ok": True}
    paths = client.get("/openapi.json").json()["paths"]
    assert {"/fights", "/fights/{fight}/commands", "/fights/{fight}/view"} <= set(paths)
    assert "SK-7" in client.get(f"/rules/skirmish?fight={alone.id}").text
    rules = SHELF.get("skirmish").book.rules
    monkeypatch.setitem(rules, "SK-7", replace(rules["SK-7"], narrower="No left hands."))
    told = "Narrower than the text: No left hands."
    assert told in client.get(f"/rules/skirmish?fight={alone.id}").text
    assert client.get("/rules/nonsense").status_code == 404
    page = client.get("/rules/nonsense", headers={"accept": "text/html"})
    assert page.status_code == 404
    assert "<h1>No ruleset is called" in page.text
    assert client.get("/static/../app.py").status_code == 404


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("/fights", {"encounter": "skirmish/duel", "undo": "never"}, 'undo: found "never", expect'),
        ("commands", {"do": "edit", "creature": "Ada", "set": {"wounds": None}}, "found nothing, "),
        ("commands", {"do": "habit", "undo": None}, "undo: found null, expected 'friendly', "),
        (
            "commands",
            {"do": "add", "kind": "imp", "side": "foes", "at": [0.5]},
            "at: found [0.5], ",
        ),
    ],
)
def test_a_refusal_says_what_is_wrong_in_plain_words(
    alone: Table, path: str, body: dict[str, Any], said: str
) -> None:
    if path == "commands":
        path, body = f"{alone.gm.at}/commands", {"cmd_id": "plain-words", "seq": 1, **body}
    refused = alone.gm.client.post(path, json=body)
    assert refused.status_code == 422
    assert said in refused.json()["error"]
    for machine in ("literal[", "constrained", "NoneType", "something else"):
        assert machine not in refused.json()["error"]


def test_a_number_without_end_is_no_whole_number(alone: Table) -> None:
    body = b'{"encounter": "skirmish/duel", "seed": Infinity}'
    headers = {"content-type": "application/json"}
    refused = alone.gm.client.post("/fights", content=body, headers=headers)
    assert refused.status_code == 422
    assert refused.json()["error"].startswith("seed: found Infinity, expected a whole number")


def test_an_id_is_used_for_one_command_alone(alone: Table) -> None:
    first = {"cmd_id": "only-once", "seq": alone.gm.view()["seq"], "do": "habit", "undo": "strict"}
    answer = alone.gm.post(**first)
    assert answer.status_code == 200
    assert alone.gm.post(**first).json()["seq"] == answer.json()["seq"], "the same again is a retry"
    other = alone.gm.post(**{**first, "undo": "friendly"})
    assert other.status_code == 409
    assert other.json()["error"] == "this command id has been used for another command"
    assert alone.gm.view()["table"]["undo"] == "strict"
