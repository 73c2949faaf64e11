"""One short link for a table: who comes picks a free seat and says their name; no browser here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
import patient_http
import pytest
from table_helpers import WORKERS, Served
from waiting import PATIENCE, until
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from affray.table.hostkey import HostKey
from affray.table.web.app import create_app
from affray.table.web.entrance import LOCAL, Entrance
from affray.table.web.network import NO_ADDRESS, Network

ELSEWHERE = "127.0.0.2"
"""An address that stands for this machine's in a network: nothing else listens there."""


class Open:
    """A table on this machine, and the switch that opens it."""

    def __init__(self, data: Path, at: str = ELSEWHERE) -> None:
        network = Network(lambda: at, allows_local=True)
        self.said: list[str] = []
        self.app = create_app(
            data,
            Entrance(LOCAL, key=HostKey(data)),
            workers=WORKERS,
            network=network,
            say=self.said.append,
        )
        self.served = Served(self.app)
        self.host = client(self.served.url)

    def switch(self, is_open: bool) -> dict[str, Any]:
        answer = self.host.post("/network", json={"open": is_open})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def begin(self, encounter: str = "skirmish/bridge") -> httpx2.Client:
        """As its game master, at this machine."""
        made = self.host.post("/fights", json={"encounter": encounter}).json()
        gm = client(f"{self.served.url}/fights/{made['id']}/")
        at = made["gm"].partition("/fights/")[2]
        assert gm.get(f"{self.served.url}/fights/{at}").status_code == 200
        return gm

    def link(self, gm: httpx2.Client, **wanted: Any) -> str:
        answer = gm.post("invite", json=wanted)
        assert answer.status_code == 200, answer.text
        return str(answer.json()["link"])


def client(base: str = "") -> httpx2.Client:
    return httpx2.Client(base_url=base, follow_redirects=True, timeout=PATIENCE)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Open]:
    found = Open(tmp_path / "table")
    yield found
    found.served.close()


def free_seats(page: str) -> dict[str, int]:
    found = re.findall(r'name="seat" value="(\d+)"[^>]*>\s*<span>([^<]+?)\s*<', page)
    return {name: int(n) for n, name in found}


def sit_down(link: str, seat: str, name: str, **more: str) -> httpx2.Client:
    """Somebody with a browser of their own; the client is theirs at the fight."""
    guest = client()
    page = guest.get(link)
    assert page.status_code == 200, page.text
    answer = guest.post(link, data={"seat": str(free_seats(page.text)[seat]), "name": name, **more})
    assert answer.status_code == 200, answer.text
    guest.base_url = httpx2.URL(str(answer.url).partition("?")[0] + "/")
    return guest


def me(guest: httpx2.Client) -> dict[str, Any]:
    found: dict[str, Any] = guest.get("view").json()["me"]
    return found


def _hear_all(line: ClientConnection) -> None:
    while True:  # until it is closed: a sign of life may have been under way
        line.recv(timeout=PATIENCE)


def test_the_switch_opens_and_closes_without_a_restart(table: Open) -> None:
    assert table.host.get("/network").json() == {
        "open": False, "from_start": False, "address": "", "problem": "", "note": "",
    }  # fmt: skip
    port = table.served.port
    with pytest.raises(httpx2.ConnectError):
        patient_http.get(f"http://{ELSEWHERE}:{port}/healthz")
    assert table.switch(True)["address"] == f"http://{ELSEWHERE}:{port}/"
    assert patient_http.get(f"http://{ELSEWHERE}:{port}/healthz").json() == {"ok": True}
    gm = table.begin()
    ada = sit_down(table.link(gm), "Ada", "Anna")
    cookies = "; ".join(f"{k}={v}" for k, v in ada.cookies.items())
    at = str(ada.base_url).replace("http", "ws", 1)
    with connect(f"{at}events?since=99", additional_headers={"cookie": cookies}) as line:
        line.recv(timeout=PATIENCE)  # whether the rules are compiled
        assert table.switch(False)["open"] is False
        with pytest.raises(ConnectionClosed):
            _hear_all(line)
    with pytest.raises(httpx2.TransportError):
        client().get(f"http://{ELSEWHERE}:{port}/healthz")
    assert gm.get("view").status_code == 200, "here it goes on"
    table.switch(True)
    assert me(ada)["person"] == "Anna", "and the seat is still theirs"


def test_a_table_that_was_open_is_open_again_after_a_restart(tmp_path: Path) -> None:
    first = Open(tmp_path)
    address = first.switch(True)["address"]
    link = first.link(first.begin())
    ada = sit_down(link, "Ada", "Anna")
    first.served.close()
    again = Open(tmp_path)
    assert again.said == [f"Open to your network again at {address} (Share closes it)."]
    assert again.host.get("/network").json()["address"] == address
    assert me(ada)["person"] == "Anna", "the seat is still theirs"
    assert "Bran" in client().get(link).text, "and the link leads to those that are free"
    again.switch(False)
    again.served.close()
    closed = Open(tmp_path)
    assert closed.said == [], "the host has closed it: nothing is to be said"
    assert not closed.host.get("/network").json()["open"]
    closed.served.close()


def test_in_another_network_it_stays_closed_and_that_is_said_everywhere(tmp_path: Path) -> None:
    first = Open(tmp_path)
    address = first.switch(True)["address"]
    first.served.close()
    moved = Open(tmp_path, at="127.0.0.3")
    (said,) = moved.said
    assert said.startswith(f"The table was open to the network at {address} and is closed again")
    assert "127.0.0.3" in said
    shown = moved.host.get("/network").json()
    assert (shown["open"], shown["note"]) == (False, said)
    assert said.replace("'", "&#39;") in moved.host.get("/").text
    moved.switch(True)
    assert "closed again" not in moved.host.get("/").text
    moved.served.close()


def test_where_there_is_no_network_that_is_said(tmp_path: Path) -> None:
    for address, why in (("", NO_ADDRESS), ("127.0.0.1", NO_ADDRESS), ("8.8.8.8", "internet")):
        network = Network(partial(str, address))
        served = Served(create_app(tmp_path, workers=WORKERS, network=network))
        assert why in patient_http.get(f"{served.url}/network").json()["problem"]
        answer = patient_http.post(f"{served.url}/network", json={"open": True})
        assert (answer.status_code, why in answer.json()["error"]) == (422, True)
        served.close()


def test_whoever_comes_picks_a_seat_and_says_their_name(table: Open) -> None:
    gm = table.begin()
    table.switch(True)
    link = table.link(gm)
    assert re.fullmatch(rf"http://{ELSEWHERE}:\d+/t/\w{{4}}-\w{{4}}", link)
    assert table.link(gm) == link, "one link, however often it is asked for"
    anna = sit_down(link, "Ada", " Anna  B ")
    assert {k: me(anna)[k] for k in ("role", "name", "person", "colour")} == {
        "role": "player", "name": "Ada", "person": "Anna B", "colour": "blue",
    }  # fmt: skip
    again = anna.get(link.lower().replace("-", ""))
    assert str(again.url).startswith(str(anna.base_url).rstrip("/")), "back to one's own seat"
    other = client()
    assert free_seats(other.get(link).text).keys() == {"Bran"}
    for name, seat in (("Anna B", 2), ("\u0410nna\u202e", 2), ("", 2), ("x" * 25, 2), ("Cleo", 1)):
        answer = other.post(link, data={"seat": str(seat), "name": name})
        assert (answer.status_code, 'role="alert"' in answer.text) == (422, True), name
    ben = sit_down(link, "Bran", "Ben", colour="blue")  # hers since his page was drawn
    seats = {c["name"]: (c["person"], c["colour"]) for c in gm.get("view").json()["creatures"]}
    assert seats["Ada"] == ("Anna B", "blue")
    assert seats["Bran"] == ("Ben", "red")
    assert "Every seat is taken" in other.get(link).text
    pending = ben.get("view").json()["pending"]
    assert pending["mine"] or pending["prompt"] == "waiting for Anna B (Ada)"


def test_a_seat_is_handed_over_given_back_and_taken(table: Open) -> None:
    gm = table.begin()
    table.switch(True)
    link = table.link(gm)
    phone = sit_down(link, "Ada", "Anna")
    over = phone.post("hand-over", json={}).json()["link"]
    laptop = client()
    page = laptop.get(over)
    assert 'value="Anna"' in page.text
    assert laptop.post(over, data={"seat": "1", "name": "Anna"}).status_code == 200
    laptop.base_url = phone.base_url
    assert me(laptop)["person"] == "Anna"
    assert phone.get("view").status_code == 403, "it is theirs no more"
    assert client().get(over).status_code == 403, "once"
    assert free_seats(client().get(link).text).keys() == {"Bran"}
    assert laptop.post("leave", json={}).json() == {"ok": True}
    assert laptop.get("view").status_code == 403
    ben = sit_down(link, "Ada", "Ben")
    assert gm.post("links", json={"seat": "Ada", "revoke": True}).status_code == 200
    assert ben.get("view").status_code == 403
    seats = gm.get("view").json()["seats"]
    assert [(s["person"], s["taken"]) for s in seats] == [("", False), ("", False)]
    given = gm.post("hand-over", json={"seat": "Bran"}).json()["link"]
    assert "handed over" in client().get(given).text
    assert gm.post("hand-over", json={"seat": "nobody"}).status_code == 422


def test_who_looks_on_does_nothing(table: Open) -> None:
    gm = table.begin("skirmish/duel")
    table.switch(True)
    link = table.link(gm, kind="watch")
    assert link != table.link(gm)
    eve, fay = client(), client()
    for watcher in (eve, fay):
        page = watcher.get(link)
        watcher.base_url = httpx2.URL(str(page.url) + "/")
    seen = eve.get("view").json()
    assert (seen["me"]["role"], seen["me"]["creatures"]) == ("watcher", [])
    assert seen["pending"]["mine"] is False
    assert not any(c["mine"] or c["sheet"] for c in seen["creatures"])
    assert "seats" not in seen
    order = {"cmd_id": "look-on-1", "seq": seen["seq"]}
    for more in (
        {"do": "plan", "name": "press"}, {"do": "undo"}, {"do": "ask-undo"},
        {"do": "call", "name": "Eve"}, {"do": "habit", "undo": "strict"},
        {"do": "dice", "faces": []}, {"do": "edit", "creature": "Ada", "set": {"wounds": 1}},
        {"do": "seat", "creature": "Ada", "typed_dice": True}, {"do": "then", "what": "again"},
    ):  # fmt: skip
        assert eve.post("commands", json={**order, **more}).status_code == 403, more
    for what in ("invite", "hand-over", "leave", "links"):
        assert eve.post(what, json={}).status_code == 403, what
    assert eve.get("odds", params={"plan": "press"}).status_code == 403
    before = seen["seq"]
    seq = gm.get("view").json()["seq"]
    gm.post("commands", json={"cmd_id": "gm-press-1", "seq": seq, "do": "plan", "name": "press"})
    until(lambda: fay.get("view").json()["seq"] > before, "who looks on sees what happens")
    assert gm.get("view").json()["table"]["undo"] == "friendly", "nobody has come to play"


def test_one_is_called_otherwise(table: Open) -> None:
    gm = table.begin()
    anna = sit_down(table.link(gm), "Ada", "Anna")
    seq = anna.get("view").json()["seq"]
    order = {
        "cmd_id": "called-otherwise",
        "seq": seq,
        "do": "call",
        "name": "Ann",
        "colour": "teal",
    }
    assert anna.post("commands", json=order).status_code == 200
    assert (me(anna)["person"], me(anna)["colour"]) == ("Ann", "teal")
    order = {"cmd_id": "called-as-another", "seq": seq + 1, "do": "call", "name": "game MASTER"}
    assert anna.post("commands", json=order).status_code == 422
