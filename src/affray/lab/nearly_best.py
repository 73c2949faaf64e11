"""Best play of one side in a fight of many states, in floats: from the ends back, then forward."""

from __future__ import annotations

from fractions import Fraction

from affray.compiler.oracles.met import PLACE, TOLD
from affray.compiler.oracles.open import ANSWER_SEALED, EDGES, OWNED
from affray.lab.flow import nearly, rows_of, shares
from affray.lab.forks import Unknowable
from affray.lab.opened import MASK, PARENT, WHAT, WHO, OpenMet
from affray.lab.states import Solved


def nearly_best(met: OpenMet, sides: list[str]) -> Solved:
    """The fight where a side plays as well as can be; by how much it may be off is said."""
    kept, most = _Back(met, list(met.encounter.sides).index(sides[0])).kept()
    flow = nearly(met, kept)
    begun = int(met.is_unbegun)
    solved = Solved(met.encounter, "native", states=met.count - begun, best=tuple(sides))
    solved.steps = Fraction(flow.visits) - begun
    solved.off = flow.off + Fraction(2 * met.order.levels * (most + 8), 1 << 53)
    for one, p in zip(met.ended, flow.ends, strict=True):
        if p:
            end = met.end(one)
            solved.weights[end] = solved.weights.get(end, 0) + p
    return solved


class _Back:
    """What every state is worth to a side, the last first, and which lines are played."""

    def __init__(self, met: OpenMet, side: int) -> None:
        self.met = met
        rows = rows_of(met)
        self.share, self.place = shares(rows).tolist(), rows[:, PLACE].tolist()
        self.told = rows[:, TOLD].tolist()
        self.edges = [column.tolist() for column in met.edges[: MASK + 1]]
        self.begins = {state: (first, last) for state, first, last in met.begins}
        self.firsts = met.order.first.numbers().tolist()
        self.value = [0.0] * met.count
        for one in met.ended:
            self.value[one.state] = float(one.winner == side)
        self.secret = met.encounter.ruleset.secret_questions

    def kept(self) -> tuple[list[bool], int]:
        """The lines of best play, and how many numbers were added at most in one step."""
        kept = [False] * len(self.place)
        most = 0
        for state in reversed(self.met.order.order.numbers().tolist()):
            if state in self.begins:
                first, last = self.begins[state]
                lines = range(self.firsts[state], self.firsts[state + 1])
                self.value[state], taken = self._weigh(first, last, lines)
                reached = self._reached(first, last, taken)
                for line in lines:
                    kept[line] = reached[self.told[line] - first - 1]
                most = max(most, len(lines) + last - first)
        return kept, most

    def _weigh(self, first: int, last: int, lines: range) -> tuple[float, set[int]]:
        """What a state is worth, and the edges that are taken where there is a choice."""
        parents, whats, whos, masks = (self.edges[k] for k in (PARENT, WHAT, WHO, MASK))
        worth = [0.0] * (last - first)
        for line in lines:
            worth[self.told[line] - first - 1] += self.share[line] * self.value[self.place[line]]
        best: dict[tuple[int, int, int, int], tuple[float, int]] = {}
        asked: dict[int, list[tuple[int, int, int, int]]] = {}
        taken = set[int]()
        for edge in range(last - 1, first - 1, -1):
            here = worth[edge - first]
            for question in asked.get(edge, ()):
                here += best[question][0]
                taken.add(best[question][1])
            if edge == first:
                return here, taken
            parent = parents[edge] - 1
            if whats[edge] % EDGES == OWNED:
                key = (parent, whats[edge], whos[edge], masks[edge])
                if key not in best:
                    asked.setdefault(parent, []).append(key)
                    best[key] = (here, edge)
                elif here >= best[key][0]:
                    best[key] = (here, edge)
            else:
                worth[parent - first] += here
        raise AssertionError("a state has a first edge")

    def _reached(self, first: int, last: int, taken: set[int]) -> list[bool]:
        """Which edges are come to; nobody decides openly by what is sealed."""
        reached, sealed = [True], [False]
        for edge in range(first + 1, last):
            parent, what = self.edges[PARENT][edge] - 1 - first, self.edges[WHAT][edge]
            is_open = what % EDGES == OWNED
            if is_open and sealed[parent] and what // EDGES not in self.secret:
                raise Unknowable("what is sealed and what is shown come in one step")
            reached.append(reached[parent] and (not is_open or edge in taken))
            sealed.append(sealed[parent] or what % EDGES == ANSWER_SEALED)
        return reached
