"""Seats and their links, as somebody who wants another's tries it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx2
import patient_http
import pytest
from attack_helpers import House, house
from table_helpers import Seat, Served
from waiting import PATIENCE
from websockets.exceptions import ConnectionClosedError, InvalidStatus
from websockets.sync.client import ClientConnection, connect

pytestmark = pytest.mark.program

__all__ = ["house"]


@pytest.fixture
def served(house: House) -> Iterator[Served]:
    found = Served(house.app)
    yield found
    found.close()


class Guest:
    """Somebody at a real port, with a live line."""

    def __init__(self, url: str, made: dict[str, Any], link: str) -> None:
        self.client = httpx2.Client(follow_redirects=True, timeout=PATIENCE)
        assert self.client.get(link).status_code == 200
        self.at = f"{url}/fights/{made['id']}"

    def post(self, what: str, **body: Any) -> httpx2.Response:
        return self.client.post(f"{self.at}/{what}", json=body)

    @property
    def role(self) -> str:
        answer = self.client.get(f"{self.at}/view")
        return str(answer.json()["me"]["role"]) if answer.status_code == 200 else ""

    def listen(self, query: str) -> ClientConnection:
        cookies = "; ".join(f"{name}={value}" for name, value in self.client.cookies.items())
        at = self.at.replace("http", "ws", 1)
        return connect(
            f"{at}/events?{query}", additional_headers={"cookie": cookies}, open_timeout=PATIENCE
        )


def begin_at(served: Served, house: House) -> dict[str, Any]:
    key = {"authorization": f"Bearer {house.key.text}"}
    body = {"encounter": "skirmish/bridge"}
    made: dict[str, Any] = patient_http.post(f"{served.url}/fights", json=body, headers=key).json()
    return made


def _hear_all(line: ClientConnection) -> None:
    while True:  # until it is closed: a sign of life may have been under way
        line.recv(timeout=PATIENCE)


def why_closed(line: ClientConnection) -> tuple[int, str]:
    with pytest.raises(ConnectionClosedError) as closed:
        _hear_all(line)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, closed.value.rcvd.reason


def test_the_game_master_s_link_is_renewed(house: House, served: Served) -> None:
    made = begin_at(served, house)
    gm, thief = (Guest(served.url, made, made["gm"]) for _ in "12")
    player = Guest(served.url, made, made["seats"][0]["link"])
    assert player.post("links", gm=True).status_code == 403
    with thief.listen("since=99") as line, player.listen("since=0") as other:
        (own,) = gm.post("links", gm=True).json()["seats"]
        assert why_closed(line) == (1008, "the game master has taken this seat back")
        assert json.loads(other.recv(timeout=PATIENCE))["seq"], "the others hear on"
    assert (own["role"], own["name"]) == ("gm", "Game master")
    assert thief.role == ""
    assert patient_http.get(made["gm"]).status_code == 403, "the old link has ended"
    assert gm.role == "gm", "whoever renewed it goes on"
    assert player.role == "player"
    assert Guest(served.url, made, own["link"]).role == "gm"


def test_each_of_several_seats_has_a_live_line(house: House, served: Served) -> None:
    made = begin_at(served, house)
    gm = Guest(served.url, made, made["gm"])
    data = {"token": made["seats"][0]["link"].partition("as=")[2], "how": "as well"}
    assert gm.client.post(f"{gm.at}/sit", data=data).status_code == 200
    for n in (0, 1):
        with gm.listen(f"since=0&seat={n}") as line:
            assert json.loads(line.recv(timeout=PATIENCE))["seq"] >= 1
            line.send("hello?")
            assert why_closed(line) == (
                1008,
                "only 'here' and 'away' are said on this line",
            )
    with pytest.raises(InvalidStatus):
        gm.listen("since=0&seat=2")


def test_a_second_seat_is_asked_for_first(house: House) -> None:
    made = house.begin()
    gm = house.sit(made, made["gm"])
    link = made["seats"][0]["link"]
    page = gm.client.get(link)
    assert "Sit down as Ada?" in page.text
    assert "the game master&#8217;s seat" in page.text
    assert gm.view()["me"]["role"] == "gm", "nothing has changed by looking"
    token = link.partition("as=")[2]
    sit = f"{gm.at}/sit"
    wrong = gm.client.post(sit, data={"token": token[:-1], "how": "instead"})
    assert (wrong.status_code, gm.view()["me"]["role"]) == (403, "gm")
    headers = {"origin": "https://evil.example"}
    data = {"token": token, "how": "instead"}
    assert gm.client.post(sit, data=data, headers=headers).status_code == 403
    page = gm.client.post(sit, data={"token": token, "how": "as well"})
    assert page.url.query == b"seat=1"
    assert 'data-seat="1"' in page.text
    assert "be Game master" in page.text
    assert gm.client.get(link).status_code == 200, "it is not asked again"
    assert [_me(gm, n) for n in ("0", "1")] == ["Game master", "Ada"]
    assert _me(gm, None) == "Game master", "who names none speaks for the first"
    for n in ("2", "99", "-1", "x", "\u00b2", "9" * 5000):
        assert _view(gm, n).status_code == 403, n
    page = gm.client.post(sit, data=data)
    assert "be Game master" not in page.text
    assert (_me(gm, None), _view(gm, "0").status_code) == ("Ada", 403)


def _view(seat: Seat, n: str | None) -> Any:
    headers = {} if n is None else {b"affray-seat": n.encode()}
    return seat.client.get(f"{seat.at}/view", headers=headers)


def _me(seat: Seat, n: str | None) -> str:
    return str(_view(seat, n).json()["me"]["name"])
