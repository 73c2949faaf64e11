"""Every line of play of a plan, walked to its end; `upshot` sums up what they come to."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, replace
from math import inf
from typing import Any

from affray.book.encounter import Encounter
from affray.book.errors import BadInput, unknown
from affray.fight.fight import Fight
from affray.fight.given import GivenAnswers
from affray.fight.plans import Offer
from affray.odds.ends import LineEnd, end_of
from affray.odds.expansion import BEGIN, BETWEEN, STEP, Walker
from affray.odds.layers import Layers, LinesWalked, NeverAsked, OutOfPatience, Unfit, draw_lines
from affray.odds.result_ranges import Landings
from affray.odds.upshot import Odds, Passed, Sampled, upshot
from affray.odds.walk import Walk
from affray.odds.walker import PythonWalker
from affray.odds.walkers import compiled_walker, is_loaded
from affray.oracles.tape import Known

ENGINES = ("auto", "python", "native")

MOMENT = 0.1
"""Seconds CPython has where compiled rules would have to be loaded first."""

DRAWING = 0.4
"""Seconds for drawing lines by dice where there are too many to walk."""


class NotUsed(NeverAsked):
    """An answer was given beforehand to a question that never took it."""


@dataclass(frozen=True)
class Position:
    """Where a plan is made: the start of a step, and what was answered in it so far.

    An answer the seat may not know is not among them: it is asked again. Where a seat asks,
    what others answer in secret is guessed at; else their temperaments are stated.
    """

    encounter: Encounter
    world: Any
    answered: tuple[Known, ...] = ()
    begun: bool = True
    resting: bool = False
    is_seats: bool = False


def odds_of(
    position: Position,
    offer: Offer,
    temperaments: list[int],
    extra: dict[int, int] | None = None,
    involved: Collection[int] = (),
    give_up: Callable[[], bool] | None = None,
    patience: float = inf,
    engine: str = "auto",
    others: GivenAnswers | None = None,
    friends: GivenAnswers | None = None,
) -> Odds:
    """Walk every line of play of a plan to its end, unless `give_up` says to leave it.

    Where everybody answers at once, those the plan does not concern are left out unless
    they are named as involved. `extra` answers what the plan leaves open, `others` what the
    others are asked, by (who, question); where friends may be asked for something of `extra`,
    it is theirs by `friends` (`fight/addressed.py`). Where the lines are more than can be walked in
    `patience` seconds of work, some are drawn by dice instead, and the odds say so
    (`Odds.sampled`).
    """
    _require_meant(position, temperaments, engine)
    said = {(offer.who, int(asked)): option for asked, option in (extra or {}).items()}
    said |= (friends := friends or {}) | (others or {})
    wanted = _OddsRequest(position, offer, temperaments, said, involved, friends.keys())
    started = time.thread_time()
    for walker, limit in wanted.walkers(engine, patience):
        try:
            ends, passed = Layers(walker, LinesWalked(give_up, started + limit)).walked(wanted.part)
        except OutOfPatience:
            if limit >= patience:
                return wanted.drawn(walker, give_up)
        else:
            return wanted.summed(walker, ends, passed)
    raise AssertionError("the last walker has all the patience there is")


def _require_meant(position: Position, temperaments: list[int], engine: str) -> None:
    """Refuse what would be taken for something else: too few play as nobody does, one that there
    is not plays as the policy happens to."""
    if engine not in ENGINES:
        raise BadInput(unknown("engine", engine, ENGINES), field="engine")
    names, known = position.encounter.names["creatures"], position.encounter.ruleset.temperaments
    problem = ""
    if not all(isinstance(one, int) for one in temperaments):
        problem = f"found {temperaments!r}, expected numbers: players.temperaments(ruleset)"
    elif len(temperaments) != len(names):
        problem = f"found {len(temperaments)}, expected {len(names)}: {', '.join(names)}"
    elif not all(0 <= one < len(known) for one in temperaments):
        problem = f"found {temperaments!r}, expected numbers from 0 to {len(known) - 1}"
    if problem:
        raise BadInput(problem, field="temperaments")


@dataclass(frozen=True)
class _OddsRequest:
    """Whose odds are asked for, and what is taken for granted."""

    position: Position
    offer: Offer
    temperaments: list[int]
    said: GivenAnswers
    involved: Collection[int]
    friends: Collection[tuple[int, int]]

    @property
    def part(self) -> int:
        if self.position.resting:
            return BETWEEN
        return STEP if self.position.begun else BEGIN

    def python(self) -> PythonWalker:
        here = self.position
        walk = Walk(
            here.encounter, here.answered, self.offer, self.temperaments, self.said, self.involved,
            here.is_seats,
        )  # fmt: skip
        return PythonWalker(walk, here.world, here.answered)

    def walkers(self, engine: str, patience: float) -> Iterator[tuple[Walker, float]]:
        """Who walks, and how long: CPython for a moment, then compiled code where it is there."""
        slow = self.python()
        if engine == "python":
            yield slow, patience
            return
        if engine == "auto" and not is_loaded(self.position.encounter.ruleset):
            yield slow, min(MOMENT, patience)
        yield compiled_walker(self.python(), engine == "native") or self.python(), patience

    def drawn(self, walker: Walker, give_up: Callable[[], bool] | None) -> Odds:
        """Odds of lines drawn by dice, as many as a moment has; in CPython where one of them is
        more than compiled code has room for."""
        tick, until = LinesWalked(give_up, inf), time.thread_time() + DRAWING
        try:
            ends, lines = draw_lines(walker, self.part, tick, DRAWING)
        except Unfit:
            walker = self.python()
            ends, lines = draw_lines(walker, self.part, tick, until - time.thread_time())
        passed = Passed({}, Landings(), walker.assumed, lines)
        return replace(self.summed(walker, ends, passed), sampled=Sampled(lines))

    def summed(self, walker: Walker, ends: list[LineEnd], passed: Passed) -> Odds:
        self._require_followed(walker, ends)
        self._require_used(walker)
        before = end_of(self.position.encounter.ruleset, self.position.world)
        return upshot(self.position.encounter, self.offer, before, ends, passed)

    def _require_followed(self, walker: Walker, ends: list[LineEnd]) -> None:
        answers, actor = self.offer.answers, self.offer.who
        refused = {asked: why for (who, asked), why in walker.refused.items() if who == actor}
        if not walker.followed:
            first = answers[0][0]
            why = refused.get(first, "the fight does not come to that question")
            raise NeverAsked(why, first if first in refused else -1)
        wanted = [question for question, _ in answers if question in refused]
        far = max(end.given for end in ends)
        if wanted and far < len(answers):
            here = answers[far][0]  # as far as it got, not where it waited for its moment
            stuck = here if here in refused else wanted[0]
            raise NeverAsked(refused[stuck], stuck)

    def _require_used(self, walker: Walker) -> None:
        """An answer given beforehand that nobody asked for would only seem to matter."""
        encounter, used = self.position.encounter, walker.used
        heard = {asked for who, asked in used if self._is_along(who, asked)}
        for who, question in self.said:
            is_heard = question in heard and self._is_along(who, question)
            if (who, question) not in used and not is_heard:
                name = encounter.ruleset.words.question_name(question)
                if who != self.offer.who:
                    name = f"{encounter.names['creatures'][who]}.{name}"
                why = walker.refused.get((who, question), "is not asked here")
                raise NotUsed(f"{name}: {why}")

    def _is_along(self, who: int, question: int) -> bool:
        """Whether it was said along with the plan, of whoever is asked for it."""
        return who == self.offer.who or (who, question) in self.friends


def position_of(fight: Fight, who: int) -> Position:
    """Where a pending fight stands, as the one who is asked may know it."""
    if who not in range(len(fight.names)):
        problem = f"found {who!r}, expected the number of a creature: 0 to {len(fight.names) - 1}"
        raise BadInput(problem, field="who")
    _, world = fight.step_start
    secret = fight.ruleset.secret_questions
    answered = []
    for question, answer in fight.said_in_step():
        hidden = not question.is_chance and question.name in secret and question.who != who
        if not hidden:
            answered.append(Known(question.kind, question.name, question.who, answer.value))
    return Position(
        fight.encounter, world, tuple(answered), fight.has_begun, fight.is_resting, is_seats=True
    )
