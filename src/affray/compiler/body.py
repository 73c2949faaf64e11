"""One function's statements and expressions as instructions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.compiler import status as codes
from affray.compiler.arithmetic import Arithmetic
from affray.compiler.kinds import (
    NOTHING,
    NUMBER,
    WORD,
    Assign,
    Augment,
    Binary,
    Built,
    Call,
    Choice,
    Compare,
    Const,
    Count,
    Do,
    Each,
    Expr,
    FieldOf,
    Function,
    If,
    Item,
    Jump,
    Kind,
    Leave,
    Length,
    ListKind,
    Local,
    Logic,
    Return,
    Stmt,
    Table,
    Unary,
    While,
    is_address,
)
from affray.layout import Storage

if TYPE_CHECKING:
    from affray.compiler.emit import Emitter


class Body(Arithmetic):
    """Writes one function."""

    def __init__(self, emitter: Emitter, function: Function) -> None:
        super().__init__(emitter, function)
        self.assigned = _assigned(list(function.body))
        self.loops: list[tuple[str, str]] = []

    def write(self) -> list[str]:
        symbol = self.emitter.symbols[self.function]
        self._enter()
        self.block(self.function.body)
        if not self.ended:
            self.leave_with(None)
        taken = ", ".join(f"{_type(kind)} %p_{name}" for name, kind in self.function.params)
        head = f"define internal fastcc {self.result} {symbol}({taken}) nounwind {{"
        return [head, "entry:", *self.entry, "  br label %start", "start:", *self.lines,
                *self._left(), "}"]  # fmt: skip

    def _enter(self) -> None:
        params = dict(self.function.params)
        for name, kind in self.function.locals.items():
            if name in params and name not in self.assigned:
                continue
            self.entry.append(f"  %v_{name} = alloca {_type(kind)}")
            if name in params:
                self.entry.append(f"  store {_type(kind)} %p_{name}, ptr %v_{name}")
        for name in sorted(self.function.unset):
            self.entry += [f"  %u_{name} = alloca i1", f"  store i1 0, ptr %u_{name}"]
        self.slots = self.assigned | (self.function.locals.keys() - params.keys())

    def _left(self) -> list[str]:
        """Where every way out that is not the usual one ends: the status goes to the caller."""
        if not self.leaving:
            return []
        came = ", ".join(f"[ {status}, %{block} ]" for status, block in self.leaving)
        lines = ["leave:", f"  %status = phi i32 {came}"]
        if self.result == "i32":
            return [*lines, "  ret i32 %status"]
        return [*lines, "  %left = insertvalue { i64, i32 } zeroinitializer, i32 %status, 1",
                "  ret { i64, i32 } %left"]  # fmt: skip

    def leave_with(self, value: str | None) -> None:
        """Come to the end, with a value where there is one."""
        if self.result == "void":
            self.end("ret void")
        elif self.result == "i32":
            self.end("ret i32 0")
        elif self.result == "i64":
            self.end(f"ret i64 {value or 0}")
        elif value is None:
            self.end("ret { i64, i32 } zeroinitializer")
        else:
            made = self.put(f"insertvalue {{ i64, i32 }} zeroinitializer, i64 {value}, 0")
            self.end(f"ret {{ i64, i32 }} {made}")

    # -- statements

    def block(self, statements: list[Stmt]) -> None:
        for statement in statements:
            if self.ended:
                return
            self.statement(statement)

    def statement(self, node: Stmt) -> None:
        match node:
            case Assign(target, value, line):
                self.store(target, self.value(value), line)
            case Augment():
                self._augment(node)
            case Do(value):
                self.value(value)
            case If(test, then, other):
                self._if(test, then, other)
            case While(test, body, other):
                self._while(test, body, other)
            case Count():
                self._count(node)
            case Each():
                self._each(node)
            case Return(value):
                self.leave_with(None if value is None else self.value(value))
            case Leave(error, line):
                status = self.emitter.status(codes.RAISED + error, self.function.file, line)
                self.leaving.append((str(status), self.at))
                self.end("br label %leave")
            case Jump(is_break):
                self.end(f"br label %{self.loops[-1][1 if is_break else 0]}")

    def store(self, target: Local | FieldOf | Item, value: str, line: int) -> None:
        if isinstance(target, Local):
            self.line(f"store {_type(target.kind)} {value}, ptr %v_{target.name}")
            if target.name in self.function.unset:
                self.line(f"store i1 1, ptr %u_{target.name}")
            return
        address, storage, tag = self.place(target)
        self.write_number(address, storage, tag, value, line)

    def write_number(self, address: str, storage: Storage, tag: str, value: str, line: int) -> None:
        if storage.size == 8:
            self.line(f"store i64 {value}, ptr {address}, align 8{tag}")
            return
        width = f"i{8 * storage.size}"
        narrow = self.put(f"trunc i64 {value} to {width}")
        if self.emitter.checked:
            again = self.put(f"sext {width} {narrow} to i64")
            self.fail_if(self.put(f"icmp ne i64 {again}, {value}"), codes.MISFIT, line)
        self.line(f"store {width} {narrow}, ptr {address}, align {storage.size}{tag}")

    def _augment(self, node: Augment) -> None:
        if isinstance(node.target, Local):
            before = self.value(node.target)
            self.store(node.target, self.binary(node.op, before, node.value, node.line), node.line)
            return
        address, storage, tag = self.place(node.target)
        before = self.read_number(address, storage, tag)
        after = self.binary(node.op, before, node.value, node.line)
        self.write_number(address, storage, tag, after, node.line)

    def _if(self, test: Expr, then: list[Stmt], other: list[Stmt]) -> None:
        yes, no, end = self.labels("then", "else", "end")
        self.branch(test, yes, no if other else end)
        self.label(yes)
        self.block(then)
        self.jump(end)
        if other:
            self.label(no)
            self.block(other)
            self.jump(end)
        self.label(end)

    def _while(self, test: Expr, body: list[Stmt], other: list[Stmt]) -> None:
        head, inside, over, end = self.labels("while", "do", "over", "end")
        self.jump(head)
        self.label(head)
        self.branch(test, inside, over)
        self.label(inside)
        self._inside(body, head, end)
        self.jump(head)
        self._over(over, other, end)

    def _inside(self, body: list[Stmt], again: str, end: str) -> None:
        self.loops.append((again, end))
        self.block(body)
        self.loops.pop()

    def _over(self, over: str, other: list[Stmt], end: str) -> None:
        self.label(over)
        self.block(other)
        self.jump(end)
        self.label(end)

    def _count(self, node: Count) -> None:
        start, stop = self.value(node.start), self.value(node.stop)
        compare = "sgt" if node.step < 0 else "slt"
        at = self.slot("i64")
        self.line(f"store i64 {start}, ptr {at}")
        head, inside, again, over, end = self.labels("for", "each", "next", "over", "end")
        self.jump(head)
        self.label(head)
        k = self.put(f"load i64, ptr {at}")
        self.end(f"br i1 {self.put(f'icmp {compare} i64 {k}, {stop}')}, label %{inside}, label %{over}")
        self.label(inside)
        self.store(node.target, k, 0)
        self._inside(node.body, again, end)
        self.jump(again)
        self.label(again)
        k = self.put(f"load i64, ptr {at}")
        self.line(f"store i64 {self.put(f'add i64 {k}, {node.step}')}, ptr {at}")
        self.jump(head)
        self._over(over, node.other, end)

    def _each(self, node: Each) -> None:
        """Walk a list's elements, as many as it has now."""
        base = self.value(node.items)
        length = self.length(node.items)
        at = self.slot("i64")
        self.line(f"store i64 0, ptr {at}")
        head, inside, again, over, end = self.labels("for", "each", "next", "over", "end")
        self.jump(head)
        self.label(head)
        k = self.put(f"load i64, ptr {at}")
        self.end(f"br i1 {self.put(f'icmp slt i64 {k}, {length}')}, label %{inside}, label %{over}")
        self.label(inside)
        self.store(node.target, self._element(node.items, base, k), 0)
        self._inside(node.body, again, end)
        self.jump(again)
        self.label(again)
        k = self.put(f"load i64, ptr {at}")
        self.line(f"store i64 {self.put(f'add i64 {k}, 1')}, ptr {at}")
        self.jump(head)
        self._over(over, node.other, end)

    def _element(self, items: Expr, base: str, k: str) -> str:
        if isinstance(items, Table):
            return self._table_item(items, k)
        kind = items.kind
        assert isinstance(kind, ListKind)
        address = self.element_address(base, kind, k)
        if kind.storage is None:
            return address
        return self.read_number(address, kind.storage, self.tag_of(items))

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
        return tag + (", !invariant.load !0" if fixed else "")

    def field_address(self, node: FieldOf) -> str:
        record = self.value(node.record)
        if node.offset == 0:
            return record
        return self.put(f"getelementptr inbounds i8, ptr {record}, i64 {node.offset}")

    def element_address(self, base: str, kind: ListKind, index: str) -> str:
        return self.put(f"getelementptr inbounds [{kind.size} x i8], ptr {base}, i64 {index}")

    def item_address(self, node: Item) -> str:
        kind = node.items.kind
        assert isinstance(kind, ListKind)
        base = self.value(node.items)
        index = self.value(node.index)
        self.require_index(node, index)
        return self.element_address(base, kind, index)

    def require_index(self, node: Item, index: str) -> None:
        length = self.length(node.items)
        if length == "" or (index.isdigit() and length.isdigit() and int(index) < int(length)):
            return
        self.fail_if(self.put(f"icmp uge i64 {index}, {length}"), codes.INDEX, node.line)

    def length(self, items: Expr) -> str:
        """How many elements there are; '' where nobody says."""
        if isinstance(items, Table):
            return str(len(items.kind.values))
        kind = items.kind
        assert isinstance(kind, ListKind)
        if isinstance(items, FieldOf) and items.field.count and kind.layout:
            count = items.owner.fields[items.field.count]
            offset = items.owner.offsets[items.field.count]
            return self.value(FieldOf(items.record, count, offset, NUMBER, items.owner, items.line))
        return str(kind.capacity) if kind.capacity else ""

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
            case Built(name, args):
                return self.built(name, args)
            case Length(items):
                return self.length(items)
            case Table(kind):
                return self.emitter.table(kind.values)

    def _local(self, node: Local) -> str:
        if node.may_be_unset:
            there = self.put(f"load i1, ptr %u_{node.name}")
            self.fail_if(self.put(f"xor i1 {there}, 1"), codes.UNSET, node.line)
        if node.name not in self.slots:
            return f"%p_{node.name}"
        return self.put(f"load {_type(node.kind)}, ptr %v_{node.name}")

    def _item(self, node: Item) -> str:
        if isinstance(node.items, Table):
            index = self.value(node.index)
            self.require_index(node, index)
            return self._table_item(node.items, index)
        address = self.item_address(node)
        kind = node.items.kind
        assert isinstance(kind, ListKind)
        if kind.storage is None:
            return address
        return self.read_number(address, kind.storage, self.tag_of(node.items))

    def _table_item(self, table: Table, index: str) -> str:
        name = self.emitter.table(table.kind.values)
        address = self.put(f"getelementptr inbounds i64, ptr {name}, i64 {index}")
        return self.put(f"load i64, ptr {address}, align 8, !invariant.load !0")

    def _choice(self, node: Choice) -> str:
        yes, no, end = self.labels("yes", "no", "value")
        self.branch(node.test, yes, no)
        found = []
        for label, part in ((yes, node.yes), (no, node.no)):
            self.label(label)
            found.append((self.value(part), self.at))
            self.jump(end)
        return self.meet(end, found, _type(node.kind))

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

    def branch(self, node: Expr, yes: str, no: str) -> None:
        """Go one of two ways, by whether a number is something."""
        match node:
            case Const(value):
                self.jump(yes if value else no)
            case Unary("not", operand):
                self.branch(operand, no, yes)
            case Logic(is_and, values):
                for part in values[:-1]:
                    (after,) = self.labels("and" if is_and else "or")
                    self.branch(part, *((after, no) if is_and else (yes, after)))
                    self.label(after)
                self.branch(values[-1], yes, no)
            case Compare(left, rest):
                held = self.value(left)
                for k, (op, right) in enumerate(rest):
                    other = self.value(right)
                    truth = self.put(f"icmp {op} i64 {held}, {other}")
                    held = other
                    (after,) = self.labels("chain") if k < len(rest) - 1 else (yes,)
                    self.end(f"br i1 {truth}, label %{after}, label %{no}")
                    if after is not yes:
                        self.label(after)
            case _:
                truth = self.put(f"icmp ne i64 {self.value(node)}, 0")
                self.end(f"br i1 {truth}, label %{yes}, label %{no}")

    def _call(self, node: Call) -> str:
        found, status = self.call(node)
        if status:
            self.hand_on(status)
        return found

    def call(self, node: Call) -> tuple[str, str]:
        """(the value, the status), '' for what there is none of."""
        args = [f"{_type(arg.kind)} {self.value(arg)}" for arg in node.args]
        symbol = self.emitter.emit(node.function)
        fails = self.emitter.fails(node.function)
        called = f"fastcc {_result(node.function, fails)} {symbol}({', '.join(args)})"
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


def _type(kind: Kind) -> str:
    return "ptr" if is_address(kind) else "i64"


def _result(function: Function, fails: bool) -> str:
    if function.returns is NOTHING:
        return "i32" if fails else "void"
    return "{ i64, i32 }" if fails else "i64"


def _assigned(body: list[Stmt]) -> set[str]:
    """Names that are given a value somewhere in these statements."""
    out: set[str] = set()
    left: list[object] = list(body)
    while left:
        node = left.pop()
        target = getattr(node, "target", None)
        if isinstance(target, Local):
            out.add(target.name)
        for part in ("body", "then", "other"):
            left.extend(getattr(node, part, ()))
    return out
