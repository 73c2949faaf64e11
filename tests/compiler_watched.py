"""CPython held to what compiled code can do: 64 bits, fields as wide as they are, no index -1.

A function is defined anew with a guard around everything that could leave 64 bits; worlds
refuse numbers that do not fit their fields, and lists to count from their end.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import cache
from typing import Any

from affray.rules.layout import Storage
from affray.rules.world import Record

LARGEST = (1 << 63) - 1


class LeftRange(Exception):
    """A number past 64 bits, as no compiled code has it."""


class Misfit(Exception):
    """A number that does not fit the field it is given to."""


class Strict(list[Any]):
    """A list that counts from the front only, and holds what its storage does."""

    storage: Storage | None = None

    def __getitem__(self, k: Any) -> Any:
        if not isinstance(k, slice) and k < 0:
            raise IndexError(k)
        return super().__getitem__(k)

    def __setitem__(self, k: Any, value: Any) -> None:
        if k < 0:
            raise IndexError(k)
        if k < len(self):
            require_fit(self.storage, value)
        super().__setitem__(k, int(value))


class Numbers(tuple[int, ...]):
    """A tuple that counts from the front only."""

    def __getitem__(self, k: Any) -> Any:
        if k < 0:
            raise IndexError(k)
        return super().__getitem__(k)


def require_fit(storage: Storage | None, value: Any) -> None:
    if storage is not None and not storage.low <= value <= storage.high:
        raise Misfit(value)


@cache
def guarded(cls: type[Record]) -> type[Record]:
    """The same record, which refuses what does not fit."""

    def put(self: Record, name: str, value: Any) -> None:
        require_fit(cls.layout.fields[name].storage, value)
        object.__setattr__(self, name, int(value))

    made: type[Record] = type(cls.__name__, (cls,), {"__slots__": (), "__setattr__": put})
    return made


def strict(w: Any, guard: bool) -> Any:
    """A world whose lists refuse to count from the end; guarded, whose fields refuse misfits."""
    for f in type(w).layout.fields.values():
        value = getattr(w, f.name)
        if f.record:
            for inner in value if f.is_list else [value]:
                strict(inner, guard)
        if f.is_list:
            held = Strict(value)
            held.storage = f.storage if guard else None
            setattr(w, f.name, held)
    if guard:
        w.__class__ = guarded(w.__class__)
    return w


def in_range(value: int) -> int:
    if not -LARGEST - 1 <= value <= LARGEST:
        raise LeftRange(value)
    return value


def shifted(value: int, by: int) -> int:
    if value and by > 63:
        raise LeftRange
    return in_range(value << by)


class Right(int):
    """The right side of an augmented assignment: what comes of it is held to 64 bits."""

    def __radd__(self, other: int) -> int:
        return in_range(int(other) + int(self))

    def __rsub__(self, other: int) -> int:
        return in_range(int(other) - int(self))

    def __rmul__(self, other: int) -> int:
        return in_range(int(other) * int(self))

    def __rfloordiv__(self, other: int) -> int:
        return in_range(int(other) // int(self))

    def __rlshift__(self, other: int) -> int:
        return shifted(int(other), int(self))


class Watcher(ast.NodeTransformer):
    """Puts a guard around everything that could leave 64 bits."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        if isinstance(node.op, ast.BitAnd) and _is_m64(node.right):
            return ast.BinOp(self._wrapped(node.left), node.op, node.right)
        left, right = self.visit(node.left), self.visit(node.right)
        if isinstance(node.op, ast.LShift):
            return _called("shifted", left, right)
        return _called("in_range", ast.BinOp(left, node.op, right))

    def _wrapped(self, node: ast.expr) -> ast.expr:
        """Under `& M64` what is lost is meant to be."""
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub | ast.Mult):
            return ast.BinOp(self._wrapped(node.left), node.op, self._wrapped(node.right))
        seen: ast.expr = self.visit(node)
        return seen

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        return _called("in_range", ast.UnaryOp(node.op, self.visit(node.operand)))

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        is_abs = isinstance(node.func, ast.Name) and node.func.id == "abs"
        return _called("in_range", node) if is_abs else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        if isinstance(node.target, ast.Name):
            before = ast.copy_location(ast.Name(node.target.id, ast.Load()), node)
            after = self.visit(ast.BinOp(before, node.op, node.value))
            return ast.copy_location(ast.Assign([node.target], after), node)
        self.generic_visit(node)
        node.value = _called("Right", node.value)
        return node


def _called(name: str, *args: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), list(args), [])


def _is_m64(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "M64"


def watched(tree: ast.FunctionDef, names: dict[str, Any], file: str) -> None:
    """Define a watched function; its tree is used up."""
    seen = Watcher().visit(tree)
    module = ast.fix_missing_locations(ast.Module([seen], []))
    exec(compile(module, file, "exec"), names)


def added(numbers: Iterable[int]) -> int:
    total = 0
    for one in numbers:
        total = in_range(total + one)
    return total


def those(numbers: Iterable[int]) -> int:
    mask = 0
    for k in numbers:
        mask |= shifted(1, k)
    return mask


GUARDS: dict[str, Any] = {
    "in_range": in_range,
    "shifted": shifted,
    "Right": Right,
    "sum": added,
    "those": those,
}
"""What a watched function calls."""
