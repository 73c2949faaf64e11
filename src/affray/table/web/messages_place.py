"""What a game master posts about the place: who and what is hidden, and pictures of their own."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, StrictBool, StrictInt

from affray.book.pictured import FAINTEST, FARTHEST, FULL
from affray.table import fog, pictures
from affray.table.hidden import hide
from affray.table.keeping import Work
from affray.table.web.message import Message, Name

MOST_CELLS = 5000


class HideMessage(Message):
    do: Literal["hide"]
    creature: Name
    hidden: StrictBool

    def work(self) -> Work:
        return lambda s, chair: hide(s, chair, self.creature, self.hidden)


Cell = tuple[Annotated[StrictInt, Field(ge=0)], Annotated[StrictInt, Field(ge=0)]]


class FogMessage(Message):
    """Cover cells of the map or uncover them; all, none, or what the heroes can see."""

    do: Literal["fog"]
    how: Literal["cover", "uncover", "cover-all", "clear", "see"]
    cells: Annotated[list[Cell], Field(max_length=MOST_CELLS, default_factory=list)]

    def work(self) -> Work:
        return lambda s, chair: fog.change(s, chair, self.how, self.cells)


class TakeOffMessage(Message):
    """A creature's token shows its emblem again; without a name, the map its own ground."""

    do: Literal["take-off"]
    creature: Name = ""

    def work(self) -> Work:
        return lambda s, chair: pictures.take_off(s, chair, self.creature)


Far = Annotated[float, Field(strict=True, ge=-FARTHEST, le=FARTHEST, allow_inf_nan=False)]


class LayMessage(Message):
    """Where the ground's own picture lies, and whether players see it while fog does."""

    do: Literal["lay"]
    x: Far
    y: Far
    wide: Annotated[float, Field(strict=True, ge=0.1, le=FARTHEST, allow_inf_nan=False)]
    opacity: Annotated[StrictInt, Field(ge=FAINTEST, le=FULL)]
    through_fog: StrictBool = False

    def work(self) -> Work:
        laid = self.model_dump(include={"x", "y", "wide", "opacity", "through_fog"})
        return lambda s, chair: pictures.lay(s, chair, laid)
