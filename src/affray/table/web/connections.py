"""Connections as the server sees them: counted before anything is read from one, and those that
never ask for anything are closed."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any

import h11
import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from affray.table.limits import Headcount, Limits
from affray.table.web.entrance import house_of, is_local
from affray.table.web.guard import problem

NO_LINE = "a live line cannot be begun so"
NOTHING_SAID = (h11.IDLE, h11.SEND_RESPONSE)
SECONDS_TO_LEAVE = 2
LONGEST_WORD = 1024
"""On a live line, where pages only listen."""


PACKED = ServerPerMessageDeflateFactory(
    server_no_context_takeover=True, client_no_context_takeover=True,
    server_max_window_bits=12, client_max_window_bits=12, compress_settings={"memLevel": 5},
)  # fmt: skip
"""Each message by itself: a line that is silent would hold 36 KB to pack the next one by."""


class LiveLines(WebSocketsSansIOProtocol):
    """Who wants a line by what is no request for one (a body, a head too long) would be left
    without an answer, and with a connection nobody closes."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn.available_extensions = [PACKED]

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.transport.write(_refusal(HTTPStatus.BAD_REQUEST, NO_LINE))
            self.transport.close()


class Requests(H11Protocol):
    def send_400_response(self, msg: str) -> None:
        """What comes is no HTTP any more. An answer that was begun stands alone, and none follows:
        both would end in a fault."""
        if self.conn.our_state in NOTHING_SAID:
            super().send_400_response(msg)
        if self.cycle is not None:
            self.cycle.disconnected = True
        self.transport.close()


def counted(limits: Limits) -> dict[str, Any]:
    """For uvicorn: its own protocols, with a count of who is connected.

    What becomes a live line changes hands once and is lost by one of the two.
    """
    crowd = Headcount(limits.connections, limits.connections_by_address)

    class Counted(Requests):
        full = ""

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self.full = crowd.enter(_address(self))
            self.loop.call_later(limits.seconds_to_ask, self._close_if_silent)

        def data_received(self, data: bytes) -> None:
            if not self.full:
                super().data_received(data)
            elif not self.transport.is_closing():
                self.transport.write(_refusal(HTTPStatus.TOO_MANY_REQUESTS, self.full))
                self.transport.close()

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            if not self.full:
                crowd.leave(_address(self))

        def _close_if_silent(self) -> None:
            if self.cycle is None and self.transport.get_protocol() is self:
                self.transport.close()

    class CountedLines(LiveLines):
        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            crowd.leave(_address(self))

    return {"http": Counted, "ws": CountedLines}


def config_of(app: FastAPI, **more: Any) -> uvicorn.Config:
    """How the table is served, at whichever of its sockets; all of them are counted together."""
    return uvicorn.Config(
        app,
        **app.state.protocols,
        log_level="warning",
        ws_ping_interval=20,
        ws_max_size=LONGEST_WORD,
        timeout_graceful_shutdown=SECONDS_TO_LEAVE,
        **more,
    )


def _address(protocol: Any) -> str:
    """A proxy on this machine speaks for many; the door counts those by what it says of them."""
    host = protocol.client[0] if protocol.client else ""
    return "" if is_local(host) else house_of(host)


def _refusal(status: HTTPStatus, why: str) -> bytes:
    body = bytes(problem(status, why).body)
    later = "Retry-After: 5\r\n" if status == HTTPStatus.TOO_MANY_REQUESTS else ""
    head = f"HTTP/1.1 {status.value} {status.phrase}\r\nContent-Type: application/json\r\n{later}"
    return f"{head}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body
