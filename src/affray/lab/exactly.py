"""Whole fights exactly, as an answer of the lab: who plays how, and what it comes to as data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import inf
from typing import Any

from affray.book.encounter import Encounter
from affray.book.errors import BadInput
from affray.fight.levels import level_of
from affray.lab.best import best
from affray.lab.changes import Variant
from affray.lab.forks import Unknowable
from affray.lab.solve import solve
from affray.lab.states import MOST_STATES, Solved, TooManyStates, left_fields
from affray.odds.data import fraction

Data = dict[str, Any]

PERFECT = "perfect"
"""A side that is played as well as can be, where a seat is named."""

THINKER, THOUGHT = "clever:100", 40
"""Who plays in the place of best play where that cannot be told, and in how many fights."""


def stands_in(thinker: str) -> str:
    """What is said of it, behind why."""
    return f", {thinker} in the place of best play"


def perfect_sides(encounter: Encounter, seats: Sequence[str]) -> tuple[list[str], list[str]]:
    """The sides that are to play as well as can be, and what was said of the other seats."""
    perfect = [f"{side}={PERFECT}" for side in encounter.sides]
    sides = [s for s, seat in zip(encounter.sides, perfect, strict=True) if seat in seats]
    return sides, [seat for seat in seats if seat not in perfect]


def require_unthinking(encounter: Encounter, seats: Sequence[str]) -> None:
    """Nobody here can think: a fight is solved for temperaments and for best play."""
    for seat in seats:
        if level_of(seat.rpartition("=")[2]) is not None:
            known = ", ".join([*encounter.ruleset.temperaments, PERFECT])
            raise BadInput(f"found {seat!r}, who thinks; expected {known}", field="seat")


def solved_fight(
    variant: Variant,
    sides: Sequence[str],
    patience: float = inf,
    progress: Callable[[int], None] = lambda states: None,
) -> Data:
    """What it comes to; why not, and after how many states, where it is too large."""
    encounter = variant.encounter
    tempers = [encounter.ruleset.temperament(player) for player in variant.players]
    asked = (MOST_STATES, patience, progress)
    try:
        if sides:
            return solved_data(encounter, best(encounter, tempers, list(sides), *asked))
        return solved_data(encounter, solve(encounter, tempers, *asked))
    except TooManyStates as large:
        return {"exact": False, "why": str(large), "states": large.states}
    except Unknowable as why:
        raise BadInput(f"cannot be told: {why}", field="best play") from None


def solved_data(encounter: Encounter, solved: Solved) -> Data:
    """Who won when, who stood, and what each had left, with its chance."""
    names, fields = encounter.names["creatures"], left_fields(encounter)
    return {
        "encounter": encounter.name,
        "exact": solved.is_exact,
        "why": "",
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


def ends_columns(encounter: Encounter, solved: Solved) -> dict[str, list[Any]]:
    """One row for every way it can end, with its chance; named as the rows of fights are."""
    fields, ends = left_fields(encounter), list(solved.ends)
    sides = [*encounter.sides, *["none"] * 9]
    columns: dict[str, list[Any]] = {
        "chance": [float(p) for p in solved.ends.values()],
        "winner": [sides[end.winner] for end in ends],
        "rounds": [end.round for end in ends],
    }
    for i, name in enumerate(encounter.names["creatures"]):
        columns[f"{name}.stands"] = [bool(end.standing >> i & 1) for end in ends]
        for k, field in enumerate(fields):
            columns[f"{name}.{field}"] = [end.left[i * len(fields) + k] for end in ends]
    return columns


def _chance(p: Fraction) -> Data:
    return {"p": fraction(p), "percent": float(p) * 100}
