"""Expressions as instructions: places, names, branches, calls."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass, field

from affray.compiler import status as codes
from affray.compiler.llvm.arithmetic import Arithmetic
from affray.compiler.source.kinds import (
    NOTHING,
    NUMBER,
    WORD,
    Binary,
    Built,
    Call,
    Choice,
    Compare,
    Const,
    Expr,
    FieldOf,
    Function,
    Gather,
    Item,
    Kind,
    Length,
    ListKind,
    Local,
    Logic,
    ModuleTuple,
    Unary,
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


@dataclass
class Frame:
    """What the names of a function stand for while it is written, and where it ends."""

    function: Function
    given: dict[str, str]
    """Parameters that are never given another value: what was handed over."""
    slots: dict[str, str] = field(default_factory=dict)
    is_set: dict[str, str] = field(default_factory=dict)
    loops: list[tuple[str, str]] = field(default_factory=list)
    end: str = ""
    """Where a function that is written into another goes on, with what it came to."""
    found: list[tuple[str, str]] = field(default_factory=list)


class Values(Arithmetic):
    """What an expression comes to, in a register."""

    frame: Frame

    # -- places

    def place(self, node: FieldOf | Item) -> tuple[str, Storage, str]:
        """Where a number lies, how wide it is, and what it may alias."""
        if isinstance(node, FieldOf):
            assert node.field.storage is not None
            return self.field_address(node), node.field.storage, self.tag_of(node)
        kind = node.items.kind
        assert isinstance(kind, ListKind)
        assert kind.storage is not None
        return self.item_address(node), kind.storage, self.tag_of(node.items)

    def tag_of(self, place: Expr) -> str:
        if not isinstance(place, FieldOf):
            return ""
        tag = self.emitter.tag(place.owner, place.field.name)
        fixed = self.emitter.program.is_fixed(place)
        most, storage = place.owner.counted.get(place.field.name), place.field.storage
        if most is not None and storage is not None:
            tag += self.emitter.range(storage, most)
            fixed = True  # a list stays as long as the encounter made it
        return tag + (", !invariant.load !0" if fixed else "")

    def field_address(self, node: FieldOf) -> str:
        return self.address_in(self.value(node.record), node.offset)

    def address_in(self, record: str, offset: int) -> str:
        if offset == 0:
            return record
        return self.put(f"getelementptr inbounds i8, ptr {record}, i64 {offset}")

    def element_address(self, base: str, kind: ListKind, index: str) -> str:
        return self.put(f"getelementptr inbounds [{kind.size} x i8], ptr {base}, i64 {index}")

    def item_address(self, node: Item) -> str:
        kind = node.items.kind
        assert isinstance(kind, ListKind)
        base, length = self.bounds(node.items)
        index = self.value(node.index)
        self.require_index(node, index, length)
        return self.element_address(base, kind, index)

    def require_index(self, node: Item, index: str, length: str) -> None:
        if length == "" or (index.isdigit() and length.isdigit() and int(index) < int(length)):
            return
        self.fail_if(self.put(f"icmp uge i64 {index}, {length}"), codes.INDEX, node.line)

    def bounds(self, items: Expr) -> tuple[str, str]:
        """Where elements begin and how many there are, '' where nobody says; found only once."""
        if isinstance(items, ModuleTuple):
            return self.emitter.table(items.kind.values), str(len(items.kind.values))
        kind = items.kind
        assert isinstance(kind, ListKind)
        if isinstance(items, FieldOf) and items.field.count and kind.layout:
            record = self.value(items.record)
            return self.address_in(record, items.offset), self._length_in(record, items)
        return self.value(items), str(kind.capacity) if kind.capacity else ""

    def _length_in(self, record: str, items: FieldOf) -> str:
        owner = items.owner
        count = owner.fields[items.field.count]
        assert count.storage is not None
        place = FieldOf(items.record, count, owner.offsets[count.name], NUMBER, owner, items.line)
        return self.read_number(
            self.address_in(record, place.offset), count.storage, self.tag_of(place)
        )

    def read_number(self, address: str, storage: Storage, tag: str) -> str:
        width = f"i{8 * storage.size}"
        found = self.put(f"load {width}, ptr {address}, align {storage.size}{tag}")
        return found if storage.size == 8 else self.put(f"sext {width} {found} to i64")

    # -- expressions

    def value(self, node: Expr) -> str:
        match node:
            case Const(value):
                return str(value if value < 1 << 63 else value - (1 << 64))
            case Local():
                return self._local(node)
            case FieldOf():
                address = self.field_address(node)
                if node.field.storage is None or node.field.is_list:
                    return address
                return self.read_number(address, node.field.storage, self.tag_of(node))
            case Item():
                return self._item(node)
            case Unary(op, operand, _, line):
                return self.unary(op, self.value(operand), line)
            case Binary(op, left, right, kind, line, wraps):
                return self.binary(op, self.value(left), right, line, wraps, left.kind is WORD)
            case Compare() | Logic():
                return self._truth_value(node)
            case Choice():
                return self._choice(node)
            case Call():
                return self._call(node)
            case Built(name, args, _, line):
                return self.built(name, args, line)
            case Length(items):
                return self.bounds(items)[1]
            case Gather():
                return self.gather(node)
            case ModuleTuple(kind):
                return self.emitter.table(kind.values)

    def gather(self, node: Gather) -> str:
        raise NotImplementedError

    def _local(self, node: Local) -> str:
        if node.may_be_unset:
            there = self.put(f"load i1, ptr {self.frame.is_set[node.name]}")
            self.fail_if(self.put(f"xor i1 {there}, 1"), codes.UNSET, node.line)
        if node.name in self.frame.given:
            return self.frame.given[node.name]
        return self.put(f"load {type_of(node.kind)}, ptr {self.frame.slots[node.name]}")

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
        return self.read_number(address, kind.storage, self.tag_of(node.items))

    def table_item(self, table: ModuleTuple, index: str) -> str:
        name = self.emitter.table(table.kind.values)
        address = self.put(f"getelementptr inbounds i64, ptr {name}, i64 {index}")
        return self.put(f"load i64, ptr {address}, align 8, !invariant.load !0")

    def _choice(self, node: Choice) -> str:
        known = self.known(node.test)
        if known is not None:
            return self.value(node.yes if known else node.no)
        yes, no, end = self.labels("yes", "no", "value")
        self.branch(node.test, yes, no)
        found = []
        for label, part in ((yes, node.yes), (no, node.no)):
            self.label(label)
            found.append((self.value(part), self.at))
            self.jump(end)
        return self.meet(end, found, type_of(node.kind))

    def _truth_value(self, node: Compare | Logic) -> str:
        if isinstance(node, Compare):
            if len(node.rest) == 1:
                op, right = node.rest[0]
                left = self.value(node.left)
                truth = self.put(f"icmp {op} i64 {left}, {self.value(right)}")
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
        match node:
            case Const() | Local():
                value = self._constant(node)
                return None if value is None else value != 0
            case Unary("not", operand):
                truth = self.known(operand)
                return None if truth is None else not truth
            case Compare(left, ((op, right),)):
                a, b = self._constant(left), self._constant(right)
                return None if a is None or b is None else COMPARED[op](a, b)
        return None

    def _constant(self, node: Expr) -> int | None:
        if isinstance(node, Const):
            return node.value
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
                    fits = self.put(f"icmp {op} i64 {held}, {other}")
                    held = other
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
        return self.meet(end, came, "i32")

    def write_in(self, node: Call) -> str:
        raise NotImplementedError

    def _called(self, node: Call) -> tuple[str, str]:
        """(the value, the status), '' for what there is none of."""
        args = [f"{type_of(arg.kind)} {self.value(arg)}" for arg in node.args]
        symbol = self.emitter.emit(node.function)
        fails = self.emitter.fails(node.function)
        called = f"fastcc {result_of(node.function, fails)} {symbol}({', '.join(args)})"
        if node.function.returns is NOTHING:
            if not fails:
                self.line(f"call {called}")
                return "", ""
            return "", self.put(f"call {called}")
        got = self.put(f"call {called}")
        if not fails:
            return got, ""
        value = self.put(f"extractvalue {{ i64, i32 }} {got}, 0")
        return value, self.put(f"extractvalue {{ i64, i32 }} {got}, 1")


def type_of(kind: Kind) -> str:
    return "ptr" if is_address(kind) else "i64"


def result_of(function: Function, fails: bool) -> str:
    if function.returns is NOTHING:
        return "i32" if fails else "void"
    return "{ i64, i32 }" if fails else "i64"
