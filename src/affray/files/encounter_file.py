"""An encounter as its file writes it: drawn rows a line each, a creature below the other."""

from __future__ import annotations

from typing import Any

from affray.files.tapefile import inline, key_text

Data = dict[str, Any]

DRAWN = ("rows",)
"""Lists that are a picture, a row on each line."""


def encounter_text(data: Data) -> str:
    """The file whose tables these are, in the order they stand in."""
    plain = {key: value for key, value in data.items() if not _is_part(value)}
    parts = [_lines(plain)]
    for key, value in data.items():
        if isinstance(value, dict):
            parts += _table(key, value)
        elif _is_part(value):
            parts += [f"[[{key_text(key)}]]\n{_lines(one)}" for one in value]
    return "\n".join(part for part in parts if part)


def _is_part(value: Any) -> bool:
    """Whether it is a table, or a list of them."""
    is_list = isinstance(value, list) and len(value) > 0
    return isinstance(value, dict) or (is_list and all(isinstance(one, dict) for one in value))


def _table(key: str, table: Data) -> list[str]:
    """[key], and below it the tables one of its entries may be a list of."""
    below = {k: v for k, v in table.items() if k == "area" and isinstance(v, list) and _is_part(v)}
    own = _lines({k: v for k, v in table.items() if k not in below})
    head = [f"[{key_text(key)}]\n{own}"]
    return head + [
        f"[[{key_text(key)}.{key_text(name)}]]\n{_lines(one)}"
        for name, tables in below.items()
        for one in tables
    ]


def _lines(table: Data) -> str:
    return "".join(f"{key_text(key)} = {_value(key, value)}\n" for key, value in table.items())


def _value(key: str, value: Any) -> str:
    if key in DRAWN and isinstance(value, list):
        return "[\n" + "".join(f"    {_row(row)},\n" for row in value) + "]"
    return inline(value)


def _row(row: Any) -> str:
    """Signs as they are, where they can be: a row of grass is all quotation marks."""
    is_plain = isinstance(row, str) and row.isprintable() and "'" not in row
    return f"'{row}'" if is_plain and '"' in row else inline(row)
