"""What a fight may draw on: the book, homebrew, the file's own, and a person's library."""

from __future__ import annotations

from pathlib import Path

from affray.book.content import Library
from affray.book.my_library import folder_of
from affray.book.ruleset import Ruleset
from affray.book.toml_tables import TomlTable, beside, read_toml


def read_library(ruleset: Ruleset, top: TomlTable) -> Library:
    """All of it by kind and id; a save has what it was begun with, and no library."""
    library = Library(ruleset.world, None if "save" in top else folder_of(ruleset.slug))
    library.add_all(ruleset.book.content)
    brought = top.raw("homebrew", [])
    if isinstance(brought, dict):
        library.add_all(top.table("homebrew"))
    else:
        names = [brought] if isinstance(brought, str) else top.texts("homebrew", [])
        for name in names:
            library.add_all(_homebrew(ruleset, beside(top, "homebrew", name)))
    library.add_all(top, [kind for kind in library.kinds if kind != "creature"])
    return library


def _homebrew(ruleset: Ruleset, path: Path) -> TomlTable:
    """A file of content, which may say whose it is, as those of a library do."""
    top = read_toml(path)
    top.must_be_of(ruleset.slug)
    return top
