"""The server on one core at a time: its threads share one interpreter and take turns anyway.

On several cores each turn is handed from core to core with all that is needed for it, and an
answer costs half as much again. So the server keeps to the core that others use least, and moves
where that has become another one. Only on Linux may a program say so; elsewhere nothing happens.
"""

from __future__ import annotations

import os
import random
import threading
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

SECONDS_BETWEEN_LOOKS = 2.0
WORTH_MOVING = 0.25
"""Of a core's time: so much less must others use of another one."""

USED = Path("/proc/stat")
OWN_THREADS = Path("/proc/self/task")


def cores() -> frozenset[int]:
    """Those this thread may run on; none where the system does not say."""
    allowed = getattr(os, "sched_getaffinity", None)
    return frozenset(allowed(0)) if allowed is not None else frozenset()


def run_on(these: frozenset[int], thread: int = 0) -> None:
    """A thread of ours, this one if it is not named, runs on no others from now on."""
    if these:
        with suppress(OSError):  # it has just ended, or may not be moved
            os.sched_setaffinity(thread, these)


ALL = cores()
"""As it was when the program began."""


def ticks(told: str) -> dict[int, int]:
    """By core: how much it has done for whoever does not step back for others."""
    out = {}
    for line in told.splitlines():
        name, *counts = line.split() or [""]
        if name.startswith("cpu") and name != "cpu":
            user, _, system = map(int, counts[:3])
            out[int(name.removeprefix("cpu"))] = user + system
    return out


def better(others: Mapping[int, float], here: int | None) -> int | None:
    """The core that others use least, by how much of its time they do; None where it is not worth
    moving there."""
    best = min(others, key=lambda core: (others[core], core), default=None)
    if here is None or best is None or here not in others:
        return best
    return best if others[here] - others[best] > WORTH_MOVING else None


class OneCore:
    """Keeps all threads of this process on one core; a thread looks now and then which."""

    def __init__(self) -> None:
        self.here: int | None = None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._keep_looking, name="core", daemon=True)

    def start(self) -> None:
        """Before there are other threads: those that come run where this one does."""
        if len(ALL) > 1 and USED.exists() and OWN_THREADS.exists():
            self._move(random.choice(sorted(ALL)))
            self._thread.start()

    def close(self) -> None:
        self._closing.set()

    def _keep_looking(self) -> None:
        seconds, per_second = SECONDS_BETWEEN_LOOKS, os.sysconf("SC_CLK_TCK")
        before, own_before = ticks(USED.read_text()), _own()
        while not self._closing.wait(seconds):
            now, own = ticks(USED.read_text()), _own()
            spent = {core: now[core] - before.get(core, 0) for core in now}
            if self.here in spent:
                spent[self.here] -= int((own - own_before) * per_second)
            to = self._chosen(spent, seconds * per_second)
            if to is not None and random.random() < 0.5:  # two servers do not follow each other
                self._move(to)
            before, own_before = now, own

    def _chosen(self, spent: Mapping[int, int], of: float) -> int | None:
        return better({core: spent[core] / of for core in ALL & spent.keys()}, self.here)

    def _move(self, to: int | None) -> None:
        if to is not None:
            self.here = to
            for thread in OWN_THREADS.iterdir():
                run_on(frozenset({to}), int(thread.name))


def _own() -> float:
    """Seconds of processor time this process has used."""
    return sum(os.times()[:2])
