"""The words of the protocol: what a page is sent.

These models are the response models of the routes, so they are the interface's papers
(`/openapi.json`), and `affray.table.web.types` writes the page's own types from them. What a
field may lack has a default: it is left out of what is sent, not sent as null.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

from affray.book.words import Unit


class Sent(BaseModel):
    """Nothing is sent that is not declared here."""

    model_config = ConfigDict(extra="forbid")


# The log


class Hand(Sent):
    """Dice of one kind in the hand that rolled them, in the order they lie."""

    owner: str
    sides: int
    faces: list[int]


class RollSide(Sent):
    """One side of a roll: its pool, its dice and what they came to; neither where only the
    result is known."""

    pool: str
    hands: list[Hand]
    total: int | None


class Roll(Sent):
    """One roll against another side, a number or nothing; its result is a yes or no, a number,
    or nothing where the faces are the answer."""

    who: str
    what: str
    kind: Literal["check", "test", "margin", "roll", "dice"]
    dice: RollSide
    against: RollSide | int | None
    result: bool | int | None


class Part(Sent):
    """One number of a working: what it is for, how much it adds, and by which rules."""

    label: str
    amount: int
    rules: list[str]


class Line(Sent):
    """One sentence of the log and what its numbers are made of; `undo` takes the decision back
    that brought it about.

    What is `beside` is no part of the fight: something was taken back, or may be from now on.
    """

    n: int
    text: str
    rules: list[str]
    heading: Literal["", "round", "phase"]
    roll: bool
    story: bool
    beside: bool
    who: str
    typed: bool
    rolled: Roll | None
    working: list[Part]
    undo: int | None


class LogPart(Sent):
    """Lines of the log, and the number they were seen at."""

    seq: int
    log: list[Line]


# The board and the cards


class Token(Sent):
    """A creature on the board, in its unit; on a board of places x is the place. `tiles` are
    those of a body that is no rectangle."""

    who: int
    x: int
    y: int
    across: int
    down: int
    facing: int | None
    hurt: int
    bears: int
    is_out: bool
    knot: int
    tiles: list[tuple[int, int]]
    name: str
    initials: str
    side: int
    mine: bool
    acting: bool


class Thing(Sent):
    label: str
    x: int
    y: int


class Place(Sent):
    label: str
    links: list[int]
    note: str


class Board(Sent):
    """Where everybody is; `floors` are tiles that lie lower or higher."""

    unit: Unit
    width: int
    height: int
    walls: list[tuple[int, int]]
    floors: list[tuple[int, int, int]]
    things: list[Thing]
    places: list[Place]
    tokens: list[Token]


class Stat(Sent):
    """One number of a card; `most` where it has an end."""

    label: str
    value: int | str
    most: int | None
    harm: bool


class Card(Sent):
    stats: list[Stat]
    states: list[str]


class Creature(Sent):
    """A creature as its card shows it, and who plays it."""

    who: int
    name: str
    side: int
    player: str
    typed_dice: bool
    seat: str
    taken: bool
    mine: bool
    acting: bool
    card: Card
    sheet: dict[str, str]


# What is asked


class GivenDice(Sent):
    """The faces that lie before whoever is asked, and those each option picks of them."""

    hand: list[int]
    options: dict[str, list[int]]


class Left(Sent):
    """A question a plan leaves open, and what is answered when nobody says otherwise."""

    question: str
    prompt: str
    options: list[str]
    usual: str | None
    number: bool
    dice: GivenDice | None
    warn: dict[str, str]


class Offer(Sent):
    """A plan one may choose. `reach` is how far each bearing leads, `tiles` where one may go."""

    name: str
    label: str
    note: str
    target: str | None
    target_who: int | None
    answers_left: list[Left]
    reach: list[tuple[int, int]] | None
    tiles: list[tuple[int, int]] | None
    warn: str


class NumberAsked(Sent):
    """A question for a number."""

    low: int
    high: int
    legal: list[int]
    warn: dict[str, str]


class Pending(Sent):
    """What the fight waits for; to whom it is not put it says only for whom."""

    kind: Literal["plan", "dice"]
    who: int
    name: str
    mine: bool
    secret: bool
    question: str = ""
    prompt: str
    rules: list[str]
    offers: list[Offer]
    number: NumberAsked | None
    usual: str | None
    dice: GivenDice | None
    needs: list[tuple[int, int]]
    roll_prompt: str
    goal: str


# The view


class Phase(Sent):
    """The phases of a round, and which it has come to."""

    all: list[str]
    now: int | None


class Turn(Sent):
    """Somebody's place in the order of a round."""

    who: int
    name: str
    now: bool
    done: bool


Habit = Literal["friendly", "fair", "strict"]


class UndoShown(Sent):
    """What one would take back; `asks` says why it has to be asked for, if it has."""

    what: str
    asks: str
    asked: bool


class UndoAsked(Sent):
    """What a player asks the game master to have taken back."""

    seat: str
    what: str


class TableShown(Sent):
    """How this table holds it with taking back, and whether somebody named its dice's seed."""

    undo: Habit
    seeded: bool


class Me(Sent):
    """Who looks."""

    role: Literal["gm", "player"]
    name: str
    creatures: list[str]
    undo: UndoShown | None


class PartyShown(Sent):
    """Whose fight it is, who stayed behind, and what was told to the party's file."""

    name: str
    behind: list[str]
    told: str


class SeatShown(Sent):
    """A player's seat, as the game master sees it."""

    name: str
    taken: bool
    creatures: list[str]


class View(Sent):
    """Everything one seat may see, with the number it was seen at.

    The last five are the game master's. `compiled` says whether the rules are, or that they
    are being (false), and null where nobody is at it: odds are quicker when they are.
    """

    seq: int
    id: str
    title: str
    ruleset: str
    system: str
    round: int
    phase: Phase | None
    order: list[Turn] | None
    sides: list[str]
    over: bool
    outcome_text: str
    me: Me
    board: Board | None
    creatures: list[Creature]
    pending: Pending | None
    log: list[Line]
    since: int
    party: PartyShown | None
    table: TableShown
    compiled: bool | None
    fields: dict[str, dict[str, Any]] = {}
    temperaments: list[str] = []
    can_then: list[Literal["rest", "again"]] = []
    seats: list[SeatShown] = []
    undo_asked: list[UndoAsked] = []


class Accepted(Sent):
    """The command is kept, and this is how the fight stands now for whoever gave it."""

    seq: int
    view: View


class News(Sent):
    """What the live line says: there is something to look at from this number on."""

    seq: int
    compiled: bool | None = None


# Coming in


class Link(Sent):
    """A link to a seat: as good as a key, and told only once."""

    name: str
    role: Literal["gm", "player"]
    taken: bool
    link: str


class Links(Sent):
    seats: list[Link]


class Begun(Sent):
    """A new fight, the game master's link and those of the others."""

    id: str
    gm: str
    seats: list[Link]


class Kept(Sent):
    """What was asked for is done, and on the disk."""

    ok: bool


class Health(Sent):
    ok: bool
    problem: str = ""


class Problem(Sent):
    """Why something was refused, and by which rules; where the fight stands, if that is why."""

    error: str
    rules: list[str]
    seq: int = 0
