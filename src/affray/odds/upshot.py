"""What the lines of play of a plan come to, in the game's own words, with exact probabilities.

It knows no worlds: whoever walks the lines hands over an `End` for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import sqrt
from typing import Any

from affray.book.encounter import Encounter
from affray.book.ruleset import Ruleset
from affray.book.words import Head, Loss, Rolled
from affray.fight.plans import Offer
from affray.odds.result_ranges import Landings, Lead
from affray.oracles.dice import Noted
from affray.oracles.tape import Kind, Question
from affray.oracles.tree import check_branches, require_one, test_branches
from affray.rules import pools

Z95 = 1.959963984540054

NOTHING = "nothing"
NEVER = "it does not come to that"


@dataclass(frozen=True)
class End:
    """Lines of play that came to the same: what was told, how likely, and how all are then.

    Bit i of `standing` says that creature i stands; `fields` are every creature's
    `shown_fields`, in their order.
    """

    told: tuple[Noted, ...]
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
    nobody, on anybody but the actor. Where nothing is told, `text` alone says so.
    """

    headlines: tuple[str, ...]
    text: str
    p: Fraction
    tells: bool


@dataclass(frozen=True)
class Chance:
    """A head, of one creature: 'wounded', and how likely it comes to that.

    At most one `tells`: the number that stands for the plan where there is room for one.
    """

    name: str
    who: str
    p: Fraction
    tells: bool


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


@dataclass(frozen=True)
class Odds:
    """Everything a plan can lead to; the probabilities of its outcomes add to exactly 1.

    `heads` are what people ask first: of the one it is aimed at, then of anybody else it can
    happen to. `expected` is the mean of what is lost, field by field, counted as `losses` say.
    `changed` is how likely it tells on a creature: that a headline field of it changes, or
    whether it stands.
    """

    heads: list[Chance]
    outcomes: list[Outcome]
    expected: dict[str, dict[str, Fraction]]
    losses: dict[str, Loss]
    changed: dict[str, Fraction]
    assumed: dict[str, str]
    stages: list[OddsRoll]
    lines: int
    sampled: Sampled | None = None


@cache
def shown_fields(ruleset: Ruleset) -> list[str]:
    """The fields of a creature that an end tells of: plain numbers, in the record's order."""
    fields = ruleset.world.layout.fields["creatures"].layout.fields.values()
    asked = {head.becomes for group in ruleset.words.heads for head in group}
    asked |= {name for loss in ruleset.words.losses for name in loss.reads}
    return [f.name for f in fields if f.headline or f.name in asked]


def headline_fields(ruleset: Ruleset) -> list[str]:
    """Those of them whose change leaves a mark."""
    fields = ruleset.world.layout.fields["creatures"].layout.fields
    return [name for name in shown_fields(ruleset) if fields[name].headline]


def end_of(
    ruleset: Ruleset,
    world: Any,
    told: tuple[Noted, ...] = (),
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
    losses = _Losses(encounter.ruleset, before)
    headlines = [losses.shown.index(field) for field in losses.by_field]
    marked = [_marked(before, end, headlines) for end in ends]
    return Odds(
        heads=_heads(encounter, offer, losses, ends),
        outcomes=_outcomes(encounter, offer, ends, marked),
        expected=_expected(encounter, losses, ends),
        losses=losses.by_field,
        changed=_changed(encounter, ends, marked),
        assumed=passed.assumed,
        stages=[_stage(encounter, question, passed) for question in passed.reached],
        lines=passed.lines,
    )


Saying = tuple[tuple[str, ...], str]
"""Headlines one by one, and as one line."""


def _outcomes(
    encounter: Encounter, offer: Offer, ends: Sequence[End], marked: list[set[int]]
) -> list[Outcome]:
    """What the lines of play are told as, likeliest first."""
    words, names = encounter.ruleset.words, encounter.names
    aimed_at = offer.aimed_at
    outcomes: dict[Saying, Fraction] = {}
    telling: dict[Saying, Fraction] = {}
    for end, on in zip(ends, marked, strict=True):
        told = tuple(words.headline(*event, names) for event in end.told)
        said = (told, ", ".join(told) or (NOTHING if end.given else NEVER))
        outcomes[said] = outcomes.get(said, Fraction(0)) + end.p
        if on & aimed_at if aimed_at else on - {offer.who}:
            telling[said] = telling.get(said, Fraction(0)) + end.p
    require_one(outcomes.values())
    ranked = sorted(outcomes.items(), key=lambda item: (-item[1], item[0][1]))
    return [Outcome(*said, p, 2 * telling.get(said, 0) >= p) for said, p in ranked]


class _Losses:
    """Counts what a line of play has cost a creature."""

    def __init__(self, ruleset: Ruleset, before: End) -> None:
        self.before = before
        self.shown = shown_fields(ruleset)
        self.by_field = {f: ruleset.words.loss(f) for f in headline_fields(ruleset)}

    def lost(self, field: str, i: int, end: End) -> int:
        loss = self.by_field[field]
        was, now = self.before.fields[i], end.fields[i]
        if loss.counted is None:
            k = self.shown.index(field)
            return now[k] - was[k] if loss.grows else was[k] - now[k]
        told = [event for event in end.told if event[1] == i]
        named = [dict(zip(self.shown, values, strict=True)) for values in (was, now)]
        return loss.counted(named[0], named[1], told)


def _expected(
    encounter: Encounter, losses: _Losses, ends: Sequence[End]
) -> dict[str, dict[str, Fraction]]:
    """The mean loss of every headline field of which anything can be lost or won."""
    out: dict[str, dict[str, Fraction]] = {}
    for i, name in enumerate(encounter.names["creatures"]):
        for field in losses.by_field:
            lost = [(losses.lost(field, i, end), end.p) for end in ends]
            if any(n for n, _ in lost):
                out.setdefault(name, {})[field] = sum((n * p for n, p in lost), Fraction(0))
    return out


Met = tuple[int, int]
"""A creature, and the number of a head it has come to for it."""


class _Watch:
    """Sees which heads a line of play has come to, and for whom."""

    def __init__(self, ruleset: Ruleset, losses: _Losses) -> None:
        self.before = losses.before
        self.losses = losses
        self.heads: list[Head] = []
        self.groups: list[range] = []
        self.telling: set[int] = set()
        for group in ruleset.words.heads:
            numbers = range(len(self.heads), len(self.heads) + len(group))
            telling = (h for h, head in zip(numbers, group, strict=True) if head.tells)
            self.telling.add(next(telling, numbers[0]))
            self.groups.append(numbers)
            self.heads += group

    def met(self, end: End) -> set[Met]:
        out: set[Met] = set()
        fell = self.before.standing & ~end.standing
        states = enumerate(zip(self.before.fields, end.fields, strict=True))
        changed = [i for i, (was, now) in states if was != now or fell >> i & 1]
        for h, head in enumerate(self.heads):
            for event, who, x, _ in end.told:
                if event in head.to:
                    out.add((who, h))
                if event in head.on:
                    out.add((x, h))
            out |= {(i, h) for i in changed if self._shows(head, i, end)}
        return out

    def _shows(self, head: Head, i: int, end: End) -> bool:
        """Whether it shows in how the creature is now."""
        if head.falls and (self.before.standing & ~end.standing) >> i & 1:
            return True
        if head.becomes:
            k = self.losses.shown.index(head.becomes)
            return self.before.fields[i][k] == 0 != end.fields[i][k]
        return head.loses != "" and self.losses.lost(head.loses, i, end) > 0


def _heads(
    encounter: Encounter, offer: Offer, losses: _Losses, ends: Sequence[End]
) -> list[Chance]:
    """Of the target whole groups, where any of it can happen; of others what can."""
    watch = _Watch(encounter.ruleset, losses)
    found: dict[Met, Fraction] = {}
    for end in ends:
        for met in watch.met(end):
            found[met] = found.get(met, Fraction(0)) + end.p
    names = encounter.names["creatures"]
    asked = []
    for i in sorted(range(len(names)), key=lambda i: i not in offer.aimed_at):
        for group in watch.groups:
            possible = [h for h in group if (i, h) in found]
            asked += [(i, h) for h in (group if possible and i in offer.aimed_at else possible)]
    first = _foremost(encounter, offer, watch.telling, found)
    return [
        Chance(watch.heads[h].name, names[i], found.get((i, h), Fraction(0)), (i, h) == first)
        for i, h in asked
    ]


def _foremost(
    encounter: Encounter, offer: Offer, telling: set[int], found: dict[Met, Fraction]
) -> Met | None:
    """What is wanted of the plan: of its target, or of the enemy who takes it instead."""
    aimed = sorted(met for met in found if met[0] in offer.aimed_at)
    wanted = [met for met in aimed if met[1] in telling]
    if wanted:
        return wanted[0]
    sides = [entrant.side for entrant in encounter.entrants]
    others = [met for met in sorted(found) if met[1] in telling]
    enemies = [met for met in others if sides[met[0]] != sides[offer.who]]
    if enemies:
        return max(enemies, key=lambda met: found[met])
    return aimed[0] if aimed else None


def _marked(before: End, end: End, headlines: list[int]) -> set[int]:
    """On whom a line of play has left its mark."""
    fell = before.standing ^ end.standing
    pairs = enumerate(zip(before.fields, end.fields, strict=True))
    return {
        i for i, (was, now) in pairs if fell >> i & 1 or any(was[k] != now[k] for k in headlines)
    }


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


def _stage(encounter: Encounter, question: Question, passed: Passed) -> OddsRoll:
    words, names = encounter.ruleset.words, encounter.names

    def say(told: Noted) -> str:
        return words.headline(*told, names)

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
