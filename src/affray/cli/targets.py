"""For whom a plan could be carried out: those it is made for and the rules allow when asked."""

from __future__ import annotations

from typing import Any

from affray.book.encounter import Encounter
from affray.fight.plans import Answers
from affray.oracles.dice import Dice
from affray.rules.ask import ONGOING, RANDOM
from affray.rules.masks import contains

TRIES = 8
MOST_STEPS = 60


class _Told(Exception):
    """A plan's answers were all asked for, or one of them was not legal."""


class _Follows(Dice):
    """Gives a plan's answers, one after the other, and remembers whether each was legal."""

    __slots__ = ("actor", "is_legal", "left")
    actor: int
    left: list[tuple[int, int]]
    is_legal: bool

    def choose(self, w: Any, who: int, question: int, mask: int) -> int:
        if who == self.actor and self.left and int(question) == self.left[0][0]:
            _, option = self.left.pop(0)
            self.is_legal = contains(mask, option)
            if not self.is_legal or not self.left:
                raise _Told
            return option
        return super().choose(w, who, question, mask)


def legal_targets(here: Encounter, actor: int, possible: dict[int, Answers]) -> list[int]:
    """Of those a plan is made for the ones the rules allow soon; all where that is not seen."""
    found = [target for target, answers in possible.items() if _is_legal(here, actor, answers)]
    return found or list(possible)


def _is_legal(here: Encounter, actor: int, answers: Answers) -> bool:
    return any(_allows(here, actor, answers, fight) for fight in range(TRIES))


def _allows(here: Encounter, actor: int, answers: Answers, fight: int) -> bool:
    """Whether a plan can be carried out in one fight at random."""
    ruleset = here.ruleset
    ask = _Follows(0, fight, ruleset.decide, [RANDOM] * len(here.entrants))
    ask.actor, ask.left, ask.is_legal = actor, list(answers), True
    w = here.world()
    try:
        for _ in range(MOST_STEPS):
            if ruleset.outcome(w) != ONGOING:
                return False
            ruleset.step(ask, w)
    except _Told:
        return ask.is_legal
    return False
