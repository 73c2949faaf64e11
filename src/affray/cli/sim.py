"""`sim`: many fights."""

from __future__ import annotations

import sys
from typing import Any

import typer

from affray.book.errors import BadInput, meant, unknown
from affray.cli.columns import print_table
from affray.cli.common import Bring, counted, percent, print_json, switched, temperaments
from affray.cli.compiling import announce
from affray.cli.progress import Progress
from affray.compiler.ready import known_difference
from affray.lab.simulate import ENGINES, Simulation, choose_engine, require_fight, simulate


def show_sim(
    name: str,
    n: int,
    seed: int,
    engine: str,
    seats: list[str],
    rulings: list[str],
    bring: Bring,
    as_json: bool,
) -> None:
    engine = meant(engine, ENGINES)
    if engine not in ENGINES:
        raise BadInput(unknown("engine", engine, ENGINES), field="--engine")
    encounter = switched(name, rulings, bring)
    require_fight(encounter)
    tempers = temperaments(encounter, seats)
    chosen = choose_engine(encounter, n, engine, tempers)
    if chosen == "native":
        announce(encounter.ruleset, "dice")
    with Progress(n) as progress:
        left_to_us = engine == "auto"
        run = simulate(encounter, n, seed, chosen, tempers, progress.show, or_python=left_to_us)
    differs = known_difference(encounter.ruleset) if engine == "auto" else ""
    if differs and run.engine == "python":
        print(
            f"affray: played in CPython, because compiled rules differ: {differs}", file=sys.stderr
        )
    if run.tally.fights == 0:
        print("stopped before the first fight was over: nothing to show", file=sys.stderr)
        raise typer.Exit(130)
    if as_json:
        print_json(sim_json(encounter.name, run))
    else:
        _print_sim(encounter.name, run)
    if run.stopped:
        print(
            f"stopped after {run.tally.fights:,} of {counted(run.wanted, 'fight')}", file=sys.stderr
        )
        raise typer.Exit(130)


def sim_json(name: str, run: Simulation) -> dict[str, Any]:
    return {
        "encounter": name,
        "n": run.tally.fights,
        "seed": run.seed,
        "engine": run.engine,
        "rulings": run.rulings(),
        "seats": run.seats(),
        "wins": run.wins(),
        "win_rate": {
            side: {"p": p, "lo": low, "hi": high}
            for side, (p, low, high) in run.win_rates().items()
        },
        "rounds": run.rounds(),
        "survivors": run.survivors(),
        "events": run.events(),
        "seconds": run.seconds,
        "fights_per_second": run.tally.fights / run.seconds,
        "stopped": run.stopped,
    }


def _print_sim(name: str, run: Simulation) -> None:
    print(f"{name}: {counted(run.tally.fights, 'fight')}, seed {run.seed}, {run.engine} engine")
    print(f"seats: {_assigned(_seats(run))}")
    if run.rulings():
        print(f"rulings: {_assigned(run.rulings())}")
    rows = [
        [side, f"{run.wins()[side]:,}", percent(p), f"{percent(low)} to {percent(high)}"]
        for side, (p, low, high) in run.win_rates().items()
    ]
    nobody = run.wins()["none"]
    if nobody:
        rows.append(["nobody", f"{nobody:,}", percent(nobody / run.tally.fights), ""])
    print_table(["side", "wins", "share", "95 % interval"], rows, right=(1, 2, 3))
    rounds = run.rounds()
    print(
        f"rounds: mean {rounds['mean']:.2f}, half within {rounds['p50']}, "
        f"nine in ten within {rounds['p90']}, at most {rounds['max']}"
    )
    standing = ", ".join(f"{who} {percent(p)}" for who, p in run.survivors().items())
    print(f"still standing at the end: {standing}")
    print(f"{run.seconds:.2f} s, {run.tally.fights / run.seconds:,.0f} fights a second")


def _seats(run: Simulation) -> dict[str, str]:
    """By side where one temperament plays all of it, as --seat takes them."""
    seats = run.seats()
    out: dict[str, str] = {}
    for side in run.encounter.sides:
        theirs = {e.name: seats[e.name] for e in run.encounter.entrants if e.side == side}
        alike = len(set(theirs.values())) == 1
        out |= {side: next(iter(theirs.values()))} if alike else theirs
    return out


def _assigned(values: dict[str, str]) -> str:
    return ", ".join(f"{name}={value}" for name, value in values.items())
