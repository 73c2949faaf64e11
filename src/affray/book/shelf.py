"""Where rulesets are found: installed, or in the folders a person names."""

from __future__ import annotations

import copyreg
import importlib.metadata
import os
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from pickle import PicklingError
from typing import Any

from affray.book.errors import BadInput, meant, unknown
from affray.book.ruleset import Ruleset
from affray.rules.homemade import folder_of, import_folder, line_in

GROUP = "affray.rulesets"
FOLDERS_VARIABLE = "AFFRAY_RULESETS"
HERE = "rulesets"
"""Where `affray new ruleset` begins one, in the folder one is in."""


class Shelf:
    """All rulesets that can be found, loaded when first asked for."""

    def __init__(self) -> None:
        self._folders: list[Path] = []
        self._loaded: dict[str, Ruleset] = {}

    def add_folder(self, folder: Path) -> None:
        """Look for rulesets in the folders below this one too."""
        if not folder.is_dir():
            raise BadInput("no such folder", file=folder, field="--rulesets")
        if not packages(folder):
            raise BadInput(
                "holds no ruleset (a folder with rulebook.toml and __init__.py)",
                file=folder,
                field="--rulesets",
            )
        if folder not in self._folders:
            self._folders.append(folder)

    @cached_property
    def _entries(self) -> dict[str, importlib.metadata.EntryPoint]:
        return {e.name: e for e in importlib.metadata.entry_points(group=GROUP)}

    def slugs(self) -> list[str]:
        return sorted({*self._entries, *(slug_of(f) for f in self.homemade())})

    def homemade(self) -> list[Path]:
        """The folders of the rulesets that are not installed."""
        return [f for p in [*self._folders, *environment_folders()] for f in packages(p)]

    def get(self, slug: str) -> Ruleset:
        if slug in self._loaded:
            return self._loaded[slug]
        for folder in self.homemade():
            if slug_of(folder) == slug:
                return self._keep(slug, _ruleset_in(folder))
        if slug in self._entries:
            return self._keep(slug, self._entries[slug].load())
        called = meant(slug, self.slugs())
        if called != slug:
            return self.get(called)
        raise self._missing(slug)

    def _missing(self, slug: str) -> BadInput:
        """One that lies where `new ruleset` writes it is not loaded unasked, but named."""
        if any(slug_of(folder) == slug for folder in packages(Path(HERE))):
            return BadInput(f"{slug} lies in {HERE}: add --rulesets {HERE}", field="ruleset")
        return BadInput(unknown("ruleset", slug, self.slugs()))

    def folder(self, slug: str) -> Path:
        """Where a ruleset lies; it need not load."""
        for folder in self.homemade():
            if slug_of(folder) == slug:
                return folder
        if slug in self._entries:
            spec = find_spec(self._entries[slug].module)
            assert spec is not None
            assert spec.origin is not None
            return Path(spec.origin).parent
        raise self._missing(slug)

    @property
    def folders(self) -> list[Path]:
        """Where a person said to look."""
        return list(self._folders)

    def folder_of(self, ruleset: Ruleset) -> Path | None:
        """The folder a person had to name for this ruleset to be found."""
        lies = ruleset.folder.resolve()
        named = (f for f in self._folders if lies in [found.resolve() for found in packages(f)])
        return next(named, None)

    def option_of(self, ruleset: Ruleset) -> list[str]:
        """What a command about this ruleset needs to find it."""
        folder = self.folder_of(ruleset)
        return ["--rulesets", str(folder)] if folder else []

    def _keep(self, slug: str, ruleset: Ruleset) -> Ruleset:
        if ruleset.slug != slug:
            problem = f"found {ruleset.slug!r}, expected {slug!r}, the name it is found under"
            raise BadInput(problem, file=ruleset.folder / "rulebook.toml", field="slug")
        self._loaded[slug] = ruleset
        return ruleset

    def all(self) -> list[Ruleset]:
        return [self.get(slug) for slug in self.slugs()]


def environment_folders() -> list[Path]:
    """Where the environment says to look."""
    value = os.environ.get(FOLDERS_VARIABLE, "")
    return [Path(part) for part in value.split(os.pathsep) if part]


def packages(folder: Path) -> list[Path]:
    """The rulesets in a folder: itself, or those right below it."""
    candidates = [folder, *sorted(folder.iterdir())] if folder.is_dir() else []
    return [
        f for f in candidates if (f / "rulebook.toml").is_file() and (f / "__init__.py").is_file()
    ]


def slug_of(folder: Path) -> str:
    """The name the ruleset of a folder is found under."""
    return folder.name.replace("_", "-")


def _ruleset_in(folder: Path) -> Ruleset:
    try:
        found = getattr(import_folder(folder), "RULESET", None)
    except BadInput:
        raise
    except Exception as bad:
        problem = f"cannot be loaded: {type(bad).__name__}: {bad}{_where(bad)}"
        raise BadInput(problem, file=folder) from bad
    if not isinstance(found, Ruleset):
        raise BadInput("names no RULESET", file=folder / "__init__.py")
    return found


def _where(bad: Exception) -> str:
    """The line of the ruleset it came from, as Python puts it after a syntax error."""
    found = None if isinstance(bad, SyntaxError) else line_in(bad)
    return f" ({Path(found[0]).name}, line {found[1]})" if found else ""


SHELF = Shelf()


def _by_name(ruleset: Ruleset) -> tuple[Any, ...]:
    """How a ruleset is pickled: rules are code, which whoever opens it has or finds in a folder."""
    if SHELF.get(ruleset.slug) is not ruleset:
        raise PicklingError(f"{ruleset.slug}: is not the ruleset that is found under this name")
    return from_shelf, (ruleset.slug, ruleset.book.version, folder_of(ruleset.package))


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


copyreg.pickle(Ruleset, _by_name)
