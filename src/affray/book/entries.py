"""What a game has words for, by its own numbers; a number that has none says so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

V = TypeVar("V")

CALLED = {
    "questions": ("question", "ask what words.py has"),
    "rolls": ("roll", "name one that words.py has"),
    "told": ("event", "give it a sentence in events.py"),
}


class Wordless(LookupError):
    """Rules that name something nobody can be told of; `module` is one of their game's."""

    def __init__(self, problem: str, module: str) -> None:
        super().__init__(problem)
        self.module = module


class Entries(dict[Any, V]):
    """Words of a kind, by number; `module` is the game's."""

    def __init__(self, kind: str, entries: Mapping[Any, V], module: str) -> None:
        super().__init__(entries)
        self.kind, self.module = kind, module

    def __missing__(self, number: object) -> V:
        what, write = CALLED[self.kind]
        said = int(number) if isinstance(number, int) else repr(number)
        raise Wordless(f"the {what} {said} has no words; {write}", self.module)
