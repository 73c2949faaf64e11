"""What a page posts: checked before anything looks at it, and then carried out."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Request, Response
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr, model_validator
from starlette.concurrency import run_in_threadpool

from affray.table import commands, undoing
from affray.table.keeping import Work
from affray.table.web.protocol import Habit
from affray.table.web.seated import Asking, InLobby, as_sent, view_of

Name = Annotated[StrictStr, Field(max_length=200)]


class Message(BaseModel):
    """A command: its id makes a retry safe, its sequence says what its author had seen."""

    model_config = ConfigDict(extra="forbid")

    cmd_id: Annotated[StrictStr, Field(min_length=8, max_length=100, pattern=r"^[\w.:-]+$")]
    seq: Annotated[StrictInt, Field(ge=1)]


class PlanMessage(Message):
    do: Literal["plan"]
    name: Name
    target: Name | None = None
    given: Annotated[dict[Name, Name], Field(alias="with", max_length=62)] = {}

    def work(self) -> Work:
        return lambda s, chair: commands.plan(s, chair, self.name, self.target, self.given)


class AnswerMessage(Message):
    do: Literal["answer"]
    question: Name
    option: Name

    def work(self) -> Work:
        return lambda s, chair: commands.answer(s, chair, self.question, self.option)


class DiceMessage(Message):
    do: Literal["dice"]
    faces: Annotated[list[StrictInt], Field(max_length=200)]

    def work(self) -> Work:
        return lambda s, chair: commands.dice(s, chair, self.faces)


class UndoMessage(Message):
    do: Literal["undo"]
    to: Annotated[StrictInt, Field(ge=0)] | None = None
    fresh: StrictBool = False

    def work(self) -> Work:
        return lambda s, chair: undoing.undo(s, chair, self.to, self.fresh)


class AskUndoMessage(Message):
    do: Literal["ask-undo"]

    def work(self) -> Work:
        return undoing.ask_undo


class AnswerUndoMessage(Message):
    do: Literal["answer-undo"]
    seat: Name
    grant: StrictBool

    def work(self) -> Work:
        return lambda s, chair: undoing.answer_undo(s, chair, self.seat, self.grant)


class HabitMessage(Message):
    do: Literal["habit"]
    undo: Habit

    def work(self) -> Work:
        return lambda s, chair: undoing.hold_it(s, chair, self.undo)


class EditMessage(Message):
    do: Literal["edit"]
    creature: Name
    changes: Annotated[dict[Name, Any], Field(alias="set", min_length=1, max_length=62)]

    def work(self) -> Work:
        return lambda s, chair: commands.edit(s, chair, self.creature, self.changes)


class SeatMessage(Message):
    do: Literal["seat"]
    creature: Name
    player: Name | None = None
    typed_dice: StrictBool | None = None

    def work(self) -> Work:
        return lambda s, chair: commands.seat(s, chair, self.creature, self.player, self.typed_dice)


class ThenMessage(Message):
    do: Literal["then"]
    what: Literal["rest", "again"]

    def work(self) -> Work:
        return lambda s, chair: commands.then(s, chair, self.what)


Command = Annotated[
    PlanMessage
    | AnswerMessage
    | DiceMessage
    | UndoMessage
    | AskUndoMessage
    | AnswerUndoMessage
    | HabitMessage
    | EditMessage
    | SeatMessage
    | ThenMessage,
    Field(discriminator="do"),
]


async def command(request: Request, asking: Asking, wanted: Command, lobby: InLobby) -> Response:
    """Do something; the answer comes when it is on the disk, and says how the fight stands now."""

    def carried_out() -> str:
        done = asking.kept.carry_out(asking.n, wanted.cmd_id, wanted.seq, wanted.work())
        view = view_of(request, asking, just_done=True)
        return f'{{"seq":{done["seq"]},"view":{view}}}'

    answer = await run_in_threadpool(carried_out)
    await lobby.ring(asking.kept.id)
    return as_sent(answer)


# What is begun, and given out


class NewFight(BaseModel):
    """Which of the encounters that come with a ruleset, by which party; who of it comes.

    A seed makes its dice those of `affray play --seed`; without one nobody knows them. `undo`
    is how the table holds it with taking back; without it that goes by who comes.
    """

    model_config = ConfigDict(extra="forbid")

    encounter: Name
    party: Name = ""
    member: Annotated[list[Name], Field(max_length=62)] = []
    seed: Annotated[int, Field(ge=0, lt=2**32)] | None = None
    undo: Habit | Literal[""] = ""


class NewRest(BaseModel):
    """Which party rests; who of it comes."""

    model_config = ConfigDict(extra="forbid")

    party: Name
    member: Annotated[list[Name], Field(max_length=62)] = []


class NewLinks(BaseModel):
    """Fresh links to every seat, or to one; `revoke` ends those given out before.

    `gm` makes the game master's own link anew, and ends the old one.
    """

    model_config = ConfigDict(extra="forbid")

    seat: Name | None = None
    revoke: StrictBool = False
    gm: StrictBool = False

    @model_validator(mode="after")
    def _one_of_them(self) -> NewLinks:
        """The game master's link is made anew by itself, or somebody else's would seem to be."""
        if self.gm and self.seat is not None:
            raise ValueError("found gm and seat, expected one of them")
        return self


class Sitting(BaseModel):
    """A seat's link, and what becomes of the seats one has."""

    model_config = ConfigDict(extra="forbid")

    token: Name
    how: Literal["as well", "instead"]
