"""What a game master posts about who comes into a fight, and who leaves it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, StrictInt

from affray.table import coming
from affray.table.keeping import Work
from affray.table.web.message import Message, Name

SmallNumber = Annotated[StrictInt, Field(ge=-10_000, le=10_000)]


class AddMessage(Message):
    """One more comes: of a kind of the book, or like somebody who is there (`kind`). Where to: `at`
    as an encounter's file writes it, `beside` somebody, a `spot` of the board, or without any of
    them the nearest room to its own side. Who plays: a `player` as for a seat, or a `seat` by its
    name (`new` draws one up)."""

    do: Literal["add"]
    kind: Name
    side: Name
    name: Name = ""
    at: SmallNumber | Name | Annotated[list[SmallNumber], Field(max_length=3)] | None = None
    beside: Name = ""
    spot: tuple[SmallNumber, SmallNumber] | None = None
    player: Name = ""
    seat: Name = ""
    changes: Annotated[dict[Name, Any], Field(alias="set", max_length=62, default_factory=dict)]

    def work(self) -> Work:
        wanted = coming.Newcomer(
            self.kind, self.side, self.name, self.at, self.beside, self.spot, self.player,
            self.seat, self.changes,
        )  # fmt: skip
        return lambda s, chair: coming.add(s, chair, wanted)


class RemoveMessage(Message):
    """Somebody leaves the fight, and is neither down nor dead by it."""

    do: Literal["remove"]
    creature: Name

    def work(self) -> Work:
        return lambda s, chair: coming.remove(s, chair, self.creature)
