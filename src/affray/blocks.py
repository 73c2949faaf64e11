"""Compiled fights, in blocks on all cores; Ctrl-C ends the blocks that are being played too."""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from typing import TYPE_CHECKING

from affray.rows import Ends
from affray.tally import Tally
from affray.world import pack

if TYPE_CHECKING:
    from affray.compiler.engine import Block
    from affray.compiler.memory import RecordMemory
    from affray.simulate import Job, Part

BLOCK = 20_000


def native_parts(job: Job) -> Generator[Part, None, None]:
    from affray.compiler.engine import engine_of

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
    try:
        # a few blocks ahead, so that a long run neither fills the memory nor waits
        ahead = deque(pool.submit(block, first) for first in islice(firsts, 4 * _workers()))
        while ahead:
            yield _counted(job, ahead.popleft().result())
            ahead.extend(pool.submit(block, first) for first in islice(firsts, 1))
    finally:
        for ask in asks:
            ask.set("stop", 1)
        pool.shutdown(wait=True, cancel_futures=True)


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
