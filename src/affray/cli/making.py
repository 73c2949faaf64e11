"""Commands for whoever makes fights and games: `new` and `check`, beside those of `main`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from affray.cli.options import Commands, Json, RulesetName, Rulesets, rulesets_like

FileName = Annotated[Path, typer.Argument(metavar="FILE")]
GameOption = Annotated[str, typer.Option("--ruleset", help="The game it is for.")]


def add_to(app: typer.Typer) -> None:
    """Put these commands on the list."""
    new = typer.Typer(cls=Commands, help="Write a commented starting point.", rich_markup_mode=None)
    for command in (encounter, scenario, party, ruleset):
        new.command()(command)
    app.add_typer(new, name="new")
    app.command()(library)
    app.command()(check)


def encounter(
    file: FileName, ruleset: GameOption = "skirmish", json: Json = False, rulesets: Rulesets = None
) -> None:
    """An encounter file to fill in."""
    from affray.cli.new_files import write_encounter

    write_encounter(file, ruleset, json)


def scenario(
    file: FileName, ruleset: GameOption = "skirmish", json: Json = False, rulesets: Rulesets = None
) -> None:
    """A scenario file that holds, to be changed into what you want to show."""
    from affray.cli.new_files import write_scenario

    write_scenario(file, ruleset, json)


def party(
    name: Annotated[str, typer.Argument(metavar="NAME", help="A name, or a file.")],
    encounter: Annotated[
        str, typer.Option("--from", metavar="ENCOUNTER", help="Whose first side it is.")
    ],
    json: Json = False,
    rulesets: Rulesets = None,
) -> None:
    """A party that goes from fight to fight."""
    from affray.cli.party import write_party

    write_party(name, encounter, json)


def ruleset(
    name: Annotated[str, typer.Argument(metavar="NAME", help="kebab-case, such as my-game.")],
    folder: Annotated[Path, typer.Option("--folder", help="Where to put it.")] = Path("rulesets"),
    begun_from: Annotated[
        str, typer.Option("--from", metavar="RULESET", help="The game it begins as a copy of.")
    ] = "skirmish",
    json: Json = False,
    rulesets: Rulesets = None,
) -> None:
    """A ruleset of one's own, begun from Skirmish or another game."""
    from affray.cli.new import write_ruleset

    write_ruleset(name, folder, json, begun_from)


def library(
    ruleset: RulesetName,
    add: Annotated[
        Path | None, typer.Option("--add", metavar="FILE", help="Take in what a file holds.")
    ] = None,
    export: Annotated[
        str, typer.Option("--export", metavar="KIND/ID", help="Print one, with what it names.")
    ] = "",
    json: Json = False,
    rulesets: Rulesets = None,
) -> None:
    """Your own creatures and things, for any fight of their game."""
    from affray.cli.library import show_library

    show_library(ruleset, add, export, json)


def check(
    ruleset: Annotated[
        str,
        typer.Argument(
            metavar="[RULESET]",
            help="Its name or its folder; all without one.",
            autocompletion=rulesets_like,
        ),
    ] = "",
    fights: Annotated[
        int, typer.Option("--fights", min=1, max=10**6, help="Random fights per comparison.")
    ] = 40,
    golden: Annotated[
        bool, typer.Option("--golden", help="Write the golden transcripts anew, to be read.")
    ] = False,
    json: Json = False,
    rulesets: Rulesets = None,
) -> None:
    """Hold a game to what every game promises."""
    from affray.cli.check import check_rulesets

    check_rulesets(ruleset, fights, golden, json)
