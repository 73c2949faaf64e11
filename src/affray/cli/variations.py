"""`sweep`, `compare`, `sensitivity`, `balance`: the same fights with something changed."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from affray.book.encounter import Encounter
from affray.book.errors import BadInput
from affray.cli.columns import print_table
from affray.cli.common import (
    PartyOptions,
    counted,
    percent,
    print_json,
    span,
    sure_said,
    switched,
)
from affray.cli.compiling import announce, say_if_they_differ
from affray.cli.drawing import AnswerFiles
from affray.cli.kept_cells import KeptCells, identity
from affray.cli.progress import Progress
from affray.cli.sim import announce_thinking
from affray.lab.changes import Change, Variant, read_change, seated, vary
from affray.lab.data import (
    balance_data,
    cell_data,
    difference_data,
    felt_data,
    rate,
)
from affray.lab.paired import Difference
from affray.lab.simulate import Simulation, require_fight, thinkers
from affray.lab.until import wilson
from affray.lab.variations import (
    Axis,
    Playing,
    SweepCell,
    balance,
    candidates,
    compare,
    read_axis,
    require_apart,
    require_side,
    sensitivity,
    share,
    sweep,
)
from affray.tell.balancing import balance_said

if TYPE_CHECKING:
    from affray.lab.cluster import Cluster

STOPPED = 130
POINTS = "95 % interval"


@dataclass(frozen=True)
class VariationOptions:
    """What all four are asked with."""

    encounter: str
    n: int
    seed: int
    side: str
    seats: Sequence[str]
    rulings: Sequence[str]
    changes: Sequence[str]
    bring: PartyOptions
    files: AnswerFiles

    def found(self) -> tuple[Encounter, list[Change], Playing]:
        """The encounter as it stands, what is changed of it, how it is played."""
        self.files.require()
        encounter = switched(self.encounter, list(self.rulings), self.bring)
        require_fight(encounter)
        changes = [read_change(text) for text in self.changes]
        playing = Playing(self.n, self.seed, require_side(encounter, self.side))
        return encounter, changes, playing

    def ready(self, variant: Variant, playing: Playing, variants: int) -> Playing:
        """The engine chosen once, and what comes before the first fight said."""
        chosen = playing.chosen(variant, variants)
        if thinkers(variant.encounter, variant.players):
            announce_thinking(variant.encounter, "auto")
        elif chosen.engine == "native":
            announce(variant.encounter.ruleset, "dice")
        else:
            say_if_they_differ(variant.encounter.ruleset, "dice")
        return chosen

    def about(self, encounter: Encounter, playing: Playing) -> dict[str, Any]:
        return {
            "encounter": encounter.name,
            "n": self.n,
            "seed": self.seed,
            "side": playing.side,
            "seats": list(self.seats),
            "changes": list(self.changes),
        }


def _heading(wanted: VariationOptions, encounter: Encounter, playing: Playing) -> str:
    changed = f", with {', '.join(wanted.changes)}" if wanted.changes else ""
    each = f"{counted(wanted.n, 'fight')} each, seed {wanted.seed}"
    return f"{encounter.name}{changed}: fights won by the {playing.side}; {each}"


# sweep


def show_sweep(
    wanted: VariationOptions,
    over: Sequence[str],
    kept: Path | None,
    on: str,
    as_json: bool,
) -> None:
    encounter, changes, playing = wanted.found()
    axes = _axes(encounter, over)
    require_apart(encounter, changes, axes)
    about = {**wanted.about(encounter, playing), "over": [vars(axis) for axis in axes]}
    file = KeptCells(kept, identity(encounter, about), axes) if kept else None
    done = file.cells if file else {}
    total = prod(len(axis.values) for axis in axes)
    variant = vary(encounter, wanted.seats, changes)
    if on:
        playing, played = playing.chosen(variant, total), _cluster(on).sweep
    else:
        playing, played = wanted.ready(variant, playing, total), sweep
    found = played(encounter, wanted.seats, changes, axes, playing, done)
    cells, stopped = _gathered(found, total, file)
    if cells and all(cell.problem for cell in cells):
        raise BadInput(cells[0].problem)
    order = {values: k for k, values in enumerate(product(*(axis.values for axis in axes)))}
    cells.sort(key=lambda cell: order[cell.values])
    data = {**about, "cells": [cell_data(axes, cell) for cell in cells], "stopped": stopped}
    wanted.files.write("sweep", data)
    if as_json:
        print_json(data)
    else:
        print(_heading(wanted, encounter, playing))
        _print_cells(axes, cells)
    _leave(stopped, f"stopped after {len(cells)} cells")


def _axes(encounter: Encounter, over: Sequence[str]) -> list[Axis]:
    if not 1 <= len(over) <= 2:
        raise BadInput(f"found {len(over)}, expected one or two", field="--over")
    axes = [read_axis(encounter, text) for text in over]
    if len({axis.what for axis in axes}) < len(axes):
        raise BadInput(f"{axes[0].what} is given twice", field="--over")
    return axes


def _cluster(address: str) -> Cluster:
    from affray.lab.cluster import Cluster

    return Cluster(address, lambda said: print(f"affray: {said}", file=sys.stderr))


def _gathered(
    found: Iterator[SweepCell], total: int, file: KeptCells | None
) -> tuple[list[SweepCell], bool]:
    """All cells, or as many as there are when somebody has had enough."""
    cells: list[SweepCell] = []
    try:
        with Progress(total, "cell") as progress:
            progress.show(0)
            for cell in found:
                cells.append(cell)
                if file:
                    file.add(cell)
                progress.show(len(cells))
    except KeyboardInterrupt:
        return cells, True
    return cells, False


def _print_cells(axes: list[Axis], cells: list[SweepCell]) -> None:
    if len(axes) == 2:
        _print_grid(axes, {cell.values: cell for cell in cells})
    else:
        _print_axis(axes[0], cells)
    wrong = [cell for cell in cells if cell.problem]
    for cell in wrong[:1]:
        more = f" (and {len(wrong) - 1} more)" if len(wrong) > 1 else ""
        print(f"{', '.join(cell.values)} cannot be{more}: {cell.problem}")


def _print_axis(axis: Axis, cells: list[SweepCell]) -> None:
    headers = [axis.what, "share", POINTS, "", "rounds"]
    print_table(headers, _lines(cells), right=(1, 2, 4), named=True)


def _lines(cells: list[SweepCell]) -> list[list[str]]:
    rows = []
    for cell in cells:
        if cell.problem:
            rows.append([cell.values[0], "cannot be", "", "", ""])
            continue
        p, low, high = wilson(cell.wins, cell.fights)
        bar = "#" * round(20 * p)
        rows.append([cell.values[0], percent(p), span(low, high), bar, f"{cell.rounds:.1f}"])
    return rows


def _print_grid(axes: list[Axis], cells: dict[tuple[str, ...], SweepCell]) -> None:
    """A heat map with the number in every cell; the widest interval below it."""
    across, down = axes[1], axes[0]
    rows = [[one, *(_short(cells.get((one, other))) for other in across.values)]
            for one in down.values]  # fmt: skip
    print(f"down: {down.what}; across: {across.what}; in percent")
    print_table(["", *across.values], rows, right=tuple(range(1, len(across.values) + 1)))
    widths = [high - low for c in cells.values() if not c.problem
              for _, low, high in [wilson(c.wins, c.fights)]]  # fmt: skip
    if widths:
        print(f"each within {max(widths) / 2 * 100:.1f} points, 95 times of 100")


def _short(cell: SweepCell | None) -> str:
    if cell is None:
        return ""
    return "-" if cell.problem else f"{share(cell) * 100:.1f}"


def _leave(stopped: bool, said: str) -> None:
    if stopped:
        print(said, file=sys.stderr)
        raise typer.Exit(STOPPED)


# compare


def show_compare(wanted: VariationOptions, other: str, as_json: bool) -> None:
    """The encounter as it stands against the one with the changes, or against another."""
    if not wanted.changes and not other:
        problem = "nothing is different; expected another ENCOUNTER or --change WHAT=VALUE"
        raise BadInput(problem, field="ENCOUNTER")
    encounter, changes, playing = wanted.found()
    second = switched(other, list(wanted.rulings), wanted.bring) if other else encounter
    plain, varied = vary(encounter, wanted.seats, []), vary(second, wanted.seats, changes)
    if playing.side not in varied.encounter.sides:
        problem = f"has no side {playing.side!r}, whose wins are counted; --side names another"
        raise BadInput(problem, file=other)
    playing = wanted.ready(plain, playing, 2)
    try:
        with Progress(2 * playing.n) as progress:
            found = compare(plain, varied, playing, progress.show)
    except KeyboardInterrupt:
        _leave(True, "stopped before both were played: nothing to compare")
        raise
    data = {
        **wanted.about(encounter, playing),
        "other": second.name,
        "first": rate(found.first, playing.side),
        "second": rate(found.second, playing.side),
        "difference": difference_data(found.of),
    }
    wanted.files.write("compare", data)
    if as_json:
        print_json(data)
        return
    print(_heading(wanted, encounter, playing))
    rows = [
        [encounter.name, *_of_run(found.first, playing)],
        [", ".join([other or "changed", *wanted.changes]), *_of_run(found.second, playing)],
    ]
    print_table(["", "share", POINTS, "rounds"], rows, right=(1, 2, 3))
    points, interval = _moved(data["difference"])
    print(f"difference: {points} points ({interval}), paired by seed; {_verdict(found.of)}")


def _of_run(run: Simulation, playing: Playing) -> list[str]:
    p, low, high = run.win_rates()[playing.side]
    return [percent(p), span(low, high), f"{run.rounds()['mean']:.2f}"]


def _moved(of: dict[str, float]) -> list[str]:
    """A difference and its interval, as cells of a table."""
    return [f"{of['p'] * 100:+.2f}", f"{of['lo'] * 100:+.2f} to {of['hi'] * 100:+.2f}"]


def _verdict(of: Difference) -> str:
    if of.is_sure:
        return "more than chance" if of.points > 0 else "less, and not by chance"
    return "no difference can be seen with so many fights"


# sensitivity


def show_sensitivity(wanted: VariationOptions, most: int, as_json: bool) -> None:
    encounter, changes, playing = wanted.found()
    variant = vary(encounter, wanted.seats, changes)
    base, found, stopped = variant.encounter, [], False
    numbers, seats = len(candidates(base)), seated(wanted.seats, changes)
    playing = wanted.ready(variant, playing, 1 + numbers)
    try:
        with Progress(numbers, "number") as progress:
            for one in sensitivity(base, seats, playing, lambda k, of: progress.show(k)):
                found.append(one)
    except KeyboardInterrupt:
        stopped = True
    felt = felt_data(found)
    data = {**wanted.about(base, playing), "numbers": felt, "stopped": stopped}
    wanted.files.write("sensitivity", data)
    if as_json:
        print_json(data)
    else:
        print(f"{_heading(wanted, base, playing)}; what one more of each number does")
        rows = [
            [one["what"], one["was"], *_moved(one["difference"]), "sure" if one["sure"] else ""]
            for one in felt[:most]
        ]
        print_table(["one more of", "now", "points", POINTS, ""], rows, right=(2, 3))
        if felt:
            print(sure_said([one["sure"] for one in felt]))
        left = 0 if stopped else numbers - len(found)
        if left:
            print(f"{counted(left, 'number')} cannot be one more alone; `compare` takes several")
    _leave(stopped, f"stopped after {counted(len(found), 'number')}")


# balance


def show_balance(
    wanted: VariationOptions, over: Sequence[str], target: float, as_json: bool
) -> None:
    if len(over) != 1:
        raise BadInput(f"found {len(over)}, expected one", field="--over")
    encounter, changes, playing = wanted.found()
    variant = vary(encounter, wanted.seats, changes)
    base = variant.encounter
    axis = read_axis(base, over[0])
    require_apart(encounter, changes, [axis])
    tries = 2 + len(axis.values).bit_length()
    playing = wanted.ready(variant, playing, tries)
    found = balance(base, seated(wanted.seats, changes), axis, target / 100, playing)
    cells, stopped = _gathered(found, tries, None)
    cells.sort(key=lambda cell: axis.values.index(cell.values[0]))
    tried = balance_data(axis, cells, target / 100, is_over=not stopped)
    data = {**wanted.about(base, playing), **tried, "stopped": stopped}
    wanted.files.write("balance", data)
    if as_json:
        print_json(data)
    else:
        print(_heading(wanted, base, playing))
        _print_axis(axis, cells)
        if not stopped:
            print(balance_said(data))
    _leave(stopped, "stopped before the search was over")
