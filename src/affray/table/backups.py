"""Copies of a table's file that are whole, while a server writes too; and one brought back."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from affray.book.errors import BadInput
from affray.files.atomic import Exists, own_folder, sync_folder, writing
from affray.table.holding import FILE, hold
from affray.table.sound import wal_of, what_is_wrong

FOLDER = "backups"
KEPT = 24
MINUTES = 60

_OURS = re.compile(r"table-\d{8}-\d{6}\.sqlite")


def back_up(path: Path, to: Path) -> None:
    """A copy by SQLite's own means, looked through before it gets its name."""
    if to.exists():
        raise Exists(to)
    if not path.exists():
        raise BadInput("holds no fights", file=path.parent)
    if not to.parent.is_dir():
        raise BadInput("no such folder; a copy is written into one that is there", file=to.parent)
    part = _copied(path, to.parent)
    try:
        problem = what_is_wrong(part)
        if problem:
            raise BadInput(f"cannot be copied whole ({problem})", file=path)
        _publish(part, to)
    finally:
        part.unlink(missing_ok=True)


def _copied(path: Path, folder: Path) -> Path:
    """All of a file as it is at one moment, in a file of its own and no log beside it."""
    with writing(folder):
        handle, name = tempfile.mkstemp(dir=folder, prefix=".copy-", suffix=".part")
        os.close(handle)
    part = Path(name)
    try:
        with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(part)) as target:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
        with writing(part), part.open("r+b") as file:
            os.fsync(file.fileno())
    except sqlite3.Error as bad:
        part.unlink(missing_ok=True)
        raise BadInput(f"cannot be copied ({bad})", file=path) from None
    return part


def _publish(part: Path, to: Path) -> None:
    """Under its name, unless somebody has that already."""
    with writing(to):
        try:
            os.link(part, to)
        except FileExistsError:
            raise Exists(to) from None
        except OSError:  # a disk without links
            if to.exists():
                raise Exists(to) from None
            part.rename(to)
        sync_folder(to.parent)


# Brought back


def restore(folder: Path, file: Path) -> Path:
    """A copy takes the table's place; what was there is put aside. Returns where that lies."""
    if not file.is_file():
        raise BadInput("no such file", file=file)
    with hold(folder, needs_log=False):
        _require_table(file)
        part = _copied(file, folder)
        try:
            aside = own_folder(folder / FOLDER / f"aside-{_stamp()}")
            with writing(aside):
                _put_aside(folder / FILE, aside)
                os.replace(part, folder / FILE)
                sync_folder(folder)
        finally:
            part.unlink(missing_ok=True)
    return aside


def _put_aside(path: Path, aside: Path) -> None:
    """The log first: it must never be found beside another file. The file itself stays."""
    for old in (wal_of(path), path.with_name(f"{path.name}-shm")):
        if old.exists():
            old.rename(aside / old.name)
    if path.exists():
        try:
            os.link(path, aside / path.name)
        except OSError:  # a disk without links
            shutil.copyfile(path, aside / path.name)


def _require_table(file: Path) -> None:
    """A file that came from anywhere is looked through before it takes a table's place."""
    problem = what_is_wrong(file)
    if problem:
        raise BadInput(f"is no whole copy of a table ({problem})", file=file)
    with closing(sqlite3.connect(file)) as db:
        named = {row[0] for row in db.execute("SELECT name FROM sqlite_master")}
    if not {"fight", "entry", "command"} <= named:
        raise BadInput("is no copy of a table", file=file)


# While a server runs


def copy_now(path: Path, name: str = "") -> Path:
    """A copy among the others, by its time or by what it was taken for."""
    to = own_folder(path.parent / FOLDER) / f"table-{name or _stamp()}.sqlite"
    if name and to.exists():
        to = to.with_name(f"table-{name}-{_stamp()}.sqlite")
    back_up(path, to)
    return to


def _stamp() -> str:
    return datetime.now(UTC).strftime("%Y%m%d-%H%M%S")


def drop_old(folder: Path, kept: int) -> None:
    """The latest stay; what somebody else has put there does too."""
    ours = sorted(file for file in folder.glob("table-*.sqlite") if _OURS.fullmatch(file.name))
    for old in ours[: max(len(ours) - kept, 0)]:
        old.unlink(missing_ok=True)


class Copies(threading.Thread):
    """Takes a copy now and then, when something has changed since the last."""

    def __init__(
        self, path: Path, seconds: float, kept: int, tell: Callable[[str], None] = print
    ) -> None:
        super().__init__(name="copies", daemon=True)
        self.path, self.seconds, self.kept, self.tell = path, seconds, kept, tell
        self._end = threading.Event()
        self._seen = self._state()

    def run(self) -> None:
        while not self._end.wait(self.seconds):
            self.look()

    def look(self) -> None:
        """One copy, if there is something new; a disk that is full does not end the table."""
        try:
            now = self._state()
            if now == self._seen:
                return
            copy_now(self.path)
            self._seen = now
            drop_old(self.path.parent / FOLDER, self.kept)
        except BadInput as bad:
            self.tell(f"no copy was taken: {bad}")
        except OSError as bad:  # the next one may be taken all the same
            self.tell(f"a copy could not be taken, or an old one not removed ({bad.strerror})")

    def _state(self) -> list[tuple[int, int]]:
        """Every commit grows or rewrites the log."""
        files = [file for file in (self.path, wal_of(self.path)) if file.exists()]
        return [(found.st_mtime_ns, found.st_size) for found in (f.stat() for f in files)]

    def close(self) -> None:
        self._end.set()
        if self.is_alive():
            self.join()
