"""Many fights: who wins how often, with honest intervals."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping, Set
from dataclasses import dataclass
from math import sqrt
from operator import index
from typing import Any

from affray.book.encounter import Encounter
from affray.book.errors import BadInput, unknown
from affray.book.ruleset import Ruleset
from affray.fight.loop import play
from affray.lab.blocks import native_parts
from affray.lab.rows import Ends, Gathering, Rows, Written
from affray.lab.tally import Tally
from affray.oracles.dice import M64, Dice, Noted
from affray.rules.ask import NOBODY
from affray.rules.world import clone

ENGINES = ("auto", "python", "native")

TRIED = 20
"""Fights of CPython's that `auto` looks at, at most."""

MOMENT = 0.25
"""Seconds of CPython's fights between two reports; no more than that is lost by Ctrl-C."""

Z95 = 1.959963984540054

Temperaments = str | int | Iterable[str | int]
"""A temperament for each creature, by name or number; or one for all."""


@dataclass
class Simulation:
    """A finished (or stopped) run."""

    encounter: Encounter
    wanted: int
    seed: int
    engine: str
    tally: Tally
    seconds: float
    temperaments: list[int]
    stopped: bool = False
    kept: Rows | None = None

    def rows(self) -> Rows:
        """One row a fight, if they were to be kept."""
        if self.kept is None:
            raise BadInput("found False, expected True to have rows", field="keep_rows")
        return self.kept

    def rulings(self) -> dict[str, str]:
        """The readings that are not the usual ones."""
        usual = {ruling.name: ruling.default for ruling in self.encounter.ruleset.book.switches}
        said = self.encounter.rulings.items()
        return {name: reading for name, reading in said if reading != usual[name]}

    def seats(self) -> dict[str, str]:
        """Which temperament played each creature."""
        known, names = self.encounter.ruleset.temperaments, self.encounter.names["creatures"]
        return {name: known[t] for name, t in zip(names, self.temperaments, strict=True)}

    def wins(self) -> dict[str, int]:
        sides = {side: self.tally.winners[k] for k, side in enumerate(self.encounter.sides)}
        return {**sides, "none": self.tally.winners[NOBODY]}

    def win_rates(self) -> dict[str, tuple[float, float, float]]:
        """(share, low, high) for every side: Wilson's 95 % interval."""
        sides = enumerate(self.encounter.sides)
        return {side: wilson(self.tally.winners[k], self.tally.fights) for k, side in sides}

    def rounds(self) -> dict[str, float]:
        counts, n = self.tally.rounds, self.tally.fights
        mean = sum(r * k for r, k in counts.items()) / n
        return {
            "mean": mean,
            "p50": _quantile(counts, n, 0.5),
            "p90": _quantile(counts, n, 0.9),
            "max": max(counts),
        }

    def survivors(self) -> dict[str, float]:
        names = self.encounter.names["creatures"]
        return {name: self.tally.survivors[i] / self.tally.fights for i, name in enumerate(names)}

    def events(self) -> dict[str, int]:
        known = self.encounter.ruleset.words.event_names
        return {name: self.tally.events[number] for name, number in known.items()}


def wilson(successes: int, n: int) -> tuple[float, float, float]:
    """A share with its 95 % interval, right at 0 and 1 too."""
    p = successes / n
    spread = Z95 * sqrt(p * (1 - p) / n + Z95**2 / (4 * n * n))
    middle, scale = p + Z95**2 / (2 * n), 1 + Z95**2 / n
    low, high = (middle - spread) / scale, (middle + spread) / scale
    return p, 0.0 if successes == 0 else max(0.0, low), 1.0 if successes == n else min(1.0, high)


def _quantile(counts: Counter[int], n: int, q: float) -> int:
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= q * n:
            return value
    return max(counts)


@dataclass(frozen=True)
class Job:
    """Which fights to play: all that an engine needs to know."""

    encounter: Encounter
    world: Any
    n: int
    seed: int
    temperaments: list[int]
    keep_rows: bool

    @property
    def ruleset(self) -> Ruleset:
        return self.encounter.ruleset

    @property
    def begun(self) -> bool:
        return self.encounter.start_index >= 0


Part = tuple[Tally, Ends | None]
"""What some of the fights came to, and how each of them ended where rows are kept."""


def choose_engine(encounter: Encounter, n: int, wanted: str, temperaments: list[int]) -> str:
    """`auto` plays a few fights in CPython and takes whichever engine has the rest done sooner."""
    if wanted not in ENGINES:
        raise BadInput(unknown("engine", str(wanted), ENGINES), field="engine")
    if wanted != "auto":
        return wanted
    from affray.compiler.ready import seconds_to_ready

    ready = seconds_to_ready(encounter.ruleset)
    job = Job(encounter, encounter.world(), n, 0, temperaments, keep_rows=False)
    return "native" if ready is not None and _slower_than(job, ready) else "python"


def _slower_than(job: Job, seconds: float) -> bool:
    """Whether CPython, by what its first fights take, needs longer than that for all of them."""
    started = time.perf_counter()
    for k in range(min(job.n, TRIED)):
        dice = Dice(job.seed, k, job.ruleset.decide, job.temperaments)
        play(job.ruleset, dice, clone(job.world), job.begun)
        spent = time.perf_counter() - started
        if spent * job.n / (k + 1) > seconds * (2 if spent < MOMENT else 1):
            return True
    return False


def simulate(
    encounter: Encounter,
    n: int,
    seed: int,
    engine: str,
    temperaments: Temperaments,
    progress: Callable[[int], None] = lambda done: None,
    keep_rows: bool = False,
    or_python: bool = False,
) -> Simulation:
    """Play n fights; Ctrl-C stops cleanly and keeps what was played.

    `progress` is told how many are over: none when the first begins, then now and again.
    `auto`, and whoever says `or_python`, gets CPython's fights where compiled rules turn out
    to play others.
    """
    n, seed = whole_number("n", n, 1, 1 << 62), whole_number("seed", seed, 0, M64)
    tempers = tempers_of(encounter, temperaments)
    require_fight(encounter)
    chosen = choose_engine(encounter, n, engine, tempers)
    job = Job(encounter, encounter.world(), n, seed, tempers, keep_rows)
    if chosen == "native":
        return _compiled(job, progress, or_python or engine == "auto")
    return _played(job, chosen, progress)


def _compiled(job: Job, progress: Callable[[int], None], or_python: bool) -> Simulation:
    from affray.compiler.build import DICE
    from affray.compiler.compare import Differs
    from affray.compiler.engine import engine_of

    try:
        engine_of(job.ruleset).made(DICE)  # compiling is no part of the time a fight takes
        return _played(job, "native", progress)
    except Differs:
        if not or_python:
            raise
    return _played(job, "python", progress)


def require_fight(encounter: Encounter) -> None:
    """Refuse an encounter that begins between fights."""
    if encounter.is_between:
        problem = "no fight is on; expected a creature or no start"
        raise BadInput(problem, file=encounter.name, field="start")


def _played(job: Job, engine: str, progress: Callable[[int], None]) -> Simulation:
    started = time.perf_counter()
    result = Simulation(job.encounter, job.n, job.seed, engine, Tally(), 0.0, job.temperaments)
    gathering = Gathering(job.encounter) if job.keep_rows else None
    parts = _python(job) if engine == "python" else native_parts(job)
    try:
        progress(0)
        for tally, ends in parts:
            if gathering and ends:
                gathering.add(ends)
            result.tally += tally
            progress(result.tally.fights)
    except KeyboardInterrupt:
        result.stopped = True
        parts.close()
    result.seconds = time.perf_counter() - started
    result.kept = gathering.rows(result.tally.fights) if gathering else None
    return result


def whole_number(name: str, value: Any, low: int, high: int) -> int:
    """A whole number in its range, NumPy's too; true and false are none."""
    try:
        number = index(value)
    except TypeError:
        number = low - 1
    if isinstance(value, bool) or not low <= number <= high:
        problem = f"found {value!r}, expected a whole number from {low} to {high}"
        raise BadInput(problem, field=name)
    return number


def tempers_of(encounter: Encounter, given: Temperaments) -> list[int]:
    """A temperament's number for every creature."""
    names = [entrant.name for entrant in encounter.entrants]
    if isinstance(given, str) or not isinstance(given, Iterable):
        return [_temper(encounter, "temperaments", given)] * len(names)
    if isinstance(given, Mapping | Set):  # in no order that could be trusted
        problem = f"found {given!r}, expected one temperament, or a list with one a creature"
        raise BadInput(problem, field="temperaments")
    found = list(given)
    if len(found) != len(names):
        problem = f"found {len(found)}, expected {len(names)}: {', '.join(names)}"
        raise BadInput(problem, field="temperaments")
    return [_temper(encounter, f"temperaments[{i}]", one) for i, one in enumerate(found)]


def _temper(encounter: Encounter, field: str, given: Any) -> int:
    known = list(encounter.ruleset.temperaments)
    if not isinstance(given, str):
        return whole_number(field, given, 0, len(known) - 1)
    if given not in known:
        raise BadInput(unknown("temperament", given, known), field=field)
    return known.index(given)


def _python(job: Job) -> Generator[Part, None, None]:
    """CPython's fights, told of every moment."""
    tally, ends, until = Tally(), Written(), time.monotonic() + MOMENT
    for k in range(job.n):
        log: list[Noted] = []
        w = clone(job.world)
        ask = Dice(job.seed, k, job.ruleset.decide, job.temperaments, log)
        winner = play(job.ruleset, ask, w, job.begun)
        standing = [i for i in range(w.n) if job.ruleset.standing(w, i)]
        tally.winners[winner] += 1
        tally.rounds[int(w.round)] += 1
        tally.survivors.update(standing)
        tally.events.update(int(event[0]) for event in log)
        tally.fights += 1
        if job.keep_rows:
            ends.add(winner, w, standing)
        if time.monotonic() > until:
            yield tally, _ends(job, ends)
            tally, ends, until = Tally(), Written(), time.monotonic() + MOMENT
    yield tally, _ends(job, ends)


def _ends(job: Job, ends: Written) -> Ends | None:
    return ends.ends(job.ruleset.world.layout.state_size) if job.keep_rows else None
