"""How far a number can reach: what keeps to 32 bits is worked out in 32 bits on a device.

A field reaches as far as it is wide, a parameter as far as what any caller gives, a name as far
as whatever it is given; what is added to itself has no known end. Nothing is guessed: None is
said where a number could be anything.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields
from typing import Any, cast

from affray.compiler.facts import Facts
from affray.compiler.source.kinds import (
    NUMBER,
    Assign,
    Augment,
    Binary,
    Bits,
    Builtin,
    Call,
    Choice,
    Compare,
    Const,
    Count,
    Each,
    Expr,
    FieldOf,
    Function,
    Gather,
    Item,
    Length,
    ListKind,
    Local,
    Logic,
    Loop,
    ModuleTuple,
    Return,
    TupleKind,
    Unary,
    ValueKind,
)
from affray.compiler.source.program import Program
from affray.rules.masks import OPTIONS

Reach = tuple[int, int]
"""The least and the greatest a number can be."""

LEAST, MOST = -(1 << 31), (1 << 31) - 1
NODES = (
    Const, ModuleTuple, Local, FieldOf, Item, Unary, Binary, Compare, Logic, Choice, Call, Builtin,
    Length, Gather, Assign, Augment, Count, Each, Bits, Return,
)  # fmt: skip


def is_narrow(reach: Reach | None) -> bool:
    return reach is not None and reach[0] >= LEAST and reach[1] <= MOST


def either(*reaches: Reach | None) -> Reach | None:
    """What one of these can be."""
    if not reaches or any(one is None for one in reaches):
        return None
    known = cast(list[Reach], list(reaches))
    return min(one[0] for one in known), max(one[1] for one in known)


class Reaches:
    """How far the numbers of a program reach."""

    def __init__(self, program: Program, facts: Facts) -> None:
        self.program = program
        self.facts = facts
        self._known: dict[tuple[Function, str], Reach | None] = {}
        self._given: dict[tuple[Function, str], list[tuple[Function, Any]]] = defaultdict(list)
        self._returned: dict[Function, list[tuple[Function, Any]]] = defaultdict(list)
        for function in program.functions.values():
            for node in _all(function.body):
                self._note(function, node)

    def _note(self, function: Function, node: Any) -> None:
        """Remember who gives a name its value."""
        match node:
            case Assign(Local(name), value):
                self._given[function, name].append((function, value))
            case Augment(Local(name)):
                self._given[function, name].append((function, None))
            case Count(Local(name)) | Each(Local(name)) | Bits(Local(name)):
                self._given[function, name].append((function, node))
            case Return(value) if value is not None:
                self._returned[function].append((function, value))
            case Call(called, args):
                for (name, _), arg in zip(called.params, args, strict=True):
                    self._given[called, name].append((function, arg))

    def of_name(self, function: Function, name: str) -> Reach | None:
        """A name of a function; None where it depends on itself."""
        key = function, name
        if key not in self._known:
            self._known[key] = None
            self._known[key] = self._among(self._given[key])
        return self._known[key]

    def of_result(self, function: Function) -> Reach | None:
        key = function, ""
        if key not in self._known:
            self._known[key] = None
            self._known[key] = self._among(self._returned[function])
        return self._known[key]

    def _among(self, given: list[tuple[Function, Any]]) -> Reach | None:
        found: list[Reach | None] = []
        for function, node in given:
            loop = isinstance(node, Count | Each | Bits)
            found.append(self._walked(node, function) if loop else self.of(node, function))
            if found[-1] is None:
                return None
        return either(*found)

    def _walked(self, loop: Loop, function: Function) -> Reach | None:
        """What a loop's name is on the way."""
        if isinstance(loop, Bits):
            return 0, OPTIONS - 1
        if isinstance(loop, Each):
            return self._element(loop.items)
        start, stop = self.of(loop.start, function), self.of(loop.stop, function)
        if start is None or stop is None:
            return None
        if loop.step < 0:
            return min(start[0], stop[0] + 1), start[1]
        return start[0], max(start[1], stop[1] - 1)

    def _element(self, items: Expr) -> Reach | None:
        kind: ValueKind = items.kind
        if isinstance(kind, TupleKind):
            return min(kind.values, default=0), max(kind.values, default=0)
        if isinstance(kind, ListKind) and kind.storage:
            return kind.storage.low, kind.storage.high
        return None

    def of(self, node: Expr | None, function: Function) -> Reach | None:
        if node is None or node.kind is not NUMBER:
            return None
        match node:
            case Const(value):
                return value, value
            case Local(name):
                return self.of_name(function, name)
            case FieldOf():
                return self._field(node)
            case Item(items):
                return self._element(items)
            case Unary(op, operand):
                return _turned(op, self.of(operand, function))
            case Binary(op, left, right):
                return _worked_out(op, self.of(left, function), self.of(right, function))
            case Compare():
                return 0, 1
            case Logic(_, values):
                return either(*(self.of(one, function) for one in values))
            case Choice(_, yes, no):
                return either(self.of(yes, function), self.of(no, function))
            case Call(called):
                return self.of_result(called)
            case Builtin(name, args):
                return _built(name, [self.of(one, function) for one in args])
            case Length(items):
                return self._length(items)
            case Gather():
                return self._gathered(node, function)
        return None

    def _field(self, place: FieldOf) -> Reach | None:
        known, storage = self.facts.of(place), place.field.storage
        if known is not None:
            return known, known
        if storage is None or storage.is_word:
            return None
        if place.field.name in place.owner.counted:
            return 0, place.owner.counted[place.field.name]
        return storage.low, storage.high

    def _length(self, items: Expr) -> Reach | None:
        kind = items.kind
        return (0, kind.capacity) if isinstance(kind, ListKind) and kind.capacity else None

    def _gathered(self, node: Gather, function: Function) -> Reach | None:
        element = self.of(node.element, function)
        if node.op in ("any", "all"):
            return 0, 1
        if node.op in ("first", "least", "most"):
            return either((-1, -1), element)
        if node.op in ("min", "max"):
            default = self.of(node.default, function) if node.default else element
            return either(default, element)
        return None


def _turned(op: str, of: Reach | None) -> Reach | None:
    if op == "not":
        return 0, 1
    if of is None:
        return None
    return (-of[1], -of[0]) if op == "-" else (~of[1], ~of[0])


def _worked_out(op: str, a: Reach | None, b: Reach | None) -> Reach | None:
    if op == "&":
        bounded = [one for one in (a, b) if one is not None and one[0] >= 0]
        return (0, min(one[1] for one in bounded)) if bounded else None
    if op == "%" and b is not None and b[0] > 0:
        return 0, b[1] - 1
    if a is None or b is None:
        return None
    match op:
        case "+":
            return a[0] + b[0], a[1] + b[1]
        case "-":
            return a[0] - b[1], a[1] - b[0]
        case "*":
            ends = [x * y for x in a for y in b]
            return min(ends), max(ends)
        case "|" | "^" if a[0] >= 0 and b[0] >= 0:
            return 0, (1 << max(a[1], b[1]).bit_length()) - 1
        case "//" if b[0] > 0:
            ends = [x // y for x in a for y in b]
            return min(ends), max(ends)
        case ">>" if b[0] >= 0:
            return min(a[0], 0), max(a[1], 0)
    return None


def _built(name: str, of: list[Reach | None]) -> Reach | None:
    if name == "how_many":
        return 0, OPTIONS
    if name in ("smallest", "largest"):
        return -1, OPTIONS - 1
    if name == "bool":
        return 0, 1
    if name == "abs" and of[0] is not None:
        return 0, max(abs(of[0][0]), abs(of[0][1]))
    if name in ("min", "max"):
        return either(*of)
    return None


def _all(node: Any) -> Iterator[Any]:
    """Every statement and expression in some statements."""
    if isinstance(node, list | tuple):
        for part in node:
            yield from _all(part)
    elif isinstance(node, NODES) or type(node).__name__ in ("Do", "If", "While"):
        yield node
        for f in fields(node):
            yield from _all(getattr(node, f.name))
