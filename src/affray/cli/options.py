"""What commands have in common: their options, and how a wrong name is answered."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from affray.book.errors import BadInput, unknown


class Commands(TyperGroup):
    """Commands by name; one that is not there is answered like any other wrong name."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        if args[0] not in self.commands and not args[0].startswith("-"):
            raise BadInput(unknown("command", args[0], list(self.commands)))
        return super().resolve_command(ctx, args)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"affray {version('affray')}")
        raise typer.Exit


def _use_folders(folders: list[Path] | None) -> list[Path] | None:
    from affray.book.shelf import SHELF

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
Involved = Annotated[
    list[str] | None,
    typer.Option(
        "--involve", metavar="NAME", help="Whose declared actions count too, where all declare."
    ),
]
Patience = Annotated[
    float,
    typer.Option(
        "--patience", metavar="SECONDS", min=0.1, help="Past these, lines are drawn by dice."
    ),
]
Version = Annotated[
    bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Say which it is.")
]

# Of the table's folder

Backup = Annotated[
    Path | None,
    typer.Option("--backup", metavar="FILE", help="Copy all fights; a server may be running."),
]
Restore = Annotated[
    Path | None,
    typer.Option("--restore", metavar="FILE", help="Bring a copy back; no server may run."),
]
Salvage = Annotated[
    Path | None,
    typer.Option("--salvage", metavar="DIR", help="Write what a damaged table holds as saves."),
]
CopyEvery = Annotated[
    float,
    typer.Option("--copy-every", metavar="MINUTES", min=0, help="Copies taken meanwhile; 0: none."),
]
CopiesKept = Annotated[int, typer.Option("--copies", min=1, help="How many of them stay.")]

Answers = Annotated[
    list[str] | None,
    typer.Option(
        "--with",
        metavar="[NAME.]QUESTION=ANSWER",
        help="Answer what the plan leaves open; with a NAME, for that creature.",
    ),
]
# The table's

TablePort = Annotated[
    int | None,
    typer.Option("--port", min=0, max=65535, help="Where to listen (8000 or the next free)."),
]
TableHost = Annotated[
    str, typer.Option("--host", help="Who may come: 0.0.0.0 lets in your network.")
]
TableNames = Annotated[
    list[str] | None,
    typer.Option("--name", metavar="NAME", help="What a proxy or a tunnel calls the table."),
]
TableFolder = Annotated[
    Path | None, typer.Option("--data", metavar="DIR", help="The folder fights are kept in.")
]
NoBrowser = Annotated[bool, typer.Option("--no-browser", help="Open no page.")]
NoCompile = Annotated[
    bool, typer.Option("--no-compile", help="Compile no rules meanwhile; odds stay slower.")
]
NewKey = Annotated[bool, typer.Option("--new-key", help="Make the host's key anew, open nothing.")]
ListFights = Annotated[bool, typer.Option("--fights", help="List the fights, open nothing.")]
LinksTo = Annotated[
    str, typer.Option("--links", metavar="FIGHT", help="Print fresh links to a fight.")
]
RenewSeat = Annotated[
    str,
    typer.Option("--renew", metavar="SEAT", help="With --links: one seat's, and the old ones end."),
]
