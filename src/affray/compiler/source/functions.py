"""From syntax tree to typed tree: what a rule may be written in, and what is refused.

This is the subset: there is no other list of it. What is not read here is refused, with the
file, the line, what was found and what to write instead.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace
from enum import IntEnum
from typing import Any, ClassVar, NoReturn

from affray.compiler.source import kinds
from affray.compiler.source.clearing import Clearing
from affray.compiler.source.foreign import foreign
from affray.compiler.source.kinds import (
    NOTHING,
    NUMBER,
    WORD,
    Assign,
    Augment,
    Do,
    Expr,
    FieldOf,
    Function,
    If,
    Item,
    Jump,
    ListKind,
    Local,
    Raise,
    RecordKind,
    Return,
    Stmt,
    TupleKind,
    ValueKind,
    While,
    storage_of,
)
from affray.compiler.source.own_names import ALL, both, bound_in, breaks
from affray.compiler.source.program import Program
from affray.rules.world import Record


def read_function(
    program: Program,
    source: Callable[..., Any],
    tree: ast.FunctionDef,
    file: str,
    names: dict[str, Any],
    lists: tuple[ListKind, ...] = (),
) -> Function:
    """Read one function; `lists` are the lists it is called with, in order."""
    return Reader(program, source, tree, file, names, lists).read()


class Reader(Clearing):
    """Reads the statements of one function, in the order in which they are run."""

    def __init__(
        self,
        program: Program,
        source: Callable[..., Any],
        tree: ast.FunctionDef,
        file: str,
        names: dict[str, Any],
        lists: tuple[ListKind, ...],
    ) -> None:
        self.tree = tree
        function = Function(source, tree.name, file, [], NOTHING)
        super().__init__(program, function, names)
        self.loops = 0
        self.bound = bound_in(tree)
        self.given: set[str] | None = set()
        self._parameters(lists)
        function.returns = self._returned()

    def read(self) -> Function:
        body = self.tree.body[1:] if ast.get_docstring(self.tree) is not None else self.tree.body
        self.function.body = self.block(body)
        if self.function.returns is not NOTHING and self.given is not ALL:
            self.refuse(
                self.tree,
                f"{self.tree.name}, which can come to its end without a value",
                "return one at the end",
            )
        return self.function

    def _parameters(self, lists: tuple[ListKind, ...]) -> None:
        args = self.tree.args
        if args.kwonlyargs or args.vararg or args.kwarg or args.posonlyargs:
            self.refuse(self.tree, "parameters with stars", "write plain parameters")
        left = list(lists)
        for arg in args.args:
            kind = self._annotated(arg, left)
            self.function.params.append((arg.arg, kind))
            self.function.locals[arg.arg] = kind
            assert self.given is not None
            self.given.add(arg.arg)

    def _annotated(self, arg: ast.arg, lists: list[ListKind]) -> ValueKind:
        if arg.arg == "ask":
            return RecordKind(self.program.ask)
        said = ast.unparse(arg.annotation) if arg.annotation else ""
        if said == "list[int]" and lists:
            return lists.pop(0)
        found = self._named_kind(said)
        if found is None or found is NOTHING:
            self.refuse(
                arg,
                f"the parameter {arg.arg}: {said or 'of no type'}",
                "write ask: Ask, a World, another record, int or bool",
            )
        return found

    def _named_kind(self, said: str) -> ValueKind | None:
        if said in ("int", "bool"):
            return NUMBER
        if said == "Word":
            return WORD
        if said == "None":
            return NOTHING
        if said in self.program.raw:
            return self.program.raw[said]
        named = self.names.get(said)
        if isinstance(named, type) and issubclass(named, Record) and hasattr(named, "layout"):
            return RecordKind(named.layout)
        if isinstance(named, type) and issubclass(named, IntEnum):
            return NUMBER
        return RecordKind(self.program.world) if said == "World" else None

    def _returned(self) -> ValueKind:
        said = ast.unparse(self.tree.returns) if self.tree.returns else ""
        found = self._named_kind(said)
        if found not in (NUMBER, WORD, NOTHING):
            self.refuse(self.tree, f"a result of {said or 'no type'}", "write int, bool or None")
        assert found is not None
        return found

    # -- statements

    def block(self, statements: list[ast.stmt]) -> list[Stmt]:
        out: list[Stmt] = []
        for statement in statements:
            made = self.statement(statement)
            if made is not None:
                out.append(made)
        return out

    def statement(self, node: ast.stmt) -> Stmt | None:
        reader = self._STATEMENTS.get(type(node))
        if reader is None:
            self.refuse(node, *foreign(node))
        self.function.size += 1
        made: Stmt | None = reader(self, node)
        return made

    def _expression(self, node: ast.Expr) -> Stmt | None:
        if isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            return None
        if isinstance(node.value, ast.Call) and self.is_clear(node.value.func):
            return self.cleared(node.value)
        return Do(self.any_value(node.value))

    def _return(self, node: ast.Return) -> Stmt:
        returns = self.function.returns
        value = None
        if returns is NOTHING:
            if node.value is not None and not _is_none(node.value):
                self.refuse(node, "a value returned", "say int or bool where it says -> None")
        elif node.value is None:
            self.refuse(node, "a return without a value", "return a number always, or never")
        else:
            value = self.as_kind(self.plain(node.value), returns, node)
        self.given = ALL
        return Return(value)

    def _assign(self, node: ast.Assign) -> Stmt:
        if len(node.targets) > 1:
            self.refuse(node, "several names given one value", "write one assignment a line")
        return self._give(node.targets[0], node.value, node)

    def _declare(self, node: ast.AnnAssign) -> Stmt:
        if node.value is None:
            self.refuse(node, "a name without a value", "give it one")
        return self._give(node.target, node.value, node)

    def _give(self, target: ast.expr, said: ast.expr, node: ast.stmt) -> Stmt:
        if _is_none(said):
            self.refuse(node, "None", "use -1 for nobody")
        value = self.any_value(said)
        if isinstance(target, ast.Name):
            return Assign(self._name_for(target.id, value, node), value, node.lineno)
        place = self.place(target)
        self._require_fits(place, value, node)
        return Assign(place, self.as_kind(value, place.kind, node), node.lineno)

    def _require_fits(self, place: FieldOf | Item, value: Expr, node: ast.AST) -> None:
        """A number that is known must fit its field; of another it is seen when it is written."""
        storage = storage_of(place)
        if not isinstance(value, kinds.Const):
            self.function.fails |= storage.size < 8
        elif not storage.low <= value.value <= storage.high and value.kind is NUMBER:
            self.refuse(
                node,
                f"{value.value} for a field of {storage.low} to {storage.high}",
                "write a number that fits, or declare a wider field",
            )

    def _name_for(self, name: str, value: Expr, node: ast.AST) -> Local:
        """The local a value goes to; what a name stands for once it does always."""
        kind = value.kind
        if kind is NOTHING:
            self.refuse(node, f"{name} for nothing", "call it on a line of its own")
        if isinstance(kind, TupleKind) or (isinstance(kind, ListKind) and kind.layout):
            self.refuse(node, f"{name} for {kind.name}", "name the record or number you want of it")
        held = self.function.locals.setdefault(name, kind)
        if held != kind:
            self.refuse(node, f"{name} for {kind.name}, which was {held.name}", "use another name")
        if self.given is not ALL:
            self.given.add(name)
        return Local(name, kind)

    def _augment(self, node: ast.AugAssign) -> Stmt:
        op = self.operator(node.op, node)
        target: Local | FieldOf | Item
        if isinstance(node.target, ast.Name):
            known = self.any_value(node.target)
            assert isinstance(known, Local)
            target = known
        else:
            target = self.place(node.target)
        if target.kind is not NUMBER:
            hint = self.program.hint(target.kind)
            self.refuse(node, f"{target.kind.name} changed by {op}=", hint)
        value = self.number(node.value)
        self.may_fail(op, value, node)
        if not isinstance(target, Local):
            self.function.fails |= storage_of(target).size < 8
        return Augment(target, op, value, node.lineno)

    def place(self, node: ast.expr) -> FieldOf | Item:
        """Where a number may be written to."""
        if not isinstance(node, ast.Attribute | ast.Subscript):
            self.refuse(node, f"{ast.unparse(node)} given a value", "write to a name or a field")
        found = self.any_value(node)
        if not isinstance(found, FieldOf | Item):
            said = ast.unparse(node)
            self.refuse(node, f"{said} given a value", "keep what changes in the world")
        if isinstance(found.kind, RecordKind | ListKind):
            self.refuse(
                node,
                f"a whole record or list given to {ast.unparse(node)}",
                "assign its fields one by one",
            )
        self._require_changing(found, node)
        return found

    def _require_changing(self, found: FieldOf | Item, node: ast.AST) -> None:
        """A fixed field is shared by every copy, and a count is CPython's own."""
        if isinstance(found, Item) and isinstance(found.items, kinds.ModuleTuple):
            self.refuse(node, "a tuple of the module changed", "a tuple never changes")
        if self.program.may_be_fixed(found):
            self._refuse_fixed(found, node)
        if isinstance(found, FieldOf) and found.field.name in found.owner.counted:
            self.refuse(
                node,
                f"{found.owner.name}.{found.field.name} changed, which counts a list",
                "a list is as long as the encounter made it",
            )

    def _refuse_fixed(self, found: FieldOf | Item, node: ast.AST) -> NoReturn:
        at: Expr = found
        while isinstance(at, FieldOf | Item):
            if self.program.is_fixed(at):
                assert isinstance(at, FieldOf)
                what = f"{at.owner.name}.{at.field.name} changed, which is fixed"
                self.refuse(node, what, "keep what changes in a field that is not")
            at = at.record if isinstance(at, FieldOf) else at.items
        if isinstance(at.kind, RecordKind):
            what = f"{at.kind.name} changed by a name, which may be a fixed one"
            self.refuse(node, what, "write where it stands in the world, or keep two records")
        self.refuse(node, "a fixed list changed", "give a list that is not")

    def _if(self, node: ast.If) -> Stmt:
        test = self.number(node.test)
        before = self.given
        then, after_then = self._branch(node.body, before)
        other, after_other = self._branch(node.orelse, before)
        self.given = both(after_then, after_other)
        return If(test, then, other)

    def _branch(
        self, statements: list[ast.stmt], given: set[str] | None
    ) -> tuple[list[Stmt], set[str] | None]:
        self.given = set(given) if given is not ALL else ALL
        return self.block(statements), self.given

    def _while(self, node: ast.While) -> Stmt:
        test = self.number(node.test)
        before = self.given
        self.loops += 1
        body, _ = self._branch(node.body, before)
        self.loops -= 1
        other, after = self._branch(node.orelse, before)
        forever = isinstance(test, kinds.Const) and test.value != 0
        ends = not forever or breaks(node.body)
        self.given = (both(before, after) if node.orelse else before) if ends else ALL
        return While(test, body, other)

    def _for(self, node: ast.For) -> Stmt:
        if not isinstance(node.target, ast.Name):
            self.refuse(node, "a loop over several names", "write one name")
        name = node.target.id
        walked, kind = self.walked(node.iter)
        over = self._over(walked, self._loop_name(name, kind, node), node.lineno)
        body, other = self._loop(node, name)
        return replace(over, body=body, other=other)

    def _loop_name(self, name: str, kind: ValueKind, node: ast.AST) -> Local:
        held = self.function.locals.setdefault(name, kind)
        if held != kind:
            self.refuse(node, f"{name} for {kind.name}, which was {held.name}", "use another name")
        return Local(name, kind)

    def _loop(self, node: ast.For, name: str) -> tuple[list[Stmt], list[Stmt]]:
        before = self.given
        self.loops += 1
        inside = None if before is ALL else {*before, name}
        body, _ = self._branch(node.body, inside)
        self.loops -= 1
        other, after = self._branch(node.orelse, before)
        self.given = both(before, after) if node.orelse else before
        return body, other

    def _jump(self, node: ast.Break | ast.Continue) -> Stmt:
        self.given = ALL
        return Jump(isinstance(node, ast.Break))

    def _raise(self, node: ast.Raise) -> Stmt:
        """What the engine's own code raises becomes a status; a rule does not raise."""
        said = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        error = self.outer(said.id) if isinstance(said, ast.Name) else None
        if self.is_rule or not (isinstance(error, type) and issubclass(error, Exception)):
            self.refuse(node, "a raise", "a rule asks what is legal and does that")
        self.function.fails = True
        self.given = ALL
        return Raise(self.program.error(error), node.lineno)

    def _pass(self, node: ast.Pass) -> None:
        return None

    _STATEMENTS: ClassVar[dict[type[ast.stmt], Callable[[Any, Any], Stmt | None]]] = {
        ast.Expr: _expression,
        ast.Return: _return,
        ast.Assign: _assign,
        ast.AnnAssign: _declare,
        ast.AugAssign: _augment,
        ast.If: _if,
        ast.While: _while,
        ast.For: _for,
        ast.Break: _jump,
        ast.Continue: _jump,
        ast.Raise: _raise,
        ast.Pass: _pass,
    }


def _is_none(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is None
