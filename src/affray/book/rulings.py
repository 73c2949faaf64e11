"""How a file reads the rulings of its game; all that is wrong with that is said at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from affray.book.errors import unknown
from affray.book.ruleset import Ruleset
from affray.book.toml_tables import TomlTable, shown


def read_rulings(ruleset: Ruleset, top: TomlTable) -> dict[str, str]:
    table = top.table("rulings")
    said = {name: table.raw(name) for name in table}
    check_rulings(ruleset, said, table)
    return said


def check_rulings(ruleset: Ruleset, said: Mapping[str, Any], table: TomlTable) -> None:
    """All that is wrong at once: who switches five would not be told of them one by one."""
    found = {name: wrong_ruling(ruleset, name, reading) for name, reading in said.items()}
    wrong = {name: problem for name, problem in found.items() if problem}
    if len(wrong) == 1:
        ((name, problem),) = wrong.items()
        raise table.bad(name, problem)
    if wrong:
        raise table.bad("", "; ".join(f"{name}: {problem}" for name, problem in wrong.items()))


def wrong_ruling(ruleset: Ruleset, name: str, reading: Any) -> str:
    """Why a ruling cannot be read so, or nothing."""
    rulings = ruleset.book.rulings
    if name not in rulings:
        return unknown("ruling", name, [r.name for r in ruleset.book.switches])
    one = rulings[name]
    if one.fixed:
        return f"is fixed at {one.default!r} ({one.id}): {one.reason}"
    if not isinstance(reading, str):
        return f"found {shown(reading)}, expected one of {', '.join(one.reading_names)}"
    return "" if reading in one.reading_names else unknown("reading", reading, one.reading_names)
