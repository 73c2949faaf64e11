"""A roster as a table of a spreadsheet: a creature a line, its numbers in columns (CSV)."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from affray.book.errors import BadInput, meant, unknown
from affray.book.toml_limits import FILE

Data = dict[str, Any]

KNOWN = ("name", "from", "side", "x", "y", "place", "emblem", "count")
MOST_LINES = 200
DELIMITERS = ",;\t|"
WHOLE = re.compile(r"[+-]?[0-9]{1,11}([.,]00?)?")
"""As spreadsheets write it, some with noughts behind."""

TRUTHS = {"true": True, "false": False}


@dataclass(frozen=True)
class RosterColumn:
    """What may stand in a column: the words the game has for it, and whether several at once."""

    words: Sequence[str] = ()
    several: bool = False


def read_roster(text: str, columns: Mapping[str, RosterColumn]) -> list[tuple[int, Data]]:
    """Creatures as an encounter's file has them, each with its line; those without a place are
    given one by whoever adds them. `columns` are those the game has besides, and what it knows
    of these: a table for people has its words with capitals."""
    (_, head), *lines = _rows(text) or [(1, [])]
    while head and not head[-1]:
        head.pop()
    names = [name.lower().replace(" ", "_") for name in head]
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f"found the column {name!r} twice, expected it once", field="line 1")
        if name not in KNOWN and name not in columns:
            raise BadInput(unknown("column", name, [*KNOWN, *columns]), field="line 1")
    if not {"name", "from"} & set(names):
        raise BadInput(f"line 1: found {', '.join(head) or 'nothing'}, expected name or from")
    if len(lines) > MOST_LINES:
        raise BadInput(f"found {len(lines)} lines, expected at most {MOST_LINES}")
    for k, line in lines:
        if any(line[len(names) :]):
            problem = f"found {len(line)} cells, expected at most {len(names)} as in line 1"
            raise BadInput(problem, field=f"line {k}")
    tables = [(k, dict(zip(names, line, strict=False))) for k, line in lines]
    return [(k, one) for k, table in tables for one in _creatures(table, k, columns)]


def _rows(text: str) -> list[tuple[int, list[str]]]:
    """The lines that say something, each with its number in the file."""
    if len(text) > FILE.size:
        raise BadInput(f"found {len(text):,} characters, expected at most {FILE.size:,}")
    text, of = _delimited(text)
    rows = csv.reader(io.StringIO(text, newline=None), delimiter=of, strict=True)
    try:
        numbered = [(rows.line_num, [" ".join(one.split()) for one in row]) for row in rows]
    except csv.Error as bad:
        raise BadInput(f"is no table of a spreadsheet ({bad})") from None
    return [(k, row) for k, row in numbered if any(row)]


def _delimited(text: str) -> tuple[str, str]:
    """The table and what stands between its cells: some spreadsheets say that in a line before."""
    first, _, rest = text.partition("\n")
    if first.lower().startswith("sep=") and len(first.rstrip("\r")) == len("sep=") + 1:
        return f"\n{rest}", first[len("sep=")]
    head = next((line for line in text.splitlines() if line.strip()), "")
    return text, max(DELIMITERS, key=head.count)


def _creatures(row: dict[str, str], line: int, columns: Mapping[str, RosterColumn]) -> list[Data]:
    """A line of the table, as many of it as it says; an empty cell says nothing."""
    said = {name: text for name, text in row.items() if text}
    known = {key: columns.get(key, RosterColumn()) for key in said}
    words = (key for key in ("name", "from", "side", "emblem") if key in said)
    out: Data = {key: meant(said[key], known[key].words) for key in words}
    if "place" in said:
        out["at"] = _one(said["place"], known["place"].words)
    elif "x" in said or "y" in said:
        if not ("x" in said and "y" in said):
            raise BadInput("found one of x and y, expected both or neither", field=f"line {line}")
        out["at"] = [_whole(said[key], key, line, 0) for key in ("x", "y")]
    numbers = {key: _value(text, known[key]) for key, text in said.items() if key not in KNOWN}
    many = _whole(said.get("count", "1"), "count", line, 1)
    if many > MOST_LINES:
        raise BadInput(f"found {many}, expected at most {MOST_LINES}", field=f"line {line}: count")
    return [{**out, "set": numbers} if numbers else out] * many


def _whole(text: str, key: str, line: int, least: int) -> int:
    value = _one(text, ())
    if type(value) is not int:
        raise BadInput(f"found {text!r}, expected a whole number", field=f"line {line}: {key}")
    if value < least:
        raise BadInput(f"found {value}, expected {least} or more", field=f"line {line}: {key}")
    return value


def _value(text: str, column: RosterColumn) -> Any:
    """What a cell says: a number, yes or no, a word of the game's, several of them with commas,
    or a list or table as JSON has it."""
    if text.startswith(("[", "{")):
        try:
            return json.loads(text)
        except ValueError:
            return text
    if column.several:
        return [_one(part, column.words) for part in _parted(text, column.words)]
    return _one(text, column.words)


def _one(text: str, words: Sequence[str]) -> Any:
    if WHOLE.fullmatch(text):
        return int(re.split("[.,]", text)[0])
    return TRUTHS.get(text.lower(), meant(text, words))


def _parted(text: str, words: Sequence[str]) -> Iterator[str]:
    """The parts between commas; a name of the game's may hold some."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    while parts:
        whole = (n for n in range(len(parts), 1, -1) if meant(", ".join(parts[:n]), words) in words)
        taken = next(whole, 1)
        yield ", ".join(parts[:taken])
        del parts[:taken]
