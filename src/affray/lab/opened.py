"""Every state of a fight that any choice of some can lead to, met by compiled code."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cached_property

from affray.book.encounter import Encounter
from affray.compiler.memory import HashTable
from affray.compiler.oracles.met import ALL_HIGH, PLACE, ROOT, TOLD, WAYS_HIGH
from affray.compiler.oracles.tape import OPEN
from affray.lab.met import Met
from affray.lab.steps import Edge
from affray.odds.compiled.walker import weight_of

ROOM = 1 << 15
PARENT, WHAT, WHO, MASK, OPTION = range(5)
"""The numbers of an edge."""


class OpenMet(Met):
    """A fight in which the creatures in `own` may answer anything.

    The edges of every state led on lie together, behind one that stands for its beginning.
    """

    def __init__(self, encounter: Encounter, temperaments: list[int], own: int) -> None:
        super().__init__(encounter, temperaments)
        self.tables["told"] = HashTable(5, 5, ROOM)
        self.point()
        self.ask.set("choices", OPEN)
        self.ask.set("own", own)
        for question in encounter.ruleset.secret_questions:
            self.ask.set("secret", 1, question)

    @cached_property
    def edges(self) -> list[memoryview[int]]:
        """The columns of all edges."""
        table = self.tables["told"]
        last = table.first + table.count * table.width
        return [table.cells[table.first + k : last : table.width] for k in range(table.width)]

    @cached_property
    def begins(self) -> list[tuple[int, int, int]]:
        """Every state that was led on, with its first edge and the one past its last."""
        what, who = self.edges[WHAT].tolist(), self.edges[WHO].tolist()
        roots = [k for k, one in enumerate(what) if one == ROOT]
        return [
            (who[first], first, last)
            for first, last in zip(roots, [*roots[1:], len(what)], strict=True)
        ]

    def forks(self) -> Iterator[tuple[int, list[Edge], list[tuple[int, int, Fraction]]]]:
        """Every state that was led on: its edges, and the (node, state, chance) of its ends."""
        firsts = self.order.first.numbers()
        table = self.tables["lines"]
        for state, first, last in self.begins:
            columns = [column[first + 1 : last].tolist() for column in self.edges]
            edges = [
                Edge(parent - first - 1, *rest) for parent, *rest in zip(*columns, strict=True)
            ]
            ends = []
            for row in range(firsts[state], firsts[state + 1]):
                at = table.first + row * table.width
                line = table.cells[at : at + table.width]
                p = Fraction(*weight_of(line[WAYS_HIGH:].tolist(), line[ALL_HIGH:].tolist()))
                ends.append((line[TOLD] - first - 1, line[PLACE], p))
            yield state, edges, ends
