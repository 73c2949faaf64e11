"""`library`: one's own creatures and things of a game; a file of them taken in, one sent on."""

from __future__ import annotations

import sys
from pathlib import Path

import typer

from affray.book.my_library import folder_of
from affray.book.ruleset import Ruleset
from affray.book.shelf import SHELF
from affray.book.toml_tables import read_text
from affray.cli.columns import print_table
from affray.cli.common import counted, print_json
from affray.files import library


def show_library(slug: str, add: Path | None, export: str, as_json: bool) -> None:
    ruleset = SHELF.get(slug)
    if export:
        kind, _, name = export.partition("/")
        print(library.exported(ruleset, kind, name), end="")
        return
    if add is not None:
        came = library.bring(ruleset, str(add), read_text(add))
        print(f"{counted(len(came), 'thing')} taken in", file=sys.stderr)
    _list(ruleset, as_json)


def _list(ruleset: Ruleset, as_json: bool) -> None:
    """What there is; a file that cannot be used says why, and the command fails."""
    found = library.listed(ruleset)
    if as_json:
        print_json({"ruleset": ruleset.slug, "entries": [vars(one) for one in found]})
    elif found:
        rows = [[one.kind, one.id, one.problem or one.name] for one in found]
        print_table(["kind", "id", "called"], rows)
    else:
        print(f"nothing yet; files of one thing each lie in {folder_of(ruleset.slug)}/KIND/ID.toml")
    if any(one.problem for one in found):
        raise typer.Exit(1)
