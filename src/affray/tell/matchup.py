"""Who fights whom, in one line: "Regdar, Milos and Suori against four goblins"."""

from __future__ import annotations

import re

from affray.book.encounter import Encounter

MOST_NAMED = 6
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COUNTED = re.compile(r"(.*\S)\s+(?:\d+|[A-Z])")
"""A name that is one of several: "Goblin 2", "Goblin archer B"."""

_PLURALS = (
    (re.compile(r"man$"), "men"),
    (re.compile(r"(?<=[^aeiou])y$"), "ies"),
    (re.compile(r"(?<=[^f])fe?$"), "ves"),
    (re.compile(r"(s|x|z|ch|sh)$"), r"\1es"),
    (re.compile(r"$"), "s"),
)
ALWAYS_F = ("dwarf", "chief", "reef")
"""Words that keep their f."""


def who_fights(encounter: Encounter) -> str:
    """The first two sides against each other, then whoever else is there."""
    sides = {
        side: [e.name for e in encounter.entrants if e.side == side] for side in encounter.sides
    }
    told = {side: listed(_counted(names)) for side, names in sides.items() if names}
    others = [f"; {side}: {names}" for side, names in list(told.items())[2:]]
    return " against ".join(list(told.values())[:2]) + "".join(others)


def _counted(names: list[str]) -> list[str]:
    """Each name once, or how many there are of it, in the order they stand."""
    kinds = [found[1] if (found := _COUNTED.fullmatch(name)) else name for name in names]
    out = []
    for kind in kinds:
        several = kinds.count(kind)
        told = f"{_number(several)} {plural(_lower(kind))}" if several > 1 else kind
        if told not in out:
            out.append(told)
    return out


def _number(n: int) -> str:
    return NUMBERS[n] if n < len(NUMBERS) else str(n)


def _lower(kind: str) -> str:
    return kind[:1].lower() + kind[1:]


def plural(word: str) -> str:
    """Of an English word, as far as creatures go."""
    if word.endswith(ALWAYS_F):
        return f"{word}s"
    return next(p.sub(end, word, count=1) for p, end in _PLURALS if p.search(word))


def listed(told: list[str]) -> str:
    if len(told) > MOST_NAMED:
        rest = len(told) - MOST_NAMED + 1
        told = [*told[: MOST_NAMED - 1], f"{_number(rest)} others"]
    return " and ".join(part for part in (", ".join(told[:-1]), told[-1]) if part)
