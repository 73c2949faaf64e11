"""What one command writes: its own row, its entries, how the fight stands, what is told of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from affray.fight.players import Seat
from affray.table.chairs import Chair, chair_row
from affray.tell.retelling import Retold

DO = "INSERT INTO command (fight, seq, cmd_id, chair, answer, state) VALUES (?, ?, ?, ?, ?, ?)"
APPEND = "INSERT INTO entry (fight, n, cmd_id, toml) VALUES (?, ?, ?, ?)"
STAND = "UPDATE fight SET players = ?, finished = ? WHERE id = ?"
SIT = """ON CONFLICT (fight, n) DO UPDATE SET creatures = excluded.creatures,
taken = excluded.taken, person = excluded.person, colour = excluded.colour"""
TELL_ALL = """INSERT INTO told (fight, standing, text) VALUES (?, ?, ?)
ON CONFLICT (fight) DO UPDATE SET standing = excluded.standing, text = excluded.text"""
TELL_STANDING = "UPDATE told SET standing = ? WHERE fight = ?"
UNTELL = "DELETE FROM told_line WHERE fight = ? AND n >= ?"
TELL_LINE = "INSERT INTO told_line (fight, n, text) VALUES (?, ?, ?)"


class Rows(Protocol):
    """A transaction, in whichever database: what is given goes to the question marks."""

    def execute(self, query: str, given: Sequence[Any] = ..., /) -> Any: ...

    def executemany(self, query: str, given: Sequence[Sequence[Any]], /) -> Any: ...


@dataclass(frozen=True)
class Done:
    """A command that was accepted: who gave it, what it was answered, what it left behind, and
    what tells it from another one of the same id."""

    cmd_id: str
    seq: int
    chair: int
    answer: dict[str, Any]
    state: dict[str, Any] = field(default_factory=dict)
    said: str = ""


@dataclass(frozen=True)
class After:
    """How a fight stands after a command: what is kept together with it."""

    entries: list[str]
    first_entry: int
    players: list[Seat]
    finished: bool
    chairs: list[Chair]
    told: Retold | None = None
    stands_otherwise: bool = True
    """Whether who plays, or whether it is over, has changed; `chairs` are those that have."""


def do(db: Rows, fight: str, done: Done, after: After) -> None:
    """A command and everything it caused."""
    answer = json.dumps({**done.answer, "said": done.said})
    row = (fight, done.seq, done.cmd_id, done.chair, answer, json.dumps(done.state))
    db.execute(DO, row)
    append(db, fight, done.cmd_id, after)
    if after.stands_otherwise:
        db.execute(STAND, (write_players(after.players), after.finished, fight))
    for chair in after.chairs:
        insert(db, "chair", chair_row(fight, chair), SIT)


def write_players(players: list[Seat]) -> str:
    return json.dumps([[seat.player, seat.typed_dice] for seat in players])


def insert(db: Rows, table: str, row: dict[str, Any], instead: str = "") -> None:
    """One row; `instead` is what becomes of one that is there."""
    places = ", ".join("?" * len(row))
    query = f"INSERT INTO {table} ({', '.join(row)}) VALUES ({places}) {instead}"
    db.execute(query, tuple(row.values()))


def append(db: Rows, fight: str, cmd_id: str | None, after: After) -> None:
    entries = enumerate(after.entries, start=after.first_entry)
    db.executemany(APPEND, [(fight, n, cmd_id, text) for n, text in entries])
    if after.told is not None:
        tell(db, fight, after.told)


def tell(db: Rows, fight: str, told: Retold) -> None:
    """How it stands with every command; the rest when a step has begun, its lines one by one."""
    if told.rest is None:
        db.execute(TELL_STANDING, (told.standing, fight))
        return
    db.execute(TELL_ALL, (fight, told.standing, told.rest))
    if told.takes_back:
        db.execute(UNTELL, (fight, told.first_line))
    lines = enumerate(told.lines, start=told.first_line)
    db.executemany(TELL_LINE, [(fight, n, text) for n, text in lines])
