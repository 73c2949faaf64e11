"""`forecast`: how deadly a fight is before it is fought."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer

from affray.book.encounter import Encounter
from affray.cli.columns import print_table
from affray.cli.common import PartyOptions, counted, level_said, percent, print_json, span, switched
from affray.cli.drawing import Drawing
from affray.cli.progress import Progress
from affray.cli.sim import announce_thinking
from affray.lab.data import shared
from affray.lab.forecast import Forecast, ShareInterval, forecasts
from affray.lab.frames import require_frame_file, write_columns
from affray.lab.simulate import require_fight

MANY = 2000
"""Fights of temperaments: enough for an interval of a few points, and over in a moment."""


@dataclass(frozen=True)
class ForecastFiles:
    """The files a forecast goes into."""

    drawing: Drawing
    rows: Path | None

    def require(self) -> None:
        self.drawing.require()
        if self.rows:
            require_frame_file(self.rows)

    def write(self, found: list[Forecast], data: dict[str, Any]) -> None:
        if self.rows:
            write_columns(self.rows, _columns(found))
        if found:  # of none there is nothing to draw
            self.drawing.draw("forecast", data)


def show_forecast(
    name: str,
    thinker: str,
    few: int,
    seed: int,
    rulings: list[str],
    bring: PartyOptions,
    files: ForecastFiles,
    as_json: bool,
) -> None:
    level_said(thinker)
    files.require()
    encounter = switched(name, rulings, bring)
    require_fight(encounter)
    announce_thinking(encounter, "auto")
    found, stopped = [], False
    try:
        with Progress(few) as progress:
            for one in forecasts(encounter, thinker, MANY, few, seed, progress.show):
                found.append(one)
                if not as_json:
                    _print(encounter, one)
    except KeyboardInterrupt:
        stopped = True
    data = {"encounter": encounter.name, "seed": seed, "forecasts": _json(found)}
    files.write(found, data)
    if as_json:
        print_json(data)
    if stopped:
        print("stopped before all was played", file=sys.stderr)
        raise typer.Exit(130)


def _json(found: list[Forecast]) -> list[dict[str, Any]]:
    return [
        {
            "players": one.players,
            "fights": one.run.tally.fights,
            "sampled": True,
            "win_rate": {side: shared(share) for side, share in one.wins.items()},
            "falls": {who: shared(share) for who, share in one.falls.items()},
            "rounds": one.run.rounds(),
            "minutes": {"p50": one.minutes_by(0.5), "p90": one.minutes_by(0.9)},
            "engine": one.run.engine,
        }
        for one in found
    ]


def _columns(found: list[Forecast]) -> dict[str, list[Any]]:
    """One row for every chance: who plays how, whose it is and of what, with its interval."""
    wins = [(one, side, "wins", share) for one in found for side, share in one.wins.items()]
    falls = [(one, who, "falls", share) for one in found for who, share in one.falls.items()]
    rows = [*wins, *falls]
    return {
        "players": [_played(one) for one, *_ in rows],
        "who": [who for _, who, *_ in rows],
        "what": [what for _, _, what, _ in rows],
        **{name: [row[3][k] for row in rows] for k, name in enumerate(("share", "low", "high"))},
        "fights": [one.run.tally.fights for one, *_ in rows],
    }


def _played(one: Forecast) -> str:
    return ", ".join(f"{side} {player}" for side, player in one.players.items())


def _print(encounter: Encounter, one: Forecast) -> None:
    """One way of playing: who wins, who falls, how long."""
    print(f"{_played(one)}: {counted(one.run.tally.fights, 'fight')}, sampled")
    side = encounter.sides[0]
    rows = [[f"{side} win", *_cells(one.wins[side])]]
    rows += [[f"{who} falls", *_cells(share)] for who, share in one.falls.items()]
    print_table(["", "", "95 % interval"], rows, right=(1, 2))
    rounds = one.run.rounds()
    print(f"rounds: half within {rounds['p50']}, nine in ten within {rounds['p90']}")
    half, most = one.minutes_by(0.5), one.minutes_by(0.9)
    print(f"minutes at the table: half within {half}, nine in ten within {most}\n", flush=True)


def _cells(share: ShareInterval) -> list[str]:
    p, low, high = share
    return [percent(p), span(low, high)]
