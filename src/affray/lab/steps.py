"""A step of a fight in every way it can go: dice, policies, and choices that are left open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from affray.book.encounter import Encounter
from affray.book.errors import BadInput
from affray.book.ruleset import Ruleset
from affray.compiler.build import TAPE
from affray.compiler.engine import engine_of
from affray.compiler.oracles.open import ANSWER_SEALED, ANSWER_SEEN, EDGES, OWNED, ROLL_SEEN
from affray.compiler.oracles.tape import OPEN
from affray.odds.compiled.layer import Lines
from affray.odds.compiled.walker import weight_of
from affray.odds.expansion import BEGIN, STEP
from affray.oracles.tree import Tree, Weights
from affray.rules.masks import how_many, is_single, members, smallest
from affray.rules.world import clone, key, pack, unpack


class Edge(NamedTuple):
    """One thing more that is known: an open choice, a roll, an answer of others."""

    parent: int
    what: int
    who: int
    mask: int
    option: int

    @property
    def is_open(self) -> bool:
        return self.what % EDGES == OWNED

    @property
    def is_sealed_by_others(self) -> bool:
        return self.what % EDGES == ANSWER_SEALED

    @property
    def question(self) -> int:
        return self.what // EDGES


class Reached(NamedTuple):
    """Where a step can lead: past which node, to what state, whether that is over, how likely."""

    node: int
    state: bytes
    winner: int
    p: Fraction


@dataclass
class Opened:
    """A step as a tree: node 0 is its beginning, node k + 1 lies past edge k."""

    edges: list[Edge] = field(default_factory=list)
    ends: list[Reached] = field(default_factory=list)


Steps = Callable[[Sequence[bytes], bool], list[Opened]]
"""The steps of some states, every open choice among them; of a fight that has not begun, its
beginning. A state is the part of a world's bytes that changes."""

Tick = Callable[[int], None]
"""Told now and then how many lines of a step were walked; it may raise to leave it."""


class OpenTree(Tree):
    """Every line of play in CPython, each answer of those in `own` among them."""

    __slots__ = ("known", "own", "path", "secret")

    def __init__(self, encounter: Encounter, temperaments: list[int], own: int) -> None:
        self.own, self.secret = own, encounter.ruleset.secret_questions
        super().__init__(encounter.ruleset.decide, temperaments)

    def rewind(self) -> None:
        super().rewind()
        self.path: list[tuple[int, int, int, int]] = []
        self.known: list[tuple[int, int, int, int]] = []

    def choose(self, w: Any, who: int, question: int, mask: int) -> int:
        if self.own >> who & 1 and not is_single(mask):
            self._know()
            options = members(mask)
            option = options[self.branch((tuple((k, 1) for k in range(how_many(mask))), 1))]
            self.path.append((OWNED + EDGES * question, who, mask, option))
            return option
        if is_single(mask):
            return smallest(mask)
        answer = super().choose(w, who, question, mask)
        if not self.own:
            return answer
        self._know()
        if question in self.secret:
            self.path.append((ANSWER_SEALED + EDGES * question, who, 0, 0))
        else:
            self.path.append((ANSWER_SEEN + EDGES * question, who, 0, answer))
        return answer

    def _know(self) -> None:
        """What was rolled since the last edge."""
        self.path += self.known
        self.known = []

    def _rolled(self, what: int, who: int, answer: int) -> None:
        """A roll is known with the next edge, unless its answer was certain."""
        if len(self.stack[self.at - 1][0]) > 1:
            self.known.append((ROLL_SEEN + EDGES * what, who, 0, answer))

    def check(self, what: int, who: int, pool: int, target: int) -> bool:
        answer = super().check(what, who, pool, target)
        self._rolled(what, who, int(answer))
        return answer

    def test(self, what: int, who: int, pool: int, vs: int, vs_pool: int) -> bool:
        answer = super().test(what, who, pool, vs, vs_pool)
        self._rolled(what, who, int(answer))
        return answer

    def margin(self, what: int, who: int, pool: int, vs: int, vs_pool: int) -> int:
        answer = super().margin(what, who, pool, vs, vs_pool)
        self._rolled(what, who, answer)
        return answer

    def roll(self, what: int, who: int, pool: int) -> int:
        answer = super().roll(what, who, pool)
        self._rolled(what, who, answer)
        return answer

    def dice(self, what: int, who: int, n: int, sides: int, counts: list[int]) -> None:
        super().dice(what, who, n, sides, counts)
        self._rolled(what, who, self.indexes[self.at - 1])


class _Grown:
    """A tree in the making: equal edges once, equal ends added."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.numbers: dict[tuple[int, ...], int] = {}
        self.ends: dict[tuple[int, bytes], tuple[Any, Weights]] = {}
        self.opened = Opened()

    def node(self, path: list[tuple[int, int, int, int]]) -> int:
        at = 0
        for what, who, mask, option in path:
            one = (at, what, who, mask, option)
            if one not in self.numbers:
                self.opened.edges.append(Edge(*one))
                self.numbers[one] = len(self.opened.edges)
            at = self.numbers[one]
        return at

    def end(self, node: int, world: Any, numerator: int, denominator: int) -> None:
        place = (node, key(world))
        if place not in self.ends:
            self.ends[place] = (world, Weights())
        self.ends[place][1].add(numerator, denominator)

    def whole(self) -> Opened:
        size = self.rules.world.layout.state_size
        for (node, _), (world, weights) in self.ends.items():
            winner = int(self.rules.outcome(world))
            end = Reached(node, pack(world)[:size], winner, weights.total())
            self.opened.ends.append(end)
        return self.opened


def python_steps(
    encounter: Encounter, temperaments: list[int], own: int, tick: Tick = lambda walked: None
) -> Steps:
    """Every line of play, walked in CPython."""
    rules = encounter.ruleset
    fixed = pack(encounter.world())[rules.world.layout.state_size :]

    def one(state: bytes, has_begun: bool) -> Opened:
        tree, grown = OpenTree(encounter, temperaments, own), _Grown(rules)
        w = unpack(rules.world, state + fixed)
        for world in _walked(tree, rules.step if has_begun else rules.begin, w):
            tick(1)
            grown.end(grown.node(tree.path), world, tree.numerator, tree.denominator)
        return grown.whole()

    return lambda states, has_begun: [one(state, has_begun) for state in states]


def _walked(tree: OpenTree, part: Callable[[Any, Any], None], w: Any) -> Iterator[Any]:
    while True:
        copy = clone(w)
        tree.rewind()
        part(tree, copy)
        yield copy
        if not tree.advance():
            return


def compiled_steps(
    encounter: Encounter, temperaments: list[int], own: int, tick: Tick = lambda walked: None
) -> Steps:
    """The same by compiled code; what it cannot weigh is walked in CPython."""
    rules, data = encounter.ruleset, pack(encounter.world())
    slow = python_steps(encounter, temperaments, own, tick)
    lines = Lines(engine_of(rules), temperaments, data)
    for name, value in (("whole", 1), ("plan", -1), ("choices", OPEN), ("own", own)):
        lines.ask.set(name, value)
    for question in rules.secret_questions:
        lines.ask.set("secret", 1, question)

    def steps(states: Sequence[bytes], has_begun: bool) -> list[Opened]:
        lines.clear("states", "lines", "told")
        lines.begin(*states)
        lines.run(STEP if has_begun else BEGIN, tick)
        found = _opened(lines, len(states))
        for source in lines.unfit:
            (found[source],) = slow(states[source : source + 1], has_begun)
        return found

    return steps


def _opened(lines: Lines, count: int) -> list[Opened]:
    """The tree of every state that was led on, from the rows of all of them."""
    edges = lines.tables["told"].rows()
    states: dict[int, bytes] = {}
    held: list[dict[tuple[int, int, int], Weights]] = [{} for _ in range(count)]
    for source, place, winner, _, told, *rest in lines.tables["lines"].rows():
        if place not in states:
            states[place] = lines.states.data(lines.size, place * lines.size)
        weights = held[source].setdefault((told, place, winner), Weights())
        weights.add(*weight_of(rest[2:], rest))
    return [_tree(edges, states, one) for one in held]


def _tree(
    edges: list[list[int]],
    states: dict[int, bytes],
    held: dict[tuple[int, int, int], Weights],
) -> Opened:
    """One state's own edges out of those of all, numbered anew in their order."""
    own: set[int] = set()
    for told, _, _ in held:
        while told and told not in own:
            own.add(told)
            told = edges[told - 1][0]
    numbers = {0: 0, **{node: k + 1 for k, node in enumerate(sorted(own))}}
    kept = [Edge(numbers[edges[n - 1][0]], *edges[n - 1][1:]) for n in sorted(own)]
    ends = [
        Reached(numbers[told], states[place], winner, weights.total())
        for (told, place, winner), weights in held.items()
    ]
    return Opened(kept, ends)


def is_compiled(encounter: Encounter) -> bool:
    """Whether there is compiled code for a game, or can be."""
    try:
        engine_of(encounter.ruleset).made(TAPE)
    except BadInput:
        return False
    return True


def steps_of(
    encounter: Encounter, temperaments: list[int], own: int = 0, tick: Tick = lambda walked: None
) -> tuple[Steps, str]:
    """Compiled where that can be, and which it is."""
    if is_compiled(encounter):
        return compiled_steps(encounter, temperaments, own, tick), "native"
    return python_steps(encounter, temperaments, own, tick), "python"
