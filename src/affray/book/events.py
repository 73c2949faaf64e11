"""What can happen in a game: every event is one entry, with its words and its rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum
from typing import Self


@dataclass(frozen=True)
class Told:
    """An event: its sentence, its rules, and its word in a list of outcomes, if it has one.

    `story` marks a prompt: the people at the table are to say what happens. A sentence may be
    a function of (who, x, y), where x and y hold more than a template can say.
    """

    sentence: str | Callable[[str, int, int], str]
    rules: tuple[str, ...]
    headline: str = ""
    story: bool = False


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

    def __new__(cls, told: Told) -> Self:
        number = len(cls.__members__)
        event = int.__new__(cls, number)
        event._value_ = number
        event.told = told
        return event
