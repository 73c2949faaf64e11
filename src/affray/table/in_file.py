"""A store's rows in one SQLite file of a folder, which one server has."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from typing import Any

import sqlalchemy as sql

from affray.book.errors import BadInput
from affray.files.atomic import OWN_FILE, Exists, make_new, own_folder, writing
from affray.table.backups import copy_now
from affray.table.commits import SETTINGS, Turns, connected
from affray.table.database import (
    FORMAT,
    REVISION,
    SECONDS_FOR_A_TURN,
    Database,
    Heard,
    News,
    Writing,
)
from affray.table.holding import FILE
from affray.table.migrations import bring_up
from affray.table.rows import Rows
from affray.table.sound import Watched, require_sound
from affray.table.tables import STAMP, TABLES

READERS_KIB = 256
"""What each thread that asks holds of the file."""


class InFile(Database):
    """Watched while it is open; whoever writes waits for a turn at it."""

    is_shared = False
    tape_before = (
        "SELECT group_concat(toml, '') FROM "
        "(SELECT toml FROM entry WHERE fight = ? AND n < ? ORDER BY n)"
    )

    def __init__(self, folder: Path) -> None:
        self._own = threading.local()
        self.path = own_folder(folder) / FILE
        with suppress(Exists):
            make_new(self.path, "")  # SQLite would let others read it
        with writing(self.path):
            self.path.chmod(OWN_FILE)
        require_sound(self.path)
        wait = {"timeout": SECONDS_FOR_A_TURN}
        # as many connections as a web server has threads, so that none waits for another
        self.engine = sql.create_engine(
            f"sqlite:///{self.path}", connect_args=wait, max_overflow=40
        )
        sql.event.listen(self.engine, "connect", _make_safe)
        try:
            self._prepare()
            self.sound = Watched(self.path)
            self.turns = Turns(self.path, self.sound)
        except (sql.exc.DatabaseError, sqlite3.Error) as bad:
            raise BadInput(f"cannot be opened ({bad})", file=self.path) from None

    def _prepare(self) -> None:
        """A new file as the tables are now; one of before is copied, then brought up."""
        with self.engine.begin() as db:
            db.exec_driver_sql("BEGIN IMMEDIATE")
            found = int(db.exec_driver_sql("PRAGMA user_version").scalar_one())
            if found > FORMAT:
                problem = f"is of format {found}, expected at most {FORMAT}; update Affray"
                raise BadInput(problem, file=self.path)
            if found == 0:
                TABLES.create_all(db)
                db.execute(STAMP.insert().values(version_num=REVISION))
                db.exec_driver_sql(f"PRAGMA user_version = {FORMAT}")
        if 0 < found < FORMAT:
            copy_now(self.path, f"before-format-{FORMAT}")
            bring_up(self.path, found)
            with self.engine.begin() as db:
                db.exec_driver_sql(f"PRAGMA user_version = {FORMAT}")

    def reading(self) -> AbstractContextManager[sql.Connection]:
        return self.engine.connect()

    def asked(self, query: str, *given: Any) -> Any:
        """On a connection of this thread's own."""
        if not hasattr(self._own, "db"):
            self.sound.require()
            self._own.db = connected(self.path)
            self._own.db.execute(f"PRAGMA cache_size = -{READERS_KIB}")
        return self._own.db.execute(query, given).fetchone()

    def write(self, writing: Writing) -> None:
        self.turns.write(writing)

    def owning(self, fight: str) -> AbstractContextManager[None]:
        """The whole folder is this server's; what `--links` does beside it is noticed later."""
        return nullcontext()

    def require(self) -> None:
        self.sound.require()

    def health(self) -> str:
        return self.sound.health()

    def version(self) -> int:
        return self.turns.version()

    def tell(self, news: News, within: Rows | None = None) -> None:
        """There is nobody to hear it."""

    def listen(self, heard: Heard) -> None:
        """There is nobody to tell."""

    def close(self) -> None:
        self._own = threading.local()
        self.turns.close()
        self.engine.dispose()
        self.sound.close()


def _make_safe(connection: Any, _: Any) -> None:
    for setting in (*SETTINGS, f"cache_size = -{READERS_KIB}"):
        connection.execute(f"PRAGMA {setting}")
