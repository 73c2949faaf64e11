"""A person's own library in the browser: what there is, how it is changed, cards to print.

A creature somebody has changed in the builder becomes one of their own; things and spells are
changed as the book writes them.
"""

from __future__ import annotations

from typing import Any

from affray.book.content import ABOUT, show
from affray.book.errors import BadInput, unknown
from affray.book.ruleset import Ruleset
from affray.book.toml_tables import TomlTable
from affray.files import library
from affray.rules.layout import Field
from affray.table.building import Draft, field_data, game, read_draft

NO_KIND = ("zone",)
"""Content that is a part of one fight's map."""


def shelves(slug: str) -> dict[str, Any]:
    """A game's kinds of content: their fields, what the book has, what one has oneself."""
    ruleset = game(slug)
    book, own = library.book_of(ruleset), library.listed(ruleset)
    return {
        "ruleset": slug,
        "system": ruleset.book.name,
        "kinds": [
            {
                "kind": kind,
                "fields": [field_data(f) for f in _fields(ruleset, kind) if _is_written(f)],
                "book": [_named(table) for table in book[kind].values()],
                "own": [_entry(one) for one in own if one.kind == kind],
            }
            for kind in kinds(ruleset)
        ],
    }


def kinds(ruleset: Ruleset) -> list[str]:
    return [kind for kind in library.kinds_of(ruleset) if kind not in NO_KIND]


def _fields(ruleset: Ruleset, kind: str) -> list[Field]:
    fields = ruleset.world.layout.fields
    (found,) = [f for f in fields.values() if kind in f.content]
    return list(found.layout.fields.values())


def _is_written(f: Field) -> bool:
    """Whether a file may say it of content; what a game hides, counts or finds out it may not."""
    return f.storage is not None and not (f.secret or f.scratch) and f.name not in ("side", "kind")


def _named(table: TomlTable) -> dict[str, Any]:
    return {"id": table.text("id"), "name": library.called(table), "table": table.data}


def _entry(one: library.LibraryEntry) -> dict[str, Any]:
    return {"id": one.id, "name": one.name, "table": one.table, "problem": one.problem}


# A creature of a draft


def keep_creature(draft: Draft, who: str, name: str, again: bool) -> Draft:
    """Somebody of a draft as one of one's own; in the draft they come from there from now on."""
    encounter = read_draft(draft)
    ruleset, made = encounter.ruleset, _made_of(draft, who)
    before = encounter.world().creatures[[e.name for e in encounter.entrants].index(who)]
    names = encounter.names
    trial = {**draft, "homebrew": _with(draft, {**made, "id": name})}
    changed = {**_entrant(draft, who), "from": name}
    bare = {key: value for key, value in changed.items() if key not in ("set", "emblem")}
    read = read_draft(_replaced(trial, who, bare))
    after = read.world().creatures[[e.name for e in read.entrants].index(who)]
    stays = {
        key: value
        for key, value in changed.get("set", {}).items()
        if _shown(before, key, names) != _shown(after, key, read.names)
    }
    entry = {key: value for key, value in made.items() if key not in stays}
    library.keep(ruleset, "creature", {"id": name, **entry}, again)
    return _replaced(draft, who, {**bare, **({"set": stays} if stays else {})})


def _entrant(draft: Draft, who: str) -> dict[str, Any]:
    found = [one for one in draft["creature"] if one.get("name") == who]
    if not found:
        raise BadInput(unknown("creature", who, [str(one["name"]) for one in draft["creature"]]))
    return dict(found[0])


def _made_of(draft: Draft, who: str) -> dict[str, Any]:
    """What the creature is made of, with all that was changed of it, under its own name."""
    encounter, one = read_draft(draft), _entrant(draft, who)
    base: dict[str, Any] = {}
    if "from" in one:
        asker, wanted = encounter.top, str(one["from"])
        base = encounter.library.find(("creature",), wanted, asker, "from")[1].data
    about = {"name": who, **({"emblem": one["emblem"]} if "emblem" in one else {})}
    kept = {key: value for key, value in base.items() if key not in ("id", "source")}
    values = _merged(kept, one.get("set", {}))
    return {**{key: value for key, value in values.items() if key not in about}, **about}


def _merged(base: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    """Of what is said member by member only those are changed that are named."""
    out = dict(base)
    for key, value in changes.items():
        before = out.get(key)
        is_both = isinstance(before, dict) and isinstance(value, dict)
        out[key] = {**before, **value} if is_both else value  # type: ignore[dict-item]
    return out


def _with(draft: Draft, made: dict[str, Any]) -> dict[str, Any]:
    """A draft's homebrew with one creature more."""
    there = draft.get("homebrew", {})
    own = dict(there) if isinstance(there, dict) else {}
    return {**own, "creature": [*own.get("creature", []), made]}


def _replaced(draft: Draft, who: str, one: dict[str, Any]) -> Draft:
    creatures = [one if other.get("name") == who else other for other in draft["creature"]]
    return {**draft, "creature": creatures}


def _shown(creature: Any, key: str, names: Any) -> Any:
    return show(type(creature).layout.fields[key], getattr(creature, key), names)


# Cards to print


def cards(slug: str) -> list[dict[str, Any]]:
    """One's own, each as a card: what it is called, what it is, and every number it has."""
    found = [one for one in library.listed(game(slug)) if not one.problem]
    return [
        {
            "kind": one.kind,
            "name": one.name,
            "text": str(one.table.get("text", "")),
            "rows": [
                (key.replace("_", " "), said(value))
                for key, value in one.table.items()
                if key not in ABOUT
            ],
        }
        for one in found
        if one.kind not in NO_KIND
    ]


def said(value: Any) -> str:
    """A value of a file as a card says it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(said(one) for one in value)
    if isinstance(value, dict):
        return ", ".join(f"{key.replace('-', ' ')} {said(one)}" for key, one in value.items())
    return str(value).replace("-", " ") if str(value)[:1].isalpha() else str(value)
