"""A cast: who stands where under which rulings, said once for all the files that name it.

`cast = "two-swords"` in a file brings in `_casts/two-swords.toml` from the folder beside it. What
the file says itself has the last word: `set` and `rulings` name by name, creatures and content
are added, all else takes the cast's place.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from affray.book.errors import unknown
from affray.book.toml_tables import TomlTable, read_toml
from affray.rules.world import Record

FOLDER = "_casts"
BY_NAME = ("set", "rulings")
ENTRANT = ("from", "side", "at", "stays", "emblem", "picture")
"""What a file says of a creature beside its fields."""

NO_PART = ("title", "text", "rules", "cast", "homebrew", "do", "expect", "tape", "save")


def cast_of(top: TomlTable) -> TomlTable:
    """The cast a file names, as it is written."""
    folder = Path(top.file).parent / FOLDER
    if not folder.is_dir():
        raise top.bad("cast", f"found {top.text('cast')!r}, but there is no folder {folder}")
    known = sorted(file.stem for file in folder.glob("*.toml"))
    cast = read_toml(folder / f"{top.choice('cast', known, 'cast')}.toml")
    for key in NO_PART:
        if key in cast:
            raise cast.bad(key, "is no part of a cast; expected it in the files that name the cast")
    return cast


def joined(cast: TomlTable, top: TomlTable) -> TomlTable:
    """A file and its cast as one table."""
    data = dict(cast.data)
    for key in top:
        if key == "ruleset" and top.text(key) != cast.text(key):
            found = f"found {top.text(key)!r}, expected {cast.text(key)!r} as in {cast.file}"
            raise top.bad(key, found)
        if key in BY_NAME:
            data[key] = {**cast.table(key).data, **top.table(key).data}
        elif key in data and _is_tables(data[key]):
            data[key] = data[key] + [table.data for table in top.tables(key)]
        elif key != "cast":
            data[key] = top.raw(key)
    return TomlTable(data, top.file, top.where)


def _is_tables(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, dict) for one in value)


def with_changes(top: TomlTable, world: type[Record]) -> TomlTable:
    """What `set` says of a creature, said of that creature: set.Ada = { at = 2, wounds = 1 }."""
    said = top.table("set")
    creatures = [table.data for table in top.tables("creature")]
    names = [str(creature.get("name")) for creature in creatures]
    named = [key for key in said if key in names]
    for key in said:
        if isinstance(said.raw(key), dict) and key not in (*named, *world.layout.fields):
            known = [*names, *world.layout.fields]
            raise said.bad("", unknown("creature or field", key, known))
    if not named:
        return top
    fields = world.layout.fields["creatures"].layout.fields
    data = dict(top.data)
    data["creature"] = [
        _changed(creature, said.table(name), list(fields)) if name in named else creature
        for name, creature in zip(names, creatures, strict=True)
    ]
    data["set"] = {key: value for key, value in said.data.items() if key not in named}
    return TomlTable({k: v for k, v in data.items() if k != "set" or v}, top.file, top.where)


def _changed(creature: dict[str, Any], changes: TomlTable, fields: list[str]) -> dict[str, Any]:
    out, values = dict(creature), dict(creature.get("set", {}))
    for key in changes:
        if key in ENTRANT:
            out[key] = changes.raw(key)
        elif key in fields:
            values[key] = changes.raw(key)
        else:
            known = [*ENTRANT, *(name for name in fields if name not in ENTRANT)]
            raise changes.bad("", unknown("field", key, known))
    return {**out, "set": values} if values else out
