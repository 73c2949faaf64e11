"""Files that are kept: made by nobody else, for their owner alone, whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from affray.book.errors import BadInput

OWN_FILE, OWN_FOLDER = 0o600, 0o700
"""Who may read and write what is kept: its owner. (Windows keeps a user's folders to that user.)"""


class Exists(BadInput):
    """There is such a file already."""

    def __init__(self, path: Path) -> None:
        super().__init__("exists already", file=path)


_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """A disk that is full or a folder that is closed is told in one line."""
    try:
        yield
    except OSError as bad:
        raise BadInput(f"cannot be written ({bad.strerror})", file=path) from None


def own_folder(path: Path) -> Path:
    """A folder for its owner alone, with those above it; one that is there stays as it is."""
    with writing(path):
        missing = [path, *path.parents]
        for folder in reversed([f for f in missing if not f.exists()]):
            with suppress(FileExistsError):  # somebody was faster
                folder.mkdir(mode=OWN_FOLDER)
        path.mkdir(exist_ok=True)
    return path


def make_new(path: Path, text: str) -> None:
    """A file that was not there before: refused where one is, be it a link that leads elsewhere."""
    with writing(path):
        try:
            handle = os.open(path, _NEW, OWN_FILE)
        except FileExistsError:
            raise Exists(path) from None
        _write(handle, text)
        sync_folder(path.parent)


def put_in_place(path: Path, content: str | bytes, mode: int = OWN_FILE) -> None:
    """Take a file's place; it is on the disk before, under a name nobody can foresee."""
    with writing(path):
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
        try:
            _write(handle, content)
            Path(name).chmod(mode)
            os.replace(name, path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """A new name is on the disk only when its folder is; Windows has no such thing."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _write(handle: int, content: str | bytes) -> None:
    with os.fdopen(handle, "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)
        file.flush()
        os.fsync(file.fileno())
