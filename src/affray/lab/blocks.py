"""Compiled fights, in blocks on all cores; Ctrl-C ends the blocks that are being played too."""

from __future__ import annotations

import os
import time
from collections import Counter, deque
from collections.abc import Generator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import TYPE_CHECKING, NoReturn

from affray.fight.loop import play
from affray.lab.rows import Ends
from affray.lab.tally import Tally
from affray.oracles.dice import Dice
from affray.rules.world import clone, pack

if TYPE_CHECKING:
    from affray.compiler.engine import Block, RuleFailed
    from affray.compiler.memory import RecordMemory
    from affray.lab.simulate import Job, Part

BLOCK = 20_000


def native_parts(job: Job) -> Generator[Part, None, None]:
    from affray.compiler.engine import RuleFailed, engine_of

    engine, data = engine_of(job.ruleset), pack(job.world)
    size = max(1, min(BLOCK, job.n // 50))
    asks: deque[RecordMemory] = deque(maxlen=4 * _workers())

    def block(first: int) -> Block:
        count = min(size, job.n - first)
        return engine.play(
            data, job.temperaments, job.seed, first, count, job.begun, job.keep_rows, asks.append
        )

    pool = ThreadPoolExecutor(max_workers=_workers())
    firsts = iter(range(0, job.n, size))
    again = Again(job)
    try:
        # a few blocks ahead, so that a long run neither fills the memory nor waits
        ahead = deque(pool.submit(block, first) for first in islice(firsts, 4 * _workers()))
        while ahead:
            again.play_while(ahead[0])
            played = ahead.popleft().result()
            again.require_same(played)
            yield _counted(job, played)
            ahead.extend(pool.submit(block, first) for first in islice(firsts, 1))
    except RuleFailed as broken:
        again.show(broken)
    finally:
        for ask in asks:
            ask.set("stop", 1)
        pool.shutdown(wait=True, cancel_futures=True)


class Again:
    """The first fights of a run once more in CPython, while compiled code plays the others.

    It takes a tenth of the time at most; a difference ends the run and the use of that code.
    """

    SHARE = 0.1

    def __init__(self, job: Job) -> None:
        self.job = job
        self.started = time.monotonic()
        self.spent = 0.0
        self.seen: list[tuple[int, int]] = []
        self.wanted: Block | None = None

    def play_while(self, waiting: Future[Block]) -> None:
        while not waiting.done() and len(self.seen) < self.job.n:
            if self.spent > self.SHARE * (time.monotonic() - self.started):
                return
            self._play()

    def _play(self) -> None:
        job, before = self.job, time.monotonic()
        w = clone(job.world)
        dice = Dice(job.seed, len(self.seen), job.ruleset.decide, job.temperaments)
        self.seen.append((play(job.ruleset, dice, w, job.begun), int(w.round)))
        self.spent += time.monotonic() - before

    def require_same(self, played: Block) -> None:
        """Hold what was played again against the first block of the run."""
        self.wanted = self.wanted or played
        pairs = zip(self.wanted.winners, self.wanted.rounds, strict=True)
        for k, (ours, theirs) in enumerate(zip(self.seen, pairs, strict=False)):
            if ours != theirs:
                self._differ(k, f"winner and rounds are {ours} in CPython and {theirs} compiled")

    def show(self, broken: RuleFailed) -> None:
        """What goes wrong compiled goes wrong in CPython too, with its own words and lines."""
        job = self.job
        dice = Dice(job.seed, broken.fight, job.ruleset.decide, job.temperaments)
        play(job.ruleset, dice, clone(job.world), job.begun)
        self._differ(broken.fight, f"it has an end in CPython; compiled: {broken}")

    def _differ(self, fight: int, said: str) -> NoReturn:
        from affray.compiler.build import DICE
        from affray.compiler.compare import Differs
        from affray.compiler.engine import engine_of
        from affray.compiler.ready import remember

        where = f"{self.job.encounter.name}, fight {fight} of seed {self.job.seed}"
        found = Differs(f"{where}: {said}", file=self.job.ruleset.folder)
        remember(engine_of(self.job.ruleset), DICE, found)
        raise found


def _workers() -> int:
    return os.cpu_count() or 1


def _counted(job: Job, played: Block) -> Part:
    """A block of compiled fights as a tally, and as rows where they are kept."""
    tally = Tally(
        fights=len(played.winners),
        winners=Counter(played.winners),
        rounds=Counter(played.rounds),
        survivors=Counter({i: played.survivors[i] for i in range(job.world.n)}),
        events=Counter({e: c for e, c in enumerate(played.events) if c}),
    )
    if not job.keep_rows:
        return tally, None
    import numpy as np

    size = job.ruleset.world.layout.state_size
    return tally, Ends(
        np.array(played.winners, np.int8),
        np.array(played.rounds, np.int32),
        np.array(played.stood, np.int64),
        np.frombuffer(played.ends, np.uint8).reshape(-1, size),
    )
