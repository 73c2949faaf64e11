"""A roster as a table of a spreadsheet: a creature a line, its numbers in columns (CSV)."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from affray.book.errors import BadInput, unknown
from affray.book.toml_limits import FILE

Data = dict[str, Any]

KNOWN = ("name", "from", "side", "x", "y", "place", "emblem", "count")
MOST_LINES = 200
DELIMITERS = ",;\t|"
WHOLE = re.compile(r"[+-]?[0-9]{1,11}([.,]00?)?")
"""As spreadsheets write it, some with noughts behind."""

TRUTHS = {"true": True, "false": False}


def read_roster(text: str, fields: Sequence[str], words: Mapping[str, Sequence[str]]) -> list[Data]:
    """Creatures as an encounter's file has them; those without a place are given one by whoever
    adds them. `words` are those the game has for a column: a table for people has them with
    capitals."""
    (_, head), *lines = _rows(text) or [(1, [])]
    while head and not head[-1]:
        head.pop()
    columns = [name.lower() for name in head]
    for name in columns:
        if columns.count(name) > 1:
            raise BadInput(f"found the column {name!r} twice, expected it once", field="line 1")
        if name not in KNOWN and name not in fields:
            raise BadInput(unknown("column", name, [*KNOWN, *fields]), field="line 1")
    if not {"name", "from"} & set(columns):
        raise BadInput(f"line 1: found {', '.join(head) or 'nothing'}, expected name or from")
    if len(lines) > MOST_LINES:
        raise BadInput(f"found {len(lines)} lines, expected at most {MOST_LINES}")
    for k, line in lines:
        if any(line[len(columns) :]):
            problem = f"found {len(line)} cells, expected at most {len(columns)} as in line 1"
            raise BadInput(problem, field=f"line {k}")
    tables = ((dict(zip(columns, line, strict=False)), k) for k, line in lines)
    return [one for table, k in tables for one in _creatures(_in_its_words(table, words), k)]


def _in_its_words(row: dict[str, str], words: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """'Foes' and 'Skeleton archer' as the game writes them."""
    meant = {
        column: next((one for one in of if _plain(one) == _plain(row[column])), row[column])
        for column, of in words.items()
        if column in row
    }
    return row | meant


def _plain(word: str) -> str:
    return word.casefold().replace(" ", "-")


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


def _creatures(row: dict[str, str], line: int) -> list[Data]:
    """A line of the table, as many of it as it says; an empty cell says nothing."""
    said = {name: text for name, text in row.items() if text}
    out: Data = {key: said[key] for key in ("name", "from", "side", "emblem") if key in said}
    if "place" in said:
        out["at"] = said["place"]
    elif "x" in said or "y" in said:
        if not ("x" in said and "y" in said):
            raise BadInput("found one of x and y, expected both or neither", field=f"line {line}")
        out["at"] = [_whole(said[key], key, line, 0) for key in ("x", "y")]
    numbers = {key: _value(text) for key, text in said.items() if key not in KNOWN}
    many = _whole(said.get("count", "1"), "count", line, 1)
    if many > MOST_LINES:
        raise BadInput(f"found {many}, expected at most {MOST_LINES}", field=f"line {line}: count")
    return [{**out, "set": numbers} if numbers else out] * many


def _whole(text: str, key: str, line: int, least: int) -> int:
    value = _value(text)
    if type(value) is not int:
        raise BadInput(f"found {text!r}, expected a whole number", field=f"line {line}: {key}")
    if value < least:
        raise BadInput(f"found {value}, expected {least} or more", field=f"line {line}: {key}")
    return value


def _value(text: str) -> Any:
    """A number, yes or no, a list as JSON has it, or a word."""
    if WHOLE.fullmatch(text):
        return int(re.split("[.,]", text)[0])
    if text.startswith("["):
        try:
            return json.loads(text)
        except ValueError:
            return text
    return TRUTHS.get(text.lower(), text)
