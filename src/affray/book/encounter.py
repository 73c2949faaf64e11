"""An encounter file: who fights whom, where, under which rulings.

A scenario is an encounter with `do` and `expect`; a save is an encounter with a tape.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from affray.book import latecomers
from affray.book.brought import read_library
from affray.book.called import no_line
from affray.book.cast import cast_of, joined, with_changes
from affray.book.content import Library, WorldFiller
from affray.book.emblems import LETTERS
from affray.book.entrant import Entrant, read_entrant
from affray.book.errors import BadInput, meant, unknown
from affray.book.ground import NO_GROUND, Extent, Ground, read_ground
from affray.book.ruleset import Ruleset
from affray.book.rulings import check_rulings, read_rulings
from affray.book.shelf import SHELF
from affray.book.toml_tables import TomlTable, read_toml
from affray.book.top import BETWEEN as BETWEEN
from affray.book.top import TOP, check_whole, taken_names
from affray.book.unused import check_unused
from affray.book.words import Board, Names
from affray.rules.ask import NOBODY
from affray.rules.homemade import is_homemade
from affray.rules.world import misfit

SIDES = ("heroes", "foes")
MOST_SIDES = NOBODY
"""They are numbered from 0, and nobody's number comes behind the last."""


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
    ground: Ground = NO_GROUND
    names: Names = field(default_factory=dict)
    _taken: dict[Any, str] = field(default_factory=dict)
    _called: tuple[Names, int, Names] | None = None
    _checked: bool = False
    beside: tuple[str, TomlTable] | None = None
    """A piece of content that nobody here has, brought in to be looked at."""

    begun: int = -1
    """How many there were when it began: whoever came late is behind them (`latecomers`)."""

    def __post_init__(self) -> None:
        self.entrants = self.entrants[:]
        self.begun = len(self.entrants) if self.begun < 0 else self.begun

    @property
    def start_index(self) -> int:
        """The creature in whose turn the file begins, or -1."""
        wanted = [e.name for e in self.entrants]
        return wanted.index(self.start) if self.start in wanted else -1

    @property
    def called(self) -> Names:
        """What everything is called where people read it; `names` is what files and keys write."""
        size = sum(len(known) for known in self.names.values())
        if self._called is None or self._called[0] is not self.names or self._called[1] != size:
            self._called = (self.names, size, self.library.all_called(self.names))
        return self._called[2]

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
        del self.entrants[self.begun :]
        w = self.ruleset.setup(self)
        if is_homemade(self.ruleset.package) and misfit(w):
            raise BadInput(misfit(w), file=self.ruleset.folder / "setup.py", field=self.name)
        self._apply_sets(w)
        self.require_sound(w, self.file)
        if "ground" in self.top and self.board(w) is None:
            raise self.top.bad("ground", "found one, but this game has no map")
        if not self._checked:
            check_unused(self)
            self._checked = True
        return w

    def board(self, w: Any) -> Board | None:
        """Where everybody is, on what ground; nothing where a game has no map."""
        draw, ruled = self.ruleset.words.board, self.ruleset.words.ground
        if draw is None:
            return None
        board = draw(w, self.called)
        if "ground" in self.top and self.ground == NO_GROUND:  # how far the map goes is known now
            places = [place.label for place in draw(w, self.names).places]
            extent = Extent(board.unit, board.width, board.height, places)
            self.ground = read_ground(self.top.table("ground"), extent, ruled)
        rules = {kind: one.rule for kind, one in ruled.items()}
        patches = [*self.ground.patches, *board.ground.patches]
        return replace(board, ground=Ground(self.ground.base, patches, rules))

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
        if self.beside is not None:
            name, table = self.beside
            self._stage.index(name, table.text("id"), table, "id")
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
        names, late = self.names, self.entrants[self.begun :]
        w = self.world()
        self.names = names
        latecomers.stay(self, self.begun)
        share_content(old, w)
        w.rulings = old.rulings
        for entrant in late:
            latecomers.join_again(self, w, entrant)
        carry(old, w)
        for i in range(w.n):
            if w.creatures[i].side == 0:
                carry(old.creatures[i], w.creatures[i])
        self.require_sound(w, self.file)
        return w

    def unnameable(self, name: str) -> str:
        """Why nobody can be called that, or nothing."""
        taken = f"{name!r} is a word of the file format" if name in taken_names(self) else ""
        return no_line(name) or taken

    def emblem(self, i: int) -> str:
        """What a creature's token shows: as the file says of it, else as its kind does."""
        entrant = self.entrants[i]
        if entrant.emblem or not entrant.content:
            return entrant.emblem or LETTERS
        kinds, asker = ("creature",), entrant.table
        found = self.library.find(kinds, entrant.content, asker, "from")[1]
        return found.text("emblem", LETTERS)

    def stage(self, w: Any) -> WorldFiller:
        """Reads and writes the fields of a world of this encounter by their names."""
        stage = WorldFiller(self.library, w, self.names["creatures"])
        stage.names = self.names
        return stage

    def switched(self, rulings: dict[str, str], start: str | None = None) -> Encounter:
        """The same encounter under other rulings, or begun in another creature's turn."""
        check_rulings(self.ruleset, rulings, self.top)
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

    def from_the_start(self) -> Encounter:
        """The same encounter, to be set up once more while this one is being fought."""
        apart = self.apart()
        apart.entrants, apart._checked = self.entrants[:], True
        return apart

    def __reduce__(self) -> tuple[Any, ...]:
        """The ruleset first: a homemade one must be found before anything of it is read."""
        state = {k: v for k, v in self.__dict__.items() if k not in ("ruleset", "_stage")}
        return _brought_back, (self.ruleset, state)

    def to_toml(self) -> dict[str, Any]:
        """What a file needs to hold to be this encounter wherever it lies."""
        data = {k: v for k, v in self.top.data.items() if k in TOP}
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


def share_content(old: Any, w: Any) -> None:
    """All states of a fight share what was brought into it, under the same numbers."""
    for f in type(w).layout.fields.values():
        if f.content and f.fixed:
            setattr(w, f.name, getattr(old, f.name))
            setattr(w, f.count, getattr(old, f.count))


def carry(old: Any, new: Any) -> None:
    """What lasts of a record, into the one that takes its place."""
    for f in type(new).layout.fields.values():
        if f.lasting:
            value = getattr(old, f.name)
            setattr(new, f.name, value[:] if f.is_list else value)


def find_encounter(name: str | Path) -> Encounter:
    """An encounter by file or by ruleset/name; somebody must be there to fight."""
    path, name = Path(name), str(name)
    if path.suffix == ".toml" or path.exists():
        found = read_encounter(path)
        require_opponents(found)
        return found
    slug, _, _ = name.partition("/")
    files = SHELF.get(slug).encounter_files()
    name = meant(name, files)
    if name not in files:
        raise BadInput(unknown("encounter", name, list(files)))
    return read_encounter(files[name], name)


def require_encounter(given: object) -> None:
    """Refuse a name where the encounter itself is wanted."""
    if not isinstance(given, Encounter):
        problem = f"found {given!r}, expected an encounter: affray.encounter(NAME) finds it"
        raise BadInput(problem, field="encounter")


def require_opponents(e: Encounter) -> None:
    """Somebody of another side must be there, or no fight would ever begin."""
    if not e.is_between and len({entrant.side for entrant in e.entrants}) == 1:
        alone = f"found {e.entrants[0].side} alone, expected somebody of another side to fight"
        raise e.top.bad("creature", alone)


def read_encounter(path: Path, name: str = "") -> Encounter:
    """A game's own by its name too: in a copied folder they are still the other game's."""
    found = encounter_from(read_toml(path), name or str(path))
    owner = name.partition("/")[0]
    if found.ruleset.slug != owner and owner in SHELF.slugs():
        problem = f"found {found.ruleset.slug!r}, expected {owner!r}, in whose folder it lies"
        raise found.top.bad("ruleset", problem)
    return found


def encounter_from(top: TomlTable, name: str) -> Encounter:
    """Check an encounter table and gather what it needs."""
    top = whole(top)
    ruleset = game_of(top)
    library = read_library(ruleset, top)
    sides = top.texts("sides", list(SIDES))
    if not 1 <= len(set(sides)) == len(sides) <= MOST_SIDES:
        raise top.bad("sides", f"found {sides}, expected 1 to {MOST_SIDES} different names")
    entrants = [read_entrant(table, sides) for table in top.tables("creature")]
    encounter = Encounter(
        ruleset=ruleset,
        name=name,
        file=top.file,
        top=top,
        title=top.text("title", name),
        rules=top.texts("rules", []),
        sides=sides,
        entrants=entrants,
        rulings=read_rulings(ruleset, top),
        start=top.text("start", ""),
        library=library,
    )
    check_whole(encounter)
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
