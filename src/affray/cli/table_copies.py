"""`table --backup`, `--restore`, `--salvage`: a table's fights as a file, and back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from affray.book.errors import BadInput
from affray.cli.common import counted
from affray.table.backups import back_up, restore
from affray.table.holding import FILE, hold
from affray.table.moving import move
from affray.table.salvage import salvage
from affray.table.store import database_of

if TYPE_CHECKING:
    from affray.cli.table import Where


def make_backup(where: Where, file: Path) -> None:
    """A whole copy of all fights, while a server runs too."""
    kept = where.folder
    where.require_file("--backup", "pg_dump --format=custom --file=FILE ADDRESS")
    back_up(kept / FILE, file)
    print(f"wrote {file}: all fights of {kept}")


def bring_back(where: Where, file: Path) -> None:
    """A copy takes the place of all fights, those that were there are put aside; a database gets
    it that has none."""
    kept = where.folder
    if where.store:
        database = database_of(kept, where.store)
        try:
            fights = move(file, kept, database)
        finally:
            database.close()
        print(f"the database holds what is in {file} now: {counted(fights, 'fight')}")
        return
    aside = restore(kept, file)
    print(f"{kept} holds what is in {file} now; what was there lies in {aside}")


def write_salvaged(where: Where, folder: Path) -> None:
    """What can still be read of a damaged table, a save a fight."""
    kept = where.folder
    where.require_file("--salvage", "bring the last whole copy back (pg_restore)")
    if not (kept / FILE).exists():
        raise BadInput("holds no fights", file=kept)
    with hold(kept, needs_log=False):
        for line in salvage(kept / FILE, folder):
            print(line)
