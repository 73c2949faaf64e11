"""The expressions of the subset, read into typed ones."""

from __future__ import annotations

import ast
import builtins
import operator
from collections.abc import Callable
from dataclasses import replace
from enum import IntEnum
from typing import Any, ClassVar, NoReturn

from affray.compiler.source.foreign import foreign
from affray.compiler.source.kinds import (
    NOTHING,
    NUMBER,
    WORD,
    Binary,
    Builtin,
    Choice,
    Compare,
    Const,
    Expr,
    FieldOf,
    Function,
    Item,
    ListKind,
    Local,
    Logic,
    ModuleTuple,
    Plain,
    RecordKind,
    TupleKind,
    Unary,
    ValueKind,
    kind_of_storage,
)
from affray.compiler.source.program import Program
from affray.compiler.source.sources import OutsideSubset, changing_in
from affray.compiler.source.surely import is_natural, is_simple, is_whole
from affray.rules.layout import Field

M64 = (1 << 64) - 1
LARGEST = (1 << 63) - 1

OPERATORS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.LShift: "<<",
    ast.RShift: ">>",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
}
WRITTEN = tuple(OPERATORS.values())
FOLDED: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
}
SMALLER = "write a smaller one"
COMPARISONS: dict[type[ast.cmpop], str] = {
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "slt",
    ast.LtE: "sle",
    ast.Gt: "sgt",
    ast.GtE: "sge",
}
FOREIGN: dict[type[ast.operator], str] = {ast.Pow: "**", ast.MatMult: "@"}
RING = ("+", "-", "*")
"""What may be cut off at 64 bits without changing the bits that stay."""


class Expressions:
    """Reads the expressions of one function."""

    def __init__(self, program: Program, function: Function, names: dict[str, Any]) -> None:
        self.program = program
        self.function = function
        self.names = names
        self.changing = changing_in(function.source)
        self.bound: set[str] = set()
        self.inner: dict[str, Local] = {}
        self.given: set[str] | None = set()
        self.is_rule = function.source in program.rules

    def refuse(self, node: ast.AST, found: str, write: str = "") -> NoReturn:
        line = getattr(node, "lineno", 0)
        raise OutsideSubset(self.function.file, line, found, write)

    def outer(self, name: str) -> Any:
        """What a name of the module or of Python stands for; None for the function's own."""
        if name in self.bound or name in self.inner:
            return None
        return self.names.get(name, getattr(builtins, name, None))

    def number(self, node: ast.expr) -> Expr:
        value = self.any_value(node)
        if value.kind is not NUMBER:
            what = self.program.hint(value.kind)
            self.refuse(node, f"{ast.unparse(node)}, {value.kind.name}, for a number", what)
        return value

    def plain(self, node: ast.expr) -> Expr:
        value = self.any_value(node)
        if not isinstance(value.kind, Plain) or value.kind is NOTHING:
            what = self.program.hint(value.kind)
            self.refuse(node, f"{ast.unparse(node)}, {value.kind.name}, for a number", what)
        return value

    def as_kind(self, value: Expr, kind: ValueKind, node: ast.AST) -> Expr:
        """A value where one of this kind is wanted; numbers known to fit a word become one."""
        if value.kind == kind or (kind is WORD and is_natural(value)):
            return value
        write = "write as_word" if (value.kind, kind) == (NUMBER, WORD) else ""
        return self.refuse(node, f"{value.kind.name} where {kind.name} is wanted", write)

    def any_value(self, node: ast.expr) -> Expr:
        reader = self._READERS.get(type(node))
        if reader is None:
            self.refuse(node, *foreign(node))
        self.function.size += 1
        made: Expr = reader(self, node)
        return made

    # -- names and constants

    def _constant(self, node: ast.Constant) -> Expr:
        value = node.value
        if isinstance(value, str):
            self.refuse(node, f"English: {value!r}", "rules hold none; words.py does")
        if value is None:
            self.refuse(node, "None", "use -1 for nobody")
        if isinstance(value, float):
            self.refuse(node, f"a number with a point: {value}", "write whole numbers")
        if not isinstance(value, int):
            self.refuse(node, repr(value), "write whole numbers")
        return self.const(int(value), node)

    def const(self, value: int, node: ast.AST) -> Const:
        most = LARGEST if self.is_rule else M64
        if self.is_rule and (1 << 62) - 1 < value <= most and isinstance(node, ast.Constant):
            self.refuse(node, f"a number past bit 61: {value}", "masks hold bits 0 to 61")
        if not -LARGEST - 1 <= value <= most:
            self.refuse(node, f"a number past 64 bits: {value}", SMALLER)
        return Const(value, NUMBER if value <= LARGEST else WORD)

    def worked_out(self, value: int, node: ast.AST) -> Const:
        """What constants come to; CPython goes on counting where a register has no more bits."""
        if not -LARGEST - 1 <= value <= LARGEST:
            self.refuse(node, f"{ast.unparse(node)}, which is past 64 bits", SMALLER)
        return Const(value)

    def _folded(self, op: str, a: int, b: int, node: ast.AST) -> int | None:
        """What two constants come to; None where that goes wrong."""
        if (op in ("//", "%") and b == 0) or (op in ("<<", ">>") and b < 0):
            return None
        if op == "<<" and b > 63:  # CPython would write out every one of its bits
            return self.worked_out(a and 1 << 64, node).value
        return FOLDED[op](a, min(b, 64) if op == ">>" else b)

    def _name(self, node: ast.Name) -> Expr:
        name = node.id
        if name in self.inner:
            return self.inner[name]
        if name in self.function.locals:
            kind = self.function.locals[name]
            unset = self.given is not None and name not in self.given
            if unset:
                self.function.unset.add(name)
                self.function.fails = True
            return Local(name, kind, unset, node.lineno)
        if name in self.names and name not in self.bound:
            return self._global(self.names[name], name, node)
        if hasattr(builtins, name) and name not in self.bound:
            self.refuse(node, name, "write a number")
        return self.refuse(node, f"{name}, which has no value yet", "give it one before it is read")

    def _global(self, value: Any, name: str, node: ast.AST) -> Expr:
        if name in self.changing:
            self.refuse(
                node, f"the global {name}, which a global statement changes", "keep it in the world"
            )
        if is_whole(value):
            return self.const(int(value), node)
        if isinstance(value, tuple) and value and all(map(is_whole, value)):
            for v in value:
                if not -LARGEST - 1 <= v <= LARGEST:
                    self.refuse(node, f"a number past 64 bits in {name}: {v}", SMALLER)
            return ModuleTuple(TupleKind(tuple(int(v) for v in value)))
        return self.refuse(
            node,
            f"the global {name}, a {type(value).__name__}",
            "a rule may use whole numbers, enums and tuples of numbers",
        )

    def _attribute(self, node: ast.Attribute) -> Expr:
        if isinstance(node.value, ast.Name):
            owner = self.outer(node.value.id)
            if isinstance(owner, type) and issubclass(owner, IntEnum):
                if node.attr not in owner.__members__:
                    self.refuse(node, ast.unparse(node), f"it has {', '.join(owner.__members__)}")
                return self._global(owner[node.attr], ast.unparse(node), node)
        record = self.any_value(node.value)
        if not isinstance(record.kind, RecordKind):
            self.refuse(node, f".{node.attr} of {record.kind.name}", "only records have fields")
        layout = record.kind.layout
        if self.is_rule and layout is self.program.ask:
            self.refuse(node, f"ask.{node.attr}", "ask through the seam")
        field = layout.fields.get(node.attr)
        if field is None:
            self.refuse(node, f"{layout.name}.{node.attr}", "there is no such field")
        return self.field_of(record, field, node.lineno)

    def field_of(self, record: Expr, field: Field, line: int) -> FieldOf:
        assert isinstance(record.kind, RecordKind)
        layout = record.kind.layout
        kind: ValueKind = (
            kind_of_storage(field.storage) if field.storage else RecordKind(field.layout)
        )
        found = FieldOf(record, field, layout.offsets[field.name], kind, layout, line)
        if not field.is_list:
            return found
        inner = None if field.storage else field.layout
        fixed = self.program.may_be_fixed(found)
        return replace(found, kind=ListKind(field.storage, inner, field.capacity, fixed))

    def _subscript(self, node: ast.Subscript) -> Expr:
        items = self.any_value(node.value)
        if not isinstance(items.kind, ListKind | TupleKind):
            self.refuse(node, f"an element of {items.kind.name}", "only lists and tuples have some")
        index = self.number(node.slice)
        length = self.length_of(items)
        if isinstance(index, Const):
            if index.value < 0:
                self.refuse(node, "a negative index", "count from the front")
            if length is not None and index.value >= length:
                last = f"the last is element {length - 1}"
                self.refuse(node, f"element {index.value} of a list of {length}", last)
        if not isinstance(index, Const) or length is None:
            self.function.fails = True
        if isinstance(items, ModuleTuple):
            if isinstance(index, Const):
                return Const(items.kind.values[index.value])
            return Item(items, index, NUMBER, node.lineno)
        assert isinstance(items.kind, ListKind)
        return Item(items, index, items.kind.element, node.lineno)

    def length_of(self, items: Expr) -> int | None:
        """How long a list is, where that is known now."""
        if isinstance(items, ModuleTuple):
            return len(items.kind.values)
        assert isinstance(items.kind, ListKind)
        counted = isinstance(items, FieldOf) and items.field.count and items.kind.layout
        return None if counted or not items.kind.capacity else items.kind.capacity

    # -- operators

    def operator(self, op: ast.operator, node: ast.AST) -> str:
        if type(op) not in OPERATORS:
            if isinstance(op, ast.Div):
                self.refuse(node, "a division that gives a fraction", "write //")
            self.refuse(
                node,
                f"the operator {FOREIGN.get(type(op), type(op).__name__)}",
                f"there are {' '.join(WRITTEN)}",
            )
        return OPERATORS[type(op)]

    def may_fail(self, op: str, right: Expr, node: ast.AST) -> None:
        """What is wrong whenever it is run is refused; what may be wrong hands a status back."""
        if isinstance(right, Const) and op in ("<<", ">>") and right.value < 0:
            self.refuse(node, "a shift by less than nothing", "shift the other way")
        if isinstance(right, Const) and op in ("//", "%") and right.value == 0:
            self.refuse(node, "a division by zero", "divide by something")
        is_sure = isinstance(right, Const) and (
            0 <= right.value < 64 if op in ("<<", ">>") else right.value not in (0, -1)
        )
        if op in ("//", "%", "<<", ">>") and not is_sure:
            self.function.fails = True

    def _binary(self, node: ast.BinOp) -> Expr:
        op = self.operator(node.op, node)
        if op == "&" and self._is_m64(node.right):
            return self._as_word(self._wrapped(node.left))
        left, right = self.plain(node.left), self.plain(node.right)
        if isinstance(left, Const) and isinstance(right, Const):
            folded = self._folded(op, left.value, right.value, node)
            is_word = WORD in (left.kind, right.kind)
            if folded is not None and not (is_word and not -LARGEST - 1 <= folded <= LARGEST):
                return self.worked_out(folded, node)
        self.may_fail(op, right, node)
        return Binary(op, left, right, self._result(op, left, right, node), node.lineno)

    def _result(self, op: str, left: Expr, right: Expr, node: ast.AST) -> ValueKind:
        if WORD not in (left.kind, right.kind):
            return NUMBER
        if op == ">>" and isinstance(right, Const) and right.value > 0:
            return NUMBER  # the sign is free again
        if op == "&" or (op in ("|", "^") and is_natural(left) and is_natural(right)):
            return WORD
        return self.refuse(node, f"a word of 64 bits under {op}", "cut it off with & M64")

    def _is_m64(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Name):
            return bool(self.outer(node.id) == M64)
        return isinstance(node, ast.Constant) and node.value == M64

    def _wrapped(self, node: ast.expr) -> Expr:
        """An expression under `& M64`: what leaves 64 bits is lost, as it would be in CPython."""
        if isinstance(node, ast.BinOp) and OPERATORS.get(type(node.op)) in RING:
            op = OPERATORS[type(node.op)]
            left, right = self._wrapped(node.left), self._wrapped(node.right)
            return Binary(op, left, right, WORD, node.lineno, wraps=True)
        return self.plain(node)

    def _as_word(self, value: Expr) -> Expr:
        if isinstance(value, Const):
            cut = value.value & M64
            return Const(cut, NUMBER if cut <= LARGEST else WORD)
        return value if value.kind is WORD else Builtin("as_word", (value,), WORD)

    def _unary(self, node: ast.UnaryOp) -> Expr:
        operand = self.number(node.operand)
        if isinstance(node.op, ast.UAdd):
            return operand
        op = {ast.USub: "-", ast.Invert: "~", ast.Not: "not"}[type(node.op)]
        if isinstance(operand, Const):
            value = operand.value
            found = {"-": -value, "~": ~value, "not": int(not value)}[op]
            return self.worked_out(found, node)
        return Unary(op, operand, NUMBER, node.lineno)

    def _compare(self, node: ast.Compare) -> Expr:
        if any(isinstance(op, ast.In | ast.NotIn) for op in node.ops):
            return self._is_in(node)
        left = self.number(node.left)
        rest = []
        for op, right in zip(node.ops, node.comparators, strict=True):
            if type(op) not in COMPARISONS:
                self.refuse(node, "an 'is'", "write == or !=; records are known by their index")
            rest.append((COMPARISONS[type(op)], self.number(right)))
        return Compare(left, tuple(rest))

    def _is_in(self, node: ast.Compare) -> Expr:
        """`x in TUPLE` for a tuple of the module."""
        table = self.any_value(node.comparators[0])
        value = self.number(node.left)
        if len(node.ops) > 1 or not isinstance(table, ModuleTuple) or not is_simple(value):
            self.refuse(node, "an 'in' of this form", "write name in TUPLE, or a mask and contains")
        is_in = Logic(False, tuple(Compare(value, (("eq", Const(v)),)) for v in table.kind.values))
        if isinstance(node.ops[0], ast.NotIn):
            return Unary("not", is_in, NUMBER, node.lineno)
        return is_in

    def _logic(self, node: ast.BoolOp) -> Expr:
        values = tuple(self.number(value) for value in node.values)
        return Logic(isinstance(node.op, ast.And), values)

    def _choice(self, node: ast.IfExp) -> Expr:
        test, yes, no = self.number(node.test), self.any_value(node.body), None
        no = self.any_value(node.orelse)
        if yes.kind != no.kind or yes.kind is NOTHING or isinstance(yes.kind, TupleKind):
            self.refuse(node, f"{yes.kind.name} or else {no.kind.name}", "write two of a kind")
        if isinstance(yes.kind, ListKind) and yes.kind.layout:
            self.refuse(node, "one of two lists of records", "choose between two records")
        return Choice(test, yes, no, yes.kind)

    def call(self, node: ast.Call) -> Expr:
        raise NotImplementedError

    _READERS: ClassVar[dict[type[ast.expr], Callable[[Any, Any], Expr]]] = {
        ast.Constant: _constant,
        ast.Name: _name,
        ast.Attribute: _attribute,
        ast.Subscript: _subscript,
        ast.BinOp: _binary,
        ast.UnaryOp: _unary,
        ast.Compare: _compare,
        ast.BoolOp: _logic,
        ast.IfExp: _choice,
        ast.Call: lambda self, node: self.call(node),
    }
