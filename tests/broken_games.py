"""Copies of Skirmish in which one piece of text is another."""

from __future__ import annotations

import itertools
from pathlib import Path
from shutil import rmtree

from affray.book.errors import BadInput
from affray.book.ruleset import Ruleset
from affray.book.shelf import SHELF
from affray.cli.new import write_ruleset

_numbers = itertools.count()


Change = tuple[str, str, str]
"""A file, what stands there and what shall."""


def write_copy(folder: Path, *changes: Change) -> Path:
    """A ruleset of one's own, begun from Skirmish and then changed; its package."""
    name = f"broken-{next(_numbers)}"
    write_ruleset(name, folder, as_json=True)
    package = folder / name.replace("-", "_")
    for file, old, new in changes:
        path = package / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return package


def broken_copy(folder: Path, *changes: Change) -> Ruleset:
    """The same, on the shelf."""
    package = write_copy(folder, *changes)
    name = package.name.replace("_", "-")
    SHELF.add_folder(folder)
    try:
        return SHELF.get(name)
    except BadInput:
        rmtree(package)  # nobody else shall find it on the shelf
        raise
