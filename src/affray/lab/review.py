"""Was it the dice or the choices? A fight that was fought, by its chance to win at every moment.

The chance is that of the first side if everybody played on by one temperament from there. A roll
is lucky by as much as it moved it, a choice good or bad by as much as it did; all of it together
is the result less the chance there was at the beginning. What a choice cost is another question:
by how much the best that was found would have done better, by what one could know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from affray.fight.fight import Fight
from affray.lab.clever import is_compiled, playouts_of
from affray.lab.curve import (
    CurveDecision,
    CurvePoint,
    PlayedChance,
    Sort,
    Sum,
    decisions_in,
    moments,
    position_of,
    weighed,
)
from affray.lab.playouts import Cast
from affray.lab.regret import Cost, Regrets
from affray.lab.search import BATCH, Playouts
from affray.rules.ask import ONGOING

FIRST_SIDE = 0
UNSAID = -1
"""As a temperament: whichever leaves most open."""

SEED = 20
AT_FIRST = 64
"""Playouts a moment, before anything is looked at more closely."""

AT_ONCE = 6000
SLOW_AT_ONCE = 160
"""Playouts of a slice, compiled and not: a second or so, and then others have their turn."""

SLOW = 16
"""Playouts a moment where the rules are not compiled."""

BUDGET = 400
ALIKE = 0.05
"""Luck and choices that differ by less have weighed the same."""

TOO_FEW = "cannot be told from so few playouts"

Tick = Callable[[int], None]


@dataclass(frozen=True)
class Slice:
    """A part of the work: so many playouts of some moments after so many `before`, or the costs
    of some decisions."""

    is_costs: bool
    items: tuple[int, ...]
    each: int
    before: int = 0


Found = list[list[Any]]
"""What a slice came to, as plain data: moments with wins, or decisions with their costs."""


def slices(
    found: Sequence[CurvePoint], costs: int, compiled: bool, budget: int = BUDGET
) -> Iterator[Slice]:
    """All the work: every moment roughly, what decisions cost, then every moment closely."""
    budget, most = (budget, AT_ONCE) if compiled else (min(budget, SLOW), SLOW_AT_ONCE)
    first = min(AT_FIRST, budget)
    open_ones = [k for k, moment in enumerate(found) if not moment.is_sure]
    yield from _cut(Slice(False, tuple(open_ones), first), most)
    yield from _cut(Slice(True, tuple(range(costs)), 2 * budget), most)
    done = first
    while done < budget:
        more = min(3 * done, budget - done)
        yield from _cut(Slice(False, tuple(open_ones), more, done), most)
        done += more


def _cut(whole: Slice, most: int) -> Iterator[Slice]:
    size = max(1, most // whole.each)
    for k in range(0, len(whole.items), size):
        yield replace(whole, items=whole.items[k : k + size])


class Review:
    """A fight on its tape, as far as it was looked at."""

    def __init__(self, fight: Fight, temperament: int = UNSAID) -> None:
        self.fight, self.temperament = fight, temperament
        self.moments = moments(fight)
        self.decisions: list[CurveDecision] = decisions_in(fight, self.moments)
        self.costs: dict[int, Cost] = {}
        self.chances: list[PlayedChance] = []
        for moment in self.moments:
            same = self.chances[-1] if moment.is_sure else PlayedChance(exact=self._known(moment))
            self.chances.append(same)
        self._playouts: Playouts | None = None
        self._regrets: Regrets | None = None

    def _known(self, moment: CurvePoint) -> float | None:
        """1 or 0 once the fight is over."""
        start = self.fight.snapshots[moment.step]
        if moment.known or not start.begun:
            return None
        result = self.fight.ruleset.outcome(start.world)
        return None if result == ONGOING else float(result == FIRST_SIDE)

    # The work

    def slices(self, budget: int = BUDGET, compiled: bool | None = None) -> list[Slice]:
        compiled = is_compiled(self.fight.ruleset) if compiled is None else compiled
        return list(slices(self.moments, len(self.decisions), compiled, budget))

    def do(self, part: Slice, tick: Tick = lambda spent: None, compiled: bool = True) -> Found:
        """Work a part out; it changes nothing here."""
        if part.is_costs:
            self._regrets = self._regrets or Regrets(self.fight, compiled)
            self._regrets.clever.tick = tick
            return [
                [k, *self._regrets.cost(self.decisions[k], part.each).plain()] for k in part.items
            ]
        ruleset = self.fight.ruleset
        self._playouts = self._playouts or playouts_of(ruleset, compiled, astray=0)
        if self.temperament == UNSAID:
            self.temperament = self._most_open(AT_FIRST if compiled else SLOW)
        out: Found = []
        for k in part.items:
            tick(0)
            out.append([k, self._wins(k, part)])
        return out

    def _most_open(self, count: int) -> int:
        """The temperament by which least was decided at the beginning: of a fight nobody could
        lose no choice and no roll tells anything."""
        count_of = len(self.fight.ruleset.temperaments)
        known = range(min(1, count_of - 1), count_of)
        wins = {t: sum(self._played(0, t, 0, count)) for t in known}
        return min(known, key=lambda t: abs(2 * wins[t] - count))

    def _wins(self, k: int, part: Slice) -> bytes:
        if self.chances[k].exact is not None:
            return b""
        return self._played(k, self.temperament, part.before, part.each)

    def _played(self, k: int, temperament: int, before: int, count: int) -> bytes:
        assert self._playouts is not None
        place, known = position_of(self.fight, self.moments[k])
        self._playouts.begin(place)
        cast = Cast(frozenset(range(len(self.fight.names))), temperament)
        out = bytearray()
        while count > 0:
            now = min(count, BATCH)
            ended = self._playouts.play(cast, known, SEED, before + len(out), now)
            out += bytes(winner == FIRST_SIDE for winner in ended.winners)
            count -= now
        return bytes(out)

    def take(self, part: Slice, found: Found) -> None:
        """Add what was worked out."""
        for k, *said in found:
            if part.is_costs:
                self.costs[k] = Cost(*said)
            else:
                self.chances[k].wins += said[0]

    # What it comes to

    def swing(self, k: int) -> float:
        """By how much a moment has moved the chance to win; the first by nothing."""
        return self.chances[k].win - self.chances[k - 1].win if k else 0.0

    def swing_error(self, k: int) -> float:
        return self._sum({k: 1}).error if k else 0.0

    def total(self, sort: Sort, side: int | None = None) -> Sum:
        """What all rolls, all choices or all choices of one side have moved together."""
        return self._sum(dict.fromkeys(self._of(sort, side), 1))

    def _of(self, sort: Sort, side: int | None) -> list[int]:
        return [
            k
            for k, moment in enumerate(self.moments)
            if moment.sort is sort and (side is None or self._side(moment.who) == side)
        ]

    def _side(self, who: int) -> int:
        return int(self.fight.world.creatures[who].side)

    def _sum(self, weights: Mapping[int, int]) -> Sum:
        """Swings added up; a chance that stands in two of them may cancel out, error and all."""
        shares: dict[int, tuple[PlayedChance, int]] = {}
        for k, weight in weights.items():
            for chance, sign in ((self.chances[k], weight), (self.chances[k - 1], -weight)):
                before = shares.get(id(chance), (chance, 0))[1]
                shares[id(chance)] = (chance, before + sign)
        return weighed(list(shares.values()))

    def dice_less_choices(self) -> Sum:
        """By how much more the dice have helped the first side than its choices, and the foes'."""
        weights = dict.fromkeys(self._of(Sort.ROLL, None), 1)
        return self._sum(weights | dict.fromkeys(self._of(Sort.CHOICE, None), -1))

    def turning_point(self) -> int | None:
        """The moment since which whoever came out ahead was; else the one that helped most."""
        last, ahead = len(self.moments) - 1, self.chances[-1].win >= 1 / 2
        if last < 1:
            return None
        behind = [k for k in range(last) if (self.chances[k].win >= 1 / 2) != ahead]
        if behind:
            return behind[-1] + 1
        towards = 1 if ahead else -1
        return max(range(1, last + 1), key=lambda k: towards * self.swing(k))

    def verdict(self) -> str:
        """Whether it was the dice or the choices, or that nobody can tell from so little."""
        if not all(chance.is_known for chance in self.chances):
            return "cannot be told yet: not every moment was looked at"
        went, gap = self._went(), self.dice_less_choices()
        if abs(went.value) < ALIKE and abs(gap.value) < 2 * ALIKE:
            return self._of_nothing_special(went, gap)
        up = went.value > 0 or (not went.value and self.chances[-1].win >= 1 / 2)
        is_dice = (gap.value > 0) == up
        named = self.total(Sort.ROLL if is_dice else Sort.CHOICE)
        spoken_of = [gap, named] if self.fight.is_over else [gap, named, went]
        if any(abs(one.value) <= one.error for one in spoken_of):
            return TOO_FEW
        if abs(gap.value) < ALIKE:
            return "the dice and the choices alike"
        return "the dice" if is_dice else "the choices"

    def _went(self) -> Sum:
        """What the whole fight came to, against what was to be expected."""
        return weighed([(self.chances[-1], 1), (self.chances[0], -1)])

    def _of_nothing_special(self, went: Sum, gap: Sum) -> str:
        """That nothing has moved much is a thing to be sure of, too."""
        if went.error > 2 * ALIKE:
            return TOO_FEW
        if self.chances[-1].win < 1 / 2 and self._was_to_be_won():
            return "the choices: as it was played it was lost, and better ones were open"
        if gap.error > 2 * ALIKE:
            return TOO_FEW
        return "neither: it came as was to be expected from the beginning"

    def _was_to_be_won(self) -> bool:
        """Whether the first side gave much away in a single decision."""
        own = [n for n in self.costliest() if self._side(self.decisions[n].who) == FIRST_SIDE]
        return any(self.costs[n].cost - self.costs[n].error > 2 * ALIKE for n in own)

    def largest_swings(self, most: int = 3) -> list[int]:
        """The rolls that have moved most, either way."""
        rolls = self._of(Sort.ROLL, None)
        return sorted(rolls, key=lambda k: -abs(self.swing(k)))[:most]

    def costliest(self, most: int = 3) -> list[int]:
        """The decisions by which most was given away, as far as that is more than luck."""
        known = [k for k, cost in self.costs.items() if cost.cost > cost.error]
        return sorted(known, key=lambda k: -self.costs[k].cost)[:most]

    def given_away(self, side: int) -> Sum:
        """What the decisions of a side cost it, where that was more than luck."""
        own = [c for k, c in self.costs.items() if self._side(self.decisions[k].who) == side]
        sure = [cost for cost in own if cost.cost > cost.error]
        return Sum(sum(c.cost for c in sure), sqrt(sum(c.error**2 for c in sure)))
