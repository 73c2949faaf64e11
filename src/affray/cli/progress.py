"""How far a long run is: a bar on a terminal, a line now and then anywhere else."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from affray.cli.common import counted

EVERY = 2.0
"""Seconds between two lines; whatever is over sooner says nothing."""

_UNITS = ((86400, "d"), (3600, "h"), (60, "min"), (1, "s"))


class Progress:
    """Told how many are over; the first time that none is, and from then on it measures.

    Compiling, which comes before, is no part of what a fight takes.
    """

    def __init__(self, total: int, thing: str = "fight") -> None:
        self.total = total
        self.thing = thing
        self.bar: Any = None
        self.began = self.told = time.monotonic()

    def __enter__(self) -> Progress:
        if sys.stderr.isatty():
            from rich.console import Console
            from rich.progress import BarColumn, TextColumn
            from rich.progress import Progress as Bar

            columns = (BarColumn(), TextColumn("{task.description}"))
            self.bar = Bar(*columns, console=Console(stderr=True), transient=True)
            self.bar.start()
            self.task = self.bar.add_task(counted(self.total, self.thing), total=self.total)
        return self

    def show(self, done: int) -> None:
        now = time.monotonic()
        if done == 0:
            self.began = self.told = now
        elif self.bar is not None:
            self.bar.update(self.task, completed=done, description=self._said(done, now))
        elif now - self.told >= EVERY and done < self.total:
            self.told = now
            print(self._said(done, now), file=sys.stderr, flush=True)

    def _said(self, done: int, now: float) -> str:
        """What was measured so far, and what is left if it goes on like that."""
        speed = done / max(now - self.began, 1e-9)
        left = about((self.total - done) / speed)
        a_second = f"{speed:,.0f}" if speed >= 10 else f"{speed:.1f}"
        return f"{done:,} of {counted(self.total, self.thing)}, {a_second} a second, {left} left"

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.stop()


def how_far() -> Callable[[int, int], None]:
    """A line now and then while a tape is played that takes long; Ctrl-C ends it."""
    found: list[Progress] = []

    def heed(done: int, total: int) -> None:
        if not found:
            found.append(Progress(total, "answer"))
        found[0].show(done)

    return heed


def about(seconds: float) -> str:
    """'about 50 s', 'about 7 min': the largest unit of which there are at least two."""
    size, unit = next(((s, u) for s, u in _UNITS if seconds >= 2 * s), _UNITS[-1])
    return f"about {max(1, round(seconds / size)):,} {unit}"
