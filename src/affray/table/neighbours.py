"""Other servers of the same store: what they tell is heard here, and who is here is told there.

Nothing of it is kept. Each server says now and then who has pages open at it, and at once when
that changes; one that says nothing any more has nobody.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterable, Iterator

from affray.table.asides import Aside
from affray.table.database import LOST, News
from affray.table.lobby import Lobby
from affray.table.store import ENDED, MOVED
from affray.table.telling import ASIDE, FORGOTTEN, NUDGED, PRESENT

SECONDS_SILENT = 20.0
"""Several times as long as a server waits before it says again who is there."""

MOST_LETTERS = 6000
"""Of who is here, at once."""

SeatsHeld = dict[int, bool]
"""The chairs with a page open, and whether somebody looks at it."""


class Neighbours:
    """Those that were heard of, and what they were told. All of it is in the event loop."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby, self.presence = lobby, lobby.presence
        self._heard: dict[str, float] = {}
        self._told: dict[str, SeatsHeld] = {}
        self._ways: dict[str, Callable[[News], Awaitable[None]]] = {
            MOVED: self._moved,
            ENDED: self._ended,
            PRESENT: self._present,
            ASIDE: self._aside,
            FORGOTTEN: self._forgotten,
            NUDGED: self._nudged,
            LOST: self._lost,
        }

    async def hear(self, news: News) -> None:
        """What is said that one does not know is another version's."""
        if news.get("by"):
            self._heard[news["by"]] = self.presence.clock()
        way = self._ways.get(news.get("what", ""))
        if way is not None:
            await way(news)

    # What they tell

    async def _moved(self, news: News) -> None:
        await self.lobby.look_again(news["fight"])

    async def _ended(self, news: News) -> None:
        self.lobby.count_ended(news["fight"])
        await self.lobby.look_again(news["fight"])

    async def _lost(self, news: News) -> None:
        """The line was cut for a while: anything may have happened."""
        for kept in self.lobby.housed.heard():
            await self._ended({"fight": kept.id})

    async def _aside(self, news: News) -> None:
        kept = self.lobby.housed.at_hand(news["fight"])
        if kept is not None:
            kept.asides.say(Aside(**news["aside"]), news["chairs"])
            await self.lobby.ring(kept.id)

    async def _forgotten(self, news: News) -> None:
        kept = self.lobby.housed.at_hand(news["fight"])
        if kept is not None:
            kept.asides.forget(news["chair"])

    async def _nudged(self, news: News) -> None:
        by, name, n = news["nudge"]
        self.presence.nudge(news["fight"], by, name, n)
        await self.lobby.ring(news["fight"])

    # Who is here

    async def _present(self, news: News) -> None:
        """Whoever has come hears who is here already."""
        for fight, seats in news["at"].items():
            there = {int(n): bool(looks) for n, looks in seats.items()}
            if self.presence.elsewhere(news["by"], fight, there):
                self._told.pop(fight, None)
                await self.lobby.ring(fight)

    async def tell_who_is_here(self, fight: str) -> None:
        """Where that has changed."""
        now = self.presence.own(fight)
        if now != self._told.get(fight, {}):
            self._told[fight] = now
            await self._tell([fight])

    async def beat(self) -> None:
        """All of it once more; whoever was not heard of for long has nobody."""
        mine = self.presence.own_fights()
        self._told = {fight: seats for fight, seats in self._told.items() if fight in mine}
        await self._tell(mine)
        now = self.presence.clock()
        silent = [name for name, at in self._heard.items() if now - at > SECONDS_SILENT]
        for name in silent:
            del self._heard[name]
            for fight in self.presence.without(name):
                await self.lobby.ring(fight)

    async def _tell(self, fights: Iterable[str]) -> None:
        tell = self.lobby.store.database.tell
        for some in _in_parts({fight: self.presence.own(fight) for fight in fights}):
            await asyncio.to_thread(tell, {"what": PRESENT, "at": some})


def listening(lobby: Lobby) -> Neighbours:
    """To the other servers of the store, where it may have some; in the event loop."""
    found, loop = Neighbours(lobby), asyncio.get_running_loop()
    if lobby.store.is_shared:
        lobby.tell_who_is_here = found.tell_who_is_here

        def heard(news: News) -> None:
            asyncio.run_coroutine_threadsafe(found.hear(news), loop)

        lobby.store.database.listen(heard)
    return found


def _in_parts(here: dict[str, SeatsHeld]) -> Iterator[dict[str, SeatsHeld]]:
    """As much as fits, at least once: that is a sign of life too."""
    some: dict[str, SeatsHeld] = {}
    letters = 0
    for fight, seats in here.items():
        letters += len(json.dumps({fight: seats}))
        if some and letters > MOST_LETTERS:
            yield some
            some, letters = {}, 0
        some[fight] = seats
    yield some
