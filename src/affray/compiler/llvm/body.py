"""One function's statements as instructions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.compiler import status as codes
from affray.compiler.llvm.addresses import Frame
from affray.compiler.llvm.loops import Loops
from affray.compiler.llvm.reach import Reach, is_narrow
from affray.compiler.llvm.splitting import LEAST, MOST
from affray.compiler.source.kinds import (
    NOTHING,
    NUMBER,
    Assign,
    Augment,
    Binary,
    Bits,
    Call,
    Count,
    Do,
    Each,
    Expr,
    FieldOf,
    Function,
    If,
    Item,
    Jump,
    Local,
    Loop,
    Raise,
    Return,
    Stmt,
    ValueKind,
    While,
    is_address,
)
from affray.rules.layout import Storage

if TYPE_CHECKING:
    from affray.compiler.llvm.emit import Emitter


class Body(Loops):
    """Writes one function."""

    def __init__(self, emitter: Emitter, function: Function) -> None:
        super().__init__(emitter, function)
        space_of = emitter.space_of
        taken = {name: f'{space_of(kind)}%"p_{name}"' for name, kind in function.params}
        self.frame = Frame(function, taken)
        self.copies = 1

    def write(self) -> list[str]:
        symbol = self.emitter.symbols[self.function]
        self._enter()
        self.block(self.function.body)
        if not self.ended:
            self.leave_with(None)
        width_of = self.emitter.width_of
        widths = {n: width_of(self.function, n, kind) for n, kind in self.function.params}
        taken = ", ".join(
            f'{width} %"{"n" if width == "i32" else "p"}_{n}"' for n, width in widths.items()
        )
        self.entry += [
            f'  %"p_{n}" = sext i32 %"n_{n}" to i64'
            for n, width in widths.items()
            if width == "i32"
        ]
        seldom = "cold noinline " if self.emitter.is_seldom(self.function) else ""
        head = f"define internal fastcc {self.result} {symbol}({taken}) {seldom}nounwind {{"
        return [head, "entry:", *self.entry, "  br label %start", "start:", *self.lines,
                *self._left(), "}"]  # fmt: skip

    def _enter(self) -> None:
        """A place for every name that can be given another value."""
        assigned = _assigned(list(self.function.body))
        for name, kind in self.function.locals.items():
            if name in self.frame.given and name not in assigned:
                continue
            width = self.emitter.width_of(self.function, name, kind)
            self.frame.slots[name] = self.slot(width, f"{name}.")
            if name in self.frame.given:
                self._set(name, kind, self.frame.given.pop(name))
        for name in sorted(self.function.unset):
            self.frame.is_set[name] = self.slot("i1", f"{name}.is.")
            self.line(f"store i1 0, ptr {self.frame.is_set[name]}")

    def _set(self, name: str, kind: ValueKind, value: str) -> None:
        slot = self.frame.slots[name]
        if is_address(kind):
            self.line(f"store ptr {self.put_where(kind, value)}, ptr {slot}")
        elif self.emitter.width_of(self.frame.function, name, kind) == "i32":
            self.line(f"store i32 {self.narrow(value)}, ptr {slot}")
        else:
            self.line(f"store i64 {value}, ptr {slot}")

    def write_in(self, node: Call) -> str:
        """A function written where it is called: what goes wrong in it leaves both at once."""
        return self._for_each(node.function, [self.value(arg) for arg in node.args])

    def _for_each(self, function: Function, values: list[str]) -> str:
        """Written for each whom it can be about, where that is worth it, and for anybody."""
        at, many = self._split(function, values)
        if not many:
            return self._written(function, values)
        *ways, other, end = self.labels(*(f"for{k}." for k in range(many)), "other", "met")
        cases = " ".join(f"i64 {k}, label %{way}" for k, way in enumerate(ways))
        self.end(f"switch i64 {values[at]}, label %{other} [ {cases} ]")
        found, copies = [], self.copies
        for k, way in enumerate(ways):
            self.copies = copies * many
            self.label(way)
            found.append((self._for_each(function, _replaced(values, at, str(k))), self.at))
            self.jump(end)
        self.copies = MOST  # it hardly ever is about anybody else
        self.label(other)
        found.append((self._written(function, values), self.at))
        self.copies = copies
        return self.meet(end, found)

    def _split(self, function: Function, values: list[str]) -> tuple[int, int]:
        """Which of a function's values says whom it is about, and how many that can be."""
        splitting, size = self.emitter.splitting, self.emitter.size(function)
        if not splitting or size < LEAST:
            return 0, 0
        for at, many in enumerate(splitting.elements(function)):
            is_known = values[at].lstrip("-").isdigit()
            if many and not is_known and size * many * self.copies <= MOST:
                return at, many
        return 0, 0

    def _written(self, function: Function, values: list[str]) -> str:
        names = [name for name, _ in function.params]
        outer = self.frame
        (end,) = self.labels("back")
        self.frame = inner = Frame(function, dict(zip(names, values, strict=True)), end=end)
        self.function = function
        self._enter()
        self.block(function.body)
        if not self.ended:
            self.leave_with(None)
        self.frame, self.function = outer, outer.function
        if function.returns is NOTHING or not inner.found:
            self.label(end)
            return "0"
        return self.meet(end, inner.found)

    def _left(self) -> list[str]:
        """Where every way out that is not the usual one ends: the status goes to the caller."""
        if not self.leaving:
            return []
        if self.emitter.on_device:
            return ["leave:", '  call void asm sideeffect "exit;", ""()', "  unreachable"]
        came = ", ".join(f"[ {status}, %{block} ]" for status, block in self.leaving)
        lines = ["leave:", f"  %status = phi i32 {came}"]
        if self.result == "i32":
            return [*lines, "  ret i32 %status"]
        return [*lines, "  %left = insertvalue { i64, i32 } zeroinitializer, i32 %status, 1",
                "  ret { i64, i32 } %left"]  # fmt: skip

    def leave_with(self, value: str | None) -> None:
        """Come to the end, with a value where there is one."""
        if self.frame.end:
            self.frame.found.append((value or "0", self.at))
            self.end(f"br label %{self.frame.end}")
        elif self.result == "void":
            self.end("ret void")
        elif self.result == "i32" and self.function.returns is not NOTHING:
            self.end(f"ret i32 {self.narrow(value or '0')}")
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
                self.store(target, self.value(value), line, self.reach(value))
            case Augment():
                self._augment(node)
            case Do(value):
                self.value(value)
            case If(test, then, other):
                self._if(test, then, other)
            case While(test, body, other):
                self._while(test, body, other)
            case Count() | Each() | Bits():
                self._for(node)
            case Return(value):
                self.leave_with(None if value is None else self.value(value))
            case Raise(error, line):
                status = self.emitter.status(codes.RAISED + error, self.function.file, line)
                self.leaving.append((str(status), self.at))
                self.end(f"br label %{self.left}")
            case Jump(is_break):
                self.end(f"br label %{self.frame.loops[-1][1 if is_break else 0]}")

    def name_local(self, target: Local, value: str) -> None:
        self.store(target, value, 0)

    def store(
        self, target: Local | FieldOf | Item, value: str, line: int, reach: Reach | None = None
    ) -> None:
        if isinstance(target, Local):
            self._set(target.name, target.kind, value)
            if target.name in self.frame.is_set:
                self.line(f"store i1 1, ptr {self.frame.is_set[target.name]}")
            return
        address, storage, tag = self.place(target)
        self.write_number(address, storage, tag, value, line, reach)

    def write_number(
        self,
        address: str,
        storage: Storage,
        tag: str,
        value: str,
        line: int,
        reach: Reach | None = None,
    ) -> None:
        if storage.size == 8:
            self.line(f"store i64 {value}, ptr {address}, align 8{tag}")
            return
        width = f"i{8 * storage.size}"
        narrow = self.put(f"trunc i64 {value} to {width}")
        if value.lstrip("-").isdigit():  # told by who calls this, or by the world it is played in
            reach = int(value), int(value)
        if reach and reach[0] >= storage.low and reach[1] <= storage.high:
            pass  # it always fits
        elif storage.size < 4 and is_narrow(reach):
            again = self.put(f"sext {width} {narrow} to i32")
            differs = self.put(f"icmp ne i32 {again}, {self.narrow(value)}")
            self.fail_if(differs, codes.MISFIT, line)
        else:
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
        whole = Binary(node.op, node.target, node.value, NUMBER, node.line)
        if self.is_narrow(whole):
            after = self.narrow_binary(node.op, before, self.value(node.value))
        else:
            after = self.binary(node.op, before, node.value, node.line)
        self.write_number(address, storage, tag, after, node.line, self.reach(whole))

    def _if(self, test: Expr, then: list[Stmt], other: list[Stmt]) -> None:
        known = self.known(test)
        if known is not None:
            self.block(then if known else other)
            return
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
        self.frame.loops.append((again, end))
        self.block(body)
        self.frame.loops.pop()

    def _for(self, node: Loop) -> None:
        def inside(again: str, end: str) -> None:
            self._inside(node.body, again, end)

        self.walk(node, inside, lambda: self.block(node.other))

    def _over(self, over: str, other: list[Stmt], end: str) -> None:
        self.label(over)
        self.block(other)
        self.jump(end)
        self.label(end)


def _replaced(values: list[str], at: int, by: str) -> list[str]:
    return [*values[:at], by, *values[at + 1 :]]


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
