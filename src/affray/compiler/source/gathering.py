"""Comprehensions: who fits and who fits best, asked of many at once (`affray.rules.among`)."""

from __future__ import annotations

import ast
import builtins
from dataclasses import dataclass
from typing import Any

from affray.compiler.source.calls import Calls
from affray.compiler.source.kinds import (
    NUMBER,
    Bits,
    Const,
    Count,
    Each,
    Expr,
    Gather,
    ListKind,
    Local,
    Logic,
    Loop,
    TupleKind,
    ValueKind,
)
from affray.compiler.source.surely import is_simple
from affray.rules import among, masks

GATHERED = {
    builtins.any: "any",
    builtins.all: "all",
    builtins.sum: "sum",
    builtins.min: "min",
    builtins.max: "max",
    among.those: "those",
    among.first: "first",
    among.least: "least",
    among.most: "most",
}
VALUED = ("least", "most")
DEFAULTED = ("min", "max")


@dataclass(frozen=True)
class _Mask:
    """A mask whose members are walked."""

    value: Expr


class Gathering(Calls):
    """Reads comprehensions, and what loops and comprehensions are walked over."""

    def call(self, node: ast.Call) -> Expr:
        called = self.outer(node.func.id) if isinstance(node.func, ast.Name) else None
        op = GATHERED.get(called) if callable(called) else None
        if op is not None and node.args and isinstance(node.args[0], ast.GeneratorExp):
            return self._gather(op, node, node.args[0])
        if op is not None and getattr(among, op, None) is called:
            self.refuse(node, f"{op} of no comprehension", f"write {op}(j for j in ... if ...)")
        if called is masks.members:
            self.refuse(node, "a list of members", "write for j in members(mask)")
        return super().call(node)

    def _gather(self, op: str, node: ast.Call, made: ast.GeneratorExp) -> Expr:
        default = self._default(op, node)
        if len(made.generators) > 1 or made.generators[0].is_async:
            self.refuse(node, "a comprehension of several loops", "write a loop around it")
        part = made.generators[0]
        if not isinstance(part.target, ast.Name):
            self.refuse(node, "a loop over several names", "write one name")
        walked, kind = self.walked(part.iter)
        name = part.target.id
        own = f"{name}.{len(self.function.locals)}"
        self.function.locals[own] = kind
        over = self._over(walked, Local(own, kind), node.lineno)
        hidden, self.inner = self.inner, {**self.inner, name: Local(own, kind)}
        tests = tuple(self.number(test) for test in part.ifs)
        element, value = self._elements(op, made.elt)
        self.inner = hidden
        fits = tests[0] if len(tests) == 1 else Logic(True, tests) if tests else None
        if op == "those":
            if isinstance(element, Const) and element.value < 0:
                self.refuse(node, f"{element.value} in a mask", "masks hold bits 0 to 61")
            self.may_fail("<<", element, node)
        return Gather(op, over, fits, element, value, default, node.lineno)

    def _default(self, op: str, node: ast.Call) -> Expr | None:
        given = {word.arg: word.value for word in node.keywords}
        if op in DEFAULTED and list(given) == ["default"] and len(node.args) == 1:
            default = self.number(given["default"])
            if not is_simple(default):
                self.refuse(node, "a default to be worked out", "name it on a line before")
            return default
        if op in DEFAULTED:
            self.refuse(node, f"the {op} of what may be none", f"write {op}(..., default=...)")
        if given or len(node.args) > 1:
            self.refuse(node, f"{op} with more than a comprehension", "give it that alone")
        return None

    def _elements(self, op: str, said: ast.expr) -> tuple[Expr, Expr | None]:
        if op not in VALUED:
            return self.number(said), None
        if not isinstance(said, ast.Tuple) or len(said.elts) != 2:
            self.refuse(said, f"{op} of {ast.unparse(said)}", "write (value, number) for ...")
        return self.number(said.elts[1]), self.number(said.elts[0])

    def walked(self, said: ast.expr) -> tuple[Any, ValueKind]:
        """What a loop goes over: (start, stop, step) of a range, or a list or tuple; of what."""
        if isinstance(said, ast.Call) and self._is_range(said.func):
            return self._range(said), NUMBER
        if isinstance(said, ast.Call) and self._is_members(said.func):
            if len(said.args) != 1 or said.keywords:
                self.refuse(said, f"members of {len(said.args)}", "give it one mask")
            return _Mask(self.number(said.args[0])), NUMBER
        items = self.any_value(said)
        if isinstance(items.kind, TupleKind):
            return items, NUMBER
        if isinstance(items.kind, ListKind) and items.kind.capacity:
            return items, items.kind.element
        return self.refuse(said, f"a loop over {items.kind.name}", "write range(...) or a list")

    def _is_range(self, called: ast.expr) -> bool:
        return isinstance(called, ast.Name) and self.outer(called.id) is range

    def _is_members(self, called: ast.expr) -> bool:
        return isinstance(called, ast.Name) and self.outer(called.id) is masks.members

    def _range(self, call: ast.Call) -> tuple[Expr, Expr, int]:
        if call.keywords or not 1 <= len(call.args) <= 3:
            self.refuse(call, "a range of this form", "write range(stop) or range(start, stop)")
        args = [self.number(a) for a in call.args]
        step = args[2] if len(args) == 3 else Const(1)
        if not isinstance(step, Const) or step.value == 0:
            self.refuse(call, "a range whose step is not known", "write a number other than 0")
        return (Const(0), args[0], 1) if len(args) == 1 else (args[0], args[1], step.value)

    def _over(self, walked: Any, target: Local, line: int) -> Loop:
        if isinstance(walked, _Mask):
            return Bits(target, walked.value, [], [])
        if isinstance(walked, tuple):
            start, stop, step = walked
            return Count(target, start, stop, step, [], [])
        return Each(target, walked, [], [], line)
