"""The file of a store, watched: nothing is acknowledged that would be lost with it.

A file that was removed or replaced, or whose log (-wal) was, still takes every write of whoever
has it open, and keeps none of them. So its place is looked at before and after each.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import threading
import time
from contextlib import closing
from pathlib import Path

from affray.book.errors import BadInput

COMMITS = 128
"""After so many the log is worked into the file, by us alone: any other change is somebody's."""

SECONDS_FOR_HEALTH = 2.0
FRESH = 1.0
"""Seconds for which a write that was tried for its health's sake tells of the next one, too."""

LEAST_FREE = 8 << 20
"""Bytes; with less on the disk a table is not well, though it may still write for a while."""

FileMark = tuple[int, int]


class Lost(Exception):
    """What would be written now would be lost, or might be; nothing was acknowledged."""


class DamagedFile(BadInput):
    """A file that SQLite itself finds wrong."""


def wal_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def what_is_wrong(path: Path) -> str:
    """SQLite's own look at a whole file, on a connection that remembers nothing of it."""
    try:
        with closing(sqlite3.connect(path, timeout=SECONDS_FOR_HEALTH)) as db:
            found = [str(row[0]) for row in db.execute("PRAGMA quick_check(1)")]
    except sqlite3.Error as bad:
        return str(bad)
    return "" if found == ["ok"] else " ".join(found[0].split())


def require_sound(path: Path) -> None:
    """At the start: a damaged file is not opened, and what can be done is said."""
    problem = what_is_wrong(path) if path.exists() else ""
    if problem:
        told = f"is damaged ({problem}); bring a copy back: affray table --restore FILE "
        told += f"(copies lie in {path.parent / 'backups'}); or write what can still be read of "
        raise DamagedFile(f"{told}it as saves: affray table --salvage FOLDER", file=path)


class Watched:
    """The file as it was when it was opened, and whether it still is."""

    def __init__(self, path: Path) -> None:
        self.path, self.wal = path, wal_of(path)
        self._lock = threading.Lock()
        self._commits = 0
        self._open()

    def _open(self) -> None:
        """Open as long as the store is: only the last to close a file removes its log."""
        self._anchor = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
        self._anchor.execute("PRAGMA wal_autocheckpoint = 0")
        self._anchor.execute("SELECT count(*) FROM sqlite_master").fetchone()
        self._file, self._log = self.path.stat(), self.wal.stat()
        self._mark, self._length = _mark(self._file), self._log.st_size
        self._damage = ""
        self._tried = (-FRESH, "")
        self._is_open = True

    def close(self) -> None:
        """Whoever uses a store after that opens it anew."""
        with self._lock:
            self._anchor.close()
            self._is_open = False

    def require(self) -> None:
        """Raise Lost where a write would not stay."""
        with self._lock:
            problem = self._problem()
        if problem:
            raise Lost(f"{problem}; nothing is kept until the table is opened again")

    def _problem(self) -> str:
        if not self._is_open:
            self._open()
        try:
            file = self.path.stat()
        except OSError:
            return "the table's file has been removed"
        try:
            log = self.wal.stat()
        except OSError:
            return "the table's log (-wal) has been removed"
        if not os.path.samestat(file, self._file):
            return "the table's file has been replaced by another"
        if not os.path.samestat(log, self._log) or log.st_size < self._length:
            return "the table's log (-wal) has been replaced or cut short"
        self._length = log.st_size
        if _mark(file) != self._mark:  # not by us: somebody else's work, or damage
            self._damage = what_is_wrong(self.path)
            self._mark = _mark(self.path.stat())
        return f"the table's file is damaged ({self._damage})" if self._damage else ""

    def written(self) -> None:
        """A commit more; now and then the log is worked into the file."""
        with self._lock:
            self._commits += 1
            if self._commits % COMMITS == 0 and not self._problem():
                self._anchor.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
                self._mark = _mark(self.path.stat())

    # Health

    def health(self) -> str:
        """What is wrong, if anything: the file's place, what is in it, and a real small write."""
        with self._lock:
            problem = self._problem()
            if problem:
                return problem
            now = time.monotonic()
            if now - self._tried[0] >= FRESH:
                self._tried = (now, self._try_to_write())
            return self._tried[1]

    def _try_to_write(self) -> str:
        free = _free(self.path.parent)
        if free < LEAST_FREE:
            return f"the disk is full ({free >> 20} MiB are left)"
        try:
            with closing(_for_health(self.path)) as db:
                (found,) = db.execute("PRAGMA user_version").fetchone()
                db.execute("BEGIN IMMEDIATE")
                db.execute(f"PRAGMA user_version = {found}")
                db.execute("COMMIT")
        except sqlite3.Error as bad:
            return f"the table's file cannot be written ({bad})"
        return ""


def _for_health(path: Path) -> sqlite3.Connection:
    db = sqlite3.connect(path, isolation_level=None, timeout=SECONDS_FOR_HEALTH)
    db.execute("PRAGMA wal_autocheckpoint = 0")
    return db


def _mark(found: os.stat_result) -> FileMark:
    return found.st_mtime_ns, found.st_size


def _free(folder: Path) -> int:
    """Bytes this user may still write there."""
    return shutil.disk_usage(folder).free
