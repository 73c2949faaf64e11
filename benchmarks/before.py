"""Fights beside what they took before: with Numba, and before the shared grid.

Neither can be run here any more, so what was measured then is kept, each with what the
hand-written C program took on that machine: times are held against that program's, for a machine
twice as fast is no merit of the rules. What the rules have grown by since counts against them.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from affray.book.encounter import find_encounter
from benchmarks import clock, reference
from benchmarks.engine import BRIDGE, SEED, Native, played
from benchmarks.report import Goal, Row, at_least, row

AS_THEY_WERE = Path(__file__).parent / "encounters"
"""Encounters that are longer fights by now."""

A_MOMENT = 0.25
"""Seconds of fights a run."""


class Then(NamedTuple):
    """Microseconds a fight took, and those of one in C beside it."""

    fight: float
    c: float


GRID_C, NUMBA_C = 0.2825, 0.411
BEFORE_THE_GRID = {
    "dungeoneers-spotlight/goblin-warren": (Then(686.4, GRID_C), 10),
    "rpg-hell/wolf-road": (Then(226.6, GRID_C), 3),
    "plunder/ford-at-dusk": (Then(53.1, GRID_C), 3),
    "story-mode/coven": (Then(67.8, GRID_C), 3),
    "dungeoneers-tactics/ossuary-party": (Then(41.2, GRID_C), 3),
}
"""Commit 5c7ac674, run on 18 November 2026 by turns with the C program of today, and how many times
as fast it is to be."""

WITH_NUMBA = {
    BRIDGE: Then(1e6 / 1_628_000, 0.467),
    "skirmish/duel": Then(1e6 / 3_871_000, NUMBA_C),
    "dungeoneers-tactics/bridge-brawl": Then(1e6 / 83_600, NUMBA_C),
    "dungeoneers-tactics/ossuary-party": Then(1e6 / 15_700, NUMBA_C),
    "story-mode/coven": Then(1e6 / 9_440, NUMBA_C),
    "story-mode/crypt": Then(1e6 / 4_430, NUMBA_C),
    "rpg-hell/wolf-road": Then(1e6 / 3_120, NUMBA_C),
    "rpg-hell/gate-duel": Then(1e6 / 21_300, NUMBA_C),
    "plunder/ford-at-dusk": Then(1e6 / 8_670, NUMBA_C),
    "dungeoneers-spotlight/narrow-bridge": Then(1e6 / 8_300, NUMBA_C),
    "dungeoneers-spotlight/goblin-warren": Then(1e6 / 830, NUMBA_C),
}
"""15 November 2026. The C program plays the bridge as the headlong play it, who strike at others
since: its fight of then took 1.136 times as long, and is the bridge's yardstick. Plunder's
bone-cellar has become another fight and is left out."""


class Now(NamedTuple):
    """Times a fight in C, for it alone and for all."""

    alone: float
    any_of: float


def fights(quick: bool) -> Iterator[Row]:
    """fights beside what they took before the shared grid, and with Numba"""
    if reference.compiler() is None:
        for name, (_, times) in BEFORE_THE_GRID.items():
            yield row(
                f"{name}, against before the grid (skipped: no C compiler)", None, "", _times(times)
            )
        return
    for name, with_numba in WITH_NUMBA.items():
        now = _now(name, 2 if quick else 7)
        if name in BEFORE_THE_GRID:
            then, times = BEFORE_THE_GRID[name]
            yield from _rows(f"{name}, against before the grid", then, now, _times(times))
        yield from _rows(f"{name}, against Numba", with_numba, now, _times(1))


def _rows(what: str, then: Then, now: Now, goal: Goal) -> Iterator[Row]:
    took = then.fight / then.c
    yield row(f"{what}, code for it alone", took / now.alone, "times as fast", goal)
    yield row(f"{what}, code for all", took / now.any_of, "times as fast", goal)


def _times(least: int) -> Goal:
    return at_least(least, relative=True)


def _now(name: str, repeats: int) -> Now:
    kept = AS_THEY_WERE / f"{name.rpartition('/')[2]}.toml"
    found = str(kept) if kept.exists() else name
    by_hand = reference.Reference(find_encounter(BRIDGE).world())
    own, any_of = Native(found, alone=True), Native(found)
    count = max(20, int(A_MOMENT / clock.seconds(partial(own.play, 20)) * 20))
    in_c = int(A_MOMENT * 3_000_000)
    c, alone, every = clock.by_turns(
        [
            lambda: len(by_hand.play(SEED, 0, in_c).winners),
            partial(played, own, count),
            partial(played, any_of, count),
        ],
        repeats,
        time.process_time,
    )
    return Now(c / alone, c / every)
