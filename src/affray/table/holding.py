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
    """A server that was killed leaves its file and its log: where one is not there, what it took
    is missing, and a new file would be begun, or the log without its file be thrown away."""
    log = wal_of(path)
    if path.exists() and (log.exists() or not lock.left.at):
        return
    if path.exists():
        problem = (
            f"the server that was killed ({lock.left}) had a log beside this, {log.name}, "
            "which is gone: answers that were acknowledged may be missing. Put it back; or bring "
            f"a copy back (affray table --restore FILE); or remove {lock_file(path)} to go on "
            "with what is there"
        )
        raise BadInput(problem, file=path)
    left = [str(one) for one in (lock_file(path),) if lock.left.at]
    left += [str(one) for one in (log,) if log.exists()]
    if left:
        problem = (
            "is gone, and all fights with it; what a server that was killed had beside it is "
            "there. Put it back; or bring a copy back (affray table --restore FILE); or remove "
            f"{' and '.join(left)} to begin anew"
        )
        raise BadInput(problem, file=path)
