"""Where machine code is kept: a folder a game, an entry a manifest, one door in and out.

An entry is trusted only when its folder is its owner's alone and its checksum is right;
anything else is compiled again.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from affray.book.home import cache_home

KEPT = 8
"""Entries a game keeps: both oracles, for the last few states of its rules."""

MAGIC = b"affray-1"

WRITING = 3600.0
"""Seconds after which nobody is writing an entry any more."""


def _path(game: str, key: str) -> Path:
    return cache_home() / game / f"{key}.bin"


def has(game: str, key: str) -> bool:
    return _path(game, key).is_file()


def has_any(game: str) -> bool:
    """Whether anything of a game is there: where nothing is, nobody need work out a key, for which
    LLVM is loaded."""
    return (cache_home() / game).is_dir() and any((cache_home() / game).iterdir())


def load(game: str, key: str) -> tuple[dict[str, Any], bytes] | None:
    """An entry's facts and its code, or None where there is none to be trusted."""
    path = _path(game, key)
    try:
        if not _is_ours(path.parent):
            return None
        data = path.read_bytes()
    except OSError:
        return None
    magic, check, rest = data[:8], data[8:40], data[40:]
    if magic != MAGIC or hashlib.sha256(rest).digest() != check:
        return None
    head, _, code = rest.partition(b"\n")
    with suppress(OSError):
        os.utime(path)
    return json.loads(head), code


def store(game: str, key: str, facts: dict[str, Any], code: bytes) -> None:
    """Keep an entry, written whole or not at all; a cache that cannot be written is no matter."""
    path = _path(game, key)
    rest = json.dumps(facts).encode() + b"\n" + code
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not _is_ours(path.parent):
            return
        handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(MAGIC + hashlib.sha256(rest).digest() + rest)
            os.replace(name, path)
        except OSError:
            Path(name).unlink(missing_ok=True)
            return
        _drop_old(path.parent)
    except OSError:
        return


def _is_ours(folder: Path) -> bool:
    """Whether nobody else can write here: machine code from it is run as it is.

    Where others could, whatever lies there may be theirs, and its checksum too: it is thrown
    away, and the folder is its owner's alone from then on.
    """
    whoami = getattr(os, "getuid", None)
    if whoami is None:  # Windows keeps a user's folders to that user
        return True
    found = folder.stat()
    if found.st_uid != whoami():
        return False
    if found.st_mode & 0o022:
        folder.chmod(0o700)
        for entry in folder.glob("*.bin"):
            entry.unlink(missing_ok=True)
    return True


def _drop_old(folder: Path) -> None:
    """Keep the entries used last; and nothing of those who were ended while they wrote."""
    entries = sorted(folder.glob("*.bin"), key=lambda p: p.stat().st_mtime, reverse=True)
    given_up = [p for p in folder.glob("*.part") if time.time() - p.stat().st_mtime > WRITING]
    for old in [*entries[KEPT:], *given_up]:
        old.unlink(missing_ok=True)
