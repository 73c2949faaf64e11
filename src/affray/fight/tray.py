"""A tray for any free roll: thrown beside the fight, kept, and no part of what its rules ask.

Its dice are of the fight's own kind and from a stream apart: they tell nothing of the fight's
dice, and never move them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from affray.book.errors import BadInput
from affray.oracles.dice import Generator
from affray.oracles.keyed import Key

if TYPE_CHECKING:
    from affray.fight.fight import Fight
    from affray.fight.players import DiceSource

MOST_DICE = 50
MOST_SIDES = 1000
MOST_ADDED = 9999
LONGEST = 60

APART = 1 << 56
"""No place on a tape is that far along: a seeded fight's free rolls are nobody's else."""

TERM = re.compile(r"([+-]?)(?:(\d*)d(\d+)|(\d+))", re.IGNORECASE | re.ASCII)


@dataclass(frozen=True)
class Thrown:
    """A free roll: what was thrown, every face in its order, and by whom.

    What is `hidden` was thrown behind the game master's screen.
    """

    dice: str
    faces: tuple[int, ...]
    by: str = ""
    hidden: bool = False

    @property
    def total(self) -> int:
        left, total = list(self.faces), 0
        for term in read_dice(self.dice):
            shown = [left.pop(0) for _ in range(term.n)] if term.sides else [term.n]
            total += term.sign * sum(shown)
        return total

    @property
    def text(self) -> str:
        shown = " ".join(str(face) for face in self.faces)
        return f"{self.dice} ({shown}) = {self.total}"


@dataclass(frozen=True)
class RollShown:
    """A roll from behind the screen is shown to all: which of the free rolls it is."""

    throw: int
    by: str = ""


@dataclass(frozen=True)
class Term:
    """Dice of one kind, or a number (0 sides); a sign of -1 takes it off."""

    n: int
    sides: int
    sign: int


def read_dice(text: str) -> list[Term]:
    """As people write it: '2d6+1', 'd20', 'd100 - 2d4'."""
    compact = "".join(text.split())
    terms, at = [], 0
    while at < len(compact[:LONGEST]):
        found = TERM.match(compact, at)
        if found is None or (at and not found[1]):
            break
        sign = -1 if found[1] == "-" else 1
        is_dice = bool(found[3])
        n = int(found[2] or 1) if is_dice else int(found[4])
        if is_dice:
            _require_die(int(found[3]))
        terms.append(Term(n, int(found[3]) if is_dice else 0, sign))
        at = found.end()
    if not terms or at < len(compact):
        raise BadInput(
            f"found {text[:LONGEST]!r}, expected dice such as 2d6+1 or d20", field="dice"
        )
    _require_few(terms)
    return terms


def sides_of(terms: list[Term]) -> list[int]:
    """Every die that is thrown, in its order."""
    return [term.sides for term in terms if term.sides for _ in range(term.n)]


def _require_few(terms: list[Term]) -> None:
    dice = [term for term in terms if term.sides]
    thrown = sum(term.n for term in dice)
    if not 1 <= thrown <= MOST_DICE:
        raise BadInput(f"found {thrown} dice, expected 1 to {MOST_DICE}", field="dice")
    if any(term.n > MOST_ADDED for term in terms):
        raise BadInput(f"a number to add is at most {MOST_ADDED}", field="dice")


def _require_die(sides: int) -> None:
    if not 2 <= sides <= MOST_SIDES:
        found = "one side" if sides == 1 else f"{sides} sides"
        problem = f"there is no die with {found} here"
        raise BadInput(f"{problem}, expected d2 to d{MOST_SIDES}", field="dice")


def throw(fight: Fight, seed: DiceSource, text: str, by: str = "", hidden: bool = False) -> Thrown:
    """Throw dice for all to see, or behind the screen; they are kept beside the fight."""
    terms = read_dice(text)
    before = len(throws(fight))
    dice = seed.free(before) if isinstance(seed, Key) else Generator(seed, APART + before)
    faces = [dice.face(sides) for sides in sides_of(terms)]
    thrown = Thrown("".join(_written(terms)), tuple(faces), by, hidden)
    fight.say_beside(thrown)
    return thrown


def throws(fight: Fight) -> list[Thrown]:
    """Every free roll, in their order."""
    return [one.said for one in fight.beside if isinstance(one.said, Thrown)]


def screened(fight: Fight) -> dict[int, Thrown]:
    """Those only the game master has seen, by their number."""
    shown = {one.said.throw for one in fight.beside if isinstance(one.said, RollShown)}
    found = enumerate(throws(fight))
    return {n: thrown for n, thrown in found if thrown.hidden and n not in shown}


def show(fight: Fight, n: int, by: str = "") -> None:
    """Let all see what was thrown behind the screen."""
    known = screened(fight)
    if n not in known:
        listed = ", ".join(map(str, known)) or "none, for all have been seen"
        raise BadInput(f"found {n}, expected a roll behind the screen ({listed})", field="throw")
    fight.say_beside(RollShown(n, by))


def _written(terms: list[Term]) -> list[str]:
    signs = ["-" if term.sign < 0 else "+" if k else "" for k, term in enumerate(terms)]
    plain = [f"{term.n}d{term.sides}" if term.sides else str(term.n) for term in terms]
    return [sign + term for sign, term in zip(signs, plain, strict=True)]
