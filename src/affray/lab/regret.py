"""What a decision cost: against the best that was found, by what one could know, on fresh dice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

from affray.fight.fight import Fight
from affray.fight.levels import Level
from affray.lab.clever import Clever
from affray.lab.curve import CurveDecision
from affray.lab.moves import by_turns, moves
from affray.lab.search import Judge, Search, Tried
from affray.lab.seen import seen_by
from affray.lab.until import Z95

FRESH = 4
"""The part of the playouts, one in so many, by which the better of two is measured anew."""


@dataclass(frozen=True)
class Cost:
    """By how much the best move found wins more often, and which that is; none, where the one
    that was made is the best. `error` is half the width of the 95 % interval."""

    cost: float
    error: float
    better: str
    playouts: int

    def plain(self) -> list[Any]:
        return [self.cost, self.error, self.better, self.playouts]


class Regrets:
    """Decisions of one fight, each thought about again where it was made."""

    def __init__(self, fight: Fight, compiled: bool = True) -> None:
        self.fight = fight
        self.clever = Clever(compiled)

    def cost(self, decision: CurveDecision, playouts: int) -> Cost:
        """The best is looked for with some dice and measured with others: who has won a lottery
        of many moves is not so good again."""
        twin = self.fight.clone()
        twin.undo(decision.at)
        asked, ruleset = twin.pending, twin.ruleset
        if asked is None or asked.is_chance or asked.who != decision.who:
            return Cost(0.0, 0.0, "", 0)
        seen = seen_by(twin, asked, twin.world, {asked.who})
        level = self.clever.affordable(ruleset, Level(playouts))
        judge = Judge(seen.now, int(seen.now.creatures[asked.who].side))
        tick = self.clever.tick
        search = Search(self.clever.playouts(ruleset), seen, judge, (), level, 0, tick)
        search.choose_temperament(len(ruleset.temperaments))
        open_moves = moves(twin.encounter, asked, seen.now, seen.unseen)
        found = {o.answers: o for o in by_turns(open_moves, search.seed)}
        tried = {answers: Tried(answers) for answers in found}
        made = tried.setdefault(decision.answers, Tried(decision.answers))
        best = search.best(list(tried.values()), made)
        if best is made or best.answers not in found:
            return Cost(0.0, 0.0, "", search.spent)
        gains = _fresh_gains(search, best, made, max(8, level.playouts // FRESH))
        mean, error = _mean(gains)
        return Cost(mean, error, found[best.answers].label, search.spent)


def _fresh_gains(search: Search, best: Tried, made: Tried, count: int) -> list[int]:
    """Playout by playout with the same dice, and none that either was chosen by."""
    level = max(best.playouts, made.playouts)
    for one in (best, made):
        search.more(one, level - one.playouts + count)
    both = zip(best.wins[level:], made.wins[level:], strict=True)
    return [int(a) - int(b) for a, b in both]


def _mean(gains: Sequence[int]) -> tuple[float, float]:
    n = len(gains)
    mean = sum(gains) / n
    variance = max(sum((gain - mean) ** 2 for gain in gains) / n, 1 / (n + 2))
    return mean, Z95 * sqrt(variance / n)
