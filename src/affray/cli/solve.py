"""`solve`: a whole fight exactly, or sampled where it is too large; always said which."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

import typer

from affray.book.encounter import Encounter
from affray.book.errors import BadInput, meant, unknown
from affray.cli.columns import print_table
from affray.cli.common import PartyOptions, counted, percent, print_json, switched, temperaments
from affray.cli.compiling import announce
from affray.cli.drawing import Drawing
from affray.cli.progress import Progress
from affray.cli.sim import leave_if_stopped, require_some
from affray.cli.sim_told import print_sim
from affray.lab.best import best
from affray.lab.data import sim_data
from affray.lab.exactly import THINKER, THOUGHT, ends_columns, solved_data, stands_in
from affray.lab.forks import Unknowable
from affray.lab.frames import require_frame_file, write_columns, write_frame
from affray.lab.simulate import require_fight, simulate
from affray.lab.solve import solve
from affray.lab.states import Solved, TooManyStates, left_fields

SAMPLED = 10_000


@dataclass(frozen=True)
class SolveOptions:
    """What is to be solved, as the command line says it."""

    name: str
    seats: list[str]
    sides: list[str]
    rulings: list[str]
    bring: PartyOptions
    most: int
    patience: float
    drawing: Drawing
    rows: Path | None


@dataclass
class SolveProgress:
    """How far it got, for whoever stops it."""

    progress: Progress
    states: int = field(default=0)

    def __call__(self, states: int) -> None:
        if not self.states:
            self.progress.show(0)  # compiling comes before, and is no part of what they take
        self.states = states
        self.progress.show(states)


def show_solved(asked: SolveOptions, as_json: bool) -> None:
    asked.drawing.require()
    if asked.rows:
        require_frame_file(asked.rows)
    encounter = switched(asked.name, asked.rulings, asked.bring)
    require_fight(encounter)
    tempers, sides = temperaments(encounter, asked.seats), _sides(encounter, asked.sides)
    with suppress(BadInput):  # without a compiler it is walked in CPython
        announce(encounter.ruleset, "tape")
    try:
        solved = _solved(encounter, tempers, sides, asked)
    except TooManyStates as large:
        _show_sampled(encounter, tempers, sides, large, asked, as_json)
    except Unknowable as why:
        raise BadInput(f"cannot be told: {why}", field="--best") from None
    else:
        if asked.rows:
            write_columns(asked.rows, ends_columns(encounter, solved))
        data = solved_data(encounter, solved) if as_json or asked.drawing.file else {}
        asked.drawing.draw("exactly", data)
        if as_json:
            print_json(data)
        else:
            _print(encounter, solved)


def _sides(encounter: Encounter, named: list[str]) -> list[str]:
    """The sides that are to play as well as can be, each once."""
    known = [side for side in encounter.sides if any(e.side == side for e in encounter.entrants)]
    sides = list(dict.fromkeys(meant(name, known) for name in named))
    for side in sides:
        if side not in known:
            raise BadInput(unknown("side", side, known), field="--best")
    return sides


def _solved(
    encounter: Encounter, tempers: list[int], sides: list[str], asked: SolveOptions
) -> Solved:
    with Progress(asked.most, "state") as progress:
        reach = SolveProgress(progress)
        progress.show(0)
        try:
            if sides:
                return best(encounter, tempers, sides, asked.most, asked.patience, reach)
            return solve(encounter, tempers, asked.most, asked.patience, reach)
        except KeyboardInterrupt:
            told = f"stopped after {counted(reach.states, 'state')}: nothing is solved yet"
            print(told, file=sys.stderr)
            raise typer.Exit(130) from None


def _show_sampled(
    encounter: Encounter,
    tempers: list[int],
    sides: list[str],
    large: TooManyStates,
    asked: SolveOptions,
    as_json: bool,
) -> None:
    known = encounter.ruleset.temperaments
    seated = [
        THINKER if entrant.side in sides else known[temper]
        for entrant, temper in zip(encounter.entrants, tempers, strict=True)
    ]
    run = simulate(
        encounter, THOUGHT if sides else SAMPLED, 1, "auto", seated, keep_rows=bool(asked.rows)
    )
    require_some(run)
    if asked.rows:
        write_frame(asked.rows, run)
    instead = stands_in(THINKER) if sides else ""
    further = f"{'--patience' if large.seconds else '--most'} goes further"
    about = {"exact": False, "why": f"{large}{instead}", "states": large.states, "best": []}
    data = {**about, **sim_data(run)} if as_json or asked.drawing.file else {}
    asked.drawing.draw("exactly", data)
    if as_json:
        print_json(data)
    else:
        print(f"{large}, sampled instead{instead} ({further})")
        print_sim(encounter.name, run)
    leave_if_stopped(run)


def _print(encounter: Encounter, solved: Solved) -> None:
    missing = max(solved.left, solved.off)
    held = "exact" if solved.is_exact else f"exact to within {float(missing):.1g}"
    print(f"{encounter.name}: {held}, {counted(solved.states, 'state')}{_played_best(solved)}")
    rows = [[f"{side} win", percent(p), ""] for side, p in solved.wins().items() if side != "none"]
    rows.append(["nobody wins", percent(solved.wins()["none"]), ""])
    for i, (who, p) in enumerate(solved.survivors().items()):
        rows.append([f"{who} stands at the end", percent(p), _left(encounter, solved, i, p)])
    print_table(["", "chance", "then has, on average"], rows, right=(1,))
    rounds = solved.rounds()
    mean = sum((k * p for k, p in rounds.items()), Fraction(0))
    likeliest = max(rounds, key=lambda k: rounds[k])
    print(f"rounds: mean {float(mean):.2f}, most often {likeliest} ({percent(rounds[likeliest])})")


def _played_best(solved: Solved) -> str:
    if not solved.best:
        return ""
    first, *others = solved.best
    against = f", {' and '.join(others)} against it" if others else ""
    return f"; {first} as well as can be{against}"


def _left(encounter: Encounter, solved: Solved, who: int, stands: Fraction) -> str:
    """What somebody who stands at the end has left of what changes in the fight."""
    if not stands:
        return ""
    fields, said = left_fields(encounter), []
    for k, name in enumerate(fields):
        at = who * len(fields) + k
        if len({end.left[at] for end in solved.ends}) > 1:
            had = [p * end.left[at] for end, p in solved.ends.items() if end.standing >> who & 1]
            said.append(f"{name} {float(sum(had, Fraction(0)) / stands):.2f}")
    return ", ".join(said)
