"""Which names are a function's own, and which of them have a value where."""

from __future__ import annotations

import ast

ALL = None
"""The names given a value where nothing goes on: all of them, as far as anybody can tell."""


def bound_in(tree: ast.FunctionDef) -> set[str]:
    """The names that are a function's own, from its first line on, wherever they get a value."""
    own: set[str] = {arg.arg for arg in tree.args.args}
    left: list[ast.AST] = list(tree.body)
    while left:
        node = left.pop()
        if isinstance(node, ast.comprehension):  # its name is its own
            left += [node.iter, *node.ifs]
        else:
            left += ast.iter_child_nodes(node)
        if isinstance(node, ast.Name) and _is_stored(node):
            own.add(node.id)
    return own


def _is_stored(name: ast.Name) -> bool:
    return isinstance(name.ctx, ast.Store)


def both(a: set[str] | None, b: set[str] | None) -> set[str] | None:
    """Given a value whichever of two ways was taken."""
    if a is ALL:
        return b
    return a if b is ALL else a & b


def breaks(body: list[ast.stmt]) -> bool:
    """Whether a loop's own body can break out of it."""
    left: list[ast.AST] = list(body)
    while left:
        node = left.pop()
        if isinstance(node, ast.Break):
            return True
        if not isinstance(node, ast.For | ast.While):
            left.extend(ast.iter_child_nodes(node))
        else:
            left.extend(node.orelse)
    return False
