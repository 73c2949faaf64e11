"""An encounter changed as a designer asks for it: a number, how many come, a reading, a player.

`Goblin*.armor=+1` is of creatures, by name or all of one kind (`goblin.armor`); `bow.damage=2d6`
of a thing in this fight; `goblin.hp,max_hp=+2` of two fields at once; `count:goblin=5` of how
many there are; `ties=target` of a ruling; `seat:foes=careful` of who plays. With a sign a
number is added to what was there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from typing import Any

from affray.book.encounter import Encounter, encounter_from, require_opponents
from affray.book.entrant import Entrant
from affray.book.errors import BadInput, meant, unknown
from affray.book.names import free_name
from affray.book.near import near
from affray.book.toml_tables import TomlTable
from affray.book.whole import read_whole
from affray.fight.players import computer_players
from affray.lab.numbers import Numbers

COUNT, SEAT = "count:", "seat:"
_OF_NOBODY = re.compile(r"\.\w[\w.,-]*$")
"""Where the fields begin, if nobody of that name is there."""

FIELD, OVER = "--change", "--over"
CREATURE = "creature"


@dataclass(frozen=True)
class Change:
    """What is changed, and to what, as a person writes it."""

    what: str
    to: str
    option: str = FIELD
    """Where it was said: errors name it."""

    def __str__(self) -> str:
        return f"{self.what}={self.to}"

    @property
    def is_number(self) -> bool:
        return "." in self.what and not self.what.startswith((COUNT, SEAT))

    def bad(self, problem: str) -> BadInput:
        return BadInput(problem, field=f"{self.option} {self}")


@dataclass(frozen=True)
class Variant:
    """An encounter and who plays it: one thing to be compared with others."""

    encounter: Encounter
    players: list[str]


def read_change(text: str) -> Change:
    what, equals, to = (part.strip() for part in text.rpartition("="))
    if not (what and equals and to):
        raise BadInput(f"found {text!r}, expected WHAT=VALUE", field=FIELD)
    return Change(what, to)


def vary(encounter: Encounter, seats: Sequence[str], changes: Sequence[Change]) -> Variant:
    """The encounter with these changes; those of seats have the last word over `seats`.

    Who comes and how the rules are read is settled first. Then all numbers are changed at once,
    from what they were: of two that belong together neither is looked at alone.
    """
    require_once(encounter, changes)
    numbers = [change for change in changes if change.is_number]
    for change in changes:
        if change.what.startswith(COUNT):
            encounter = _counted(encounter, change)
        elif change not in numbers and not change.what.startswith(SEAT):
            encounter = _switched(encounter, change)
    require_opponents(encounter)
    encounter = _with_numbers(encounter, numbers) if numbers else encounter
    return Variant(encounter, _players(encounter, seated(seats, changes)))


def seated(seats: Sequence[str], changes: Sequence[Change]) -> list[str]:
    """Who plays whom, as `--seat` has it, once those changes are made that are of seats."""
    taken = {one.what.removeprefix(SEAT): one.to for one in changes if one.what.startswith(SEAT)}
    given = [seat for seat in seats if seat.rpartition("=")[0] not in taken]
    return [*given, *(f"{who}={player}" for who, player in taken.items())]


def require_once(encounter: Encounter, changes: Sequence[Change]) -> None:
    """Refuse two changes of one thing: only one of them would be played, and both be told."""
    said: dict[tuple[str, ...], Change] = {}
    for change in changes:
        for one in _touched(encounter, change):
            if one in said:
                raise change.bad(f"given twice, by {said[one].option} {said[one]} too")
        said |= dict.fromkeys(_touched(encounter, change), change)


def _touched(encounter: Encounter, change: Change) -> set[tuple[str, ...]]:
    """All that a change sets: fields of creatures or of a thing, counts, a seat or a ruling."""
    if change.what.startswith(SEAT):
        names = [e.name for e in encounter.entrants]
        return {(SEAT, meant(change.what.removeprefix(SEAT), [*names, *encounter.sides]))}
    if change.what.startswith(COUNT):
        found = matches(encounter, change.what.removeprefix(COUNT))
        return {(COUNT, e.name) for e in found}
    if not change.is_number:
        return {(change.what,)}
    what, fields = parted(encounter, change.what)
    named = [e.name for e in matches(encounter, what)]
    return {(name, field) for name in named or [what] for field in fields}


def _players(encounter: Encounter, seats: list[str]) -> list[str]:
    """As `--seat` has it; no person takes part in this."""
    names = [e.name for e in encounter.entrants]
    sides = [encounter.sides.index(e.side) for e in encounter.entrants]
    return computer_players(seats, names, encounter.sides, sides, encounter.ruleset)


def _switched(encounter: Encounter, change: Change) -> Encounter:
    known = [ruling.name for ruling in encounter.ruleset.book.switches]
    if change.what not in known:
        problem = unknown("ruling", change.what, known)
        raise change.bad(f"{problem}; a number is changed by NAME.FIELD")
    try:
        return encounter.switched({change.what: change.to})
    except BadInput as bad:
        raise change.bad(str(bad)) from None


def _anew(encounter: Encounter, said: str, data: dict[str, Any]) -> Encounter:
    """The changed file, read and set up once, so that what cannot be is said here."""
    file = str(encounter.file).partition(" with ")[0]
    table = TomlTable({**data, "rulings": encounter.rulings}, f"{file} with {said}")
    found = replace(encounter_from(table, encounter.name), company=encounter.company)
    found.world()
    return found


def matches(encounter: Encounter, pattern: str) -> list[Entrant]:
    """Creatures by their names, with * and ?, or all that are made from one piece of content."""
    entrants = encounter.entrants
    itself = [e for e in entrants if e.name == pattern]
    named = itself or [e for e in entrants if fnmatchcase(e.name, pattern)]
    return named or [e for e in entrants if e.content and fnmatchcase(e.content, pattern)]


def parted(encounter: Encounter, said: str) -> tuple[str, list[str]]:
    """Who or what, and which fields of it: a name may hold dots too, as Dr. Vane's does."""
    ids = {name for kind in encounter.library.everything().values() for name in kind}
    dots = [at for at, letter in enumerate(said) if letter == "."]
    for at in reversed(dots):
        if said[:at] in ids or matches(encounter, said[:at]):
            return said[:at], said[at + 1 :].split(",")
    nobody = _OF_NOBODY.search(said)
    at = nobody.start() if nobody else dots[0]
    return said[:at], said[at + 1 :].split(",")


# Numbers of creatures and of things


def _with_numbers(encounter: Encounter, changes: list[Change]) -> Encounter:
    require_once(encounter, changes)  # once more: of those who came, too
    numbers, data = Numbers(encounter), dict(encounter.top.data)
    for change in changes:
        what, fields = parted(encounter, change.what)
        found = {e.name for e in matches(encounter, what)}
        kind = CREATURE if found else _kind_of(numbers, change, what)
        tables = data[CREATURE] if found else _own(encounter, data.get(kind, []), kind, what)
        for field in fields:
            tables = [
                _changed(numbers, change, field.split("."), kind, one)
                if (one["name"] in found if found else one["id"] == what)
                else one
                for one in tables
            ]
        data[kind] = tables
    return _anew(encounter, ", ".join(map(str, changes)), data)


def _kind_of(numbers: Numbers, change: Change, what: str) -> str:
    thing = numbers.thing(what)
    if thing is None:
        raise change.bad(unknown("creature or thing of this fight", what, numbers.known()))
    return thing[0]


def _own(
    encounter: Encounter, tables: list[dict[str, Any]], kind: str, what: str
) -> list[dict[str, Any]]:
    """The encounter's own entries of a kind, with one that is the book's among them."""
    if any(one.get("id") == what for one in tables):
        return tables
    return [*tables, encounter.library.everything()[kind][what].data]


def _changed(
    numbers: Numbers, change: Change, path: list[str], kind: str, one: dict[str, Any]
) -> dict[str, Any]:
    if kind != CREATURE:
        thing = numbers.thing(one["id"])
        assert thing is not None
        return put(one, path, numbers.moved(thing[1], path, change.to, change.bad))
    i = numbers.names["creatures"].index(one["name"])
    value = numbers.moved(numbers.world.creatures[i], path, change.to, change.bad)
    return {**one, "set": put(one.get("set", {}), path, value)}


def put(table: dict[str, Any], path: Sequence[str], value: Any) -> dict[str, Any]:
    """The table with one value more, below as many names as there are."""
    first, *rest = path
    return {**table, first: put(table.get(first, {}), rest, value) if rest else value}


# How many there are


def _counted(encounter: Encounter, change: Change) -> Encounter:
    pattern, wanted = change.what.removeprefix(COUNT), read_whole(change.to)
    found = matches(encounter, pattern)
    if not found:
        known = [e.name for e in encounter.entrants] + [e.content for e in encounter.entrants]
        raise change.bad(unknown("creature", pattern, list(dict.fromkeys(known))))
    if wanted is None or wanted < 0:
        raise change.bad(f"found {change.to!r}, expected how many, such as 3")
    data = encounter.top.data
    gone = {e.name for e in found[wanted:]}
    if gone:
        staying = [one for one in data[CREATURE] if one["name"] not in gone]
        return _anew(encounter, str(change), {**data, CREATURE: staying})
    for _ in range(wanted - len(found)):
        encounter = _with_one_more(encounter, change, found[-1].name)
    return encounter


def _with_one_more(encounter: Encounter, change: Change, like: str) -> Encounter:
    """Another like this one, in the nearest place the rules allow."""
    tables = encounter.top.data[CREATURE]
    model = next(one for one in tables if one["name"] == like)
    name = free_name(like, [one["name"] for one in tables])
    refused = None
    for at in near(model.get("at")):
        placed = {**model, "name": name, **({} if at is None else {"at": at})}
        try:
            data = {**encounter.top.data, CREATURE: [*tables, placed]}
            return _anew(encounter, str(change), data)
        except BadInput as bad:
            refused = refused or bad
    raise change.bad(f"no room for {name}: {refused}")
