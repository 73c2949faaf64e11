"""From a click to the new view: four people at one table, while odds are being worked out.

`python -m benchmarks.click` starts a table on a server of its own. A game master and three players
answer in turn as their pages do: whoever is asked has asked for the odds of all they are offered,
and the others hear what has changed on their live lines. The goals are for two cores, this client
and the odds included; the server's processor time is what a busy machine does not spoil.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from benchmarks.report import Row, below, row, show
from benchmarks.served import Served
from benchmarks.visitors import HEARD_WITHIN, Fight, Line, Seat

ENCOUNTER = "plunder/ford-at-dusk"
LOOKS = 0.25
"""Seconds somebody looks at a question, while its odds are worked out."""


@dataclass
class Measured:
    """Milliseconds from clicks, and what else came of them."""

    own: list[float] = field(default_factory=list)
    others: list[float] = field(default_factory=list)
    odds: int = 0
    processor: float | None = None
    client: float = 0.0

    def each(self, seconds: float | None) -> float | None:
        return 1000 * seconds / len(self.own) if seconds is not None and self.own else None


class Listener:
    """Somebody's live line, and when it last brought something to see."""

    def __init__(self, seat: Seat, socket: ClientConnection) -> None:
        self.seat, self.socket = seat, socket
        self.seen = asyncio.Event()
        self.at = 0.0
        self.task = asyncio.create_task(self._hear())

    async def _hear(self) -> None:
        with suppress(ConnectionClosed):
            async for text in self.socket:
                said = json.loads(text)
                if "view" in said:
                    self.at = time.perf_counter()
                    self.seen.set()
                await self.seat.hear(said)


class Clicks:
    """A table, everybody at it, and their answers one after the other."""

    def __init__(self, served: Served, encounter: str) -> None:
        self.served = served
        self.fight = Fight(served.url, encounter)
        self.found = Measured()
        self.listeners: list[Listener] = []
        self.asking: asyncio.Task[None] | None = None

    async def run(self, answers: int) -> Measured:
        await self.fight.begin()
        for seat in self.fight.seats:
            socket = await seat.listen(self.served.url)
            self.fight.lines.append(socket)
            self.listeners.append(Listener(seat, socket))
        before, own = self.served.seconds(), time.process_time()
        while len(self.found.own) < answers:
            await self._click(await self.fight.ready())
        after = self.served.seconds()
        self.found.client = time.process_time() - own
        self.found.processor = None if before is None or after is None else after - before
        await self.close()
        return self.found

    async def _click(self, seat: Seat) -> None:
        asking = asyncio.create_task(self._ask_for_odds(seat))
        await asyncio.sleep(LOOKS)
        for one in self.listeners:
            one.seen.clear()
        clicked = time.perf_counter()
        if await self.fight.answer(seat):
            self.found.own.append(1000 * (time.perf_counter() - clicked))
            await self._others(seat, clicked)
        asking.cancel()  # as a page does once its question is answered
        with suppress(asyncio.CancelledError):
            await asking

    async def _others(self, clicking: Seat, clicked: float) -> None:
        others = [one for one in self.listeners if one.seat is not clicking]
        with suppress(TimeoutError):
            async with asyncio.timeout(HEARD_WITHIN):
                await asyncio.gather(*(one.seen.wait() for one in others))
        heard = [one.at for one in others if one.seen.is_set()]
        self.found.others += [1000 * (at - clicked) for at in heard]

    async def _ask_for_odds(self, seat: Seat) -> None:
        if not seat.view["pending"].get("offers"):
            return
        line = Line(self.served.url)
        try:
            self.found.odds += await seat.all_odds(line)
        finally:
            line.close()

    async def close(self) -> None:
        for one in self.listeners:
            one.task.cancel()
        await self.fight.close()


def rows(found: Measured) -> list[Row]:
    out = []
    for who, times in (("one's own new view", found.own), ("the others' new view", found.others)):
        cuts = quantiles(times, n=100, method="inclusive") if len(times) > 1 else []
        for k, goal in ((50, None), (95, below(100))):
            value = cuts[k - 1] if cuts else None
            out.append(row(f"click to {who}: {k} of 100 within", value, "ms", goal))
    out.append(row("odds told meanwhile", found.odds, "plans"))
    each = found.each(found.processor)
    out.append(row("the server's processor time", each, "ms an answer"))
    out.append(row("this client's processor time", found.each(found.client), "ms an answer"))
    return out


def main(given: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.click", description=__doc__)
    parser.add_argument("--answers", type=int, default=200)
    parser.add_argument("--encounter", default=ENCOUNTER)
    parser.add_argument("--no-compile", action="store_true", help="odds in CPython: slower ones")
    asked = parser.parse_args(given)
    with (
        tempfile.TemporaryDirectory() as folder,
        Served(Path(folder), not asked.no_compile) as served,
    ):
        found = asyncio.run(Clicks(served, asked.encounter).run(asked.answers))
    show(rows(found))


if __name__ == "__main__":
    main()
