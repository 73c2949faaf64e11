"""How a ruleset speaks: prompts, options, rolls, events, plans. Rules hold no English."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from fractions import Fraction
from typing import Any, Literal

from affray.book.events import Events, Told
from affray.rules.masks import contains, largest, smallest

Names = dict[str, list[str]]
"""The names of what stands in the world's lists: {'creatures': ['Ada', ...]}."""

TARGET = -1
"""In a plan's answers: the target the plan was made for."""

ANSWER = "answer"
"""The plan that says where a single answer has come to its end."""

World = Any
"""Of whatever game."""


def lowest(w: World, who: int, mask: int) -> int:
    """As what is usual: the first of the options."""
    return smallest(mask)


def highest(w: World, who: int, mask: int) -> int:
    """As what is usual: the last of the options."""
    return largest(mask)


@dataclass(frozen=True)
class Asked:
    """A decision: its prompt, what its options stand for, and the rules it comes from.

    `of` is an enum, one of the world's lists ('creatures'), or 'number'.
    `usual` is the option taken when a plan leaves the question open: an option, or a
    function of (world, who, mask). `warn` says of (world, who, option, names) what a person
    would regret, or nothing. `aside` is what odds assume of those a plan does not concern, where
    everybody answers at once and all of them together would be too much to walk. Where
    options are dice, `hand` gives the faces that lie before (world, who) and `faces` those
    an option picks of them. A question put to a whole group one after the other is
    `together`: who speaks for several of them says it once. `prompt` may be a function of
    (world, who, names), and `says` tells of (world, who, option, names) what its name does not.
    """

    prompt: str | Callable[[Any, int, Names], str]
    of: type[IntEnum] | str
    rules: tuple[str, ...]
    usual: int | Callable[[Any, int, int], int] | None = None
    warn: Callable[[Any, int, int, Names], str] | None = None
    aside: int | None = None
    hand: Callable[[Any, int], Sequence[int]] | None = None
    faces: Callable[[int], Sequence[int]] | None = None
    together: bool = False
    says: Callable[[Any, int, int, Names], str] | None = None


@dataclass(frozen=True)
class Rolled:
    """A roll: what it is for, and the rules it comes from.

    A penalty die on one side of a comparison is a bonus die on the other. `lent` are the
    dice of the asked one's pool that the other side really rolls; `owed` the reverse. Where
    a rule reads the number itself, `needs` says of (world, who, names) what is hoped for.
    """

    prompt: str
    rules: tuple[str, ...]
    lent: int = 0
    owed: int = 0
    needs: Callable[[Any, int, Names], str] | None = None


@dataclass(frozen=True)
class Plan:
    """Several answers given at once: what a person means by 'attack the Skeleton'.

    `answers` are (question, option) in the order they are asked, TARGET for the target.
    A plan that depends on the world gives a function of (world, who, target) instead.
    It is over when its answers are given and the step has ended, and `until` holds. `note`
    tells of (world, who, target, names) what its label does not, such as the weapon it takes.
    A plan that `persists` outlasts what others say on the way: up to the first dice, what it
    leaves open is shown with it and answered for it, whether they react or not. Of a plan
    called `ANSWER` only the `until` counts: so far the odds of single answers are walked.
    `takes` is what it needs to be open, told where it is not: 'a weapon in hand (SK-6)'.
    """

    name: str
    label: str
    answers: Sequence[tuple[int, int]] | Callable[[Any, int, int], Sequence[tuple[int, int]] | None]
    targets: str = ""
    until: Callable[[Any, int], bool] | None = None
    note: Callable[[Any, int, int, Names], str] | None = None
    persists: bool = False
    takes: str = ""

    def answers_for(self, w: Any, who: int, target: int) -> list[tuple[int, int]] | None:
        """The answers this plan gives, or None where it cannot be made."""
        given = self.answers(w, who, target) if callable(self.answers) else self.answers
        if given is None:
            return None
        return [(q, target if a == TARGET else a) for q, a in given]


@dataclass(frozen=True)
class Turn:
    """How a whole turn is judged, where its dice are spent on several actions.

    `considers` says which of the actor's questions are tried out: 'all' options, a mask of
    them, 'target' for the one the turn is spent on, or a function of (world, who, target,
    mask) that answers. `counts` is what is made as great as can be, from the worlds before
    and after; `over` says that the turn has ended.
    """

    considers: dict[int, str | int | Callable[[Any, int, int, int], int]]
    counts: Callable[[Any, Any, int], int]
    over: Callable[[Any, int], bool]
    what: str


Fields = Mapping[str, int]
Happening = tuple[int, int, int, int]
"""An event as it was told: what, who, x, y."""


@dataclass(frozen=True)
class Head:
    """What people ask of a plan by name, of whoever it is aimed at: hit, wounded, down, dead.

    It has come to that for a creature where one of the events `to` it was told or one `on` it
    (their x); where it `falls`, standing no more; where it has lost some of the headline
    field `loses`; or where the field it `becomes` was 0 and no longer is. Where there is room
    for one number, it is that of the head of a group that `tells`, or else of its first.
    """

    name: str
    to: tuple[int, ...] = ()
    on: tuple[int, ...] = ()
    falls: bool = False
    loses: str = ""
    becomes: str = ""
    tells: bool = False


@dataclass(frozen=True)
class Loss:
    """How much of a headline field somebody lost, in the game's own word for it.

    Harm makes the field smaller (Hit Points), or it `grows` (wounds). Where the field starts
    anew in between, `counted` says what was lost, of (the headline fields before and after,
    and those it `reads` besides; what was told of the creature).
    """

    field: str
    word: str
    grows: bool = False
    counted: Callable[[Fields, Fields, Sequence[Happening]], int] | None = None
    reads: tuple[str, ...] = ()

    def verb(self, mean: Fraction) -> str:
        """What happens to the number somebody has of it, when so much is lost."""
        return "gains" if (mean >= 0) == self.grows else "loses"


@dataclass(frozen=True)
class Stat:
    """One number of a creature's card, in the game's own word; `most` where it has an end."""

    label: str
    value: int | str
    most: int | None = None
    harm: bool = False


@dataclass(frozen=True)
class Card:
    """What a creature's card shows: its numbers, and the states it is in."""

    stats: Sequence[Stat]
    states: Sequence[str] = ()

    @property
    def text(self) -> str:
        shown = "  ".join(
            f"{s.label} {s.value}" + (f"/{s.most}" if s.most is not None else "")
            for s in self.stats
        )
        return ", ".join([shown, *self.states]) if shown else ", ".join(self.states)


@dataclass(frozen=True)
class Token:
    """A creature on the board; x and y in the board's unit, its facing in degrees from north.

    On a board of places x is the place, or -1 for who is in none of them; those of one place
    with the same `knot`, 0 or more, stand close together.
    """

    who: int
    x: int
    y: int
    across: int = 1
    down: int = 1
    facing: int | None = None
    hurt: int = 0
    bears: int = 1
    is_out: bool = False
    knot: int = -1


@dataclass(frozen=True)
class Thing:
    """Something that lies on the board."""

    label: str
    x: int
    y: int


@dataclass(frozen=True)
class Place:
    """A place of a board without squares: called as its option is, linked to other places.

    `note` says in a word or two what is special about it: 'way out', 'safe'.
    """

    label: str
    links: Sequence[int] = ()
    note: str = ""


Unit = Literal["tile", "ft", "zone"]
"""What a board is measured in: tiles (y grows downward), feet (north is up), or places."""


@dataclass(frozen=True)
class Board:
    """Where everybody is. A board of zones has places, and no width or height.

    `floors` are tiles (x, y, height) whose floor lies lower or higher than the others;
    `bodies` the tiles of those who cover no rectangle, or may not.
    """

    unit: Unit
    width: int
    height: int
    tokens: Sequence[Token]
    walls: Sequence[tuple[int, int]] = ()
    things: Sequence[Thing] = ()
    floors: Sequence[tuple[int, int, int]] = ()
    places: Sequence[Place] = ()
    bodies: Mapping[int, Sequence[tuple[int, int]]] = field(default_factory=dict)


@dataclass(frozen=True)
class Hides:
    """Who hides: `unseen` whether a side cannot see a creature, `take_out` makes a world that
    has it no more, as far as that side can know; odds are worked out in it."""

    unseen: Callable[[Any, int, int], bool]
    take_out: Callable[[Any, int], None]


@dataclass(frozen=True)
class Words:
    """Everything a ruleset can say.

    `heads` are groups, each in the order in which one thing leads to the next; `losses` are
    those of the headline fields, and a field that has none is told by how it changes. `sheet`
    tells of (world, who, names) what a sheet's lists of names do not.
    """

    questions: dict[Any, Asked]
    rolls: dict[Any, Rolled]
    events: type[Events]
    plans: Sequence[Plan]
    card: Callable[[Any, int, Names], Card]
    primer: str
    board: Callable[[Any, Names], Board] | None = None
    sheet: Callable[[Any, int, Names], dict[str, str]] | None = None
    turn: Turn | None = None
    hiding: Hides | None = None
    heads: Sequence[Sequence[Head]] = ()
    losses: Sequence[Loss] = ()
    enums: dict[str, type[IntEnum]] = field(default_factory=dict)
    question_names: dict[str, int] = field(default_factory=dict)
    roll_names: dict[str, int] = field(default_factory=dict)
    event_names: dict[str, int] = field(default_factory=dict)
    told: dict[int, Told] = field(default_factory=dict)
    members: Names = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.told.update({int(event): event.told for event in self.events})
        self.members.update({k: [kebab(m) for m in of] for k, of in self.enums.items()})
        for names, entries in (
            (self.question_names, self.questions),
            (self.roll_names, self.rolls),
            (self.event_names, self.events),
        ):
            names.update({kebab(member): int(member) for member in entries})

    def option(self, question: int, option: int, names: Names) -> str:
        """The name a person gives an option."""
        of = self.questions[question].of
        if isinstance(of, str):
            return str(option) if of == "number" else names[of][option]
        return kebab(of(option))

    def usual(self, question: int, w: Any, who: int, mask: int) -> int | None:
        """The usual answer to a question, where it has one that is legal now."""
        given = self.questions[question].usual
        option = given(w, who, mask) if callable(given) else given
        return option if option is not None and contains(mask, option) else None

    def loss(self, field: str) -> Loss:
        """How the loss of a headline field is counted."""
        return next((o for o in self.losses if o.field == field), Loss(field, field, grows=True))

    def warning(self, question: int, w: Any, who: int, option: int, names: Names) -> str:
        warn = self.questions[question].warn
        return warn(w, who, option, names) if warn else ""

    def question_name(self, question: int) -> str:
        return next(name for name, number in self.question_names.items() if number == question)

    def roll_name(self, what: int) -> str:
        return next(name for name, number in self.roll_names.items() if number == what)

    def event_name(self, event: int) -> str:
        return next(name for name, number in self.event_names.items() if number == event)

    def prompt(self, question: int, who: int, names: Names, w: Any) -> str:
        """The question in words; {w.field} stands for a field of the world."""
        prompt = self.questions[question].prompt
        if callable(prompt):
            return prompt(w, who, names)
        return prompt.format(who=_name(names, "creatures", who), w=w)

    def roll_prompt(self, what: int, who: int, vs: int, names: Names) -> str:
        return self.rolls[what].prompt.format(
            who=_name(names, "creatures", who), vs=_name(names, "creatures", vs)
        )

    def sentence(self, event: int, who: int, x: int, y: int, names: Names) -> str:
        """An event as one sentence: {who}, {x}, {y}, or {x:creatures} for a name.

        After the colon stands one of the world's lists, or one of these words' enums;
        {x:wound|wounds} counts: 1 wound, 2 wounds.
        """
        sentence = self.told[event].sentence
        if callable(sentence):
            return sentence(_name(names, "creatures", who), x, y)
        return self._said(sentence, who, x, y, names)

    def working(self, event: int, who: int, x: int, y: int, names: Names) -> list[tuple[str, int]]:
        """What stands behind an event: each part in a word, with its number."""
        parts = self.told[event].working
        said = parts(x, y) if parts else ()
        return [(self._said(label, who, x, y, names), amount) for label, amount in said]

    def headline(self, event: int, who: int, x: int, y: int, names: Names) -> str:
        return self._said(self.told[event].headline, who, x, y, names)

    def _said(self, template: str, who: int, x: int, y: int, names: Names) -> str:
        known = names | self.members
        return template.format(
            who=_name(names, "creatures", who), x=_Number(x, known), y=_Number(y, known)
        )


class _Number(int):
    """An event's number: {x} prints it, {x:creatures} the name, {x:wound|wounds} counts."""

    names: Names

    def __new__(cls, value: int, names: Names) -> _Number:
        made = super().__new__(cls, value)
        made.names = names
        return made

    def __format__(self, spec: str) -> str:
        one, counts, several = spec.partition("|")
        if counts:
            return f"{int(self)} {one if self == 1 else several}"
        return _name(self.names, spec, int(self)) if spec else str(int(self))


def _name(names: Names, of: str, k: int) -> str:
    known = names.get(of, [])
    return known[k] if 0 <= k < len(known) else "nobody"


def listed(names: Names, who: Sequence[int]) -> str:
    """Creatures by name: 'Ada, Ben and Cleo'."""
    *others, last = [names["creatures"][i] for i in who]
    return f"{', '.join(others)} and {last}" if others else last


def kebab(member: IntEnum) -> str:
    """An enum member as people write it: Question.HIT_LOCATION is hit-location."""
    return member.name.lower().replace("_", "-")
