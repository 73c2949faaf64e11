"""A sweep on a cluster: cells and blocks of seeds as tasks of Dask (extra `cluster`).

A task holds all it needs and changes nothing, so that one that is lost is played again, on
whatever worker, and comes to the same. What a sweep comes to does not depend on who played it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from typing import Any

from affray.book.encounter import Encounter
from affray.book.errors import BadInput
from affray.book.stamps import rules_stamp
from affray.compiler.llvm.machine import is_available
from affray.lab.changes import Change, Variant
from affray.lab.scheduler import lost_by, scheduler_at
from affray.lab.simulate import simulate
from affray.lab.tally import Tally
from affray.lab.variations import Axis, CellValues, Playing, SweepCell, cell_of, cells_of

Client = Any
"""Dask's; half of what it has is without types."""

BLOCK = 20_000
"""Fights of a task: what the loss of a worker costs at most, times its threads."""

AHEAD = 4
"""Tasks handed out for each thread of the cluster, so that none waits."""

LOOK = 1.0
"""Seconds between two looks at how many threads there are: workers come and go."""

PATIENCE = 10.0
"""Seconds in which a scheduler answers, and between two looks for one that is gone."""

FIELD = "--on"


@dataclass(frozen=True)
class CellBlock:
    """Some of the fights of one cell."""

    values: CellValues
    variant: Variant
    stamp: str
    engine: str
    seed: int
    first: int
    n: int


def play_block(block: CellBlock) -> Tally:
    """What runs on a worker, by that worker's own rules: they have to be ours."""
    ruleset = block.variant.encounter.ruleset
    if rules_stamp(ruleset) != block.stamp:
        raise BadInput(f"a worker has other rules of {ruleset.slug} than are here", field=FIELD)
    # who has no compiler plays in CPython, whatever whoever asks has: it comes to the same
    engine = "native" if block.engine == "native" and is_available() else "auto"
    found = block.variant
    return simulate(
        found.encounter, block.n, block.seed, engine, found.players, first=block.first,
        or_python=True,
    ).tally  # fmt: skip


class Cluster:
    """A scheduler somewhere, and whatever workers it has."""

    def __init__(self, address: str, say: Callable[[str], None]) -> None:
        self.address, self.say = scheduler_at(address, FIELD), say

    def sweep(
        self,
        encounter: Encounter,
        seats: Sequence[str],
        changes: Sequence[Change],
        axes: Sequence[Axis],
        playing: Playing,
        done: dict[CellValues, SweepCell],
    ) -> Iterator[SweepCell]:
        """Every cell as soon as it is whole; a scheduler that goes is waited for."""
        wanted: dict[CellValues, Variant] = {}
        for values, variant in cells_of(encounter, seats, changes, axes):
            if values in done:
                yield done[values]
            elif isinstance(variant, SweepCell):
                yield variant
            else:
                wanted[values] = variant
        client = self._client(is_first=True)
        while wanted:
            try:
                for cell in _played(client, wanted, playing, self._say_if_nobody):
                    del wanted[cell.values]
                    yield cell
            except lost_by():
                with suppress(*lost_by()):
                    client.close(timeout=1)
                self.say(f"The scheduler at {self.address} is gone: waiting for it.")
                client = self._client(is_first=False)
        client.close()

    def _say_if_nobody(self, threads: int) -> None:
        if not threads:
            self.say(f"No worker is at {self.address}: waiting for one.")

    def _client(self, is_first: bool) -> Client:
        """A line to the scheduler; one that was there before is waited for."""
        import distributed

        made: Any = distributed.Client
        while True:
            try:
                return made(self.address, timeout=PATIENCE, set_as_default=False)
            except OSError:
                if is_first:
                    problem = f"no scheduler answers at {self.address}"
                    raise BadInput(problem, field=FIELD) from None
                time.sleep(1)


def _played(
    client: Client,
    wanted: dict[CellValues, Variant],
    playing: Playing,
    look: Callable[[int], None],
) -> Iterator[SweepCell]:
    """All blocks of all cells, a few at a time; a cell when its last block has come."""
    import distributed

    left = iter([block for values in wanted for block in _blocks(values, wanted[values], playing)])
    as_completed: Any = distributed.as_completed
    coming = as_completed(loop=client.loop)
    whose: dict[str, CellBlock] = {}
    tallies: dict[CellValues, Tally] = {}
    threads = _Threads(client, look)

    def hand_out() -> None:
        for block in islice(left, max(0, AHEAD * max(1, threads.now()) - len(whose))):
            future = client.submit(play_block, block, pure=False)
            whose[future.key] = block
            coming.add(future)

    hand_out()
    for future in coming:
        block = whose.pop(future.key)
        tally = tallies.get(block.values, Tally()) + future.result()
        tallies[block.values] = tally
        hand_out()
        if tally.fights == playing.n:
            yield cell_of(block.values, block.variant.encounter, tallies.pop(block.values), playing)


class _Threads:
    """How many the cluster has, looked at now and then."""

    def __init__(self, client: Client, look: Callable[[int], None]) -> None:
        self._client, self._look = client, look
        self._seen, self._at = 0, -LOOK

    def now(self) -> int:
        if time.monotonic() - self._at >= LOOK:
            self._seen, self._at = sum(self._client.nthreads().values()), time.monotonic()
            self._look(self._seen)
        return self._seen


def _blocks(values: CellValues, variant: Variant, playing: Playing) -> Iterator[CellBlock]:
    stamp = rules_stamp(variant.encounter.ruleset)
    for first in range(0, playing.n, BLOCK):
        n = min(BLOCK, playing.n - first)
        yield CellBlock(values, variant, stamp, playing.engine, playing.seed, first, n)
