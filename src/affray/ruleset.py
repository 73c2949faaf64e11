"""What a ruleset is, and where rulesets are found."""

from __future__ import annotations

import importlib.metadata
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from pickle import PicklingError
from typing import TYPE_CHECKING, Any

from affray.ask import RULES
from affray.book import Book, read_book
from affray.errors import BadInput, meant, unknown
from affray.homemade import folder_of, import_folder
from affray.words import Words, kebab
from affray.world import Record

if TYPE_CHECKING:
    from affray.encounter import Encounter

GROUP = "affray.rulesets"
FOLDERS_VARIABLE = "AFFRAY_RULESETS"


@dataclass(frozen=True, eq=False)
class Ruleset:
    """Six functions, a policy, words and a book; the engine knows no more of any game."""

    package: str
    folder: Path
    world: type[Record]
    setup: Callable[[Encounter], Any]
    begin: Callable[[Any, Any], None]
    step: Callable[[Any, Any], None]
    between: Callable[[Any, Any], bool | None]
    outcome: Callable[[Any], int]
    standing: Callable[[Any, int], bool]
    invariant: Callable[[Any], str]
    decide: Callable[..., int]
    temperaments: Sequence[str]
    words: Words

    @cached_property
    def book(self) -> Book:
        book = read_book(self.folder)
        _match_rulings(self, book)
        for name in sorted(book.secret - set(self.words.question_names)):
            problem = unknown("question", name, list(self.words.question_names))
            raise BadInput(problem, file=self.folder / "rulebook.toml", field="secret")
        return book

    @property
    def slug(self) -> str:
        return self.book.slug

    def __reduce__(self) -> tuple[Any, ...]:
        """By name: rules are code, which whoever opens the pickle has or finds in its folder."""
        if SHELF.get(self.slug) is not self:
            raise PicklingError(f"{self.slug}: is not the ruleset that is found under this name")
        return from_shelf, (self.slug, self.book.version, folder_of(self.package))

    def rules_in_code(self) -> dict[str, list[str]]:
        """For every rule id, the functions that carry it out."""
        found: dict[str, list[str]] = {}
        for function, ids in self.functions().items():
            for rule_id in ids:
                place = f"{function.__module__}:{function.__qualname__}"
                found.setdefault(rule_id, []).append(place)
        for f in _all_fields(self.world):
            if f[1]:
                found.setdefault(f[1], []).append(f"{self.package}.state:{f[0]}")
        return found

    def functions(self) -> dict[Callable[..., Any], tuple[str, ...]]:
        """The functions marked @rule in this ruleset's package."""
        inside = (self.package, self.package + ".")
        return {
            f: ids
            for f, ids in RULES.items()
            if f.__module__ == inside[0] or f.__module__.startswith(inside[1])
        }

    def temperament(self, name: str) -> int:
        if name not in self.temperaments:
            raise BadInput(unknown("temperament", name, list(self.temperaments)))
        return list(self.temperaments).index(name)

    def encounter_files(self) -> dict[str, Path]:
        """The encounters that come with the ruleset, by name."""
        files = sorted((self.folder / "encounters").glob("*.toml"))
        return {f"{self.slug}/{f.stem}": f for f in files}

    def proof_folder(self, kind: str) -> Path | None:
        """Where its scenarios or golden transcripts lie: beside it, or in the checkout's tests."""
        checkout = Path(__file__).parents[2]
        for folder in (
            self.folder / kind,
            Path("tests") / kind / self.slug,
            checkout / "tests" / kind / self.slug,
        ):
            if folder.is_dir():
                return folder
        return None

    def scenario_files(self) -> list[Path]:
        folder = self.proof_folder("scenarios")
        return sorted(folder.glob("*.toml")) if folder else []


def _all_fields(cls: type[Record]) -> list[tuple[str, str]]:
    out = []
    for f in cls.layout.fields.values():
        out.append((f"{cls.__name__}.{f.name}", f.rule))
        if f.record:
            out += _all_fields(f.record)
    return out


def _match_rulings(ruleset: Ruleset, book: Book) -> None:
    """Every switch is a field of the world's rulings, its readings that field's enum."""
    declared = ruleset.world.layout.fields["rulings"].layout.fields
    switches = {ruling.name: ruling for ruling in book.switches}
    for name in declared ^ switches.keys():
        raise BadInput(
            f"the switch {name!r} must stand both in rulebook.toml and in the world's rulings",
            file=ruleset.folder / "rulebook.toml",
        )
    for name, f in declared.items():
        members = [kebab(m) for m in f.of] if isinstance(f.of, type) else []
        if members != switches[name].reading_names:
            raise BadInput(
                f"readings {switches[name].reading_names} in the book, {members} in the code",
                file=ruleset.folder / "rulebook.toml",
                field=name,
            )


class Shelf:
    """All rulesets that can be found, loaded when first asked for."""

    def __init__(self) -> None:
        self._folders: list[Path] = []
        self._loaded: dict[str, Ruleset] = {}

    def add_folder(self, folder: Path) -> None:
        """Look for rulesets in the folders below this one too."""
        if not folder.is_dir():
            raise BadInput("no such folder", file=folder, field="--rulesets")
        if not _packages(folder):
            raise BadInput(
                "holds no ruleset (a folder with rulebook.toml and __init__.py)",
                file=folder,
                field="--rulesets",
            )
        if folder not in self._folders:
            self._folders.append(folder)

    @cached_property
    def _entries(self) -> dict[str, Callable[[], Any]]:
        return {e.name: e.load for e in importlib.metadata.entry_points(group=GROUP)}

    def slugs(self) -> list[str]:
        return sorted({*self._entries, *(_slug(f) for f in self.homemade())})

    def homemade(self) -> list[Path]:
        """The folders of the rulesets that are not installed."""
        return [f for p in [*self._folders, *_environment_folders()] for f in _packages(p)]

    def get(self, slug: str) -> Ruleset:
        if slug in self._loaded:
            return self._loaded[slug]
        for folder in self.homemade():
            if _slug(folder) == slug:
                return self._keep(slug, _ruleset_in(folder))
        if slug in self._entries:
            return self._keep(slug, self._entries[slug]())
        called = meant(slug, self.slugs())
        if called != slug:
            return self.get(called)
        raise BadInput(unknown("ruleset", slug, self.slugs()))

    @property
    def folders(self) -> list[Path]:
        """Where a person said to look."""
        return list(self._folders)

    def folder_of(self, ruleset: Ruleset) -> Path | None:
        """The folder a person had to name for this ruleset to be found."""
        return next((f for f in self._folders if ruleset.folder in _packages(f)), None)

    def _keep(self, slug: str, ruleset: Ruleset) -> Ruleset:
        if ruleset.slug != slug:
            problem = f"found {ruleset.slug!r}, expected {slug!r}, the name it is found under"
            raise BadInput(problem, file=ruleset.folder / "rulebook.toml", field="slug")
        self._loaded[slug] = ruleset
        return ruleset

    def all(self) -> list[Ruleset]:
        return [self.get(slug) for slug in self.slugs()]


def _environment_folders() -> list[Path]:
    value = os.environ.get(FOLDERS_VARIABLE, "")
    return [Path(part) for part in value.split(os.pathsep) if part]


def _packages(folder: Path) -> list[Path]:
    candidates = [folder, *sorted(folder.iterdir())] if folder.is_dir() else []
    return [
        f for f in candidates if (f / "rulebook.toml").is_file() and (f / "__init__.py").is_file()
    ]


def _slug(folder: Path) -> str:
    return folder.name.replace("_", "-")


def _ruleset_in(folder: Path) -> Ruleset:
    found = getattr(import_folder(folder), "RULESET", None)
    if not isinstance(found, Ruleset):
        raise BadInput("names no RULESET", file=folder / "__init__.py")
    return found


SHELF = Shelf()


def from_shelf(slug: str, version: int, folder: Path | None) -> Ruleset:
    """The ruleset that a pickle names; a homemade one is looked for in its folder too."""
    if folder is not None and folder not in [known.absolute() for known in SHELF.homemade()]:
        SHELF.add_folder(folder)
    found = SHELF.get(slug)
    if folder_of(found.package) != folder:
        problem = f"found in {found.folder}, expected {folder or 'what is installed'}"
        raise BadInput(problem, field=slug)
    if found.book.version != version:
        problem = f"found version {found.book.version}, expected {version}, as it was pickled"
        raise BadInput(problem, field=slug)
    return found
