"""What the lines of play of a plan come to, in the game's own words, with exact probabilities.

It knows no worlds: whoever walks the lines hands over an `End` for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from affray import pools
from affray.encounter import Encounter
from affray.landing import Landings, Lead
from affray.oracles.dice import Told
from affray.oracles.tape import Kind, Question
from affray.oracles.tree import check_branches, require_one, test_branches
from affray.plans import Offer
from affray.ruleset import Ruleset

NOTHING = "nothing"
NEVER = "it does not come to that"


@dataclass(frozen=True)
class End:
    """Lines of play that came to the same: what was told, how likely, and how all are then.

    Bit i of `standing` says that creature i stands; `fields` are every creature's
    `shown_fields`, in their order.
    """

    told: tuple[Told, ...]
    given: int
    p: Fraction
    standing: int
    fields: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Passed:
    """What was met on the way: every roll and how often it came to it, and what was assumed."""

    reached: dict[Question, Fraction]
    landings: Landings
    assumed: dict[str, str]
    lines: int


@dataclass(frozen=True)
class Outcome:
    """The headline events a plan led to, and how likely they are.

    It `tells` where it leaves its mark on the one the plan is aimed at; where it is aimed at
    nobody, on anybody but the actor.
    """

    text: str
    p: Fraction
    tells: bool


@dataclass(frozen=True)
class Stage:
    """One roll behind the odds: how often it comes to it, how often it succeeds then."""

    who: str
    what: str
    text: str
    rules: tuple[str, ...]
    reached: Fraction
    succeeds: Fraction | None
    leads: tuple[Lead, ...] = ()


@dataclass(frozen=True)
class Odds:
    """Everything a plan can lead to; the probabilities add to exactly 1.

    `changed` is how likely it tells on a creature: that a headline field of it changes, or
    whether it stands.
    """

    outcomes: list[Outcome]
    expected: dict[str, dict[str, Fraction]]
    changed: dict[str, Fraction]
    assumed: dict[str, str]
    stages: list[Stage]
    lines: int


def shown_fields(ruleset: Ruleset) -> list[str]:
    """The fields of a creature that an end tells of: plain numbers, in the record's order."""
    fields = ruleset.world.layout.fields["creatures"].layout.fields.values()
    return [f.name for f in fields if f.headline]


def end_of(
    ruleset: Ruleset,
    world: Any,
    told: tuple[Told, ...] = (),
    given: int = 0,
    p: Fraction = Fraction(1),
) -> End:
    """How everybody is in a world."""
    shown = shown_fields(ruleset)
    standing = sum(1 << i for i in range(world.n) if ruleset.standing(world, i))
    fields = tuple(tuple(getattr(c, f) for f in shown) for c in world.creatures[: world.n])
    return End(told, given, p, standing, fields)


def upshot(
    encounter: Encounter, offer: Offer, before: End, ends: Sequence[End], passed: Passed
) -> Odds:
    """Sum up the ends of a plan's lines, given how all were before."""
    marked = [_marked(before, end) for end in ends]
    return Odds(
        outcomes=_outcomes(encounter, offer, ends, marked),
        expected=_expected(encounter, before, ends),
        changed=_changed(encounter, ends, marked),
        assumed=passed.assumed,
        stages=[_stage(encounter, question, passed) for question in passed.reached],
        lines=passed.lines,
    )


def _outcomes(
    encounter: Encounter, offer: Offer, ends: Sequence[End], marked: list[set[int]]
) -> list[Outcome]:
    """What the lines of play are told as, likeliest first."""
    words, names = encounter.ruleset.words, encounter.names
    aimed_at = offer.aimed_at
    outcomes: dict[str, Fraction] = {}
    telling: dict[str, Fraction] = {}
    for end, on in zip(ends, marked, strict=True):
        text = ", ".join(words.headline(*event, names) for event in end.told)
        text = text or (NOTHING if end.given else NEVER)
        outcomes[text] = outcomes.get(text, Fraction(0)) + end.p
        if on & aimed_at if aimed_at else on - {offer.who}:
            telling[text] = telling.get(text, Fraction(0)) + end.p
    require_one(outcomes.values())
    ranked = sorted(outcomes.items(), key=lambda item: (-item[1], item[0]))
    return [Outcome(text, p, 2 * telling.get(text, 0) >= p) for text, p in ranked]


def _expected(
    encounter: Encounter, before: End, ends: Sequence[End]
) -> dict[str, dict[str, Fraction]]:
    """The mean change of every headline field that can change."""
    shown = shown_fields(encounter.ruleset)
    out: dict[str, dict[str, Fraction]] = {}
    for i, name in enumerate(encounter.names["creatures"]):
        for k, f in enumerate(shown):
            changes = [(end.fields[i][k] - before.fields[i][k], end.p) for end in ends]
            if any(change for change, _ in changes):
                mean = sum((change * p for change, p in changes), Fraction(0))
                out.setdefault(name, {})[f] = mean
    return out


def _marked(before: End, end: End) -> set[int]:
    """On whom a line of play has left its mark."""
    fell = before.standing ^ end.standing
    pairs = enumerate(zip(before.fields, end.fields, strict=True))
    return {i for i, (was, now) in pairs if was != now or fell >> i & 1}


def _changed(
    encounter: Encounter, ends: Sequence[End], marked: list[set[int]]
) -> dict[str, Fraction]:
    """How likely a creature is marked, for those who can be."""
    out: dict[str, Fraction] = {}
    names = encounter.names["creatures"]
    for end, on in zip(ends, marked, strict=True):
        for i in sorted(on):
            out[names[i]] = out.get(names[i], Fraction(0)) + end.p
    return out


def _stage(encounter: Encounter, question: Question, passed: Passed) -> Stage:
    words, names = encounter.ruleset.words, encounter.names

    def say(told: Told) -> str:
        return words.headline(*told, names)

    return Stage(
        who=names["creatures"][question.who],
        what=words.roll_prompt(question.name, question.who, question.vs, names),
        text=dice_text(question),
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


def dice_text(question: Question) -> str:
    """What is rolled, and against what: '1d20+3 against 14'."""
    if question.kind is Kind.DICE:
        return f"{question.n}d{question.sides}"
    if question.kind is Kind.CHECK:
        return f"{pools.text(question.pool)} against {question.target}"
    if question.is_opposed:
        return f"{pools.text(question.pool)} against {pools.text(question.vs_pool)}"
    return pools.text(question.pool)
