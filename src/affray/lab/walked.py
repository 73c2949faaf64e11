"""A whole fight exactly, a step at a time: where compiled code cannot weigh all of it.

From the beginning every state is led on a step at a time, with all its weight. Where no state is
new any more, what is left goes round in what is known: that is solved component by component.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction
from math import inf

from affray.book.encounter import Encounter
from affray.lab.loops import visits
from affray.lab.states import BATCH, MOST_STATES, NEGLIGIBLE, Solved, States, TooManyStates
from affray.lab.steps import Opened, Steps, steps_of


def walk(
    encounter: Encounter,
    temperaments: list[int],
    most: int = MOST_STATES,
    patience: float = inf,
    progress: Callable[[int], None] = lambda states: None,
) -> Solved:
    """The whole fight, everybody by a temperament.

    TooManyStates where there are more than `most`, or more than `patience` seconds will do for.
    `progress` is told how many states there are so far.
    """
    until = time.monotonic() + patience
    graph = _Graph(encounter, most)

    def tick(walked: int) -> None:
        if time.monotonic() > until:
            raise TooManyStates(len(graph.numbers), patience)

    graph.steps, engine = steps_of(encounter, temperaments, tick=tick)
    layer = graph.entered()
    solved = Solved(encounter, engine)
    flown: dict[int, Fraction] = {}
    while layer and not graph.is_closed:
        try:
            layer = graph.onward(layer)
            progress(len(graph.numbers))
        except TooManyStates:
            solved.left = sum(layer.values(), Fraction(0))
            if solved.left > NEGLIGIBLE:
                raise
            break
    else:
        flown = visits(graph.ways, layer)
    return graph.summed(solved, flown)


class _Graph(States):
    """The states that were met, by number; what each leads to, once that is known."""

    steps: Steps

    def __init__(self, encounter: Encounter, most: int) -> None:
        super().__init__(encounter)
        self.most = most
        self.ways: dict[int, list[tuple[int, Fraction]]] = {}
        self.weight: dict[int, Fraction] = defaultdict(Fraction)
        self.visited = Fraction(0)

    def entered(self) -> dict[int, Fraction]:
        return self._sorted(self._ways(self.begin(self.steps)))

    def _ways(self, opened: Opened) -> list[tuple[int, Fraction]]:
        return list(zip(self.numbered(opened), (end.p for end in opened.ends), strict=True))

    def _sorted(self, flow: Iterable[tuple[int, Fraction]]) -> dict[int, Fraction]:
        """Weights by state; those of fights that are over are put aside."""
        layer: dict[int, Fraction] = defaultdict(Fraction)
        for number, p in flow:
            (self.weight if number in self.ended else layer)[number] += p
        return layer

    @property
    def is_closed(self) -> bool:
        """Whether nothing waits any more: what is left goes round in what is known."""
        return not self.waiting

    def onward(self, layer: dict[int, Fraction]) -> dict[int, Fraction]:
        """A step on from every state of a layer."""
        if len(self.numbers) > self.most:
            raise TooManyStates(len(self.numbers))
        new = [number for number in layer if number in self.waiting]
        for batch in (new[k : k + BATCH] for k in range(0, len(new), BATCH)):
            led = self.steps([self.waiting.pop(number) for number in batch], True)
            self.ways.update(zip(batch, map(self._ways, led), strict=True))
        self.visited += sum(layer.values(), Fraction(0))
        flow = ((to, p * q) for number, p in layer.items() for to, q in self.ways[number])
        return self._sorted(flow)

    def summed(self, solved: Solved, flown: dict[int, Fraction]) -> Solved:
        """Everything that came to an end, that which went round included."""
        for number, p in flown.items():
            if number in self.ended:
                self.weight[number] += p
            else:
                self.visited += p
        for number, p in self.weight.items():
            end = self.ended[number]
            solved.weights[end] = solved.weights.get(end, 0) + p
        solved.states, solved.steps = len(self.numbers), self.visited
        return solved
