"""Parties: creatures that go from fight to fight and keep what lasts.

A party is a file. A fight takes its members into the places of an encounter's first side, and
writes back what lasts when it is over; the tape of the fight stays the truth of the fight.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from affray.book.encounter import (
    BETWEEN,
    Company,
    Encounter,
    encounter_from,
    game_of,
    read_encounter,
)
from affray.book.entrant import Entrant
from affray.book.errors import BadInput, meant, unknown
from affray.book.fitting import fitted
from affray.book.home import home
from affray.book.ruleset import Ruleset
from affray.book.toml_tables import TomlTable, is_device, read_toml
from affray.book.words import Card
from affray.rules.layout import Field

CAMP = "camp.toml"
"""In a ruleset's package: the encounter a party rests in."""

OUTCOMES = ["won", "lost", "nobody", "rest"]
FIELDS = ("ruleset", "version", "title", "rulings", "set", "homebrew", "creature", "fight")
OF_A_PARTY = ("version", "fight")
"""What a party says that no encounter does."""

NO_CREATURE = "nobody"
NAME = re.compile(r"[^./\\:\x00-\x1f][^/\\:\x00-\x1f]{0,99}")
"""What a party may be called by: no part of it leads to another folder."""

PLACE_STATS = ("at", "where", "in", "place", "zone", "facing")
"""Numbers of a card that say nothing of somebody who is on the road."""


class PartyTooBig(BadInput):
    """More members than places; somebody has to say who comes."""

    def __init__(self, party: Party, coming: list[str], places: int) -> None:
        who = f"{len(coming)} members who could come ({', '.join(coming)})"
        super().__init__(
            f"has {who}, but there are {places} places; name each who comes as a member",
            file=party.path,
        )
        self.party, self.coming, self.places = party, coming, places


@dataclass
class Party:
    """A read and checked party file."""

    path: Path
    top: TomlTable
    roster: Encounter
    fights: list[dict[str, Any]]
    note: str = ""
    """What these rules have no place for, in a file that another version wrote."""

    @property
    def ruleset(self) -> Ruleset:
        return self.roster.ruleset

    @property
    def title(self) -> str:
        return self.roster.title

    @property
    def ref(self) -> str:
        """What a save remembers it by: its name where parties lie, else its file."""
        at_home = self.path.parent.resolve() == folder().resolve()
        return self.path.stem if at_home else str(self.path.resolve())

    @cached_property
    def names(self) -> list[str]:
        return [entrant.name for entrant in self.roster.entrants]

    def members(self, chosen: Sequence[str]) -> list[Entrant]:
        """Those who were named, or everybody."""
        chosen = [meant(name, self.names) for name in chosen]
        for name in chosen:
            if name not in self.names:
                raise BadInput(unknown("member", name, self.names), file=self.path)
        return [e for e in self.roster.entrants if not chosen or e.name in chosen]

    def alone(self, member: Entrant, ground: Encounter) -> Encounter:
        """A member by itself on some ground."""
        data = _merged(self, ground)
        data = {key: value for key, value in data.items() if key not in ("set", "start")}
        place = _places(ground)[0]
        others = {entrant.name for entrant in ground.entrants}
        data["map"] = _called(
            data.get("map", {}), lambda name: NO_CREATURE if name in others else name
        )
        data["creature"] = [_placed(member, place, self.ruleset, [member.name])]
        return encounter_from(TomlTable(data, self.path), ground.name)

    def looks(self, member: Entrant, ground: Encounter) -> tuple[bool, Card]:
        """Whether a member stands, and what its card says; looked at alone."""
        alone = self.alone(member, ground)
        w = alone.world()
        card = self.ruleset.words.card(w, 0, alone.called)
        lasting = replace(card, stats=[s for s in card.stats if s.label not in PLACE_STATS])
        return bool(self.ruleset.standing(w, 0)), lasting


# Where they lie


def folder() -> Path:
    """Where parties lie unless a person says otherwise."""
    return home() / "parties"


def files() -> dict[str, Path]:
    """The parties there are, by name."""
    return {path.stem: path for path in sorted(folder().glob("*.toml"))}


def path_of(ref: str) -> Path:
    """The file a name or a path means: a name lies where parties do, a path says `.toml`."""
    path = Path(ref)
    if path.suffix != ".toml":
        if not NAME.fullmatch(ref) or is_device(ref):
            raise BadInput(f"found {ref!r}, expected the name of a party or its .toml file")
        path = folder() / f"{ref}.toml"
    if is_device(path.name):
        raise BadInput(f"found {ref!r}, expected no name of a device")
    return path


def find_party(ref: str) -> Party:
    """A party by name or by file."""
    path = path_of(ref)
    if not path.exists() and Path(ref) != path:
        path = path_of(meant(ref, files()))
    if not path.exists() and Path(ref) != path:
        raise BadInput(_no_party(ref), file=folder())
    return read_party(path)


def _no_party(ref: str) -> str:
    if files():
        return unknown("party", ref, list(files()))
    return "there are no parties yet; make one: affray new party NAME --from ENCOUNTER"


def read_party(path: Path) -> Party:
    return party_from(read_toml(path), path)


def party_from(top: TomlTable, path: Path) -> Party:
    """Check a party's table; its fields are checked by whoever sets a member up."""
    top, note = _come_along(top)
    top.text("title", path.stem)
    for key in FIELDS:
        top.raw(key, None)
    top.finish()
    for member in top.tables("creature"):
        member.text("name")
        member.text("from", "")
        member.table("set")
        member.finish()
    roster = {key: top.data[key] for key in FIELDS if key in top and key not in OF_A_PARTY}
    roster.setdefault("title", path.stem)
    side = {"side": "heroes"}
    roster["creature"] = [{**member.data, **side} for member in top.tables("creature")]
    encounter = encounter_from(TomlTable(roster, path), path.stem)
    return Party(path, top, encounter, [_read_fight(t) for t in top.tables("fight")], note)


def _come_along(top: TomlTable) -> tuple[TomlTable, str]:
    """A party that another version of the rules wrote, and what of it is left behind.

    One that says no version was made by hand, or before they did: it is held to these rules.
    """
    book = game_of(top).book
    version = top.integer("version", book.version, low=1)
    if version == book.version:
        return top, ""
    fit, lost = fitted(top)
    left = f"; no longer there: {'; '.join(lost)}" if lost else ""
    note = f"comes from version {version} of {book.name} to version {book.version}{left}"
    return TomlTable({**fit.data, "version": book.version}, top.file), note


def _read_fight(table: TomlTable) -> dict[str, Any]:
    table.text("title")
    table.choice("outcome", OUTCOMES, "outcome")
    table.text("save")
    table.text("left", "")
    table.finish()
    return table.data


# Into a fight


def join(encounter: Encounter, party: Party, chosen: Sequence[str] = ()) -> Encounter:
    """The encounter with a party in the places of its first side.

    In a fight only those come who stand; to a rest everybody does.
    """
    if party.ruleset is not encounter.ruleset:
        found, wanted = party.ruleset.slug, encounter.ruleset.slug
        problem = f"found {found!r}, expected {wanted!r}, the game of {encounter.name}"
        raise BadInput(problem, file=party.path, field="ruleset")
    members = party.members(chosen)
    places = _places(encounter)
    standing = [m for m in members if party.looks(m, encounter)[0]]
    if not standing:
        raise BadInput("nobody of this party stands; its file can be changed", file=party.path)
    coming = members if encounter.is_between else standing
    if len(coming) > len(places):
        raise PartyTooBig(party, [m.name for m in coming], len(places))
    data = _seated(encounter, party, _match(places, coming))
    joined = encounter_from(TomlTable(data, f"{encounter.file} with {party.path}"), encounter.name)
    behind = tuple(m.name for m in members if m not in coming)
    return replace(joined, company=Company(party.ref, len(party.fights), behind))


def _places(encounter: Encounter) -> list[Entrant]:
    if not encounter.places:
        raise BadInput("has no places for a party on its first side", file=encounter.file)
    return encounter.places


def _match(places: list[Entrant], coming: list[Entrant]) -> dict[str, Entrant]:
    """Who takes whose place: equal names first, the others in order."""
    taken = {member.name: member for member in coming}
    match = {place.name: taken[place.name] for place in places if place.name in taken}
    free = [place.name for place in places if place.name not in match]
    others = [member for member in coming if member.name not in match]
    return {**match, **dict(zip(free, others, strict=False))}


def _seated(encounter: Encounter, party: Party, match: dict[str, Entrant]) -> dict[str, Any]:
    """The joined file: a place nobody took stays empty, and nobody speaks of who is not there."""
    data = _merged(party, encounter)
    places = {place.name for place in encounter.places}
    called = {name: match[name].name if name in match else NO_CREATURE for name in places}
    present = [member.name for member in match.values()]
    out = []
    for entrant in encounter.entrants:
        if entrant.name in match:
            out.append(_placed(match[entrant.name], entrant, party.ruleset, present))
        elif entrant.name not in places:
            fields = _creature_fields(party.ruleset)
            changes = _renamed(entrant.changes.data, fields, lambda name: called.get(name, name))
            out.append({**entrant.table.data, **({"set": changes} if changes else {})})
    data["creature"] = out
    data["map"] = _called(data.get("map", {}), lambda name: called.get(name, name))
    world = encounter.ruleset.world.layout.fields
    if "set" in data:
        data["set"] = _renamed(data["set"], world, lambda name: called.get(name, name))
    if encounter.start != BETWEEN and called.get(encounter.start, encounter.start) == NO_CREATURE:
        del data["start"]
    elif encounter.start:
        data["start"] = called.get(encounter.start, encounter.start)
    return data


def _merged(party: Party, encounter: Encounter) -> dict[str, Any]:
    """The encounter under the party's rulings, with what both set and bring of their own.

    Of two things with one id the encounter's counts: a party's copy may be the older one.
    """
    data = encounter.to_toml()
    data["rulings"] = {**encounter.rulings, **party.roster.rulings}
    changes = {**encounter.top.table("set").data, **party.top.table("set").data}
    data |= {"set": changes} if changes else {}
    ours, theirs = data.get("homebrew", {}), party.roster.to_toml().get("homebrew", {})
    both: dict[str, list[dict[str, Any]]] = {}
    for kind in {**theirs, **ours}:
        by_id = {thing["id"]: thing for thing in [*theirs.get(kind, []), *ours.get(kind, [])]}
        both[kind] = list(by_id.values())
    return {**data, "homebrew": both} if both else data


def _placed(
    member: Entrant, place: Entrant, ruleset: Ruleset, present: list[str]
) -> dict[str, Any]:
    """A member as an encounter writes it, in somebody's place."""
    changes = gathered(member.changes.data, ruleset, present)
    data = {**member.table.data, "side": place.side, "set": changes}
    at = place.table.raw("at", None)
    return data if at is None else {**data, "at": at}


def gathered(changes: dict[str, Any], ruleset: Ruleset, present: list[str]) -> dict[str, Any]:
    """What is changed of a creature, when only these are there to be spoken of."""
    fields = _creature_fields(ruleset)
    return _renamed(changes, fields, lambda name: name if name in present else NO_CREATURE)


def _creature_fields(ruleset: Ruleset) -> dict[str, Field]:
    return ruleset.world.layout.fields["creatures"].layout.fields


def _renamed(
    changes: dict[str, Any], fields: dict[str, Field], call: Callable[[str], str]
) -> dict[str, Any]:
    """Changes in which creatures are called otherwise."""
    return {
        key: _called(value, call) if key in fields and _names_creatures(fields[key]) else value
        for key, value in changes.items()
    }


def _names_creatures(f: Field) -> bool:
    return "creatures" in (f.of, f.mask)


def _called(value: Any, call: Callable[[str], str]) -> Any:
    if isinstance(value, str):
        return call(value)
    if isinstance(value, list):
        return [_called(one, call) for one in value]
    if isinstance(value, dict):
        return {key: _called(one, call) for key, one in value.items()}
    return value


# Where they rest


def camp(ruleset: Ruleset) -> Encounter:
    """The encounter a party of this game rests in."""
    path = ruleset.folder / CAMP
    if not path.is_file():
        problem = f"missing; {ruleset.book.name} has no camp to rest in"
        raise BadInput(problem, file=path)
    found = read_encounter(path, f"{ruleset.slug}/{path.stem}")
    if not found.is_between:
        raise found.top.bad("start", f"found {found.start!r}, expected {BETWEEN!r}")
    return found


def ground(ruleset: Ruleset) -> Encounter | None:
    """Some place where a party can be looked at."""
    if (ruleset.folder / CAMP).is_file():
        return camp(ruleset)
    for name, path in ruleset.encounter_files().items():
        found = read_encounter(path, name)
        if found.places:
            return found
    return None


def resting(party: Party, chosen: Sequence[str] = ()) -> Encounter:
    """A rest of a party alone."""
    return join(camp(party.ruleset), party, chosen)


# As they are listed


def describe(name: str, path: Path) -> dict[str, Any]:
    """A party as it is listed; a bad file is told of in its line and closes nothing."""
    about: dict[str, Any] = {
        "name": name, "file": path.as_posix(), "ruleset": "", "title": name,
        "members": [], "fights": [], "problem": "", "note": "",
    }  # fmt: skip
    try:
        party = read_party(path)
        about |= {"ruleset": party.ruleset.slug, "title": party.title, "fights": party.fights}
        about |= {"members": _members_of(party), "note": party.note}
    except BadInput as bad:
        about["problem"] = str(bad)
    return about


def _members_of(party: Party) -> list[dict[str, Any]]:
    """Every member's card, where the game has some ground to be seen on."""
    here = ground(party.ruleset)
    out = []
    for member in party.roster.entrants:
        stands, card = party.looks(member, here) if here else (True, Card([]))
        short = replace(card, stats=[s for s in card.stats if s.most is not None or s.harm])
        about = {"name": member.name, "from": member.content, "stands": stands}
        out.append({**about, "card": card.text, "short": short.text})
    return out
