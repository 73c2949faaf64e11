"""`sim`: many fights, until their answer is known well enough; or one of them, told."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from affray.book.encounter import Encounter
from affray.book.errors import BadInput, meant, unknown
from affray.book.ruleset import Ruleset
from affray.book.shelf import SHELF
from affray.cli.common import PartyOptions, counted, players, print_json, switched
from affray.cli.compiling import announce, require_compilable, say_if_they_differ
from affray.cli.drawing import Drawing
from affray.cli.progress import Progress
from affray.cli.proof import fight_data
from affray.cli.sim_told import (
    print_report,
    print_sim,
    print_tolls,
    print_watching,
    speed,
)
from affray.fight.fight import Fight
from affray.fight.players import Seat
from affray.files.saves import write_save
from affray.lab.crowds import require_card
from affray.lab.data import say_how_to_watch, sim_data
from affray.lab.frames import require_frame_file, write_frame
from affray.lab.job import ManyFights
from affray.lab.retold import fight_of
from affray.lab.simulate import (
    ENGINES,
    Simulation,
    choose_engine,
    require_fight,
    require_unthinking,
    simulate,
    tempers_of,
    thinkers,
    without_thinkers,
)
from affray.lab.until import Until
from affray.oracles.collapsed import COLLAPSED, DICE, ROLLED
from affray.oracles.dice import fight_key
from affray.oracles.seeds import MOST_SEED
from affray.tell.ending import ending, ending_lines
from affray.tell.narration import transcript
from affray.tell.tolls import Tolls

MANY, FEW = 10_000, 50
"""Fights where nobody says how many: of temperaments, and where somebody thinks."""

MOST_MANY, MOST_FEW = 1_000_000, 2_000
"""The same where it is said how well the answer is to be known."""


@dataclass(frozen=True)
class SimOptions:
    """What `sim` is asked for."""

    encounter: str
    n: int | None
    seed: int
    engine: str
    seats: Sequence[str]
    rulings: Sequence[str]
    bring: PartyOptions
    error: float = 0.0
    seconds: float = 0.0
    rows: Path | None = None
    harm: int = 0
    drawing: Drawing = Drawing()  # noqa: RUF009
    dice: str = ROLLED

    def found(self) -> tuple[Encounter, list[str]]:
        """The encounter, and who plays whom."""
        self._require_dice()
        if meant(self.engine, ENGINES) not in ENGINES:
            raise BadInput(unknown("engine", self.engine, ENGINES), field="--engine")
        encounter = switched(self.encounter, list(self.rulings), self.bring)
        require_fight(encounter)
        return encounter, players(encounter, list(self.seats))

    @property
    def oracle(self) -> str:
        """Whose code plays these fights."""
        return "dice" if self.dice == ROLLED else self.dice

    def _require_dice(self) -> None:
        if self.dice not in DICE:
            raise BadInput(unknown("dice", self.dice, DICE), field="--dice")
        if self.dice == COLLAPSED and self.harm:
            problem = "found --dice collapsed, which shows no faces; expected rolled dice"
            raise BadInput(problem, field="--harm")

    def require_one(self) -> None:
        """Refuse what is asked of many fights where one is told."""
        asked = {"--rows": self.rows, "--chart": self.drawing.file, "--harm": self.harm}
        for option in [option for option, given in asked.items() if given]:
            raise BadInput("is of many fights; --fight tells one", field=option)

    def command(self, ruleset: Ruleset) -> list[str]:
        """The same question again, without what it prints or writes."""
        said = ["sim", self.encounter, "--seed", str(self.seed)]
        options = {"--seat": self.seats, "--ruling": self.rulings, "--member": self.bring.members}
        said += [
            part for option, given in options.items() for one in given for part in (option, one)
        ]
        said += ["--party", self.bring.party] if self.bring.party else []
        return [*said, *SHELF.option_of(ruleset)]


def show_sim(wanted: SimOptions, as_json: bool) -> None:
    encounter, seated = wanted.found()
    wanted.drawing.require()
    if wanted.rows:
        require_frame_file(wanted.rows)
    run = _simulated(wanted, encounter, seated)
    require_some(run)
    _tell(wanted, run, as_json)
    leave_if_stopped(run)


def require_some(run: Simulation) -> None:
    """Of no fight there is nothing to show."""
    if run.tally.fights == 0:
        print("stopped before the first fight was over: nothing to show", file=sys.stderr)
        raise typer.Exit(130)


def leave_if_stopped(run: Simulation) -> None:
    if run.stopped:
        print(
            f"stopped after {run.tally.fights:,} of {counted(run.wanted, 'fight')}", file=sys.stderr
        )
        raise typer.Exit(130)


def _tell(wanted: SimOptions, run: Simulation, as_json: bool) -> None:
    data = sim_data(run)
    if run.dice == COLLAPSED:
        data["to_watch"] = []  # nobody threw anything that could be shown
    say_how_to_watch(data, wanted.command(run.encounter.ruleset))
    told = min(wanted.harm, run.tally.fights)
    harm = _told_again(run, told) if told else Tolls()
    if told:
        data["harm"] = {"fights": harm.fights, "by": [vars(toll) for toll in harm.told()]}
    if wanted.rows:
        write_frame(wanted.rows, run)
    wanted.drawing.draw("sim", data)
    if as_json:
        print_json(data)
    else:
        _print(run, data, harm)
    if harm.fights < told:
        print(f"told {harm.fights:,} of {counted(told, 'fight')} again", file=sys.stderr)
        raise typer.Exit(130)


def _print(run: Simulation, data: dict[str, Any], harm: Tolls) -> None:
    print_sim(run.encounter.name, run)
    words = {loss.field: loss.word for loss in run.encounter.ruleset.words.losses}
    print_report(data, words)
    if harm.fights:
        print_tolls(harm.told(), harm.fights)
    print_watching(data)
    why = {"error": ", its error is small enough", "seconds": ", the time was over", "": ""}
    print(f"{run.seconds:.2f} s, {speed(run)}{why[run.enough]}")


def _told_again(run: Simulation, n: int) -> Tolls:
    """Who did how much harm in the first so many; in fewer, where somebody has had enough."""
    harm = Tolls()
    with suppress(KeyboardInterrupt), Progress(n, "fight") as progress:
        progress.show(0)
        for k in range(n):
            fight = fight_of(run.job(), k, run.engine != "python")
            fight.run()
            harm.add(fight)
            progress.show(k + 1)
    return harm


def _simulated(wanted: SimOptions, encounter: Encounter, seated: list[str]) -> Simulation:
    """The run itself, after saying what comes before it and how long it is going to take."""
    engine, thinking = meant(wanted.engine, ENGINES), thinkers(encounter, seated)
    until = Until(wanted.error / 100, wanted.seconds)
    ends = wanted.error or wanted.seconds
    n = wanted.n or ((MOST_FEW if thinking else MOST_MANY) if ends else FEW if thinking else MANY)
    chosen, said = engine, bool(thinking)
    if thinking:
        require_unthinking(engine)
        announce_thinking(encounter, engine)
    else:
        chosen, said = _chosen(wanted, encounter, seated, n)
    with Progress(min(n, until.fights or n)) as progress:
        run = simulate(
            encounter, n, wanted.seed, chosen, seated, progress.show,
            keep_rows=bool(wanted.rows), or_python=engine == "auto", until=until, reported=True,
            dice=wanted.dice,
        )  # fmt: skip
    if engine == "auto" and run.engine == "python" and not said:  # it was found out on the way
        say_if_they_differ(encounter.ruleset, wanted.oracle)
    return run


def _chosen(
    wanted: SimOptions, encounter: Encounter, seated: list[str], n: int
) -> tuple[str, bool]:
    """The engine, and whether it was said why it is CPython."""
    engine, said = meant(wanted.engine, ENGINES), False
    if engine == "auto":
        require_compilable(encounter.ruleset)
        said = say_if_they_differ(encounter.ruleset, wanted.oracle)
    chosen = choose_engine(encounter, n, engine, tempers_of(encounter, seated), wanted.dice)
    if chosen == "cuda":
        require_card()
    if chosen in ("native", "cuda"):
        announce(encounter.ruleset, wanted.oracle)
    return chosen, said


def announce_thinking(encounter: Encounter, engine: str) -> None:
    """Say that rules are compiled first, or that thinking will be slow without."""
    from affray.compiler.ready import known_difference
    from affray.lab.clever import SLOW

    try:
        if engine != "python":
            announce(encounter.ruleset, "tape")
            differs = known_difference(encounter.ruleset, "tape")
            if not differs or engine == "native":
                return
            why = f"compiled rules differ: {differs}"
        else:
            why = "as --engine says"
    except BadInput as refused:
        if engine == "native":
            raise
        why = str(refused)
    most = f"at most {SLOW} playouts a decision"
    print(f"affray: clever thinks in CPython, {most}: {why}", file=sys.stderr)


# One of the fights


def show_fight(wanted: SimOptions, k: int, save: Path | None, as_json: bool) -> None:
    """Fight k of the seed, told as it was counted; kept as a save where one is named."""
    wanted.require_one()
    encounter, seated = wanted.found()
    thinking = thinkers(encounter, seated)
    if thinking:
        announce_thinking(encounter, "auto")
    tempers = tempers_of(encounter, without_thinkers(encounter, seated, thinking))
    job = ManyFights(
        encounter, encounter.world(), k + 1, wanted.seed, tempers, False, thinking,
        dice=wanted.dice,
    )  # fmt: skip
    fight = fight_of(job, k)
    tape: list[Any] = []
    fight.record = tape.append
    fight.run()
    if save is not None:
        seats = [Seat(player) for player in seated]
        write_save(save, encounter, seats, fight_key(wanted.seed, k) & MOST_SEED, tape)
    if as_json:
        kept = {"file": str(save) if save else None}
        print_json({"encounter": encounter.name, "seed": wanted.seed, "fight": k, **kept,
                    **fight_data(fight)})  # fmt: skip
    else:
        _print_fight(fight, save)


def _print_fight(fight: Fight, save: Path | None) -> None:
    print(transcript(fight))
    end = ending(fight)
    for line in ending_lines(end) if end else []:
        print(line)
    if save is not None:
        command = ["affray", "replay", str(save), *SHELF.option_of(fight.ruleset)]
        print(f"kept as {save}; {shlex.join(command)}")
