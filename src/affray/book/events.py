"""What can happen in a game: every event is one entry, with its words and its rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from string import Formatter
from typing import Self

Wording = str | Callable[[str, int, int], str]
Parts = Sequence[tuple[str, int]]
"""What a number is made of: words, each with the number it adds."""


@dataclass(frozen=True)
class Told:
    """An event: its sentence, its rules, and its word in a list of outcomes, if it has one.

    `story` marks a prompt: the people at the table are to say what happens. A sentence may be
    a function of (who, x, y), where x and y hold more than a template can say.

    `working` tells of (x, y) what stands behind the sentence, each part in a word (a template
    too) and with its number. An event that `folds` is itself no more than that: it belongs to
    the working of the line that comes next. One that `goes` tells of somebody who is at (x, y)
    from then on: lines after it say where others are by them.
    """

    sentence: Wording
    rules: tuple[str, ...]
    headline: str = ""
    story: bool = False
    working: Callable[[int, int], Parts] | None = None
    folds: bool = False
    goes: bool = False


def require_names(where: str, template: object, holds: tuple[str, ...]) -> None:
    """A name in braces that nothing is put in place of would be an error in the middle of a fight;
    a sentence that is worked out looks after itself."""
    if not isinstance(template, str):
        return
    try:
        names = [name for _, name, _, _ in Formatter().parse(template) if name is not None]
    except ValueError as bad:
        raise TypeError(
            f"{where}: {template!r} is no sentence with names in braces ({bad})"
        ) from bad
    for name in names:
        if name.partition(".")[0] not in holds:
            known = ", ".join(f"{{{one}}}" for one in holds)
            raise TypeError(f"{where}: found {{{name}}} in {template!r}, expected {known}")


class Events(IntEnum):
    """The events of a game, numbered as they stand: MISS = Told("{who} misses.", ("SK-7",)).

    To rules, oracles and compiled code an event is its number; only people see what is `told`.
    """

    told: Told

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for event in cls:
            if not isinstance(event.told, Told):
                found = f"found {event.told!r}, expected Told(sentence, rules)"
                raise TypeError(f"{cls.__name__}.{event.name}: {found}")
            for template in (event.told.sentence, event.told.headline):
                require_names(f"{cls.__name__}.{event.name}", template, ("who", "x", "y"))

    def __new__(cls, told: Told) -> Self:
        number = len(cls.__members__)
        event = int.__new__(cls, number)
        event._value_ = number
        event.told = told
        return event
