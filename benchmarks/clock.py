"""Taking times: the best of several runs, and several things by turns."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Run = Callable[[], int]
"""Does some work and returns how many things it did."""


Clock = Callable[[], float]


def seconds(run: Callable[[], Any], clock: Clock = time.perf_counter) -> float:
    started = clock()
    run()
    return clock() - started


def best(run: Callable[[], Any], repeats: int, clock: Clock = time.perf_counter) -> float:
    """The shortest of several runs: what the machine can do when nothing else disturbs it."""
    return min(seconds(run, clock) for _ in range(repeats))


def rate(run: Run, repeats: int) -> float:
    """Things a second, in the best of several runs."""
    return by_turns([run], repeats)[0]


def by_turns(runs: list[Run], repeats: int, clock: Clock = time.perf_counter) -> list[float]:
    """The best rate of each, taken in turns so that a slow spell of the machine meets all.

    By the processor's time, where that is the `clock`, others on the machine count less.
    """
    found = [0.0] * len(runs)
    for _ in range(repeats):
        for k, run in enumerate(runs):
            started = clock()
            done = run()
            found[k] = max(found[k], done / (clock() - started))
    return found


@dataclass
class Stopwatch:
    """Stands for a function and adds up the time spent in it."""

    function: Callable[..., Any]
    spent: float = 0.0

    def __call__(self, *given: Any) -> Any:
        started = time.perf_counter()
        answer = self.function(*given)
        self.spent += time.perf_counter() - started
        return answer
