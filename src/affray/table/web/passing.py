"""While time passes: who has gone is told of, and who is away too long is answered for."""

from __future__ import annotations

import asyncio
import logging

from starlette.concurrency import run_in_threadpool

from affray.table.lobby import Lobby
from affray.table.neighbours import Neighbours

SECONDS_BETWEEN_LOOKS = 5.0
"""Who is away is looked for so often."""

journal = logging.getLogger("affray.table")


async def while_time_passes(lobby: Lobby, neighbours: Neighbours) -> None:
    """Until it is cancelled; other servers of the store are told who is here."""
    while True:
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
        try:
            if lobby.store.is_shared:
                await neighbours.beat()
            for fight in await run_in_threadpool(lobby.pass_by):
                await lobby.ring(fight)
        except Exception:  # a store that cannot be reached may be in a moment
            journal.exception("looking after those who are away failed")
