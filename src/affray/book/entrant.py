"""A creature of an encounter, as its file writes it."""

from __future__ import annotations

from dataclasses import dataclass

from affray.book.emblems import ANY
from affray.book.pictured import picture_name
from affray.book.toml_tables import TomlTable


@dataclass(frozen=True)
class Entrant:
    """A creature of the encounter, as the file writes it."""

    name: str
    content: str
    side: str
    table: TomlTable
    stays: bool = False
    emblem: str = ""
    picture: str = ""
    """A file beside the encounter's, that the table shows as its token."""

    @property
    def changes(self) -> TomlTable:
        return self.table.table("set")


def read_entrant(table: TomlTable, sides: list[str]) -> Entrant:
    if "from" in table and not table.text("from"):
        raise table.bad("from", "found '', expected the name of a creature")
    entrant = Entrant(
        name=table.text("name"),
        content=table.text("from", ""),
        side=table.choice("side", sides, "side"),
        table=table,
        stays=table.flag("stays"),
        emblem=table.choice("emblem", list(ANY), "emblem") if "emblem" in table else "",
        picture=picture_name(table),
    )
    if entrant.stays and entrant.side != sides[0]:
        raise table.bad("stays", f"found true, expected it only among the {sides[0]}")
    table.raw("at", None)
    table.table("set")
    table.finish()
    return entrant
