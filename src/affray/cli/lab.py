"""The lab's commands: names and options, beside those of `main`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from affray.cli.options import (
    Chart,
    EncounterName,
    Json,
    Members,
    PartyName,
    RowsFile,
    RulesetName,
    Rulesets,
    SeatOption,
    SeedOption,
    Switches,
    ThemeOption,
)

Fights = Annotated[int, typer.Option("-n", min=1, max=10**7, help="Fights of each kind.")]
Side = Annotated[str, typer.Option("--side", help="Whose wins are counted (the first side's).")]
ChangeOption = Annotated[
    list[str] | None,
    typer.Option(
        "--change", metavar="WHAT=VALUE",
        help="Goblin*.armor=+1, bow.damage=2d6, count:goblin=5, RULING=READING, seat:foes=careful.",
    ),
]  # fmt: skip
Over = Annotated[
    list[str],
    typer.Option("--over", metavar="WHAT=VALUES", help="WHAT=1..8, WHAT=+0..+3, WHAT=A,B or *."),
]
OverOne = Annotated[
    list[str], typer.Option("--over", metavar="WHAT=LOW..HIGH", help="What is searched through.")
]


def add_to(app: typer.Typer) -> None:
    """Put the lab's commands on the list."""
    for command in (sweep, compare, sensitivity, balance, rulings):
        app.command()(command)


def sweep(
    encounter: EncounterName,
    over: Over,
    change: ChangeOption = None,
    n: Fights = 2_000,
    seed: SeedOption = 1,
    side: Side = "",
    seat: SeatOption = None,
    ruling: Switches = None,
    party: PartyName = "",
    member: Members = None,
    keep: Annotated[
        Path | None, typer.Option("--keep", metavar="DIR", help="Go on from here if it was ended.")
    ] = None,
    rows: RowsFile = None,
    on: Annotated[
        str, typer.Option("--on", metavar="dask://HOST:PORT", help="Play it on a cluster.")
    ] = "",
    chart: Chart = None,
    theme: ThemeOption = "light",
    json: Json = False,
    rulesets: Rulesets = None,
) -> None:
    """The same fights over a range of numbers, or two."""
    from affray.cli.common import PartyOptions
    from affray.cli.drawing import AnswerFiles, Drawing
    from affray.cli.variations import VariationOptions, show_sweep

    bring, files = PartyOptions(party, member or []), AnswerFiles(Drawing(chart, theme), rows)
    wanted = VariationOptions(
        encounter, n, seed, side, seat or [], ruling or [], change or [], bring, files
    )
    show_sweep(wanted, over, keep, on, json)


def compare(
    encounter: EncounterName,
    other: Annotated[
        str, typer.Argument(metavar="[OTHER]", help="Another encounter to hold against it.")
    ] = "",
    change: ChangeOption = None,
    n: Fights = 10_000,
    seed: SeedOption = 1,
    side: Side = "",
    seat: SeatOption = None,
    ruling: Switches = None,
    party: PartyName = "",
    member: Members = None,
    rows: RowsFile = None,
    chart: Chart = None,
    theme: ThemeOption = "light",
    json: Json = False,
    rulesets: Rulesets = None,
) -> None:
    """What a change does, fight by fight."""
    from affray.cli.common import PartyOptions
    from affray.cli.drawing import AnswerFiles, Drawing
    from affray.cli.variations import VariationOptions, show_compare

    bring, files = PartyOptions(party, member or []), AnswerFiles(Drawing(chart, theme), rows)
    wanted = VariationOptions(
        encounter, n, seed, side, seat or [], ruling or [], change or [], bring, files
    )
    show_compare(wanted, other, json)


def sensitivity(
    encounter: EncounterName,
    change: ChangeOption = None,
    most: Annotated[
        int, typer.Option("--most", min=1, help="How many are shown; --json has all.")
    ] = 20,
    n: Fights = 2_000,
    seed: SeedOption = 1,
    side: Side = "",
    seat: SeatOption = None,
    ruling: Switches = None,
    party: PartyName = "",
    member: Members = None,
    rows: RowsFile = None,
    chart: Chart = None,
    theme: ThemeOption = "light",
    json: Json = False,
    rulesets: Rulesets = None,
) -> None:
    """What one more of each number does."""
    from affray.cli.common import PartyOptions
    from affray.cli.drawing import AnswerFiles, Drawing
    from affray.cli.variations import VariationOptions, show_sensitivity

    bring, files = PartyOptions(party, member or []), AnswerFiles(Drawing(chart, theme), rows)
    wanted = VariationOptions(
        encounter, n, seed, side, seat or [], ruling or [], change or [], bring, files
    )
    show_sensitivity(wanted, most, json)


def balance(
    encounter: EncounterName,
    over: OverOne,
    target: Annotated[
        float, typer.Option("--target", metavar="PERCENT", min=0, max=100, help="Wins wanted.")
    ] = 50.0,
    change: ChangeOption = None,
    n: Fights = 4_000,
    seed: SeedOption = 1,
    side: Side = "",
    seat: SeatOption = None,
    ruling: Switches = None,
    party: PartyName = "",
    member: Members = None,
    rows: RowsFile = None,
    chart: Chart = None,
    theme: ThemeOption = "light",
    json: Json = False,
    rulesets: Rulesets = None,
) -> None:
    """Which number makes a fight even."""
    from affray.cli.common import PartyOptions
    from affray.cli.drawing import AnswerFiles, Drawing
    from affray.cli.variations import VariationOptions, show_balance

    bring, files = PartyOptions(party, member or []), AnswerFiles(Drawing(chart, theme), rows)
    wanted = VariationOptions(
        encounter, n, seed, side, seat or [], ruling or [], change or [], bring, files
    )
    show_balance(wanted, over, target, json)


def rulings(
    ruleset: RulesetName,
    ruling: Annotated[
        str, typer.Argument(metavar="[RULING]", help="One ruling, by its name or id.")
    ] = "",
    impact: Annotated[
        str, typer.Option("--impact", metavar="ENCOUNTER", help="What each reading does to it.")
    ] = "",
    n: Annotated[int, typer.Option("-n", min=1, max=10**9, help="Fights per reading.")] = 2_000,
    seed: SeedOption = 1,
    seat: SeatOption = None,
    party: PartyName = "",
    member: Members = None,
    rows: RowsFile = None,
    chart: Chart = None,
    theme: ThemeOption = "light",
    write: Annotated[
        bool, typer.Option("--write", help="Write rulings.py from rulebook.toml, and no more.")
    ] = False,
    json: Json = False,
    rulesets: Rulesets = None,
) -> None:
    """The places where the text can be read differently."""
    from affray.cli.common import PartyOptions
    from affray.cli.drawing import AnswerFiles, Drawing
    from affray.cli.rulings import ImpactOptions, show_rulings, write_rulings

    if write:
        write_rulings(ruleset, json)
        return
    bring, files = PartyOptions(party, member or []), AnswerFiles(Drawing(chart, theme), rows)
    wanted = ImpactOptions(impact, n, seed, seat or [], bring, files)
    show_rulings(ruleset, ruling, wanted, json)
