"""Fights to be watched: played by the computer, as games, as saves, and at a table."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from table_helpers import Seat as AtTable
from table_helpers import Table, game_of

from affray.book.encounter import Encounter, find_encounter
from affray.fight.fight import Fight, Recorded
from affray.fight.players import PERSON, Players, Seat, usual_player
from affray.files.saves import write_save
from affray.table.film import patched
from affray.table.game import Game


def played(encounter: Encounter, seed: int = 3) -> tuple[Fight, list[Recorded]]:
    """To its end, by nobody but the computer."""
    recorded: list[Recorded] = []
    seats = [Seat(usual_player(encounter.ruleset)) for _ in encounter.entrants]
    fight = Fight(encounter, Players(seats, seed), recorded.append)
    fight.run()
    return fight, recorded


def played_game(ref: str) -> Game:
    return game_of(played(find_encounter(ref))[0])


def save_of(path: Path, encounter: Encounter, entries: int | None = None) -> Path:
    """The fight as a save whose first side people have played, whole or its first entries."""
    _, recorded = played(encounter)
    usual = usual_player(encounter.ruleset)
    first = encounter.sides[0]
    seats = [Seat(PERSON if one.side == first else usual) for one in encounter.entrants]
    write_save(path, encounter, seats, 3, recorded[:entries])
    return path


def finish(table: Table) -> None:
    """Let the computer play on, to the end."""
    for creature in table.gm.view()["creatures"]:
        if creature["player"] == PERSON:
            table.gm.must("seat", creature=creature["name"], player="bold")
    assert table.gm.view()["over"]


def moments(seat: AtTable, **query: Any) -> list[dict[str, Any]]:
    """Every moment a seat is sent, put together as a page does it."""
    out: list[dict[str, Any]] = []
    block = 0
    while True:
        answer = seat.get("moments", block=block, **query)
        assert answer.status_code == 200, answer.text
        sent = answer.json()
        state = sent["state"]
        for frame in sent["frames"]:
            state = patched(state, frame["changes"])
            out.append({"state": state, "log": frame["log"]})
        if len(out) == sent["moments"]:
            return out
        block += 1
