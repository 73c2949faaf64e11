"""Functions of a small game written once for each creature they are about.

In code for one encounter it is known who there is. A function that is given somebody's number
is written for each of them, with the number as a constant: whose weapon it is, who can be struck
by it and who stands beside whom is then known as well, and only the written one is run.
"""

from __future__ import annotations

from functools import cached_property

from affray.compiler.facts import Facts
from affray.compiler.source.kinds import (
    NUMBER,
    Assign,
    Augment,
    Call,
    Expr,
    FieldOf,
    Function,
    Item,
    Local,
)
from affray.compiler.source.walking import nodes
from affray.rules.layout import Layout

LEAST = 15
"""A function of fewer statements and expressions is as fast with a number it looks up."""

MOST = 16_000
"""No more of them are made of one function; those inside it count too."""


class Splitting:
    """Which parameters say whom a function is about, and how many of those there are."""

    def __init__(self, facts: Facts, world: Layout) -> None:
        self.facts = facts
        self.world = world
        self._found: dict[Function, tuple[int, ...]] = {}

    @cached_property
    def longest(self) -> int:
        """As many as there are of anything that the world has a list of."""
        known = dict(self.facts.spans)
        return max((known[self.world.name, name].most for name in self.world.counted), default=0)

    def elements(self, function: Function) -> tuple[int, ...]:
        """For each parameter how long the list is that it is an index of, 0 where of none."""
        if function not in self._found:
            named = self._indexes(function)
            for node, _ in nodes(function.body):
                if isinstance(node, Assign | Augment) and isinstance(node.target, Local):
                    named.pop(node.target.name, None)
            self._found[function] = tuple(named.get(name, 0) for name, _ in function.params)
        return self._found[function]

    def _indexes(self, function: Function) -> dict[str, int]:
        """Names by which a list is looked into, here or in what is called with them."""
        named: dict[str, int] = {}
        for node, _ in nodes(function.body):
            if isinstance(node, Item) and isinstance(node.index, Local):
                named[node.index.name] = max(named.get(node.index.name, 0), self.length(node.items))
            if isinstance(node, Call):
                for arg, n in zip(node.args, self.elements(node.function), strict=True):
                    if isinstance(arg, Local):
                        named[arg.name] = max(named.get(arg.name, 0), n)
        return named

    def length(self, items: Expr) -> int:
        """How long a list of records is, where that is known."""
        if not isinstance(items, FieldOf) or not items.field.count or not items.field.record:
            return 0
        owner, count = items.owner, items.owner.fields[items.field.count]
        place = FieldOf(items.record, count, owner.offsets[count.name], NUMBER, owner, items.line)
        return self.facts.of(place) or 0
