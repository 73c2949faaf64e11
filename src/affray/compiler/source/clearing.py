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
from affray.rules.world import clear


class Clearing(Gathering):
    """Reads a clear as the assignments that it is."""

    def is_clear(self, called: ast.expr) -> bool:
        return isinstance(called, ast.Name) and self.outer(called.id) is clear

    def cleared(self, node: ast.Call) -> Stmt:
        """Every field of a record that is not fixed, given what a new one has."""
        one = self.any_value(node.args[0]) if len(node.args) == 1 else Const(0)
        if not isinstance(one.kind, RecordKind) or node.keywords:
            self.refuse(node, f"a clear of {one.kind.name}", "give it one record")
        if any(f.count and f.record for f in one.kind.layout.fields.values()):
            self.refuse(node, "a clear of a record that counts a list", "clear its elements")
        held = Local(f"cleared.{len(self.function.locals)}", one.kind)
        self.function.locals[held.name] = one.kind
        return If(Const(1), [Assign(held, one, node.lineno), *self._fields(held, node)], [])

    def _fields(self, one: Expr, node: ast.Call) -> list[Stmt]:
        assert isinstance(one.kind, RecordKind)
        layout, out = one.kind.layout, []
        for f in layout.fields.values():
            place = self.field_of(one, f, node.lineno)
            if f.fixed or self.program.is_fixed(place):
                continue
            if not f.is_list:
                out += self._emptied(place, f.default, node)
                continue
            k = Local(f"at.{len(self.function.locals)}", NUMBER)
            self.function.locals[k.name] = NUMBER
            assert isinstance(place.kind, ListKind)
            item = Item(place, k, place.kind.element, node.lineno)
            many = Const(place.kind.capacity)
            out.append(Count(k, Const(0), many, 1, self._emptied(item, f.default, node), []))
        return out

    def _emptied(self, place: FieldOf | Item, default: int, node: ast.Call) -> list[Stmt]:
        if isinstance(place.kind, RecordKind):
            return self._fields(place, node)
        return [Assign(place, Const(default), node.lineno)]
