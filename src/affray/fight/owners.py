"""Whose die it is: every die belongs to the one who rolls it.

Rules count a penalty die of one side as a bonus die of the other; files and people see
it in the hand it is rolled by.
"""

from __future__ import annotations

from affray.book.words import Rolled
from affray.oracles.tape import Faces, Question
from affray.rules.pools import counts

Needs = list[tuple[int, int]]


def needs_by_owner(question: Question, rolled: Rolled) -> tuple[Needs, Needs]:
    """The dice the asked one and the other pick up."""
    mine, theirs = dict(_turned(question.needs)), dict(_turned(question.vs_needs))
    _move_needs(mine, theirs, rolled.lent)
    _move_needs(theirs, mine, rolled.owed)
    return _as_needs(mine), _as_needs(theirs)


def _turned(needs: Needs) -> Needs:
    return [(sides, n) for n, sides in needs]


def _as_needs(held: dict[int, int]) -> Needs:
    return [(n, sides) for sides, n in sorted(held.items()) if n]


def _move_needs(giver: dict[int, int], taker: dict[int, int], pool: int) -> None:
    for n, sides in counts(pool):
        giver[sides] = giver.get(sides, 0) - n
        taker[sides] = taker.get(sides, 0) + n


def to_owners(rolled: Rolled, dice: Faces, against: Faces) -> tuple[Faces, Faces]:
    """From the sides of the comparison to the hands that rolled."""
    mine, theirs = _held(dice), _held(against)
    _move(mine, theirs, rolled.lent)
    _move(theirs, mine, rolled.owed)
    return _as_faces(mine), _as_faces(theirs)


def from_owners(rolled: Rolled, dice: Faces, against: Faces) -> tuple[Faces, Faces]:
    """From the hands that rolled to the sides of the comparison."""
    mine, theirs = _held(dice), _held(against)
    _move(theirs, mine, rolled.lent)
    _move(mine, theirs, rolled.owed)
    return _as_faces(mine), _as_faces(theirs)


def _held(faces: Faces) -> dict[int, list[int]]:
    return {sides: list(shown) for sides, shown in faces}


def _as_faces(held: dict[int, list[int]]) -> Faces:
    return tuple((sides, tuple(shown)) for sides, shown in sorted(held.items()) if shown)


def _move(giver: dict[int, list[int]], taker: dict[int, list[int]], pool: int) -> None:
    """The last dice of a kind change hands, and stand last there."""
    for n, sides in counts(pool):
        held = giver.get(sides, [])
        taker.setdefault(sides, []).extend(held[len(held) - n :] if n <= len(held) else held)
        giver[sides] = held[: max(0, len(held) - n)]
