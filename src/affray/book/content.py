"""From the words of a file to the numbers of a field, and back."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any

from affray.book.emblems import ANY
from affray.book.errors import unknown
from affray.book.my_library import names_of, read_entry
from affray.book.sayings import FULL, has_room, number_of, unsayable
from affray.book.toml_tables import TomlTable, shown
from affray.book.words import Names, kebab, spaced
from affray.rules import pools
from affray.rules.layout import Field
from affray.rules.masks import members
from affray.rules.world import SAYINGS, Record

NONE = "none"
"""How a file writes the -1 of a field that stands for a member of an enum, or for none."""

ABOUT = ("id", "name", "text", "source", "emblem")
"""What a content table may say beside its record's fields."""

STANDS = ("x", "y", "zone", "place")
"""What the rulesets call where a creature stands."""


class Library:
    """Content by kind and id: the book's, then homebrew, then the file's own.

    `own` is the folder of a person's own library, where what is in none of these is looked for
    until the fight begins: what it was begun with is its own from then on.
    """

    def __init__(self, world: type[Record], own: Path | None = None) -> None:
        self.world = world
        self.own = own
        lists = world.layout.fields.values()
        self.kinds = {kind: f.name for f in lists for kind in f.content}
        self._tables: dict[str, dict[str, TomlTable]] = {kind: {} for kind in self.kinds}

    def add(self, kind: str, table: TomlTable) -> None:
        found = table.text("id")
        record = self.world.layout.fields[self.kinds[kind]].record
        assert record is not None
        for key in table:
            if key not in record.layout.fields and key not in ABOUT:
                known = [*record.layout.fields, *ABOUT]
                raise table.bad("", unknown("field", key, known))
        if "emblem" in table:
            table.choice("emblem", list(ANY), "emblem")
        self._tables[kind][found] = table

    def add_all(self, top: TomlTable, kinds: list[str] | None = None) -> None:
        """Add what a table holds of these kinds; of all kinds, and then nothing else may stand."""
        for kind in list(self.kinds) if kinds is None else kinds:
            seen: set[str] = set()
            for table in top.tables(kind):
                self.add(kind, table)
                if table.text("id") in seen:
                    raise table.bad("id", f"{table.text('id')!r} stands twice")
                seen.add(table.text("id"))
        if kinds is None:
            top.finish("kind of content")

    def find(
        self, kinds: tuple[str, ...], wanted: str, asker: TomlTable, key: str
    ) -> tuple[str, TomlTable]:
        """A piece of content and its kind, among several kinds."""
        for kind in kinds:
            if wanted in self._tables[kind]:
                return kind, self._tables[kind][wanted]
        if self.own is not None:
            for kind in kinds:
                table = read_entry(self.own, kind, wanted)
                if table is not None:
                    self.add(kind, table)
                    return kind, table
        known = [found for kind in kinds for found in self._tables[kind]]
        mine = [name for kind in kinds for name in self._names_of_own(kind)]
        has_own = self.own is not None and self.own.is_dir()
        kind = " or ".join(kinds) + (" of the book or of your library" if has_own else "")
        raise asker.bad(key, unknown(kind, wanted, sorted({*known, *mine})))

    def _names_of_own(self, kind: str) -> list[str]:
        return names_of(self.own, kind) if self.own is not None else []

    def called(self, list_name: str, known: str) -> str:
        """What people read of a piece of content: its name, where that says more than its id."""
        kinds = [kind for kind, listed in self.kinds.items() if listed == list_name]
        table = next((self._tables[k][known] for k in kinds if known in self._tables[k]), None)
        name = table.text("name", "") if table is not None else ""
        is_same = "".join(filter(str.isalnum, name.lower())) == known.replace("-", "")
        return (name.lower() if is_same else name) or spaced(known)

    def all_called(self, names: Names) -> Names:
        """The same names as people read them; creatures and own words are as they are."""
        return {
            kind: known if kind in ("creatures", SAYINGS) else [self.called(kind, o) for o in known]
            for kind, known in names.items()
        }

    def everything(self) -> dict[str, dict[str, TomlTable]]:
        return self._tables


class WorldFiller:
    """Fills one world from a library and remembers what everything is called."""

    def __init__(self, library: Library, w: Any, creatures: list[str]) -> None:
        self.library = library
        self.w = w
        self.fields = type(w).layout.fields
        self.names: Names = {f.name: [] for f in self.fields.values() if f.content}
        self.names["creatures"] = creatures
        self.names[SAYINGS] = []

    def index(self, list_name: str, wanted: str, asker: TomlTable, key: str) -> int:
        """The place of a piece of content in the world's list; brought in when new."""
        known = self.names.get(list_name, [])
        f = self.fields[list_name]
        if wanted in known:
            self._count(f, known.index(wanted))
            return known.index(wanted)
        if list_name == "creatures" or not f.content:
            raise asker.bad(key, unknown(list_name.rstrip("s"), wanted, known))
        kind, table = self.library.find(f.content, wanted, asker, key)
        if len(known) >= f.capacity:
            raise asker.bad(key, f"found more than {f.capacity} {list_name} in one fight")
        assert f.record is not None
        known.append(wanted)
        made = f.record()
        getattr(self.w, list_name).append(made)
        self._count(f, len(known) - 1)
        _tell_kind(made, kind, table)
        self.fill(made, table)
        return known.index(wanted)

    def _saying(self, text: str, asker: TomlTable, key: str) -> int:
        """The number of somebody's own words."""
        problem = unsayable(text) or ("" if has_room(self.names, text) else FULL)
        if problem:
            raise asker.bad(key, problem)
        return number_of(self.names, text)

    def _count(self, f: Field, k: int) -> None:
        """Let the world know of element k, which an edit may have brought before an undo."""
        if f.count and getattr(self.w, f.count) <= k:
            setattr(self.w, f.count, k + 1)

    def fill(self, target: Record, table: TomlTable, skip: tuple[str, ...] = ABOUT) -> None:
        """Set the fields of a record that a table names."""
        fields = type(target).layout.fields
        for key in table:
            if key in skip:
                continue
            if key not in fields:
                raise table.bad("", no_field(key, list(fields)))
            if not _may_be_set(fields, key):
                raise table.bad(key, f"found {shown(table.raw(key))}, but no file or edit sets it")
            held = getattr(target, key) if fields[key].by is not None else []
            setattr(target, key, self.read(fields[key], table, key, held))

    def read(self, f: Field, table: TomlTable, key: str, held: Sequence[int] = ()) -> Any:
        """The numbers of a field from the words of a file; what a table leaves out is held."""
        value = table.raw(key)
        if f.record:
            raise table.bad(key, "cannot be set by a file")
        if not f.is_list:
            return self._one(f, table, key, value)
        if f.by is not None:
            return self._by_member(f, table, key, held)
        if not isinstance(value, list) or len(value) > f.capacity:
            raise table.bad(key, f"found {value!r}, expected a list of at most {f.capacity}")
        read = [self._one(f, table, key, one) for one in value]
        return read + [int(f.default)] * (f.capacity - len(read))

    def _by_member(self, f: Field, table: TomlTable, key: str, held: Sequence[int]) -> list[int]:
        """{ slashing = 2 }: an element for each member of an enum."""
        assert f.by is not None
        given = table.table(key)
        members = {kebab(m): int(m) for m in f.by}
        read = list(held) or [int(f.default)] * f.capacity
        for name in given:
            if name not in members:
                raise given.bad("", unknown(key, name, list(members)))
            read[members[name]] = self._one(f, given, name, given.raw(name))
        return read

    def _one(self, f: Field, table: TomlTable, key: str, value: Any) -> int:
        if f.mask is not None:
            return self._mask(f, table, key, value)
        if f.of is not None and isinstance(value, str):
            return self._named(f.of, table, key, value)
        if f.storage and f.storage.is_pool and isinstance(value, str):
            return _read_pool(table, key, value)
        if isinstance(value, bool) and f.of is None:
            return self._truth(f, table, key, value)
        if type(value) is not int:
            raise table.bad(key, f"found {shown(value)}, expected {_wanted(f)}")
        assert f.storage is not None
        if f.storage.is_pool or not _stands_for(f.of, value):
            raise table.bad(key, f"found {value}, expected {_wanted(f)}")
        if not f.holds(value):
            raise table.bad(key, f"found {value}, expected {f.limits}")
        if not f.storage.low <= value <= f.storage.high:
            raise table.bad(key, f"found {value}, expected {f.storage.low} to {f.storage.high}")
        return value

    def _truth(self, f: Field, table: TomlTable, key: str, value: bool) -> int:
        """true and false are for what holds or does not; a score is a number."""
        said = f"found {str(value).lower()} (true or false), expected"
        if f.storage and f.storage.is_pool:
            raise table.bad(key, f"{said} {_wanted(f)}")
        if f.has_limits and not f.is_flag:
            raise table.bad(key, f"{said} a number, {f.limits}")
        return int(value)

    def _named(self, of: type[IntEnum] | str, table: TomlTable, key: str, value: str) -> int:
        if isinstance(of, str) and value == "nobody":
            return -1
        if of == SAYINGS:
            return self._saying(value, table, key)
        if isinstance(of, str):
            return self.index(of, value, table, key)
        members = {kebab(m): int(m) for m in of}
        if value == NONE and value not in members:
            return -1
        if value not in members:
            raise table.bad(key, unknown(key, value, list(members)))
        return members[value]

    def _mask(self, f: Field, table: TomlTable, key: str, value: Any) -> int:
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise table.bad(key, f"found {value!r}, expected a list of names")
        assert f.mask is not None
        bits = 0
        for one in value:
            k = self._named(f.mask, table, key, one)
            bits |= 1 << k if k >= 0 else 0
        assert f.storage is not None
        if bits > f.storage.high:
            raise table.bad(key, f"found {value!r}, more than the field can hold")
        return bits


def _stands_for(of: type[IntEnum] | str | None, value: int) -> bool:
    """Whether a number names something: what a fight numbers as it comes, no file can know."""
    return of is None or (not isinstance(of, str) and value in {int(m) for m in of})


def _tell_kind(made: Record, kind: str, table: TomlTable) -> None:
    """A thing is what the table is called that it stands in."""
    f = type(made).layout.fields.get("kind")
    if f is None or not isinstance(f.of, type):
        return
    if table.raw("kind", kind) != kind:
        found = shown(table.raw("kind"))
        raise table.bad("kind", f"found {found}, expected {kind} in a [[{kind}]]")
    made.kind = {kebab(m): int(m) for m in f.of}[kind]  # type: ignore[attr-defined]


def _may_be_set(fields: dict[str, Field], key: str) -> bool:
    """Not what follows from the map or the content, nor what the rules only work with."""
    one = fields[key]
    counts = any(f.count == key and f.record for f in fields.values())
    return not (one.fixed or one.scratch or one.record or counts)


def no_field(wanted: str, known: list[str]) -> str:
    """What there is instead; only the files of encounters call the place of a creature `at`."""
    stands = [name for name in STANDS if name in known]
    if wanted == "at" and stands:
        return f"no field is called 'at'; where a creature stands is {' and '.join(stands)}"
    return unknown("field", wanted, known)


def _read_pool(table: TomlTable, key: str, value: str) -> int:
    try:
        return pools.parse(value)
    except pools.PoolError as bad:
        raise table.bad(key, str(bad)) from None


def _wanted(f: Field) -> str:
    if isinstance(f.of, type):
        return "one of " + ", ".join(kebab(m) for m in f.of)
    if f.of:
        return f"the name of one of the {f.of}"
    return "dice such as '2d6+3'" if f.storage and f.storage.is_pool else "a whole number"


def show(f: Field, value: Any, names: Names) -> Any:
    """A field's value as a file would write it."""
    if f.by is not None:
        return {name: show_one(f, value[k], names) for name, k in _members(f.by)}
    if f.is_list:
        return [show_one(f, one, names) for one in value]
    return show_one(f, value, names)


@cache
def _members(by: type[IntEnum]) -> list[tuple[str, int]]:
    """What a list is told by, each with its place: asked for every creature at every answer."""
    return [(kebab(m), int(m)) for m in by]


def written(f: Field, value: Any, names: Names) -> Any:
    """As `show`, but a list ends where only its default would follow: reading fills it up."""
    if f.is_plain:
        return value
    if f.is_list and f.by is None:
        value = list(value)
        while value and value[-1] == f.default:
            value.pop()
    return show(f, value, names)


def show_one(f: Field, value: int, names: Names) -> Any:
    if f.mask is not None:
        return [_label(f.mask, k, names) for k in members(value)]
    if f.of is not None:
        return _label(f.of, value, names)
    if f.storage and f.storage.is_pool:
        return pools.text(value)
    return value


def _label(of: type[IntEnum] | str, value: int, names: Names) -> str:
    if isinstance(of, str):
        return names[of][value] if 0 <= value < len(names[of]) else "nobody"
    return NONE if value == -1 else kebab(of(value))
