"""The requests that come far more often than all others, read by hand.

What the framework would find by its routes and declarations takes as long as an answer itself. It
is done here only where all is as it should be: whatever is not goes the framework's way, so a
refusal is the same as everywhere, and the papers are those of the declared routes.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from fastapi import FastAPI, Request, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from affray.table.lobby import Lobby, Seated
from affray.table.web.seated import Guest, who_asks

Quick = Callable[[Request], Awaitable[Response | None]]
"""Answers a request of a fight, or leaves it to the framework."""

JSON = "application/json"


class Lean:
    """Behind the door: by method and the last word of the path, who answers at once."""

    def __init__(self, app: ASGIApp, quick: Mapping[tuple[str, str], Quick]) -> None:
        self.app, self.quick = app, quick

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        quick = self._quick(scope)
        if quick is None:
            await self.app(scope, receive, send)
            return
        heard = _Heard(receive)
        answer = await _tried(quick, Request(scope, heard))
        await (answer(scope, receive, send) if answer else self.app(scope, heard.again, send))

    def _quick(self, scope: Scope) -> Quick | None:
        if scope["type"] != "http":
            return None
        at, _, last = scope["path"].rpartition("/")
        is_of_fight = at.startswith("/fights/") and "/" not in at.removeprefix("/fights/")
        return self.quick.get((scope["method"], last)) if is_of_fight else None


async def _tried(quick: Quick, request: Request) -> Response | None:
    """What is refused is put as everywhere."""
    try:
        return await quick(request)
    except Exception as bad:
        app: FastAPI = request.app
        handlers = app.exception_handlers
        put = next((handlers[kind] for kind in type(bad).__mro__ if kind in handlers), None)
        if put is None:
            raise
        answer = put(request, bad)
        assert isinstance(answer, Response), "refusals wait for nothing"
        return answer


class _Heard:
    """What came with a request, to be heard once more."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._messages: list[Message] = []

    async def __call__(self) -> Message:
        self._messages.append(await self._receive())
        return self._messages[-1]

    async def again(self) -> Message:
        return self._messages.pop(0) if self._messages else await self._receive()


async def asking_in(request: Request) -> Seated:
    """The seat a page speaks for."""
    lobby: Lobby = request.app.state.lobby
    guest: Guest = request.state.guest
    return await who_asks(request, guest.fight, lobby, guest)


def is_json(request: Request) -> bool:
    return request.headers.get("content-type", "") == JSON
