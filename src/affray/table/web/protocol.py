"""The words of the protocol: what a page is sent.

These models are the response models of the routes, so they are the interface's papers
(`/openapi.json`), and `affray.table.web.types` writes the page's own types from them. What a
field may lack has a default: it is left out of what is sent, not sent as null.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from affray.book.sight import Meaning
from affray.book.words import Unit
from affray.table.web.ended import Ending
from affray.table.web.protocol_asked import Pending
from affray.table.web.protocol_log import Line, NewLine
from affray.table.web.sent import Sent


class LogPart(Sent):
    """Lines of the log, and the number they were seen at."""

    seq: int
    log: list[Line]


# The board and the cards


class Token(Sent):
    """A creature on the board, in its unit; on a board of places x is the place. `tiles` are
    those of a body that is no rectangle, `picture` the mark of one of the host's own."""

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
    emblem: str
    picture: str
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


class Patch(Sent):
    """Ground of one kind: boxes (x, y, across, down), the corners of a shape, the spots its
    figures stand on, or the places it lies in."""

    kind: str
    boxes: list[tuple[int, int, int, int]] = Field(default_factory=list)
    path: list[tuple[int, int]] = Field(default_factory=list)
    spots: list[tuple[int, int]] = Field(default_factory=list)
    places: list[int] = Field(default_factory=list)
    size: int = 0
    count: int = 0


class Ground(Sent):
    """What the ground is, everywhere and in patches; a kind that has no rule is a picture."""

    base: str
    patches: list[Patch]
    rules: dict[str, str]


class LaidPicture(Sent):
    """A picture as the ground: how far right and down of the map's corner and how wide, in the
    board's unit; its height follows by its ratio."""

    mark: str
    x: float
    y: float
    wide: float
    ratio: float
    opacity: int
    through_fog: bool


class Fog(Sent):
    """What is covered: boxes of cells (x, y, across, down), each so large in the board's unit."""

    size: int
    boxes: list[tuple[int, int, int, int]]


class Area(Sent):
    """Part of a map that means something to whoever is asked: boxes of tiles, discs (x, y, feet)
    or places, with its rule."""

    means: Meaning
    label: str
    rule: str
    boxes: list[tuple[int, int, int, int]]
    discs: list[tuple[int, int, int]]
    places: list[int]


class Sight(Sent):
    """What the map means to whoever is asked; `notes` of others, by their number."""

    areas: list[Area]
    notes: dict[str, str]


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
    ground: Ground
    sight: Sight | None = None
    picture: LaidPicture | None = None
    fog: Fog | None = None


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
    """A creature as its card shows it, and who plays it; `hidden` by the game master's hand or
    `fogged`, and seen by them alone."""

    who: int
    name: str
    side: int
    player: str
    typed_dice: bool
    seat: str
    taken: bool
    person: str
    colour: str
    mine: bool
    acting: bool
    hidden: bool
    fogged: bool
    card: Card
    sheet: dict[str, str]


class ComingKind(Sent):
    """Somebody who could come, by id and by name."""

    id: str
    name: str


class Coming(Sent):
    """Who could come into the fight, how many the game has place for, and how many more."""

    kinds: list[ComingKind]
    most: int
    room: int


# The view


class Phase(Sent):
    """The phases of a round, and which it has come to."""

    all: list[str]
    now: int | None


class TurnInOrder(Sent):
    """Somebody's place in the order of a round."""

    who: int
    name: str
    now: bool
    done: bool


Habit = Literal["friendly", "fair", "strict"]

Present = Literal["here", "away", "gone", "free"]
"""Somebody looks at the page; it is open, or its line was cut a moment ago; whoever sits there is
not at it; nobody has sat down there yet."""


class UndoShown(Sent):
    """What one would take back; `asks` says why it has to be asked for, if it has."""

    what: str
    asks: str
    asked: bool


class UndoAsked(Sent):
    """What a player asks the game master to have taken back."""

    seat: str
    what: str


class AnsweredFor(Sent):
    """A seat for which the game master or the computer answers what is asked now."""

    seat: str
    by: Literal["me", "computer"]


class TableShown(Sent):
    """How this table holds it with taking back, whether somebody named its dice's seed, how
    many seconds it waits for one who is away (0: for ever), and whether it gives advice."""

    undo: Habit
    seeded: bool
    patience: int
    advice: bool


class OtherSeat(Sent):
    """Somebody else's seat: one may have a word with whoever sits there."""

    seat: int
    name: str


class Me(Sent):
    """Who looks, and who else sits here; `colours` are those they may have."""

    role: Literal["gm", "player", "watcher"]
    name: str
    person: str
    colour: str
    colours: list[str]
    creatures: list[str]
    undo: UndoShown | None
    others: list[OtherSeat]


class PartyShown(Sent):
    """Whose fight it is, who stayed behind, and what was told to the party's file."""

    name: str
    behind: list[str]
    told: str


class SeatShown(Sent):
    """A player's seat, as the game master sees it."""

    name: str
    taken: bool
    person: str
    colour: str
    creatures: list[str]


class Brush(Sent):
    """What the game master covers the map with, and whether the rules know what is seen from
    where."""

    sees: bool


class Screened(Sent):
    """A roll behind the screen that only the game master has seen, by its number."""

    n: int
    text: str


class View(Sent):
    """Everything one seat may see, with the number it was seen at.

    The last ten are the game master's. `compiled` says whether the rules are, or that they
    are being (false), and null where nobody is at it: odds are quicker when they are. `present`
    says by seat who is at the table.
    """

    seq: int
    id: str
    title: str
    ruleset: str
    system: str
    round: int
    phase: Phase | None
    order: list[TurnInOrder] | None
    sides: list[str]
    over: bool
    outcome_text: str
    ending: Ending | None
    me: Me
    board: Board | None
    creatures: list[Creature]
    pending: Pending | None
    log: list[Line]
    since: int
    party: PartyShown | None
    table: TableShown
    compiled: bool | None
    present: dict[str, Present]
    fields: dict[str, dict[str, Any]] = Field(default_factory=dict)
    scene: dict[str, Any] = Field(default_factory=dict)
    temperaments: list[str] = Field(default_factory=list)
    can_then: list[Literal["rest", "again"]] = Field(default_factory=list)
    seats: list[SeatShown] = Field(default_factory=list)
    undo_asked: list[UndoAsked] = Field(default_factory=list)
    answered_for: list[AnsweredFor] = Field(default_factory=list)
    brush: Brush | None = None
    screened: list[Screened] = Field(default_factory=list)
    coming: Coming | None = None


class Changes(Sent):
    """What has changed for a seat since it saw the number `of`: the parts of its view that are
    others now (of some only the pieces that are, by place or by name), and the lines `log_from` a
    number on, each with no more than it says; those before `log_first` have left it."""

    seq: int
    compiled: bool | None
    present: dict[str, Present]
    of: int
    parts: dict[str, Any]
    pieces: dict[str, dict[str, Any]]
    log: list[NewLine]
    log_from: int
    log_first: int


class Accepted(Sent):
    """The command is kept, and this is how the fight stands now for whoever gave it."""

    seq: int
    view: View | Changes


class Acknowledged(Sent):
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
