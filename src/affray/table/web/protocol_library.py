"""The words of the protocol for a person's own library."""

from __future__ import annotations

from typing import Any

from affray.table.web.protocol_building import Settable
from affray.table.web.sent import Sent


class BookThing(Sent):
    """A piece of content as the book writes it."""

    id: str
    name: str
    table: dict[str, Any]


class OwnThing(BookThing):
    """One of one's own; a file that cannot be used says why."""

    problem: str


class KindOfThing(Sent):
    """A kind of content: what may be said of it, what the book has of it, and what one has."""

    kind: str
    fields: list[Settable]
    book: list[BookThing]
    own: list[OwnThing]


class Shelves(Sent):
    """A game's content, by kind."""

    ruleset: str
    system: str
    kinds: list[KindOfThing]


class LibraryFile(Sent):
    """A piece of content, with all of one's own that it names, as a file."""

    text: str
