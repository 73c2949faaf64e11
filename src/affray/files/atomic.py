"""Files that are kept: written whole or not at all, and a disk that is full told in one line."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from affray.book.errors import BadInput

PATIENCE = 5.0
"""How long whoever finds a file being written waits for it, in seconds."""


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """A disk that is full or a folder that is closed is told in one line."""
    try:
        yield
    except OSError as bad:
        raise BadInput(f"cannot be written ({bad.strerror})", file=path) from None


@contextmanager
def held(path: Path) -> Iterator[Path]:
    """The file that is to take this one's place; whoever has made it writes, others wait."""
    new = path.with_name(path.name + ".new")
    with writing(new):
        _make(new, time.monotonic() + PATIENCE)
    try:
        yield new
    finally:
        new.unlink(missing_ok=True)


def put_in_place(new: Path, path: Path, text: str) -> None:
    """On the disk before it takes the other's place."""
    with writing(new), new.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    with writing(path):
        os.replace(new, path)


def _make(new: Path, end: float) -> None:
    while True:
        try:
            os.close(os.open(new, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
            return
        except FileExistsError:
            if time.monotonic() > end:  # whoever began it is dead, or it would be done
                new.unlink(missing_ok=True)
            time.sleep(0.02)
