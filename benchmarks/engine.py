"""The engine itself: compiled rules against C, CPython with its log on, copies of a state."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from affray.book.encounter import Encounter, find_encounter
from affray.compiler.engine import Block, engine_of
from affray.oracles.dice import Dice, Noted
from affray.rules.ask import ONGOING
from affray.rules.world import clone, pack
from benchmarks import clock, reference
from benchmarks.compiling import apart
from benchmarks.report import Row, at_least, row

BRIDGE = "skirmish/bridge"
SEED = 7
BOLD = 1
"""The first temperament that thinks; 0 is random in every ruleset."""


def against_c(quick: bool) -> Iterator[Row]:
    """compiled rules against hand-written C"""
    count, repeats = (20_000, 3) if quick else (400_000, 9)
    goal = at_least(1.0, relative=True)
    same, ratio = "native and C play the same fights", "speed of native against C, one core"
    if reference.compiler() is None:
        yield row(f"{same} (skipped: no C compiler)", None, "fights")
        yield row(f"{ratio} (skipped: no C compiler)", None, "", goal)
        return
    native, by_hand = Native(BRIDGE), reference.Reference(find_encounter(BRIDGE).world())
    alike = reference.alike(native.play(count), by_hand.play(SEED, 0, count))
    yield Row(same, count, "fights", "every winner, round, survivor and event the same", alike)
    fast, c = clock.by_turns(
        [
            lambda: len(native.play(count).winners),
            lambda: len(by_hand.play(SEED, 0, count).winners),
        ],
        repeats,
    )
    yield row("reference fight, native, one core", fast, "fights/s")
    yield row("reference fight, hand-written C, one core", c, "fights/s")
    yield row(ratio, fast / c, "", goal)


class Native:
    """An encounter played by compiled rules, everyone bold.

    The code comes from the cache, as in every run but the first; fresh from the compiler
    it is slower.
    """

    def __init__(self, name: str) -> None:
        apart(name, "dice")
        encounter = find_encounter(name)
        self.world = encounter.world()
        self.data = pack(self.world)
        self.begun = encounter.start_index >= 0
        self.engine = engine_of(encounter.ruleset)
        self.play(1)

    def play(self, count: int) -> Block:
        seats = [BOLD] * self.world.n
        return self.engine.play(self.data, seats, SEED, 0, count, self.begun)


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
    ask = Dice(SEED, fight, rules.decide, [BOLD] * world.n, log)
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
