"""A table's folder has one server: a lock with an owner, and what one that was killed left."""

from __future__ import annotations

from pathlib import Path

from affray.book.errors import BadInput
from affray.files.atomic import own_folder
from affray.files.lock import Lock, Taken, lock_file, take
from affray.table.sound import wal_of

FILE = "table.sqlite"


def hold(folder: Path, needs_log: bool = True) -> Lock:
    """The folder for one server; whoever comes second is told who has it and where it is."""
    own_folder(folder)
    lock = take(folder / FILE, more="; one server at a time can have a folder (--data)")
    try:
        if needs_log:
            _require_log(lock, folder / FILE)
    except BadInput:
        lock.leave()
        raise
    return lock


def glance(folder: Path) -> Lock | None:
    """For whoever looks in beside a server, or where none runs: nothing to hold in the first case.

    Where none runs it is held until the store is open: a log that a killed server left is worked
    in by then, and nobody misses it later.
    """
    try:
        return hold(folder)
    except Taken:
        return None


def _require_log(lock: Lock, path: Path) -> None:
    """A server that was killed leaves its log: where there is none, what it took is missing."""
    if lock.left.at and path.exists() and not wal_of(path).exists():
        problem = (
            f"the server that was killed ({lock.left}) had a log beside this, {wal_of(path).name}, "
            "which is gone: answers that were acknowledged may be missing. Put it back; or bring "
            f"a copy back (affray table --restore FILE); or remove {lock_file(path)} to go on "
            "with what is there"
        )
        raise BadInput(problem, file=path)
