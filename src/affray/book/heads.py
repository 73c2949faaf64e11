"""What people ask of a plan by name, what it is for, and what it may cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

Fields = Mapping[str, int]
Happening = tuple[int, int, int, int]
"""An event as it was told: what, who, x, y."""

Grade = Literal["", "hurt", "down", "dead"]
"""How bad a head is for whom it befalls; nothing where it is no harm."""

GRADES: tuple[Grade, ...] = ("hurt", "down", "dead")

Whom = Literal["target", "self", "friends", "foes", "anybody"]
"""Of whom an aim is to come true; one is one's own friend."""

WHOM: tuple[Whom, ...] = ("target", "self", "friends", "foes", "anybody")


@dataclass(frozen=True)
class Head:
    """What people ask of a plan by name, of whoever it is aimed at: hit, wounded, down, dead.

    It has come to that for a creature where one of the events `to` it was told, one of `some`
    whose x is not 0, or one `on` it (their x); where it `falls`, standing no more; where it has
    lost or won back some of the headline field `loses` or `regains`; or where the field it
    `becomes` was 0 and no longer is. Its `grade` says what kind of harm it is, if it is harm.
    What is `unasked` is listed nowhere by itself: only plans that are for it ask.
    """

    name: str
    to: tuple[int, ...] = ()
    on: tuple[int, ...] = ()
    some: tuple[int, ...] = ()
    falls: bool = False
    loses: str = ""
    regains: str = ""
    becomes: str = ""
    grade: Grade = ""
    unasked: bool = False


def deaths(heads: Sequence[Sequence[Head]]) -> set[str]:
    """The fields that say of somebody that they are dead, by what people ask of a plan."""
    every = [head for group in heads for head in group]
    return {head.becomes for head in every if head.grade == "dead" and head.becomes}


@dataclass(frozen=True)
class Aim:
    """What a plan is for: that one of these `heads` comes true of whom it is meant for.

    `name` is what people read beside the number; without `heads` it is the name of the one.
    A plan that is for nothing dice could decide has `NO_AIM`, and never a number.
    """

    name: str
    of: Whom = "target"
    heads: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.of not in WHOM:
            expected = ", ".join(WHOM)
            raise TypeError(f"the aim {self.name!r} is of {self.of!r}, expected {expected}")

    @property
    def wanted(self) -> tuple[str, ...]:
        return self.heads or (self.name,)


NO_AIM = Aim("")

Aiming = Callable[[Any, int, int], Aim]
"""The aim of a plan that depends on (world, who, target)."""


def resolved(given: Aim | Aiming, w: Any, who: int, target: int) -> Aim:
    """What a plan is for at one moment."""
    return given if isinstance(given, Aim) else given(w, who, target)


@dataclass(frozen=True)
class Loss:
    """How much of a headline field somebody lost, in the game's own word for it.

    Harm makes the field smaller (Hit Points), or it `grows` (wounds). Where the field starts
    anew in between, `counted` says what was lost, of (the headline fields before and after,
    and those it `reads` besides; what was told of the creature).
    """

    field: str
    word: str
    grows: bool = False
    counted: Callable[[Fields, Fields, Sequence[Happening]], int] | None = None
    reads: tuple[str, ...] = ()

    def verb(self, mean: Fraction) -> str:
        """What happens to the number somebody has of it, when so much is lost."""
        return "gains" if (mean >= 0) == self.grows else "loses"
