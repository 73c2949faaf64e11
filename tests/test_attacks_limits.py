"""Too much, too often, too long, or no message at all: a 4xx and a sentence, never a 500."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2
import patient_http
import pytest
import sqlalchemy as sql
from anyio.from_thread import start_blocking_portal
from fastapi.testclient import TestClient
from slow_odds import News, news, until_told
from table_helpers import WORKERS, Seat, Served, Table
from waiting import PATIENCE, until
from websockets.sync.client import connect

from affray.book.whole import read_whole
from affray.table.limits import USUAL, Headcount, Limits, Pace, Paces
from affray.table.web.app import create_app
from affray.table.web.connections import counted
from affray.table.workers import Workers

__all__ = ["news"]

pytestmark = pytest.mark.program

NEVER = 1e-6
"""So many a second that no test is slow enough to be given another."""


class Limited:
    """A table with small limits, and its game master."""

    def __init__(self, data: Path, limits: Limits, workers: Workers = WORKERS) -> None:
        self.app = create_app(data, workers=workers, limits=limits)
        self.client = TestClient(self.app, raise_server_exceptions=False)

    def begin(self) -> Seat:
        made = self.client.post("/fights", json={"encounter": "skirmish/bridge"}).json()
        return Seat(self.app, made["id"], made["gm"])


# Bodies


def test_a_body_is_counted_as_it_comes(tmp_path: Path) -> None:
    table = Limited(tmp_path, USUAL)
    gm = table.begin()
    most = USUAL.body_bytes
    assert most == 1 << 20
    for path in ("/fights", "/rests", f"{gm.at}/commands", f"{gm.at}/links", f"{gm.at}/sit"):
        for body in (b" " * (most + 1), (b" " * (most // 4) for _ in range(5))):
            answer = gm.client.post(path, content=body)
            assert answer.status_code == 413, path
            assert answer.json()["error"].startswith("the message is too big; at most 1,048,576")
        said = gm.client.post(path, content=b" " * most)
        assert said.status_code in (400, 422), "what just fits is read"


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[Served]:
    """Two connections in all, and little patience."""
    limits = Limits(connections=2, seconds_to_send=0.1, seconds_to_ask=0.1)
    served = Served(create_app(tmp_path, workers=WORKERS, limits=limits))
    yield served
    served.close()


def _said(line: socket.socket) -> bytes:
    line.settimeout(PATIENCE)
    out = b""
    while part := line.recv(4096):
        out += part
    return out


def test_a_body_that_does_not_come_is_not_waited_for(hasty: Served) -> None:
    with socket.create_connection(("127.0.0.1", hasty.port)) as line:
        head = b"POST /fights HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        line.sendall(head + b"Content-Length: 9\r\n\r\n{")
        said = _said(line)
    assert said.startswith(b"HTTP/1.1 408 ")
    assert b"did not arrive in time" in said


# Connections


def test_connections_are_counted_before_they_say_anything(tmp_path: Path) -> None:
    limits = Limits(connections=2)
    served = Served(create_app(tmp_path, workers=WORKERS), **counted(limits))
    try:
        with ExitStack() as open_lines:
            at = ("127.0.0.1", served.port)
            lines = [open_lines.enter_context(socket.create_connection(at)) for _ in range(3)]
            for line in lines:  # they come in the order they were made
                line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            said = _said(lines[2])
        assert said.startswith(b"HTTP/1.1 429 ")
        assert b"Retry-After" in said
        assert b"the table is full (2 connections)" in said
    finally:
        served.close()


def test_who_never_asks_is_let_go(tmp_path: Path) -> None:
    limits = Limits(seconds_to_ask=0.1)
    served = Served(create_app(tmp_path, workers=WORKERS), **counted(limits))
    try:
        for begun in (b"", b"GET / HTT"):
            with socket.create_connection(("127.0.0.1", served.port)) as line:
                line.sendall(begun)
                assert _said(line) == b""
    finally:
        served.close()


def test_live_lines_count_by_address(tmp_path: Path) -> None:
    """Through a proxy on this machine, which says for whom it speaks."""
    served = Served(create_app(tmp_path, workers=WORKERS, limits=Limits(connections_by_address=2)))
    afar = {"X-Forwarded-For": "203.0.113.9"}
    try:
        made = patient_http.post(
            f"{served.url}/fights", json={"encounter": "skirmish/bridge"}
        ).json()
        client = httpx2.Client(follow_redirects=True, headers=afar, timeout=PATIENCE)
        client.get(made["gm"])
        view = f"{served.url}/fights/{made['id']}/view"
        line = view.replace("http", "ws", 1).replace("/view", "/events?since=0")
        cookie = "; ".join(f"{k}={v}" for k, v in client.cookies.items())
        headers = {**afar, "cookie": cookie}
        with connect(line, additional_headers=headers, open_timeout=PATIENCE) as first:
            assert client.get(view).status_code == 200
            with connect(line, additional_headers=headers, open_timeout=PATIENCE):
                answer = client.get(view)
                assert answer.status_code == 429
                assert "from your address (at most 2)" in answer.json()["error"]
                assert int(answer.headers["retry-after"]) >= 1
                near = {"X-Forwarded-For": "203.0.113.10"}
                assert client.get(view, headers=near).status_code == 200, "another is not hit"
            until(lambda: client.get(view).status_code == 200, "whoever has gone counts no longer")
            assert first.recv(timeout=PATIENCE)
    finally:
        served.close()


def test_a_crowd() -> None:
    crowd = Headcount(most=3, most_each=2)
    assert [bool(crowd.enter(who)) for who in ("a", "a", "a", "b", "c")] == [0, 0, 1, 0, 1]
    for who in ("a", "a", "b"):
        crowd.leave(who)
    assert [bool(crowd.enter("")) for _ in range(4)] == [0, 0, 0, 1], "here only all are counted"


# How often


def test_a_seat_asks_so_often(tmp_path: Path) -> None:
    table = Limited(tmp_path, Limits(by_seat=Pace(NEVER, 5)))
    gm, other = table.begin(), table.begin()
    codes = [gm.get("view").status_code for _ in range(6)]
    assert codes == [200] * 4 + [429] * 2, "opening its page was the first"
    answer = gm.post(cmd_id="too-often", seq=1, do="plan", name="press")
    assert answer.status_code == 429
    assert "too many requests from this seat" in answer.json()["error"]
    assert int(answer.headers["retry-after"]) > 1
    assert other.get("view").status_code == 200, "another seat is not hit"


def test_an_address_asks_so_often(tmp_path: Path) -> None:
    client = Limited(tmp_path, Limits(by_address=Pace(NEVER, 3))).client
    assert [client.get("/healthz").status_code for _ in range(5)] == [200] * 3 + [429] * 2
    assert "from this address" in client.get("/").json()["error"]


def test_a_pace_is_paid_off_with_time() -> None:
    now = [0.0]
    paces = Paces(Pace(10, 3), clock=lambda: now[0])
    assert [paces.wait("a") > 0 for _ in range(4)] == [False] * 3 + [True]
    assert paces.wait("a") == pytest.approx(0.1), "what is refused does not count"
    assert paces.wait("b") == 0
    now[0] = 0.1
    assert [paces.wait("a") > 0 for _ in range(2)] == [False, True]
    for n in range(20_000):
        now[0] += 1
        paces.wait(n)
    assert len(paces._paid_at) < 5000, "who has gone is forgotten"


def test_a_person_who_clicks_fast_is_not_hit() -> None:
    now = [0.0]
    paces = Paces(USUAL.by_seat, clock=lambda: now[0])
    for _ in range(600):  # ten clicks a second for a minute, each with two odds
        now[0] += 0.1
        assert [paces.wait("Ada") for _ in range(3)] == [0, 0, 0]


# How many, how long


def test_a_host_has_so_many_fights(tmp_path: Path) -> None:
    client = Limited(tmp_path, Limits(fights=2)).client
    body = {"encounter": "skirmish/bridge"}
    assert [client.post("/fights", json=body).status_code for _ in range(3)] == [201, 201, 422]
    said = client.post("/fights", json=body).json()["error"]
    assert said == "this table holds 2 fights, and no more than that"


def test_a_question_is_not_worked_at_for_ever(tmp_path: Path, news: News) -> None:
    workers = Workers(most=1, work=until_told)  # whose odds are never done
    gm = Limited(tmp_path, Limits(seconds_in_line=0, seconds_by_question=0), workers).begin()
    answer = gm.get("odds", plan="press")
    workers.close()
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "5")
    assert "ask again" in answer.json()["error"]


# No input is a fault


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Table:
    return Table(tmp_path_factory.mktemp("table"), "plunder/bone-cellar")


LONG = ["9" * 4500, "0x" + "f" * 5000, "-" + "9" * 4500, "0b" + "1" * 20_000, "9" * 4500 + "d6"]
ODD = ["\u00b2", "\u0663", "\x00", "[" * 3000, "[0x" + "f" * 5000 + "]", "1e9999", "nan", ""]


@pytest.mark.parametrize("text", [*LONG, *ODD], ids=lambda text: ascii(text)[:9])
def test_no_number_is_a_fault(alone: Table, text: str) -> None:
    gm, view = alone.gm, alone.gm.view()
    who = view["creatures"][0]["name"]
    numbers = [name for name, held in view["fields"][who].items() if type(held) is int]
    assert len(numbers) > 3
    for name in numbers[:4]:
        for value in (text, [text]):
            answer = gm.do("edit", creature=who, set={name: value})
            assert answer.status_code == 422, answer.text
            assert len(answer.json()["error"]) <= 1000
    offer = view["pending"]["offers"][0]
    at = {"plan": offer["name"], "target": offer["target"] or ""}
    for question in ("feet", "bearing"):
        for what in ("odds", "details"):
            answer = gm.get(what, **at, **{"with": f"{question}:{text}"})
            assert answer.status_code == 422, answer.text
    for what, name in (("log", "since"), ("view", "seat"), ("odds", "urgent")):
        assert gm.get(what, **{name: text}).status_code < 500


@pytest.mark.parametrize(
    "number",
    ["9" * 4500, "9" * 4200, "1e999", "[" * 100_000, '"\\ud800"'],
    ids=lambda text: text[:9],
)
def test_no_json_is_a_fault(alone: Table, number: str) -> None:
    who = alone.gm.view()["creatures"][0]["name"]
    for body in (
        f'{{"do": "edit", "creature": "{who}", "set": {{"place": {number}}}',
        f'{{"do": "dice", "faces": [{number}]',
        f'{{"do": "undo", "to": {number}',
        f'{{"do": "plan", "name": {number}',
    ):
        text = f'{body}, "cmd_id": "12345678", "seq": {alone.gm.view()["seq"]}}}'
        at = f"{alone.gm.at}/commands"
        answer = alone.gm.client.post(
            at, content=text, headers={"content-type": "application/json"}
        )
        assert answer.status_code in (400, 422), answer.text
        assert answer.json()["error"]


DAMAGE = [
    ("fight", "header", "ruleset = "),
    ("fight", "header", b"\xff\xfe"),
    ("fight", "players", "{"),
    ("fight", "players", "[[1]]"),
    ("chair", "creatures", "nobody"),
    ("chair", "creatures", "[99]"),
    ("link", "chair", 99),
    ("link", "chair", "x"),
    ("entry", "toml", "[[tape]]\nanswer = 99\n"),
    ("entry", "toml", b"\xff"),
    ("command", "state", "{"),
    ("command", "state", '{"plans": [{}]}'),
    ("command", "answer", "{"),
]


@pytest.mark.parametrize(("of", "field", "value"), DAMAGE, ids=str)
def test_a_damaged_row_is_the_trouble_of_its_fight_alone(
    tmp_path: Path, of: str, field: str, value: Any
) -> None:
    table = Table(tmp_path, "skirmish/bridge")
    table.gm.must("plan", name="press")
    again = f"command-{table.gm.view()['seq']}"
    other = TestClient(table.app).post("/fights", json={"encounter": "skirmish/duel"}).json()
    where = "id" if of == "fight" else "fight"
    with table.app.state.lobby.store.database.engine.begin() as db:
        change = sql.text(f"UPDATE {of} SET {field} = :value WHERE {where} = :fight")
        db.execute(change, {"value": value, "fight": table.id})
    table.restart()
    for what in ("", "/view", "/log", "/odds?plan=press", "/details?plan=press"):
        answer = table.gm.client.get(f"{table.gm.at}{what}")
        assert answer.status_code < 500, answer.text
    for cmd_id in (again, "another-one"):
        answer = table.gm.post(cmd_id=cmd_id, seq=2, do="plan", name="press")
        assert answer.status_code < 500, answer.text
    assert table.gm.client.get("/").status_code == 200
    assert Seat(table.app, other["id"], other["gm"]).view()["pending"]


def test_what_nobody_thought_of_is_told_in_one_plain_line(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = Limited(tmp_path, USUAL)

    def breaks() -> None:
        raise RuntimeError(f"a secret in {tmp_path}")

    table.app.add_api_route("/breaks", breaks)
    with caplog.at_level(logging.ERROR):
        answer = table.client.get("/breaks")
    said = "something went wrong here; the server's log says what"
    assert (answer.status_code, answer.json()["error"]) == (500, said)
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert "a secret in" in caplog.text, "the log says what"
    page = table.client.get("/breaks", headers={"accept": "text/html"})
    assert (page.status_code, "secret" in page.text) == (500, False)


def test_whole_numbers() -> None:
    assert [read_whole(text) for text in ("0", "-3", "007", "9" * 18)] == [0, -3, 7, 10**18 - 1]
    for text in ("", "-", "+1", "1.0", " 1", "1_0", "\u00b2", "\u0663", "9" * 19, "1\n"):
        assert read_whole(text) is None, text


def test_who_hangs_up_in_the_middle_of_a_message_is_no_fault(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = Table(tmp_path, "skirmish/duel")
    sent: list[object] = []

    async def receive() -> dict[str, str]:
        return {"type": "http.disconnect"}

    async def send(message: object) -> None:
        sent.append(message)

    scope = {
        "type": "http", "method": "POST", "path": "/fights", "raw_path": b"/fights",
        "query_string": b"", "root_path": "", "scheme": "http", "http_version": "1.1",
        "server": ("testserver", 80), "client": ("127.0.0.1", 1), "app": table.app,
        "headers": [(b"host", b"localhost"), (b"content-length", b"500")],
    }  # fmt: skip
    with start_blocking_portal() as portal:
        portal.call(table.app, scope, receive, send)
    assert sent == []
    assert caplog.records == []
