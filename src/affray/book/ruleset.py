"""What a ruleset is."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from affray.book.errors import BadInput, unknown
from affray.book.rulebook import Book, read_book
from affray.book.words import Words, kebab
from affray.rules.ask import RULES
from affray.rules.world import Record, beyond_limits

if TYPE_CHECKING:
    from affray.book.encounter import Encounter


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
    enter: Callable[[Any, int], None] | None = None
    """How somebody comes into a fight that is on, once it has a number and a place."""
    leave: Callable[[Any, int], None] | None = None
    """How somebody is out of a fight who leaves it."""

    @cached_property
    def book(self) -> Book:
        book = read_book(self.folder)
        _match_rulings(self, book)
        for name in sorted(book.secret - set(self.words.question_names)):
            problem = unknown("question", name, list(self.words.question_names))
            raise BadInput(problem, file=self.folder / "rulebook.toml", field="secret")
        return book

    @cached_property
    def secret_questions(self) -> frozenset[int]:
        """The questions whose answers other seats do not see."""
        return frozenset(int(self.words.question_names[name]) for name in self.book.secret)

    @property
    def slug(self) -> str:
        return self.book.slug

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

    def what_is_wrong(self, w: Any) -> str:
        """The first thing in a state that the rules could never bring about, or nothing."""
        return beyond_limits(w) or self.invariant(w)

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
        archive = self.folder / f"{kind}.zip"
        if archive.is_file():
            from affray.book.proofs import unpacked

            return unpacked(archive)
        checkout = Path(__file__).parents[3]
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


PARTS = {
    "state": {"world": "World"},
    "setup": {"setup": "setup", "invariant": "invariant"},
    "rules": {name: name for name in ("begin", "step", "between", "outcome", "standing")},
    "policy": {"decide": "decide", "temperaments": "TEMPERAMENTS"},
    "words": {"words": "WORDS"},
}
"""Where in a ruleset's package each part of it is found, and under what name."""

MORE = {"setup": ("enter", "leave")}
"""What a ruleset may say besides; there is a usual way for each (`book/latecomers.py`)."""


def ruleset_of(package: str) -> Ruleset:
    """The ruleset of a package that is laid out like all the others."""
    file = sys.modules[package].__file__
    assert file is not None
    folder = Path(file).parent
    parts: dict[str, Any] = {}
    for module, names in PARTS.items():
        code = importlib.import_module(f"{package}.{module}")
        for part, name in names.items():
            if not hasattr(code, name):
                raise BadInput(f"defines no {name}", file=folder / f"{module}.py")
            parts[part] = getattr(code, name)
        parts |= {name: getattr(code, name, None) for name in MORE.get(module, ())}
    return Ruleset(package, folder, **parts)


def _all_fields(cls: type[Record]) -> list[tuple[str, str]]:
    out = []
    for f in cls.layout.fields.values():
        out.append((f"{cls.__name__}.{f.name}", f.rule))
        if f.record:
            out += _all_fields(f.record)
    return out


def _match_rulings(ruleset: Ruleset, book: Book) -> None:
    """Every switch is a field of the world's rulings, its readings that field's enum."""
    anew = f"write that anew: affray rulings {book.slug} --write"
    declared = ruleset.world.layout.fields["rulings"].layout.fields
    switches = {ruling.name: ruling for ruling in book.switches}
    for name in declared ^ switches.keys():
        raise BadInput(
            f"the switch {name!r} must stand both here and in rulings.py; {anew}",
            file=ruleset.folder / "rulebook.toml",
        )
    for name, f in declared.items():
        members = [kebab(m) for m in f.of] if isinstance(f.of, type) else []
        if members != switches[name].reading_names:
            raise BadInput(
                f"readings {switches[name].reading_names} in the book, {members} in rulings.py; "
                f"{anew}",
                file=ruleset.folder / "rulebook.toml",
                field=name,
            )
