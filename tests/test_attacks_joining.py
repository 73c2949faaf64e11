"""The short link and the switch to the network, as somebody tries them who may not."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import patient_http
import pytest
from attack_helpers import House, browser, house, new_party
from table_helpers import WORKERS, Seat, Served, Table, seeded
from waiting import PATIENCE

from affray.table.hostkey import HostKey
from affray.table.joining import CODE_LETTERS, LETTERS, new_code, read_code
from affray.table.limits import Limits, Pace
from affray.table.web.app import create_app
from affray.table.web.entrance import LOCAL, Entrance
from affray.table.web.network import Network

pytestmark = pytest.mark.program

__all__ = ["house", "seeded"]

ELSEWHERE = "127.0.0.2"
FLIPS = [("GET", None), ("POST", {"open": True}), ("POST", {"open": False})]


def link_of(seat: Seat, **wanted: Any) -> str:
    answer = seat.client.post(f"{seat.at}/invite", json=wanted)
    assert answer.status_code == 200, answer.text
    return "/t/" + str(answer.json()["link"]).rpartition("/t/")[2]


# The switch


def test_only_the_host_flips_the_switch(house: House) -> None:
    made = house.begin()
    player = house.sit(made, made["seats"][0]["link"])
    gm = house.sit(made, made["gm"])
    for guest in (browser(house.app), player.client, gm.client):
        for method, body in FLIPS:
            assert guest.request(method, "/network", json=body).status_code == 403
    evil = {"origin": "https://evil.example"}
    assert house.host.post("/network", json={"open": True}, headers=evil).status_code == 403
    assert house.host.get("/network").json()["from_start"] is True
    wrong: list[Any] = [{}, {"open": "yes"}, {"open": True, "port": 1}, [], None]
    for given in wrong:
        assert house.host.post("/network", json=given).status_code == 422


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    network = Network(lambda: ELSEWHERE, allows_local=True)
    entrance = Entrance(LOCAL, key=HostKey(tmp_path))
    found = Served(create_app(tmp_path, entrance, workers=WORKERS, network=network))
    yield found
    found.close()


def test_whoever_comes_by_the_network_is_a_stranger(served: Served, tmp_path: Path) -> None:
    """On this machine everybody is the host; by the other socket nobody is without the key."""
    new_party("watch")
    opened = patient_http.post(f"{served.url}/network", json={"open": True}).json()
    there = httpx2.Client(base_url=opened["address"], timeout=PATIENCE)
    page = there.get("/", headers={"accept": "text/html"})
    assert (page.status_code, "This table is private" in page.text) == (403, True)
    for path, body in (
        ("/fights", {"encounter": "skirmish/bridge"}), ("/rests", {"party": "watch"}),
        ("/network", {"open": False}), ("/encounters?name=x.toml", {}),
    ):  # fmt: skip
        assert there.post(path, json=body).status_code == 403, path
    for path in ("/openapi.json", "/rules/skirmish", "/network"):
        assert there.get(path).status_code == 403, path
    called = {"host": f"localhost:{served.port}"}
    assert there.get("/openapi.json", headers=called).status_code == 403, "whatever it is called"
    assert there.get("/healthz", headers={"host": "evil.example"}).status_code == 421
    key = {"authorization": f"Bearer {HostKey(tmp_path).text}"}
    assert there.get("/network", headers=key).json()["open"] is True
    assert there.post("/network", json={"open": False}, headers=key).json()["open"] is False
    assert patient_http.get(f"{served.url}/network").json()["open"] is False, "here one still is"


# The short link


def test_a_code_tells_of_one_fight_s_free_seats_and_nothing_else(house: House) -> None:
    made, other = house.begin(), house.begin("skirmish/duel")
    gm = house.sit(made, made["gm"])
    link = link_of(gm)
    anna = browser(house.app)
    assert anna.post(link, data={"seat": "1", "name": "Anna Secret"}).status_code == 200
    stranger = browser(house.app)
    page = stranger.get(link).text
    assert "Bran" in page
    for told in ("Anna Secret", 'value="1"', other["id"], made["id"], "duel", "Grim", "Snick"):
        assert told not in page, told
    for path in (f"/fights/{made['id']}", f"/fights/{made['id']}/view", "/", "/rules/skirmish"):
        assert stranger.get(path).status_code == 403, path
    assert gm.client.post(f"{gm.at}/invite", json={"renew": True}).status_code == 200
    assert stranger.get(link).status_code == 403, "an ended link leads nowhere"


def test_a_seat_that_is_not_free_is_not_taken(house: House) -> None:
    made = house.begin()
    gm = house.sit(made, made["gm"])
    link = link_of(gm)
    house.sit(made, made["seats"][0]["link"]).view()  # by a link of its own, without a name
    watching = browser(house.app)
    assert watching.get(link_of(gm, kind="watch")).status_code == 200
    for seat in ("0", "1", "3", "9", "-1", "1e0", "\u0662", ""):
        answer = browser(house.app).post(link, data={"seat": seat, "name": "Eve"})
        assert answer.status_code == 422, seat
        assert "affray_" not in answer.headers.get("set-cookie", "")
    wrong: list[Any] = [{"seat": 2}, {"seat": True, "name": "x"}, {"seat": 2, "name": 3}, [], "x"]
    for body in wrong:
        assert browser(house.app).post(link, json=body).status_code == 422, body
    evil = {"origin": "https://evil.example"}
    form = {"seat": "2", "name": "Eve"}
    assert browser(house.app).post(link, data=form, headers=evil).status_code == 403


def test_of_two_who_want_a_seat_one_has_it(house: House) -> None:
    made = house.begin()
    link = link_of(house.sit(made, made["gm"]))
    codes: list[int] = []
    ready = threading.Barrier(4)

    def take(k: int) -> None:
        client = browser(house.app)
        ready.wait()
        codes.append(client.post(link, json={"seat": 1, "name": f"Guest {k}"}).status_code)

    guests = [threading.Thread(target=take, args=[k]) for k in range(4)]
    for guest in guests:
        guest.start()
    for guest in guests:
        guest.join()
    assert sorted(codes) == [200, 422, 422, 422]


def test_only_who_sits_there_hands_a_seat_over(house: House) -> None:
    made = house.begin()
    ada, bran = (house.sit(made, seat["link"]) for seat in made["seats"])
    over = ada.client.post(f"{ada.at}/hand-over", json={"seat": "Bran"}).json()["link"]
    assert "The seat of Ada" in browser(house.app).get("/t/" + over.rpartition("/t/")[2]).text
    eve, code = browser(house.app), "/t/" + over.rpartition("/t/")[2]
    assert eve.post(code, data={"seat": "2", "name": "Eve"}).status_code == 422, "not another"
    assert eve.post(code, data={"seat": "1", "name": "Eve"}).status_code == 200
    assert (bran.view()["me"]["name"], eve.get(f"{ada.at}/view").status_code) == ("Bran", 200)
    assert ada.client.get(f"{ada.at}/view").status_code == 403
    for what in ("hand-over", "leave", "invite"):
        assert ada.client.post(f"{ada.at}/{what}", json={}).status_code == 403


def test_a_seat_that_was_taken_back_is_not_handed_over(house: House) -> None:
    made = house.begin()
    gm, ada = house.sit(made, made["gm"]), house.sit(made, made["seats"][0]["link"])
    over = ada.client.post(f"{ada.at}/hand-over", json={}).json()["link"]
    body = {"seat": "Ada", "revoke": True}
    assert gm.client.post(f"{gm.at}/links", json=body).status_code == 200
    code = "/t/" + over.rpartition("/t/")[2]
    answer = ada.client.post(code, data={"seat": "1", "name": "Ada's own"})
    assert answer.status_code == 403, "not by oneself either"


@pytest.mark.parametrize(
    "code",
    ["", "x", "AB3D-7KQ", "%00", "..%2f..", "AB3D-7KQM/x", "\u0661" * 8, "A" * 5000],
)
def test_what_is_no_code_leads_nowhere(house: House, code: str) -> None:
    for method in ("GET", "POST", "HEAD"):
        answer = browser(house.app).request(method, f"/t/{code}", json={"seat": 1, "name": "x"})
        assert answer.status_code in (403, 404), f"{method} {answer.status_code}"


def test_codes_are_not_found_by_trying(tmp_path: Path) -> None:
    assert len({new_code() for _ in range(200)}) == 200
    assert (len(LETTERS) ** CODE_LETTERS, len(set(LETTERS))) == (2**40, 32)
    assert read_code("oil0-1abc") == "01101ABC"
    limits = Limits(wrong_codes_by_address=Pace(0.001, 3), wrong_codes=Pace(0.001, 5))
    entrance = Entrance(frozenset(), key=HostKey(tmp_path), is_open=True)
    app = create_app(tmp_path, entrance, workers=WORKERS, limits=limits)
    key = {"authorization": f"Bearer {HostKey(tmp_path).text}"}
    made = browser(app).post("/fights", json={"encounter": "skirmish/bridge"}, headers=key).json()
    gm = browser(app)
    assert gm.get(made["gm"]).status_code == 200
    right = gm.post(f"/fights/{made['id']}/invite", json={}).json()["link"]
    right = "/t/" + right.rpartition("/t/")[2]

    def ask(path: str, address: str) -> int:
        return int(browser(app, **{"x-forwarded-for": address}).get(path).status_code)

    assert ask(right, "testclient") == 200
    served = Served(app)
    try:
        codes = [
            patient_http.get(f"{served.url}/t/{k:08}", headers={"x-forwarded-for": "203.0.113.9"})
            for k in range(5)
        ]
        assert [answer.status_code for answer in codes] == [403, 403, 403, 429, 429]
        assert int(codes[-1].headers["retry-after"]) > 1
        from_there = {"x-forwarded-for": "203.0.113.9"}
        answer = patient_http.get(f"{served.url}{right}", headers=from_there)
        assert answer.status_code == 429, "nor is the right one told then"
        near = {"x-forwarded-for": "203.0.113.10"}
        assert patient_http.get(f"{served.url}{right}", headers=near).status_code == 200
        for _ in "12":
            assert patient_http.get(f"{served.url}/t/00000000", headers=near).status_code == 403
        last = {"x-forwarded-for": "203.0.113.11"}
        assert patient_http.get(f"{served.url}{right}", headers=last).status_code == 429, (
            "of all together"
        )
    finally:
        served.close()


# Who looks on


def test_who_looks_on_is_sent_no_sealed_answer(tmp_path: Path, seeded: None) -> None:
    """Two worlds that differ in it alone are letter for letter the same."""
    sent = []
    for stance in ("press", "brace"):
        table = Table(tmp_path / stance, "skirmish/bridge", players=2)
        watcher = Seat(table.app, table.id, link_of(table.gm, kind="watch"))
        before = watcher.view()
        table.players[0].must("plan", name=stance)
        told = [before, watcher.view(), watcher.get("log").json(), watcher.do("undo").json()]
        sent.append(json.dumps(told).replace(table.id, "ID"))
    assert sent[0] == sent[1]
    assert "takes a stance" not in sent[0]


def test_who_looks_on_sees_nobody_who_hides(tmp_path: Path, seeded: None) -> None:
    table = Table(tmp_path, "rpg-hell/gate-duel", players=1)
    watcher = Seat(table.app, table.id, link_of(table.gm, kind="watch"))
    assert "Dog" in json.dumps(watcher.view())
    table.gm.must("edit", creature="Dog", set={"hiding": "hidden"})
    assert "Dog" not in json.dumps(watcher.view()["creatures"])
    assert "Dog" not in json.dumps(watcher.view()["board"])
