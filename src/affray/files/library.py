"""My library's files: what one has for a game, kept, brought in, sent on and taken out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from affray.book.content import Library, WorldFiller
from affray.book.errors import BadInput, unknown
from affray.book.my_library import entry_in, folder_of, names_of, path_of, read_entry
from affray.book.ruleset import Ruleset
from affray.book.toml_tables import TomlTable, parse_toml
from affray.files.atomic import Exists, make_new, own_folder, put_in_place, writing
from affray.files.encounter_file import encounter_text

MOST = 500
"""How many one may have for a game."""


@dataclass(frozen=True)
class LibraryEntry:
    """One of one's own; a bad file has a problem, and spoils no other."""

    kind: str
    id: str
    name: str
    table: dict[str, Any] = field(default_factory=dict)
    problem: str = ""


def kinds_of(ruleset: Ruleset) -> list[str]:
    """What a game's content consists of."""
    return list(Library(ruleset.world).kinds)


def listed(ruleset: Ruleset) -> list[LibraryEntry]:
    """All one has for a game, kind by kind."""
    return [_listed(ruleset, kind, name) for kind, name in _names(ruleset)]


def _names(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    folder = folder_of(ruleset.slug)
    return ((kind, name) for kind in kinds_of(ruleset) for name in names_of(folder, kind))


def _listed(ruleset: Ruleset, kind: str, name: str) -> LibraryEntry:
    try:
        table = read(ruleset, kind, name)
        return LibraryEntry(kind, name, called(table), table.data)
    except BadInput as bad:
        place = str(folder_of(ruleset.slug)) + "/"
        return LibraryEntry(kind, name, name, problem=str(bad).replace(place, ""))


def called(table: TomlTable) -> str:
    """What a thing is called where its file says nothing else."""
    return table.text("name", table.text("id").replace("-", " ").capitalize())


def read(ruleset: Ruleset, kind: str, name: str) -> TomlTable:
    """One entry, held to the rules."""
    require_kind(ruleset, kind)
    folder = folder_of(ruleset.slug)
    found = read_entry(folder, kind, name)
    if found is None:
        raise BadInput(unknown(f"{kind} of your library", name, names_of(folder, kind)))
    require_usable(ruleset, kind, found)
    return found


def require_kind(ruleset: Ruleset, kind: str) -> None:
    if kind not in kinds_of(ruleset):
        raise BadInput(unknown("kind of content", kind, kinds_of(ruleset)), field="kind")


def require_usable(
    ruleset: Ruleset, kind: str, table: TomlTable, beside: Sequence[tuple[str, TomlTable]] = ()
) -> None:
    """Every field as the rules have it, with all that it names; some of it comes with it."""
    if table.text("id") in book_of(ruleset)[kind]:
        problem = f"found {table.text('id')!r}, which is the book's own; give it another"
        raise table.bad("id", problem)
    library = Library(ruleset.world, folder_of(ruleset.slug))
    library.add_all(ruleset.book.content)
    for of, one in (*beside, (kind, table)):
        library.add(of, one)
    record = ruleset.world.layout.fields[library.kinds[kind]].record
    assert record is not None
    WorldFiller(library, ruleset.world(), []).fill(record(), table)


def book_of(ruleset: Ruleset) -> dict[str, dict[str, TomlTable]]:
    """The book's own content, by kind and id."""
    library = Library(ruleset.world)
    library.add_all(ruleset.book.content)
    return library.everything()


# Keeping


def keep(ruleset: Ruleset, kind: str, table: dict[str, Any], again: bool = False) -> LibraryEntry:
    """Put one thing in its file; `again` writes over what was kept under its id."""
    require_kind(ruleset, kind)
    path = path_of(ruleset.slug, kind, str(table.get("id", "")))
    text = text_of(ruleset, {kind: [table]})
    entry = entry_in(parse_toml(text, path), ruleset.slug, kind, path.stem)
    require_usable(ruleset, kind, entry)
    if sum(1 for _ in _names(ruleset)) >= MOST and not path.exists():
        raise BadInput(f"holds {MOST} things, expected no more", file=folder_of(ruleset.slug))
    _put(path, text, again)
    return LibraryEntry(kind, path.stem, called(entry), entry.data)


def _put(path: Path, text: str, again: bool) -> None:
    """The same twice is one; another of its name is refused unless that is meant."""
    own_folder(path.parent)
    try:
        make_new(path, text)
    except Exists:
        if again:
            put_in_place(path, text)
        else:
            _require_same(path, text)


def _require_same(path: Path, text: str) -> None:
    if path.is_file() and path.read_text(encoding="utf-8") != text:
        problem = "is there already, and another; change it there, or give yours another id"
        raise BadInput(problem, file=path)


def bring(ruleset: Ruleset, name: str, text: str) -> list[LibraryEntry]:
    """A file of content, each thing in it as one of one's own: all of them, or none."""
    top = parse_toml(text, name)
    top.must_be_of(ruleset.slug)
    library = Library(ruleset.world, folder_of(ruleset.slug))
    library.add_all(top)
    things = [
        (kind, table) for kind in library.kinds for table in library.everything()[kind].values()
    ]
    if not things:
        known = ", ".join(f"[[{kind}]]" for kind in library.kinds)
        raise BadInput(f"found nothing of {ruleset.book.name}, expected {known}", file=name)
    for kind, table in things:
        require_usable(ruleset, kind, table, things)
        path = path_of(ruleset.slug, kind, table.text("id"))
        _require_same(path, text_of(ruleset, {kind: [table.data]}))
    return [keep(ruleset, kind, table.data) for kind, table in _needed_first(ruleset, things)]


def _needed_first(
    ruleset: Ruleset, things: list[tuple[str, TomlTable]]
) -> list[tuple[str, TomlTable]]:
    """What others are made of before them: creatures carry what a file brings besides."""
    ordered: list[tuple[str, TomlTable]] = []
    left = {(kind, table.text("id")): (kind, table) for kind, table in things}

    def take(key: tuple[str, str]) -> None:
        found = left.pop(key, None)
        if found is not None:
            for one in _named_in(ruleset, *found):
                take(one)
            ordered.append(found)

    for kind, table in things:
        take((kind, table.text("id")))
    return ordered


def _named_in(ruleset: Ruleset, kind: str, table: TomlTable) -> list[tuple[str, str]]:
    """Content another piece of content names, by kind and id."""
    world = ruleset.world.layout.fields
    fields = world[Library(ruleset.world).kinds[kind]].layout.fields
    found = []
    for key in table:
        f = fields.get(key)
        of = (f.of or f.mask) if f is not None else None
        if isinstance(of, str) and of in world:
            value = table.raw(key)
            names = value if isinstance(value, list) else [value]
            found += [(k, one) for k in world[of].content for one in names if isinstance(one, str)]
    return found


# Sending on


def exported(ruleset: Ruleset, kind: str, name: str) -> str:
    """An entry with all of one's own that it names: a file for somebody else's library."""
    mine: dict[tuple[str, str], TomlTable] = {}

    def gather(key: tuple[str, str]) -> None:
        table = None if key in mine else read_entry(folder_of(ruleset.slug), *key)
        if table is not None:
            mine[key] = table
            for one in _named_in(ruleset, key[0], table):
                gather(one)

    read(ruleset, kind, name)
    gather((kind, name))
    tables: dict[str, list[dict[str, Any]]] = {}
    for (of, _), table in mine.items():
        tables.setdefault(of, []).append(table.data)
    return text_of(ruleset, tables)


def text_of(ruleset: Ruleset, tables: dict[str, list[dict[str, Any]]]) -> str:
    return encounter_text({"ruleset": ruleset.slug, **tables})


def remove(ruleset: Ruleset, kind: str, name: str) -> None:
    """Take one out; fights that were begun have copies of their own."""
    require_kind(ruleset, kind)
    path = path_of(ruleset.slug, kind, name)
    if not path.is_file():
        known = names_of(folder_of(ruleset.slug), kind)
        raise BadInput(unknown(f"{kind} of your library", name, known), field="id")
    with writing(path):
        path.unlink()
