"""The command line: names and options. The work is in the modules beside, imported late."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from affray.book.errors import BadInput
from affray.cli import lab, making, thinking
from affray.cli.faults import open_streams, say, with_what_was_found
from affray.cli.options import (
    AllOfIt,
    AsHtml,
    Backup,
    Commands,
    CopiesKept,
    CopyEvery,
    EncounterName,
    EyesOf,
    HowOption,
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
    RulesetName,
    Rulesets,
    Salvage,
    SeatOption,
    Switches,
    TableFolder,
    TableFor,
    TableHost,
    TableNames,
    TablePort,
    TableStore,
    TableWorkers,
    Trust,
    TypedDice,
    Version,
    WatchIt,
    WithOption,
    encounters_like,
)
from affray.oracles.seeds import MOST_SEED

app = typer.Typer(
    name="affray",
    cls=Commands,
    help="Runs tabletop combat by the book: play it, prove it, simulate it.\n\n"
    "Without a command: the table opens in your browser.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


HOST = "127.0.0.1"


@app.callback(invoke_without_command=True)
def affray(
    context: typer.Context,
    version: Version = False,
    trust: Trust = False,
) -> None:
    from affray.cli.trust import ask_about_folders

    ask_about_folders()
    if context.invoked_subcommand is None:
        from affray.cli.table import TableOptions, Where, open_table

        open_table(HOST, None, Where(), TableOptions())


@app.command()
def table(
    what: TableFor = "",
    port: TablePort = None,
    host: TableHost = HOST,
    name: TableNames = None,
    data: TableFolder = None,
    store: TableStore = "",
    workers: TableWorkers = "",
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
    instead = {
        what or "ENCOUNTER": what, "--new-key": new_key, "--fights": fights, "--links": links,
        "--backup": backup, "--restore": restore, "--salvage": salvage,
    }  # fmt: skip
    at_table.require_one(instead)
    where = at_table.Where(data, store)
    if any(instead.values()) and not what:
        at_table.do_instead(where, instead, renew)
        return
    shown = at_table.TableOptions(not no_browser, not no_compile, what)
    plan = at_table.CopyPlan(copy_every, copies)
    at_table.open_table(host, port, where, shown, name or [], plan, workers)


@app.command()
def encounters(json: Json = False, rulesets: Rulesets = None) -> None:
    """List what can be fought."""
    from affray.cli.listing import show_encounters

    show_encounters(json)


@app.command()
def play(
    encounter: Annotated[
        str,
        typer.Argument(
            metavar="[ENCOUNTER]",
            help="RULESET/NAME, a file or a save.",
            autocompletion=encounters_like,
        ),
    ] = "",
    seat: SeatOption = None,
    dice: TypedDice = None,
    ruling: Switches = None,
    seed: Annotated[int | None, typer.Option("--seed", min=0, max=MOST_SEED)] = None,
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
    how: HowOption = False,
    rulesets: Rulesets = None,
) -> None:
    """Fight in the terminal; saved on every answer."""
    from affray.cli.common import PartyOptions
    from affray.cli.play import ScreenOptions, menu, play_encounter
    from affray.cli.watch import watch_save

    bring = PartyOptions(party, member or [])
    if watch:
        watch_save(encounter, how)
    elif not encounter:
        menu()
    else:
        shown = ScreenOptions(private, how)
        play_encounter(encounter, seat or [], dice or [], ruling or [], seed, save, shown, bring)


@app.command()
def parties(json: Json = False, rulesets: Rulesets = None) -> None:
    """List the parties, and what is behind them."""
    from affray.cli.party import show_parties

    show_parties(json)


@app.command()
def rest(
    party: Annotated[str, typer.Argument(metavar="PARTY", help="Its name or file.")],
    seat: SeatOption = None,
    dice: TypedDice = None,
    seed: Annotated[int | None, typer.Option("--seed", min=0, max=MOST_SEED)] = None,
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
    with_: WithOption = None,
    how: Annotated[bool, typer.Option("--how", help="Show the rolls behind the numbers.")] = False,
    at_least: Annotated[
        bool, typer.Option("--at-least", help="Show how likely so much or more, or less, is.")
    ] = False,
    involve: Involved = None,
    turn: Annotated[
        bool,
        typer.Option("--turn", help="A whole turn, its dice spent as well as can be."),
    ] = False,
    patience: Patience = 20.0,
    seat: SeatOption = None,
    ruling: Switches = None,
    party: PartyName = "",
    member: Members = None,
    json: Json = False,
    rulesets: Rulesets = None,
) -> None:
    """Every outcome of a plan with its exact probability."""
    from affray.cli.common import PartyOptions
    from affray.cli.odds import show_odds, show_turn

    bring = PartyOptions(party, member or [])
    seats, rulings = seat or [], ruling or []
    if turn:
        given = {"--do": do, "--with": with_, "--involve": involve, "--how": how,
                 "--at-least": at_least}  # fmt: skip
        for option in [option for option, said in given.items() if said]:
            raise BadInput(
                f"is the best of all plans: found {option}, which is for one", field="--turn"
            )
        show_turn(encounter, who, target, seats, rulings, bring, json, patience)
        return
    plan = (who, do, target, with_ or [], how)
    show_odds(encounter, *plan, seats, rulings, involve or [], bring, json, patience, at_least)


lab.add_to(app)
thinking.add_to(app)
making.add_to(app)


@app.command()
def rules(
    ruleset: RulesetName,
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
    how: HowOption = False,
    watch: WatchIt = False,
    html: AsHtml = None,
    seat: EyesOf = "",
    game_master: AllOfIt = False,
    ruling: Switches = None,
    json: Json = False,
    rulesets: Rulesets = None,
) -> None:
    """Run a saved fight again and tell it, watch it, or send it."""
    if ruling:
        from affray.cli.proof import show_otherwise

        if watch or html or how:
            raise BadInput("goes with none of --how, --watch and --html", field="--ruling")
        show_otherwise(file, ruling, json)
        return
    if watch or html:
        from affray.cli.replaying import show_film

        if watch and html:
            raise BadInput("either watched or written; not with --watch", field="--html")
        if how and html:
            raise BadInput("the page opens a line by a touch; not with --html", field="--how")
        show_film(file, html, seat, game_master, json, how)
        return
    from affray.cli.proof import show_replay

    if seat or game_master:
        option = "--seat" if seat else "--game-master"
        raise BadInput("goes with --watch or --html", field=option)
    show_replay(file, how, json)


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
        from affray.book.faults import in_homemade_rules

        usage: Any = getattr(error, "format_message", None)
        said = with_what_was_found(usage(), arguments) if usage else in_homemade_rules(error)
        if not said:
            raise
        return say(said, 2)


def main() -> None:
    open_streams()
    for stream in (sys.stdout, sys.stderr):  # a name no code page holds must not end a fight
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    sys.exit(run(sys.argv[1:]))
