"""A whole fight exactly: equal states are one, loops are solved, chances are fractions.

Compiled code meets every state and sums up how likely each is; where it cannot, steps are walked
one by one.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from fractions import Fraction
from math import inf

from affray.book.encounter import Encounter
from affray.lab.flow import Flow, exactly, nearly
from affray.lab.loops import visits
from affray.lab.met import Met
from affray.lab.states import MOST_STATES, NEGLIGIBLE, Solved, TooManyStates
from affray.lab.steps import is_compiled
from affray.lab.walked import walk
from affray.odds.layers import Unfit
from affray.rules.ask import ONGOING


def solve(
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
    if not is_compiled(encounter):
        return walk(encounter, temperaments, most, patience, progress)
    met = Met(encounter, temperaments)

    def tick(walked: int) -> None:
        progress(met.count)
        if time.monotonic() > until:
            raise TooManyStates(met.count, patience)

    try:
        met.meet(most, tick)
    except Unfit:
        return walk(encounter, temperaments, most, patience, progress)
    return _summed(met, _flow(met))


def _flow(met: Met) -> Flow:
    """Exact where that is not too large; what goes round is solved as equations."""
    if met.order.is_whole:
        return exactly(met) or nearly(met)
    times = visits(met.leads(), {0: Fraction(1)})
    ends = [times.get(one.state, Fraction(0)) for one in met.ended]
    return Flow(ends, sum(times.values(), Fraction(0)) - sum(ends))


def _summed(met: Met, flow: Flow) -> Solved:
    """What it comes to; states that were not led on are left, if that is next to nothing."""
    begun = int(met.is_unbegun)
    solved = Solved(met.encounter, "native", whole=flow.whole, off=flow.off)
    solved.states = met.count - begun
    solved.steps = Fraction(flow.visits) / flow.whole - begun
    weights = solved.weights
    for one, p in zip(met.ended, flow.ends, strict=True):
        if one.winner == ONGOING:
            solved.left += Fraction(p) / flow.whole
        elif p:
            end = met.end(one)
            weights[end] = weights.get(end, 0) + p
    if solved.left > NEGLIGIBLE:
        raise TooManyStates(met.count)
    return solved
