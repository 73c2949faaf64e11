"""What commands have in common: their options, and how a wrong name is answered."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from affray.book.errors import BadInput, unknown
from affray.oracles.seeds import MOST_SEED


class Commands(TyperGroup):
    """Commands by name; one that is not there is answered like any other wrong name."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        known = args[0] in self.commands or args[0].startswith("-")
        if not known and not ctx.resilient_parsing:  # a shell asks what a word could become
            raise BadInput(unknown("command", args[0], list(self.commands)))
        return super().resolve_command(ctx, args)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"affray {version('affray')}")
        raise typer.Exit


def _use_folders(folders: list[Path] | None) -> list[Path] | None:
    from affray.cli.trust import use_folder

    for folder in folders or []:
        use_folder(folder)
    return folders


def rulesets_like(incomplete: str) -> list[str]:
    """For a shell that completes a name: found by their folders, no code is loaded."""
    from affray.book.shelf import SHELF

    return [slug for slug in SHELF.slugs() if slug.startswith(incomplete)]


def encounters_like(incomplete: str) -> list[str]:
    """The same for fights."""
    from affray.book.shelf import SHELF

    files = [(slug, f) for slug in SHELF.slugs() for f in SHELF.folder(slug).glob("encounters/*")]
    names = sorted(f"{slug}/{file.stem}" for slug, file in files if file.suffix == ".toml")
    return [name for name in names if name.startswith(incomplete)]


def _trust(wanted: bool) -> None:
    if wanted:
        from affray.cli.trust import trust_all

        trust_all()


Json = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]
Rulesets = Annotated[
    list[Path] | None,
    typer.Option(
        "--rulesets", metavar="DIR", callback=_use_folders, is_eager=True,
        help="Look for rulesets in this folder too.",
    ),
]  # fmt: skip
EncounterName = Annotated[
    str,
    typer.Argument(
        metavar="ENCOUNTER", help="RULESET/NAME or a file.", autocompletion=encounters_like
    ),
]
RulesetName = Annotated[str, typer.Argument(metavar="RULESET", autocompletion=rulesets_like)]
SeedOption = Annotated[
    int, typer.Option("--seed", min=0, max=MOST_SEED, help="Which fights: a number.")
]
SeatOption = Annotated[
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
Chart = Annotated[
    Path | None,
    typer.Option("--chart", metavar="FILE", help="Draw it there: .svg, .png; .json is its data."),
]
ThemeOption = Annotated[str, typer.Option("--theme", help="A chart's colours: light or dark.")]
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
HowOption = Annotated[
    bool, typer.Option("--how", help="Tell with every line what its numbers are made of.")
]
Version = Annotated[
    bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Say which it is.")
]
Trust = Annotated[
    bool,
    typer.Option(
        "--trust", callback=_trust, is_eager=True,
        help="Ask nothing before a ruleset from a folder is loaded, which runs its code.",
    ),
]  # fmt: skip

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

WithOption = Annotated[
    list[str] | None,
    typer.Option(
        "--with",
        metavar="[NAME.]QUESTION=ANSWER",
        help="Answer what the plan leaves open; with a NAME, for that creature.",
    ),
]
# The table's

TableFor = Annotated[
    str,
    typer.Argument(
        metavar="[ENCOUNTER|FOLDER]",
        help="Open at this fight at once (RULESET/NAME or a file), or list what a folder holds.",
    ),
]
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
TableStore = Annotated[
    str,
    typer.Option(
        "--store",
        metavar="ADDRESS",
        envvar="AFFRAY_STORE",
        show_envvar=False,
        help="Keep fights in PostgreSQL, for several servers: postgresql://...",
    ),
]
TableWorkers = Annotated[
    str,
    typer.Option(
        "--workers",
        metavar="ADDRESS",
        help="Have odds and the like worked out elsewhere: dask://HOST:PORT.",
    ),
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
WatchIt = Annotated[bool, typer.Option("--watch", help="Moment by moment: keys step on and back.")]
AsHtml = Annotated[
    Path | None,
    typer.Option("--html", metavar="OUT.html", help="One file that any browser plays."),
]
EyesOf = Annotated[
    str, typer.Option("--seat", metavar="NAME", help="As whoever plays NAME could see it.")
]
AllOfIt = Annotated[
    bool, typer.Option("--game-master", help="With all that was hidden from the players.")
]

RowsFile = Annotated[
    Path | None,
    typer.Option("--rows", metavar="FILE", help="One row each: .csv, .parquet or .arrow."),
]
