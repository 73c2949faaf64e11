"""The engine itself: compiled rules against C, CPython with its log on, copies of a state."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial
from typing import Any

from affray.book.encounter import Encounter, find_encounter
from affray.compiler.build import COLLAPSED, DICE
from affray.compiler.engine import Block
from affray.oracles.dice import Dice, Noted
from affray.rules.ask import ONGOING
from affray.rules.world import clone, pack
from benchmarks import clock, reference
from benchmarks.compiling import apart, engine_for, seats_of
from benchmarks.report import Row, at_least, row

BRIDGE = "skirmish/bridge"
SEED = 7


def against_c(quick: bool) -> Iterator[Row]:
    """compiled rules against hand-written C"""
    count, repeats = (20_000, 3) if quick else (100_000, 25)
    same = "native and C play the same fights"
    if reference.compiler() is None:
        yield row(f"{same} (skipped: no C compiler)", None, "fights")
        for what, (_, _, goal) in AGAINST_C.items():
            yield row(f"{what} against C (skipped: no C compiler)", None, "", goal)
        return
    by_hand = reference.Reference(find_encounter(BRIDGE).world())
    runs = {what: Native(BRIDGE, kind, alone) for what, (kind, alone, _) in AGAINST_C.items()}
    c_fights = by_hand.play(SEED, 0, count)
    rolled = [native.play(count) for native in runs.values() if native.oracle == DICE]
    alike = all(reference.alike(fights, c_fights) for fights in rolled)
    yield Row(same, count, "fights", "every winner, round, survivor and event the same", alike)
    c, *speeds = clock.by_turns(
        [
            lambda: len(by_hand.play(SEED, 0, count).winners),
            *(partial(played, native, count) for native in runs.values()),
        ],
        repeats,
        time.process_time,
    )
    yield row("reference fight, hand-written C that rolls, one core", c, "fights/s")
    for (what, (_, _, goal)), fast in zip(AGAINST_C.items(), speeds, strict=True):
        yield row(f"reference fight, {what}, one core", fast, "fights/s")
        yield row(f"{what} against C", fast / c, "", goal)


AGAINST_C = {
    "code for all encounters": (DICE, False, None),
    "code for this one": (DICE, True, at_least(1.0, relative=True)),
    "code for this one, collapsed dice": (COLLAPSED, True, at_least(2.0, relative=True)),
}
"""What is measured: the oracle, whether the code is the encounter's own (as long runs have it),
and the goal."""


def played(native: Native, count: int) -> int:
    return len(native.play(count).winners)


class Native:
    """An encounter played by compiled rules, everyone as `seats_of` says.

    The code comes from the cache, as in every run but the first; fresh from the compiler
    it is slower.
    """

    def __init__(self, name: str, oracle: str = DICE, alone: bool = False) -> None:
        apart(name, oracle, alone=alone)
        encounter = find_encounter(name)
        self.oracle = oracle
        self.world = encounter.world()
        self.data, self.seats = pack(self.world), seats_of(encounter)
        self.begun = encounter.start_index >= 0
        self.engine = engine_for(name, alone)
        self.play(1)

    def play(self, count: int) -> Block:
        return self.play_from(0, count)

    def play_from(self, first: int, count: int) -> Block:
        return self.engine.play(
            self.data, self.seats, SEED, first, count, self.begun, oracle=self.oracle
        )


def logged(encounter: Encounter, count: int, repeats: int) -> tuple[float, float]:
    """(steps a second, fights a second) in CPython; a step is a turn, or a phase of a round."""
    world, begun = encounter.world(), encounter.start_index >= 0
    steps = sum(_play(encounter, world, begun, k) for k in range(count))
    rate = clock.rate(lambda: sum(_play(encounter, world, begun, k) for k in range(count)), repeats)
    return rate, rate * count / steps


def _play(encounter: Encounter, world: Any, begun: bool, fight: int) -> int:
    """One fight, told in full; returns its steps."""
    log: list[Noted] = []
    rules, w = encounter.ruleset, clone(world)
    ask = Dice(SEED, fight, rules.decide, seats_of(encounter), log)
    if not begun:
        rules.begin(ask, w)
    steps = 0
    while rules.outcome(w) == ONGOING:
        rules.step(ask, w)
        steps += 1
    return steps


def fork(quick: bool) -> Iterator[Row]:
    """copies of a state"""
    world, count = find_encounter(BRIDGE).world(), 10_000 if quick else 50_000

    def copies() -> int:
        for _ in range(count):
            clone(world)
        return count

    yield row("fork of a state in CPython", clock.rate(copies, 7), "forks/s", at_least(100_000))
