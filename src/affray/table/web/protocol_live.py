"""The words of the protocol beside the view: the live line, and what is measured."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from affray.table.web.protocol import Changes, Present, View
from affray.table.web.sent import Sent


class AsideSent(Sent):
    """A finger on the map (x and y in the board's unit), or a word between two people."""

    id: str
    kind: Literal["ping", "whisper"]
    by: str
    to: str
    text: str
    x: int
    y: int


class News(Sent):
    """What the live line says: there is something to look at from this number on, or, for one who
    asked for changes, what it is; and what was said to this seat beside the table; who is at
    the table, when that has changed, and who nudges. The same number again is a sign of life."""

    seq: int
    compiled: bool | None = None
    view: View | Changes | None = None
    asides: list[AsideSent] = Field(default_factory=list)
    present: dict[str, Present] = Field(default_factory=dict)
    nudged: str = ""


class Measured(Sent):
    """How far it is, in the game's own measure."""

    text: str
    rules: list[str]
