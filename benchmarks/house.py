"""A full house: many fights and live lines at one table, in phases, with the goals beside them.

`python -m benchmarks.house` opens 200 fights and 1,000 lines on a server of its own and answers
through the API as a page does. The goals are for two cores, this client included.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import Coroutine, Iterator
from contextlib import AsyncExitStack, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any, NamedTuple

from benchmarks import quiet
from benchmarks.report import RESULTS, Row, at_least, below, machine, row, show
from benchmarks.served import Served
from benchmarks.visitors import Fight, Line, NotTaken, Seat

ENCOUNTERS = (
    "skirmish/bridge",
    "dungeoneers-tactics/bridge-brawl",
    "story-mode/crypt",
    "rpg-hell/wolf-road",
    "plunder/ford-at-dusk",
    "dungeoneers-spotlight/narrow-bridge",
)
SMALL = "skirmish/duel"
GREEDY = "plunder/bone-cellar"
GREEDY_TABLES = 4
AT_A_TIME = 6
"""Odds a page asks for at once."""

KEPT = RESULTS.with_name("house.json")


@dataclass
class Phase:
    """What came of one phase: how long each answer took, in how much time in all."""

    name: str
    milliseconds: list[float] = field(default_factory=list)
    seconds: float = 0.0
    refused: int = 0
    processor: float | None = None
    own_processor: float = 0.0
    megabytes: float | None = None
    others: float | None = None
    """Cores that anything else on this machine took meanwhile."""
    odds: int = 0

    def percentile(self, k: int) -> float | None:
        if len(self.milliseconds) < 2:
            return None
        return quantiles(self.milliseconds, n=100, method="inclusive")[k - 1]

    @property
    def a_second(self) -> float:
        return len(self.milliseconds) / self.seconds if self.seconds else 0.0

    @property
    def own_processor_each(self) -> float | None:
        """What this client itself takes of the same two cores."""
        return 1000 * self.own_processor / len(self.milliseconds) if self.milliseconds else None

    @property
    def processor_each(self) -> float | None:
        if self.processor is None or not self.milliseconds:
            return None
        return 1000 * self.processor / len(self.milliseconds)


class Spent(NamedTuple):
    """Processor time so far: of the server, of all its processes, of this client, of everything."""

    server: float | None
    family: float | None
    client: float | None
    everything: float | None

    def until(self, later: Spent) -> Spent:
        pairs = zip(self, later, strict=True)
        return Spent(*(None if a is None or b is None else b - a for a, b in pairs))


@dataclass(frozen=True)
class Wanted:
    """How full the house is to be."""

    fights: int
    sockets: int
    every: float
    seconds: float
    small: int
    encounters: tuple[str, ...]


class House:
    """A served table, and everybody who came."""

    def __init__(self, served: Served, wanted: Wanted) -> None:
        self.served, self.wanted = served, wanted
        self.fights: list[Fight] = []

    async def fill(self) -> None:
        wanted = self.wanted
        for k in range(wanted.fights):
            fight = Fight(self.served.url, wanted.encounters[k % len(wanted.encounters)])
            await fight.begin()
            share = range(k, wanted.sockets, wanted.fights)
            await fight.listen(len(share))
            self.fights.append(fight)

    async def close(self) -> None:
        for fight in self.fights:
            await fight.close()

    async def _measure(self, phase: Phase, work: list[Coroutine[Any, Any, None]]) -> Phase:
        before, started = self._spent(), time.perf_counter()
        await asyncio.gather(*work)
        phase.seconds = time.perf_counter() - started
        phase.megabytes = self.served.megabytes()
        spent = before.until(self._spent())
        phase.own_processor, phase.processor = spent.client or 0.0, spent.server
        if spent.everything is not None and spent.family is not None:
            ours = spent.family + phase.own_processor
            phase.others = max(0.0, spent.everything - ours) / phase.seconds
        return phase

    def _spent(self) -> Spent:
        served = self.served
        return Spent(served.seconds(), served.all_seconds(), time.process_time(), quiet.used())

    async def steady(self, name: str) -> Phase:
        """An answer per fight every so often, the fights one after the other."""
        phase, start = Phase(name), time.perf_counter()
        end = start + self.wanted.seconds
        spread = self.wanted.every / max(1, len(self.fights))
        work = [
            self._at_a_pace(fight, phase, start + k * spread, end)
            for k, fight in enumerate(self.fights)
        ]
        return await self._measure(phase, work)

    async def _at_a_pace(self, fight: Fight, phase: Phase, due: float, end: float) -> None:
        """The next one is looked for as soon as an answer was taken, as a page does."""
        seat = await _ready(fight, phase)
        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            if seat is not None:
                await _answer(fight, seat, phase)
            seat = await _ready(fight, phase)
            due += self.wanted.every

    async def with_a_full_queue(self) -> Phase:
        """The same, while four tables ask for more odds than anybody can work out."""
        phase = Phase("with the queue full")
        async with AsyncExitStack() as stack:
            for _ in range(GREEDY_TABLES):
                table = Fight(self.served.url, GREEDY)
                await table.begin(taken=False)
                stack.push_async_callback(table.close)
                for k in range(AT_A_TIME):
                    task = asyncio.create_task(_ask_for_odds(table, k, phase))
                    stack.callback(task.cancel)
            found = await self.steady(phase.name)
            found.odds = phase.odds
        return found

    async def at_most(self) -> Phase:
        """Small fights, each answered as soon as it asks; the others stay open beside them."""
        phase = Phase("at most load, small fights")
        end = time.perf_counter() + self.wanted.seconds
        async with AsyncExitStack() as stack:
            small = [Fight(self.served.url, SMALL) for _ in range(self.wanted.small)]
            for fight in small:
                await fight.begin(taken=False)
                await fight.listen(1)
                stack.push_async_callback(fight.close)
            end = time.perf_counter() + self.wanted.seconds
            return await self._measure(phase, [_without_end(f, phase, end) for f in small])


async def _ready(fight: Fight, phase: Phase) -> Seat | None:
    """Who is asked now; nobody where the table would not say."""
    try:
        return await fight.ready()
    except NotTaken:
        phase.refused += 1
        return None


async def _answer(fight: Fight, seat: Seat, phase: Phase) -> None:
    before = time.perf_counter()
    with suppress(NotTaken):
        if await fight.answer(seat):
            phase.milliseconds.append(1000 * (time.perf_counter() - before))
            return
    phase.refused += 1


async def _without_end(fight: Fight, phase: Phase, end: float) -> None:
    while time.perf_counter() < end:
        seat = fight.last
        if not (seat.view["pending"] or {}).get("mine"):
            found = await _ready(fight, phase)
            if found is None:
                continue
            seat = found
        await _answer(fight, seat, phase)


async def _ask_for_odds(table: Fight, k: int, phase: Phase) -> None:
    """One after the other without end; a change of the fight makes them worth asking anew."""
    seat, line = table.seats[0], Line(table.url)
    try:
        while True:
            offers = seat.view["pending"]["offers"]
            for offer in offers[k % len(offers) :: AT_A_TIME]:
                is_told = await seat.odds(line, offer) == 200
                phase.odds += is_told  # others count meanwhile
            if k == 0:
                await table.answer(await table.ready())
            else:
                await asyncio.sleep(0.05)
    finally:
        line.close()


def rows(phases: list[Phase]) -> list[Row]:
    out = []
    for phase in phases:
        is_most = phase.name.startswith("at most")
        goals = {95: None if is_most else below(100)}
        out += [
            row(f"{phase.name}: {k} of 100 within", phase.percentile(k), "ms", goals.get(k))
            for k in (50, 95, 99)
        ]
        goal = at_least(300) if is_most else None
        out.append(row(f"{phase.name}: answers", phase.a_second, "a second", goal))
        out.append(
            row(f"{phase.name}: not taken", phase.refused, "requests", below(1, relative=True))
        )
        each = phase.processor_each
        out.append(row(f"{phase.name}: the server's processor time", each, "ms an answer"))
        own = phase.own_processor_each
        out.append(row(f"{phase.name}: this client's processor time", own, "ms an answer"))
        out.append(row(f"{phase.name}: memory", phase.megabytes, "MB", below(400)))
        out.append(row(f"{phase.name}: taken by others", phase.others, "cores"))
    return out


async def run(served: Served, wanted: Wanted, only: list[str]) -> list[Phase]:
    house = House(served, wanted)
    phases = []
    try:
        _say(f"opening {wanted.fights} fights and {wanted.sockets} lines ...")
        await house.fill()
        if "steady" in only:
            _say("an answer per fight now and then ...")
            phases.append(await house.steady("steady"))
        if "queue" in only:
            _say("the same with the queue full ...")
            phases.append(await house.with_a_full_queue())
        if "most" in only:
            _say("at most load on small fights ...")
            phases.append(await house.at_most())
    finally:
        await house.close()
    return phases


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _arguments(given: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.house", description=__doc__)
    parser.add_argument("--fights", type=int, default=200)
    parser.add_argument("--sockets", type=int, default=1000, help="live lines, over all fights")
    parser.add_argument("--every", type=float, default=5.0, help="seconds from answer to answer")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long a phase is measured")
    parser.add_argument("--small", type=int, default=16, help="small fights at most load")
    parser.add_argument("--encounter", action="append", help="instead of one of each game")
    phases = ["steady", "queue", "most"]
    parser.add_argument("--only", action="append", choices=phases, help="one phase; again for more")
    parser.add_argument("--compile", action="store_true", help="let the server compile the rules")
    parser.add_argument("--keep", action="store_true", help=f"write it to {KEPT.name} too")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    found = parser.parse_args(given)
    found.only = found.only or phases
    return found


def main(given: list[str] | None = None) -> None:
    asked = _arguments(given)
    encounters = tuple(asked.encounter or ENCOUNTERS)
    wanted = Wanted(
        asked.fights, asked.sockets, asked.every, asked.seconds, asked.small, encounters
    )
    load = quiet.load()
    with tempfile.TemporaryDirectory() as folder, Served(Path(folder), asked.compile) as served:
        phases = asyncio.run(run(served, wanted, asked.only))
    was_quiet = quiet.told(load, [one.others for one in phases if one.others is not None])
    found = json.dumps(_data(wanted, phases, was_quiet), indent=2)
    if asked.keep:
        KEPT.write_text(found + "\n")
    if asked.json:
        print(found)
    else:
        show(rows(phases))
        print(f"  {was_quiet}")


def kept(quick: bool) -> Iterator[Row]:
    """a full house, as it was last kept (`python -m benchmarks.house --keep`)"""
    found = json.loads(KEPT.read_text())
    yield row(f"a full house, {found['machine']['date'][:10]}: {found['quiet']}", None, "")
    for phase in found["phases"]:
        yield from (Row(**one) for one in phase["rows"] if one["goal"])


def _data(wanted: Wanted, phases: list[Phase], was_quiet: str) -> dict[str, Any]:
    told = [
        {
            "phase": phase.name,
            "answers": len(phase.milliseconds),
            "refused": phase.refused,
            "odds": phase.odds,
            "rows": [asdict(one) for one in rows([phase])],
        }
        for phase in phases
    ]
    about = {"machine": machine(), "quiet": was_quiet, "wanted": asdict(wanted)}
    return {**about, "phases": told}


if __name__ == "__main__":
    main()
