"""A step of a solved fight as a tree of what is known: what it is worth, and where it leads.

One side makes its chance to win as large as can be, the others who play well make it as small.
Who decides knows what dice showed and what was answered openly, and nothing that is sealed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from affray.lab.mixed import mixed
from affray.lab.steps import Edge

ZERO = Fraction(0)
MOST_STRATEGIES = 60
"""Ways to play one sealed step, of one side, that are weighed against each other."""


class Unknowable(Exception):
    """Best play cannot be told from what those who decide may know, or not by this program."""


@dataclass
class ForkChoice:
    """An open choice: whether it is made for the largest value, and the node of every option."""

    is_largest: bool
    options: list[int] = field(default_factory=list)


@dataclass
class ChoiceTree:
    """The tree of one state. Node 0 is its beginning, node k + 1 lies past edge k; `ends` are
    (node, state, chance)."""

    edges: Sequence[Edge]
    ends: list[tuple[int, int, Fraction]]
    largest: int
    secret: frozenset[int]

    def side(self, edge: Edge) -> bool:
        """Whether who decides here wants the largest value."""
        return bool(self.largest >> edge.who & 1)

    @cached_property
    def children(self) -> dict[int, list[int]]:
        """Nodes that are not chosen but come about, by the node before them."""
        found: dict[int, list[int]] = defaultdict(list)
        for k, edge in enumerate(self.edges):
            if not edge.is_open:
                found[edge.parent].append(k + 1)
        return found

    @cached_property
    def decisions(self) -> dict[int, list[ForkChoice]]:
        """What is decided at each node: after other dice it may be another question."""
        grouped: dict[tuple[int, int, int, int], ForkChoice] = {}
        found: dict[int, list[ForkChoice]] = defaultdict(list)
        for k, edge in enumerate(self.edges):
            if edge.is_open:
                asked = (edge.parent, edge.what, edge.who, edge.mask)
                if asked not in grouped:
                    grouped[asked] = ForkChoice(self.side(edge))
                    found[edge.parent].append(grouped[asked])
                grouped[asked].options.append(k + 1)
        return found

    def path(self, node: int) -> list[int]:
        """The edges from the beginning to a node."""
        out = []
        while node:
            out.append(node - 1)
            node = self.edges[node - 1].parent
        return out[::-1]

    def hidden_from(self, edge: Edge, other: Edge) -> bool:
        """Whether whoever decides at an edge does not know this one before it."""
        if other.is_sealed_by_others:
            return True
        is_theirs = other.is_open and self.side(other) != self.side(edge)
        return is_theirs and other.question in self.secret

    @cached_property
    def is_sealed(self) -> bool:
        """Whether anybody decides without knowing what another open one has sealed."""
        found = False
        for k, edge in enumerate(self.edges):
            if not edge.is_open:
                continue
            hidden = [self.edges[j] for j in self.path(k) if self.hidden_from(edge, self.edges[j])]
            if hidden and edge.question not in self.secret:
                raise Unknowable("what is sealed and what is shown come in one step")
            found = found or any(other.is_open for other in hidden)
        return found

    def values(self, value: Callable[[int], Fraction]) -> list[Fraction]:
        """What every node is worth, its chance included, where the states after it are."""
        worth = [ZERO] * (len(self.edges) + 1)
        for node, state, p in self.ends:
            worth[node] += p * value(state)
        for node in range(len(self.edges), -1, -1):
            for child in self.children.get(node, ()):
                worth[node] += worth[child]
            for decision in self.decisions.get(node, ()):
                best = max if decision.is_largest else min
                worth[node] += best(worth[option] for option in decision.options)
        return worth

    def choose(self, value: Callable[[int], Fraction], before: Played | None = None) -> Played:
        """The best options, pure or mixed; those of before where they do as well."""
        if self.is_sealed:
            return _mixed(self, value)
        worth = self.values(value)
        taken = set()
        for decisions in self.decisions.values():
            for decision in decisions:
                best = max if decision.is_largest else min
                found = best(worth[option] for option in decision.options)
                good = [option for option in decision.options if worth[option] == found]
                kept = [option for option in good if before and option in before.taken]
                taken.add((kept or good)[0])
        return Played(worth[0], self._led(taken), frozenset(taken))

    def _led(self, taken: set[int]) -> dict[int, Fraction]:
        """Knowing these options lead."""
        reached = [True] + [False] * len(self.edges)
        for k, edge in enumerate(self.edges):
            reached[k + 1] = reached[edge.parent] and (not edge.is_open or k + 1 in taken)
        out: dict[int, Fraction] = defaultdict(Fraction)
        for node, state, p in self.ends:
            if reached[node]:
                out[state] += p
        return dict(out)


@dataclass(frozen=True)
class Played:
    """How a state is played: what that is worth, where it leads, and the options taken."""

    worth: Fraction
    ways: Mapping[int, Fraction]
    taken: frozenset[int] = frozenset()


Foreknown = tuple[tuple[int, ...], ...]
KnownChoices = tuple[tuple[Foreknown, int], ...]
"""What one side answered on the way to an end: where, and which."""


def _mixed(fork: ChoiceTree, value: Callable[[int], Fraction]) -> Played:
    """A step in which both sides seal something: the answers of each, weighed by chance."""
    ends = _sequences(fork)
    ours = _strategies({sequence for sequence, _ in ends})
    theirs = _strategies({sequence for _, sequence in ends})
    table = [[ZERO] * len(theirs) for _ in ours]
    fits_ours = {one: [i for i, s in enumerate(ours) if s.issuperset(one)] for one, _ in ends}
    fits_theirs = {one: [j for j, s in enumerate(theirs) if s.issuperset(one)] for _, one in ends}
    for (mine, other), led in ends.items():
        worth = sum((p * value(state) for state, p in led), ZERO)
        for i in fits_ours[mine]:
            for j in fits_theirs[other]:
                table[i][j] += worth
    worth, rows, columns = mixed(table)
    ways: dict[int, Fraction] = defaultdict(Fraction)
    for (mine, other), led in ends.items():
        chance = sum((rows[i] for i in fits_ours[mine]), ZERO)
        chance *= sum((columns[j] for j in fits_theirs[other]), ZERO)
        if chance:
            for state, p in led:
                ways[state] += p * chance
    return Played(worth, dict(ways))


def _sequences(
    fork: ChoiceTree,
) -> dict[tuple[KnownChoices, KnownChoices], list[tuple[int, Fraction]]]:
    """Knowing a step leads, by what each side answered and what it knew then."""
    found: dict[tuple[KnownChoices, KnownChoices], list[tuple[int, Fraction]]] = defaultdict(list)
    for node, state, p in fork.ends:
        path = [fork.edges[k] for k in fork.path(node)]
        pair: tuple[list[tuple[Foreknown, int]], list[tuple[Foreknown, int]]] = ([], [])
        for at, edge in enumerate(path):
            if edge.is_open:
                seen = [o for o in path[:at] if not fork.hidden_from(edge, o)]
                told = (*((o.what, o.who, o.mask, o.option) for o in seen), (edge.what, edge.who))
                pair[0 if fork.side(edge) else 1].append((told, edge.option))
        found[tuple(pair[0]), tuple(pair[1])].append((state, p))
    return found


def _strategies(sequences: set[KnownChoices]) -> list[frozenset[tuple[Foreknown, int]]]:
    """Every way to answer a step: an option wherever one may be asked, given those before."""
    follows: dict[KnownChoices, dict[Foreknown, set[int]]] = defaultdict(lambda: defaultdict(set))
    for sequence in sequences:
        for at, (told, option) in enumerate(sequence):
            follows[sequence[:at]][told].add(option)

    def from_here(said: KnownChoices) -> list[frozenset[tuple[Foreknown, int]]]:
        out: list[frozenset[tuple[Foreknown, int]]] = [frozenset()]
        for told, options in follows.get(said, {}).items():
            each = [
                rest | {(told, option)}
                for option in sorted(options)
                for rest in from_here((*said, (told, option)))
            ]
            out = [one | other for one in out for other in each]
            if len(out) > MOST_STRATEGIES:
                raise Unknowable(
                    f"more than {MOST_STRATEGIES} sealed answers of one side at once; "
                    "best play of one side against a temperament can be told"
                )
        return out

    return from_here(())
