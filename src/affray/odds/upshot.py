"""What the lines of play of a plan come to, in the game's own words, with exact probabilities.

It knows no worlds: whoever walks the lines hands over an `LineEnd` for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from affray.book.encounter import Encounter
from affray.book.entries import Wordless
from affray.book.heads import Loss
from affray.book.words import Rolled
from affray.fight.plans import Offer
from affray.odds.assumptions import Assumptions, OtherAnswer
from affray.odds.ends import LineEnd, Losses
from affray.odds.heads import NOTHING, Chance, Grouped, Harm, HeadWatch, Number
from affray.odds.result_ranges import Landings, Lead
from affray.oracles.dice import Noted
from affray.oracles.tape import Kind, Question
from affray.oracles.tree import check_branches, require_one, test_branches
from affray.rules import pools

Z95 = 1.959963984540054

NEVER = "it does not come to that"


@dataclass(frozen=True)
class Passed:
    """What was met on the way: every roll and how often it came to it, and what was assumed."""

    reached: dict[Question, Fraction]
    landings: Landings
    assumed: Assumptions
    lines: int


@dataclass(frozen=True)
class Outcome:
    """The headline events a plan led to, how likely, and whether it did what it is for.

    Where nothing is told, `text` alone says so.
    """

    headlines: tuple[str, ...]
    text: str
    p: Fraction
    comes_off: bool


@dataclass(frozen=True)
class OddsRoll:
    """One roll behind the odds: how often it comes to it, how often it succeeds then."""

    who: str
    what: str
    text: str
    rules: tuple[str, ...]
    reached: Fraction
    succeeds: Fraction | None
    leads: tuple[Lead, ...] = ()


@dataclass(frozen=True)
class Sampled:
    """These odds are of lines drawn by dice, because there were too many to walk."""

    lines: int

    @property
    def within(self) -> float:
        """How far a share may be off, in 95 of 100 cases and at the worst."""
        return Z95 * sqrt(0.25 / self.lines)


Amounts = dict[int, Fraction]
"""How likely it is to be so much."""

NO_DICE, CERTAIN = "no dice", "certain"


@dataclass(frozen=True)
class Odds:
    """Everything a plan can lead to; the probabilities of its outcomes add to exactly 1.

    `number` is the chance that it does what it is for: the sum of the outcomes that come off.
    `harm` is what the `actor` may come to, `grouped` what becomes of whom it is aimed at.
    `heads` are what people ask by name: of the one it is aimed at, then of anybody else it can
    happen to. `amounts` is how much is lost, field by field, counted as `losses` say.
    """

    actor: str
    number: Number | None
    harm: list[Harm]
    grouped: Grouped | None
    heads: list[Chance]
    outcomes: list[Outcome]
    amounts: dict[str, dict[str, Amounts]]
    losses: dict[str, Loss]
    assumed: dict[str, str]
    others: list[OtherAnswer]
    stages: list[OddsRoll]
    lines: int
    sampled: Sampled | None = None

    @property
    def word(self) -> str:
        """What stands in the number's place where there is nothing to hope for or to fear."""
        if self.sampled is not None:
            return ""
        if self.number is not None:
            return CERTAIN if self.number.p == 1 else ""
        return "" if self.stages else NO_DICE

    @property
    def expected(self) -> dict[str, dict[str, Fraction]]:
        """The mean of what is lost; below 0 it is won back."""
        return {
            name: {
                field: sum((n * p for n, p in amounts.items()), Fraction(0))
                for field, amounts in fields.items()
            }
            for name, fields in self.amounts.items()
        }


def upshot(
    encounter: Encounter, offer: Offer, before: LineEnd, ends: Sequence[LineEnd], passed: Passed
) -> Odds:
    """Sum up the ends of a plan's lines, given how all were before."""
    losses = Losses(encounter.ruleset, before)
    watch = HeadWatch(encounter, losses, ends)
    number = watch.number(offer)
    return Odds(
        actor=encounter.names["creatures"][offer.who],
        number=number,
        harm=watch.harm(offer.who),
        grouped=watch.grouped(offer, number),
        heads=watch.chances(offer),
        outcomes=_outcomes(encounter, ends, watch.comes_off(offer)),
        amounts=_amounts(encounter, losses, ends),
        losses=losses.by_field,
        assumed=passed.assumed.told(),
        others=passed.assumed.others(),
        stages=[_stage(encounter, question, passed) for question in passed.reached],
        lines=passed.lines,
    )


def _outcomes(
    encounter: Encounter, ends: Sequence[LineEnd], comes_off: Sequence[bool]
) -> list[Outcome]:
    """What the lines of play are told as, likeliest first; those that come off apart."""
    words, names = encounter.ruleset.words, encounter.called
    outcomes: dict[tuple[tuple[str, ...], str, bool], Fraction] = {}
    for end, does in zip(ends, comes_off, strict=True):
        told = tuple(words.headline(*event, names) for event in end.told)
        said = (told, ", ".join(told) or (NOTHING if end.given else NEVER), does)
        outcomes[said] = outcomes.get(said, Fraction(0)) + end.p
    require_one(outcomes.values())
    ranked = sorted(outcomes.items(), key=lambda item: (-item[1], item[0][1], item[0][2]))
    return [Outcome(told, text, p, does) for (told, text, does), p in ranked]


def _amounts(
    encounter: Encounter, losses: Losses, ends: Sequence[LineEnd]
) -> dict[str, dict[str, Amounts]]:
    """How much of every headline field is lost or won back, where any of it can be."""
    out: dict[str, dict[str, Amounts]] = {}
    for i, name in enumerate(encounter.names["creatures"]):
        for field in losses.by_field:
            sums: Amounts = {}
            for end in ends:
                n = losses.lost(field, i, end)
                sums[n] = sums.get(n, Fraction(0)) + end.p
            if any(sums):
                out.setdefault(name, {})[field] = dict(sorted(sums.items()))
    return out


def _stage(encounter: Encounter, question: Question, passed: Passed) -> OddsRoll:
    words, names = encounter.ruleset.words, encounter.called

    def say(told: Noted) -> str:
        return words.headline(*told, names)

    if not 0 <= question.who < len(names["creatures"]):
        what = words.roll_name(question.name)
        problem = f"the roll {what} is made by creature {question.who}, who is not there"
        raise Wordless(problem, encounter.ruleset.package)
    return OddsRoll(
        who=names["creatures"][question.who],
        what=words.roll_prompt(question.name, question.who, question.vs, names),
        text=dice_text(question, words.rolls[question.name]),
        rules=words.rolls[question.name].rules,
        reached=passed.reached[question],
        succeeds=_succeeds(question),
        leads=passed.landings.leads(question, say),
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


def dice_text(question: Question, rolled: Rolled) -> str:
    """What is rolled, and against what: '1d20+3 against 14', '2d4 against 2d6-1d8'."""
    if question.kind is Kind.DICE:
        return f"{question.n}d{question.sides}"
    if question.kind is Kind.CHECK:
        return f"{pools.text(question.pool)} against {question.target}"
    if question.is_opposed:
        first = side_text(question.pool, rolled.lent, rolled.owed)
        return f"{first} against {side_text(question.vs_pool, rolled.owed, rolled.lent)}"
    return pools.text(question.pool)


def side_text(pool: int, lent: int, owed: int) -> str:
    """The dice of one side, without what it lent and less what it owes: '2d6-1d8'."""
    less = "".join(f"-{n}d{sides}" for n, sides in pools.counts(owed))
    return f"{pools.text(pool - lent)}{less}"
