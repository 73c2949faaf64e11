"""Calls of the subset: other rules, the seam, masks, and what the compiler knows by name."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Callable, Iterable
from enum import IntEnum
from math import isqrt
from types import FunctionType
from typing import Any

from affray.book.entries import CALLED
from affray.compiler.source.expressions import Expressions
from affray.compiler.source.kinds import (
    NUMBER,
    Builtin,
    Call,
    Const,
    Expr,
    Function,
    Length,
    ListKind,
    TupleKind,
    ValueKind,
)
from affray.compiler.source.sources import OutsideSubset
from affray.compiler.source.surely import is_whole
from affray.compiler.status import RAISED
from affray.rules import ask as seam

ARGUMENTS = {
    "min": (2, 9),
    "max": (2, 9),
    "abs": (1, 1),
    "int": (1, 1),
    "bool": (1, 1),
    "isqrt": (1, 1),
}

NAMED: dict[Any, tuple[int, str]] = {seam.choose: (3, "questions"), seam.note: (1, "told")}
NAMED |= dict.fromkeys((seam.check, seam.test, seam.margin, seam.roll, seam.dice), (1, "rolls"))
"""Where in a call of the seam stands what is asked, rolled or told."""

OF_MASKS = ("how_many", "smallest", "largest")


class Calls(Expressions):
    """Reads the calls of one function."""

    def call(self, node: ast.Call) -> Expr:
        if not isinstance(node.func, ast.Name):
            self.refuse(node, f"a call of {ast.unparse(node.func)}", "call a plain function")
        if node.keywords:
            self.refuse(node, "an argument by its name", "write the arguments in order")
        name = node.func.id
        called = self.outer(name)
        if called is len:
            return self._len(node)
        if isinstance(called, type) and issubclass(called, IntEnum):
            self.refuse(node, f"{name}(...), a member made on the way", "use the number itself")
        if called is isqrt:
            self.function.fails = True
            return self._builtin("isqrt", node)
        if name in ARGUMENTS and called is getattr(builtins, name, None):
            return self._builtin(name, node)
        built = self.program.built(called)
        if built in OF_MASKS or (built is not None and not self.is_rule):
            return self._built(built, node)
        if not isinstance(called, FunctionType):
            self.refuse(node, f"a call of {name}", "call a rule, the seam or a function of masks")
        self._require_callable(called, name, node)
        return self._call_of(called, node)

    def _require_callable(self, called: Callable[..., Any], name: str, node: ast.AST) -> None:
        """A rule calls rules, the seam and masks; only a policy draws."""
        if not self.is_rule:
            return
        if called in self.program.draws:
            if not self.function.source.__module__.endswith(".policy"):
                self.refuse(node, f"a call of {name}", "only a policy may draw; a rule asks")
        elif called not in self.program.rules and called not in self.program.callable:
            self.refuse(node, f"a call of {name}", "mark it with @rule, or call the seam or masks")

    def _len(self, node: ast.Call) -> Expr:
        arg = node.args[0] if len(node.args) == 1 else None
        if isinstance(arg, ast.Name):
            owner = self.outer(arg.id)
            if isinstance(owner, type) and issubclass(owner, IntEnum):
                return Const(len(owner))
        items = self.any_value(arg) if arg is not None else Const(0)
        counted = isinstance(items.kind, ListKind) and items.kind.capacity
        if not counted and not isinstance(items.kind, TupleKind):
            self.refuse(node, "a len of what has none", "lists, tuples and enums have one")
        length = self.length_of(items)
        return Length(items) if length is None else Const(length)

    def _builtin(self, name: str, node: ast.Call) -> Expr:
        least, most = ARGUMENTS[name]
        if not least <= len(node.args) <= most:
            self.refuse(node, f"{name} of {len(node.args)}", "write the numbers one by one")
        args = tuple(self.number(arg) for arg in node.args)
        return args[0] if name == "int" else Builtin(name, args, NUMBER, node.lineno)

    def _built(self, name: str, node: ast.Call) -> Expr:
        wanted, kind = self.program.BUILT[name]
        if name == "attempt":
            call = self._call_of(self._function_named(node.args[0]), node, first=1)
            return Builtin(name, (call,), NUMBER)
        if name == "is_error":
            error = self.names[ast.unparse(node.args[1])]
            code = Const(RAISED + self.program.error(error))
            return Builtin(name, (self.number(node.args[0]), code), kind)
        read = self.number if name in OF_MASKS else self.any_value
        args = tuple(read(arg) for arg in node.args)
        if len(args) != wanted:
            self.refuse(node, f"{name} of {len(args)}", f"give it {wanted}")
        self.function.fails |= name == "leave_with"
        return Builtin(name, args, kind)

    def _function_named(self, node: ast.expr) -> Callable[..., Any]:
        found = self.outer(node.id) if isinstance(node, ast.Name) else None
        if not isinstance(found, FunctionType):
            self.refuse(node, ast.unparse(node), "name a function")
        return found

    def _left_out(self, called: Callable[..., Any], n: int, node: ast.Call) -> list[Expr]:
        """The last n arguments, where the function says what they are if they are not given."""
        source = self.program.meaning.get(called, called)
        said = getattr(called, "__defaults__", None) or getattr(source, "__defaults__", None) or ()
        if not 0 < n <= len(said):
            return []
        for one in said[-n:]:
            if not is_whole(one):
                self.refuse(node, f"{one!r} where nothing is given", "write whole numbers")
        return [self.const(int(one), node) for one in said[-n:]]

    def _require_handed(self, function: Function, args: list[Expr]) -> None:
        """What the engine hands a game's own functions stands in no rule: theirs is refused."""
        taken = [kind for _, kind in function.params]
        if taken != [arg.kind for arg in args]:
            found = f"{function.name} with {_listed(taken)}"
            line = function.source.__code__.co_firstlineno
            raise OutsideSubset(
                function.file, line, found, f"take {_listed(arg.kind for arg in args)}"
            )

    def _require_words(self, called: Callable[..., Any], args: list[Expr], node: ast.AST) -> None:
        """What has no words could be told to nobody."""
        at, kind = NAMED.get(called, (0, ""))
        known = self.program.words.get(kind)
        named = args[at] if at < len(args) else None
        if known is not None and isinstance(named, Const) and named.value not in known:
            what, write = CALLED[kind]
            self.refuse(node, f"the {what} {named.value}, which there is not", write)

    def _call_of(self, called: Callable[..., Any], node: ast.Call, first: int = 0) -> Call:
        args = [self.any_value(arg) for arg in node.args[first:]]
        lists = tuple(arg.kind for arg in args if isinstance(arg.kind, ListKind))
        if any(kind.layout for kind in lists):
            self.refuse(node, "a list of records as an argument", "give the record it stands in")
        if called in self.program.callable and any(kind.fixed for kind in lists):
            self.refuse(node, "a fixed list to be filled", "give a list that is not")
        self._require_words(called, args, node)
        function = self.program.function(called, lists, (self.function, node.lineno))
        args += self._left_out(called, len(function.params) - len(args), node)
        if called in self.program.meaning and function.source in self.program.rules:
            self._require_handed(function, args)
        if len(args) != len(function.params):
            self.refuse(
                node, f"{function.name} with {len(args)}, expected {len(function.params)} arguments"
            )
        given = tuple(
            self.as_kind(arg, kind, node)
            for arg, (_, kind) in zip(args, function.params, strict=True)
        )
        self.function.calls.append(function)
        self.function.fails |= function.fails and first == 0
        return Call(function, given, function.returns)


def _listed(kinds: Iterable[ValueKind]) -> str:
    """'ask, a World, a number'; who asks has a record of its own in every oracle."""
    names = ("ask" if kind.name.endswith("Ask") else kind.name for kind in kinds)
    return ", ".join(names) or "nothing"
