"""Half a request, or none: answered or let go, and no fault in the log."""

from __future__ import annotations

import socket
import time
from contextlib import suppress
from pathlib import Path

import pytest
from table_helpers import WORKERS, Served
from waiting import PATIENCE

from affray.table.limits import USUAL
from affray.table.web.app import create_app
from affray.table.web.connections import counted

pytestmark = pytest.mark.program


def _said(line: socket.socket) -> bytes:
    line.settimeout(PATIENCE)
    out = b""
    while part := line.recv(4096):
        out += part
    return out


LINE = (
    b" HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


@pytest.mark.parametrize(
    "asked",
    [
        b"POST /network" + LINE + b"Content-Length: 2\r\n\r\n{}",
        b"GET /network" + LINE + b"Content-Length: 5\r\n\r\n",
        b"GET /network" + LINE + b"Cookie: " + b"a" * 9000 + b"\r\n\r\n",
        b"GET /network" + LINE + b"X: y\r\n" * 200 + b"\r\n",
    ],
    ids=["a post", "a body", "a long line", "many lines"],
)
def test_what_is_no_live_line_is_answered_and_let_go(tmp_path: Path, asked: bytes) -> None:
    """It was left open for ever, without an answer, and counted as a connection."""
    served = Served(create_app(tmp_path, workers=WORKERS), **counted(USUAL))
    try:
        with socket.create_connection(("127.0.0.1", served.port)) as line:
            line.sendall(asked)
            said = _said(line)
    finally:
        served.close()
    assert said.startswith(b"HTTP/1.1 400 ")
    assert b"a live line cannot be begun so" in said


@pytest.mark.parametrize(
    "then", [b"\xff\r\n", b"zz\r\n", b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"]
)
def test_no_half_request_is_a_fault_in_the_log(
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capsys: pytest.CaptureFixture[str],
    then: bytes,
) -> None:
    """What comes in the midst of an answer, or after it, was a page of traceback each."""
    served = Served(create_app(tmp_path, workers=WORKERS), **counted(USUAL))
    head = b"POST /fights HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    try:
        for more in (b"Origin: null\r\n", b"", b"Expect: 100-continue\r\n"):
            for pause in (0.0, 0.1):
                with socket.create_connection(("127.0.0.1", served.port)) as line:
                    line.sendall(head + more + b"Transfer-Encoding: chunked\r\n\r\n")
                    time.sleep(pause)
                    with suppress(OSError):  # they have closed it already
                        line.sendall(then)
                        _said(line)
    finally:
        served.close()
    assert not [one for one in caplog.records if one.exc_info]
    assert "Traceback" not in capsys.readouterr().err


def test_a_length_longer_than_any_number_is_refused_at_once(tmp_path: Path) -> None:
    """It was taken for none at all, and waited for."""
    served = Served(create_app(tmp_path, workers=WORKERS), **counted(USUAL))
    head = b"POST /fights HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: "
    try:
        with socket.create_connection(("127.0.0.1", served.port)) as line:
            line.sendall(head + b"9" * 19 + b"\r\n\r\n{}")
            assert _said(line).startswith(b"HTTP/1.1 413 ")
    finally:
        served.close()
