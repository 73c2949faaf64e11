"""The same few numbers for every ruleset there is, each in its first encounter."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial

from affray.book.encounter import find_encounter
from affray.book.shelf import SHELF
from affray.compiler.engine import Block
from benchmarks import clock
from benchmarks.compiling import apart
from benchmarks.engine import Native, logged
from benchmarks.report import Goal, Row, below, row

A_MOMENT = 0.3
"""Seconds of fights a run: large fights are few, small ones many."""


def encounters() -> Iterator[str]:
    for ruleset in SHELF.all():
        yield from list(ruleset.encounter_files())[:1]


def all_encounters() -> Iterator[str]:
    for ruleset in SHELF.all():
        yield from ruleset.encounter_files()


def python(quick: bool) -> Iterator[Row]:
    """every ruleset: CPython with its log on"""
    for name in encounters():
        steps, fights = logged(find_encounter(name), 3 if quick else 20, 3)
        yield row(f"{name}, CPython with its log on", steps, "steps/s")
        yield row(f"{name}, CPython with its log on", fights, "fights/s")


def native(quick: bool) -> Iterator[Row]:
    """every sample encounter: compiled"""
    for name in all_encounters():
        play, own = Native(name).play, Native(name, alone=True).play
        count = max(20, int(A_MOMENT / clock.seconds(partial(play, 20)) * 20))
        runs: list[clock.Run] = [partial(_fights, play, count), partial(_fights, own, count)]
        any_of, alone = clock.by_turns(runs, 2 if quick else 7, time.process_time)
        yield row(f"{name}, native, one core", any_of, "fights/s")
        yield row(f"{name}, code for it alone", alone, "fights/s")


def _fights(play: Callable[[int], Block], count: int) -> int:
    return len(play(count).winners)


def compiles(quick: bool) -> Iterator[Row]:
    """every ruleset: compile times"""
    for name in encounters():
        with tempfile.TemporaryDirectory(prefix="affray-cache-") as folder:
            for kind in ("dice", "tape"):
                where = "" if quick else folder
                cold, warm = apart(name, kind, where), apart(name, kind, where)
                if not quick:
                    yield row(f"{name}, compile {kind}", cold, "s", _compiling(name))
                yield row(f"{name}, {kind} from the cache", warm, "s", below(0.05))


def _compiling(name: str) -> Goal:
    """The reference game, and those that are large."""
    return below(0.5) if name.startswith("skirmish/") else below(10)
