"""Whoever wants to write waits for one turn at the disk together: a commit for all of them.

A commit that has reached the disk costs as much for one command as for ten. Each is kept whole or
not at all, and none is acknowledged before the commit that holds it has returned.
"""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

from affray.table.database import SECONDS_FOR_A_TURN, Writing
from affray.table.sound import Watched

SETTINGS = (
    "journal_mode = WAL",
    "synchronous = FULL",  # a commit has reached the disk, and readers never wait for writers
    "fullfsync = ON",  # which on macOS has to be said once more
    "foreign_keys = ON",
    "wal_autocheckpoint = 0",  # `Watched` does that
)


def connected(path: Path) -> sqlite3.Connection:
    """To a file that is there: none is made in the place of one that was removed."""
    there = f"{path.absolute().as_uri()}?mode=rw"
    db = sqlite3.connect(
        there, SECONDS_FOR_A_TURN, isolation_level=None, check_same_thread=False, uri=True
    )
    for setting in SETTINGS:
        db.execute(f"PRAGMA {setting}")
    return db


class _Ticket:
    """What somebody wants to write, and what came of it."""

    def __init__(self, writing: Writing) -> None:
        self.writing = writing
        self.is_done = False
        self.failed: BaseException | None = None
        self._news = threading.Lock()
        self._news.acquire()

    def wait(self) -> None:
        """Until it is done, or it is this one's turn to write for all who wait."""
        self._news.acquire()

    def tell(self) -> None:
        self._news.release()


class Turns:
    """One connection that writes; who comes while it is busy goes with the next commit. Whoever
    is on the disk goes on at once, and the first who is not writes for all who wait by then."""

    def __init__(self, path: Path, sound: Watched) -> None:
        self.path, self.sound = path, sound
        self.turn = threading.Lock()
        """Held by whoever writes, here or by another connection of this store."""
        self._gate = threading.Lock()
        self._waiting: list[_Ticket] = []
        self._is_led = False
        """Whether somebody writes, or has been told to."""
        self._db: sqlite3.Connection | None = None

    def close(self) -> None:
        with self.turn:
            if self._db is not None:
                self._db.close()
            self._db = None

    def write(self, writing: Writing) -> None:
        """Return when it is on the disk; what it raises itself undoes it alone."""
        ticket = _Ticket(writing)
        with self._gate:
            self._waiting.append(ticket)
            leads, self._is_led = not self._is_led, True
        if not leads:
            ticket.wait()
        if not ticket.is_done:
            self._lead()
        if ticket.failed is not None:
            raise ticket.failed

    def _lead(self) -> None:
        """Write for all who wait, and leave the next commit to the first who has come since."""
        written: list[_Ticket] = []
        try:
            with self.turn:
                with self._gate:
                    written, self._waiting = self._waiting, []
                self._write_all(written)
        finally:
            with self._gate:
                self._is_led = bool(self._waiting)
                following = self._waiting[:1]
            for ticket in [*written, *following]:
                ticket.tell()

    def version(self) -> int:
        """A number that moves when anything was written by another connection than this one."""
        with self.turn:
            return int(self._connected().execute("PRAGMA data_version").fetchone()[0])

    def _connected(self) -> sqlite3.Connection:
        if self._db is None:
            self._db = connected(self.path)
        return self._db

    def _write_all(self, tickets: list[_Ticket]) -> None:
        try:
            self._commit(tickets)
        except BaseException as bad:
            for ticket in tickets:
                ticket.failed = ticket.failed or bad
        finally:
            for ticket in tickets:
                ticket.is_done = True

    def _commit(self, tickets: list[_Ticket]) -> None:
        self.sound.require()
        db = self._connected()
        db.execute("BEGIN IMMEDIATE")
        try:
            if len(tickets) == 1:
                tickets[0].writing(db)  # what it raises undoes all there is
            else:
                for ticket in tickets:
                    _try(db, ticket)
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise
        self.sound.require()
        self.sound.written()


def _try(db: sqlite3.Connection, ticket: _Ticket) -> None:
    db.execute("SAVEPOINT one")
    try:
        ticket.writing(db)
    except sqlite3.OperationalError:
        raise  # the disk's trouble is everybody's
    except Exception as bad:
        ticket.failed = bad
        db.execute("ROLLBACK TO one")
    db.execute("RELEASE one")
