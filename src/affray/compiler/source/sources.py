"""The source of what is compiled: its syntax tree, held against what this process has loaded."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from affray.book.errors import BadInput
from affray.compiler.source.foreign import called
from affray.rules.from_front import code_from_front
from affray.rules.homemade import is_homemade


class OutsideSubset(BadInput):
    """Something compiled code cannot mean the same by as CPython; what to write stands with it."""

    def __init__(self, file: str, line: int, found: str, write: str = "") -> None:
        wanted = f"; {write}" if write else ""
        super().__init__(f"found {found}{wanted}", file=f"{file}:{line}")
        self.file: str = file
        self.line, self.found, self.write = line, found, write


Node = ast.FunctionDef | ast.AsyncFunctionDef

AT_THE_TOP = "write it with def at the top of its module"
BARE = "write it under @rule alone"
PLAIN = "write a plain def that asks"


@dataclass(frozen=True)
class Definition:
    """A function of a module: its tree, what it compiles to, and what it stands under, if any."""

    node: Node
    code: CodeType | None
    under: str


@dataclass(frozen=True)
class Source:
    """A module's functions in order, and the names of it that its functions change."""

    functions: tuple[Definition, ...] = ()
    changing: frozenset[str] = frozenset()


@lru_cache(maxsize=512)
def _read(file: str, module: str) -> Source:
    try:
        data = Path(file).read_bytes()
        tree = ast.parse(data, file)
    except (OSError, SyntaxError, ValueError) as bad:
        raise BadInput(f"cannot be read: {bad}", file=file) from bad
    said = (name for one in ast.walk(tree) if isinstance(one, ast.Global) for name in one.names)
    if is_homemade(module):
        code = code_from_front(data, file)
    else:
        code = compile(tree, file, "exec", dont_inherit=True)
    parts = [part for part in code.co_consts if isinstance(part, CodeType)]
    codes = {(part.co_name, part.co_firstlineno): part for part in parts}
    found = (Definition(n, codes.get((n.name, _first(n))), u) for n, u in _defined(tree.body))
    return Source(tuple(found), frozenset(said))


def _first(node: Node) -> int:
    """The line from which Python counts a function's."""
    return min([node.lineno, *(one.lineno for one in node.decorator_list)])


def _defined(statements: Sequence[ast.AST], under: str = "") -> Iterator[tuple[Node, str]]:
    """Every function of a module, under an if or a try too; none inside of another."""
    for one in statements:
        if isinstance(one, Node):
            yield one, under
        elif not isinstance(one, ast.ClassDef):
            inside = [part for part in ast.iter_child_nodes(one) if hasattr(part, "lineno")]
            yield from _defined(inside, under or called(one))


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


def require_function(found: Callable[..., Any]) -> FunctionType:
    """Refuse what is called like a function and is none, where it was made."""
    if not isinstance(found, FunctionType):
        raise _no_function(found)
    return found


def tree_of(function: Callable[..., Any]) -> tuple[ast.FunctionDef, str]:
    """A function's syntax tree and file; the file must still say what was loaded from it."""
    function = require_function(function)
    if function in _written:
        return _written[function]
    file, name = function.__code__.co_filename, function.__name__
    _require_plain(function, file)
    named = [one for one in _read(file, function.__module__).functions if one.node.name == name]
    same = [one for one in named if one.code and _same(one.code, function.__code__)]
    if not same:
        _refuse_generic(named, file)
        raise BadInput("has changed since it was loaded; start Affray again", file=file)
    node, under = same[-1].node, same[-1].under
    if under:
        raise OutsideSubset(file, node.lineno, f"{name} under {under}", AT_THE_TOP)
    assert isinstance(node, ast.FunctionDef)
    return node, file


def _require_plain(function: FunctionType, file: str) -> None:
    """Refuse what is no function of a module, called as it is written there."""
    code = function.__code__
    line, name = code.co_firstlineno, function.__qualname__
    if hasattr(function, "__wrapped__"):
        raise _no_function(function)
    if function.__name__ == "<lambda>":
        raise OutsideSubset(file, line, "a lambda", AT_THE_TOP)
    if function.__closure__ or "<locals>" in name:
        raise OutsideSubset(file, line, f"{name}, a function inside another", AT_THE_TOP)
    if "." in name:
        raise OutsideSubset(file, line, f"{name}, a method", AT_THE_TOP)
    if file.startswith("<"):
        raise OutsideSubset(file, line, f"{name}, which stands in no file", AT_THE_TOP)
    if code.co_flags & (inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR):
        raise OutsideSubset(file, line, f"{name}, an async function", PLAIN)


def _refuse_generic(named: list[Definition], file: str) -> None:
    for one in named:
        if getattr(one.node, "type_params", ()):
            found = f"{one.node.name} with parameters for types"
            raise OutsideSubset(file, one.node.lineno, found, "write plain parameters")


def _no_function(found: Any) -> BadInput:
    """What to say of something that is called like a function and is none."""
    inner = inspect.unwrap(getattr(found, "func", found))
    code = getattr(inner, "__code__", None) or getattr(type(found).__call__, "__code__", None)
    if code is None:
        return BadInput(f"found {found!r}, which is no function; write one with def")
    if isinstance(inner, FunctionType):
        said = f"{inner.__qualname__}, wrapped into something else"
        return OutsideSubset(code.co_filename, code.co_firstlineno, said, BARE)
    said = f"a {type(found).__name__} that is called like a function"
    return OutsideSubset(code.co_filename, code.co_firstlineno, said, AT_THE_TOP)


DONE = ("co_code", "co_names", "co_varnames", "co_argcount", "co_kwonlyargcount", "co_flags")


def _same(a: CodeType, b: CodeType) -> bool:
    """Whether two pieces of code do the same, wherever they stand."""
    if any(getattr(a, name) != getattr(b, name) for name in DONE):
        return False
    return len(a.co_consts) == len(b.co_consts) and all(
        _same(x, y) if isinstance(x, CodeType) and isinstance(y, CodeType) else repr(x) == repr(y)
        for x, y in zip(a.co_consts, b.co_consts, strict=True)
    )


def names_of(function: Callable[..., Any]) -> dict[str, Any]:
    """What a name that is no local stands for."""
    assert isinstance(function, FunctionType)
    return function.__globals__


def changing_in(function: Callable[..., Any]) -> frozenset[str]:
    """The names of its module that some function there gives other values."""
    if not isinstance(function, FunctionType) or function in _written:
        return frozenset()
    return _read(function.__code__.co_filename, function.__module__).changing
