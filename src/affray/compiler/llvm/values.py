"""Expressions as instructions: names, branches, calls."""

from __future__ import annotations

import operator
from collections.abc import Callable

from affray.compiler import status as codes
from affray.compiler.llvm.addresses import Addresses
from affray.compiler.llvm.arithmetic import SIMPLE
from affray.compiler.llvm.reach import is_narrow
from affray.compiler.llvm.spaces import SHARED
from affray.compiler.source.kinds import (
    NOTHING,
    WORD,
    Binary,
    Builtin,
    Call,
    Choice,
    Compare,
    Const,
    Expr,
    FieldOf,
    Function,
    Gather,
    Item,
    Length,
    ListKind,
    Local,
    Logic,
    ModuleTuple,
    RecordKind,
    Unary,
    ValueKind,
    is_address,
)
from affray.rules.layout import Storage

COMPARED: dict[str, Callable[[int, int], bool]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "slt": operator.lt,
    "sle": operator.le,
    "sgt": operator.gt,
    "sge": operator.ge,
}


class Values(Addresses):
    """What an expression comes to, in a register."""

    def value(self, node: Expr) -> str:
        match node:
            case Const(value):
                return str(value if value < 1 << 63 else value - (1 << 64))
            case Local():
                return self._local(node)
            case FieldOf():
                known = self._constant(node)
                if known is not None:
                    self._go_through(node)
                    return str(known)
                address = self.field_address(node)
                if node.field.storage is None or node.field.is_list:
                    return address
                return self._read_known(node, address, node.field.storage)
            case Item():
                return self._item(node)
            case Unary(op, operand, _, line):
                return self.unary(op, self.value(operand), line)
            case Binary(op, left, right, kind, line, wraps):
                if self.is_narrow(node):
                    return self.narrow_binary(op, self.value(left), self.value(right))
                return self.binary(op, self.value(left), right, line, wraps, left.kind is WORD)
            case Compare() | Logic():
                return self._truth_value(node)
            case Choice():
                return self._choice(node)
            case Call():
                return self._call(node)
            case Builtin(name, args, _, line):
                return self.built(name, args, line)
            case Length(items):
                return self.bounds(items)[1]
            case Gather():
                return self.gather(node)
            case ModuleTuple(kind):
                return self.table(kind.values)

    def is_narrow(self, node: Binary) -> bool:
        """Whether both numbers and what they come to keep to 32 bits."""
        parts = [self.reach(part) for part in (node, node.left, node.right)]
        by = parts[2]
        plain = node.op in SIMPLE or (node.op in ("//", "%") and by is not None and by[0] > 0)
        return plain and all(map(is_narrow, parts))

    def gather(self, node: Gather) -> str:
        raise NotImplementedError

    def _local(self, node: Local) -> str:
        if node.may_be_unset:
            there = self.put(f"load i1, ptr {self.frame.is_set[node.name]}")
            self.fail_if(self.put(f"xor i1 {there}, 1"), codes.UNSET, node.line)
        if node.name in self.frame.given:
            return self.frame.given[node.name]
        width = self.emitter.width_of(self.frame.function, node.name, node.kind)
        found = self.put(f"load {width}, ptr {self.frame.slots[node.name]}")
        return self.wide(found) if width == "i32" else self.emitter.space_of(node.kind) + found

    def _item(self, node: Item) -> str:
        if isinstance(node.items, ModuleTuple):
            index = self.value(node.index)
            self.require_index(node, index, str(len(node.items.kind.values)))
            return self.table_item(node.items, index)
        address = self.item_address(node)
        kind = node.items.kind
        assert isinstance(kind, ListKind)
        if kind.storage is None:
            return address
        if isinstance(node.items, FieldOf):
            return self._read_known(node.items, address, kind.storage)
        match node.items:
            case Builtin("numbers_at", (FieldOf() as at,)):
                span = self.emitter.facts.there(at)
                if span is not None and span.least == span.most:
                    return str(span.least)
        return self.read_number(address, kind.storage, "")

    def _read_known(self, place: FieldOf, address: str, storage: Storage) -> str:
        """A number, with what is known of it; of a pool, which dice there can be."""
        span = self.emitter.facts.span(place)
        if span is not None and span.least == span.most:
            return str(span.least)
        there = self._as_set_up(place, address)
        found = self.read_number(there or address, storage, self.tag_of(place))
        if span is None or not storage.is_pool:
            return found
        return self.put(f"and i64 {found}, {span.bits}")

    def _as_set_up(self, place: FieldOf, address: str) -> str:
        """Where a number nobody writes lies in the world as it was set up, '' where it does not."""
        emitter = self.emitter
        has_world = emitter.splitting or emitter.shares(place)
        if not has_world or not emitter.facts.is_in_world(place):
            return ""
        world = RecordKind(self.emitter.program.world)
        given = [self.frame.given.get(n, "") for n, k in self.frame.function.params if k == world]
        if not given or not given[0]:
            return ""
        width = "i32" if emitter.on_device else "i64"
        one, other = (self.put(f"ptrtoint ptr {a} to {width}") for a in (address, given[0]))
        far = self.put(f"sub {width} {one}, {other}")
        if not emitter.on_device:
            return self.put(f"getelementptr inbounds i8, ptr @world, i64 {far}")
        shared = self.address_in(SHARED + "@fixed", emitter.world_at)
        return self.beyond(shared, "i8", far, width)

    def _choice(self, node: Choice) -> str:
        known = self.known(node.test)
        if known is not None:
            return self.value(node.yes if known else node.no)
        yes, no, end = self.labels("yes", "no", "value")
        self.branch(node.test, yes, no)
        found = []
        for label, part in ((yes, node.yes), (no, node.no)):
            self.label(label)
            found.append((self.put_where(node.kind, self.value(part)), self.at))
            self.jump(end)
        return self.meet(end, found, node.kind)

    def _truth_value(self, node: Compare | Logic) -> str:
        if isinstance(node, Compare):
            if len(node.rest) == 1:
                op, right = node.rest[0]
                left = self.value(node.left)
                truth = self.compare(op, node.left, left, right, self.value(right))
                return self.put(f"zext i1 {truth} to i64")
            yes, no, end = self.labels("yes", "no", "value")
            self.branch(node, yes, no)
            for label in (yes, no):
                self.label(label)
                self.jump(end)
            return self.meet(end, [("1", yes), ("0", no)])
        return self._deciding(node)

    def _deciding(self, node: Logic) -> str:
        """The value that decides; those after it are not looked at."""
        (end,) = self.labels("value")
        found = []
        for part in node.values[:-1]:
            value = self.value(part)
            found.append((value, self.at))
            (after,) = self.labels("and" if node.is_and else "or")
            truth = self.put(f"icmp ne i64 {value}, 0")
            yes, no = (after, end) if node.is_and else (end, after)
            self.end(f"br i1 {truth}, label %{yes}, label %{no}")
            self.label(after)
        found.append((self.value(node.values[-1]), self.at))
        self.jump(end)
        return self.meet(end, found)

    def known(self, node: Expr) -> bool | None:
        """Whether a number is something, where that can be said now."""
        truth = self._truth(node)
        if truth is not None:
            self._go_through(node)
        return truth

    def _truth(self, node: Expr) -> bool | None:
        match node:
            case Const() | Local() | FieldOf():
                value = self._constant(node)
                return None if value is None else value != 0
            case Unary("not", operand):
                truth = self._truth(operand)
                return None if truth is None else not truth
            case Compare(left, ((op, right),)):
                a, b = self._constant(left), self._constant(right)
                return None if a is None or b is None else COMPARED[op](a, b)
        return None

    def _go_through(self, node: Expr) -> None:
        """What is done on the way to a number that is known: the index is watched, rules are
        called."""
        match node:
            case FieldOf(record):
                if not isinstance(record, Local):
                    self.value(record)
            case Unary(_, operand):
                self._go_through(operand)
            case Compare(left, ((_, right),)):
                self._go_through(left)
                self._go_through(right)

    def _constant(self, node: Expr) -> int | None:
        if isinstance(node, Const):
            return node.value
        if isinstance(node, FieldOf):
            return self.emitter.facts.of(node)
        given = self.frame.given.get(node.name, "") if isinstance(node, Local) else ""
        return int(given) if given.lstrip("-").isdigit() else None

    def branch(self, node: Expr, yes: str, no: str) -> None:
        """Go one of two ways, by whether a number is something."""
        truth = self.known(node)
        if truth is not None:
            self.jump(yes if truth else no)
            return
        match node:
            case Unary("not", operand):
                self.branch(operand, no, yes)
            case Logic(is_and, values):
                for part in values[:-1]:
                    known = self.known(part)
                    if known is is_and:
                        continue
                    if known is not None:
                        self.jump(no if is_and else yes)
                        return
                    (after,) = self.labels("and" if is_and else "or")
                    self.branch(part, *((after, no) if is_and else (yes, after)))
                    self.label(after)
                self.branch(values[-1], yes, no)
            case Compare(left, rest):
                held = self.value(left)
                for k, (op, right) in enumerate(rest):
                    other = self.value(right)
                    fits = self.compare(op, left, held, right, other)
                    left, held = right, other
                    (after,) = self.labels("chain") if k < len(rest) - 1 else (yes,)
                    self.end(f"br i1 {fits}, label %{after}, label %{no}")
                    if after is not yes:
                        self.label(after)
            case _:
                some = self.put(f"icmp ne i64 {self.value(node)}, 0")
                self.end(f"br i1 {some}, label %{yes}, label %{no}")

    def _call(self, node: Call) -> str:
        if self.emitter.is_written_in(node.function):
            return self.write_in(node)
        found, status = self._called(node)
        if status:
            self.hand_on(status)
        return found

    def attempt(self, node: Call) -> str:
        """The status a call comes to, '' where it never fails."""
        if not self.emitter.is_written_in(node.function):
            return self._called(node)[1]
        kept = self.leaving, self.left
        self.leaving, (self.left,) = [], self.labels("left")
        self.write_in(node)
        came, end = [*self.leaving, ("0", self.at)], self.left
        self.leaving, self.left = kept
        return self.meet(end, came, width="i32")

    def write_in(self, node: Call) -> str:
        raise NotImplementedError

    def _handed(self, function: Function, name: str, kind: ValueKind, value: str) -> str:
        """A value as a function takes it under that name."""
        if is_address(kind):
            return f"ptr {self.put_where(kind, value)}"
        if self.emitter.width_of(function, name, kind) == "i32":
            return f"i32 {self.narrow(value)}"
        return f"i64 {value}"

    def _called(self, node: Call) -> tuple[str, str]:
        """(the value, the status), '' for what there is none of."""
        args = [
            self._handed(node.function, name, kind, self.value(arg))
            for arg, (name, kind) in zip(node.args, node.function.params, strict=True)
        ]
        symbol = self.emitter.emit(node.function)
        fails = self.emitter.fails(node.function)
        result = self.emitter.result_of(node.function)
        called = f"fastcc {result} {symbol}({', '.join(args)})"
        if node.function.returns is NOTHING:
            if not fails:
                self.line(f"call {called}")
                return "", ""
            return "", self.put(f"call {called}")
        got = self.put(f"call {called}")
        if not fails:
            return self.wide(got) if result == "i32" else got, ""
        value = self.put(f"extractvalue {{ i64, i32 }} {got}, 0")
        return value, self.put(f"extractvalue {{ i64, i32 }} {got}, 1")
