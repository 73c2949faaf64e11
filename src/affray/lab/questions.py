"""What can be asked of an encounter, in one form for whoever asks, and its answer bit by bit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Any

from affray.book.encounter import Encounter
from affray.book.errors import BadInput, unknown
from affray.book.shelf import SHELF
from affray.lab.changes import COUNT, Change, Variant, matches, read_change, seated, vary
from affray.lab.data import (
    Data,
    balance_data,
    cell_data,
    difference_data,
    felt_data,
    impact_data,
    rate,
    say_how_to_watch,
    sim_data,
)
from affray.lab.exactly import THINKER, THOUGHT, perfect_sides, require_unthinking, stands_in
from affray.lab.simulate import Simulation, require_fight
from affray.lab.until import Until
from affray.lab.variations import (
    Playing,
    Read,
    SweepCell,
    balance,
    candidates,
    compare,
    impacts,
    other_readings,
    read_axis,
    require_apart,
    require_side,
    sensitivity,
    sweep,
)

Runs = Callable[[Variant, Until], Iterator[Simulation]]
"""Fights of a variant as they come in: the run so far, longer and longer."""


@dataclass(frozen=True)
class LabQuestion:
    """A question; two that are equal have the same answer."""

    kind: str
    n: int
    seed: int = 1
    side: str = ""
    seats: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    over: tuple[str, ...] = ()
    target: float = 50.0
    error: float = 0.0
    other: Encounter | None = field(default=None, compare=False)
    """What it is compared with, where that is another encounter; `other_name` tells them apart."""
    other_name: str = ""


@dataclass(frozen=True)
class SoFar:
    """How far an answer is, of how much, and what is known by now."""

    done: int
    of: int
    data: Data


def require_asked(asked: LabQuestion, encounter: Encounter) -> None:
    """Refuse what could not be answered, before anything is played."""
    if asked.kind not in ANSWERS:
        raise BadInput(unknown("question", asked.kind, list(ANSWERS)), field="ask")
    require_fight(encounter)
    require_side(encounter, asked.side)
    seats = list(asked.seats)
    if asked.kind == "exactly":
        seats = perfect_sides(encounter, seats)[1]
        require_unthinking(encounter, seats)
    vary(asked.other or encounter, seats, _changes(asked))
    wanted = {"sweep": (1, 2), "balance": (1, 1)}.get(asked.kind, (0, 0))
    if not wanted[0] <= len(asked.over) <= wanted[1]:
        problem = f"found {len(asked.over)}, expected {wanted[0]} to {wanted[1]}: WHAT=1..8"
        raise BadInput(problem, field="over")
    axes = [read_axis(encounter, text) for text in asked.over]
    if len({axis.what for axis in axes}) < len(axes):
        raise BadInput(f"{axes[0].what} is given twice", field="over")
    require_apart(encounter, _changes(asked), axes)
    if asked.kind == "compare" and not asked.changes and asked.other is None:
        raise BadInput("nothing is different; expected WHAT=VALUE", field="change")
    if asked.other is not None:
        _require_comparable(asked.other, require_side(encounter, asked.side))


def _require_comparable(other: Encounter, side: str) -> None:
    """Of another game, too: two versions of one are two games."""
    require_fight(other)
    if side not in other.sides:
        raise BadInput(f"has no side {side!r}, whose wins are counted", file=other.name)


def variants_of(asked: LabQuestion, encounter: Encounter) -> int:
    """How many times n fights a question takes, at most."""
    if asked.kind == "sweep":
        return prod(len(read_axis(encounter, text).values) for text in asked.over)
    if asked.kind == "balance":
        return 2 + len(read_axis(encounter, asked.over[0]).values).bit_length()
    if asked.kind == "sensitivity":
        return 1 + len(candidates(encounter))
    if asked.kind == "impact":
        return 1 + len(other_readings(encounter.ruleset.book.switches))
    return 2 if asked.kind == "compare" else 1


def what_can_be_changed(encounter: Encounter) -> dict[str, list[tuple[str, str]]]:
    """What a change may name, each with what it is now, by its sort."""
    numbers = [(change.what, was) for change, was in candidates(encounter, True)]
    kinds = dict.fromkeys(entrant.content for entrant in encounter.entrants if entrant.content)
    counts = [(f"{COUNT}{kind}", str(len(matches(encounter, kind)))) for kind in kinds]
    switches = [(ruling.name, ruling.default) for ruling in encounter.ruleset.book.switches]
    return {"how many": counts, "a number": numbers, "a reading": switches}


def answers(
    asked: LabQuestion, encounter: Encounter, playing: Playing, runs: Runs
) -> Iterator[SoFar]:
    """The answer, better and better; the last is all there is to say."""
    yield from ANSWERS[asked.kind](asked, encounter, playing, runs)


def _changes(asked: LabQuestion) -> list[Change]:
    return [read_change(text) for text in asked.changes]


def _about(asked: LabQuestion, encounter: Encounter, playing: Playing) -> Data:
    return {
        "encounter": encounter.name,
        "n": asked.n,
        "seed": asked.seed,
        "side": playing.side,
        "seats": list(asked.seats),
        "changes": list(asked.changes),
    }


def _ends(
    asked: LabQuestion, encounter: Encounter, playing: Playing, runs: Runs
) -> Iterator[SoFar]:
    variant = vary(encounter, asked.seats, _changes(asked))
    until = Until(asked.error / 100)
    for run in runs(variant, until):
        total = run.tally.fights if run.enough else min(asked.n, until.fights or asked.n)
        data = {**sim_data(run), "changes": list(asked.changes)}
        if _is_sample(encounter) and not asked.changes:
            say_how_to_watch(data, ["sim", encounter.name, *_options(asked, encounter)])
        yield SoFar(run.tally.fights, max(total, run.tally.fights), data)


def _is_sample(encounter: Encounter) -> bool:
    """Whether the command line has it by this name, and as it is."""
    return encounter.name in encounter.ruleset.encounter_files() and not encounter.company


def _options(asked: LabQuestion, encounter: Encounter) -> list[str]:
    seats = [part for seat in asked.seats for part in ("--seat", seat)]
    return ["--seed", str(asked.seed), *seats, *SHELF.option_of(encounter.ruleset)]


def _sweep(
    asked: LabQuestion, encounter: Encounter, playing: Playing, runs: Runs
) -> Iterator[SoFar]:
    axes = [read_axis(encounter, text) for text in asked.over]
    about = {**_about(asked, encounter, playing), "over": [vars(axis) for axis in axes]}
    cells: list[Data] = []
    for cell in sweep(encounter, asked.seats, _changes(asked), axes, playing):
        cells.append(cell_data(axes, cell))
        yield SoFar(len(cells), variants_of(asked, encounter), {**about, "cells": list(cells)})


def _compare(
    asked: LabQuestion, encounter: Encounter, playing: Playing, runs: Runs
) -> Iterator[SoFar]:
    plain, other = vary(encounter, asked.seats, []), asked.other or encounter
    found = compare(plain, vary(other, asked.seats, _changes(asked)), playing)
    data = {
        **_about(asked, encounter, playing),
        "other": other.name,
        "first": rate(found.first, playing.side),
        "second": rate(found.second, playing.side),
        "difference": difference_data(found.of),
    }
    yield SoFar(2, 2, data)


def _sensitivity(
    asked: LabQuestion, encounter: Encounter, playing: Playing, runs: Runs
) -> Iterator[SoFar]:
    base = vary(encounter, asked.seats, _changes(asked)).encounter
    found, done = [], [0, 1]

    def progress(k: int, of: int) -> None:
        done[:] = [k + 1, of]

    for felt in sensitivity(base, seated(asked.seats, _changes(asked)), playing, progress):
        found.append(felt)
        data = {**_about(asked, base, playing), "numbers": felt_data(found)}
        yield SoFar(done[0], done[1], data)


def _impact(
    asked: LabQuestion, encounter: Encounter, playing: Playing, runs: Runs
) -> Iterator[SoFar]:
    switches = encounter.ruleset.book.switches
    base = playing.play(vary(encounter, asked.seats, []))
    found: list[Read] = []
    total, about = len(other_readings(switches)), _about(asked, encounter, playing)
    yield SoFar(0, total, {**about, **impact_data(base, found, playing)})
    for read in impacts(encounter, asked.seats, switches, playing, base):
        found.append(read)
        yield SoFar(len(found), total, {**about, **impact_data(base, found, playing)})


def _balance(
    asked: LabQuestion, encounter: Encounter, playing: Playing, runs: Runs
) -> Iterator[SoFar]:
    base = vary(encounter, asked.seats, _changes(asked)).encounter
    axis, target = read_axis(base, asked.over[0]), asked.target / 100
    about, total = _about(asked, base, playing), variants_of(asked, base)
    cells: list[SweepCell] = []
    for cell in balance(base, seated(asked.seats, _changes(asked)), axis, target, playing):
        cells.append(cell)
        data = balance_data(axis, cells, target, is_over=False)
        yield SoFar(len(cells), max(len(cells), total), {**about, **data})
    data = balance_data(axis, cells, target, is_over=True)
    yield SoFar(len(cells), len(cells), {**about, **data})


def _exactly(
    asked: LabQuestion, encounter: Encounter, playing: Playing, runs: Runs
) -> Iterator[SoFar]:
    """Solved whole; where it is too large sampled, and called that."""
    sides, seats = perfect_sides(encounter, asked.seats)
    found = playing.solved(vary(encounter, seats, _changes(asked)), sides)
    if not found["why"]:
        yield SoFar(1, 1, {**found, **_about(asked, encounter, playing)})
        return
    thinking = [f"{side}={THINKER}" for side in sides]
    if sides:
        found["why"] += stands_in(THINKER)
    wanted = min(asked.n, THOUGHT) if sides else asked.n
    for run in runs(vary(encounter, [*seats, *thinking], _changes(asked)), Until()):
        done = min(run.tally.fights, wanted)
        yield SoFar(done, wanted, {**sim_data(run), **found, "best": []})
        if done == wanted:
            return


WorksOut = Callable[[LabQuestion, Encounter, Playing, Runs], Iterator[SoFar]]

ANSWERS: dict[str, WorksOut] = {
    "ends": _ends,
    "sweep": _sweep,
    "balance": _balance,
    "compare": _compare,
    "sensitivity": _sensitivity,
    "impact": _impact,
    "exactly": _exactly,
}
"""Every kind of question there is."""


# As rows of a file


def rows_of(kind: str, data: Data) -> tuple[list[str], list[Sequence[Any]]]:
    """A header and its rows, for other programs: numbers as they were found."""
    if kind == "exactly" and not data["why"]:
        return ["what", "of", "exactly", "percent"], _solved_rows(data)
    if kind in ("ends", "exactly"):
        return ["what", "of", "value", "fights"], _ends_rows(data)
    if kind in ("sweep", "balance"):
        names = list(data["cells"][0]["values"]) if data["cells"] else []
        sound = [cell for cell in data["cells"] if "problem" not in cell]
        return [*names, "share", "low", "high", "rounds", "fights", "wins"], [
            [*cell["values"].values(), *_three(cell["win_rate"]), *_counts(cell)] for cell in sound
        ]
    if kind == "compare":
        rows = [[name, *_three(data[name]["win_rate"])] for name in ("first", "second")]
        return ["what", "share", "low", "high"], [
            *rows,
            ["difference", *_three(data["difference"])],
        ]
    if kind == "sensitivity":
        return ["what", "was", "points", "low", "high", "sure"], [
            [one["what"], one["was"], *_three(one["difference"]), one["sure"]]
            for one in data["numbers"]
        ]
    return ["ruling", "reading", "points", "low", "high", "sure"], [
        [
            one["ruling"],
            one["reading"],
            one["difference"],
            one["interval"]["lo"],
            one["interval"]["hi"],
            one["sure"],
        ]
        for one in data["readings"]
    ]


def columns_of_answer(kind: str, data: Data) -> dict[str, list[Any]]:
    """The same by its columns, each of one kind of thing."""
    header, rows = rows_of(kind, data)
    return {name: [row[k] for row in rows] for k, name in enumerate(header)}


def _counts(cell: Data) -> list[Any]:
    fights = cell["fights"]
    return [cell["rounds"], fights, round(cell["win_rate"]["p"] * fights)]


def _solved_rows(data: Data) -> list[Sequence[Any]]:
    told = ("wins", "survivors", "rounds")
    return [[what, of, one["p"], one["percent"]] for what in told for of, one in data[what].items()]


def _three(share: dict[str, float]) -> list[float]:
    return [share["p"], share["lo"], share["hi"]]


def _ends_rows(data: Data) -> list[Sequence[Any]]:
    out: list[Sequence[Any]] = [["wins", side, "", n] for side, n in data["wins"].items()]
    found = data["histograms"]
    for name in ("rounds", "decisions", "minutes"):
        out += [[name, "", value, n] for value, n in found[name]]
    for side, histogram in found["standing"].items():
        out += [["standing", side, value, n] for value, n in histogram]
    for one in data["creatures"]:
        fates = one["fates"].items()
        out += [[fate, one["name"], "", round(share["p"] * data["n"])] for fate, share in fates]
        for name, left in one["left"].items():
            out += [[name, one["name"], value, n] for value, n in left["histogram"]]
    return out
