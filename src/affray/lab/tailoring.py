"""Rules compiled for one encounter alone, behind a run that is long enough to be worth it."""

from __future__ import annotations

import os
import threading
import time
from typing import TYPE_CHECKING

from affray.lab.until import NO_END
from affray.rules.world import pack

if TYPE_CHECKING:
    from affray.compiler.engine import Block, Engine
    from affray.lab.job import ManyFights

A_WHILE = 1.0
"""Seconds after which it is looked whether there is such code, or should be."""

WORTH = 10.0
"""A tenth of a run's time is what it saves at the least; compiling must take less."""


class Fitting:
    """The engine a run is played by: any world's at first, and then the one for its own.

    Both play the same fights, so nobody sees when one takes over from the other.
    """

    def __init__(self, job: ManyFights) -> None:
        from affray.compiler.engine import engine_of

        self.job = job
        self.engine = engine_of(job.ruleset)
        self.begun = time.monotonic()
        self.done = 0
        self.first: Block | None = None
        self.fitter: threading.Thread | None = None

    def after(self, played: Block) -> None:
        """These are over."""
        self.first = self.first or played
        self.done += len(played.winners)
        spent = time.monotonic() - self.begun
        if self.fitter or spent < A_WHILE or self.job.until != NO_END:
            return
        left = spent / self.done * (self.job.n - self.done) * (os.cpu_count() or 1)
        self.fitter = threading.Thread(target=self._fit, args=(left, self.first), name="fitting")
        self.fitter.start()

    def _fit(self, left: float, first: Block) -> None:
        """Take the code for this encounter; compile it, if so many seconds are left for it."""
        from affray.book.errors import BadInput
        from affray.compiler.engine import RuleFailed

        try:
            engine = fitted(self.job, left / WORTH)
            if engine and self._plays(engine, first):
                self.engine = engine
        except (BadInput, RuleFailed):
            return  # it differs, and that is remembered: any world's code goes on

    def _plays(self, engine: Engine, first: Block) -> bool:
        """Whether it plays the first fights of the run as they were played."""
        from affray.compiler.compare import EnginesDiffer
        from affray.compiler.ready import remember

        job = self.job
        again = engine.play(
            pack(job.world), job.temperaments, job.seed, job.first, len(first.winners), job.begun,
            job.needs_ends, oracle=job.oracle,
        )  # fmt: skip
        if again != first:
            found = EnginesDiffer(f"{job.encounter.name}: the code for it alone plays other fights")
            remember(engine, job.oracle, found)
        return again == first


def fitted(job: ManyFights, seconds: float) -> Engine | None:
    """The code for this encounter and who plays it, compiled if that takes less than so long."""
    from affray.compiler.engine import engine_of
    from affray.compiler.ready import about_seconds, compile_oracle

    facts = engine_of(job.ruleset).recipe(job.oracle).known(job.world, job.temperaments)
    engine = engine_of(job.ruleset, facts=facts)
    if not engine.load(job.oracle):
        if seconds < about_seconds(job.ruleset):
            return None
        compile_oracle(engine, job.oracle, [job.encounter])
    return engine
