"""A ruleset's `rulings.py`, as it is written from the switches of its rulebook.

The book is the one place where readings are named; rules, type checkers and the compiler want
them as enums, so a command writes these (`affray rulings GAME --write`) and loading a ruleset
says when they are stale.
"""

from __future__ import annotations

from collections.abc import Iterable

from affray.book.rulebook import Ruling

FILE = "rulings.py"
HEAD = '''"""The readings a person can switch; each is a field of the fight's rulings.

Written from rulebook.toml by `affray rulings {slug} --write`; change them there.
"""

from enum import IntEnum

from affray.rules.world import Record, field, int8, record
'''


def enum_name(ruling: Ruling) -> str:
    """advantage_stacking -> AdvantageStacking."""
    return "".join(part.capitalize() for part in ruling.name.split("_"))


def member_name(reading: str) -> str:
    """any-cancel -> ANY_CANCEL."""
    return reading.replace("-", "_").upper()


def rulings_module(slug: str, switches: Iterable[Ruling]) -> str:
    """The whole text of rulings.py."""
    parts = [HEAD.format(slug=slug)]
    fields = []
    for ruling in switches:
        members = [f"    {member_name(r)} = {k}" for k, r in enumerate(ruling.reading_names)]
        head = f'class {enum_name(ruling)}(IntEnum):\n    """{ruling.id}"""\n'
        parts.append("\n".join([head, *members, ""]))
        fields.append(f"    {ruling.name}: int8 = field(of={enum_name(ruling)})")
    body = fields or ["    pass"]
    parts.append("\n".join(["@record", "class Rulings(Record):", *body, ""]))
    return "\n\n".join(parts)
