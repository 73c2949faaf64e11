"""What several commands need."""

from __future__ import annotations

import json
import sys
from fractions import Fraction
from typing import Any

from affray.encounter import Encounter, find_encounter
from affray.errors import BadInput
from affray.seats import PERSON, parse_seats


def print_json(data: Any) -> None:
    print(json.dumps(data, indent=2, ensure_ascii=False))


def print_table(headers: list[str], rows: list[list[str]], right: tuple[int, ...] = ()) -> None:
    """Aligned columns, nothing else."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="")
    for k, header in enumerate(headers):
        table.add_column(header, justify="right" if k in right else "left", overflow="fold")
    for row in rows:
        table.add_row(*[cell.replace("[", "\\[") for cell in row])
    Console(highlight=False, width=None if sys.stdout.isatty() else 120).print(table)


def percent(p: Fraction | float) -> str:
    return f"{float(p) * 100:.2f} %"


def fraction(p: Fraction) -> str:
    return f"{p.numerator}/{p.denominator}"


def switched(name: str, rulings: list[str]) -> Encounter:
    """An encounter under the rulings a person asked for."""
    wanted = {}
    for text in rulings:
        ruling, equals, reading = text.partition("=")
        if not equals:
            raise BadInput(f"found {text!r}, expected NAME=READING", field="--ruling")
        wanted[ruling] = reading
    encounter = find_encounter(name).switched(wanted)
    encounter.world()
    return encounter


def usual_temperament(encounter: Encounter) -> str:
    """The first temperament that decides anything."""
    return [*encounter.ruleset.temperaments, "random"][1]


def temperaments(encounter: Encounter, seats: list[str]) -> list[int]:
    """A temperament for every creature; nobody here is a person."""
    ruleset = encounter.ruleset
    sides = [encounter.sides.index(e.side) for e in encounter.entrants]
    names = [e.name for e in encounter.entrants]
    given = parse_seats(seats, names, encounter.sides, sides, ruleset)
    if PERSON in given.values():
        raise BadInput("no person takes part in this; expected a temperament", field="--seat")
    usual = usual_temperament(encounter)
    return [ruleset.temperament(given.get(i, usual)) for i in range(len(names))]


def creature(encounter: Encounter, name: str, option: str) -> int:
    from affray.errors import unknown

    names = [e.name for e in encounter.entrants]
    if name not in names:
        raise BadInput(unknown("creature", name, names), field=option)
    return names.index(name)
