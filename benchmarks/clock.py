"""Taking times: the best of several runs, and several things by turns."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Run = Callable[[], int]
"""Does some work and returns how many things it did."""


def seconds(run: Callable[[], Any]) -> float:
    started = time.perf_counter()
    run()
    return time.perf_counter() - started


def best(run: Callable[[], Any], repeats: int) -> float:
    """The shortest of several runs: what the machine can do when nothing else disturbs it."""
    return min(seconds(run) for _ in range(repeats))


def rate(run: Run, repeats: int) -> float:
    """Things a second, in the best of several runs."""
    return by_turns([run], repeats)[0]


def by_turns(runs: list[Run], repeats: int) -> list[float]:
    """The best rate of each, taken in turns so that a slow spell of the machine meets all."""
    found = [0.0] * len(runs)
    for _ in range(repeats):
        for k, run in enumerate(runs):
            started = time.perf_counter()
            done = run()
            found[k] = max(found[k], done / (time.perf_counter() - started))
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
