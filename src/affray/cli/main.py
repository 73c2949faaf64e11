"""The command line: names and options. The work is in the modules beside, imported late."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from affray.book.errors import BadInput
from affray.cli.faults import in_homemade_rules, open_streams, say
from affray.cli.options import (
    Answers,
    Backup,
    Commands,
    CopiesKept,
    CopyEvery,
    EncounterName,
    Involved,
    Json,
    LinksTo,
    ListFights,
    Members,
    NewKey,
    NoBrowser,
    NoCompile,
    PartyName,
    Patience,
    RenewSeat,
    Restore,
    Rulesets,
    Salvage,
    Seats,
    Seed,
    Switches,
    TableFolder,
    TableHost,
    TableNames,
    TablePort,
    TypedDice,
    Version,
)

app = typer.Typer(
    name="affray",
    cls=Commands,
    help="Runs tabletop combat by the book: play it, prove it, simulate it.\n\n"
    "Without a command: the table opens in your browser.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
)
new_app = typer.Typer(cls=Commands, help="Write a commented starting point.", rich_markup_mode=None)
app.add_typer(new_app, name="new")


HOST = "127.0.0.1"


@app.callback(invoke_without_command=True)
def affray(
    context: typer.Context,
    version: Version = False,
) -> None:
    if context.invoked_subcommand is None:
        from affray.cli.table import open_table

        open_table(HOST, None, None, browser=True)


@app.command()
def table(
    port: TablePort = None,
    host: TableHost = HOST,
    name: TableNames = None,
    data: TableFolder = None,
    no_browser: NoBrowser = False,
    no_compile: NoCompile = False,
    new_key: NewKey = False,
    fights: ListFights = False,
    links: LinksTo = "",
    renew: RenewSeat = "",
    backup: Backup = None,
    restore: Restore = None,
    salvage: Salvage = None,
    copy_every: CopyEvery = 60,
    copies: CopiesKept = 24,
    rulesets: Rulesets = None,
) -> None:
    """Open the table: a web page for everybody who plays."""
    from affray.cli import table as at_table

    if renew and not links:
        raise BadInput("needs --links FIGHT, the fight that seat is at", field="--renew")
    at_table.require_one(
        {"--new-key": new_key, "--fights": fights, "--links": links, "--backup": backup,
         "--restore": restore, "--salvage": salvage}
    )  # fmt: skip
    if new_key:
        at_table.renew_key(data)
    elif fights:
        at_table.show_fights(data)
    elif links:
        at_table.show_links(data, links, renew)
    elif backup:
        at_table.make_backup(data, backup)
    elif restore:
        at_table.bring_back(data, restore)
    elif salvage:
        at_table.write_salvaged(data, salvage)
    else:
        plan = at_table.CopyPlan(copy_every, copies)
        at_table.open_table(host, port, data, not no_browser, not no_compile, name or [], plan)


@app.command()
def encounters(json: Json = False, rulesets: Rulesets = None) -> None:
    """List what can be fought."""
    from affray.cli.listing import show_encounters

    show_encounters(json)


@app.command()
def play(
    encounter: Annotated[
        str, typer.Argument(metavar="[ENCOUNTER]", help="RULESET/NAME, a file or a save.")
    ] = "",
    seat: Seats = None,
    dice: TypedDice = None,
    ruling: Switches = None,
    seed: Annotated[int | None, typer.Option("--seed", min=0, max=2**63 - 1)] = None,
    save: Annotated[Path | None, typer.Option("--save", help="The file to keep it in.")] = None,
    private: Annotated[
        bool,
        typer.Option("--private", help="Hide sealed choices from friends at the keyboard too."),
    ] = False,
    party: PartyName = "",
    member: Members = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Look on while somebody else plays a save.")
    ] = False,
    rulesets: Rulesets = None,
) -> None:
    """Fight in the terminal; saved on every answer."""
    from affray.cli.common import Bring
    from affray.cli.play import menu, play_encounter
    from affray.cli.watch import watch_save

    bring = Bring(party, member or [])
    if watch:
        watch_save(encounter)
    elif not encounter:
        menu()
    else:
        play_encounter(encounter, seat or [], dice or [], ruling or [], seed, save, private, bring)


@app.command()
def parties(json: Json = False, rulesets: Rulesets = None) -> None:
    """List the parties, and what is behind them."""
    from affray.cli.party import show_parties

    show_parties(json)


@app.command()
def rest(
    party: Annotated[str, typer.Argument(metavar="PARTY", help="Its name or file.")],
    seat: Seats = None,
    dice: TypedDice = None,
    seed: Annotated[int | None, typer.Option("--seed", min=0, max=2**63 - 1)] = None,
    save: Annotated[Path | None, typer.Option("--save", help="The file to keep it in.")] = None,
    member: Members = None,
    rulesets: Rulesets = None,
) -> None:
    """Let a party rest between its fights."""
    from affray.cli.party import rest_party

    rest_party(party, member or [], seat or [], dice or [], seed, save)


@app.command()
def odds(
    encounter: EncounterName,
    who: Annotated[str, typer.Option("--who", help="Who carries the plan out.")],
    do: Annotated[str, typer.Option("--do", metavar="PLAN", help="What they do.")] = "",
    target: Annotated[str, typer.Option("--target", help="To whom.")] = "",
    with_: Answers = None,
    how: Annotated[bool, typer.Option("--how", help="Show the rolls behind the numbers.")] = False,
    involve: Involved = None,
    turn: Annotated[
        bool,
        typer.Option("--turn", help="A whole turn, its dice spent as well as can be."),
    ] = False,
    patience: Patience = 20.0,
    seat: Seats = None,
    ruling: Switches = None,
    party: PartyName = "",
    member: Members = None,
    json: Json = False,
    rulesets: Rulesets = None,
) -> None:
    """Every outcome of a plan with its exact probability."""
    from affray.cli.common import Bring
    from affray.cli.odds import show_odds, show_turn

    bring = Bring(party, member or [])
    seats, rulings = seat or [], ruling or []
    if turn:
        if do or how or with_ or involve:
            raise BadInput("a whole turn takes --target and --seat, no plan", field="--turn")
        show_turn(encounter, who, target, seats, rulings, bring, json)
        return
    plan = (who, do, target, with_ or [], how)
    show_odds(encounter, *plan, seats, rulings, involve or [], bring, json, patience)


@app.command()
def sim(
    encounter: EncounterName,
    n: Annotated[int, typer.Option("-n", min=1, max=10**12, help="How many fights.")] = 10_000,
    seed: Seed = 1,
    engine: Annotated[str, typer.Option("--engine", help="auto, python or native.")] = "auto",
    seat: Seats = None,
    ruling: Switches = None,
    party: PartyName = "",
    member: Members = None,
    json: Json = False,
    rulesets: Rulesets = None,
) -> None:
    """Many fights: who wins how often, and how long it takes."""
    from affray.cli.common import Bring
    from affray.cli.sim import show_sim

    bring = Bring(party, member or [])
    show_sim(encounter, n, seed, engine, seat or [], ruling or [], bring, json)


@app.command()
def rules(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET")],
    rule: Annotated[
        str, typer.Argument(metavar="[RULE]", help="One rule, such as SK-7, with all about it.")
    ] = "",
    json: Json = False,
    rulesets: Rulesets = None,
) -> None:
    """Every rule: its statement, its code, its scenarios."""
    from affray.cli.rules import show_rules

    show_rules(ruleset, rule, json)


@app.command()
def rulings(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET")],
    ruling: Annotated[
        str, typer.Argument(metavar="[RULING]", help="One ruling, by its name or id.")
    ] = "",
    impact: Annotated[
        str, typer.Option("--impact", metavar="ENCOUNTER", help="What each reading does to it.")
    ] = "",
    n: Annotated[int, typer.Option("-n", min=1, max=10**9, help="Fights per reading.")] = 2_000,
    seed: Seed = 1,
    write: Annotated[
        bool, typer.Option("--write", help="Write rulings.py from rulebook.toml, and no more.")
    ] = False,
    json: Json = False,
    rulesets: Rulesets = None,
) -> None:
    """The places where the text can be read differently."""
    from affray.cli.rulings import show_rulings, write_rulings

    if write:
        write_rulings(ruleset, json)
        return
    show_rulings(ruleset, ruling, impact, n, seed, json)


@app.command()
def scenario(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...")],
    json: Json = False,
    rulesets: Rulesets = None,
) -> None:
    """Run scenario files; exit status 1 when one does not hold."""
    from affray.cli.proof import run_scenarios

    run_scenarios(files, json)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    json: Json = False,
    rulesets: Rulesets = None,
) -> None:
    """Run a saved fight again and tell it."""
    from affray.cli.proof import show_replay

    show_replay(file, json)


@app.command("compile")
def compile_(
    ruleset: Annotated[str, typer.Argument(metavar="[RULESET]")] = "",
    oracle: Annotated[str, typer.Option("--oracle", help="Only for 'dice' or 'tape'.")] = "",
    checked: Annotated[
        bool, typer.Option("--checked", help="The build that watches every number, for tests.")
    ] = False,
    json: Json = False,
    rulesets: Rulesets = None,
) -> None:
    """Fill the cache of compiled rules."""
    from affray.cli.compiling import compile_rulesets

    compile_rulesets(ruleset, oracle, checked, json)


@new_app.command("encounter")
def new_encounter(
    file: Annotated[Path, typer.Argument(metavar="FILE")],
    ruleset: Annotated[str, typer.Option("--ruleset", help="The game it is for.")] = "skirmish",
    json: Json = False,
    rulesets: Rulesets = None,
) -> None:
    """An encounter file to fill in."""
    from affray.cli.new import write_encounter

    write_encounter(file, ruleset, json)


@new_app.command("party")
def new_party(
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


@new_app.command("ruleset")
def new_ruleset(
    name: Annotated[str, typer.Argument(metavar="NAME", help="kebab-case, such as my-game.")],
    folder: Annotated[Path, typer.Option("--folder", help="Where to put it.")] = Path("rulesets"),
    json: Json = False,
) -> None:
    """A ruleset of one's own, begun from Skirmish."""
    from affray.cli.new import write_ruleset

    write_ruleset(name, folder, json)


def run(arguments: list[str]) -> int:
    """Run one command; a person sees one line for bad input, never a traceback."""
    try:
        status = app(arguments, prog_name="affray", standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except BadInput as bad:
        return say(str(bad), 2)
    except typer.Abort:
        return say("stopped", 130)
    except typer.Exit as done:
        return done.exit_code
    except KeyboardInterrupt:
        return say("stopped", 130)
    except (BrokenPipeError, SystemExit):  # whoever read us has had enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as bad:
        return say(str(BadInput(bad.strerror or str(bad), file=bad.filename)), 2)
    except Exception as error:
        usage: Any = getattr(error, "format_message", None)
        said = usage() if usage else in_homemade_rules(error)
        if not said:
            raise
        return say(said, 2)


def main() -> None:
    open_streams()
    for stream in (sys.stdout, sys.stderr):  # a name no code page holds must not end a fight
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(run(sys.argv[1:]))
