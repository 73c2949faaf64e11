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


def better(others: Mapping[int, float], here: int) -> int:
    """The core that others use least, by how much of its time they do; or this one, where it is
    not worth moving."""
    best = min(others, key=lambda core: (others[core], core), default=here)
    is_worth_it = here not in others or others[here] - others[best] > WORTH_MOVING
    return best if is_worth_it else here


class OneCore:
    """Keeps all threads of this process on one core; a thread looks now and then which."""

    def __init__(self) -> None:
        self.here = random.choice(sorted(ALL)) if ALL else 0
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._keep_looking, name="core", daemon=True)

    def start(self) -> None:
        """Before there are other threads: those that come run where this one does."""
        if len(ALL) > 1 and os.access(USED, os.R_OK) and OWN_THREADS.exists():
            self._move(self.here)
            self._thread.start()

    def close(self) -> None:
        self._closing.set()

    def _keep_looking(self) -> None:
        a_second = os.sysconf("SC_CLK_TCK")
        before, own_before = ticks(USED.read_text()), _own()
        while not self._closing.wait(SECONDS_BETWEEN_LOOKS):
            now, own = ticks(USED.read_text()), _own()
            spent = {core: float(now[core] - before.get(core, 0)) for core in ALL & now.keys()}
            if self.here in spent:
                spent[self.here] -= (own - own_before) * a_second
            of = SECONDS_BETWEEN_LOOKS * a_second
            to = better({core: used / of for core, used in spent.items()}, self.here)
            if to != self.here and random.random() < 0.5:  # two servers do not follow each other
                self._move(to)
            before, own_before = now, own

    def _move(self, to: int) -> None:
        self.here = to
        for thread in OWN_THREADS.iterdir():
            run_on(frozenset({to}), int(thread.name))


def _own() -> float:
    """Seconds of processor time this process has used."""
    return sum(os.times()[:2])
