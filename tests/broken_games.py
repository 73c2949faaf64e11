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


def broken_copy(folder: Path, *changes: tuple[str, str, str]) -> Ruleset:
    """A ruleset of one's own, begun from Skirmish and then (file, old, new) changed."""
    name = f"broken-{next(_numbers)}"
    write_ruleset(name, folder, as_json=True)
    for file, old, new in changes:
        path = folder / name.replace("-", "_") / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    SHELF.add_folder(folder)
    try:
        return SHELF.get(name)
    except BadInput:
        rmtree(folder / name.replace("-", "_"))  # nobody else shall find it on the shelf
        raise
