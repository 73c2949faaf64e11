"""Content that a file brings and nobody there has: it is read all the same, or nobody would know
of a mistake before somebody takes it in hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from affray.book.content import WorldFiller
from affray.book.toml_tables import TomlTable

if TYPE_CHECKING:
    from affray.book.encounter import Encounter


def check_unused(encounter: Encounter) -> None:
    """Each piece by itself, beside those who fight: all that a game's setup looks at is asked."""
    shipped = encounter.ruleset.book.content.file
    for kind, tables in encounter.library.everything().items():
        known = encounter.names.get(encounter.library.kinds[kind], [])
        for name, table in tables.items():
            if table.file != shipped and name not in known:
                _read(encounter, kind, table)


def _read(encounter: Encounter, kind: str, table: TomlTable) -> None:
    f = encounter.ruleset.world.layout.fields[encounter.library.kinds[kind]]
    assert f.record is not None
    is_full = len(encounter.names.get(f.name, [])) >= f.capacity
    if kind == "creature" or is_full:
        alone = WorldFiller(encounter.library, encounter.ruleset.world(), [])
        alone.fill(f.record(), table)
    else:
        replace(encounter.from_the_start(), beside=(f.name, table)).world()
