"""What tells one state of a game's files from another."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from affray.book.ruleset import Ruleset


def files_stamp(paths: Iterable[Path]) -> str:
    """What files hold, in one word, wherever they lie."""
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(f"{path.name}\0".encode() + path.read_bytes())
    return digest.hexdigest()


@cache
def rules_stamp(ruleset: Ruleset) -> str:
    """A game's rules and its book as they are here."""
    files = ruleset.folder.rglob("*")
    return files_stamp(path for path in files if path.suffix in (".py", ".toml"))
