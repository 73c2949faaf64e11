"""The chapters of a rule index: each begins with a rule and goes on to where the next begins."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from affray.book.toml_tables import TomlTable

WHOLE = "All rules"
"""What the one chapter of a book is called that names none."""

SOURCES = {
    "seed": "the designer's own text of the game, from which this version was made",
    "companion": "another text by the same designer: the first one names the thing or leaves it "
    "open, this one settles it",
    "derived": "no sentence of its own: it follows from the other rules",
    "ruling": "the texts leave it open or contradict each other; it is decided here, and where it "
    "can be switched it stands among the rulings",
    "engine": "the texts say nothing of it, but two programs would need it to play the same fight",
}
"""Where a rule comes from, in the words rulebooks use for it."""


@dataclass(frozen=True)
class Chapter:
    """Rules that belong together."""

    title: str
    rules: tuple[str, ...]


def read_chapters(top: TomlTable, rules: Iterable[str]) -> tuple[Chapter, ...]:
    """The chapters of a book; every rule is in exactly one."""
    ids = list(rules)
    starts: dict[int, str] = {}
    for table in top.tables("chapter"):
        first = table.text("from")
        if first not in ids:
            raise table.bad("from", f"cites {first}, which is not in this book")
        if ids.index(first) <= max(starts, default=-1):
            raise table.bad("from", f"{first} does not come after the chapter before it")
        starts[ids.index(first)] = table.text("title")
        table.finish()
    if not starts:
        return (Chapter(WHOLE, tuple(ids)),) if ids else ()
    if 0 not in starts:
        raise top.bad("chapter", f"found none that begins with {ids[0]}, expected one")
    ends = [*list(starts)[1:], len(ids)]
    return tuple(
        Chapter(title, tuple(ids[at:end]))
        for (at, title), end in zip(starts.items(), ends, strict=True)
    )
