"""The tape: every answer of a fight, in the order it was asked for.

Questions and answers as data, and the oracle that reads them back. Past the tape's end
it turns to `beyond`, which answers (and so lets the tape grow) or stops with Pending.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple

from affray.oracles.dice import Noted
from affray.rules import pools
from affray.rules.ask import Illegal, require_legal


class Kind(IntEnum):
    """What sort of answer a question wants."""

    CHOOSE = 0
    CHECK = 1
    TEST = 2
    MARGIN = 3
    ROLL = 4
    DICE = 5


@dataclass(frozen=True, slots=True)
class Question:
    """A question as it was asked; `name` is the ruleset's own number for it."""

    kind: Kind
    name: int
    who: int
    mask: int = 0
    pool: int = 0
    target: int = 0
    vs: int = -1
    vs_pool: int = 0
    n: int = 0
    sides: int = 0

    @property
    def is_chance(self) -> bool:
        return self.kind is not Kind.CHOOSE

    @property
    def is_opposed(self) -> bool:
        return self.kind is Kind.TEST or self.kind is Kind.MARGIN

    @property
    def needs(self) -> list[tuple[int, int]]:
        """The dice the asked one picks up, as (how many, sides)."""
        if self.kind is Kind.DICE:
            return [(self.n, self.sides)] if self.n else []
        return _needs(self.pool)

    @property
    def vs_needs(self) -> list[tuple[int, int]]:
        return _needs(self.vs_pool) if self.is_opposed else []

    @property
    def identity(self) -> tuple[int, ...]:
        """What makes this roll the same roll when it is asked again."""
        return (self.kind, self.name, self.who, self.vs)


def _needs(pool: int) -> list[tuple[int, int]]:
    twice = 2 if pool & (pools.HIGH | pools.LOW) else 1
    return [(n * twice, sides) for n, sides in pools.counts(pool)]


Faces = tuple[tuple[int, tuple[int, ...]], ...]
"""(sides, the faces shown) for every kind of die, smallest first."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer: the option, 1 or 0, the total, the difference, or the rank of the hand.

    What somebody `said` to it in their own words is written down, and no rule reads it.
    """

    value: int
    dice: Faces = ()
    against: Faces = ()
    typed: bool = False
    said: str = ""


class Known(NamedTuple):
    """An answer that was given in the step already: to what kind of question, of whom."""

    kind: int
    name: int
    who: int
    value: int


def fits(faces: Faces, needs: list[tuple[int, int]]) -> bool:
    """Whether these are the dice that were to be rolled, each in its range."""
    return [(len(shown), sides) for sides, shown in faces] == needs and all(
        1 <= face <= sides for sides, shown in faces for face in shown
    )


def in_a_row(shown: Sequence[int], needs: list[tuple[int, int]]) -> Faces | None:
    """Faces as people name them, one after another and the smallest dice first, if they fit."""
    left = list(shown)
    out = []
    for n, sides in needs:
        out.append((sides, tuple(left[:n])))
        left = left[n:]
    faces = tuple(out)
    return faces if not left and fits(faces, needs) else None


def total_of(pool: int, faces: Faces) -> int:
    """The pool's total when its dice show these faces."""
    if not pool & (pools.HIGH | pools.LOW):
        return pools.bonus(pool) + sum(sum(shown) for _, shown in faces)
    first = sum(sum(shown[: len(shown) // 2]) for _, shown in faces)
    second = sum(sum(shown[len(shown) // 2 :]) for _, shown in faces)
    kept = max(first, second) if pool & pools.HIGH else min(first, second)
    return pools.bonus(pool) + kept


def value_of(question: Question, faces: Faces, against: Faces) -> int:
    """What the dice answer."""
    if question.kind is Kind.DICE:
        shown = [face for _, kind in faces for face in kind]
        hand = tuple(shown.count(face) for face in range(1, question.sides + 1))
        return pools.ranks(question.n, question.sides)[hand]
    total = total_of(question.pool, faces)
    if question.kind is Kind.CHECK:
        return int(total >= question.target)
    if question.kind is Kind.ROLL:
        return total
    difference = total - total_of(question.vs_pool, against)
    return int(difference >= 0) if question.kind is Kind.TEST else difference


def bounds(question: Question) -> tuple[int, int]:
    """The smallest and the largest value an answer to a roll may have."""
    kind = question.kind
    if kind is Kind.DICE:
        return 0, pools.hand_count(question.n, question.sides) - 1
    low, high = pools.lowest(question.pool), pools.highest(question.pool)
    if kind is Kind.ROLL:
        return low, high
    if kind is Kind.CHECK:
        return int(low >= question.target), int(high >= question.target)
    low -= pools.highest(question.vs_pool)
    high -= pools.lowest(question.vs_pool)
    return (int(low >= 0), int(high >= 0)) if kind is Kind.TEST else (low, high)


def require_possible(question: Question, answer: Answer) -> Answer:
    """The answer, if the question could have it."""
    if question.kind is Kind.CHOOSE:
        require_legal(answer.value, question.mask)
        return answer
    if answer.dice or answer.against:
        for faces, needs in ((answer.dice, question.needs), (answer.against, question.vs_needs)):
            if not fits(faces, needs):
                raise Illegal(misfit(faces, needs))
        if value_of(question, answer.dice, answer.against) != answer.value:
            raise Illegal("the dice do not make that answer")
    low, high = bounds(question)
    if not low <= answer.value <= high:
        raise Illegal(f"found {answer.value}, expected {low} to {high}")
    return answer


def misfit(faces: Faces, needs: list[tuple[int, int]]) -> str:
    """What is wrong with faces that are not those of the dice that were to be rolled."""
    for sides, shown in faces:
        for face in shown:
            if not 1 <= face <= sides:
                return f"found a {face} on a d{sides}, expected 1 to {sides}"
    return f"found {show_faces(faces)}, expected {show_needs(needs)}"


def show_faces(faces: Faces) -> str:
    return ", ".join(f"d{sides} {list(shown)}" for sides, shown in faces) or "no dice"


def show_needs(needs: list[tuple[int, int]]) -> str:
    return ", ".join(f"{n}d{sides}" for n, sides in needs) or "no dice"


def show_ranges(needs: list[tuple[int, int]]) -> str:
    """What such dice can show: '2d4 (1 to 4), 1d8 (1 to 8)'."""
    return ", ".join(f"{n}d{sides} (1 to {sides})" for n, sides in needs)


class Pending(Exception):
    """The tape has ended here, and nobody has answered yet."""

    def __init__(self, question: Question, world: Any) -> None:
        super().__init__("a question is pending")
        self.question = question
        self.world = world


Beyond = Callable[[Question, Any], Answer]
"""Whoever answers where the tape has ended, or stops there with Pending."""


def stop(question: Question, world: Any) -> Answer:
    """Nobody answers: every question is left pending."""
    raise Pending(question, world)


Hears = Callable[[Question, str, Any], None]
"""Whoever writes down what somebody said in their own words."""


def unheard(question: Question, said: str, world: Any) -> None:
    """Nobody does: a step that is only tried out goes the same way without."""


class Edit(NamedTuple):
    """A change by the game master's hand, made at the start of a step."""

    changes: dict[str, Any]


class Switched(NamedTuple):
    """How rulings are read from the start of a step on; `anew`, from the setting up of the fight
    on: then it stands before all else. `by` is who says so."""

    readings: dict[str, str]
    anew: bool = False
    by: str = ""


class Enter(NamedTuple):
    """Somebody comes into the fight, as a file would write them; who plays them, and whether
    that player's dice are real."""

    creature: dict[str, Any]
    player: str
    typed_dice: bool = False


class Leave(NamedTuple):
    """Somebody leaves the fight, by name."""

    creature: str


REST, AGAIN = "rest", "again"


class Then(NamedTuple):
    """What comes when a fight is over: a rest, or the next fight with what lasts."""

    what: str


class TakenUp(NamedTuple):
    """Where other rules go on: the position a version left, what was told up to there, and what
    of the position these rules have no place for. It began under `began`; `rules` hold now."""

    position: dict[str, Any]
    told: list[dict[str, Any]]
    lost: list[str]
    began: int
    rules: int


class Before(NamedTuple):
    """A line told by rules that are here no more."""

    line: dict[str, Any]


Said = tuple[Question, Answer]
ByHand = Edit | Switched | Enter | Leave
"""What the game master does between two steps."""

Interlude = ByHand | Then | TakenUp
"""An entry of the tape that answers nothing: it stands at the start of a step."""

Story = list[Said | Noted | Interlude | Before]
"""What happened, in order: questions with their answers, events, and what came between steps."""


class TapeOracle:
    """Answers from a list; `beyond` is asked when the list has ended."""

    def __init__(self, answers: list[Any], at: int, beyond: Beyond, hears: Hears = unheard) -> None:
        self.answers = answers
        self.at = at
        self.beyond = beyond
        self.hears = hears
        self.story: Story = []
        self.world: Any = None

    def answer(self, question: Question) -> int:
        if self.at < len(self.answers):
            given = self.answers[self.at]
            if not isinstance(given, Answer):
                raise Illegal("an edit stands in the middle of a step")
        else:
            given = self.beyond(question, self.world)
        self.at += 1
        require_possible(question, given)
        self.story.append((question, given))
        if given.said:
            self.hears(question, given.said, self.world)
        return given.value

    def choose(self, w: Any, who: int, question: int, mask: int) -> int:
        self.world = w
        return self.answer(Question(Kind.CHOOSE, int(question), who, mask=mask))

    def check(self, what: int, who: int, pool: int, target: int) -> bool:
        return self.answer(Question(Kind.CHECK, int(what), who, pool=pool, target=target)) == 1

    def test(self, what: int, who: int, pool: int, vs: int, vs_pool: int) -> bool:
        asked = Question(Kind.TEST, int(what), who, pool=pool, vs=vs, vs_pool=vs_pool)
        return self.answer(asked) == 1

    def margin(self, what: int, who: int, pool: int, vs: int, vs_pool: int) -> int:
        asked = Question(Kind.MARGIN, int(what), who, pool=pool, vs=vs, vs_pool=vs_pool)
        return self.answer(asked)

    def roll(self, what: int, who: int, pool: int) -> int:
        return self.answer(Question(Kind.ROLL, int(what), who, pool=pool))

    def dice(self, what: int, who: int, n: int, sides: int, counts: list[int]) -> None:
        rank = self.answer(Question(Kind.DICE, int(what), who, n=n, sides=sides))
        hand = pools.hands(n, sides)[rank][0]
        for k in range(sides):
            counts[k] = hand[k]

    def note(self, event: int, who: int, x: int, y: int) -> None:
        self.story.append((int(event), who, x, y))

    def draw(self, n: int) -> int:
        raise Illegal("a rule may not draw; only policies do")
