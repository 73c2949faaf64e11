"""Skirmish as its next version might be: a field more, one less, a rule that has changed."""

from __future__ import annotations

import itertools
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from affray.book.ruleset import Ruleset
from affray.book.shelf import SHELF
from affray.rules.homemade import HOMEMADE

Change = tuple[str, str, str]
"""A file, and what in it is called otherwise, everywhere."""

Upgrade = Callable[..., Ruleset]

NEXT: tuple[Change, ...] = (
    ("state.py", "stepped_in: int8", "luck: int8 = field(3, low=0, high=6)\n    helped: int8"),
    ("rules.py", "stepped_in", "helped"),
    ("rules.py", "pressing = 1 if", "pressing = 2 if"),
)  # fmt: skip
FRAIL: Change = ("state.py", "lasting=True, low=0, high=ENDLESS,", "lasting=True, low=0, high=0,")
"""Rules under which nobody is ever wounded."""

NO_SUCH_RULING: Change = ("rulebook.toml", 'name = "ties"', 'name = "draws"')

_numbers = itertools.count()


@pytest.fixture
def upgrade(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Upgrade]:
    """Put another Skirmish in the place of ours, with a version that nobody has seen."""
    here = SHELF.get("skirmish")

    def put(*changes: Change, version: int = here.book.version + 1) -> Ruleset:
        parent = tmp_path / f"rulesets-{next(_numbers)}"
        folder = parent / "skirmish"
        shutil.copytree(here.folder, folder, ignore=shutil.ignore_patterns("__pycache__"))
        numbered = (
            "rulebook.toml",
            f"\nversion = {here.book.version}\n",
            f"\nversion = {version}\n",
        )
        for file, old, new in (numbered, *changes):
            path = folder / file
            text = path.read_text(encoding="utf-8")
            assert old in text, (file, old)
            path.write_text(text.replace(old, new), encoding="utf-8")
        _forget()
        monkeypatch.setattr(SHELF, "_folders", [parent])
        monkeypatch.setattr(SHELF, "_loaded", {})
        return SHELF.get("skirmish")

    yield put
    _forget()


def _forget() -> None:
    """What is imported from a folder stays under its name; the next one has the same."""
    name = f"{HOMEMADE}.skirmish"
    for module in [m for m in sys.modules if m == name or m.startswith(f"{name}.")]:
        del sys.modules[module]
