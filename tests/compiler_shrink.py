"""Makes a program that shows a mistake as short as it can be and still show it."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator

from compiler_bench import Written

MOST = 400
"""Programs tried, each of which is compiled."""


def shrunk(program: Written, shows: Callable[[Written], bool]) -> Written:
    """The shortest that was found by leaving out statements, or all but a statement's inside."""
    tried = 0
    again = True
    while again:
        again = False
        for smaller in _smaller(program):
            tried += 1
            if tried > MOST:
                return program
            if shows(smaller):
                program, again = smaller, True
                break
    return program


def _smaller(program: Written) -> Iterator[Written]:
    for at, text in enumerate(program.functions):
        tree = ast.parse(text)
        for k in range(sum(1 for _ in _blocks(tree))):
            for less in _less(tree, k):
                changed = ast.unparse(less) + "\n"
                functions = (*program.functions[:at], changed, *program.functions[at + 1 :])
                yield Written(program.name, functions)


def _blocks(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(tree):
        for part in ("body", "orelse"):
            block = getattr(node, part, None)
            if isinstance(block, list) and block and not isinstance(node, ast.Module):
                yield block


def _less(tree: ast.AST, k: int) -> Iterator[ast.AST]:
    """The tree with one statement of its k-th block left out, or what stands in it put there."""
    for at, statement in enumerate(list(_blocks(tree))[k]):
        inside = [getattr(statement, part, []) for part in ("body", "orelse")]
        for instead in ([], *[block for block in inside if block]):
            if isinstance(statement, ast.Pass) and not instead:
                continue
            other = copy.deepcopy(tree)
            block = list(_blocks(other))[k]
            block[at : at + 1] = copy.deepcopy(instead)
            if not block:
                block.append(ast.Pass())
            yield other
