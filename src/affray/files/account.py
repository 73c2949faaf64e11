"""What was told of a fight and where it stands, kept beside its tape.

The tape is the truth as long as the rules are here that made it. Rules of another version can
read this: names and sentences, and no number that only the old ones understood. It is written
whenever somebody is asked, and is the fight as it stood when the step of that question began; a
program that dies between an answer and this leaves the account of the step before. Beside a save
it is TOML and written whole; the table's store keeps its parts as JSON, and adds line to line.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from affray.book.toml_limits import TomlLimits
from affray.book.toml_tables import TomlTable, parse_toml, read_text
from affray.files.atomic import put_in_place
from affray.files.rows import UnreadRows, without_rows
from affray.files.tapefile import rows_text, table_text
from affray.oracles.seeds import MOST_SEED

SUFFIX = ".told"
MOST_LETTERS = 32 << 20
"""What was told of a fight grows with it."""

TOLD = TomlLimits(size=4 << 20, values=100_000)
"""How it stands does not."""

HEAD = "# What was told of this fight and where it stands, for when other rules are here.\n"


@dataclass(frozen=True)
class Standing:
    """Which fight it is, by which rules, how far its tape goes, and how it stands."""

    title: str
    ruleset: str
    version: int
    began: int
    seed: int
    entries: int
    answers: int
    sides: list[str]
    round: int
    over: bool
    outcome: str
    end: str


@dataclass(frozen=True)
class Account:
    """A fight as it was told: its lines, everybody's card, the board, and the position."""

    standing: Standing
    map: str
    board: dict[str, Any]
    position: dict[str, Any]
    creatures: list[dict[str, Any]]
    lines: list[dict[str, Any]]
    unread: UnreadRows | None = None
    """The lines, where it is not yet known that it is the account that is wanted."""

    def whole(self) -> Account:
        if self.unread is None:
            return self
        top = TomlTable({"lines": list(self.unread)}, self.unread.file)
        return replace(self, lines=[_read_line(one) for one in top.tables("lines")], unread=None)


def account_text(standing: Standing, rest: str) -> str:
    """An account as it is kept; all but how it stands is the same as long as its step lasts."""
    return HEAD + table_text(asdict(standing)) + rest


def rest_text(rest: dict[str, Any], lines: Sequence[str]) -> str:
    """The map, the board, the position and the cards; and the lines, written one by one."""
    return table_text(rest) + rows_text("lines", lines)


def account_json(standing: str, rest: str, lines: Sequence[str]) -> str:
    """The parts of an account as one object; each is one already."""
    return f'{standing[:-1]},{rest[1:-1]},"lines":[{",".join(lines)}]}}'


def read_account(text: str, file: Path | str) -> Account:
    return _opened(text, file).whole()


def _opened(text: str, file: Path | str) -> Account:
    """An account as it stands; lines that are written one by one are not read yet."""
    is_json = text.startswith("{") and not isinstance(file, Path)  # beside a save it is TOML
    rest, unread = (text, None) if is_json else without_rows(text, "lines", file)
    top = TomlTable(json.loads(text), file) if is_json else parse_toml(rest, file, TOLD)
    account = Account(
        standing=_read_standing(top),
        map=top.text("map"),
        board=top.table("board").data,
        position=_read_position(top),
        creatures=[one.data for one in top.tables("creatures")],
        lines=[_read_line(one) for one in top.tables("lines")],
        unread=unread if unread else None,
    )
    top.raw("lines")
    top.finish()
    return account


def _read_standing(top: TomlTable) -> Standing:
    return Standing(
        title=top.text("title"),
        ruleset=top.text("ruleset"),
        version=top.integer("version", low=1),
        began=top.integer("began", low=1),
        seed=top.integer("seed", high=MOST_SEED),
        entries=top.integer("entries"),
        answers=top.integer("answers"),
        sides=top.texts("sides"),
        round=top.integer("round", low=-(2**31)),
        over=top.flag("over"),
        outcome=top.text("outcome"),
        end=top.text("end"),
    )


def _read_position(top: TomlTable) -> dict[str, Any]:
    position = top.table("position")
    position.flag("begun")
    position.flag("resting")
    position.table("rulings")
    for one in position.tables("late"):
        one.table("creature").text("name")
        one.text("player")
        one.flag("typed_dice")
        one.finish()
    position.texts("left", [])
    position.table("world")
    creatures = position.table("creatures")
    for name in creatures:
        creatures.table(name)
    position.finish()
    return position.data


def _read_line(line: TomlTable) -> dict[str, Any]:
    line.text("text")
    line.texts("rules", [])
    return line.data


# Beside a save


def account_path(save: Path) -> Path:
    return save.with_suffix(SUFFIX)


def write_account(save: Path, text: str) -> None:
    """The whole of it or none: the one before stands until this one is on the disk."""
    put_in_place(account_path(save), text)


def account_beside(save: Path) -> Account | None:
    """What was told of a save, where that is kept; its lines are not read yet."""
    path = account_path(save)
    return _opened(read_text(path, MOST_LETTERS), path) if path.exists() else None
