"""A tree in which one creature follows a plan: what its odds are walked with."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from affray.book.encounter import Encounter
from affray.book.errors import legal
from affray.fight.given import GivenAnswers
from affray.fight.plans import Offer
from affray.odds.assumptions import GIVEN, LEFT_OUT, USUAL, Assumptions
from affray.odds.result_ranges import Landed
from affray.oracles.dice import Noted
from affray.oracles.tape import Kind, Known, Question
from affray.oracles.tree import (
    Branches,
    BrokenPlan,
    Tree,
    check_branches,
    dice_branches,
    margin_branches,
    roll_branches,
    test_branches,
)
from affray.rules import pools
from affray.rules.ask import any_of
from affray.rules.masks import contains, how_many, members


class Walk(Tree):
    """A tree in which one creature follows a plan, and that remembers what it saw."""

    __slots__ = (
        "aimed_at", "answered", "assumed", "begun_at", "concerned", "encounter",
        "followed", "given", "guessed", "headlines", "involved", "numbers", "offer", "passed",
        "refused", "resting", "said", "taken", "told", "used",
    )  # fmt: skip

    def __init__(
        self,
        encounter: Encounter,
        answered: Sequence[Known],
        offer: Offer,
        temperaments: list[int],
        said: GivenAnswers,
        involved: Collection[int] = (),
        guesses: bool = False,
    ) -> None:
        self.encounter = encounter
        self.offer = offer
        is_aimed = offer.plan is not None and offer.plan.targets == "creatures"
        self.aimed_at = {offer.target} if is_aimed else set()
        self.involved = {offer.who, *involved, *(who for who, _ in said)}
        self.concerned = self.involved | self.aimed_at
        self.guessed = encounter.ruleset.secret_questions if guesses else frozenset()
        self.said = said
        self.answered = answered
        self.assumed = Assumptions(encounter, offer.who)
        events = self.encounter.ruleset.words.events
        self.headlines = frozenset(int(e) for e in events if e.told.headline)
        self.begun_at = 0
        self.resting = False
        self.followed = False
        self.refused: dict[tuple[int, int], str] = {}
        self.used: set[tuple[int, int]] = set()
        super().__init__(self.encounter.ruleset.decide, temperaments)

    def rewind(self) -> None:
        super().rewind()
        self.taken: set[int] = set()
        self.given = self.begun_at
        self.told: list[Noted] = []
        self.passed: list[Question] = []
        self.numbers: list[tuple[Question, int, int]] = []

    def _given_before(self, kind: int, name: int, who: int) -> int | None:
        """What the tape already holds for this question, wherever hidden answers moved it."""
        for k, known in enumerate(self.answered):
            if k not in self.taken and known[:3] == (kind, name, who):
                self.taken.add(k)
                return known.value
        return None

    def choose(self, w: Any, who: int, question: int, mask: int) -> int:
        before = self._given_before(Kind.CHOOSE, question, who)
        if before is not None and contains(mask, before):
            return before
        answer = self._planned(question, mask) if who == self.offer.who else -1
        if answer < 0:
            answer = self._said(who, question, mask)
        return answer if answer >= 0 else self._assume(w, who, question, mask)

    def _planned(self, question: int, mask: int) -> int:
        answers = self.offer.answers
        if self.given < len(answers) and answers[self.given][0] == question:
            option = answers[self.given][1]
            if not self._is_legal(option, self.offer.who, question, mask):
                return self._not_yet(question, mask)
            self.given += 1
            self.followed = True
            return option
        is_open = self.given < len(answers) or self.offer.persists
        if self.given and is_open and answers[0][0] == question:
            raise BrokenPlan  # asked anew from the start: what the plan waits for will not come
        return -1

    def _said(self, who: int, question: int, mask: int) -> int:
        """What somebody is said to answer, where that is legal; of the others it is assumed."""
        option = self.said.get((who, question), -1)
        if option < 0 or not self._is_legal(option, who, question, mask):
            return -1
        self.used.add((who, question))
        if who != self.offer.who:
            self.assumed.add_legal(who, question, mask)
            self.assumed.add(who, question, mask, option, GIVEN)
        return option

    def _not_yet(self, question: int, mask: int) -> int:
        """A plan that has not begun may wait for a later phase; one that has is broken."""
        aside = self.encounter.ruleset.words.questions[question].aside
        if self.given or aside is None or not contains(mask, aside):
            raise BrokenPlan
        return int(aside)

    def _is_legal(self, option: int, who: int, question: int, mask: int) -> bool:
        """Whether it may be answered; if not, what might have been is kept for the telling."""
        if contains(mask, option):
            return True
        self.refuse(who, question, mask)
        return False

    def refuse(self, who: int, question: int, mask: int) -> None:
        words, names = self.encounter.ruleset.words, self.encounter.names
        told = legal(words.option(question, k, names) for k in members(mask))
        rules = ", ".join(words.questions[question].rules)
        self.refused[who, int(question)] = f"{told} ({rules})"

    def _assume(self, w: Any, who: int, question: int, mask: int) -> int:
        self.assumed.add_legal(who, question, mask)
        aside = self.encounter.ruleset.words.questions[question].aside
        if aside is not None and contains(mask, aside) and self._is_asked_anew(who, question):
            self.assumed.add(who, question, mask, int(aside), LEFT_OUT)
            return int(aside)
        if self._is_guessed(who, question) and not self._is_left_out(who, question, mask):
            self.assumed.add_sealed(who, question, how_many(mask))
            return any_of(self, mask)
        answer, why = self._assumed(w, who, question, mask)
        self.assumed.add(who, question, mask, answer, why)
        return answer

    def _is_asked_anew(self, who: int, question: int) -> bool:
        """Whether the plan is carried out and its first question comes again: another plan's."""
        answers = self.offer.answers
        done = who == self.offer.who and 0 < len(answers) == self.given
        return done and answers[0][0] == question

    def _is_guessed(self, who: int, question: int) -> bool:
        """Whether another answers in secret: what their policy would say is nobody's to know."""
        return who != self.offer.who and question in self.guessed

    def _is_left_out(self, who: int, question: int, mask: int) -> bool:
        """Whether nothing is assumed of them here: they are not concerned, or it is sealed."""
        aside = self.encounter.ruleset.words.questions[question].aside
        if aside is None or not contains(mask, aside):
            return False
        return who not in (self.involved if self._is_guessed(who, question) else self.concerned)

    def _assumed(self, w: Any, who: int, question: int, mask: int) -> tuple[int, str]:
        """The actor's usual answer, a policy's, or none of it from those who are left out."""
        ruleset = self.encounter.ruleset
        usual = ruleset.words.usual(question, w, who, mask) if who == self.offer.who else None
        if usual is not None:
            return usual, USUAL
        if self._is_left_out(who, question, mask):
            return int(ruleset.words.questions[question].aside or 0), LEFT_OUT
        answer = super().choose(w, who, question, mask)
        return answer, ruleset.temperaments[self.temperaments[who]]

    def _chance(self, question: Question, branches: Branches) -> int:
        before = self._given_before(question.kind, question.name, question.who)
        if before is not None:
            return before
        self.passed.append(question)
        return self.branch(branches)

    def _number(self, question: Question, branches: Branches) -> int:
        number = self._chance(question, branches)
        if self.passed and self.passed[-1] is question:
            self.numbers.append((question, number, len(self.told)))
        return number

    def landed(self) -> list[Landed]:
        """The numbers rolled in this line of play, each with what was told next."""
        told = self.told
        return [(q, n, told[at] if at < len(told) else None) for q, n, at in self.numbers]

    def check(self, what: int, who: int, pool: int, target: int) -> bool:
        asked = Question(Kind.CHECK, int(what), who, pool=pool, target=target)
        return self._chance(asked, check_branches(pool, target)) == 1

    def test(self, what: int, who: int, pool: int, vs: int, vs_pool: int) -> bool:
        asked = Question(Kind.TEST, int(what), who, pool=pool, vs=vs, vs_pool=vs_pool)
        return self._chance(asked, test_branches(pool, vs_pool)) == 1

    def margin(self, what: int, who: int, pool: int, vs: int, vs_pool: int) -> int:
        asked = Question(Kind.MARGIN, int(what), who, pool=pool, vs=vs, vs_pool=vs_pool)
        return self._number(asked, margin_branches(pool, vs_pool))

    def roll(self, what: int, who: int, pool: int) -> int:
        return self._number(Question(Kind.ROLL, int(what), who, pool=pool), roll_branches(pool))

    def dice(self, what: int, who: int, n: int, sides: int, counts: list[int]) -> None:
        asked = Question(Kind.DICE, int(what), who, n=n, sides=sides)
        hand = pools.hands(n, sides)[self._chance(asked, dice_branches(n, sides))][0]
        for k in range(sides):
            counts[k] = hand[k]

    def note(self, event: int, who: int, x: int, y: int) -> None:
        """What a plan led to: nothing that was told before it began."""
        if event in self.headlines and self.given:
            self.told.append((int(event), who, x, y))
