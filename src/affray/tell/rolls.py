"""A roll as it fell: who rolled what for, every die in the hand that rolled it, the result."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from affray.book.encounter import Encounter
from affray.odds.upshot import side_text
from affray.oracles.tape import Answer, Faces, Kind, Question, total_of
from affray.rules import pools


@dataclass(frozen=True)
class Hand:
    """Dice of one kind that somebody rolled, in the order they lie."""

    owner: str
    sides: int
    faces: tuple[int, ...]


@dataclass(frozen=True)
class RollSide:
    """One side of a comparison: its pool, and what it came to.

    A penalty die lies in the hand of the side that suffers it and counts below 0. Where a roll
    is known only by its result there are no dice, and no total.
    """

    pool: str
    hands: tuple[Hand, ...] = ()
    total: int | None = None


@dataclass(frozen=True)
class Roll:
    """One roll; `against` is the other side, or a number, or nothing.

    The `result` is a yes or no, or a number; none where the faces themselves are the answer.
    """

    who: str
    what: str
    kind: str
    dice: RollSide
    against: RollSide | int | None
    result: bool | int | None


def roll_of(encounter: Encounter, question: Question, answer: Answer) -> Roll:
    words, names = encounter.ruleset.words, encounter.called
    return Roll(
        who=names["creatures"][question.who],
        what=words.roll_prompt(question.name, question.who, question.vs, names),
        kind=question.kind.name.lower(),
        dice=_first(encounter, question, answer),
        against=_second(encounter, question, answer),
        result=_result(question, answer),
    )


def _first(encounter: Encounter, question: Question, answer: Answer) -> RollSide:
    owner = encounter.names["creatures"][question.who]
    if question.kind is Kind.DICE:
        counts = pools.hands(question.n, question.sides)[answer.value][0]
        faces = tuple(face + 1 for face, n in enumerate(counts) for _ in range(n))
        hands = (Hand(owner, question.sides, faces),)
        return RollSide(f"{question.n}d{question.sides}", hands)
    rolled = encounter.ruleset.words.rolls[question.name]
    mine, theirs = (question.pool, answer.dice), (question.vs_pool, answer.against)
    return _side(owner, mine, rolled.lent, theirs, rolled.owed)


def _second(encounter: Encounter, question: Question, answer: Answer) -> RollSide | int | None:
    if question.is_opposed:
        owner = encounter.names["creatures"][question.vs] if question.vs >= 0 else ""
        rolled = encounter.ruleset.words.rolls[question.name]
        mine, theirs = (question.vs_pool, answer.against), (question.pool, answer.dice)
        return _side(owner, mine, rolled.owed, theirs, rolled.lent)
    return question.target if question.kind is Kind.CHECK else None


def _side(
    owner: str, mine: tuple[int, Faces], lent: int, theirs: tuple[int, Faces], owed: int
) -> RollSide:
    """One side's dice without those it lent, less the penalty dice that were counted as theirs."""
    pool = side_text(mine[0], lent, owed)
    kept, _ = _parted(mine[1], lent)
    _, less = _parted(theirs[1], owed)
    if not kept and not less:
        return RollSide(pool)
    penalty = tuple((sides, tuple(-face for face in shown)) for sides, shown in less)
    total = total_of(mine[0], kept) + sum(sum(shown) for _, shown in penalty)
    hands = tuple(Hand(owner, sides, shown) for sides, shown in kept + penalty)
    return RollSide(pool, hands, max(0, total) if owed else total)


def _parted(faces: Faces, given: int) -> tuple[Faces, Faces]:
    """A side's dice: its own, and the last of each kind that are `given` to the other."""
    others = {sides: n for n, sides in pools.counts(given)}
    own, gone = [], []
    for sides, shown in faces:
        at = max(0, len(shown) - others.get(sides, 0))
        own += [(sides, shown[:at])] if at else []
        gone += [(sides, shown[at:])] if at < len(shown) else []
    return tuple(own), tuple(gone)


def _result(question: Question, answer: Answer) -> bool | int | None:
    if question.kind is Kind.DICE:
        return None
    return bool(answer.value) if question.kind in (Kind.CHECK, Kind.TEST) else answer.value


def roll_from(data: dict[str, Any]) -> Roll | None:
    """A roll as it was kept, if a roll is today what it was then; files have no null."""
    against = data.get("against")
    against = _side_from(against) if isinstance(against, dict) else against
    try:
        whole = {"result": None, **data, "dice": _side_from(data["dice"]), "against": against}
        return Roll(**whole)
    except (TypeError, KeyError):
        return None


def _side_from(data: dict[str, Any]) -> RollSide:
    hands = [Hand(**{**hand, "faces": tuple(hand["faces"])}) for hand in data.get("hands", [])]
    return RollSide(**{**data, "hands": tuple(hands)})


def roll_text(roll: Roll) -> str:
    """'Ada rolls to hit: 3d6 (2 5 1) = 8 against 1d6 (4) = 4: yes'."""
    text = f"{roll.who} rolls {roll.what}: {_side_text(roll.dice)}"
    if roll.against is not None:
        text += f" against {_against_text(roll.against)}"
    return text + _result_text(roll)


def _against_text(against: RollSide | int) -> str:
    return _side_text(against) if isinstance(against, RollSide) else str(against)


def _side_text(side: RollSide) -> str:
    if not side.hands:
        return side.pool
    shown = " ".join(str(face) for hand in side.hands for face in hand.faces)
    total = "" if side.total is None else f" = {side.total}"
    return f"{side.pool} ({shown}){total}"


def _result_text(roll: Roll) -> str:
    if roll.result is None:
        return ""
    if isinstance(roll.result, bool):
        return ": yes" if roll.result else ": no"
    if roll.kind == "margin":
        return f": {roll.result:+d}"
    return "" if roll.dice.total is not None else f" = {roll.result}"
