"""Said before it happens: a ruleset from a folder is code, and loading it runs it as you.

Said once a folder; what a person has let in is kept beside the compiled rules. Everything is asked
while a command is being read: the table loads nothing that was not let in here.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import typer

from affray.book.errors import BadInput
from affray.book.home import cache_home
from affray.book.shelf import SHELF, environment_folders, packages

VARIABLE = "AFFRAY_TRUST"
COMPLETING = "_AFFRAY_COMPLETE"
"""Set by a shell that completes a word: it is not to be asked, and nothing is loaded for it."""

KEPT = "let-in.txt"
SAID = "is a ruleset, and a ruleset is code: loading it runs it as you, with all you may do"


def trust_all() -> None:
    """For this command and those it starts."""
    os.environ[VARIABLE] = "1"


def use_folder(folder: Path) -> None:
    """Look for rulesets below a folder a person named, once they know what that means."""
    SHELF.add_folder(folder)
    _ask(folder)


def ask_about_folders() -> None:
    """The same for the folders that are named in the environment."""
    for folder in environment_folders():
        _ask(folder)


def let_in(folder: Path) -> None:
    """Remember a folder; where that cannot be written it is asked again."""
    try:
        cache_home().mkdir(parents=True, exist_ok=True)
        with (cache_home() / KEPT).open("a", encoding="utf-8") as kept:
            kept.write(f"{folder.resolve()}\n")
    except OSError:
        return


def _ask(folder: Path) -> None:
    if os.environ.get(VARIABLE) or COMPLETING in os.environ:
        return
    for package in packages(folder):
        if str(package.resolve()) not in _known():
            _ask_about(package)
            let_in(package)


def _ask_about(package: Path) -> None:
    """A person at a terminal is asked; a script named the folder itself, and is told."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        print(f"affray: {package} {SAID} (said once)", file=sys.stderr)
        return
    print(f"{package} {SAID}.", file=sys.stderr)
    print("Read it first if it is not yours. ", end="", file=sys.stderr)
    if not typer.confirm("Load it?", err=True):
        raise BadInput("not loaded", file=package, field="--rulesets")


def _known() -> set[str]:
    try:
        return set((cache_home() / KEPT).read_text(encoding="utf-8").splitlines())
    except OSError:
        return set()
