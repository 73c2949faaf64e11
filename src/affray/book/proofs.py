"""The scenarios of a game that came in a wheel: one archive, unpacked where caches lie.

Four thousand small files take twice their bytes on a disk; whoever never looks at them is spared
that, and whoever does finds files with names.
"""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from affray.book.home import cache_home

_for_now: list[TemporaryDirectory[str]] = []
"""Where no cache can be written: folders that go when this process does."""


@cache
def unpacked(archive: Path) -> Path:
    """The folder that holds what an archive does."""
    state = hashlib.sha256(archive.read_bytes()).hexdigest()[:12]
    folder = cache_home() / archive.stem / f"{archive.parent.name}-{state}"
    try:
        if not folder.is_dir():
            _unpack(archive, folder)
    except OSError:
        _for_now.append(TemporaryDirectory(prefix="affray-"))
        folder = Path(_for_now[-1].name)
        ZipFile(archive).extractall(folder)
    return folder


def _unpack(archive: Path, folder: Path) -> None:
    """Whole or not at all, also where others unpack it at the same time."""
    folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with TemporaryDirectory(dir=folder.parent, prefix=".part-") as beside:
        whole = Path(beside, "whole")
        with ZipFile(archive) as packed:
            packed.extractall(whole)
        try:
            os.rename(whole, folder)
        except OSError:
            if not folder.is_dir():  # otherwise somebody else was quicker
                raise
