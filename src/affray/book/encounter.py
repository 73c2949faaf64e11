"""An encounter file: who fights whom, where, under which rulings.

A scenario is an encounter with `do` and `expect`; a save is an encounter with a tape.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from affray.book.cast import cast_of, joined, with_changes
from affray.book.content import Library, WorldFiller
from affray.book.errors import BadInput, meant, unknown
from affray.book.ruleset import Ruleset
from affray.book.shelf import SHELF
from affray.book.toml_tables import TomlTable, beside, read_toml
from affray.book.words import Names
from affray.rules.ask import NOBODY

BETWEEN = "between"
"""As `start`: no fight is on."""

SIDES = ("heroes", "foes")
_TOP = ("ruleset", "title", "text", "rules", "start", "sides", "rulings", "map", "set", "creature")
_PARTS = ("homebrew", "do", "expect", "tape", "save")


@dataclass(frozen=True)
class Entrant:
    """A creature of the encounter, as the file writes it."""

    name: str
    content: str
    side: str
    table: TomlTable
    stays: bool = False

    @property
    def changes(self) -> TomlTable:
        return self.table.table("set")


@dataclass(frozen=True)
class Company:
    """The party that fights here: by name or file, how many fights it had behind it then."""

    party: str
    fights: int
    behind: tuple[str, ...] = ()


@dataclass
class Encounter:
    """A read and checked encounter; `world()` sets it up."""

    ruleset: Ruleset
    name: str
    file: Path | str
    top: TomlTable
    title: str
    rules: list[str]
    sides: list[str]
    entrants: list[Entrant]
    rulings: dict[str, str]
    start: str
    library: Library
    company: Company | None = None
    names: Names = field(default_factory=dict)
    _taken: dict[Any, str] = field(default_factory=dict)

    @property
    def start_index(self) -> int:
        """The creature in whose turn the file begins, or -1."""
        wanted = [e.name for e in self.entrants]
        return wanted.index(self.start) if self.start in wanted else -1

    @property
    def places(self) -> list[Entrant]:
        """Those of the first side whose places a party may take."""
        return [e for e in self.entrants if e.side == self.sides[0] and not e.stays]

    @property
    def is_between(self) -> bool:
        return self.start == BETWEEN

    def world(self) -> Any:
        """A fresh world; what the file sets has the last word over what setup derives."""
        self._taken = {}
        w = self.ruleset.setup(self)
        self._apply_sets(w)
        self.require_sound(w, self.file)
        return w

    def require_sound(self, w: Any, file: Path | str) -> None:
        """Refuse a state the rules could never reach, in a file or (without one) by hand."""
        problem = self.ruleset.what_is_wrong(w) or self._beyond_sides(w)
        if problem:
            names = [entrant.name for entrant in self.entrants]
            told = re.sub(r"creature (\d+)", lambda found: names[int(found[1])], problem)
            said = "is a state that cannot be" if file else "This cannot be"
            raise BadInput(f"{said}: {told}", file=file)

    def _beyond_sides(self, w: Any) -> str:
        """Whoever is of a side this encounter does not have."""
        last = len(self.sides) - 1
        beyond = [i for i in range(w.n) if not 0 <= w.creatures[i].side <= last]
        found = [f"creature {i}'s side is {w.creatures[i].side}" for i in beyond]
        return f"{found[0]}, expected 0 to {last}" if found else ""

    def fill(self, w: Any) -> Any:
        """For a ruleset's setup: creatures, content and rulings as the files say."""
        self._stage = WorldFiller(self.library, w, [e.name for e in self.entrants])
        self.names = self._stage.names
        creatures = type(w).layout.fields["creatures"]
        assert creatures.record is not None
        if len(self.entrants) > creatures.capacity:
            found = len(self.entrants)
            raise self.top.bad("creature", f"found {found}, expected at most {creatures.capacity}")
        w.n = len(self.entrants)
        w.creatures = [creatures.record() for _ in self.entrants]
        for i, entrant in enumerate(self.entrants):
            c = w.creatures[i]
            if entrant.content:
                wanted, asker = entrant.content, entrant.table
                self._stage.fill(c, self.library.find(("creature",), wanted, asker, "from")[1])
            c.side = self.sides.index(entrant.side)
        for ruling in self.ruleset.book.switches:
            reading = self.rulings.get(ruling.name, ruling.default)
            setattr(w.rulings, ruling.name, ruling.index(reading))
        self._apply_sets(w)
        return w

    def content(self, list_name: str, wanted: str) -> int:
        """For a ruleset's setup: the place of content that is always there."""
        return self._stage.index(list_name, wanted, self.top, list_name)

    def place(self, i: int, where: Any) -> None:
        """For a ruleset's setup: refuse a place that is taken."""
        entrant = self.entrants[i]
        key = tuple(where) if isinstance(where, list) else where
        if key in self._taken:
            raise entrant.table.bad("at", f"found {where}, where {self._taken[key]} already stands")
        self._taken[key] = entrant.name

    def _apply_sets(self, w: Any) -> None:
        for i, entrant in enumerate(self.entrants):
            self._stage.fill(w.creatures[i], entrant.changes, skip=())
        self._stage.fill(w, self.top.table("set"), skip=())

    def edit(self, w: Any, changes: TomlTable) -> None:
        """Change fields by hand: {Ada = {wounds = 1}}, or fields of the fight itself."""
        stage = self.stage(w)
        for key in changes:
            if key in self.names["creatures"]:
                i = self.names["creatures"].index(key)
                stage.fill(w.creatures[i], changes.table(key), skip=())
            else:
                one = TomlTable({key: changes.raw(key)}, changes.file, changes.where)
                stage.fill(w, one, skip=())
        self.require_sound(w, changes.file)

    def again(self, old: Any) -> Any:
        """The same encounter anew, the first side and what else lasts as the last fight left it."""
        names = self.names
        w = self.world()
        self.names = names
        for f in type(w).layout.fields.values():
            if f.content and f.fixed:
                setattr(w, f.name, getattr(old, f.name))
                setattr(w, f.count, getattr(old, f.count))
        _carry(old, w)
        for i in range(w.n):
            if w.creatures[i].side == 0:
                _carry(old.creatures[i], w.creatures[i])
        self.require_sound(w, self.file)
        return w

    def stage(self, w: Any) -> WorldFiller:
        """Reads and writes the fields of a world of this encounter by their names."""
        stage = WorldFiller(self.library, w, self.names["creatures"])
        stage.names = self.names
        return stage

    def switched(self, rulings: dict[str, str], start: str | None = None) -> Encounter:
        """The same encounter under other rulings, or begun in another creature's turn."""
        _check_rulings(self.ruleset, rulings, self.top)
        return Encounter(
            **{
                **{k: v for k, v in self.__dict__.items() if k != "_stage"},
                "rulings": {**self.rulings, **rulings},
                "start": self.start if start is None else start,
            }
        )

    def apart(self) -> Encounter:
        """The same encounter with names of its own, to which edits add what they bring."""
        names = {kind: known[:] for kind, known in self.names.items()}
        return replace(self, names=names, _taken={})

    def __reduce__(self) -> tuple[Any, ...]:
        """The ruleset first: a homemade one must be found before anything of it is read."""
        state = {k: v for k, v in self.__dict__.items() if k not in ("ruleset", "_stage")}
        return _brought_back, (self.ruleset, state)

    def to_toml(self) -> dict[str, Any]:
        """What a file needs to hold to be this encounter wherever it lies."""
        data = {k: v for k, v in self.top.data.items() if k in _TOP}
        data["ruleset"] = self.ruleset.slug
        data["rulings"] = self.rulings
        if self.start:
            data["start"] = self.start
        own: dict[str, list[dict[str, Any]]] = {}
        for kind, tables in self.library.everything().items():
            shipped = self.ruleset.book.content.file
            brought = [t.data for t in tables.values() if t.file != shipped]
            if brought:
                own[kind] = brought
        return {**data, "homebrew": own} if own else data


def _brought_back(ruleset: Ruleset, state: dict[str, Any]) -> Encounter:
    return Encounter(ruleset=ruleset, **state)


def _carry(old: Any, new: Any) -> None:
    """What lasts of a record, into the one that takes its place."""
    for f in type(new).layout.fields.values():
        if f.lasting:
            value = getattr(old, f.name)
            setattr(new, f.name, value[:] if f.is_list else value)


def find_encounter(name: str) -> Encounter:
    """An encounter by file or by ruleset/name; somebody must be there to fight."""
    path = Path(name)
    if path.suffix == ".toml" or path.exists():
        return _with_opponents(read_encounter(path))
    slug, _, _ = name.partition("/")
    files = SHELF.get(slug).encounter_files()
    name = meant(name, files)
    if name not in files:
        raise BadInput(unknown("encounter", name, list(files)))
    return read_encounter(files[name], name)


def _with_opponents(e: Encounter) -> Encounter:
    if not e.is_between and len({entrant.side for entrant in e.entrants}) == 1:
        alone = f"found {e.entrants[0].side} alone, expected somebody of another side to fight"
        raise e.top.bad("creature", alone)
    return e


def read_encounter(path: Path, name: str = "") -> Encounter:
    return encounter_from(read_toml(path), name or str(path))


def encounter_from(top: TomlTable, name: str) -> Encounter:
    """Check an encounter table and gather what it needs."""
    top = whole(top)
    ruleset = game_of(top)
    library = _read_library(ruleset, top)
    sides = top.texts("sides", list(SIDES))
    if not 1 <= len(set(sides)) == len(sides) <= NOBODY:
        raise top.bad("sides", f"found {sides}, expected 1 to {NOBODY} different names")
    entrants = [_read_entrant(table, sides) for table in top.tables("creature")]
    encounter = Encounter(
        ruleset=ruleset,
        name=name,
        file=top.file,
        top=top,
        title=top.text("title", name),
        rules=top.texts("rules", []),
        sides=sides,
        entrants=entrants,
        rulings=_read_rulings(ruleset, top),
        start=top.text("start", ""),
        library=library,
    )
    _check_whole(encounter)
    return encounter


def whole(top: TomlTable) -> TomlTable:
    """The table with its cast brought in, and what it sets of creatures said of each."""
    if "cast" in top:
        cast = cast_of(top)
        path = Path(cast.file)
        _require_sound_cast(path, path.absolute(), path.stat().st_mtime_ns)
        top = joined(whole(cast), top)
    return with_changes(top, game_of(top).world)


@lru_cache(maxsize=500)
def _require_sound_cast(path: Path, place: Path, changed: int) -> None:
    """A cast can be set up alone: what is wrong with it is said of it, once."""
    read_encounter(path).world()


def game_of(top: TomlTable) -> Ruleset:
    """The game a file is for."""
    return SHELF.get(top.choice("ruleset", SHELF.slugs(), "ruleset"))


def _read_entrant(table: TomlTable, sides: list[str]) -> Entrant:
    entrant = Entrant(
        name=table.text("name"),
        content=table.text("from", ""),
        side=table.choice("side", sides, "side"),
        table=table,
        stays=table.flag("stays"),
    )
    if entrant.stays and entrant.side != sides[0]:
        raise table.bad("stays", f"found true, expected it only among the {sides[0]}")
    table.raw("at", None)
    table.table("set")
    table.finish()
    return entrant


def _read_library(ruleset: Ruleset, top: TomlTable) -> Library:
    library = Library(ruleset.world)
    library.add_all(ruleset.book.content)
    brought = top.raw("homebrew", [])
    if isinstance(brought, dict):
        library.add_all(top.table("homebrew"))
    else:
        names = [brought] if isinstance(brought, str) else top.texts("homebrew", [])
        for name in names:
            library.add_all(read_toml(beside(top, "homebrew", name)))
    library.add_all(top, [kind for kind in library.kinds if kind != "creature"])
    return library


def _read_rulings(ruleset: Ruleset, top: TomlTable) -> dict[str, str]:
    table = top.table("rulings")
    said = {name: table.text(name) for name in table}
    _check_rulings(ruleset, said, table)
    return said


def _check_rulings(ruleset: Ruleset, said: dict[str, str], table: TomlTable) -> None:
    """All that is wrong at once: who switches five would not be told of them one by one."""
    found = {name: wrong_ruling(ruleset, name, reading) for name, reading in said.items()}
    wrong = {name: problem for name, problem in found.items() if problem}
    if len(wrong) == 1:
        ((name, problem),) = wrong.items()
        raise table.bad(name, problem)
    if wrong:
        raise table.bad("", "; ".join(f"{name}: {problem}" for name, problem in wrong.items()))


def wrong_ruling(ruleset: Ruleset, name: str, reading: str) -> str:
    """Why a ruling cannot be read so, or nothing."""
    rulings = ruleset.book.rulings
    if name not in rulings:
        return unknown("ruling", name, [r.name for r in ruleset.book.switches])
    one = rulings[name]
    if one.fixed:
        return f"is fixed at {one.default!r} ({one.id}): {one.reason}"
    return "" if reading in one.reading_names else unknown("reading", reading, one.reading_names)


def _check_whole(e: Encounter) -> None:
    for key in (*_TOP, *_PARTS):
        e.top.raw(key, None)
    e.top.finish()
    names = [entrant.name for entrant in e.entrants]
    seen: set[str] = set()
    for entrant in e.entrants:
        if entrant.name in seen:
            raise entrant.table.bad("name", f"{entrant.name!r} stands twice")
        seen.add(entrant.name)
        if not entrant.name.strip():
            raise entrant.table.bad("name", "is empty")
        if entrant.name in _taken_names(e):
            raise entrant.table.bad("name", f"{entrant.name!r} is a word of the file format")
    if not e.entrants:
        raise e.top.bad("creature", "missing; expected at least one [[creature]]")
    if e.start and e.start != BETWEEN and e.start not in names:
        raise e.top.bad("start", unknown("creature", e.start, [*names, BETWEEN]))


def _taken_names(e: Encounter) -> set[str]:
    """Names that a creature may not have, since files use them for other things."""
    return {BETWEEN, "events", "asks", "offers", "lacks", "outcome", *e.ruleset.world.layout.fields}
