"""What a page posts: checked before anything looks at it, and then carried out."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr, model_validator

from affray.oracles.seeds import MOST_SEED
from affray.table import commands, patience, people, standing_in, undoing
from affray.table.keeping import Work
from affray.table.web.message import Message, Name
from affray.table.web.messages_coming import AddMessage, RemoveMessage
from affray.table.web.messages_place import FogMessage, HideMessage, LayMessage, TakeOffMessage
from affray.table.web.messages_rulings import RulingBackMessage, RulingMessage
from affray.table.web.protocol import Habit


class PlanMessage(Message):
    """One of the plans that are open; what is `said` to it in own words stands in the log."""

    do: Literal["plan"]
    name: Name
    target: Name | None = None
    given: Annotated[dict[Name, Name], Field(alias="with", max_length=62, default_factory=dict)]
    creature: Name = ""
    said: Name = ""

    def work(self) -> Work:
        return lambda s, chair: commands.plan(
            s, chair, self.name, self.target, self.given, self.creature, self.said
        )


class AnswerMessage(Message):
    do: Literal["answer"]
    question: Name
    option: Name
    creature: Name = ""

    def work(self) -> Work:
        return lambda s, chair: commands.answer(s, chair, self.question, self.option, self.creature)


class SealedPlan(BaseModel):
    """A plan for one of several; without a name, what the computer would do."""

    model_config = ConfigDict(extra="forbid")

    creature: Name
    name: Name = ""
    target: Name | None = None


class SealMessage(Message):
    """Plans for several at once."""

    do: Literal["seal"]
    plans: Annotated[list[SealedPlan], Field(min_length=1, max_length=62)]

    def work(self) -> Work:
        plans = [(one.creature, one.name, one.target) for one in self.plans]
        return lambda s, chair: commands.seal(s, chair, plans)


class ChangeMessage(Message):
    """Think again about what is sealed, as long as the last is not in."""

    do: Literal["change"]
    creature: Name

    def work(self) -> Work:
        return lambda s, chair: commands.change(s, chair, self.creature)


class TurnToMessage(Message):
    """Which of several one answers for now."""

    do: Literal["turn-to"]
    creature: Name

    def work(self) -> Work:
        return lambda s, chair: commands.turn_to(s, chair, self.creature)


class AnswerForMessage(Message):
    """The game master answers for a seat that is asked, or the computer does; or they again."""

    do: Literal["answer-for"]
    seat: Name
    how: Literal["computer", "me", "them"]

    def work(self) -> Work:
        ways = {
            "computer": standing_in.let_the_computer,
            "me": standing_in.stand_in,
            "them": standing_in.leave_it,
        }
        return lambda s, chair: ways[self.how](s, chair, self.seat)


class PatienceMessage(Message):
    """How many seconds the table waits for one who is away; 0 is for ever."""

    do: Literal["patience"]
    seconds: Literal[0, 60, 120, 300]

    def work(self) -> Work:
        return lambda s, chair: patience.have_patience(s, chair, self.seconds)


class AdviceMessage(Message):
    """Whether one may ask this table what to do."""

    do: Literal["advice"]
    on: StrictBool

    def work(self) -> Work:
        return lambda s, chair: patience.give_advice(s, chair, self.on)


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


class WithdrawUndoMessage(Message):
    do: Literal["withdraw-undo"]

    def work(self) -> Work:
        return undoing.withdraw_undo


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


class CallMessage(Message):
    """What somebody is called from now on; without a colour they keep theirs."""

    do: Literal["call"]
    name: Name
    colour: Name = ""

    def work(self) -> Work:
        return lambda s, chair: people.call(s, chair, self.name, self.colour)


class LookMessage(Message):
    do: Literal["look"]
    creature: Name
    emblem: Name

    def work(self) -> Work:
        return lambda s, chair: commands.look(s, chair, self.creature, self.emblem)


class ThrowMessage(Message):
    do: Literal["throw"]
    dice: Annotated[StrictStr, Field(max_length=60)]
    hidden: StrictBool = False

    def work(self) -> Work:
        return lambda s, chair: commands.throw_dice(s, chair, self.dice, self.hidden)


class ShowMessage(Message):
    """A roll from behind the screen is shown, by its number among the free rolls."""

    do: Literal["show"]
    throw: Annotated[StrictInt, Field(ge=0)]

    def work(self) -> Work:
        return lambda s, chair: commands.show_throw(s, chair, self.throw)


class ThenMessage(Message):
    do: Literal["then"]
    what: Literal["rest", "again"]

    def work(self) -> Work:
        return lambda s, chair: commands.then(s, chair, self.what)


Command = Annotated[
    PlanMessage
    | AnswerMessage
    | SealMessage
    | ChangeMessage
    | TurnToMessage
    | AnswerForMessage
    | PatienceMessage
    | AdviceMessage
    | DiceMessage
    | UndoMessage
    | AskUndoMessage
    | WithdrawUndoMessage
    | AnswerUndoMessage
    | HabitMessage
    | EditMessage
    | RulingMessage
    | RulingBackMessage
    | AddMessage
    | RemoveMessage
    | HideMessage
    | FogMessage
    | SeatMessage
    | CallMessage
    | LookMessage
    | TakeOffMessage
    | LayMessage
    | ThrowMessage
    | ShowMessage
    | ThenMessage,
    Field(discriminator="do"),
]


# What is begun, and given out


class NewFight(BaseModel):
    """Which of the encounters that come with a ruleset, by which party; who of it comes.

    A seed makes its dice those of `affray play --seed`; without one nobody knows them. `undo`
    is how the table holds it with taking back; without it that goes by who comes. `foes` is how
    the computer plays those who are nobody's: a temperament, or clever.
    """

    model_config = ConfigDict(extra="forbid")

    encounter: Name
    party: Name = ""
    member: Annotated[list[Name], Field(max_length=62)] = []
    seed: Annotated[int, Field(ge=0, le=MOST_SEED)] | None = None
    undo: Habit | Literal[""] = ""
    foes: Name = ""


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


class Nudge(BaseModel):
    """Whom to remind that they are waited for, by their seat."""

    model_config = ConfigDict(extra="forbid")

    seat: Name
