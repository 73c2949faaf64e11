"""How a ruleset speaks: prompts, options, rolls, events, plans. Rules hold no English."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any, Literal

from affray.book.entries import CALLED, Entries
from affray.book.event_number import EventNumber, in_a_row, name_of
from affray.book.event_number import Names as Names
from affray.book.events import Events, Told, require_names
from affray.book.ground import NO_GROUND, Ground, Ruled
from affray.book.heads import NO_AIM, Aim, Aiming, Head, Loss, resolved
from affray.book.maps import MapForm
from affray.book.own import Own
from affray.book.ruler import Ruler
from affray.book.sight import Sight
from affray.book.turn import Turn
from affray.rules.masks import contains, largest, smallest
from affray.rules.world import SAYINGS

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

    `of` is an enum, one of the world's lists ('creatures'), or 'number'. `usual` is the option
    taken when a plan leaves the question open: an option, or a function of (world, who, mask).
    `warn` says of (world, who, option, names) what a person would regret, or nothing. `aside` is
    what odds assume of those a plan does not concern, where everybody answers at once and all of
    them would be too much to walk. Where options are dice, `hand` gives the faces before (world,
    who), `faces` those an option picks. A question put to a whole group one after the other is
    `together`: who speaks for several says it once. `prompt` may be a function of (world, who,
    names), and `says` tells of (world, who, option, names) what its name does not.
    An option offered by itself is for its `aim`; one of them may be put in `own` words. A number
    that `follows` another at once may say of (world, who, the other) what is legal.
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
    aim: Aim | Aiming = NO_AIM
    own: Own | None = None
    follows: Callable[[Any, int, int], int] | None = None

    def takes_words(self, option: int) -> bool:
        return self.own is not None and self.own.option == option


@dataclass(frozen=True)
class Rolled:
    """A roll: what it is for, and its rules; `other` is what the other side rolls for, if any.

    A penalty die on one side of a comparison is a bonus die on the other. `lent` are the
    dice of the asked one's pool that the other side really rolls; `owed` the reverse. Where
    a rule reads the number itself, `needs` says of (world, who, names) what is hoped for, and
    `luck` whether more is better for whoever rolls (1), less is (-1), or neither (0).
    """

    prompt: str
    rules: tuple[str, ...]
    lent: int = 0
    owed: int = 0
    needs: Callable[[Any, int, Names], str] | None = None
    luck: int = 1
    other: str = "against {who}"


@dataclass(frozen=True)
class Plan:
    """Several answers given at once: what a person means by 'attack the Skeleton'.

    `answers` are (question, option) in the order they are asked, TARGET for the target.
    A plan that depends on the world gives a function of (world, who, target) instead.
    It is over when its answers are given and the step has ended, and `until` holds. `note`
    tells of (world, who, target, names) what its label does not, such as the weapon it takes, or
    says, always alike, what it is for.
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
    note: Callable[[Any, int, int, Names], str] | str | None = None
    persists: bool = False
    takes: str = ""

    def note_of(self, w: Any, who: int, target: int, names: Names) -> str:
        return self.note(w, who, target, names) if callable(self.note) else self.note or ""

    def answers_for(self, w: Any, who: int, target: int) -> list[tuple[int, int]] | None:
        """The answers this plan gives, or None where it cannot be made."""
        given = self.answers(w, who, target) if callable(self.answers) else self.answers
        if given is None:
            return None
        return [(q, target if a == TARGET else a) for q, a in given]


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
    `bodies` the tiles of those who cover no rectangle, or may not. `ground` is what a game's
    own rules know of it beside walls and floors; an encounter adds its pictures.
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
    ground: Ground = NO_GROUND


@dataclass(frozen=True)
class Hides:
    """Who hides: `unseen` whether a side cannot see a creature, `take_out` makes a world that
    has it no more, as far as that side can know; odds are worked out in it.

    Where no rule hides anybody there is no `unseen`: the game master's hand alone does."""

    take_out: Callable[[Any, int], None]
    unseen: Callable[[Any, int, int], bool] | None = None


@dataclass(frozen=True)
class Words:
    """Everything a ruleset can say.

    `heads` are groups, each in the order in which one thing leads to the next; `aims` says of
    every plan, by its name, which of them it is for, or that it is for none (NO_AIM); `losses`
    are those of the headline fields, and a field that has none is told by how it changes.
    `sheet` tells of (world, who, names) what a sheet's lists of names do not. `ground`
    are the kinds of it that have a rule in this game, `map` how its `[map]` is written where it
    has a size, `scene` the world's fields that say what a place is like, `sight` what the map
    means to a creature, `seen` the tiles one sees from where it stands, where there is a rule
    for that. Of the world's `phase`, where it has one, `seams` are the members that lie between
    rounds, and in the `unsettled` it is still being said who acts. Of the `members` those that are
    `spoken` go on with what people said in their own words. `harms` are the events that lead to
    harm, as `heads` have it.
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
    ruler: Ruler | None = None
    heads: Sequence[Sequence[Head]] = ()
    aims: Mapping[str, Aim | Aiming] = field(default_factory=dict)
    losses: Sequence[Loss] = ()
    ground: Mapping[str, Ruled] = field(default_factory=dict)
    map: MapForm | None = None
    scene: Sequence[str] = ()
    sight: Callable[[Any, int, Names], Sight] | None = None
    seen: Callable[[Any, int], Sequence[tuple[int, int]]] | None = None
    seams: Sequence[IntEnum] = ()
    unsettled: Sequence[IntEnum] = ()
    enums: dict[str, type[IntEnum]] = field(default_factory=dict)
    question_names: dict[str, int] = field(default_factory=dict)
    roll_names: dict[str, int] = field(default_factory=dict)
    event_names: dict[str, int] = field(default_factory=dict)
    told: dict[int, Told] = field(default_factory=dict)
    harms: set[int] = field(default_factory=set)
    members: Names = field(default_factory=dict)
    spoken: Sequence[str] = ()

    def __post_init__(self) -> None:
        for question, asked in self.questions.items():
            require_names(f"Question.{question.name}", asked.prompt, ("who", "w"))
        for what, rolled in self.rolls.items():
            for prompt in (rolled.prompt, rolled.other):
                require_names(f"Roll.{what.name}", prompt, ("who", "vs"))
        self.told.update({int(event): event.told for event in self.events})
        for of in CALLED:
            object.__setattr__(self, of, Entries(of, getattr(self, of), self.events.__module__))
        harmful = [group for group in self.heads if any(head.grade for head in group)]
        self.harms.update(int(event) for group in harmful for head in group for event in head.to)
        self.members.update({k: [spaced(kebab(m)) for m in of] for k, of in self.enums.items()})
        self.question_names.update({kebab(member): int(member) for member in self.questions})
        self.roll_names.update({kebab(member): int(member) for member in self.rolls})
        self.event_names.update({kebab(member): int(member) for member in self.events})

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

    def aim(self, plan: str, w: Any, who: int, target: int) -> Aim:
        """What a plan is for, made now for this target."""
        return resolved(self.aims.get(plan, NO_AIM), w, who, target)

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
        return prompt.format(who=name_of(names, "creatures", who), w=w)

    def roll_prompt(
        self, what: int, who: int, vs: int, names: Names, is_other: bool = False
    ) -> str:
        """What is rolled for: by the one who is asked, or by the other side."""
        rolled = self.rolls[what]
        return (rolled.other if is_other else rolled.prompt).format(
            who=name_of(names, "creatures", who), vs=name_of(names, "creatures", vs)
        )

    def sentence(self, event: int, who: int, x: int, y: int, names: Names) -> str:
        """An event as one sentence: {who}, {x}, {y}, or {x:creatures} for a name.

        After the colon stands one of the world's lists, or one of these words' enums;
        {x:those creatures} names each of a mask, {x:wound|wounds} counts: 1 wound, 2 wounds.
        """
        sentence = self.told[event].sentence
        if callable(sentence):
            return sentence(name_of(names, "creatures", who), x, y)
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
        known |= {kind: self.members[kind] + names[SAYINGS] for kind in self.spoken}
        return template.format(
            who=name_of(names, "creatures", who), x=EventNumber(x, known), y=EventNumber(y, known)
        )


def listed(names: Names, who: Sequence[int]) -> str:
    """Creatures by name: 'Ada, Ben and Cleo'."""
    return in_a_row([names["creatures"][i] for i in who])


def spaced(name: str) -> str:
    """A name that files write with hyphens, as people read it: 'short bow', but 'north-east'."""
    return re.sub(r"(?<=[a-z])(?<!north)(?<!south)-(?=[a-z])", " ", name)


def kebab(member: IntEnum) -> str:
    """An enum member as people write it: Question.HIT_LOCATION is hit-location."""
    return member.name.lower().replace("_", "-")
