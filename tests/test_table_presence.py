"""Who is at the table: by live lines and a clock of the test's own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from table_helpers import Seat, Table

from affray.table.presence import Presence


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_here_away_and_gone() -> None:
    clock = Clock()
    presence = Presence(clock)
    assert presence.of("f", 1) == "gone"
    line = presence.come("f", 1)
    second = presence.come("f", 1)
    assert (presence.of("f", 1), presence.moved("f")) == ("here", 1)
    presence.look(line, looks=False)
    assert presence.of("f", 1) == "here", "another tab is looked at"
    presence.look(second, looks=False)
    assert presence.of("f", 1) == "away"
    clock.now += 40
    assert (presence.of("f", 1), presence.away_for("f", 1)) == ("away", 40)
    presence.look(line, looks=True)
    presence.leave(line)
    presence.leave(second)
    assert presence.of("f", 1) == "away", "a line that was cut may come back"
    assert presence.pass_by() == set()
    clock.now += 16
    assert presence.pass_by() == {"f"}
    assert presence.of("f", 1) == "gone"
    assert presence.pass_by() == set(), "said once"


def test_a_nudge_is_polite() -> None:
    clock = Clock()
    presence = Presence(clock)
    assert presence.nudge("f", 1, "Ada", 2) == 0
    assert presence.nudged("f", 2) == (1, "Ada")
    assert presence.nudge("f", 3, "Cora", 2) == 20, "one is nudged by all of them together"
    clock.now += 19
    assert presence.nudge("f", 1, "Ada", 2) == 1
    clock.now += 1
    assert presence.nudge("f", 3, "Cora", 2) == 0
    assert presence.nudged("f", 2) == (2, "Cora")


def line_of(client: TestClient, seat: Seat) -> Any:
    headers = {"cookie": seat.cookie, "origin": "http://testserver"}
    seq = seat.view()["seq"]
    return client.websocket_connect(f"{seat.at}/events?since={seq}", headers=headers)


def told(line: Any, what: str) -> Any:
    """The next word of a kind; between them a line tells other things, and that it is alive."""
    while what not in (news := line.receive_json()):
        pass
    return news[what]


def test_a_page_says_whether_somebody_looks_and_hears_a_nudge(tmp_path: Path) -> None:
    table = Table(tmp_path, "skirmish/bridge", players=2)
    ada, bran = table.players
    with TestClient(table.app) as client, line_of(client, ada) as hers:
        assert bran.view()["present"] == {"Game master": "gone", "Ada": "here", "Bran": "gone"}
        with line_of(client, bran) as his:
            assert told(hers, "present")["Bran"] == "here"
            his.send_text("away")
            assert told(hers, "present")["Bran"] == "away"
            his.send_text("here")
            assert told(hers, "present")["Bran"] == "here"
            ada.must("plan", name="press")
            nudged = client.post(
                f"{ada.at}/nudge", json={"seat": "Bran"}, headers={"cookie": ada.cookie}
            )
            assert nudged.status_code == 200
            assert told(his, "nudged") == "Ada"
            again = ada.client.post(f"{ada.at}/nudge", json={"seat": "Bran"})
            assert (again.status_code, again.headers["retry-after"]) == (429, "20")
            own = bran.client.post(f"{bran.at}/nudge", json={"seat": "Ada"})
            assert own.status_code == 422, "she is not waited for"


def test_a_seat_nobody_has_sat_down_in_is_free(tmp_path: Path) -> None:
    """Nobody is missing there; who has sat down and does not look is not here."""
    table = Table(tmp_path, "skirmish/bridge", players=1)
    ada = table.players[0]
    assert ada.view()["present"] == {"Game master": "gone", "Ada": "gone", "Bran": "free"}
    with TestClient(table.app) as client, line_of(client, ada) as hers:
        bran = Seat(table.app, table.id, table.links["seats"][1]["link"])
        bran.view()
        assert ada.view()["present"]["Bran"] == "gone"
        with line_of(client, bran):
            assert told(hers, "present")["Bran"] == "here"


def test_who_nudges_is_called_as_they_have_said(tmp_path: Path) -> None:
    table = Table(tmp_path, "skirmish/bridge", players=2)
    ada, bran = table.players
    ada.must("call", name="Anna", colour="")
    with TestClient(table.app) as client, line_of(client, bran) as his:
        ada.must("plan", name="press")
        client.post(f"{ada.at}/nudge", json={"seat": "Bran"}, headers={"cookie": ada.cookie})
        assert told(his, "nudged") == "Anna (Ada)"


def test_nothing_else_is_said_on_the_line(tmp_path: Path) -> None:
    table = Table(tmp_path, "skirmish/bridge", players=1)
    with TestClient(table.app) as client, line_of(client, table.players[0]) as line:
        line.send_text("elsewhere")
        with pytest.raises(WebSocketDisconnect) as caught:
            told(line, "anything")
        assert caught.value.reason == "only 'here' and 'away' are said on this line"
