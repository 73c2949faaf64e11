"""What a plan can do, exactly: every outcome with its probability, in the game's own words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from affray import pools
from affray.ask import ONGOING
from affray.encounter import Encounter
from affray.fight import Fight
from affray.oracles.dice import Told
from affray.oracles.tape import Answer, Kind, Question
from affray.oracles.tree import (
    Branches,
    Tree,
    Weights,
    check_branches,
    dice_branches,
    margin_branches,
    require_one,
    roll_branches,
    test_branches,
)
from affray.plans import Offer
from affray.world import clone, key

MOST_STEPS = 200
MOST_WAITING = 20_000
"""Lines of play in which the plan has not begun; past these its question is not looked for."""

NOTHING = "nothing"
NEVER = "it does not come to that"


class NeverAsked(Exception):
    """The plan's question did not come."""


class NotUsed(NeverAsked):
    """An answer was given beforehand to a question that never took it."""


class _Broken(Exception):
    """The plan cannot go on in this line of play."""


@dataclass(frozen=True)
class Outcome:
    """The headline events a plan led to, and how likely they are."""

    text: str
    p: Fraction


@dataclass(frozen=True)
class Stage:
    """One roll behind the odds: how often it comes to it, how often it succeeds then."""

    who: str
    what: str
    text: str
    rules: tuple[str, ...]
    reached: Fraction
    succeeds: Fraction | None


@dataclass(frozen=True)
class Odds:
    """Everything a plan can lead to; the probabilities add to exactly 1."""

    outcomes: list[Outcome]
    expected: dict[str, dict[str, Fraction]]
    assumed: dict[str, str]
    stages: list[Stage]
    lines: int


@dataclass(frozen=True)
class Position:
    """Where a plan is made: the start of a step, and what was answered in it so far.

    An answer the seat may not know stands as None and is asked again.
    """

    encounter: Encounter
    world: Any
    answered: tuple[Answer | None, ...] = ()
    begun: bool = True


@dataclass
class _Node:
    """Lines of play that have come to the same place."""

    world: Any
    given: int
    told: tuple[Told, ...]
    p: Fraction
    ended: bool = False


class Walk(Tree):
    """A tree in which one creature follows a plan, and that remembers what it saw."""

    __slots__ = (
        "answered", "assumed", "begun_at", "encounter", "extra", "followed", "given", "headlines",
        "offer", "passed", "past", "refused", "told", "used",
    )  # fmt: skip

    def __init__(
        self,
        position: Position,
        offer: Offer,
        temperaments: list[int],
        extra: dict[int, int],
    ) -> None:
        self.encounter = position.encounter
        self.offer = offer
        self.extra = extra
        self.answered: Sequence[Answer | None] = position.answered
        self.assumed: dict[tuple[int, int], set[str]] = {}
        events = self.encounter.ruleset.words.events
        self.headlines = frozenset(int(e) for e, told in events.items() if told.headline)
        self.begun_at = 0
        self.followed = False
        self.refused: dict[int, str] = {}
        self.used: set[int] = set()
        super().__init__(self.encounter.ruleset.decide, temperaments)

    def rewind(self) -> None:
        super().rewind()
        self.past = 0
        self.given = self.begun_at
        self.told: list[Told] = []
        self.passed: list[Question] = []

    def _given_before(self) -> Answer | None:
        """What the tape already holds at this place."""
        self.past += 1
        return self.answered[self.past - 1] if self.past <= len(self.answered) else None

    def choose(self, w: Any, who: int, question: int, mask: int) -> int:
        before = self._given_before()
        if before is not None:
            return before.value
        if who == self.offer.who:
            answer = self._planned(question, mask)
            if answer >= 0:
                return answer
        return self._assume(w, who, question, mask)

    def _planned(self, question: int, mask: int) -> int:
        answers = self.offer.answers
        if self.given < len(answers) and answers[self.given][0] == question:
            option = answers[self.given][1]
            if not self._is_legal(option, question, mask):
                raise _Broken
            self.given += 1
            self.followed = True
            return option
        if 0 < self.given < len(answers) and answers[0][0] == question:
            raise _Broken  # asked anew from the start: what the plan waits for will not come
        if question in self.extra and self._is_legal(self.extra[question], question, mask):
            self.used.add(question)
            return self.extra[question]
        return -1

    def _is_legal(self, option: int, question: int, mask: int) -> bool:
        """Whether it may be answered; if not, what might have been is kept for the telling."""
        if mask >> option & 1:
            return True
        words, names = self.encounter.ruleset.words, self.encounter.names
        legal = [words.option(question, k, names) for k in range(62) if mask >> k & 1]
        rules = ", ".join(words.questions[question].rules)
        self.refused[question] = f"legal are {', '.join(legal)} ({rules})"
        return False

    def _assume(self, w: Any, who: int, question: int, mask: int) -> int:
        words = self.encounter.ruleset.words
        usual = words.usual(question, w, who, mask) if who == self.offer.who else None
        answer = super().choose(w, who, question, mask) if usual is None else usual
        if mask & (mask - 1):
            name = words.option(question, answer, self.encounter.names)
            self.assumed.setdefault((who, int(question)), set()).add(name)
        return answer

    def _chance(self, question: Question, branches: Branches) -> int:
        before = self._given_before()
        if before is not None:
            return before.value
        self.passed.append(question)
        return self.branch(branches)

    def check(self, what: int, who: int, pool: int, target: int) -> bool:
        asked = Question(Kind.CHECK, int(what), who, pool=pool, target=target)
        return self._chance(asked, check_branches(pool, target)) == 1

    def test(self, what: int, who: int, pool: int, vs: int, vs_pool: int) -> bool:
        asked = Question(Kind.TEST, int(what), who, pool=pool, vs=vs, vs_pool=vs_pool)
        return self._chance(asked, test_branches(pool, vs_pool)) == 1

    def margin(self, what: int, who: int, pool: int, vs: int, vs_pool: int) -> int:
        asked = Question(Kind.MARGIN, int(what), who, pool=pool, vs=vs, vs_pool=vs_pool)
        return self._chance(asked, margin_branches(pool, vs_pool))

    def roll(self, what: int, who: int, pool: int) -> int:
        return self._chance(Question(Kind.ROLL, int(what), who, pool=pool), roll_branches(pool))

    def dice(self, what: int, who: int, n: int, sides: int, counts: list[int]) -> None:
        asked = Question(Kind.DICE, int(what), who, n=n, sides=sides)
        hand = pools.hands(n, sides)[self._chance(asked, dice_branches(n, sides))][0]
        for k in range(sides):
            counts[k] = hand[k]

    def note(self, w: Any, event: int, who: int, x: int, y: int) -> None:
        """What a plan led to: nothing that was told before it began."""
        if event in self.headlines and self.given:
            self.told.append((int(event), who, x, y))


@dataclass
class _Sums:
    """What the walk adds up on its way."""

    reached: dict[Question, Weights] = field(default_factory=dict)
    lines: int = 0
    waiting: int = 0

    def pass_through(self, walk: Walk, p: Fraction) -> None:
        n, d = walk.numerator * p.numerator, walk.denominator * p.denominator
        self.lines += 1
        self.waiting += walk.given == 0
        for question in dict.fromkeys(walk.passed):
            self.reached.setdefault(question, Weights()).add(n, d)


def odds_of(
    position: Position, offer: Offer, temperaments: list[int], extra: dict[int, int] | None = None
) -> Odds:
    """Walk every line of play of a plan to its end."""
    walk = Walk(position, offer, temperaments, extra or {})
    sums = _Sums()
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
    if walk.encounter.is_between:
        step = ruleset.between
    walk.begun_at = node.given
    weights: dict[Any, Weights] = {}
    found: dict[Any, _Node] = {}
    while True:
        world = clone(node.world)
        walk.rewind()
        broken = False
        try:
            step(walk, world)
        except _Broken:
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
    if walk.encounter.is_between or ruleset.outcome(world) != ONGOING:
        return True
    plan = walk.offer.plan
    waits = plan is not None and plan.until is not None and not plan.until(world, walk.offer.who)
    return walk.given == len(walk.offer.answers) and not waits


def _summed(position: Position, walk: Walk, ended: list[_Node], sums: _Sums) -> Odds:
    if not walk.followed:
        first = walk.offer.answers[0][0]
        raise NeverAsked(walk.refused.get(first, "the fight does not come to that question"))
    unfinished = all(node.given < len(walk.offer.answers) for node in ended)
    wanted = [question for question, _ in walk.offer.answers if question in walk.refused]
    if unfinished and wanted:
        raise NeverAsked(walk.refused[wanted[0]])
    _require_used(position, walk)
    words, names = position.encounter.ruleset.words, position.encounter.names
    outcomes: dict[str, Fraction] = {}
    for node in ended:
        text = ", ".join(words.headline(*event, names) for event in node.told)
        text = text or (NOTHING if node.given else NEVER)
        outcomes[text] = outcomes.get(text, Fraction(0)) + node.p
    require_one(outcomes.values())
    ranked = sorted(outcomes.items(), key=lambda item: (-item[1], item[0]))
    return Odds(
        outcomes=[Outcome(text, p) for text, p in ranked],
        expected=_expected(position, ended),
        assumed=_assumed(position, walk),
        stages=[_stage(position, question, w.total()) for question, w in sums.reached.items()],
        lines=sums.lines,
    )


def _require_used(position: Position, walk: Walk) -> None:
    """An answer given beforehand that nobody asked for would only seem to matter."""
    words = position.encounter.ruleset.words
    for question in walk.extra:
        if question not in walk.used:
            why = walk.refused.get(question, "is not asked here")
            raise NotUsed(f"{words.question_name(question)}: {why}")


def _expected(position: Position, ended: list[_Node]) -> dict[str, dict[str, Fraction]]:
    """The mean change of every headline field that can change."""
    fields = type(position.world).layout.fields["creatures"].layout.fields.values()
    shown = [f.name for f in fields if f.headline]
    out: dict[str, dict[str, Fraction]] = {}
    for i, name in enumerate(position.encounter.names["creatures"]):
        for f in shown:
            before = getattr(position.world.creatures[i], f)
            changes = [(getattr(n.world.creatures[i], f) - before, n.p) for n in ended]
            if any(change for change, _ in changes):
                mean = sum((change * p for change, p in changes), Fraction(0))
                out.setdefault(name, {})[f] = mean
    return out


def _assumed(position: Position, walk: Walk) -> dict[str, str]:
    """What the plan left open, and how it was answered."""
    words, names = position.encounter.ruleset.words, position.encounter.names["creatures"]
    temperaments = position.encounter.ruleset.temperaments
    out = {}
    for (who, question), options in sorted(walk.assumed.items()):
        usual = who == walk.offer.who and words.questions[question].usual is not None
        why = "usual" if usual else temperaments[walk.temperaments[who]]
        given = sorted(options)
        some = " or ".join(given[:6]) + (f" or {len(given) - 6} more" if len(given) > 6 else "")
        out[f"{names[who]}: {words.question_name(question)}"] = f"{some} ({why})"
    return out


def _stage(position: Position, question: Question, reached: Fraction) -> Stage:
    words, names = position.encounter.ruleset.words, position.encounter.names
    return Stage(
        who=names["creatures"][question.who],
        what=words.roll_prompt(question.name, question.who, question.vs, names),
        text=_dice_text(question),
        rules=words.rolls[question.name].rules,
        reached=reached,
        succeeds=_succeeds(question),
    )


def _succeeds(question: Question) -> Fraction | None:
    """How often a yes-or-no roll says yes."""
    if question.kind is Kind.CHECK:
        branches, ways = check_branches(question.pool, question.target)
    elif question.kind is Kind.TEST:
        branches, ways = test_branches(question.pool, question.vs_pool)
    else:
        return None
    return Fraction(sum(n for value, n in branches if value), ways)


def _dice_text(question: Question) -> str:
    if question.kind is Kind.DICE:
        return f"{question.n}d{question.sides}"
    if question.kind is Kind.CHECK:
        return f"{pools.text(question.pool)} against {question.target}"
    if question.is_opposed:
        return f"{pools.text(question.pool)} against {pools.text(question.vs_pool)}"
    return pools.text(question.pool)


def position_of(fight: Fight, who: int) -> Position:
    """Where a pending fight stands, as the one who is asked may know it."""
    _, world = fight.step_start
    secret = {
        number
        for name, number in fight.ruleset.words.question_names.items()
        if name in fight.ruleset.book.secret
    }
    answered: list[Answer | None] = []
    for question, answer in fight.said_in_step():
        hidden = not question.is_chance and question.name in secret and question.who != who
        answered.append(None if hidden else answer)
    return Position(fight.encounter, world, tuple(answered), fight.has_begun)
