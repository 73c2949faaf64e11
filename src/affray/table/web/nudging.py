"""A nudge: a polite ping from one who waits to one who is waited for. Nothing of it is kept."""

from __future__ import annotations

import math

from fastapi import HTTPException
from starlette.concurrency import run_in_threadpool

from affray.book.errors import unknown
from affray.table.game import Refused, require_seat
from affray.table.lobby import Lobby, Seated
from affray.table.telling import nudge as told
from affray.table.web.messages import Nudge
from affray.table.web.protocol import Acknowledged
from affray.table.web.seated import Asking, InLobby


async def nudge(asking: Asking, wanted: Nudge, lobby: InLobby) -> Acknowledged:
    """Remind somebody that they are waited for; now and then, and nobody else."""
    wait = await run_in_threadpool(_nudge, lobby, asking, wanted.seat)
    if wait:
        seconds = math.ceil(wait)
        again = {"Retry-After": str(seconds)}
        raise HTTPException(429, f"{wanted.seat} was nudged a moment ago", again)
    await lobby.ring(asking.kept.id)
    return Acknowledged(ok=True)


def _nudge(lobby: Lobby, asking: Seated, seat: str) -> float:
    require_seat(asking.chair)
    with asking.kept.lock:
        game = asking.game
        waited = {game.holder(who).n for who in game.asked_now()} - {asking.n}
        named = {game.chairs[n].name: n for n in waited}
    if seat not in named:
        raise Refused(unknown("seat that is waited for", seat, list(named)))
    by = (asking.kept.id, asking.n, asking.chair.called)
    return told(lobby.store.database, lobby.presence, *by, named[seat])
