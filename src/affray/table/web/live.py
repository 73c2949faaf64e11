"""The line that says when to look: everybody at a fight has one open."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any, NamedTuple

from fastapi import WebSocket, WebSocketDisconnect
from starlette.concurrency import run_in_threadpool

from affray.book.errors import BadInput
from affray.table.asides import Aside
from affray.table.bells import Bell
from affray.table.damage import Damaged
from affray.table.game import NotYours
from affray.table.limits import Pace, Paces
from affray.table.lobby import Lobby, Seated, Unknown
from affray.table.logs import as_json
from affray.table.looks import Look
from affray.table.preparing import Preparer
from affray.table.presence import AWAY, HERE, Page
from affray.table.web.protocol_live import AsideSent
from affray.table.web.seated import Guest, seen_in

SIGN_OF_LIFE = 4.0
"""Seconds: a page that hears nothing for twice that long knows that its line is cut."""

SAYING = Pace(1, 30)
"""How often a page may say whether somebody looks at it."""


async def events(
    socket: WebSocket, fight: str, since: int = 0, changes: bool = False, line: str = ""
) -> None:
    """Sends the sequence number at once where it has grown, then whenever it does, and now and
    then as a sign of life; with `changes` what has changed is sent with it, unless that came of a
    command by the page that calls its line so: it has it already.

    Where the rules are being compiled it says so at once, and when they are.
    """
    lobby: Lobby = socket.app.state.lobby
    guest: Guest = socket.state.guest
    try:
        n = guest.chair(socket)
        asking = await run_in_threadpool(lobby.seated, fight, n)
        await run_in_threadpool(asking.kept.number, n)
        if changes:
            await run_in_threadpool(asking.kept.tell_changes, n)
    except (NotYours, Unknown, Damaged, BadInput):
        await socket.close(1008, "this seat is not yours")
        return
    with lobby.listening(fight, n) as bell:
        await _serve(_Line(socket, asking, guest.held[n], bell, changes, line), since)


class About(NamedTuple):
    """How it is beside the fight: whether the rules are compiled, how often links were ended and
    presence has changed, the last aside and the last nudge."""

    compiled: bool | None
    ended: int
    heard: int
    present: int
    nudged: int


@dataclass(frozen=True)
class _Line:
    """An open line: who listens in which chair, and whether to what has changed itself."""

    socket: WebSocket
    asking: Seated
    token: str
    bell: Bell
    changes: bool
    name: str

    @property
    def lobby(self) -> Lobby:
        lobby: Lobby = self.socket.app.state.lobby
        return lobby

    @property
    def look(self) -> Look:
        """What the chair was shown last; it is drawn before the bell is rung."""
        return self.asking.kept.looks[self.asking.n]

    @property
    def compiled(self) -> bool | None:
        preparer: Preparer = self.socket.app.state.preparer
        return preparer.is_compiled(self.asking.kept.card.ruleset)

    @property
    def _chair(self) -> tuple[str, int]:
        return self.asking.kept.id, self.asking.n

    @property
    def ended(self) -> int:
        return self.lobby.ended(self.asking.kept.id)

    @property
    def about(self) -> About:
        """What is told beside the fight itself."""
        presence = self.lobby.presence
        heard = self.asking.kept.asides.last(self.asking.n)
        nudged = presence.nudged(*self._chair)[0]
        return About(self.compiled, self.ended, heard, presence.moved(self._chair[0]), nudged)

    def news(self, look: Look, since: int, told_before: About, now: About) -> str:
        said: dict[str, Any] = {"seq": look.number}
        said |= {} if now.compiled is None else {"compiled": now.compiled}
        asides = self.asking.kept.asides.since(self.asking.n, told_before.heard)
        said |= {"asides": [told(one).model_dump() for one in asides]} if asides else {}
        if now.present != told_before.present:
            said["present"] = self.lobby.present(self.asking.kept)
        if now.nudged != told_before.nudged:
            said["nudged"] = self.lobby.presence.nudged(*self._chair)[1]
        begun = as_json(said)[:-1]
        has_it = self.name and self.lobby.said.get(self._chair) == (look.number, self.name)
        if not self.changes or has_it or look.number <= since or not look.parts:
            return f"{begun}}}"
        return f'{begun},"view":{seen_in(self.socket, self.asking, look, since or None)}}}'


async def _serve(line: _Line, since: int) -> None:
    await line.socket.accept()  # whoever is let in hears what they have missed
    telling = asyncio.create_task(_tell(line, since))
    page = line.lobby.presence.come(line.asking.kept.id, line.asking.n)
    hearing = asyncio.create_task(_hear(line, page))
    await line.lobby.ring(line.asking.kept.id)
    try:
        await asyncio.wait([telling, hearing], return_when=asyncio.FIRST_COMPLETED)
    finally:
        telling.cancel()
        hearing.cancel()
        line.lobby.presence.leave(page)
        await line.lobby.ring(line.asking.kept.id)


async def _tell(line: _Line, since: int) -> None:
    about = line.about._replace(compiled=None, heard=0)
    while True:
        until = time.monotonic() + SIGN_OF_LIFE
        while line.look.number <= since and line.about == about:
            if not await line.bell.wait(until - time.monotonic()):
                break
        if line.ended != about.ended and not await run_in_threadpool(_holds, line):
            await line.socket.close(1008, "the game master has taken this seat back")
            return
        look, now = line.look, line.about
        try:
            await line.socket.send_text(line.news(look, since, about, now))
        except (WebSocketDisconnect, RuntimeError):  # they have gone
            return
        since, about = look.number, now


def told(aside: Aside) -> AsideSent:
    return AsideSent.model_validate({name: getattr(aside, name) for name in AsideSent.model_fields})


def _holds(line: _Line) -> bool:
    return line.asking.n in line.lobby.held(line.asking.kept.id, [line.token])


async def _hear(line: _Line, page: Page) -> None:
    """Only one who listens notices that the other has gone. A page says whether somebody looks
    at it, and nothing else is said here."""
    paces = Paces(SAYING)
    while True:
        said = await line.socket.receive()
        if said["type"] == "websocket.disconnect":
            return
        if said.get("text") not in (HERE, AWAY) or paces.wait("line"):
            await line.socket.close(1008, f"only {HERE!r} and {AWAY!r} are said on this line")
            return
        line.lobby.presence.look(page, said["text"] == HERE)
        await line.lobby.ring(line.asking.kept.id)
