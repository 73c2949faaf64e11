"""`solve`: a whole fight exactly, or sampled where it is too large; always said which."""

from __future__ import annotations

import sys
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import typer

from affray.book.encounter import Encounter
from affray.book.errors import BadInput, meant, unknown
from affray.cli.columns import print_table
from affray.cli.common import PartyOptions, counted, percent, print_json, switched, temperaments
from affray.cli.compiling import announce
from affray.cli.progress import Progress
from affray.cli.sim import leave_if_stopped, require_some
from affray.cli.sim_told import print_sim
from affray.lab.best import best
from affray.lab.data import sim_data
from affray.lab.forks import Unknowable
from affray.lab.simulate import require_fight, simulate
from affray.lab.solve import solve
from affray.lab.states import Solved, TooManyStates, left_fields
from affray.odds.data import fraction

SAMPLED = 10_000
THINKER, THOUGHT = "clever:100", 40
"""Who plays in the place of best play where that cannot be told, and in how many fights."""


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


@dataclass
class SolveProgress:
    """How far it got, for whoever stops it."""

    progress: Progress
    states: int = field(default=0)

    def __call__(self, states: int) -> None:
        self.states = states
        self.progress.show(states)


def show_solved(asked: SolveOptions, as_json: bool) -> None:
    encounter = switched(asked.name, asked.rulings, asked.bring)
    require_fight(encounter)
    tempers, sides = temperaments(encounter, asked.seats), _sides(encounter, asked.sides)
    with suppress(BadInput):  # without a compiler it is walked in CPython
        announce(encounter.ruleset, "tape")
    try:
        solved = _solved(encounter, tempers, sides, asked)
    except TooManyStates as large:
        _show_sampled(encounter, tempers, sides, large, as_json)
    except Unknowable as why:
        raise BadInput(f"cannot be told: {why}", field="--best") from None
    else:
        if as_json:
            print_json(_json(encounter, solved))
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
    encounter: Encounter, tempers: list[int], sides: list[str], large: TooManyStates, as_json: bool
) -> None:
    known = encounter.ruleset.temperaments
    seated = [
        THINKER if entrant.side in sides else known[temper]
        for entrant, temper in zip(encounter.entrants, tempers, strict=True)
    ]
    run = simulate(encounter, THOUGHT if sides else SAMPLED, 1, "auto", seated)
    require_some(run)
    stands_in = f", {THINKER} in the place of best play" if sides else ""
    if as_json:
        told = sim_data(run)
        why = f"{large}{stands_in}"
        print_json({"exact": False, "why": why, "states": large.states, "best": [], **told})
    else:
        print(f"{large}, sampled instead{stands_in}")
        print_sim(encounter.name, run)
    leave_if_stopped(run)


def _chance(p: Fraction) -> dict[str, Any]:
    return {"p": fraction(p), "percent": float(p) * 100}


def _json(encounter: Encounter, solved: Solved) -> dict[str, Any]:
    names, fields = encounter.names["creatures"], left_fields(encounter)
    return {
        "encounter": encounter.name,
        "exact": solved.is_exact,
        "left": float(solved.left),
        "off": float(solved.off),
        "best": list(solved.best),
        "states": solved.states,
        "engine": solved.engine,
        "wins": {side: _chance(p) for side, p in solved.wins().items()},
        "survivors": {who: _chance(p) for who, p in solved.survivors().items()},
        "rounds": {str(k): _chance(p) for k, p in solved.rounds().items()},
        "ends": [
            {
                "winner": encounter.sides[end.winner] if end.winner < len(encounter.sides) else "",
                "round": end.round,
                "standing": [name for i, name in enumerate(names) if end.standing >> i & 1],
                "has": {
                    name: dict(zip(fields, end.left[i * len(fields) :], strict=False))
                    for i, name in enumerate(names)
                },
                "p": float(p),
            }
            for end, p in sorted(solved.ends.items(), key=lambda item: -item[1])
        ],
        "mean_steps": float(solved.steps),
    }


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
