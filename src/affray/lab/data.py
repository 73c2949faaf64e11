"""What was found, as plain data: printed as JSON, written into files, sent to a page, drawn."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from affray.book.encounter import Encounter
from affray.lab.paired import Difference, sure_among
from affray.lab.report import DEAD, FATES, Report, has_deaths
from affray.lab.simulate import Simulation
from affray.lab.until import wilson
from affray.lab.variations import Axis, Felt, Playing, Read, SweepCell, crossed, nearest

Data = dict[str, Any]


def shared(share: tuple[float, float, float]) -> dict[str, float]:
    """A share and its interval."""
    p, low, high = share
    return {"p": p, "lo": low, "hi": high}


def difference_data(of: Difference) -> dict[str, float]:
    return shared((of.points, of.low, of.high))


def rate(run: Simulation, side: str) -> Data:
    """How often a side wins and how long it takes."""
    return {"win_rate": shared(run.win_rates()[side]), "rounds": run.rounds()["mean"]}


# A run


def sim_data(run: Simulation) -> Data:
    """Everything that is known of a run, with its report where it has one."""
    data: Data = {
        "encounter": run.encounter.name,
        "n": run.tally.fights,
        "seed": run.seed,
        "engine": run.engine,
        "dice": run.dice,
        "rulings": run.rulings(),
        "seats": run.seats(),
        "wins": run.wins(),
        "win_rate": {side: shared(share) for side, share in run.win_rates().items()},
        "rounds": run.rounds(),
        "survivors": run.survivors(),
        "events": run.events(),
        "seconds": run.seconds,
        "fights_per_second": run.tally.fights / run.seconds if run.seconds else 0.0,
        "stopped": run.stopped,
        "enough": run.enough,
    }
    return data if run.told is None else {**data, **report_data(run.encounter, run.told)}


def say_how_to_watch(data: Data, command: Sequence[str]) -> None:
    """To every fight worth watching, what to type to see it."""
    for one in data["to_watch"]:
        one["command"] = shlex.join(["affray", *command, "--fight", str(one["fight"])])


def report_data(encounter: Encounter, report: Report) -> Data:
    sides = encounter.sides
    return {
        "histograms": {
            "rounds": _histogram(report.rounds),
            "decisions": _histogram(report.decisions),
            "minutes": _histogram(report.minutes),
            "standing": {sides[k]: _histogram(c) for k, c in report.standing.items()},
        },
        "creatures": [_creature(encounter, report, i) for i in report.fates],
        "to_watch": [
            {
                "what": worth,
                "fight": one.fight,
                "winner": sides[one.winner] if one.winner < len(sides) else None,
                "rounds": one.rounds,
            }
            for worth, one in report.notable.items()
        ],
    }


def _creature(encounter: Encounter, report: Report, i: int) -> Data:
    """Whether it stands, is down or dead, and what it has left of every number."""
    entrant, counts = encounter.entrants[i], report.fates[i]
    start = encounter.world().creatures[i]
    told = FATES if has_deaths(encounter) else [fate for fate in FATES if fate != DEAD]
    left = {name: of[i] for name, of in report.left.items()}
    return {
        "name": entrant.name,
        "side": entrant.side,
        "fates": {fate: shared(wilson(counts[fate], report.fights)) for fate in told},
        "left": {
            name: {"at_first": int(getattr(start, name)), **_told(counts)}
            for name, counts in left.items()
            if set(counts) != {int(getattr(start, name))}
        },
    }


def _told(counts: Counter[int]) -> Data:
    return {"mean": mean_of(counts), "histogram": _histogram(counts)}


def mean_of(counts: Mapping[int, int]) -> float:
    return sum(value * n for value, n in counts.items()) / sum(counts.values())


def _histogram(counts: Counter[int]) -> list[list[int]]:
    """(value, how many fights), by value."""
    return [[value, counts[value]] for value in sorted(counts)]


# Variations


def cell_data(axes: Sequence[Axis], cell: SweepCell) -> Data:
    values = {axis.what: value for axis, value in zip(axes, cell.values, strict=True)}
    if cell.problem:
        return {"values": values, "problem": cell.problem}
    won = shared(wilson(cell.wins, cell.fights))
    return {"values": values, "win_rate": won, "rounds": cell.rounds, "fights": cell.fights}


def balance_data(axis: Axis, cells: Sequence[SweepCell], target: float, is_over: bool) -> Data:
    """The values that were tried, in their order; once all were, where the wins cross the target.

    `between` are the values it surely lies between, null where that is open.
    """
    tried = sorted(cells, key=lambda cell: axis.values.index(cell.values[0]))
    sound = [cell for cell in tried if not cell.problem]
    is_reached, between = crossed(sound, target)
    data: Data = {
        "over": axis.what,
        "target": target,
        "cells": [cell_data([axis], c) for c in tried],
    }
    if not (is_over and sound):
        return {**data, "nearest": None, "reached": None, "between": [None, None]}
    best = nearest(sound, target)
    return {**data, "nearest": best, "reached": is_reached, "between": list(between)}


def cell_columns(axes: Sequence[Axis], cells: Sequence[SweepCell]) -> dict[str, list[Any]]:
    """One row a cell; what was varied may be words as well as numbers, so all of it is text."""
    good = [cell for cell in cells if not cell.problem]
    varied = {axis.what: [str(c.values[k]) for c in good] for k, axis in enumerate(axes)}
    shares = [wilson(cell.wins, cell.fights) for cell in good]
    return {
        **varied,
        **{name: [s[k] for s in shares] for k, name in enumerate(("share", "low", "high"))},
        "rounds": [cell.rounds for cell in good],
        "fights": [cell.fights for cell in good],
        "wins": [cell.wins for cell in good],
    }


def felt_data(found: Sequence[Felt]) -> list[Data]:
    """What one more of each number does, the greatest effect first; `sure` is said of one among
    all that were tried."""
    sure = sure_among([felt.of for felt in found])
    ranked = sorted(zip(found, sure, strict=True), key=lambda one: -abs(one[0].of.points))
    return [
        {
            "what": felt.change.what,
            "was": felt.was,
            "difference": difference_data(felt.of),
            "sure": is_sure,
        }
        for felt, is_sure in ranked
    ]


def impact_data(base: Simulation, found: Sequence[Read], playing: Playing) -> Data:
    """What rulings read another way do to a fight, the greatest effect first."""
    sure = sure_among([read.of for read in found])
    ranked = sorted(zip(found, sure, strict=True), key=lambda one: -abs(one[0].of.points))
    readings = [{**_reading(read, playing.side), "sure": is_sure} for read, is_sure in ranked]
    return {"default": {"side": playing.side, **rate(base, playing.side)}, "readings": readings}


def _reading(read: Read, side: str) -> Data:
    return {
        "ruling": read.change.what,
        "reading": read.change.to,
        "side": side,
        **rate(read.run, side),
        "difference": read.of.points,
        "interval": {"lo": read.of.low, "hi": read.of.high},
    }
