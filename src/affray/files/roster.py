"""A roster as a table of a spreadsheet: a creature a line, its numbers in columns (CSV)."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import Any

from affray.book.errors import BadInput, unknown
from affray.book.toml_limits import FILE

Data = dict[str, Any]

KNOWN = ("name", "from", "side", "x", "y", "place", "emblem")
MOST_LINES = 200


def read_roster(text: str, fields: Sequence[str]) -> list[Data]:
    """Creatures as an encounter's file has them; those without a place are given one by whoever
    adds them."""
    if len(text) > FILE.size:
        raise BadInput(f"found {len(text):,} characters, expected at most {FILE.size:,}")
    try:
        rows = list(csv.reader(io.StringIO(text), dialect=_dialect(text), strict=True))
    except csv.Error as bad:
        raise BadInput(f"is no table of a spreadsheet ({bad})") from None
    rows = [[one.strip() for one in row] for row in rows]
    head, *lines = [row for row in rows if any(row)] or [[]]
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
    for k, line in enumerate(lines, 2):
        if any(line[len(columns) :]):
            problem = f"found {len(line)} cells, expected at most {len(columns)} as in line 1"
            raise BadInput(problem, field=f"line {k}")
    return [_creature(dict(zip(columns, line, strict=False)), k) for k, line in enumerate(lines, 2)]


def _dialect(text: str) -> type[csv.Dialect]:
    first = text.partition("\n")[0]
    of = max(",;\t", key=first.count)

    class Found(csv.excel):
        delimiter = of

    return Found


def _creature(row: dict[str, str], line: int) -> Data:
    """A line of the table; an empty cell says nothing."""
    said = {name: text for name, text in row.items() if text}
    out: Data = {key: said[key] for key in ("name", "from", "side", "emblem") if key in said}
    if "place" in said:
        out["at"] = said["place"]
    elif "x" in said or "y" in said:
        if not ("x" in said and "y" in said):
            raise BadInput("found one of x and y, expected both or neither", field=f"line {line}")
        out["at"] = [_whole(said[key], key, line) for key in ("x", "y")]
    numbers = {key: _value(text) for key, text in said.items() if key not in KNOWN}
    return {**out, "set": numbers} if numbers else out


def _whole(text: str, key: str, line: int) -> int:
    value = _value(text)
    if type(value) is not int:
        raise BadInput(f"found {text!r}, expected a whole number", field=f"line {line}: {key}")
    if value < 0:
        raise BadInput(f"found {value}, expected 0 or more", field=f"line {line}: {key}")
    return value


def _value(text: str) -> Any:
    """A number, a list as JSON has it, or a word."""
    if text.lstrip("+-").isdecimal() and text.isascii() and len(text) < 12:
        return int(text)
    if text.startswith("["):
        try:
            return json.loads(text)
        except ValueError:
            return text
    return text
