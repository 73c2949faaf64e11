"""A rulebook: the rule index, the rulings, and the content, read and validated."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from affray.book.chapters import Chapter, read_chapters
from affray.book.toml_tables import TomlTable, read_toml

KINDS = ["rule", "definition", "table"]
"""What code carries out, what only says what a word means, what is left to the people."""


@dataclass(frozen=True)
class Rule:
    """A numbered sentence of the game, in our own words."""

    id: str
    statement: str
    source: str
    kind: str
    narrower: str = ""
    """Where the code does less than the designer's sentence: what it leaves out."""

    @property
    def is_definition(self) -> bool:
        return self.kind == "definition"

    @property
    def is_left_to_the_table(self) -> bool:
        return self.kind == "table"


@dataclass(frozen=True)
class Reading:
    """One way to read an ambiguous sentence."""

    name: str
    text: str


@dataclass(frozen=True)
class Ruling:
    """A place where the text can be read in more than one way."""

    id: str
    name: str
    question: str
    readings: tuple[Reading, ...]
    default: str
    rules: tuple[str, ...]
    reason: str
    fixed: bool

    def index(self, reading: str) -> int:
        return self.reading_names.index(reading)

    @property
    def reading_names(self) -> list[str]:
        return [r.name for r in self.readings]


@dataclass(frozen=True)
class Book:
    """What a ruleset says of itself in rulebook.toml and content.toml."""

    slug: str
    name: str
    prefix: str
    version: int
    summary: str
    complete: bool
    secret: frozenset[str]
    rules: dict[str, Rule]
    chapters: tuple[Chapter, ...]
    rulings: dict[str, Ruling]
    content: TomlTable

    @property
    def switches(self) -> list[Ruling]:
        """The rulings a person can change."""
        return [r for r in self.rulings.values() if not r.fixed]

    def rulings_of(self, rule_id: str) -> list[Ruling]:
        """The rulings that touch a rule."""
        return [ruling for ruling in self.rulings.values() if rule_id in ruling.rules]


def read_book(folder: Path) -> Book:
    """Read a ruleset's folder."""
    top = read_toml(folder / "rulebook.toml")
    prefix = top.text("prefix")
    if not re.fullmatch(r"[A-Z]{2,4}", prefix):
        raise top.bad("prefix", f"found {prefix!r}, expected 2 to 4 capital letters")
    rules = _read_rules(top, prefix)
    book = Book(
        slug=top.text("slug"),
        name=top.text("name"),
        prefix=prefix,
        version=top.integer("version", low=1),
        summary=top.text("summary"),
        complete=top.flag("complete"),
        secret=frozenset(top.texts("secret", [])),
        rules=rules,
        chapters=read_chapters(top, rules),
        rulings=_read_rulings(top, prefix, rules),
        content=read_toml(folder / "content.toml"),
    )
    if not re.fullmatch(r"[a-z][a-z0-9-]*", book.slug):
        raise top.bad("slug", f"found {book.slug!r}, expected kebab-case such as 'my-game'")
    top.finish()
    return book


def _read_rules(top: TomlTable, prefix: str) -> dict[str, Rule]:
    rules: dict[str, Rule] = {}
    for table in top.tables("rule"):
        one = Rule(
            id=_read_id(table, rf"{prefix}-\d+", f"{prefix}-1"),
            statement=table.text("statement"),
            source=table.text("source", ""),
            kind=table.choice("kind", KINDS, "kind", "rule"),
            narrower=table.text("narrower", ""),
        )
        if one.id in rules:
            raise table.bad("id", f"{one.id} stands twice")
        rules[one.id] = one
        table.finish()
    return rules


def _read_id(table: TomlTable, pattern: str, example: str) -> str:
    found = table.text("id")
    if not re.fullmatch(pattern, found):
        raise table.bad("id", f"found {found!r}, expected an id such as {example}")
    return found


def _read_rulings(top: TomlTable, prefix: str, rules: dict[str, Rule]) -> dict[str, Ruling]:
    rulings: dict[str, Ruling] = {}
    for table in top.tables("ruling"):
        readings = tuple(_read_reading(each) for each in table.tables("reading"))
        if len(readings) < 2:
            raise table.bad("reading", "a ruling needs at least two [[ruling.reading]]")
        names = [r.name for r in readings]
        if len(set(names)) < len(names):
            raise table.bad("reading", f"found {names}, expected a name of its own for each")
        one = Ruling(
            id=_read_id(table, rf"{prefix}-R\d+", f"{prefix}-R1"),
            name=table.text("name"),
            question=table.text("question"),
            readings=readings,
            default=table.choice("default", names, "reading"),
            rules=tuple(table.texts("rules", [])),
            reason=table.text("reason", ""),
            fixed=table.flag("fixed"),
        )
        if one.fixed and not one.reason:
            raise table.bad("reason", "missing; a ruling that is fixed says why")
        for cited in one.rules:
            if cited not in rules:
                raise table.bad("rules", f"cites {cited}, which is not in this book")
        if one.name in rulings:
            raise table.bad("name", f"{one.name!r} stands twice")
        if one.id in {other.id for other in rulings.values()}:
            raise table.bad("id", f"{one.id} stands twice")
        rulings[one.name] = one
        table.finish()
    return rulings


def _read_reading(table: TomlTable) -> Reading:
    reading = Reading(table.text("name"), table.text("text"))
    table.finish()
    return reading
