"""Bells: whoever waits for news of a fight waits at one, and all of them wake when it is rung."""

from __future__ import annotations

import asyncio


class Bell:
    """Of one event loop: looking and then waiting is one act there, so no ring is missed.

    A condition would have those who wake queue for its lock, and each wait make a timer's task.
    """

    def __init__(self) -> None:
        self._waiting: set[asyncio.Future[bool]] = set()

    def ring(self) -> None:
        waiting, self._waiting = self._waiting, set()
        for one in waiting:
            _wake(one, True)

    async def wait(self, seconds: float) -> bool:
        """True when it was rung in that time."""
        loop = asyncio.get_running_loop()
        rung: asyncio.Future[bool] = loop.create_future()
        self._waiting.add(rung)
        enough = loop.call_later(max(0.0, seconds), _wake, rung, False)
        try:
            return await rung
        finally:
            enough.cancel()
            self._waiting.discard(rung)


def _wake(one: asyncio.Future[bool], is_rung: bool) -> None:
    if not one.done():
        one.set_result(is_rung)
