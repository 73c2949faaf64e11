"""Fights on a graphics card, by the block; what its threads could not play, compiled code plays.

The first fights of a run are played here too and held against the card's, one by one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from typing import TYPE_CHECKING

from affray.lab.blocks import Again, ends_of, tally_of
from affray.lab.rows import FightEnds
from affray.lab.tally import Tally
from affray.rules.world import pack

if TYPE_CHECKING:
    from affray.compiler.crowd import Counted, Crowd
    from affray.compiler.engine import Block
    from affray.lab.job import ManyFights
    from affray.lab.simulate import BlockSum

FIRST = 500
"""Fights that are held against this machine's."""

LEAST, MOST, MOST_ENDS = 8, 1 << 28, 1 << 28
"""Fights of a block: so many a thread at least, so many in all at most; bytes of last states."""

MOST_SHARE = 256
"""Fights a thread takes at once at most."""


def require_card() -> None:
    """One line that says what is missing, before anything is compiled."""
    from affray.compiler.card import kind

    kind()


def device_parts(job: ManyFights) -> Generator[BlockSum, None, None]:
    """All fights of a job on the first device that is there."""
    return crowd_parts(job, crowd_on_card(job))


def crowd_on_card(job: ManyFights) -> Crowd:
    """The code for this encounter alone, made for the kind of device that is found."""
    from affray.compiler.card import GraphicsCard, kind
    from affray.compiler.crowd import Crowd, start_of
    from affray.compiler.ptx import KernelSpec, code_of

    wanted = KernelSpec(job.ruleset, job.oracle, job.world, kind(), tuple(job.temperaments))
    code = code_of(wanted)
    return Crowd(GraphicsCard(code), start_of(job.world, job.temperaments, job.begun))


def crowd_parts(job: ManyFights, crowd: Crowd) -> Generator[BlockSum, None, None]:
    """The same on any device."""
    from affray.compiler.engine import RuleFailed
    from affray.compiler.oracles.crowd import ENDS, NOTHING, WINNERS

    here = Here(job, crowd)
    size = block_size(job, crowd)
    end = job.first + job.n
    try:
        wanted = here.play(job.first, min(FIRST, job.n))
        for first in range(job.first, end, size):
            count = min(size, end - first)
            keep = ENDS if job.needs_ends else WINNERS if first == job.first else NOTHING
            share = max(1, min(MOST_SHARE, count // (4 * crowd.device.threads)))
            found = crowd.play(job.seed, first, count, share, keep)
            if first == job.first:
                require_same(job, wanted, found)
            again = [(part, here.play(first + part[0], len(part))) for part in found.missed]
            yield counted(job, found, again)
    except RuleFailed as broken:
        Again(job).show(broken, here.engine)


class Here:
    """The same fights on this machine, for those that a device cannot play."""

    def __init__(self, job: ManyFights, crowd: Crowd) -> None:
        from affray.compiler.engine import engine_of

        self.job, self.crowd = job, crowd
        self.engine = engine_of(job.ruleset)
        self.data = pack(job.world)

    def play(self, first: int, count: int) -> Block:
        """Chances that are worked out on the way the device has from then on."""
        job, engine = self.job, self.engine
        block = engine.play(
            self.data, job.temperaments, job.seed, first, count, job.begun, job.needs_ends,
            oracle=job.oracle,
        )  # fmt: skip
        odds = engine.odds(job.oracle)
        if odds is not None:
            self.crowd.learn(odds.data())
            engine.give_back(odds)
        return block


def block_size(job: ManyFights, crowd: Crowd) -> int:
    """Fights between two reports: enough that every thread has something to do."""
    least = LEAST * crowd.device.threads
    most = MOST_ENDS // (8 * crowd.start.words) if job.needs_ends else MOST
    return job.block or max(1, min(max(least, job.n // 50), most, job.n))


def require_same(job: ManyFights, wanted: Block, found: Counted) -> None:
    """Hold the first fights against this machine's; those that were missed are played here."""
    from affray.compiler.compare import EnginesDiffer

    assert found.each is not None
    missed = {k for part in found.missed for k in part}
    for k, (ours, theirs) in enumerate(zip(wanted.winners, found.each.winners, strict=False)):
        if ours != theirs and k not in missed:
            where = f"{job.encounter.name}, fight {job.first + k} of seed {job.seed}"
            said = f"the winner is {ours} here and {theirs} on the device"
            raise EnginesDiffer(f"{where}: {said}", file=job.ruleset.folder)


def counted(job: ManyFights, found: Counted, again: list[tuple[range, Block]]) -> BlockSum:
    """A device's fights with those that were played here instead."""
    tally = Tally(
        found.fights, Counter(found.winners), Counter(found.rounds),
        Counter({i: found.survivors[i] for i in range(job.world.n)}),
        Counter({e: c for e, c in enumerate(found.events) if c}),
    )  # fmt: skip
    for _, block in again:
        tally += tally_of(job, block)
    return tally, _ends(job, found, again) if job.needs_ends else None


def _ends(job: ManyFights, found: Counted, again: list[tuple[range, Block]]) -> FightEnds:
    import numpy as np

    assert found.each is not None
    ends = {name: np.array(column) for name, column in vars(ends_of(job, found.each)).items()}
    for part, block in again:
        for name, column in vars(ends_of(job, block)).items():
            ends[name][part.start : part.stop] = column
    return FightEnds(**ends)
