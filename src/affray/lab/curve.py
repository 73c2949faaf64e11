"""A fight answer by answer: what was rolled, what was decided, and how it stood after each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from math import sqrt

from affray.fight.between import NeedsWhole
from affray.fight.fight import Fight
from affray.fight.plans import Answers
from affray.lab.playouts import PlayoutStart
from affray.lab.until import Z95
from affray.oracles.tape import AGAIN, Answer, Known, Question, Then, bounds
from affray.rules.masks import is_single


class Sort(Enum):
    """What a fight moves by."""

    START = "start"
    ROLL = "roll"
    CHOICE = "choice"
    HAND = "by hand"


@dataclass(frozen=True)
class CurvePoint:
    """How it stood once something was answered: `known` answers into a step.

    `at` is the place on the tape after it, `told` its item of the story. Where nothing else could
    have come, it `is_sure`, and nothing has changed by it.
    """

    at: int
    step: int
    known: int
    sort: Sort
    who: int = -1
    told: int = -1
    is_sure: bool = False


def moments(fight: Fight) -> list[CurvePoint]:
    """Of the last fight on a tape, from its beginning to its end, or as far as it has come."""
    if fight.past.entries:
        raise NeedsWhole
    first = _first_step(fight)
    start = fight.snapshots[first]
    out = [CurvePoint(start.at, first, 0, Sort.START)]
    for step in range(first, len(fight.snapshots)):
        if fight.snapshots[step].resting or fight.snapshots[step].rested:
            break
        out += _in_step(fight, step)
    return out


def _first_step(fight: Fight) -> int:
    """Where the last fight began: after what was said of another one, if it was."""
    again = [at for at, entry in enumerate(fight.live) if entry == Then(AGAIN)]
    first = again[-1] + 1 if again else fight.first
    return next(k for k, snapshot in enumerate(fight.snapshots) if snapshot.at >= first)


def _in_step(fight: Fight, step: int) -> Iterator[CurvePoint]:
    start, is_last = fight.snapshots[step], step + 1 == len(fight.snapshots)
    end = len(fight.live) if is_last else fight.snapshots[step + 1].at
    if start.at < end and not isinstance(fight.live[start.at], Answer):
        if not is_last and not fight.snapshots[step + 1].resting:
            yield CurvePoint(end, step + 1, 0, Sort.HAND, told=start.told)
        return
    said = said_in(fight, step)
    for n, (told, question, _) in enumerate(said, start=1):
        sort = Sort.ROLL if question.is_chance else Sort.CHOICE
        is_done = n == len(said) and not is_last
        here = (step + 1, 0) if is_done else (step, n)
        yield CurvePoint(start.at + n, *here, sort, question.who, told, _is_sure(question))


def said_in(fight: Fight, step: int) -> list[tuple[int, Question, Answer]]:
    """What was asked and answered in a step, with its place in the story."""
    is_last = step + 1 == len(fight.snapshots)
    end = len(fight.story) if is_last else fight.snapshots[step + 1].told
    items = ((k, fight.story[k]) for k in range(fight.snapshots[step].told, end))
    return [(k, item[0], item[1]) for k, item in items if isinstance(item[0], Question)]


def said_at(fight: Fight, told: int) -> tuple[Question, Answer]:
    """A question and its answer, by its place in the story."""
    item = fight.story[told]
    assert isinstance(item[0], Question)
    return item[0], item[1]


def _is_sure(question: Question) -> bool:
    if question.is_chance:
        low, high = bounds(question)
        return low == high
    return is_single(question.mask)


def position_of(fight: Fight, moment: CurvePoint) -> tuple[PlayoutStart, list[Known]]:
    """Where playouts of it begin, and what was answered there already."""
    start = fight.snapshots[moment.step]
    said = said_in(fight, moment.step)[: moment.known]
    known = [Known(int(q.kind), q.name, q.who, a.value) for _, q, a in said]
    return PlayoutStart(start.world, start.begun), known


@dataclass(frozen=True)
class CurveDecision:
    """What one creature said in a row in a step: the moments it made, and its answers."""

    moments: tuple[int, ...]
    who: int
    at: int
    answers: Answers


def decisions_in(fight: Fight, found: Sequence[CurvePoint]) -> list[CurveDecision]:
    """Where anything could have been chosen."""
    out: list[CurveDecision] = []
    row: list[int] = []
    for k, moment in enumerate(found):
        same = row and moment.who == found[row[0]].who and moment.at - 1 == found[row[-1]].at
        if moment.sort is not Sort.CHOICE or not same:
            out += _decision(fight, found, row)
            row = []
        if moment.sort is Sort.CHOICE and (row or not moment.is_sure):
            row.append(k)
    return out + _decision(fight, found, row)


def _decision(fight: Fight, found: Sequence[CurvePoint], row: list[int]) -> list[CurveDecision]:
    if not row:
        return []
    said = [said_at(fight, found[k].told) for k in row]
    answers = tuple((int(question.name), answer.value) for question, answer in said)
    return [CurveDecision(tuple(row), found[row[0]].who, found[row[0]].at - 1, answers)]


@dataclass
class PlayedChance:
    """A chance to win as playouts have it, a byte for each that was won or lost; one that is
    known is exact. The same number of two moments has the same dice."""

    wins: bytearray = field(default_factory=bytearray)
    exact: float | None = None

    @property
    def playouts(self) -> int:
        return len(self.wins)

    @property
    def is_known(self) -> bool:
        return self.exact is not None or bool(self.wins)

    @property
    def win(self) -> float:
        if self.exact is not None:
            return self.exact
        return self.wins.count(1) / len(self.wins) if self.wins else 0.5

    @property
    def error(self) -> float:
        """Half the width of its 95 % interval."""
        return weighed([(self, 1)]).error


@dataclass(frozen=True)
class Sum:
    """A share of what the fight came to, with half the width of its 95 % interval."""

    value: float
    error: float


def weighed(shares: Sequence[tuple[PlayedChance, int]]) -> Sum:
    """Chances added and taken from each other, playout by playout: what two moments have in
    common by their dice is no uncertainty of their difference."""
    open_ones = [(chance, w) for chance, w in shares if w and chance.exact is None]
    value = sum(w * chance.win for chance, w in shares)
    if not open_ones:
        return Sum(value, 0.0)
    n = min(chance.playouts for chance, _ in open_ones)
    if not n:
        return Sum(value, 1.0)
    added = [0] * n
    for chance, w in open_ones:
        added = [x + w * won for x, won in zip(added, chance.wins, strict=False)]
    mean = sum(added) / n
    variance = max(sum((x - mean) ** 2 for x in added) / n, 1 / (n + 2))
    return Sum(value, Z95 * sqrt(variance / n))
