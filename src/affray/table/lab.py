"""The lab at the table: questions about whole fights, played in small pieces by the workers.

A piece is about half a second of fights and waits its turn like everything else, so nobody's odds
wait for a long question for longer than that, and one that nobody waits for ends with its piece.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from affray.book.encounter import Encounter
from affray.book.errors import BadInput
from affray.lab.changes import Variant, read_change, vary
from affray.lab.data import Data
from affray.lab.questions import LabQuestion, SoFar, answers, require_asked, variants_of
from affray.lab.report import Report
from affray.lab.rows import FightRows
from affray.lab.simulate import Simulation, simulate, thinkers
from affray.lab.until import NO_END, Until
from affray.lab.variations import Playing, TellDone, require_side
from affray.table.fair import Whose
from affray.table.game import Refused
from affray.table.jobs import Came, GiveUp, Job, NobodyWaits, Result, Setting, setting_of
from affray.table.limits import Limits
from affray.table.solving import SolveJob
from affray.table.workers import Ticket, Workers

PIECE = 0.5
"""Seconds of fights a worker plays before it looks who else waits."""

SLOWEST = 60.0
"""Seconds a single piece may take: one fight of players who think, say."""

MOST_KEPT = 32
"""Answers that are remembered, so that their charts and files need not be found again."""

LAB = "/lab"
NOWHERE = Setting("", (), "", ())


@dataclass(frozen=True)
class FightsJob:
    """Some fights of an encounter: those from `first` on, as many as a piece has time for."""

    setting: Setting
    players: tuple[str, ...]
    first: int
    n: int
    seed: int
    reported: bool
    seconds: float = SLOWEST

    def work_out(self, give_up: GiveUp) -> Result:
        encounter = self.setting.read()
        engine = _engine(encounter, self.players)
        run = simulate(
            encounter, self.n, self.seed, engine, self.players, keep_rows=True, or_python=True,
            first=self.first, until=Until(seconds=PIECE), reported=self.reported,
        )  # fmt: skip
        rows = replace(run.rows(), fields={}, world={})  # the rest is large, and in the report
        return Result(Came.FOUND, {"run": replace(run, kept=rows)})


def _engine(encounter: Encounter, players: tuple[str, ...]) -> str:
    """Compiled rules where they are there; a worker makes none, others wait for it."""
    from affray.compiler.build import DICE, TAPE
    from affray.compiler.ready import is_kept

    oracle = TAPE if thinkers(encounter, players) else DICE
    return "native" if is_kept(encounter.ruleset, oracle) else "python"


@dataclass(frozen=True)
class ChartJob:
    """A chart of an answer, which is drawn where nobody who plays has to wait for it."""

    kind: str
    data: str
    form: str
    theme: str
    setting: Setting = NOWHERE
    seconds: float = SLOWEST

    def work_out(self, give_up: GiveUp) -> Result:
        from affray.charts.drawn import draw

        drawn = draw(self.kind, json.loads(self.data), self.form, self.theme)
        return Result(Came.FOUND, {"chart": drawn})


class Answering:
    """One question on its way; `leave` may come from another thread at any time."""

    numbers = count(1)

    def __init__(self, workers: Workers, asked: LabQuestion, encounter: Encounter) -> None:
        self.workers, self.asked, self.encounter = workers, asked, encounter
        self.whose: Whose = (LAB, next(self.numbers))
        self._ticket: Ticket | None = None
        self._is_left = False
        self._lock = threading.Lock()

    def so_far(self) -> Iterator[SoFar]:
        """In a thread of its own: the answer, better and better."""
        side = require_side(self.encounter, self.asked.side)
        playing = Elsewhere(self.asked.n, self.asked.seed, side, answering=self)
        yield from answers(self.asked, self.encounter, playing, self.runs)

    def leave(self) -> None:
        with self._lock:
            self._is_left = True
            ticket = self._ticket
        if ticket is not None:
            ticket.leave()

    def runs(
        self, variant: Variant, until: Until = NO_END, reported: bool = True
    ) -> Iterator[Simulation]:
        """The run so far, piece by piece."""
        variant.encounter.world()  # which names everything there is
        setting, players = setting_of(variant.encounter), tuple(variant.players)
        sofar: Simulation | None = None
        while sofar is None or (sofar.tally.fights < self.asked.n and not sofar.enough):
            first = sofar.tally.fights if sofar else 0
            n, seed = self.asked.n - first, self.asked.seed
            piece = self._done(FightsJob(setting, players, first, n, seed, reported))
            sofar = joined(sofar, replace(piece, encounter=variant.encounter), until)
            yield replace(sofar, wanted=self.asked.n)

    def solved(self, variant: Variant, sides: Sequence[str]) -> Data:
        setting, players = setting_of(variant.encounter), tuple(variant.players)
        return self._came(SolveJob(setting, players, tuple(sides)))

    def _done(self, job: FightsJob) -> Simulation:
        run: Simulation = self._came(job)["run"]
        return run

    def _came(self, job: Job) -> Data:
        with self._lock:
            if self._is_left:
                raise NobodyWaits
            self._ticket = self.workers.ask(job, whose=self.whose)
        result = self._ticket.came.result()
        if result.came is Came.LEFT:
            raise NobodyWaits
        if result.came is Came.REFUSED:
            raise BadInput(result.why)
        result.require_worked()
        if result.data is None:
            raise RuntimeError(result.why)
        return result.data


@dataclass(frozen=True)
class Elsewhere(Playing):
    """Fights are played by the workers, and nothing is compiled for them."""

    answering: Answering = field(kw_only=True)

    def chosen(self, variant: Variant, variants: int) -> Playing:
        return self

    def play(self, variant: Variant, progress: TellDone = lambda done: None) -> Simulation:
        *_, run = self.answering.runs(variant, reported=False)
        return run

    def solved(self, variant: Variant, sides: Sequence[str]) -> Data:
        variant.encounter.world()  # which names everything there is
        return self.answering.solved(variant, sides)


def joined(before: Simulation | None, piece: Simulation, until: Until) -> Simulation:
    """A run and the fights that came after it."""
    if before is None:
        whole = piece
    else:
        whole = replace(
            piece,
            tally=before.tally + piece.tally,
            seconds=before.seconds + piece.seconds,
            kept=_both(before.rows(), piece.rows()),
            told=(before.told or Report()) + piece.told if piece.told is not None else None,
        )
    return replace(whole, enough=until.why(whole.tally, 0.0))


def _both(one: FightRows, other: FightRows) -> FightRows:
    import numpy as np

    return replace(
        one,
        winners=np.concatenate([one.winners, other.winners]),
        rounds=np.concatenate([one.rounds, other.rounds]),
        standing=np.concatenate([one.standing, other.standing]),
        decisions=np.concatenate([one.decisions, other.decisions]),
        dice=np.concatenate([one.dice, other.dice]),
    )


# What may be asked


def require_little_enough(asked: LabQuestion, encounter: Encounter, limits: Limits) -> None:
    """Refuse a question that cannot be answered at all, or not by a table people play at."""
    require_asked(asked, encounter)
    variants = variants_of(asked, encounter)
    if variants > limits.lab_variants:
        problem = f"found {variants} combinations, expected {limits.lab_variants} or fewer"
        raise BadInput(problem, field="over")
    if asked.kind == "exactly":
        return
    variant = vary(
        asked.other or encounter, asked.seats, [read_change(text) for text in asked.changes]
    )
    thinking = thinkers(variant.encounter, variant.players)
    most = limits.lab_thought_fights if thinking else limits.lab_fights
    if asked.n * variants > most:
        problem = f"found {asked.n * variants:,} fights in all, expected {most:,} or fewer"
        raise BadInput(problem, field="n")


class LabAnswers:
    """Questions that are being answered, not too many at once, and answers that are known."""

    def __init__(self, workers: Workers, limits: Limits) -> None:
        self.workers, self.limits = workers, limits
        self._known: OrderedDict[tuple[str, LabQuestion], Data] = OrderedDict()
        self.under_way = 0
        self._lock = threading.Lock()

    def known(self, setting: Setting, asked: LabQuestion) -> Data | None:
        with self._lock:
            return self._known.get((setting.encounter, asked))

    def begin(self, asked: LabQuestion, encounter: Encounter) -> Answering:
        """Whoever begins one ends it with `end`, and has it remembered if it was found."""
        with self._lock:
            if self.under_way >= self.limits.lab_questions:
                raise Refused("the lab is busy with other questions; ask again in a while")
            self.under_way += 1
        return Answering(self.workers, asked, encounter)

    def end(self, answering: Answering) -> None:
        answering.leave()
        with self._lock:
            self.under_way -= 1

    def remember(self, answering: Answering, found: Data) -> None:
        with self._lock:
            self._known[setting_of(answering.encounter).encounter, answering.asked] = found
            while len(self._known) > MOST_KEPT:
                self._known.popitem(last=False)
