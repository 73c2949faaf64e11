"""Rules of one's own count from the front: an index below zero is an error, as it is compiled.

Python counts back from the end there, which no rulebook means. What stands between a rule's
brackets and is no number that is written there is rewritten when the module is loaded, so that
nothing is found at such a place; that takes a few hundredths of the time a fight takes, where
lists that look at every index would take a third.
"""

from __future__ import annotations

import ast
from importlib.machinery import SourceFileLoader
from types import CodeType
from typing import Any

NOWHERE = (1 << 200) - 1
"""No list is that long; of numbers below zero an `and` with it leaves as much."""


def code_from_front(data: bytes, path: str) -> CodeType:
    """What a module compiles to."""
    tree = ast.parse(data, path)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and any(map(_is_rule, node.decorator_list)):
            inside = (part for statement in node.body for part in ast.walk(statement))
            for part in [part for part in inside if isinstance(part, ast.Subscript)]:
                part.slice = _from_front(part.slice)
    return compile(tree, path, "exec", dont_inherit=True)


def _from_front(at: ast.expr) -> ast.expr:
    if isinstance(at, ast.Constant | ast.Slice | ast.Tuple):
        return at
    nowhere = ast.copy_location(ast.Constant(NOWHERE), at)
    if not isinstance(at, ast.Name):
        return ast.copy_location(ast.BinOp(at, ast.BitAnd(), nowhere), at)
    # to look at a name is quicker than to work with it
    name, zero = (ast.copy_location(one, at) for one in (ast.Name(at.id, at.ctx), ast.Constant(0)))
    known = ast.copy_location(ast.Compare(name, [ast.GtE()], [zero]), at)
    return ast.copy_location(ast.IfExp(known, at, nowhere), at)


def _is_rule(decorator: ast.expr) -> bool:
    called = decorator.func if isinstance(decorator, ast.Call) else None
    return isinstance(called, ast.Name) and called.id == "rule"


class Loader(SourceFileLoader):
    """Loads a module of rules; what it compiles to lies beside Python's own, never in its place."""

    def source_to_code(  # type: ignore[override]
        self, data: Any, path: Any, *, _optimize: int = -1
    ) -> CodeType:
        return code_from_front(bytes(data), str(path))

    def get_data(self, path: str) -> bytes:
        return super().get_data(_own(path))

    def set_data(self, path: str, data: Any, *, _mode: int = 0o666) -> None:
        super().set_data(_own(path), data, _mode=_mode)


def _own(path: str) -> str:
    return path.removesuffix(".pyc") + ".front1.pyc" if path.endswith(".pyc") else path
