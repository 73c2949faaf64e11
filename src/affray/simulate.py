"""Many fights: who wins how often, with honest intervals."""

from __future__ import annotations

import os
import time
from collections import Counter, deque
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from itertools import islice
from math import sqrt
from typing import Any

from affray.ask import NOBODY
from affray.encounter import Encounter
from affray.loop import play
from affray.oracles.dice import Dice, Told
from affray.world import clone, pack

SMALL_JOB = 50_000
"""Below this `auto` stays in CPython when nothing is compiled yet."""

BLOCK = 20_000
MOMENT = 0.25
"""Seconds of CPython's fights between two reports; no more than that is lost by Ctrl-C."""

Z95 = 1.959963984540054


@dataclass
class Tally:
    """What the fights so far came to."""

    fights: int = 0
    winners: Counter[int] = field(default_factory=Counter)
    rounds: Counter[int] = field(default_factory=Counter)
    survivors: Counter[int] = field(default_factory=Counter)
    events: Counter[int] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        self.fights += other.fights
        for mine, theirs in (
            (self.winners, other.winners),
            (self.rounds, other.rounds),
            (self.survivors, other.survivors),
            (self.events, other.events),
        ):
            mine.update(theirs)


@dataclass
class Simulation:
    """A finished (or stopped) run."""

    encounter: Encounter
    wanted: int
    seed: int
    engine: str
    tally: Tally
    seconds: float
    temperaments: list[int]
    stopped: bool = False

    def rulings(self) -> dict[str, str]:
        """The readings that are not the usual ones."""
        usual = {ruling.name: ruling.default for ruling in self.encounter.ruleset.book.switches}
        said = self.encounter.rulings.items()
        return {name: reading for name, reading in said if reading != usual[name]}

    def seats(self) -> dict[str, str]:
        """Which temperament played each creature."""
        known, names = self.encounter.ruleset.temperaments, self.encounter.names["creatures"]
        return {name: known[t] for name, t in zip(names, self.temperaments, strict=True)}

    def wins(self) -> dict[str, int]:
        sides = {side: self.tally.winners[k] for k, side in enumerate(self.encounter.sides)}
        return {**sides, "none": self.tally.winners[NOBODY]}

    def win_rates(self) -> dict[str, tuple[float, float, float]]:
        """(share, low, high) for every side: Wilson's 95 % interval."""
        sides = enumerate(self.encounter.sides)
        return {side: wilson(self.tally.winners[k], self.tally.fights) for k, side in sides}

    def rounds(self) -> dict[str, float]:
        counts, n = self.tally.rounds, self.tally.fights
        mean = sum(r * k for r, k in counts.items()) / n
        return {
            "mean": mean,
            "p50": _quantile(counts, n, 0.5),
            "p90": _quantile(counts, n, 0.9),
            "max": max(counts),
        }

    def survivors(self) -> dict[str, float]:
        names = self.encounter.names["creatures"]
        return {name: self.tally.survivors[i] / self.tally.fights for i, name in enumerate(names)}

    def events(self) -> dict[str, int]:
        known = self.encounter.ruleset.words.event_names
        return {name: self.tally.events[number] for name, number in known.items()}


def wilson(successes: int, n: int) -> tuple[float, float, float]:
    """A share with its 95 % interval, right at 0 and 1 too."""
    p = successes / n
    spread = Z95 * sqrt(p * (1 - p) / n + Z95**2 / (4 * n * n))
    middle, scale = p + Z95**2 / (2 * n), 1 + Z95**2 / n
    low, high = (middle - spread) / scale, (middle + spread) / scale
    return p, 0.0 if successes == 0 else max(0.0, low), 1.0 if successes == n else min(1.0, high)


def _quantile(counts: Counter[int], n: int, q: float) -> int:
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= q * n:
            return value
    return max(counts)


def choose_engine(encounter: Encounter, n: int, wanted: str) -> str:
    """`auto` takes compiled rules when they are there or the job is worth compiling for."""
    if wanted != "auto":
        return wanted
    if n >= SMALL_JOB:
        return "native"
    if n < 1000:
        return "python"
    from affray.oracles.native import cache

    return "native" if cache.is_compiled(encounter.ruleset, "dice") else "python"


def simulate(
    encounter: Encounter,
    n: int,
    seed: int,
    engine: str,
    temperaments: list[int],
    progress: Callable[[int], None] = lambda done: None,
) -> Simulation:
    """Play n fights; Ctrl-C stops cleanly and keeps what was played."""
    world = encounter.world()
    begun = encounter.start_index >= 0
    if engine == "python":
        run = _python
    else:
        run = _native
        _compile(encounter, world)
    started = time.perf_counter()
    result = Simulation(encounter, n, seed, engine, Tally(), 0.0, temperaments)
    blocks = run(encounter, world, begun, seed, n, temperaments)
    try:
        for block in blocks:
            result.tally.add(block)
            progress(result.tally.fights)
    except KeyboardInterrupt:
        result.stopped = True
        blocks.close()
    result.seconds = time.perf_counter() - started
    return result


def _python(
    encounter: Encounter, world: Any, begun: bool, seed: int, n: int, temperaments: list[int]
) -> Generator[Tally, None, None]:
    ruleset = encounter.ruleset
    tally, until = Tally(), time.monotonic() + MOMENT
    for k in range(n):
        log: list[Told] = []
        w = clone(world)
        ask = Dice(seed, k, ruleset.decide, temperaments, log)
        tally.winners[play(ruleset, ask, w, begun)] += 1
        tally.rounds[int(w.round)] += 1
        tally.survivors.update(i for i in range(w.n) if ruleset.standing(w, i))
        tally.events.update(int(event[0]) for event in log)
        tally.fights += 1
        if time.monotonic() > until:
            yield tally
            tally, until = Tally(), time.monotonic() + MOMENT
    yield tally


def _compile(encounter: Encounter, world: Any) -> None:
    """Compiling is no part of the time a fight takes."""
    from affray.oracles.native.engine import engine_of

    engine_of(encounter.ruleset).compile("dice", world)


def _native(
    encounter: Encounter, world: Any, begun: bool, seed: int, n: int, temperaments: list[int]
) -> Generator[Tally, None, None]:
    import numpy as np

    from affray.oracles.native.engine import Block, engine_of

    engine = engine_of(encounter.ruleset)
    data = pack(world)
    size = max(1, min(BLOCK, n // 50))

    def block(first: int) -> Block:
        return engine.play(data, temperaments, seed, first, min(size, n - first), begun)

    def tally(played: Block) -> Tally:
        winners = zip(*np.unique(played.winners, return_counts=True), strict=True)
        rounds = zip(*np.unique(played.rounds, return_counts=True), strict=True)
        return Tally(
            fights=len(played.winners),
            winners=Counter({int(k): int(c) for k, c in winners}),
            rounds=Counter({int(k): int(c) for k, c in rounds}),
            survivors=Counter({i: int(played.survivors[i]) for i in range(world.n)}),
            events=Counter({e: int(c) for e, c in enumerate(played.events) if c}),
        )

    workers = os.cpu_count() or 1
    pool = ThreadPoolExecutor(max_workers=workers)
    firsts = iter(range(0, n, size))
    try:
        # a few blocks ahead, so that a long run neither fills the memory nor waits
        ahead = deque(pool.submit(block, first) for first in islice(firsts, 4 * workers))
        while ahead:
            yield tally(ahead.popleft().result())
            ahead.extend(pool.submit(block, first) for first in islice(firsts, 1))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
