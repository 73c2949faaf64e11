"""What a fight leaves of a party, written to the party's file: all of it, or none."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tomli_w

from affray.book.content import written
from affray.book.encounter import Company, Encounter
from affray.book.errors import BadInput
from affray.book.toml_tables import TomlTable, parse_toml, read_text
from affray.fight.fight import Fight
from affray.files.atomic import make_new, own_folder, put_in_place
from affray.files.lock import waiting
from affray.files.party import Party, gathered, party_from, path_of, read_party
from affray.files.saves import folder as saves_folder
from affray.files.tapefile import entry_text
from affray.rules.ask import NOBODY
from affray.rules.layout import Field


def save_name(path: Path) -> str:
    """What a party remembers a save by."""
    at_home = path.parent.resolve() == saves_folder().resolve()
    return path.name if at_home else str(path.resolve())


def carry_home(fight: Fight, save: str) -> str:
    """Write what lasts to the party this fight was fought by; what came of it, in one line."""
    try:
        return _carry_home(fight, save)
    except BadInput as bad:  # the fight stands, whatever is wrong with the party's file
        return str(bad)


def _carry_home(fight: Fight, save: str) -> str:
    company = fight.encounter.company
    assert company is not None
    assert fight.is_over
    path = path_of(company.party)
    read_text(path)  # nothing is made beside a file that is not there
    with waiting(path):
        before = read_text(path)
        party = party_from(parse_toml(before, path), path)
        _require_its_own(party, company, save)
        is_edited = _is_edited(party, company, fight)
        after = before if is_edited else party_text(_carried(party, fight, company, save))
        if after != before:
            put_in_place(path, after)
    told = f"What lasts is written to the party {party.title!r} ({path})"
    if is_edited:
        return f"{told}, which was changed by hand since."
    left = f" It {party.note}." if party.note else ""
    return f"{told}.{left}"


def _require_its_own(party: Party, company: Company, save: str) -> None:
    """Only the fight that is its last may write, and it may write again."""
    since = [fight["save"] for fight in party.fights[company.fights :]]
    if len(party.fights) >= company.fights and since in ([], [save]):
        return
    problem = "has been in another fight since this one began, which is kept but not carried over"
    if since[:1] == [save]:
        problem = "has been in other fights since this one; what changed in it is not carried over"
    raise BadInput(problem, file=party.path)


def _is_edited(party: Party, company: Company, fight: Fight) -> bool:
    """Whether somebody has changed by hand what this fight left: that stands, and is never lost.

    A fight that has gone otherwise since, by an undo or a rest, cannot be brought together with it.
    """
    before = party.fights[company.fights :]
    left = Lasting.of(fight)
    if not before or before[0].get("left", left.mark) == left.found_in(party).mark:
        return False
    if before[0].get("left", left.mark) == left.mark:
        return True
    problem = "has been changed by hand since this fight; what changed in it is not carried over"
    raise BadInput(problem, file=party.path)


@dataclass(frozen=True)
class Lasting:
    """What lasts of a fight: of every member who was in it, and of the fight itself."""

    members: dict[str, dict[str, Any]]
    of_all: dict[str, Any]

    @classmethod
    def of(cls, fight: Fight) -> Lasting:
        members = {fight.names[i]: lasting_of(fight, i) for i in _members(fight.encounter)}
        return cls(members, lasting_of_all(fight))

    def found_in(self, party: Party) -> Lasting:
        """The same fields as a party's file has them now."""
        sets = {m.text("name"): m.table("set").data for m in party.top.tables("creature")}
        members = {name: _same(sets.get(name, {}), mine) for name, mine in self.members.items()}
        return Lasting(members, _same(party.top.table("set").data, self.of_all))

    @property
    def mark(self) -> str:
        """A few letters that are others when a value is."""
        text = json.dumps([self.members, self.of_all], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def _same(found: dict[str, Any], wanted: dict[str, Any]) -> dict[str, Any]:
    return {key: found[key] for key in wanted if key in found}


def _carried(party: Party, fight: Fight, company: Company, save: str) -> dict[str, Any]:
    if party.ruleset is not fight.ruleset:
        raise party.top.bad("ruleset", f"found another game than {fight.ruleset.slug!r}")
    lasting = Lasting.of(fight)
    for name in lasting.members:
        if name not in party.names:
            raise BadInput(f"has no member called {name!r} any more", file=party.path)
    members = []
    for member in party.top.tables("creature"):
        changes = {**member.table("set").data, **lasting.members.get(member.text("name"), {})}
        members.append({**member.data, **({"set": changes} if changes else {})})
    changes = {**party.top.table("set").data, **lasting.of_all}
    entry = {"title": fight.encounter.title, "outcome": outcome_of(fight), "save": save}
    entry["left"] = lasting.mark
    return {
        **party.top.data,
        "version": fight.ruleset.book.version,
        **({"set": changes} if changes else {}),
        "creature": members,
        "fight": [*party.fights[: company.fights], entry],
    }


def _members(encounter: Encounter) -> list[int]:
    """Those of the party: they were there when it began. Who came late goes their own way."""
    places = [place.name for place in encounter.places]
    there = encounter.entrants[: encounter.begun]
    return [i for i, entrant in enumerate(there) if entrant.name in places]


def outcome_of(fight: Fight) -> str:
    """How a fight went for the party."""
    if fight.encounter.is_between:
        return "rest"
    return {0: "won", NOBODY: "nobody"}.get(fight.outcome, "lost")


def lasting_of(fight: Fight, i: int) -> dict[str, Any]:
    """What lasts of a creature, as a file writes it; its names are those of the party alone."""
    c = fight.left.get(i, fight.world.creatures[i])  # out of the fight is not dead
    present = [fight.names[k] for k in _members(fight.encounter)]
    fields = [f for f in type(c).layout.fields.values() if f.lasting]
    written = {f.name: _written(f, getattr(c, f.name), fight) for f in fields}
    return gathered(written, fight.ruleset, present)


def lasting_of_all(fight: Fight) -> dict[str, Any]:
    """What lasts of the fight itself and belongs to nobody who was in it."""
    w = fight.world
    fields = [f for f in type(w).layout.fields.values() if f.lasting]
    return {f.name: _written(f, getattr(w, f.name), fight) for f in fields}


def _written(f: Field, value: Any, fight: Fight) -> Any:
    try:
        return written(f, value, fight.encounter.names)
    except ValueError as bad:  # a number its enum does not know cannot be read again
        raise BadInput(f"cannot be written: {bad}", field=f.name) from None


# The file


def require_name(name: str) -> None:
    """What a new party may be called."""
    if not re.fullmatch(r"\w[\w -]{0,59}", name):
        raise BadInput(f"found {name!r}, expected a name such as 'bridge-watch'", field="NAME")


def title_of(path: Path) -> str:
    """What a party's file is called, as a title."""
    title = path.stem.replace("-", " ").replace("_", " ")
    return title[:1].upper() + title[1:]


def new_party(encounter: Encounter, path: Path, title: str) -> Party:
    """A party of those who fight on an encounter's first side, and its file."""
    encounter.world()
    present = [place.name for place in encounter.places]
    members = []
    for place in encounter.places:
        changes = gathered(place.changes.data, encounter.ruleset, present)
        written = {"name": place.name, "from": place.content, "set": changes}
        members.append({key: value for key, value in written.items() if value})
    if not members:
        raise BadInput("has nobody on its first side who could go on", file=encounter.file)
    whole = encounter.to_toml()
    ruleset = encounter.ruleset
    data: dict[str, Any] = {"ruleset": ruleset.slug, "version": ruleset.book.version}
    data |= {"title": title, "creature": members}
    data |= {"rulings": whole["rulings"]} if whole["rulings"] else {}
    own = spoken_of(members, whole.get("homebrew", {}))
    data |= {"homebrew": own} if own else {}
    party_from(TomlTable(data, path), path)
    own_folder(path.parent)
    make_new(path, party_text(data))
    return read_party(path)


def spoken_of(
    members: list[dict[str, Any]], brought: dict[str, list[dict[str, Any]]]
) -> dict[str, list[dict[str, Any]]]:
    """Of the things an encounter brought, those its members have: not its places, not its foes."""
    named = set(_texts(members))
    grown = True
    while grown:
        reached = [t for tables in brought.values() for t in tables if t["id"] in named]
        more = set(_texts(reached)) - named
        named |= more
        grown = bool(more)
    kept = {kind: [t for t in tables if t["id"] in named] for kind, tables in brought.items()}
    return {kind: tables for kind, tables in kept.items() if tables}


def _texts(value: Any) -> Iterator[str]:
    """Every text in a value, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts(one)


def party_text(data: dict[str, Any]) -> str:
    """A party as TOML, its members and its fights one table each."""
    first: dict[str, Any] = {
        key: data[key] for key in ("ruleset", "version", "title") if key in data
    }
    loose = data.get("homebrew") if not isinstance(data.get("homebrew"), dict) else None
    first |= {"homebrew": loose} if loose else {}
    first |= {"rulings": data["rulings"]} if data.get("rulings") else {}
    first |= {"set": data["set"]} if data.get("set") else {}
    text = tomli_w.dumps(first)
    text += "".join(entry_text("creature", member) for member in data["creature"])
    text += "".join(entry_text("fight", fight) for fight in data.get("fight", []))
    if data.get("homebrew") and not loose:
        text += "\n" + tomli_w.dumps({"homebrew": data["homebrew"]})
    return text
