"""A whole fight with one side or more playing as well as can be: a decision process, solved.

Every state that any choice can lead to is met; then, from the ends back, what each is worth to
the side that plays for its win. States that lead back to one another are solved together: how
they are played is made better until nothing does better.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from math import inf

from affray.book.encounter import Encounter
from affray.lab.forks import ChoiceTree, Played, Unknowable
from affray.lab.loops import components, eliminated, visits
from affray.lab.nearly_best import nearly_best
from affray.lab.opened import OpenMet
from affray.lab.states import BATCH, MOST_STATES, FightEnd, Solved, States, TooManyStates
from affray.lab.steps import Edge, Opened, is_compiled, steps_of
from affray.odds.layers import Unfit

EXACT_STATES = 4000
"""Up to so many, chances are fractions of any size; beyond, they are floats, or are cut off after
`KEPT` bits where somebody mixes or it goes round."""

KEPT = 128
LARGEST_LOOP = 400
"""States that lead back to one another and are still solved."""

ROOT = -1
"""As the number of a state: the fight has not begun."""

ZERO, ONE = Fraction(0), Fraction(1)


def best(
    encounter: Encounter,
    temperaments: list[int],
    sides: list[str],
    most: int = MOST_STATES,
    patience: float = inf,
    progress: Callable[[int], None] = lambda states: None,
) -> Solved:
    """The fight where these sides play as well as can be, the first for its own chance to win and
    the others against it, and the rest by their temperaments.

    TooManyStates past `most` states or `patience` seconds; Unknowable where somebody would have to
    decide by what they may not know. `progress` is told how many states there are so far.
    """
    game = _Game(encounter, temperaments, sides)
    until = time.monotonic() + patience
    met = game.met(most, until, patience, progress)
    if met is None:
        game.walk(most, until, patience, progress)
    elif game.may_be_rounded and len(met.begins) > EXACT_STATES and met.order.is_whole:
        return nearly_best(met, sides)
    else:
        game.take(met)
    return game.solved()


class _Game:
    """The states of a fight, how each can be played, and what it is worth."""

    def __init__(self, encounter: Encounter, temperaments: list[int], sides: list[str]) -> None:
        self.encounter, self.temperaments, self.sides = encounter, temperaments, sides
        self.states = States(encounter)
        self.ended: dict[int, FightEnd] = {}
        self.count = 0
        self.forks: dict[int, ChoiceTree] = {}
        self.played: dict[int, Played] = {}
        self.worth: dict[int, Fraction] = {}
        self.largest = self._creatures(sides[:1])
        self.own = self._creatures(sides)

    def _creatures(self, sides: list[str]) -> int:
        entrants = self.encounter.entrants
        return sum(1 << i for i, one in enumerate(entrants) if one.side in sides)

    @property
    def may_be_rounded(self) -> bool:
        """Whether nobody mixes: what several seal at once is weighed in fractions."""
        return len(self.sides) == 1

    def met(
        self, most: int, until: float, patience: float, progress: Callable[[int], None]
    ) -> OpenMet | None:
        """Every state there is, by compiled code; nothing where that cannot weigh it."""
        if not is_compiled(self.encounter):
            return None
        met = OpenMet(self.encounter, self.temperaments, self.own)

        def tick(walked: int) -> None:
            progress(met.count)
            self._require_all_seen(met)
            if time.monotonic() > until:
                raise TooManyStates(met.count, patience)

        try:
            met.meet(most, tick)
        except Unfit:
            return None
        if met.is_cut:
            raise TooManyStates(met.count)
        self.engine = "native"
        return met

    def take(self, met: OpenMet) -> None:
        """The states that compiled code has met, each with its step."""
        for number, edges, ends in met.forks():
            self.forks[number] = self._opened(edges, ends)
        self.ended = {one.state: met.end(one) for one in met.ended}
        beginning = self.forks.pop(0, None) if met.is_unbegun else None
        self.forks[ROOT] = beginning or self._opened([], [(0, 0, ONE)])
        self.count = met.count - int(met.is_unbegun)

    def walk(
        self, most: int, until: float, patience: float, progress: Callable[[int], None]
    ) -> None:
        """Every state there is, each with its step, walked one by one."""

        def tick(walked: int) -> None:
            if time.monotonic() > until:
                raise TooManyStates(len(self.states.numbers), patience)

        steps, self.engine = steps_of(self.encounter, self.temperaments, self.own, tick)
        self.forks[ROOT] = self._fork(self.states.begin(steps))
        waiting = self.states.waiting
        while waiting:
            if len(self.states.numbers) > most:
                raise TooManyStates(len(self.states.numbers))
            batch = list(islice(waiting, BATCH))
            led = steps([waiting.pop(n) for n in batch], True)
            for number, opened in zip(batch, led, strict=True):
                self.forks[number] = self._fork(opened)
            progress(len(self.states.numbers))
        self.ended, self.count = self.states.ended, len(self.states.numbers)

    def _fork(self, opened: Opened) -> ChoiceTree:
        for end in opened.ends if self._may_hide else ():
            self._require_seen(end.state)
        numbers = self.states.numbered(opened)
        ends = [(end.node, n, end.p) for end, n in zip(opened.ends, numbers, strict=True)]
        return self._opened(opened.edges, ends)

    def _opened(self, edges: list[Edge], ends: list[tuple[int, int, Fraction]]) -> ChoiceTree:
        return ChoiceTree(edges, ends, self.largest, self.encounter.ruleset.secret_questions)

    @property
    def _may_hide(self) -> bool:
        hiding = self.encounter.ruleset.words.hiding
        return hiding is not None and hiding.unseen is not None

    def _require_all_seen(self, met: OpenMet) -> None:
        """The same of all that were met since the last time."""
        if self._may_hide:
            for state in range(self.count, met.count):
                self._require_seen(met.states.data(met.size, state * met.size))
            self.count = met.count

    def _require_seen(self, state: bytes) -> None:
        """Nobody may hide from those who are to play as well as can be."""
        hiding = self.encounter.ruleset.words.hiding
        assert hiding is not None
        assert hiding.unseen is not None
        w = self.states.world(state)
        for side in self.sides:
            k = list(self.encounter.sides).index(side)
            if any(w.creatures[i].side != k and hiding.unseen(w, i, k) for i in range(w.n)):
                raise Unknowable(f"{side} may not know where everybody is: somebody hides")

    def solved(self) -> Solved:
        """Back from the ends; then forward, to how it ends when everybody plays so."""
        won = list(self.encounter.sides).index(self.sides[0])
        for number, end in self.ended.items():
            self.worth[number] = ONE if end.winner == won else ZERO
        leads = {n: [(s, p) for _, s, p in fork.ends] for n, fork in self.forks.items()}
        for component in components(leads, [ROOT]):
            self._settle([n for n in component if n in self.forks])
        return self._summed()

    def _settle(self, component: list[int]) -> None:
        """What a component is worth, everything it leads to being known."""
        if len(component) == 1 and not self._goes_round(component[0]):
            (number,) = component
            self.played[number] = self.forks[number].choose(self.worth.__getitem__)
            self.worth[number] = self._kept(self.played[number].worth)
        elif component:
            self._improve(component)

    def _goes_round(self, number: int) -> bool:
        return any(state == number for _, state, _ in self.forks[number].ends)

    def _improve(self, component: list[int]) -> None:
        """States that lead back to one another: better play until there is none."""
        if len(component) > LARGEST_LOOP:
            raise Unknowable(f"it goes round in {len(component)} states at once")
        if len(self.sides) > 1 and any(self._is_contested(n) for n in component):
            raise Unknowable("it can go round for ever, and both sides choose whether")
        self.worth.update(dict.fromkeys(component, ZERO))
        while True:
            is_same = True
            for n in component:
                before = self.played.get(n)
                self.played[n] = self.forks[n].choose(self.worth.__getitem__, before)
                is_same = is_same and before is not None and before.taken == self.played[n].taken
            if is_same:
                return
            self._evaluate(component)

    def _is_contested(self, number: int) -> bool:
        fork = self.forks[number]
        return any(edge.is_open and not fork.side(edge) for edge in fork.edges)

    def _evaluate(self, component: list[int]) -> None:
        """What a component is worth as it is played; whoever never leaves it wins nothing."""
        leaving = self._leaving(component)
        place = {n: k for k, n in enumerate(leaving)}
        rows = [[ONE if i == j else ZERO for j in leaving] for i in leaving]
        given = [ZERO for _ in leaving]
        for n, k in place.items():
            for state, p in self.played[n].ways.items():
                if state in place:
                    rows[k][place[state]] -= p
                elif state not in component:
                    given[k] += p * self.worth[state]
        self.worth.update(dict.fromkeys(component, ZERO))
        for n, worth in zip(leaving, eliminated(rows, given), strict=True):
            self.worth[n] = self._kept(worth)

    def _leaving(self, component: list[int]) -> list[int]:
        """The states of a component from which it is left at all, as it is played."""
        inside, found = set(component), set[int]()
        while True:
            more = {
                n
                for n in inside - found
                if any(s not in inside or s in found for s in self.played[n].ways)
            }
            if not more:
                return sorted(found)
            found |= more

    @property
    def _is_cut(self) -> bool:
        return len(self.forks) > EXACT_STATES

    def _kept(self, x: Fraction) -> Fraction:
        """As exact as is asked for; cut off downward, so that it is never more than true."""
        return Fraction((x.numerator << KEPT) // x.denominator, 1 << KEPT) if self._is_cut else x

    def _summed(self) -> Solved:
        out = Solved(self.encounter, self.engine, states=self.count)
        out.best = tuple(self.sides)
        ways = {n: list(played.ways.items()) for n, played in self.played.items()}
        for number, times in visits(ways, {ROOT: ONE}, self._kept).items():
            if number in self.ended:
                end = self.ended[number]
                out.weights[end] = out.weights.get(end, ZERO) + times
            elif number != ROOT:
                out.steps += times
        out.off = ONE - sum(out.weights.values(), ZERO)
        return out
