"""One's own encounters and parties: the folder everything of one's own lies in, and one named.

A file that cannot be read is listed with what is wrong with it, and spoils nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from affray.book.encounter import Encounter, encounter_from, read_encounter, require_opponents
from affray.book.errors import BadInput, unknown
from affray.book.home import home
from affray.book.my_library import FOLDER as LIBRARY
from affray.book.toml_tables import TomlTable, is_device, parse_toml, read_toml
from affray.files import party as parties
from affray.files import uvtt
from affray.files.atomic import Exists, make_new, own_folder, put_in_place
from affray.files.saves import says_save
from affray.tell.matchup import who_fights

OWN, NAMED = "~", "."
"""Which folder an encounter lies in, as the first part of what it is asked for by."""

MOST_FILES = 500
DEEPEST = 3
OF_OTHER_KINDS = ("save", "tape", "do", "expect", "fight")
"""What stands in saves, scenarios and parties, and in no encounter."""

OF_A_DRAFT = (".csv", *uvtt.SUFFIXES)
"""Files for the builder: parts of a fight, and none by themselves."""


def folder() -> Path:
    """Where one's own encounters lie; made when the first one comes."""
    return home() / "encounters"


@dataclass(frozen=True)
class Listed:
    """An encounter file as it is listed; a bad one has a problem and no more."""

    ref: str
    title: str
    ruleset: str = ""
    who: str = ""
    problem: str = ""

    @property
    def folder(self) -> str:
        """Which of the folders below it lies in, as a person reads it."""
        return self.ref.partition("/")[2].rpartition("/")[0]


class Collection:
    """The encounters and parties of a person; each file is read again when it has changed."""

    def __init__(self, named: Path | None = None) -> None:
        self.named = named
        self._known: dict[Path, tuple[tuple[int, ...], Listed | None]] = {}
        self._library = 0

    def listed(self) -> list[Listed]:
        self._library = _library_mark()
        found = [self._listed(ref, path) for ref, path in self._files().items()]
        return sorted((one for one in found if one), key=lambda one: (one.ruleset, one.title))

    def parties(self) -> dict[str, Path]:
        """Those that lie where parties lie, and those of the folder that was named."""
        there = self._in(self.named) if self.named else {}
        own = {path.stem: path for path in there.values() if _is_party(path)}
        return {**own, **parties.files()}

    def read(self, ref: str) -> Encounter:
        """One of those that are listed, never another file."""
        files = self._files()
        if ref not in files:
            raise BadInput(unknown("encounter", ref, list(files)))
        found = read_encounter(files[ref], files[ref].stem)
        require_opponents(found)
        return found

    def _files(self) -> dict[str, Path]:
        own = {f"{OWN}/{name}": path for name, path in self._in(folder()).items()}
        there = self._in(self.named) if self.named else {}
        return {**{f"{NAMED}/{name}": path for name, path in there.items()}, **own}

    def _in(self, top: Path) -> dict[str, Path]:
        found = islice(_below(top, DEEPEST), MOST_FILES)
        return {path.relative_to(top).as_posix(): path for path in found}

    def _listed(self, ref: str, path: Path) -> Listed | None:
        try:
            stat = path.stat()
        except OSError:
            return None
        mark = (stat.st_mtime_ns, stat.st_size, self._library)
        if path not in self._known or self._known[path][0] != mark:
            self._known[path] = (mark, _describe(ref, path))
        return self._known[path][1]


def _library_mark() -> int:
    """Another number when something of the library has changed: encounters name what is in it."""
    files = _below(home() / LIBRARY, DEEPEST)
    try:
        return hash(tuple((path, path.stat().st_mtime_ns) for path in files))
    except OSError:  # taken out while one looked
        return 0


def _below(top: Path, deep: int) -> Iterator[Path]:
    """The files of a folder and of those below, in order; what begins with a point is left."""
    try:
        found = sorted(path for path in top.iterdir() if not path.name.startswith("."))
    except OSError:
        return
    for path in found:
        if path.suffix == ".toml" and path.is_file():
            yield path
        elif deep and path.is_dir() and not path.is_symlink():
            yield from _below(path, deep - 1)


def _describe(ref: str, path: Path) -> Listed | None:
    """Nothing for a file that is none of an encounter's."""
    name = ref.partition("/")[2]
    try:
        top = read_toml(path)
        if not _is_encounter(top):
            return None
        found = _checked(top, path)
        return Listed(ref, found.title, found.ruleset.slug, who_fights(found))
    except BadInput as bad:
        return Listed(ref, name, problem=str(bad).replace(str(path), name))
    except Exception as bad:  # as with rulesets: one bad file must not shut the door
        return Listed(ref, name, problem=f"{name}: cannot be read ({type(bad).__name__}: {bad})")


def _checked(top: TomlTable, path: Path) -> Encounter:
    """An encounter that can be fought: there is somebody to fight, and it can be set up."""
    found = encounter_from(top, path.stem)
    require_opponents(found)
    found.world()
    return found


def _is_encounter(top: TomlTable) -> bool:
    if any(key in top for key in OF_OTHER_KINDS):
        return False
    return _has_sides(top) or ("ruleset" in top and not _has_members(top))


def _has_sides(top: TomlTable) -> bool:
    return any("side" in one for one in _creatures(top))


def _has_members(top: TomlTable) -> bool:
    """Whoever goes from fight to fight is of no side in particular."""
    found = _creatures(top)
    return bool(found) and not _has_sides(top) and "map" not in top and "cast" not in top


def _creatures(top: TomlTable) -> list[dict[str, object]]:
    found = top.raw("creature", [])
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []


def _is_party(path: Path) -> bool:
    try:
        top = read_toml(path)
    except BadInput:
        return False
    return "save" not in top and "ruleset" in top and _has_members(top)


# What a person drops on the start page


def placed(name: str) -> Path:
    """Where a file that arrives would lie; what it names beside itself is looked for there."""
    if Path(name).suffix.lower() in OF_A_DRAFT:
        raise BadInput(f"found {name!r}: open maps and rosters in Build a fight", field="name")
    if not name.endswith(".toml") or not parties.NAME.fullmatch(name) or is_device(name):
        raise BadInput(f"found {name!r}, expected the name of a .toml file", field="name")
    return folder() / name


def is_saved(name: str, text: str) -> bool:
    """Whether a file is a saved fight, and none that is kept here."""
    placed(name)
    return says_save(text)


def keep(name: str, text: str) -> str:
    """Read a file as every other is read, and put it where it belongs; says what it was."""
    path = placed(name)
    top = parse_toml(text, path)
    if "save" in top:
        raise BadInput("is a saved fight, expected an encounter or a party", file=path)
    if _has_members(top):
        path = parties.folder() / name
        party = parties.party_from(parse_toml(text, path), path)
        _put(path, text)
        return party.title
    found = _checked(top, path)
    _put(path, text)
    return found.title


def keep_built(name: str, text: str, again: bool) -> str:
    """An encounter somebody built; `again` is what has it written over the one of that name."""
    path = placed(name)
    if again and path.is_file():
        _checked(parse_toml(text, path), path)
        put_in_place(path, text)
    else:
        keep(name, text)
    return f"{OWN}/{name}"


def _put(path: Path, text: str) -> None:
    """The same file twice is one; another of its name is refused, as nothing is written over."""
    if sum(1 for _ in _below(path.parent, DEEPEST)) >= MOST_FILES:
        raise BadInput(f"holds {MOST_FILES} files, and no more are listed", file=path.parent)
    own_folder(path.parent)
    try:
        make_new(path, text)
    except Exists:
        if path.read_text(encoding="utf-8") != text:
            problem = "is there already, and another; give it another name"
            raise BadInput(problem, file=path) from None
