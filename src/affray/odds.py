"""Every line of play of a plan, walked to its end; `upshot` sums up what they come to."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from affray.ask import ONGOING
from affray.decisions import secret_questions
from affray.encounter import Encounter
from affray.fight import Fight
from affray.landing import Landings
from affray.oracles.dice import Told
from affray.oracles.tape import Answer, Question
from affray.oracles.tree import Weights, require_one
from affray.oracles.walk import Broken, Walk
from affray.plans import Offer
from affray.upshot import Odds, Passed, end_of, upshot
from affray.world import clone, key

MOST_STEPS = 200
MOST_WAITING = 20_000
"""Lines of play in which the plan has not begun; past these its question is not looked for."""


class NeverAsked(Exception):
    """The plan's question did not come, or the plan's answer to `refused` was not legal."""

    def __init__(self, why: str, refused: int = -1) -> None:
        super().__init__(why)
        self.refused = refused


class TooMany(Exception):
    """There were more lines of play than anybody would wait for."""


class NotUsed(NeverAsked):
    """An answer was given beforehand to a question that never took it."""


@dataclass(frozen=True)
class Position:
    """Where a plan is made: the start of a step, and what was answered in it so far.

    An answer the seat may not know stands as None and is asked again.
    """

    encounter: Encounter
    world: Any
    answered: tuple[Answer | None, ...] = ()
    begun: bool = True
    resting: bool = False


@dataclass
class _Node:
    """Lines of play that have come to the same place."""

    world: Any
    given: int
    told: tuple[Told, ...]
    p: Fraction
    ended: bool = False


@dataclass
class _Sums:
    """What the walk adds up on its way."""

    give_up: Callable[[], bool] | None = None
    reached: dict[Question, Weights] = field(default_factory=dict)
    landings: Landings = field(default_factory=Landings)
    lines: int = 0
    waiting: int = 0

    def pass_through(self, walk: Walk, p: Fraction) -> None:
        n, d = walk.numerator * p.numerator, walk.denominator * p.denominator
        self.lines += 1
        self.waiting += walk.given == 0
        if self.lines % 64 == 1 and self.give_up is not None and self.give_up():
            raise TooMany(f"{self.lines} lines of play, and not at the end")
        for question in dict.fromkeys(walk.passed):
            self.reached.setdefault(question, Weights()).add(n, d)
        self.landings.add(walk.landed())


def odds_of(
    position: Position,
    offer: Offer,
    temperaments: list[int],
    extra: dict[int, int] | None = None,
    involved: Collection[int] = (),
    give_up: Callable[[], bool] | None = None,
) -> Odds:
    """Walk every line of play of a plan to its end, unless `give_up` says to leave it.

    Where everybody answers at once, those the plan does not concern are left out unless
    they are named as involved.
    """
    walk = Walk(position.encounter, position.answered, offer, temperaments, extra or {}, involved)
    walk.resting = position.resting
    sums = _Sums(give_up)
    ended: list[_Node] = []
    layer = [_Node(position.world, 0, (), Fraction(1))]
    begun = position.begun
    for _ in range(MOST_STEPS):
        merged: dict[Any, _Node] = {}
        for node in layer:
            if node.given == 0 and sums.waiting > MOST_WAITING:
                ended.append(node)
            else:
                _expand(walk, node, begun, sums, merged)
        begun = True
        walk.answered = ()
        ended += [node for node in merged.values() if node.ended]
        layer = [node for node in merged.values() if not node.ended]
        if not layer:
            return _summed(position, walk, ended, sums)
    raise NeverAsked(f"the plan did not come to an end within {MOST_STEPS} steps")


def _expand(walk: Walk, node: _Node, begun: bool, sums: _Sums, merged: dict[Any, _Node]) -> None:
    """One step from a node, its lines merged where they meet."""
    ruleset = walk.encounter.ruleset
    step = ruleset.step if begun else ruleset.begin
    part = ruleset.between if walk.resting else step
    walk.begun_at = node.given
    weights: dict[Any, Weights] = {}
    found: dict[Any, _Node] = {}
    while True:
        world = clone(node.world)
        walk.rewind()
        broken = False
        try:
            part(walk, world)
        except Broken:
            broken = True
        sums.pass_through(walk, node.p)
        told = node.told + tuple(walk.told)
        ended = broken or _is_over(walk, world)
        place = (key(world), walk.given, told, ended)
        if place not in found:
            found[place] = _Node(world, walk.given, told, Fraction(0), ended)
            weights[place] = Weights()
        weights[place].add(walk.numerator, walk.denominator)
        if not walk.advance():
            break
    totals = {place: w.total() for place, w in weights.items()}
    require_one(totals.values())
    for place, made in found.items():
        held = merged.setdefault(place, made)
        held.p += node.p * totals[place]


def _is_over(walk: Walk, world: Any) -> bool:
    ruleset = walk.encounter.ruleset
    if walk.resting or ruleset.outcome(world) != ONGOING:
        return True
    plan = walk.offer.plan
    waits = plan is not None and plan.until is not None and not plan.until(world, walk.offer.who)
    return walk.given == len(walk.offer.answers) and not waits


def _summed(position: Position, walk: Walk, ended: list[_Node], sums: _Sums) -> Odds:
    _require_followed(walk, ended)
    _require_used(position, walk)
    ruleset = position.encounter.ruleset
    before = end_of(ruleset, position.world)
    ends = [end_of(ruleset, node.world, node.told, node.given, node.p) for node in ended]
    reached = {question: weights.total() for question, weights in sums.reached.items()}
    passed = Passed(reached, sums.landings, walk.assumed.told(), sums.lines)
    return upshot(position.encounter, walk.offer, before, ends, passed)


def _require_followed(walk: Walk, ended: list[_Node]) -> None:
    if not walk.followed:
        first = walk.offer.answers[0][0]
        why = walk.refused.get(first, "the fight does not come to that question")
        raise NeverAsked(why, first if first in walk.refused else -1)
    unfinished = all(node.given < len(walk.offer.answers) for node in ended)
    wanted = [question for question, _ in walk.offer.answers if question in walk.refused]
    if unfinished and wanted:
        raise NeverAsked(walk.refused[wanted[0]], wanted[0])


def _require_used(position: Position, walk: Walk) -> None:
    """An answer given beforehand that nobody asked for would only seem to matter."""
    words = position.encounter.ruleset.words
    for question in walk.extra:
        if question not in walk.used:
            why = walk.refused.get(question, "is not asked here")
            raise NotUsed(f"{words.question_name(question)}: {why}")


def position_of(fight: Fight, who: int) -> Position:
    """Where a pending fight stands, as the one who is asked may know it."""
    _, world = fight.step_start
    secret = secret_questions(fight)
    answered: list[Answer | None] = []
    for question, answer in fight.said_in_step():
        hidden = not question.is_chance and question.name in secret and question.who != who
        answered.append(None if hidden else answer)
    return Position(fight.encounter, world, tuple(answered), fight.has_begun, fight.is_resting)
