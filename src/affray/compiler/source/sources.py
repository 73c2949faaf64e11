"""The source of what is compiled: its syntax tree, held against what this process has loaded."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from affray.book.errors import BadInput


class OutsideSubset(BadInput):
    """Something compiled code cannot mean the same by as CPython; what to write stands with it."""

    def __init__(self, file: str, line: int, found: str, write: str = "") -> None:
        wanted = f"; {write}" if write else ""
        super().__init__(f"found {found}{wanted}", file=f"{file}:{line}")
        self.file: str = file
        self.line, self.found, self.write = line, found, write


@lru_cache(maxsize=512)
def _definitions(file: str, module: str) -> dict[str, tuple[ast.FunctionDef, CodeType]]:
    """Every function at the top of a module, by name: its tree, and what it compiles to."""
    try:
        tree = ast.parse(Path(file).read_bytes(), file)
    except (OSError, SyntaxError, ValueError) as bad:
        raise BadInput(f"cannot be read: {bad}", file=file) from bad
    found = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
    code = compile(tree, file, "exec", dont_inherit=True)
    codes = {part.co_name: part for part in code.co_consts if isinstance(part, CodeType)}
    return {name: (node, codes[name]) for name, node in found.items() if name in codes}


AT_THE_TOP = "write it with def at the top of its module"

_written: dict[FunctionType, tuple[ast.FunctionDef, str]] = {}


def write_function(text: str, names: dict[str, Any], file: str) -> Callable[..., Any]:
    """A function the engine writes itself, such as a table of what is usual; read like any."""
    tree = ast.parse(text)
    exec(compile(tree, file, "exec"), names)
    node = tree.body[-1]
    assert isinstance(node, ast.FunctionDef)
    made: FunctionType = names[node.name]
    _written[made] = (node, file)
    return made


def tree_of(function: Callable[..., Any]) -> tuple[ast.FunctionDef, str]:
    """A function's syntax tree and file; the file must still say what was loaded from it."""
    if not isinstance(function, FunctionType):
        raise BadInput(f"found {function!r}, which is no function; write one with def")
    if function in _written:
        return _written[function]
    file, line = function.__code__.co_filename, function.__code__.co_firstlineno
    if function.__name__ == "<lambda>":
        raise OutsideSubset(file, line, "a lambda", AT_THE_TOP)
    if function.__closure__ or "." in function.__qualname__:
        raise OutsideSubset(
            file, line, f"{function.__qualname__}, a function inside another", AT_THE_TOP
        )
    found = _definitions(file, function.__module__).get(function.__name__)
    if found is None or not _same(found[1], function.__code__):
        raise BadInput("has changed since it was loaded; start Affray again", file=file)
    return found[0], file


def _same(a: CodeType, b: CodeType) -> bool:
    """Whether two pieces of code do the same, wherever they stand."""
    if (a.co_code, a.co_names, a.co_varnames) != (b.co_code, b.co_names, b.co_varnames):
        return False
    return len(a.co_consts) == len(b.co_consts) and all(
        _same(x, y) if isinstance(x, CodeType) and isinstance(y, CodeType) else x == y
        for x, y in zip(a.co_consts, b.co_consts, strict=True)
    )


def names_of(function: Callable[..., Any]) -> dict[str, Any]:
    """What a name that is no local stands for."""
    assert isinstance(function, FunctionType)
    if function in _written:
        return function.__globals__
    return vars(sys.modules[function.__module__])
