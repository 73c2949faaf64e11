"""What compiled code stands on, as one hash: another hash, other code.

Read off what this process has loaded, not off files that may have changed since: the
bytecode of every function that is compiled, found by following the names it uses, and the
values of the globals among them. What is told in words is not among them.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable, Iterable
from enum import IntEnum
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from affray.compiler.llvm import machine
from affray.rules import among, ask, layout, masks, world
from affray.rules.layout import Layout
from affray.rules.world import Record


def manifest(
    roots: Iterable[Callable[..., Any]],
    meaning: dict[Callable[..., Any], Callable[..., Any]],
    layouts: Iterable[Layout],
    build: str,
) -> str:
    """The hash of everything that could change the machine code."""
    digest = hashlib.sha256()
    said = [_compiler(), sys.version, *machine.host(), build]
    said += [_layout(one) for one in layouts]
    said += sorted(_Walk(meaning).through(roots))
    for part in said:
        digest.update(part.encode() + b"\0")
    return digest.hexdigest()[:32]


KNOWN = (among, ask, layout, masks, world)
"""Modules whose functions the compiler knows by name, or whose numbers it goes by."""


@cache
def _compiler() -> str:
    """The compiler's own source, and that of what it knows by name."""
    digest = hashlib.sha256()
    known = [Path(str(module.__file__)) for module in KNOWN]
    for path in [*sorted(Path(__file__).parent.rglob("*.py")), *known]:
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


@cache
def _layout(found: Layout) -> str:
    """In short, and worked out once: every function says that it takes a world."""
    parts = [found.name, str(found.size), str(found.state_size)]
    for name, f in found.fields.items():
        inner = _layout(f.layout) if f.record else f"{f.storage}"
        said = (found.offsets[name], f.capacity, f.count, f.fixed, f.default, inner)
        parts.append(f"{name} {' '.join(map(str, said))}")
    return hashlib.sha256("; ".join(parts).encode()).hexdigest()


class _Walk:
    """Follows functions through the names they use."""

    def __init__(self, meaning: dict[Callable[..., Any], Callable[..., Any]]) -> None:
        self.meaning = meaning
        self.seen: set[Callable[..., Any]] = set()

    def through(self, roots: Iterable[Callable[..., Any]]) -> list[str]:
        out = []
        left = list(roots)
        while left:
            function = left.pop()
            function = self.meaning.get(function, function)
            if function in self.seen or not isinstance(function, FunctionType):
                continue
            self.seen.add(function)
            used = {name: _value(function, name) for name in sorted(_names(function.__code__))}
            left += [value for value in used.values() if isinstance(value, FunctionType)]
            where = f"{function.__module__}.{function.__qualname__}"
            values = {name: _said(value) for name, value in used.items()}
            out.append(f"{where} {_annotated(function)} {_code(function)} {values}")
        return out


def _names(code: CodeType) -> set[str]:
    found = set(code.co_names)
    for part in code.co_consts:
        if isinstance(part, CodeType):
            found |= _names(part)
    return found


def _value(function: FunctionType, name: str) -> Any:
    return function.__globals__.get(name)


def _said(value: Any) -> str:
    """A global's value, as far as compiled code can see it."""
    if isinstance(value, type) and issubclass(value, IntEnum):
        return repr({name: int(member) for name, member in value.__members__.items()})
    if isinstance(value, type) and issubclass(value, Record) and hasattr(value, "layout"):
        return _layout(value.layout)
    if isinstance(value, int):
        kind = "" if isinstance(value, bool | IntEnum) else type(value).__name__
        return f"{kind} {int(value)}"
    if isinstance(value, tuple):
        return repr([_said(v) for v in value])
    name = getattr(value, "__qualname__", type(value).__name__)
    return f"{getattr(value, '__module__', '')}.{name}"


def _annotated(function: FunctionType) -> dict[str, str]:
    """What a function says it takes and gives, and what that stands for now."""
    said = function.__annotations__.items()
    named = {name: function.__globals__.get(a) if isinstance(a, str) else a for name, a in said}
    return {name: f"{a} {_said(named[name])}" for name, a in said}


def _code(function: FunctionType) -> str:
    """What a function does, wherever its lines stand and whatever its docstring says."""
    return f"{_does(function.__code__, function.__doc__)} {function.__defaults__}"


def _does(code: CodeType, doc: str | None = None) -> str:
    consts = [_does(c) if isinstance(c, CodeType) else repr(c) for c in code.co_consts if c != doc]
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return f"{code.co_code.hex()} {consts} {names}"
