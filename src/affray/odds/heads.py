"""What odds say by name: the one number of a plan, what else can happen to whom, what it costs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from affray.book.encounter import Encounter
from affray.book.heads import GRADES, NO_AIM, Grade, Head
from affray.fight.plans import Offer
from affray.odds.ends import LineEnd, Losses

NOTHING = "nothing"


@dataclass(frozen=True)
class Number:
    """The one number of a plan: the chance that it does what it is for.

    `who` is empty where it can come true of several, or is about oneself.
    """

    name: str
    who: str
    p: Fraction


@dataclass(frozen=True)
class Chance:
    """A head, of one creature: 'wounded', and how likely it comes to that.

    It is `implied` where another of its group says as much: whoever is wounded only by dying is
    'dead', and whoever cannot be wounded cannot die.
    """

    name: str
    who: str
    p: Fraction
    implied: bool


@dataclass(frozen=True)
class Harm:
    """How likely whoever does it comes to this harm at least."""

    grade: Grade
    p: Fraction


@dataclass(frozen=True)
class Share:
    """How often the worst that befalls somebody is this, in the game's word."""

    name: str
    grade: Grade
    p: Fraction


@dataclass(frozen=True)
class Grouped:
    """Everything that can become of the one a plan is about; the shares add to 1."""

    who: str
    shares: tuple[Share, ...]


HeadOfCreature = tuple[int, int]
"""A creature, and the number of a head it has come to for it."""


class HeadWatch:
    """Sees which heads lines of play have come to, and for whom."""

    def __init__(self, encounter: Encounter, losses: Losses, ends: Sequence[LineEnd]) -> None:
        self.encounter, self.losses, self.ends = encounter, losses, ends
        self.before = losses.before
        self.names = encounter.names["creatures"]
        groups = encounter.ruleset.words.heads
        self.heads = [head for group in groups for head in group]
        starts = [sum(len(group) for group in groups[:k]) for k in range(len(groups))]
        self.groups = [range(a, a + len(group)) for a, group in zip(starts, groups, strict=True)]
        self.met = [self._met(end) for end in ends]

    def _met(self, end: LineEnd) -> set[HeadOfCreature]:
        out: set[HeadOfCreature] = set()
        fell = self.before.standing & ~end.standing
        states = enumerate(zip(self.before.fields, end.fields, strict=True))
        changed = [i for i, (was, now) in states if was != now or fell >> i & 1]
        for h, head in enumerate(self.heads):
            for event, who, x, _ in end.told:
                if event in head.to or (x and event in head.some):
                    out.add((who, h))
                if event in head.on:
                    out.add((x, h))
            out |= {(i, h) for i in changed if self._shows(head, i, end)}
        return out

    def _shows(self, head: Head, i: int, end: LineEnd) -> bool:
        """Whether it shows in how the creature is now."""
        if head.falls and (self.before.standing & ~end.standing) >> i & 1:
            return True
        if head.becomes:
            k = self.losses.shown.index(head.becomes)
            return self.before.fields[i][k] == 0 != end.fields[i][k]
        if head.loses and self.losses.lost(head.loses, i, end) > 0:
            return True
        return head.regains != "" and self.losses.lost(head.regains, i, end) < 0

    def chances(self, offer: Offer) -> list[Chance]:
        """Of the target whole groups, where any of it can happen; of others what can."""
        lines: dict[HeadOfCreature, set[int]] = {}
        for k, met in enumerate(self.met):
            for one in met:
                lines.setdefault(one, set()).add(k)
        asked = []
        for i in sorted(range(len(self.names)), key=lambda i: i not in offer.aimed_at):
            for group in self.groups:
                shown = [h for h in group if not self.heads[h].unasked]
                possible = [h for h in shown if (i, h) in lines]
                whole = possible and i in offer.aimed_at
                asked += self._ladder(i, shown if whole else possible, lines)
        return asked

    def _ladder(
        self, i: int, group: list[int], lines: dict[HeadOfCreature, set[int]]
    ) -> list[Chance]:
        """Heads of a group, each saying more than the one before, of one creature."""
        true = [lines.get((i, h), set()) for h in group]
        out = []
        for k, h in enumerate(group):
            says_as_much = true[k + 1 :] if true[k] else true[:k]
            p = sum((self.ends[e].p for e in true[k]), Fraction(0))
            out.append(Chance(self.heads[h].name, self.names[i], p, true[k] in says_as_much))
        return out

    # What it is for

    def meant(self, offer: Offer) -> set[int]:
        """Of whom the aim of a plan is to come true."""
        side = [entrant.side for entrant in self.encounter.entrants]
        everybody, own = set(range(len(side))), side[offer.who]
        return {
            "target": offer.aimed_at,
            "self": {offer.who},
            "friends": {i for i in everybody if side[i] == own},
            "foes": {i for i in everybody if side[i] != own},
            "anybody": everybody,
        }[offer.aim.of]

    def comes_off(self, offer: Offer) -> list[bool]:
        """Of every end whether the plan has done what it is for."""
        return [bool(who) for who in self._touched(offer)]

    def _touched(self, offer: Offer) -> list[set[int]]:
        """Of every end for whom the aim has come true."""
        if offer.aim == NO_AIM:
            return [set() for _ in self.ends]
        meant = self.meant(offer)
        wanted = {h for h, head in enumerate(self.heads) if head.name in offer.aim.wanted}
        return [{i for i, h in met if h in wanted and i in meant} for met in self.met]

    def number(self, offer: Offer) -> Number | None:
        """How likely a plan does what it is for; none where that is nothing dice decide."""
        if offer.aim == NO_AIM:
            return None
        touched = self._touched(offer)
        pairs = zip(self.ends, touched, strict=True)
        p = sum((end.p for end, who in pairs if who), Fraction(0))
        whom = (set().union(*touched) or self.meant(offer)) - {offer.who}
        return Number(offer.aim.name, self.names[min(whom)] if len(whom) == 1 else "", p)

    # What it costs, and what becomes of them

    def worst(self, i: int) -> list[int]:
        """Of every end how badly a creature has fared: 0 unharmed, then as GRADES stand."""
        rank = {h: 1 + GRADES.index(head.grade) for h, head in enumerate(self.heads) if head.grade}
        return [max((rank.get(h, 0) for who, h in met if who == i), default=0) for met in self.met]

    def harm(self, i: int) -> list[Harm]:
        """What somebody may come to, each grade with all that is worse."""
        worst = self.worst(i)
        out: list[Harm] = []
        for rank, grade in enumerate(GRADES, 1):
            pairs = zip(self.ends, worst, strict=True)
            p = sum((end.p for end, bad in pairs if bad >= rank), Fraction(0))
            same = bool(out) and out[-1].p == p
            out = [*(out[:-1] if same else out), Harm(grade, p)] if p else out
        return out

    def grouped(self, offer: Offer, number: Number | None) -> Grouped | None:
        """What becomes of the one it is aimed at, or of whom it can harm the most."""
        i = self._focus(offer, number)
        if i < 0:
            return None
        sums: dict[int, Fraction] = {}
        for end, bad in zip(self.ends, self.worst(i), strict=True):
            sums[bad] = sums.get(bad, Fraction(0)) + end.p
        if not any(sums):
            return None
        shares = [Share(*self._called(bad), p) for bad, p in sorted(sums.items())]
        return Grouped(self.names[i], tuple(shares))

    def _called(self, rank: int) -> tuple[str, Grade]:
        """A grade in the game's own word."""
        if rank == 0:
            return NOTHING, ""
        grade = GRADES[rank - 1]
        return next(head.name for head in self.heads if head.grade == grade), grade

    def _focus(self, offer: Offer, number: Number | None) -> int:
        if offer.aimed_at:
            return min(offer.aimed_at)
        if number is not None and number.who:
            return self.names.index(number.who)
        others = [i for i in range(len(self.names)) if i != offer.who]
        harmed = {i: h[0].p for i in others if (h := self.harm(i))}
        return max(harmed, key=lambda i: harmed[i]) if harmed else -1
