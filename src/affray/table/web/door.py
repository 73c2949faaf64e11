"""The door: every request and every live line comes through here, and is let in nowhere else.

What is not named here is the host's alone, so a new route is shut until somebody opens it.
"""

from __future__ import annotations

import asyncio
import logging
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus

from fastapi import HTTPException
from starlette.concurrency import run_in_threadpool
from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from affray.rules.whole import read_whole
from affray.table.limits import Crowd, Limits, Paces
from affray.table.lobby import Lobby
from affray.table.web.entrance import Entrance, house_of, is_forwarded, is_local
from affray.table.web.guard import told
from affray.table.web.seated import HOST_COOKIE, Guest, tokens_of

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",  # a link's token never leaves this server
    "X-Content-Type-Options": "nosniff",
}
READING = ("GET", "HEAD", "OPTIONS")

FOR_ALL = ("/", "/healthz")
"""The page that says whose table this is, and whether it is well; and what lies in /static."""

NO_KEY = "this is the host's alone; open the host's link first"
NO_SEAT = "open the link of your seat first"
NOT_ITS_NAME = "the table does not go by that name; affray table --name adds one"
NOT_OURS = "another site may not ask for this"
FAULT = "something went wrong here; the server's log says what"
POLICY, INTERNAL = 1008, 1011

log = logging.getLogger("affray.table")


@dataclass
class Turned(Exception):
    """Somebody is not let in, and why."""

    code: int
    why: str
    headers: dict[str, str] = field(default_factory=dict)


def too_much(why: str, seconds: float) -> Turned:
    return Turned(429, why, {"Retry-After": str(max(1, math.ceil(seconds)))})


class Door:
    """Who asks, whether they may, and how often; then the table itself."""

    def __init__(self, app: ASGIApp, entrance: Entrance, lobby: Lobby, limits: Limits) -> None:
        self.app = app
        self.entrance = entrance
        self.lobby = lobby
        self.limits = limits
        self.crowd = Crowd(limits.connections, limits.connections_by_address)
        self.by_address = Paces(limits.by_address)
        self.by_seat = Paces(limits.by_seat)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        answer = _Answer(scope, send)
        try:
            with self._room(HTTPConnection(scope)):
                await self._let_in(HTTPConnection(scope))
                await self.app(scope, _counted(scope, receive, self.limits), answer.send)
        except Turned as turned:
            await answer.refuse(turned)
        except ClientDisconnect:
            pass  # hung up in the middle of a message: nobody is left to answer
        except Exception:
            log.exception("%s %r failed", scope.get("method", "live"), scope["path"])
            await answer.refuse(Turned(500, FAULT))

    # One after the other; whoever comes through all of it may go on

    @contextmanager
    def _room(self, asked: HTTPConnection) -> Iterator[None]:
        address = _address(asked)
        full = self.crowd.enter(address)
        if full:
            raise too_much(full, 5)
        try:
            yield
        finally:
            self.crowd.leave(address)

    async def _let_in(self, asked: HTTPConnection) -> None:
        if not self.entrance.is_called(asked):
            raise Turned(421, NOT_ITS_NAME)
        if asked.scope.get("method") not in READING and not self.entrance.is_ours(asked):
            raise Turned(403, NOT_OURS)
        _keep_pace(self.by_address, _address(asked), "address")
        if (read_whole(asked.headers.get("content-length", "")) or 0) > self.limits.body_bytes:
            raise Turned(413, _too_big(self.limits))
        guest = await self._guest(asked)
        asked.state.guest = guest
        self._require_welcome(asked.scope["path"], guest)
        if guest.held and _address(asked):
            _keep_pace(self.by_seat, (guest.fight, next(iter(guest.held))), "seat")

    async def _guest(self, asked: HTTPConnection) -> Guest:
        """Whether they are the host, and which seats they hold at the fight they ask about."""
        fight, path = _fight_of(asked.scope["path"]), asked.scope["path"]
        is_host = not self.entrance.wants_key(asked) or self._has_key(asked)
        if fight:
            brought = asked.query_params.get("as", "") if path == f"/fights/{fight}" else ""
            held = await self._held(fight, tokens_of(asked.cookies, fight))
            new = await self._held(fight, [brought] if brought else [])
            return Guest(is_host, fight, held, new)
        has_seat = path.startswith("/rules/") and not is_host
        seats = await run_in_threadpool(self.lobby.cards, asked.cookies) if has_seat else []
        return Guest(is_host, is_seated=bool(seats))

    async def _held(self, fight: str, tokens: list[str]) -> dict[int, str]:
        return await run_in_threadpool(self.lobby.held, fight, tokens) if tokens else {}

    def _has_key(self, asked: HTTPConnection) -> bool:
        key = self.entrance.key
        kind, _, bearer = asked.headers.get("authorization", "").partition(" ")
        link = asked.query_params.get("key", "") if asked.scope["path"] == "/" else ""
        shown = [asked.cookies.get(HOST_COOKIE, ""), link, bearer if kind == "Bearer" else ""]
        return key is not None and any(key.fits(one) for one in shown)

    def _require_welcome(self, path: str, guest: Guest) -> None:
        """The one place that decides it."""
        if path in FOR_ALL or path.startswith("/static/"):
            return
        if guest.fight:
            if not guest.held and not guest.brought:
                raise Turned(403, NO_SEAT)
        elif not guest.is_host and not (path.startswith("/rules/") and guest.is_seated):
            raise Turned(403, NO_KEY)


def _fight_of(path: str) -> str:
    _, first, *rest = [*path.split("/"), ""]
    return rest[0] if first == "fights" and len(rest) > 1 else ""


def _address(asked: HTTPConnection) -> str:
    """Whose connections and requests are counted together; nobody's of this machine itself."""
    host = asked.client.host if asked.client else ""
    return "" if is_local(host) and not is_forwarded(asked) else house_of(host)


def _keep_pace(paces: Paces, who: object, of: str) -> None:
    wait = paces.wait(who) if who else 0.0
    if wait:
        raise too_much(f"too many requests from this {of}; ask again in a moment", wait)


def _too_big(limits: Limits) -> str:
    return f"the message is too big; at most {limits.body_bytes:,} bytes are read"


def _counted(scope: Scope, receive: Receive, limits: Limits) -> Receive:
    """A body is counted as it comes: what its head says of it may be left out, or wrong."""
    if scope["type"] != "http":
        return receive
    left, is_whole, until = limits.body_bytes, False, time.monotonic() + limits.seconds_to_send

    async def counted() -> Message:
        nonlocal left, is_whole
        if is_whole:
            return await receive()  # somebody waits until the other has gone
        try:
            async with asyncio.timeout(until - time.monotonic()):
                message = await receive()
        except TimeoutError:
            raise HTTPException(408, "the message did not arrive in time") from None
        left -= len(message.get("body", b""))
        is_whole = not message.get("more_body", False)
        if left < 0:
            raise HTTPException(413, _too_big(limits))
        return message

    return counted


class _Answer:
    """What goes back: with the headers every answer has, or a refusal."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self.scope = scope
        self._send = send
        self.is_begun = False

    async def send(self, message: Message) -> None:
        self.is_begun = True
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            static = self.scope["path"].startswith("/static/")
            headers.setdefault("Cache-Control", "no-cache" if static else "no-store")
        await self._send(message)

    async def refuse(self, turned: Turned) -> None:
        if self.scope["type"] == "websocket":
            code = POLICY if turned.code < HTTPStatus.INTERNAL_SERVER_ERROR else INTERNAL
            await self._send({"type": "websocket.close", "code": code, "reason": turned.why})
        elif not self.is_begun:
            answer = told(Request(self.scope), turned.code, turned.why)
            answer.headers.update(turned.headers)
            await answer(self.scope, _nothing, self.send)


async def _nothing() -> Message:
    return {"type": "http.disconnect"}
