"""Compiled fights, in blocks on all cores; Ctrl-C ends the blocks that are being played too."""

from __future__ import annotations

import os
import time
from collections import Counter, deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from typing import TYPE_CHECKING, NoReturn

from affray.fight.loop import play
from affray.lab.rows import FightEnds
from affray.lab.tailoring import Fitting
from affray.lab.tally import Tally
from affray.rules.world import clone, pack

if TYPE_CHECKING:
    from affray.compiler.crowd import EachFight
    from affray.compiler.engine import Block, Engine, RuleFailed
    from affray.compiler.memory import RecordMemory
    from affray.lab.job import ManyFights
    from affray.lab.simulate import BlockSum

BLOCK = 20_000
SOON = 1_000
"""Fights of the first block: whoever waits sees something, and Ctrl-C has something to keep."""

LEAST = 500
"""Fights of a block of which a report is made: that takes its time, however few they are."""


def native_parts(job: ManyFights) -> Generator[BlockSum, None, None]:
    from affray.compiler.engine import RuleFailed

    fitting, data = Fitting(job), pack(job.world)
    size = job.block or max(LEAST if job.reported else 1, min(BLOCK, job.n // 50))
    under_way = UnderWay()

    def block(first: int, count: int) -> Block:
        return fitting.engine.play(
            data, job.temperaments, job.seed, first, count, job.begun, job.needs_ends,
            under_way.begin, job.oracle,
        )  # fmt: skip

    pool = ThreadPoolExecutor(max_workers=_workers())
    shares = _shares(job, size)
    again = Again(job)
    try:
        # a few blocks ahead, so that a long run neither fills the memory nor waits
        ahead = deque(pool.submit(block, *share) for share in islice(shares, 4 * _workers()))
        while ahead:
            again.play_while(ahead[0])
            played = ahead.popleft().result()
            again.require_same(played)
            fitting.after(played)
            yield _counted(job, played)
            ahead.extend(pool.submit(block, *share) for share in islice(shares, 1))
    except RuleFailed as broken:
        again.show(broken, fitting.engine)
    finally:
        under_way.stop()
        pool.shutdown(wait=True, cancel_futures=True)


class UnderWay:
    """The blocks that are being played, so that all can be ended: whoever begins later, too."""

    def __init__(self) -> None:
        self.asks: deque[RecordMemory] = deque(maxlen=4 * _workers())
        self.stopped = False

    def begin(self, ask: RecordMemory) -> None:
        self.asks.append(ask)
        if self.stopped:
            ask.set("stop", 1)

    def stop(self) -> None:
        """Workers may begin blocks meanwhile: nothing is walked that they add to."""
        self.stopped = True
        while self.asks:
            self.asks.pop().set("stop", 1)


def _shares(job: ManyFights, size: int) -> Iterator[tuple[int, int]]:
    """The first fight of every block and how many there are: of a settled size, or ever more."""
    first, end = job.first, job.first + job.n
    count = size if job.block else min(size, SOON)
    while first < end:
        yield first, min(count, end - first)
        first, count = first + count, min(size, 2 * count)


class Again:
    """The first fights of a run once more in CPython, while compiled code plays the others.

    It takes a tenth of the time at most; a difference ends the run and the use of that code.
    """

    SHARE = 0.1

    def __init__(self, job: ManyFights) -> None:
        self.job = job
        self.started = time.monotonic()
        self.spent = 0.0
        self.seen: list[tuple[int, int]] = []
        self.wanted: list[tuple[int, int]] = []

    def play_while(self, waiting: Future[Block]) -> None:
        while not waiting.done() and len(self.seen) < self.job.n:
            if self.spent > self.SHARE * (time.monotonic() - self.started):
                return
            self._play()

    def _play(self) -> None:
        job, before = self.job, time.monotonic()
        w = clone(job.world)
        k = job.first + len(self.seen)
        self.seen.append((play(job.ruleset, job.ask(k), w, job.begun), int(w.round)))
        self.spent += time.monotonic() - before

    def require_same(self, played: Block) -> None:
        """Hold what was played again against the first blocks of the run."""
        if len(self.wanted) < BLOCK:
            self.wanted += zip(played.winners, played.rounds, strict=True)
        for k, (ours, theirs) in enumerate(zip(self.seen, self.wanted, strict=False)):
            if ours != theirs:
                self._differ(
                    self.job.first + k,
                    f"winner and rounds are {ours} in CPython and {theirs} compiled",
                )

    def show(self, broken: RuleFailed, engine: Engine) -> None:
        """What goes wrong compiled goes wrong in CPython too, with its own words and lines."""
        self.job.show(broken.fight)
        self._differ(broken.fight, f"it has an end in CPython; compiled: {broken}", engine)

    def _differ(self, fight: int, said: str, engine: Engine | None = None) -> NoReturn:
        """Use the code of every world no more, nor what played when it was found out."""
        from affray.compiler.compare import EnginesDiffer
        from affray.compiler.engine import engine_of
        from affray.compiler.ready import remember

        where = f"{self.job.encounter.name}, fight {fight} of seed {self.job.seed}"
        found = EnginesDiffer(f"{where}: {said}", file=self.job.ruleset.folder)
        for one in {engine_of(self.job.ruleset), engine or engine_of(self.job.ruleset)}:
            remember(one, self.job.oracle, found)
        raise found


def _workers() -> int:
    return os.cpu_count() or 1


def _counted(job: ManyFights, played: Block) -> BlockSum:
    """A block of compiled fights as a tally, and as rows where they are kept."""
    tally = tally_of(job, played)
    return tally, ends_of(job, played) if job.needs_ends else None


def tally_of(job: ManyFights, played: Block) -> Tally:
    return Tally(
        fights=len(played.winners),
        winners=Counter(played.winners),
        rounds=Counter(played.rounds),
        survivors=Counter({i: played.survivors[i] for i in range(job.world.n)}),
        events=Counter({e: c for e, c in enumerate(played.events) if c}),
    )


def ends_of(job: ManyFights, played: Block | EachFight) -> FightEnds:
    import numpy as np

    size = job.ruleset.world.layout.state_size
    return FightEnds(
        np.array(played.winners, np.int8),
        np.array(played.rounds, np.int32),
        np.array(played.stood, np.int64),
        np.array(played.decisions, np.int32),
        np.array(played.dice, np.int32),
        np.frombuffer(played.ends, np.uint8).reshape(-1, size),
    )
