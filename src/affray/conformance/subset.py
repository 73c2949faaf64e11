"""Reads rules' syntax trees for what does not compile, or differs in silence when compiled."""

from __future__ import annotations

import ast
import builtins
import enum
import inspect
import sys
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

from affray import ask as seam
from affray import masks
from affray.ruleset import Ruleset

ALLOWED_BUILTINS = {"range", "min", "max", "abs", "int", "bool", "len"}
SEAM = {"choose", "check", "test", "margin", "roll", "dice", "note"}
POLICY = {"draw", "any_of"}
MASKS = {"contains", "how_many", "is_single", "largest", "smallest"}

FORBIDDEN: dict[type[ast.AST], str] = {
    ast.NamedExpr: "a walrus",
    ast.GeneratorExp: "a generator",
    ast.ListComp: "a comprehension",
    ast.DictComp: "a comprehension",
    ast.SetComp: "a comprehension",
    ast.Lambda: "a lambda",
    ast.Yield: "a yield",
    ast.Try: "a try",
    ast.Raise: "a raise",
    ast.With: "a with",
    ast.Global: "a global statement",
    ast.Nonlocal: "a nonlocal statement",
    ast.List: "a list",
    ast.Dict: "a dictionary",
    ast.Set: "a set",
    ast.JoinedStr: "English",
    ast.Div: "a division that gives a fraction; use //",
    ast.Is: "an 'is'",
    ast.IsNot: "an 'is not'",
    ast.Starred: "a starred argument",
    ast.Import: "an import",
    ast.ImportFrom: "an import",
}


def problems(ruleset: Ruleset) -> list[str]:
    """Everything in the rules that must not be there, with its place."""
    functions = ruleset.functions()
    out = []
    for function in functions:
        out += [f"{_place(function)}: {what}" for what in _in_function(function, ruleset)]
    out += [f"recursion: {' -> '.join(loop)}" for loop in _loops(list(functions))]
    return out


def _place(function: Callable[..., Any]) -> str:
    return f"{function.__module__}:{function.__qualname__}"


def tree_of(function: Callable[..., Any]) -> ast.FunctionDef:
    tree = ast.parse(textwrap.dedent(inspect.getsource(function))).body[0]
    assert isinstance(tree, ast.FunctionDef)
    return tree


def _in_function(function: Callable[..., Any], ruleset: Ruleset) -> Iterator[str]:
    tree = tree_of(function)
    module = vars(sys.modules[function.__module__])
    if tree.args.kwonlyargs or tree.args.vararg or tree.args.kwarg:
        yield "keyword-only or starred parameters"
    body = tree.body[1:] if ast.get_docstring(tree) else tree.body
    for node in (n for statement in body for n in ast.walk(statement)):
        for kind, name in FORBIDDEN.items():
            if isinstance(node, kind):
                yield name
        if isinstance(node, ast.Constant):
            yield from _constant(node)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield from _name(node, module)
        if isinstance(node, ast.Call):
            yield from _call(node, module, function, ruleset)
        if isinstance(node, ast.Assign):
            yield from _assignment(node, ruleset)
        if isinstance(node, ast.Subscript):
            yield from _subscript(node)
    yield from _returns(tree)


def _constant(node: ast.Constant) -> Iterator[str]:
    if isinstance(node.value, str):
        yield f"English: {node.value!r}"
    if isinstance(node.value, float):
        yield f"a number with a point: {node.value}"
    if isinstance(node.value, int) and node.value >= 1 << 62:
        yield f"a number past bit 61: {node.value}"


def _name(node: ast.Name, module: dict[str, Any]) -> Iterator[str]:
    """A global may be an int, a tuple of ints, an enum or a function."""
    if node.id not in module:
        return
    value = module[node.id]
    is_enum = isinstance(value, type) and issubclass(value, enum.IntEnum)
    if not (isinstance(value, int | tuple) or callable(value) or is_enum):
        yield f"the global {node.id}, a {type(value).__name__}"


def _call(
    node: ast.Call, module: dict[str, Any], function: Callable[..., Any], ruleset: Ruleset
) -> Iterator[str]:
    if not isinstance(node.func, ast.Name):
        yield "a call of something that is not a plain function"
        return
    name = node.func.id
    called = module.get(name, getattr(builtins, name, None))
    if called in ruleset.functions():
        return
    if isinstance(called, type) and issubclass(called, enum.IntEnum):
        yield f"{name}(...): an enum cannot be made when compiled"
    elif name in ("min", "max"):
        yield from _extreme(node, module)
    elif name == "len" and _is_enum(node.args[0], module):
        yield "len of an enum; write it as a constant of the module"
    elif name in POLICY and called is getattr(seam, name):
        if not function.__module__.endswith(".policy"):
            yield f"{name}: only a policy may draw; a rule asks"
    elif not (
        name in ALLOWED_BUILTINS
        or (name in SEAM and called is getattr(seam, name, None))
        or (name in MASKS and called is getattr(masks, name))
    ):
        yield f"a call of {name}, which is neither a rule nor the seam"


def _is_enum(node: ast.expr, module: dict[str, Any]) -> bool:
    owner = module.get(node.id) if isinstance(node, ast.Name) else None
    return isinstance(owner, type) and issubclass(owner, enum.IntEnum)


def _extreme(node: ast.Call, module: dict[str, Any]) -> Iterator[str]:
    for argument in node.args:
        if isinstance(argument, ast.Attribute) and _is_enum(argument.value, module):
            yield "min or max of an enum member; add + 0"


def _assignment(node: ast.Assign, ruleset: Ruleset) -> Iterator[str]:
    """Whole records are never assigned: an alias in CPython, a copy when compiled."""
    fields = ruleset.world.layout.fields
    for target in node.targets:
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Attribute):
            f = fields.get(target.value.attr)
            of_world = isinstance(target.value.value, ast.Name) and target.value.value.id == "w"
            if of_world and f is not None and f.record:
                yield f"an assignment of a whole record to {target.value.attr}"
    if isinstance(node.value, ast.Constant) and node.value.value is None:
        yield "None; use -1 for nobody"


def _subscript(node: ast.Subscript) -> Iterator[str]:
    if (
        isinstance(node.slice, ast.UnaryOp)
        and isinstance(node.slice.op, ast.USub)
        and isinstance(node.slice.operand, ast.Constant)
    ):
        yield "a negative index"


def _returns(tree: ast.FunctionDef) -> Iterator[str]:
    """A rule returns always a value or never."""
    returns = [node for node in ast.walk(tree) if isinstance(node, ast.Return)]
    kinds = {node.value is None for node in returns}
    if len(kinds) > 1:
        yield "some returns have a value and some have none"


def _loops(functions: list[Callable[..., Any]]) -> Iterator[list[str]]:
    """Functions that call themselves, directly or through others."""
    calls = {f.__name__: _called(f) for f in functions}

    def follow(name: str, path: list[str]) -> Iterator[list[str]]:
        if name in path:
            yield [*path[path.index(name) :], name]
            return
        for other in calls.get(name, ()):
            yield from follow(other, [*path, name])

    seen: set[frozenset[str]] = set()
    for name in calls:
        for loop in follow(name, []):
            if frozenset(loop) not in seen:
                seen.add(frozenset(loop))
                yield loop


def _called(function: Callable[..., Any]) -> set[str]:
    return {
        node.func.id
        for node in ast.walk(tree_of(function))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
