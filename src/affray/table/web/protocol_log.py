"""The words of the protocol for the log: lines, and rolls as data."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict


class Logged(BaseModel):
    """A part of it: nothing is sent that is not declared here."""

    model_config = ConfigDict(extra="forbid")


class Hand(Logged):
    """Dice of one kind in the hand that rolled them, in the order they lie."""

    owner: str
    sides: int
    faces: list[int]


class RollSide(Logged):
    """One side of a roll: its pool, its dice and what they came to; neither where only the
    result is known."""

    pool: str
    hands: list[Hand]
    total: int | None


class Roll(Logged):
    """One roll against another side, a number or nothing; its result is a yes or no, a number,
    or nothing where the faces are the answer."""

    who: str
    what: str
    kind: Literal["check", "test", "margin", "roll", "dice"]
    dice: RollSide
    against: RollSide | int | None
    result: bool | int | None


class Part(Logged):
    """One number of a working: what it is for, how much it adds, and by which rules."""

    label: str
    amount: int
    rules: list[str]


class Line(Logged):
    """One sentence of the log and what its numbers are made of; `undo` takes the decision back
    that brought it about.

    What is `beside` is no part of the fight: something was taken back, or may be from now on.
    What `harms` tells of harm done to the one it is about, `who`; a `headline` of what has come
    of it for them, which is what outcomes are counted by.
    """

    n: int
    text: str
    rules: list[str]
    heading: Literal["", "round", "phase"]
    roll: bool
    story: bool
    beside: bool
    who: str
    harms: bool
    headline: bool
    typed: bool
    rolled: Roll | None
    working: list[Part]
    undo: int | None


# The same to one who has the lines before


class NewHand(Logged):
    """Without an owner they are of whoever rolls."""

    owner: str | None = None
    sides: int
    faces: list[int]


class NewRollSide(Logged):
    pool: str
    hands: list[NewHand]
    total: int | None = None


class NewRoll(Logged):
    """Without a name it is of the one its line is about, without a result that is the total."""

    who: str | None = None
    what: str
    kind: Literal["check", "test", "margin", "roll", "dice"]
    dice: NewRollSide
    against: NewRollSide | int | None = None
    result: bool | int | None = None


class NewLine(Logged):
    """A line that says only what it has; its number is that of its place."""

    text: str
    rules: list[str] = []
    heading: Literal["", "round", "phase"] = ""
    roll: bool = False
    story: bool = False
    beside: bool = False
    who: str = ""
    harms: bool = False
    headline: bool = False
    typed: bool = False
    rolled: NewRoll | None = None
    working: list[Part] = []
    undo: int | None = None
