"""One writer at a time: a lock of the operating system's, which ends with whoever holds it.

It lies on a small file beside what it guards and says who has it. That file is removed by its
holder while the lock is still held; whoever finds that the file it has locked is not the one that
lies there tries again, so no two ever hold it.
"""

from __future__ import annotations

import json
import os
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from types import TracebackType

from affray.book.errors import BadInput
from affray.files.atomic import OWN_FILE, writing

PATIENCE = 10.0
"""How long whoever needs a file for a moment waits for it, in seconds."""

GLANCE = 0.02
LONGEST = 1000
FAR = 1 << 30
"""Windows closes what is locked to readers too: there a byte is locked that nobody reads."""


@dataclass(frozen=True)
class Owner:
    """Who has it: a process, its machine, since when, and where it can be found."""

    pid: int = 0
    host: str = ""
    since: str = ""
    at: str = ""

    def __str__(self) -> str:
        if not self.pid:
            return "somebody"
        at = f", {self.at}" if self.at else ""
        return f"process {self.pid} on {self.host} since {self.since}{at}"


class Taken(BadInput):
    """Somebody else has it."""

    def __init__(self, path: Path, owner: Owner, more: str = "") -> None:
        super().__init__(f"is in use by {owner}{more}", file=path)
        self.owner = owner


class Lock:
    """Held until it is closed, or until this process ends in whatever way."""

    left: Owner
    """Who died with it, if anybody did: they never let go of it."""

    def __init__(self, file: Path, handle: int) -> None:
        self.file, self._handle = file, handle
        self.left = _read_owner(handle)

    def say(self, at: str = "", owner: Owner | None = None) -> None:
        """Write down who has it, for whoever comes second."""
        since = datetime.now().astimezone().isoformat(sep=" ", timespec="seconds")
        owner = owner or Owner(os.getpid(), socket.gethostname(), since, at)
        with writing(self.file):
            os.ftruncate(self._handle, 0)
            os.lseek(self._handle, 0, os.SEEK_SET)
            os.write(self._handle, json.dumps(asdict(owner)).encode())

    def leave(self) -> None:
        """Let go as if one had never come: whoever died with it is still seen."""
        self.say(self.left.at, self.left)
        os.close(self._handle)
        self._handle = -1

    def close(self) -> None:
        """Let go; the file goes first, while nobody else can have it."""
        if self._handle < 0:
            return
        with suppress(OSError):  # Windows removes nothing that is open
            self.file.unlink()
        os.close(self._handle)
        self._handle = -1

    def __enter__(self) -> Lock:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def lock_file(path: Path) -> Path:
    """Where the lock of a file lies, by whatever links one comes to it; hidden, so that nobody
    takes it for one of theirs."""
    real = Path(os.path.realpath(path))  # `resolve` raises where links lead in a circle
    return real.with_name(f".{real.name}.affray-lock")


def take(path: Path, at: str = "", more: str = "") -> Lock:
    """The lock of a file, or Taken; `more` is what whoever comes second may do instead."""
    file = lock_file(path)
    while True:
        with writing(path):
            handle = os.open(file, _FLAGS, OWN_FILE)
        if not _try(handle):
            os.close(handle)
            raise Taken(path, owner_of(path), more)
        if _lies_there(handle, file):
            lock = Lock(file, handle)
            lock.say(at)
            return lock
        os.close(handle)


@contextmanager
def waiting(path: Path) -> Iterator[Lock]:
    """The lock of a file that everybody holds for a moment only."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            lock = take(path)
            break
        except Taken:
            if time.monotonic() > end:
                raise
            time.sleep(GLANCE)
    with lock:
        yield lock


def owner_of(path: Path) -> Owner:
    """Who wrote their name on a lock last; whether they still have it is another question."""
    try:
        handle = os.open(lock_file(path), os.O_RDONLY)
    except OSError:
        return Owner()
    try:
        return _read_owner(handle)
    finally:
        os.close(handle)


def _read_owner(handle: int) -> Owner:
    os.lseek(handle, 0, os.SEEK_SET)
    try:
        found = json.loads(os.read(handle, LONGEST))
        return Owner(int(found["pid"]), *(str(found[key]) for key in ("host", "since", "at")))
    except (OSError, ValueError, KeyError, TypeError):
        return Owner()


_FLAGS = os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)


def _lies_there(handle: int, file: Path) -> bool:
    try:
        there = file.stat()
    except FileNotFoundError:
        return False
    return os.path.samestat(there, os.fstat(handle))


if sys.platform == "win32":
    import msvcrt

    def _try(handle: int) -> bool:
        try:
            os.lseek(handle, FAR, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _try(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
