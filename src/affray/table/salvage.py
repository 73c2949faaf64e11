"""What can still be read of a damaged table: every fight as a save, as far as its tape is whole."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from affray.book.errors import BadInput
from affray.files.atomic import make_new, own_folder


def salvage(path: Path, folder: Path) -> Iterator[str]:
    """A line for each fight: the file it was written to, and how much of it there was."""
    own_folder(folder)
    with closing(sqlite3.connect(path)) as db:
        found = list(_readable(db, "SELECT id, title, header FROM fight"))
        for fight, title, header in found:
            tape = list(_tape(db, str(fight)))
            file = folder / f"fight-{_named(str(fight))}.toml"
            make_new(file, str(header) + "".join(tape))
            yield f"wrote {file}: {title}, {len(tape)} entries"
    if not found:
        raise BadInput("nothing in it can be read; affray table --restore FILE", file=path)


def _readable(db: sqlite3.Connection, wanted: str, *given: Any) -> Iterator[tuple[Any, ...]]:
    """Row by row, as far as they go."""
    with suppress(sqlite3.Error):
        yield from db.execute(wanted, given)


def _tape(db: sqlite3.Connection, fight: str) -> Iterator[str]:
    """The entries in their order, up to the first that is missing."""
    rows = _readable(db, "SELECT n, toml FROM entry WHERE fight = ? ORDER BY n", fight)
    for k, (n, text) in enumerate(rows):
        if n != k:
            return
        yield str(text)


def _named(fight: str) -> str:
    """Of a damaged file nothing is taken at its word: a name leads nowhere else."""
    return "".join(letter for letter in fight if letter.isalnum() and letter.isascii())[:32]
