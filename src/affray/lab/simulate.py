"""Many fights: who wins how often, with honest intervals."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from operator import index
from typing import Any

from affray.book.encounter import Encounter, require_encounter
from affray.book.errors import BadInput, unknown
from affray.fight.levels import level_of
from affray.fight.loop import play
from affray.fight.players import usual_player
from affray.lab.blocks import native_parts
from affray.lab.crowds import device_parts, require_card
from affray.lab.job import ManyFights, players_of, require_bool
from affray.lab.report import Report, report_of
from affray.lab.rows import FightEnds, FightRows, RowsSoFar, Written
from affray.lab.tally import Tally
from affray.lab.until import NO_END, Enough, Until, wilson
from affray.oracles.collapsed import COLLAPSED, DICE, ROLLED
from affray.oracles.dice import M64, Noted
from affray.rules.ask import NOBODY
from affray.rules.world import clone

ENGINES = ("auto", "python", "native", "cuda")

TRIED = 20
"""Fights of CPython's that `auto` looks at, at most."""

MOMENT = 0.25
"""Seconds of CPython's fights between two reports; no more than that is lost by Ctrl-C."""

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
    enough: Enough = ""
    kept: FightRows | None = None
    told: Report | None = None
    thinking: dict[int, str] = field(default_factory=dict)
    dice: str = ROLLED

    def rows(self) -> FightRows:
        """One row a fight, if they were to be kept."""
        if self.kept is None:
            raise BadInput("found False, expected True to have rows", field="keep_rows")
        return self.kept

    def report(self) -> Report:
        """Histograms, fates, fights worth watching, if they were to be reported."""
        if self.told is None:
            raise BadInput("found False, expected True to have a report", field="reported")
        return self.told

    def job(self) -> ManyFights:
        """What was played, to play one of its fights again."""
        tempers, world = self.temperaments, self.encounter.world()
        return ManyFights(
            self.encounter, world, self.wanted, self.seed, tempers, False, self.thinking,
            dice=self.dice,
        )  # fmt: skip

    def rulings(self) -> dict[str, str]:
        """The readings that are not the usual ones."""
        usual = {ruling.name: ruling.default for ruling in self.encounter.ruleset.book.switches}
        said = self.encounter.rulings.items()
        return {name: reading for name, reading in said if reading != usual[name]}

    def seats(self) -> dict[str, str]:
        """Which temperament played each creature, or whoever thought for it."""
        names = self.encounter.names["creatures"]
        players = players_of(self.encounter, self.temperaments, self.thinking)
        return dict(zip(names, players, strict=True))

    @property
    def fights(self) -> int:
        """How many are over, of which there are shares and means."""
        if not self.tally.fights:
            raise BadInput("found none that is over, expected one at least", field="fights")
        return self.tally.fights

    def wins(self) -> dict[str, int]:
        sides = {side: self.tally.winners[k] for k, side in enumerate(self.encounter.sides)}
        return {**sides, "none": self.tally.winners[NOBODY]}

    def win_rates(self) -> dict[str, tuple[float, float, float]]:
        """(share, low, high) for every side: Wilson's 95 % interval."""
        sides = enumerate(self.encounter.sides)
        return {side: wilson(self.tally.winners[k], self.fights) for k, side in sides}

    def rounds(self) -> dict[str, float]:
        counts, n = self.tally.rounds, self.fights
        mean = sum(r * k for r, k in counts.items()) / n
        return {
            "mean": mean,
            "p50": _quantile(counts, n, 0.5),
            "p90": _quantile(counts, n, 0.9),
            "max": max(counts),
        }

    def survivors(self) -> dict[str, float]:
        names = self.encounter.names["creatures"]
        return {name: self.tally.survivors[i] / self.fights for i, name in enumerate(names)}

    def events(self) -> dict[str, int]:
        known = self.encounter.ruleset.words.event_names
        return {name: self.tally.events[number] for name, number in known.items()}


def _quantile(counts: Counter[int], n: int, q: float) -> int:
    seen = 0
    for value in sorted(counts):
        seen += counts[value]
        if seen >= q * n:
            return value
    return max(counts)


BlockSum = tuple[Tally, FightEnds | None]
"""What some of the fights came to, and how each of them ended where rows are kept."""


def choose_engine(
    encounter: Encounter, n: int, wanted: str, temperaments: list[int], dice: str = ROLLED
) -> str:
    """`auto` plays a few fights in CPython and takes whichever engine has the rest done sooner."""
    if wanted not in ENGINES:
        raise BadInput(unknown("engine", wanted, ENGINES), field="engine")
    if wanted != "auto":
        return wanted
    from affray.compiler.ready import seconds_to_ready

    job = ManyFights(encounter, encounter.world(), n, 0, temperaments, keep_rows=False, dice=dice)
    ready = seconds_to_ready(encounter.ruleset, job.oracle)
    return "native" if ready is not None and _slower_than(job, ready) else "python"


def _slower_than(job: ManyFights, seconds: float) -> bool:
    """Whether CPython, by what its first fights take, needs longer than that for all of them."""
    started = time.perf_counter()
    for k in range(min(job.n, TRIED)):
        play(job.ruleset, job.ask(k), clone(job.world), job.begun)
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
    first: int = 0,
    until: Until = NO_END,
    reported: bool = False,
    dice: str = ROLLED,
) -> Simulation:
    """Play n fights, or fewer if it is enough; Ctrl-C stops cleanly and keeps what was played.

    They are those from number `first` on: fight k of a seed is the same whoever plays it. What
    is to be `reported` has histograms and fights worth watching, however many there are.

    With `dice` collapsed, a number is drawn against its chance for every yes or no instead of
    dice: as likely, sooner over, and other fights than the rolled ones of that seed.

    `progress` is told how many are over: none when the first begins, then now and again.
    `auto`, and whoever says `or_python`, gets CPython's fights where compiled ones differ.
    """
    n, seed = whole_number("n", n, 1, 1 << 62), whole_number("seed", seed, 0, M64)
    first = whole_number("first", first, 0, M64 - n)
    require_bool("or_python", or_python)
    require_encounter(encounter)
    tempers, thinking = _players(encounter, temperaments, dice)
    job = ManyFights(encounter, encounter.world(), n, seed, tempers, keep_rows, thinking, first,
                     until, reported, dice)  # fmt: skip
    if thinking:
        return _thought(job, engine, progress)
    chosen = choose_engine(encounter, n, engine, tempers, dice)
    if chosen == "cuda":
        require_card()
    if chosen in ("native", "cuda"):
        return _compiled(job, chosen, progress, or_python or engine == "auto")
    return _played(job, chosen, progress)


def _players(
    encounter: Encounter, given: Temperaments, dice: str
) -> tuple[list[int], dict[int, str]]:
    """Everybody's temperament, and those who think instead, in a fight for such dice."""
    given = list(given) if isinstance(given, Iterator) else given
    thinking = thinkers(encounter, given)
    require_dice(dice, thinking)
    tempers = tempers_of(encounter, without_thinkers(encounter, given, thinking))
    require_fight(encounter)
    return tempers, thinking


def thinkers(encounter: Encounter, given: Temperaments) -> dict[int, str]:
    """Those of the creatures whose player thinks, as it was said how long."""
    n, known = len(encounter.entrants), encounter.ruleset.temperaments
    if isinstance(given, Mapping | Set):
        return {}
    said = [given] * n if isinstance(given, str) or not isinstance(given, Iterable) else given
    names = {i: one for i, one in enumerate(said) if isinstance(one, str) and one not in known}
    return {i: one for i, one in names.items() if level_of(one) is not None}


def without_thinkers(
    encounter: Encounter, given: Temperaments, thinking: dict[int, str]
) -> Temperaments:
    """The same with the usual temperament for those who think: what they are assumed to do."""
    if not thinking:
        return given
    usual = usual_player(encounter.ruleset)
    if isinstance(given, str) or not isinstance(given, Iterable):
        return usual
    return [usual if i in thinking else one for i, one in enumerate(given)]


def _thought(job: ManyFights, engine: str, progress: Callable[[int], None]) -> Simulation:
    """Fights in which somebody thinks; compiled code plays out what they think of."""
    from affray.lab.clever import is_compiled

    if engine not in ENGINES:
        raise BadInput(unknown("engine", engine, ENGINES), field="engine")
    require_unthinking(engine)
    if engine == "native":
        from affray.compiler.build import TAPE
        from affray.compiler.engine import engine_of

        engine_of(job.ruleset).made(TAPE)
    chosen = "native" if engine != "python" and is_compiled(job.ruleset) else "python"
    return _played(job, chosen, progress)


def require_unthinking(engine: str) -> None:
    """Refuse an engine on which nobody can think, where somebody does."""
    if engine == "cuda":
        problem = "found 'cuda', which plays temperaments alone; somebody here thinks"
        raise BadInput(problem, field="engine")


def _compiled(
    job: ManyFights, engine: str, progress: Callable[[int], None], or_python: bool
) -> Simulation:
    from affray.compiler.compare import EnginesDiffer
    from affray.compiler.engine import engine_of

    try:
        engine_of(job.ruleset).made(job.oracle)  # compiling is no part of the time a fight takes
        return _played(job, engine, progress)
    except EnginesDiffer:
        if not or_python:
            raise
    return _played(job, "python", progress)


def require_dice(how: str, thinking: dict[int, str]) -> None:
    """Refuse dice nobody knows, and to collapse those of whoever plays on a tape."""
    if how not in DICE:
        raise BadInput(unknown("dice", how, DICE), field="dice")
    if how == COLLAPSED and thinking:
        problem = f"found {COLLAPSED!r}, expected {ROLLED!r} where somebody thinks"
        raise BadInput(problem, field="dice")


def require_fight(encounter: Encounter) -> None:
    """Refuse an encounter that begins between fights."""
    if encounter.is_between:
        problem = "no fight is on; expected a creature or no start"
        raise BadInput(problem, file=encounter.name, field="start")


def _played(job: ManyFights, engine: str, progress: Callable[[int], None]) -> Simulation:
    started = time.perf_counter()
    result = Simulation(
        job.encounter, job.n, job.seed, engine, Tally(), 0.0, job.temperaments,
        thinking=job.thinking, dice=job.dice,
    )  # fmt: skip
    gathering = RowsSoFar(job.encounter) if job.keep_rows else None
    result.told = Report() if job.reported else None
    parts = _parts(job, engine)
    try:
        progress(0)
        for tally, ends in parts:
            if gathering and ends:
                gathering.add(ends)
            if result.told is not None and ends:
                rows = RowsSoFar(job.encounter, ends).rows(tally.fights)
                at = job.first + result.tally.fights
                result.told += report_of(job.encounter, job.world, rows, at)
            for event in tally.events:
                job.ruleset.words.told[event]  # or nobody could be told what was counted
            result.tally += tally
            progress(result.tally.fights)
            result.enough = job.until.why(result.tally, time.perf_counter() - started)
            if result.enough:
                break
    except KeyboardInterrupt:
        result.stopped = True
    parts.close()
    result.seconds = time.perf_counter() - started
    result.kept = gathering.rows(result.tally.fights, job.dice) if gathering else None
    return result


def _parts(job: ManyFights, engine: str) -> Generator[BlockSum, None, None]:
    if job.thinking:
        from affray.lab.matches import thought_parts

        return thought_parts(job, compiled=engine == "native")
    if engine == "cuda":
        return device_parts(job)
    return _python(job) if engine == "python" else native_parts(job)


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


def _python(job: ManyFights) -> Generator[BlockSum, None, None]:
    """CPython's fights, told of every moment."""
    tally, ends, until = Tally(), Written(), time.monotonic() + MOMENT
    for k in range(job.first, job.first + job.n):
        log: list[Noted] = []
        w = clone(job.world)
        ask = job.ask(k, log)
        winner = play(job.ruleset, ask, w, job.begun)
        job.require_fit(k, w)
        standing = [i for i in range(w.n) if job.ruleset.standing(w, i)]
        tally.winners[winner] += 1
        tally.rounds[int(w.round)] += 1
        tally.survivors.update(standing)
        tally.events.update(job.event(told[0]) for told in log)
        tally.fights += 1
        if job.needs_ends:
            ends.add(winner, w, standing, ask.decisions, ask.n)
        if tally.fights == job.block or time.monotonic() > until:
            yield tally, _ends(job, ends)
            tally, ends, until = Tally(), Written(), time.monotonic() + MOMENT
    yield tally, _ends(job, ends)


def _ends(job: ManyFights, ends: Written) -> FightEnds | None:
    return ends.ends(job.ruleset.world.layout.state_size) if job.needs_ends else None
