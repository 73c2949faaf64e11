"""The words of the protocol for building an encounter."""

from __future__ import annotations

from typing import Any, Literal

from affray.book.words import Unit
from affray.table.web.protocol import Board
from affray.table.web.sent import Sent


class GroundKind(Sent):
    """A kind of ground: a picture, or a part of the game's own map under this sign or key."""

    kind: str
    sign: str
    stands: bool
    rule: str
    how: Literal["picture", "sign", "tiles", "boxes"]
    key: str


class InTheBook(Sent):
    """A creature of the book, or of one's own library."""

    id: str
    name: str
    emblem: str
    own: bool


class Settable(Sent):
    """A number or a word that a file may set: what it may be, and its rule. One that has `parts`
    is as many of them, each by its name."""

    name: str
    limits: str
    rule: str
    options: list[str]
    several: bool
    parts: list[str]


class ReadingOf(Sent):
    name: str
    text: str


class RulingSwitch(Sent):
    """A ruling, and its readings."""

    id: str
    name: str
    question: str
    default: str
    readings: list[ReadingOf]


class MapLimits(Sent):
    """How large a map may be, and the numbers it takes, each with its lowest and highest."""

    usual: tuple[int, int]
    least: int
    most: int
    numbers: dict[str, tuple[int, int]]


class BuildingParts(Sent):
    """What there is to build a fight of one game with."""

    ruleset: str
    system: str
    most: int
    sides: list[str]
    unit: Unit | None
    extent: tuple[int, int]
    rooms: int
    map: MapLimits | None
    ground: list[GroundKind]
    creatures: list[InTheBook]
    fields: list[Settable]
    scene: list[Settable]
    rulings: list[RulingSwitch]
    emblems: list[str]


class DraftCard(Sent):
    """A creature of a draft: its card, and its numbers as one would write them."""

    who: int
    name: str
    side: str
    content: str
    card: str
    fields: dict[str, Any]


class MapPart(Sent):
    """Where the part of a map that is too large begins, and where it may at most, in tiles."""

    begins: tuple[int, int]
    farthest: tuple[int, int]


class Built(Sent):
    """A draft that the rules allow: as data, as the file it would be, and as it is shown.

    `whole` is the file for somebody else, with what it takes from one's own library; `alone` is
    where nobody of another side is there to fight; `report` says what became of a file that was
    brought, and `part` which part of a map it is."""

    draft: dict[str, Any]
    text: str
    whole: str
    who: str
    board: Board | None
    creatures: list[DraftCard]
    alone: bool
    report: list[str]
    part: MapPart | None


class MapFile(Sent):
    """A map as other programs read it, and what of it stays here."""

    text: str
    report: list[str]


class PictureKept(Sent):
    """What an encounter's file calls a picture that was kept."""

    picture: str


class Saved(Sent):
    """What a draft that was saved is asked for by."""

    ref: str
