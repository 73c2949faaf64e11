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
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from affray.book.faults import in_homemade_rules
from affray.book.whole import read_whole
from affray.table.chairs import Invite
from affray.table.joining import find_invite
from affray.table.limits import Headcount, Limits, Paces
from affray.table.lobby import Lobby
from affray.table.sound import Lost
from affray.table.web.entrance import Entrance, house_of, is_forwarded, is_local
from affray.table.web.guard import NOT_REACHED, told, unreached
from affray.table.web.network import Network
from affray.table.web.seated import HOST_COOKIE, Guest, tokens_of

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "Referrer-Policy": "same-origin",  # a link's token never leaves this server
    "X-Content-Type-Options": "nosniff",
}


def _raw(**more: str) -> list[tuple[bytes, bytes]]:
    headers = HEADERS | {name.replace("_", "-"): value for name, value in more.items()}
    return [(name.lower().encode(), value.encode()) for name, value in headers.items()]


OWN_HEADERS, STATIC_HEADERS = _raw(Cache_Control="no-store"), _raw(Cache_Control="no-cache")

SHORT = "/t/"
"""Where short links begin; what follows is looked up at the door."""

DROPPED = "/encounters"
"""Where the host drops files."""

READING = ("GET", "HEAD", "OPTIONS")

FOR_ALL = ("/", "/healthz")
"""The page that says whose table this is, and whether it is well; and what lies in /static."""

NO_KEY = "this is the host's alone; open the host's link first"
NO_SEAT = "open the link of your seat first"
NO_SUCH_CODE = "that link leads nowhere, or not any more; open the link your game master shows you"
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


def _fault(error: Exception, scope: Scope) -> str:
    """What to say when something goes wrong here; rules of one's own are named by their line."""
    asked = scope.get("method", "live"), scope["path"]
    if in_homemade_rules(error):
        log.error("%s %r failed: %s", *asked, in_homemade_rules(error))
        return in_homemade_rules(error, is_host=False)
    log.error("%s %r failed", *asked, exc_info=error)
    return FAULT


class Door:
    """Who asks, whether they may, and how often; then the table itself."""

    def __init__(
        self, app: ASGIApp, entrance: Entrance, network: Network, lobby: Lobby, limits: Limits
    ) -> None:
        self.app = app
        self.entrance = entrance
        self.network = network
        self.lobby = lobby
        self.limits = limits
        self.crowd = Headcount(limits.connections, limits.connections_by_address)
        self.by_address = Paces(limits.by_address)
        self.by_seat = Paces(limits.by_seat)
        self.wrong = Paces(limits.wrong_codes)
        self.wrong_by_address = Paces(limits.wrong_codes_by_address)

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
        except Lost as lost:
            await answer.refuse(Turned(503, str(lost)))
        except NOT_REACHED as bad:
            await answer.refuse(Turned(503, unreached(bad)))
        except ClientDisconnect:
            pass  # hung up in the middle of a message: nobody is left to answer
        except Exception as error:
            await answer.refuse(Turned(500, _fault(error, scope)))

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
        most = most_bytes(asked.scope, self.limits)
        length = read_whole(asked.headers.get("content-length", "0"))
        if length is None or length > most:
            raise Turned(413, _too_big(most))
        guest = await self._guest(asked)
        asked.state.guest = guest
        self._require_welcome(asked.scope["path"], guest)
        if guest.held and _address(asked):
            _keep_pace(self.by_seat, (guest.fight, next(iter(guest.held))), "seat")

    async def _guest(self, asked: HTTPConnection) -> Guest:
        """Whether they are the host, and which seats they hold at the fight they ask about."""
        fight, path = _fight_of(asked.scope["path"]), asked.scope["path"]
        wants_key = self.entrance.wants_key(asked) or self.network.is_from(asked)
        is_host = not wants_key or self._has_key(asked)
        if path.startswith(SHORT):
            invite = await self._invite(asked, path.removeprefix(SHORT))
            held = await self._held(invite.fight, tokens_of(asked.cookies, invite.fight))
            return Guest(is_host, invite.fight, held, invite=invite)
        if fight:
            brought = asked.query_params.get("as", "") if path == f"/fights/{fight}" else ""
            held = await self._held(fight, tokens_of(asked.cookies, fight))
            new = await self._held(fight, [brought] if brought else [])
            return Guest(is_host, fight, held, new)
        has_seat = path.startswith("/rules/") and not is_host
        seats = await run_in_threadpool(self.lobby.cards, asked.cookies) if has_seat else []
        return Guest(is_host, is_seated=bool(seats))

    async def _held(self, fight: str, tokens: list[str]) -> dict[int, str]:
        """In a file that is looked up faster than a thread is asked; a database may be far."""
        if not tokens or not self.lobby.store.is_shared:
            return self.lobby.held(fight, tokens)
        return await run_in_threadpool(self.lobby.held, fight, tokens)

    async def _invite(self, asked: HTTPConnection, code: str) -> Invite:
        """What a short link is for. Who has tried too many wrong ones is not told any more."""
        counted = [(self.wrong, "all"), (self.wrong_by_address, _address(asked))]
        for paces, who in counted:
            wait = paces.is_spent(who) if who else 0.0
            if wait:
                raise too_much("too many links that lead nowhere; try again in a while", wait)
        found = await run_in_threadpool(find_invite, self.lobby, code)
        if found is None:
            for paces, who in counted:
                paces.wait(who)
            raise Turned(403, NO_SUCH_CODE)
        return found

    def _has_key(self, asked: HTTPConnection) -> bool:
        key = self.entrance.key
        kind, _, bearer = asked.headers.get("authorization", "").partition(" ")
        link = asked.query_params.get("key", "") if asked.scope["path"] == "/" else ""
        shown = [asked.cookies.get(HOST_COOKIE, ""), link, bearer if kind == "Bearer" else ""]
        return key is not None and any(key.fits(one) for one in shown)

    def _require_welcome(self, path: str, guest: Guest) -> None:
        """The one place that decides it."""
        if path in FOR_ALL or path.startswith("/static/") or guest.invite is not None:
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


def most_bytes(scope: Scope, limits: Limits) -> int:
    """Of a message; who is not the host is turned away before a file is read."""
    is_file = scope["type"] == "http" and scope["path"] == DROPPED
    return limits.upload_bytes if is_file else limits.body_bytes


def _too_big(most: int) -> str:
    return f"the message is too big; at most {most:,} bytes are read"


def _counted(scope: Scope, receive: Receive, limits: Limits) -> Receive:
    """A body is counted as it comes: what its head says of it may be left out, or wrong."""
    if scope["type"] != "http":
        return receive
    most, until = most_bytes(scope, limits), time.monotonic() + limits.seconds_to_send
    left, is_whole = most, False

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
            raise HTTPException(413, _too_big(most))
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
            said = {name for name, _ in message["headers"]}
            own = STATIC_HEADERS if self.scope["path"].startswith("/static/") else OWN_HEADERS
            new = [(name, value) for name, value in own if name not in said]
            message["headers"] = [*message["headers"], *new]
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
