"""What several commands need."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from affray.book.encounter import Encounter, find_encounter
from affray.book.errors import BadInput, meant, unknown
from affray.book.rulings import wrong_ruling
from affray.fight.levels import CLEVER, Level, level_of
from affray.fight.players import computer_players
from affray.odds.data import fraction
from affray.odds.percent import percent as percent


def print_json(data: Any) -> None:
    print(json.dumps(data, indent=2, ensure_ascii=False))


def counted(n: int, thing: str) -> str:
    """'1 fight', '2,000 fights'."""
    return f"{n:,} {thing}{'' if n == 1 else 's'}"


def sure_said(sure: Sequence[bool]) -> str:
    """How many of all that were tried are more than luck, whatever was looked for among them."""
    if not any(sure):
        return f"sure: none of {len(sure):,}; the greatest of so many may be luck"
    return f"sure: {sum(sure):,} of {len(sure):,}, more than luck even among so many"


def span(low: float, high: float) -> str:
    """An interval, as people read it."""
    return f"{percent(low)} to {percent(high)}"


def short_fraction(p: Fraction) -> str:
    """A fraction a person can read; the longest stand in the JSON alone."""
    text = fraction(p)
    return text if len(text) <= 40 else "long; see --json"


@dataclass(frozen=True)
class PartyOptions:
    """The party a person brings, and who of it comes; nobody, where none is named."""

    party: str = ""
    members: Sequence[str] = ()


def switched(name: str, rulings: list[str], bring: PartyOptions | None = None) -> Encounter:
    """An encounter under the rulings a person asked for, with the party they bring."""
    found = find_encounter(name)
    if "save" in found.top:
        problem = "is a saved fight, expected an encounter; `affray play` goes on with it"
        raise BadInput(problem, file=name)
    found = _joined(found, bring) if bring else found
    encounter = found.switched(readings_of(found, rulings))
    encounter.world()
    return encounter


def _joined(encounter: Encounter, bring: PartyOptions) -> Encounter:
    if not bring.party:
        if bring.members:
            raise BadInput("names members of no party", field="--member")
        return encounter
    from affray.files.party import find_party, join

    party = find_party(bring.party)
    joined = join(encounter, party, bring.members)
    if party.note:
        print(f"{party.path}: {party.note}", file=sys.stderr)
    assert joined.company is not None
    if joined.company.behind:
        behind = ", ".join(joined.company.behind)
        print(f"not able to fight and left behind: {behind}", file=sys.stderr)
    return joined


def readings_of(encounter: Encounter, rulings: list[str]) -> dict[str, str]:
    """Readings by the names of their rulings, as options say them."""
    readings: dict[str, str] = {}
    problems = []
    for text in rulings:
        name, reading = _reading(encounter, text)
        if name in readings:
            problems.append(f"{name} is given twice: {readings[name]} and {reading}")
        elif problem := _wrong(encounter, name, reading):
            problems.append(problem)
        readings[name] = reading
    if problems:
        raise BadInput("; ".join(problems), field="--ruling")
    return readings


def _reading(encounter: Encounter, text: str) -> tuple[str, str]:
    """'ties=target', as far as it can be told what is meant."""
    name, equals, reading = text.partition("=")
    if not equals:
        raise BadInput(f"found {text!r}, expected NAME=READING", field="--ruling")
    rulings = encounter.ruleset.book.rulings
    name = meant(name, list(rulings))
    return name, meant(reading, rulings[name].reading_names if name in rulings else [])


def _wrong(encounter: Encounter, name: str, reading: str) -> str:
    """Checked here so that the option is named and not the encounter's file."""
    problem = wrong_ruling(encounter.ruleset, name, reading)
    if not problem or name not in encounter.ruleset.book.rulings:
        return problem
    if encounter.ruleset.book.rulings[name].fixed:
        return f"{name} {problem}"
    return problem.replace("no reading is", f"no reading of {name} is", 1)


def players(encounter: Encounter, seats: list[str]) -> list[str]:
    """Who plays every creature; nobody here is a person."""
    ruleset = encounter.ruleset
    sides = [encounter.sides.index(e.side) for e in encounter.entrants]
    names = [e.name for e in encounter.entrants]
    return computer_players(seats, names, encounter.sides, sides, ruleset)


def temperaments(encounter: Encounter, seats: list[str]) -> list[int]:
    """A temperament for every creature; nobody here thinks."""
    known = encounter.ruleset.temperaments
    said = players(encounter, seats)
    for player in said:
        if player not in known:
            problem = f"{player} thinks about whole fights; expected {', '.join(known)}"
            raise BadInput(problem, field="--seat")
    return [encounter.ruleset.temperament(player) for player in said]


def level_said(said: str) -> Level:
    """How long the clever think, by `--level`."""
    try:
        level = level_of(said)
    except BadInput as bad:
        raise BadInput(str(bad), field="--level") from None
    if level is None:
        raise BadInput(f"found {said!r}, expected {CLEVER}:PLAYOUTS", field="--level")
    return level


def creature(encounter: Encounter, name: str, option: str) -> int:
    names = [e.name for e in encounter.entrants]
    name = meant(name, names)
    if name not in names:
        raise BadInput(unknown("creature", name, names), field=option)
    return names.index(name)
