"""Commands that play fights by themselves, thinking or not: beside those of `main`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from affray.book.errors import BadInput
from affray.cli.options import (
    Chart,
    EncounterName,
    Json,
    Members,
    PartyName,
    Patience,
    RowsFile,
    Rulesets,
    SeatOption,
    SeedOption,
    Switches,
    ThemeOption,
)

HowMany = Annotated[
    int | None,
    typer.Option("-n", min=1, max=10**12, help="How many fights: 10,000; 50 if one is clever."),
]
Error = Annotated[
    float | None,
    typer.Option(
        "--error", metavar="POINTS", min=0.01, max=50, help="End when it is known to so many."
    ),
]
Seconds = Annotated[float | None, typer.Option("--seconds", min=0.1, help="End after so long.")]
ToldAgain = Annotated[
    int, typer.Option("--harm", metavar="FIGHTS", min=0, help="Tell so many again: harm by weapon.")
]
FightNumber = Annotated[
    int | None,
    typer.Option("--fight", metavar="NUMBER", min=0, max=10**12, help="Tell this one instead."),
]
KeptFight = Annotated[
    Path | None, typer.Option("--save", metavar="FILE", help="With --fight: keep it there.")
]


THREE_BUDGETS = ["clever:30", "clever:100", "clever:300"]


def add_to(app: typer.Typer) -> None:
    """Put these commands on the list."""
    for command in (sim, solve, forecast, advise, review, opponents):
        app.command()(command)


def sim(
    encounter: EncounterName,
    n: HowMany = None,
    error: Error = None,
    seconds: Seconds = None,
    seed: SeedOption = 1,
    engine: Annotated[str, typer.Option("--engine", help="auto, python, native or cuda.")] = "auto",
    dice: Annotated[
        str, typer.Option("--dice", help="rolled, or collapsed: a number for every yes or no.")
    ] = "rolled",
    seat: SeatOption = None,
    ruling: Switches = None,
    party: PartyName = "",
    member: Members = None,
    harm: ToldAgain = 0,
    fight: FightNumber = None,
    save: KeptFight = None,
    rows: RowsFile = None,
    chart: Chart = None,
    theme: ThemeOption = "light",
    json: Json = False,
    rulesets: Rulesets = None,
) -> None:
    """Many fights: who wins how often, and how long it takes."""
    from affray.cli.common import PartyOptions
    from affray.cli.drawing import Drawing
    from affray.cli.sim import SimOptions, show_fight, show_sim

    wanted = SimOptions(
        encounter, n, seed, engine, seat or [], ruling or [], PartyOptions(party, member or []),
        error or 0.0, seconds or 0.0, rows, harm, Drawing(chart, theme), dice,
    )  # fmt: skip
    if fight is not None:
        show_fight(wanted, fight, save, json)
    elif save is not None:
        raise BadInput("needs --fight NUMBER, the one to keep", field="--save")
    else:
        show_sim(wanted, json)


def solve(
    encounter: EncounterName,
    seat: SeatOption = None,
    best: Annotated[
        list[str] | None,
        typer.Option(
            "--best", metavar="SIDE", help="This side plays as well as can be; a second against it."
        ),
    ] = None,
    ruling: Switches = None,
    most: Annotated[
        int, typer.Option("--most", min=1, metavar="STATES", help="Past these it is sampled.")
    ] = 100_000,
    patience: Patience = 60.0,
    party: PartyName = "",
    member: Members = None,
    rows: RowsFile = None,
    chart: Chart = None,
    theme: ThemeOption = "light",
    json: Json = False,
    rulesets: Rulesets = None,
) -> None:
    """A whole fight exactly, by temperaments or played best."""
    from affray.cli.common import PartyOptions
    from affray.cli.drawing import Drawing
    from affray.cli.solve import SolveOptions, show_solved

    bring, drawing = PartyOptions(party, member or []), Drawing(chart, theme)
    how_far = (most, patience, drawing, rows)
    asked = SolveOptions(encounter, seat or [], best or [], ruling or [], bring, *how_far)
    show_solved(asked, json)


def forecast(
    encounter: EncounterName,
    level: Annotated[
        str, typer.Option("--level", metavar="clever:N", help="How long the clever think.")
    ] = "clever:100",
    n: Annotated[int, typer.Option("-n", min=1, max=10**6, help="Fights well played.")] = 20,
    seed: SeedOption = 1,
    ruling: Switches = None,
    party: PartyName = "",
    member: Members = None,
    rows: RowsFile = None,
    chart: Chart = None,
    theme: ThemeOption = "light",
    json: Json = False,
    rulesets: Rulesets = None,
) -> None:
    """How deadly a fight is, badly and well played."""
    from affray.cli.common import PartyOptions
    from affray.cli.drawing import Drawing
    from affray.cli.forecast import ForecastFiles, show_forecast

    bring, files = PartyOptions(party, member or []), ForecastFiles(Drawing(chart, theme), rows)
    show_forecast(encounter, level, n, seed, ruling or [], bring, files, json)


def advise(
    file: Annotated[Path, typer.Argument(metavar="SAVE", help="A saved fight.")],
    level: Annotated[
        str, typer.Option("--level", metavar="clever:N", help="How long to think.")
    ] = "clever:2000",
    who: Annotated[
        str, typer.Option("--who", metavar="NAME", help="One of those who seal at once.")
    ] = "",
    json: Json = False,
    rulesets: Rulesets = None,
) -> None:
    """What to do now in a saved fight, with its chance to win."""
    from affray.cli.advise import show_advice

    show_advice(file, level, who, json)


def review(
    file: Annotated[Path, typer.Argument(metavar="SAVE", help="A saved fight.")],
    player: Annotated[
        str, typer.Option("--as", metavar="TEMPERAMENT", help="Who plays on from every moment.")
    ] = "",
    budget: Annotated[
        int, typer.Option("--budget", min=1, max=10**6, help="Playouts of every moment.")
    ] = 1000,
    rows: RowsFile = None,
    chart: Chart = None,
    theme: ThemeOption = "light",
    json: Json = False,
    rulesets: Rulesets = None,
) -> None:
    """Whether a fight was decided by dice or by choices."""
    from affray.cli.drawing import Drawing
    from affray.cli.review import ReviewOptions, show_review

    status = show_review(file, ReviewOptions(player, budget, rows, Drawing(chart, theme)), json)
    if status:
        raise typer.Exit(status)


def opponents(
    what: Annotated[
        str, typer.Argument(metavar="[RULESET|ENCOUNTER]", help="One game or fight of all.")
    ] = "",
    level: Annotated[
        list[str] | None,
        typer.Option("--level", metavar="clever:N", help="How long the clever think."),
    ] = None,
    n: Annotated[int, typer.Option("-n", min=1, help="Fights of each who thinks.")] = 40,
    policy_fights: Annotated[
        int, typer.Option("--policy-fights", min=1, help="Fights of each temperament.")
    ] = 2000,
    seed: SeedOption = 1,
    write: Annotated[
        Path | None, typer.Option("--write", metavar="FILE", help="Put it into this document.")
    ] = None,
    json: Json = False,
    rulesets: Rulesets = None,
) -> None:
    """How strong the computer's players are, game by game."""
    from affray.cli.opponents import LadderOptions, show_opponents

    asked = LadderOptions(what, level or THREE_BUDGETS, n, policy_fights, seed, write)
    show_opponents(asked, json)
