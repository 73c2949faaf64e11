"""Who is asked for what was said along with a plan: its owner, or a friend one speaks for."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from affray.fight.fight import Fight
from affray.fight.following import Speaks
from affray.fight.given import GivenAnswers
from affray.fight.plans import Offer
from affray.oracles.tape import Answer, Question, TapeOracle
from affray.rules.ask import Illegal
from affray.rules.masks import contains, members
from affray.rules.world import clone

MOST_LINES = 64
"""So many ways are tried in which friends may answer what was not said."""


class _Silent(Exception):
    """Here the plan says nothing more for anybody, or dice fall."""


def addressed(fight: Fight, offer: Offer, extra: dict[int, int], speaks: Speaks) -> GivenAnswers:
    """What friends answer by what was said along with a plan (`Following` speaks for the same):
    up to the first dice of its step, whatever is answered to the rest."""
    found: GivenAnswers = {}
    ways: list[tuple[int, ...]] = [()] if extra else []
    for _ in range(MOST_LINES):
        if not ways:
            break
        tried = _Way(fight, offer, extra, speaks, ways.pop())
        tried.go()
        found |= tried.found
        ways += tried.ways
    return found


class _Way:
    """One way through the plan's step: `way` is what friends answer freely, one after the other.
    Where it comes to its end before they have, all that go on from it are `ways`."""

    def __init__(
        self,
        fight: Fight,
        offer: Offer,
        extra: dict[int, int],
        speaks: Speaks,
        way: tuple[int, ...],
    ) -> None:
        self.fight, self.offer, self.extra, self.speaks = fight, offer, extra, speaks
        self.way, self.picked = way, list(way)
        self.left = list(offer.answers)
        self.found: GivenAnswers = {}
        self.ways: list[tuple[int, ...]] = []

    def go(self) -> None:
        at, world = self.fight.step_start
        with suppress(_Silent, Illegal):
            self.fight.part()(TapeOracle(self.fight.live, at, self._beyond), clone(world))

    def _beyond(self, question: Question, world: Any) -> Answer:
        if question.is_chance:
            raise _Silent
        is_own = question.who == self.offer.who
        option = self._of_owner(question, world) if is_own else self._of_friend(question)
        if option is None:
            raise _Silent
        return Answer(option)

    @property
    def _is_begun(self) -> bool:
        return len(self.left) < len(self.offer.answers)

    def _of_owner(self, question: Question, world: Any) -> int | None:
        if self.left and question.name == self.left[0][0]:
            return self.left.pop(0)[1]
        if not self._is_begun:
            return None
        said = self._said(question)
        words = self.fight.ruleset.words
        usual = words.usual(question.name, world, question.who, question.mask)
        return usual if said is None else said

    def _of_friend(self, question: Question) -> int | None:
        if not (self._is_begun and self._is_spoken_for(question)):
            return None
        if question.name in self.extra:
            said = self._said(question)
            if said is not None:
                self.found[question.who, question.name] = said
            return said
        if self.picked:
            return self.picked.pop(0)
        self.ways += [(*self.way, option) for option in members(question.mask)]
        return None

    def _is_spoken_for(self, question: Question) -> bool:
        """Whether a friend is asked because of this plan, not for a plan of their own."""
        creatures, who = self.fight.world.creatures, question.who
        is_friend = creatures[who].side == creatures[self.offer.who].side
        return is_friend and question.name != self.offer.answers[0][0] and self.speaks(who)

    def _said(self, question: Question) -> int | None:
        """What was said along with the plan, where that is legal."""
        said = self.extra.get(question.name)
        return said if said is not None and contains(question.mask, said) else None
