"""Options that several commands take."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer


def _use_folders(folders: list[Path] | None) -> list[Path] | None:
    from affray.ruleset import SHELF

    for folder in folders or []:
        SHELF.add_folder(folder)
    return folders


Json = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]
Rulesets = Annotated[
    list[Path] | None,
    typer.Option(
        "--rulesets", metavar="DIR", callback=_use_folders, is_eager=True,
        help="Look for rulesets in this folder too.",
    ),
]  # fmt: skip
EncounterName = Annotated[str, typer.Argument(metavar="ENCOUNTER", help="RULESET/NAME or a file.")]
Seed = Annotated[int, typer.Option("--seed", min=0, max=2**63 - 1, help="Which fights: a number.")]
Seats = Annotated[
    list[str] | None,
    typer.Option("--seat", metavar="NAME=PLAYER", help="Who plays a creature or a side."),
]
Switches = Annotated[
    list[str] | None,
    typer.Option("--ruling", metavar="NAME=READING", help="Read a rule the other way."),
]
TypedDice = Annotated[
    list[str] | None,
    typer.Option("--dice", metavar="NAME", help="Whose dice are rolled by hand and typed in."),
]
PartyName = Annotated[
    str, typer.Option("--party", metavar="PARTY", help="Who fights on the first side.")
]
Members = Annotated[
    list[str] | None, typer.Option("--member", metavar="NAME", help="Who of the party comes.")
]
