"""My library: content of one's own, a file each, that any fight of its game finds by its id.

`library/GAME/KIND/ID.toml` lies where everything of one's own does. It is looked at for what
neither the book nor the encounter has, so nothing in it changes a fight that does not name it.
"""

from __future__ import annotations

import re
from pathlib import Path

from affray.book.errors import BadInput
from affray.book.home import home
from affray.book.toml_tables import TomlTable, is_device, read_toml

FOLDER = "library"
NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
"""What an entry may be called: no part of it leads to another folder."""


def folder_of(slug: str) -> Path:
    """Where what one has for a game lies."""
    return home() / FOLDER / slug


def is_name(name: str) -> bool:
    return bool(NAME.fullmatch(name)) and not is_device(name)


def path_of(slug: str, kind: str, name: str) -> Path:
    """The file of an entry; its kind is one of the game's."""
    if not is_name(name):
        expected = "expected 1 to 60 small letters, digits and hyphens, such as 'moon-axe'"
        raise BadInput(f"found {name!r}, {expected}", field="id")
    return folder_of(slug) / kind / f"{name}.toml"


def names_of(folder: Path, kind: str) -> list[str]:
    """What one has of a kind, by name."""
    try:
        files = sorted((folder / kind).glob("*.toml"))
    except OSError:
        return []
    return [file.stem for file in files if is_name(file.stem)]


def read_entry(folder: Path, kind: str, name: str) -> TomlTable | None:
    """One entry, if there is such a file; it holds one thing, called as its file is."""
    path = folder / kind / f"{name}.toml"
    if not is_name(name) or not path.is_file():
        return None
    return entry_in(read_toml(path), folder.name, kind, name)


def entry_in(top: TomlTable, slug: str, kind: str, name: str) -> TomlTable:
    """The one thing a file of the library holds."""
    top.must_be_of(slug)
    found = list(top.tables(kind))
    top.finish("part of a library's file")
    if len(found) != 1:
        raise top.bad(kind, f"found {len(found)}, expected one [[{kind}]] table")
    if found[0].text("id") != name:
        problem = f"found {found[0].text('id')!r}, expected {name!r} as the file is called"
        raise found[0].bad("id", problem)
    return found[0]
