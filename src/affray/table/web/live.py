"""The line that says when to look: everybody at a fight has one open."""

from __future__ import annotations

import asyncio

from fastapi import WebSocket, WebSocketDisconnect
from starlette.concurrency import run_in_threadpool

from affray.book.errors import BadInput
from affray.table.game import NotYours
from affray.table.keeping import Damaged
from affray.table.lobby import Lobby, Seated, Unknown
from affray.table.preparing import Preparer
from affray.table.web.protocol import News
from affray.table.web.seated import Guest

SIGN_OF_LIFE = 20.0


async def events(socket: WebSocket, fight: str, since: int = 0) -> None:
    """Sends the sequence number at once where it has grown, then whenever it does, and now and
    then as a sign of life.

    Where the rules are being compiled it says so at once, and when they are.
    """
    lobby: Lobby = socket.app.state.lobby
    with lobby.listening(fight) as bell:
        await _serve(socket, lobby, fight, since, bell)


async def _serve(
    socket: WebSocket, lobby: Lobby, fight: str, since: int, bell: asyncio.Condition
) -> None:
    guest: Guest = socket.state.guest
    try:
        n = guest.chair(socket)
        asking = await run_in_threadpool(lobby.seated, fight, n)
    except (NotYours, Unknown, Damaged, BadInput):
        await socket.close(1008, "this seat is not yours")
        return
    await socket.accept()  # whoever is let in hears what they have missed
    telling = asyncio.create_task(_tell(socket, asking, guest.held[n], since, bell))
    hearing = asyncio.create_task(_until_closed(socket))
    try:
        await asyncio.wait([telling, hearing], return_when=asyncio.FIRST_COMPLETED)
    finally:
        telling.cancel()
        hearing.cancel()


async def _tell(
    socket: WebSocket, asking: Seated, token: str, since: int, bell: asyncio.Condition
) -> None:
    lobby: Lobby = socket.app.state.lobby
    preparer: Preparer = socket.app.state.preparer
    kept = asking.kept
    ruleset, compiled = asking.kept.card.ruleset, None
    ended = lobby.ended(kept.id)
    while True:
        is_theirs = True
        try:
            async with asyncio.timeout(SIGN_OF_LIFE), bell:
                while (
                    kept.seen[asking.n] <= since
                    and preparer.is_compiled(ruleset) == compiled
                    and lobby.ended(kept.id) == ended
                ):
                    await bell.wait()
        except TimeoutError:
            is_theirs = await run_in_threadpool(_look_again, lobby, asking, token)
        if lobby.ended(kept.id) != ended:
            is_theirs = await run_in_threadpool(_holds, lobby, asking, token)
        since, compiled = kept.seen[asking.n], preparer.is_compiled(ruleset)
        ended = lobby.ended(kept.id)
        said = News(seq=since) if compiled is None else News(seq=since, compiled=compiled)
        if not is_theirs:
            await socket.close(1008, "the game master has taken this seat back")
            return
        try:
            await socket.send_text(said.model_dump_json(exclude_unset=True))
        except (WebSocketDisconnect, RuntimeError):  # they have gone
            return


def _look_again(lobby: Lobby, asking: Seated, token: str) -> bool:
    """Another program may have written to the fight, or ended the link."""
    asking.kept.look_again()
    return _holds(lobby, asking, token)


def _holds(lobby: Lobby, asking: Seated, token: str) -> bool:
    return asking.n in lobby.held(asking.kept.id, [token])


async def _until_closed(socket: WebSocket) -> None:
    """Only one who listens notices that the other has gone. Nobody has anything to say here."""
    if (await socket.receive())["type"] != "websocket.disconnect":
        await socket.close(1008, "nothing is said on this line")
