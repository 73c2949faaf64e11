"""A program: every function that is compiled with a game, found by following the calls."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, NoReturn

from affray.compiler import intrinsics
from affray.compiler.source.kinds import (
    NOTHING,
    NUMBER,
    WORD,
    Expr,
    FieldOf,
    Function,
    Item,
    ListKind,
    RecordKind,
    TupleKind,
    ValueKind,
)
from affray.compiler.source.sources import OutsideSubset, names_of, tree_of
from affray.compiler.source.walking import written_in
from affray.oracles import dice as by_dice
from affray.rules import ask as seam
from affray.rules import masks
from affray.rules.layout import Layout, Storage

Int8s = list[int]
Int32s = list[int]
Int64s = list[int]
"""Numbers of that width somewhere in memory, as many as the caller says."""

DEEPEST = 100
"""How many ifs, brackets and sums may stand in each other (an elif stands in its if), and how many
functions may call each other."""

ROOM = 20_000
"""Calls of Python's own that following them may take."""

SHARED = "affray.rules."
"""Where rules that any game may call are marked."""

SEAM = ("choose", "check", "test", "margin", "roll", "dice", "note", "draw")
RAW = {
    "Int8s": Storage("b", 1),
    "Int32s": Storage("i", 4),
    "Int64s": Storage("q", 8),
}


class Program:
    """What is compiled together: a game's functions with the meaning one oracle gives the seam."""

    BUILT: ClassVar[dict[str, tuple[int, ValueKind]]] = {
        "how_many": (1, NUMBER),
        "smallest": (1, NUMBER),
        "largest": (1, NUMBER),
        "attempt": (-1, NUMBER),
        "copy_bytes": (3, NOTHING),
        "high_word": (2, WORD),
        "as_word": (1, WORD),
        "as_number": (1, NUMBER),
        "look": (1, NUMBER),
        "numbers_at": (1, ListKind(RAW["Int64s"], None, 0)),
        "own_numbers": (1, ListKind(RAW["Int32s"], None, 0)),
        "numbers_of": (1, ListKind(RAW["Int64s"], None, 0)),
        "leave_with": (1, NOTHING),
        "is_error": (2, NUMBER),
        "part_of": (2, ListKind(RAW["Int8s"], None, 0)),
        "add_shared": (3, NUMBER),
        "together": (0, NOTHING),
        "least_of_us": (1, NUMBER),
    }

    def __init__(
        self,
        world: Layout,
        ask: Layout,
        meaning: dict[Callable[..., Any], Callable[..., Any]],
        rules: Collection[Callable[..., Any]] = (),
        seldom: Collection[Callable[..., Any]] = (),
        words: Mapping[str, Collection[int]] = MappingProxyType({}),
    ) -> None:
        sys.setrecursionlimit(max(sys.getrecursionlimit(), ROOM))
        self.world = world
        self.ask = ask
        self.meaning = meaning
        self.words = words
        """What can be asked, rolled and told, by number; anything, where nobody says."""
        shared = {f for f in seam.RULES if f.__module__.startswith(SHARED)}
        self.rules = set(rules) | shared
        self.seldom = {by_dice.twice, seam.any_of, *seldom}
        """What is called in many places and hardly ever run: these stay functions."""
        self.written_out = {by_dice.once}
        """What has each round of its loop written on its own."""
        self.draws = {seam.draw, seam.any_of}
        self.callable = {getattr(seam, name) for name in SEAM}
        self.callable |= {masks.contains, masks.is_single}
        self.raw: dict[str, ValueKind] = {name: ListKind(s, None, 0) for name, s in RAW.items()}
        self.fixed, self.mixed = _only_fixed(world)
        self.functions: dict[tuple[Callable[..., Any], tuple[ListKind, ...]], Function] = {}
        self.errors: list[type[Exception]] = []
        self._reading: list[Callable[..., Any]] = []
        self._built = {getattr(masks, name): name for name in ("how_many", "smallest", "largest")}
        self._built |= {getattr(intrinsics, name): name for name in intrinsics.NAMES}

    def built(self, called: Any) -> str | None:
        """The name under which the compiler itself knows a function."""
        return self._built.get(called) if callable(called) else None

    def error(self, error: type[Exception]) -> int:
        if error not in self.errors:
            self.errors.append(error)
        return self.errors.index(error)

    def is_fixed(self, place: Expr) -> bool:
        """Whether nothing ever writes where this is read from."""
        return isinstance(place, FieldOf) and (place.field.fixed or place.owner in self.fixed)

    def may_be_fixed(self, place: Expr) -> bool:
        """Whether it lies in what is fixed, or stands for a record some of whose kind do."""
        while isinstance(place, FieldOf | Item):
            if self.is_fixed(place):
                return True
            if isinstance(place, Item):
                if isinstance(place.items.kind, ListKind) and place.items.kind.fixed:
                    return True
                place = place.items
            else:
                place = place.record
        kind = place.kind
        return isinstance(kind, RecordKind) and kind.layout in self.fixed | self.mixed

    @cached_property
    def written(self) -> set[tuple[str, str]]:
        """The fields some function may write to, once all have been read."""
        return written_in(self.functions.values())

    def hint(self, kind: ValueKind) -> str:
        """What to name where a number is wanted."""
        if isinstance(kind, RecordKind):
            return "name one of its fields"
        if isinstance(kind, ListKind | TupleKind):
            return "name one of its elements"
        return "cut it off with >>" if kind is WORD else "call what gives one"

    def function(
        self,
        called: Callable[..., Any],
        lists: tuple[ListKind, ...] = (),
        caller: tuple[Function, int] | None = None,
    ) -> Function:
        """A function as it is compiled, read when first called."""
        from affray.compiler.source.functions import read_function

        source = self.meaning.get(called, called)
        key = (source, lists)
        if key not in self.functions:
            if source in self._reading:
                self._refuse_recursion(source, caller)
            tree, file = tree_of(source)
            _require_shallow(tree, file)
            if len(self._reading) > DEEPEST:
                found = f"{tree.name}, more than {DEEPEST} calls deep"
                raise OutsideSubset(file, tree.lineno, found, "call less far")
            self._reading.append(source)
            try:
                read = read_function(self, source, tree, file, names_of(source), lists)
            finally:
                self._reading.pop()
            self.functions[key] = read
        return self.functions[key]

    def _refuse_recursion(
        self, source: Callable[..., Any], caller: tuple[Function, int] | None
    ) -> NoReturn:
        path = [f.__name__ for f in self._reading[self._reading.index(source) :]]
        file, line = (caller[0].file, caller[1]) if caller else ("", 0)
        way = " -> ".join([*path, source.__name__])
        raise OutsideSubset(file, line, f"recursion: {way}", "write a loop, or several steps")


def _require_shallow(tree: ast.FunctionDef, file: str) -> None:
    """What is put into each other further than that could not be followed to its end."""
    left: list[tuple[ast.AST, int, int]] = [(tree, tree.lineno, 0)]
    while left:
        node, above, deep = left.pop()
        line = getattr(node, "lineno", above)
        if deep > DEEPEST:
            found = f"{tree.name}, in which more than {DEEPEST} things stand in each other"
            raise OutsideSubset(file, line, found, "write it in parts")
        left += ((inner, line, deep + 1) for inner in ast.iter_child_nodes(node))


def _only_fixed(world: Layout) -> tuple[set[Layout], set[Layout]]:
    """Records that stand nowhere but in what the encounter brought and nothing changes.

    And those that stand both there and elsewhere.
    """
    fixed: set[Layout] = set()
    changing: set[Layout] = set()

    def visit(layout: Layout, into: set[Layout]) -> None:
        into.add(layout)
        for f in layout.fields.values():
            if f.record:
                visit(f.layout, into)

    for f in world.fields.values():
        if f.record:
            visit(f.layout, fixed if f.fixed else changing)
    return fixed - changing, fixed & changing
