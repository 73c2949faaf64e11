"""`clear(record)`: every field of it given what a new one has."""

from __future__ import annotations

import ast

from affray.compiler.source.gathering import Gathering
from affray.compiler.source.kinds import (
    NUMBER,
    Assign,
    Const,
    Count,
    Expr,
    FieldOf,
    If,
    Item,
    ListKind,
    Local,
    RecordKind,
    Stmt,
)
from affray.rules.layout import Layout
from affray.rules.world import clear


class Clearing(Gathering):
    """Reads a clear as the assignments that it is."""

    def is_clear(self, called: ast.expr) -> bool:
        return isinstance(called, ast.Name) and self.outer(called.id) is clear

    def call(self, node: ast.Call) -> Expr:
        if self.is_clear(node.func):
            self.refuse(node, "a clear in the midst of a line", "write it on a line of its own")
        return super().call(node)

    def cleared(self, node: ast.Call) -> Stmt:
        """Every field of a record that is not fixed, given what a new one has."""
        one = self.any_value(node.args[0]) if len(node.args) == 1 else Const(0)
        if not isinstance(one.kind, RecordKind) or node.keywords:
            self.refuse(node, f"a clear of {one.kind.name}", "give it one record")
        if _counts(one.kind.layout):
            self.refuse(node, "a clear of a record that counts a list", "clear its elements")
        if self.program.may_be_fixed(one):
            what = f"a clear of {one.kind.name}, which is or may be fixed"
            self.refuse(node, what, "clear what is not")
        held = Local(f"cleared.{len(self.function.locals)}", one.kind)
        self.function.locals[held.name] = one.kind
        return If(Const(1), [Assign(held, one, node.lineno), *self._fields(held, node)], [])

    def _fields(self, one: Expr, node: ast.Call) -> list[Stmt]:
        assert isinstance(one.kind, RecordKind)
        layout, out = one.kind.layout, []
        for f in layout.fields.values():
            place = self.field_of(one, f, node.lineno)
            if f.fixed:
                continue
            if not f.is_list:
                out += self._emptied(place, f.default, node)
                continue
            k = Local(f"at.{len(self.function.locals)}", NUMBER)
            self.function.locals[k.name] = NUMBER
            assert isinstance(place.kind, ListKind)
            self.function.fails = True  # elements are found by a number, and that is watched
            item = Item(place, k, place.kind.element, node.lineno)
            many = Const(place.kind.capacity)
            out.append(Count(k, Const(0), many, 1, self._emptied(item, f.default, node), []))
        return out

    def _emptied(self, place: FieldOf | Item, default: int, node: ast.Call) -> list[Stmt]:
        if isinstance(place.kind, RecordKind):
            return self._fields(place, node)
        return [Assign(place, Const(default), node.lineno)]


def _counts(layout: Layout) -> bool:
    """Whether a list with a count lies in such a record, however deep."""
    lists = (f for f in layout.fields.values() if f.record)
    return any(f.count or _counts(f.layout) for f in lists)
