"""Loops over ranges, lists and tuples, and what a comprehension finds on one."""

from __future__ import annotations

from collections.abc import Callable

from affray.compiler.llvm.arithmetic import ALL_OPTIONS, SIMPLE
from affray.compiler.llvm.values import Values
from affray.compiler.source.kinds import (
    Assign,
    Augment,
    Binary,
    Bits,
    Call,
    Const,
    Count,
    Each,
    Expr,
    Gather,
    ListKind,
    Local,
    Loop,
    ModuleTuple,
    Return,
    Stmt,
)

Inside = Callable[[str, str], None]
"""Writes what is done for each: (where the next begins, where the loop has ended)."""

EmitBody = Callable[[], None]

FAR = 1 << 30
"""Numbers nearer than that can be stepped through with 32 bits."""

FROM = {"any": 0, "all": 1, "sum": 0, "those": 0, "first": -1, "least": -1, "most": -1}
"""What is found where nothing fits."""


def nothing() -> None:
    """There is nothing to do."""


class Loops(Values):
    """Walks, with something done for each."""

    def walk(self, over: Loop, inside: Inside, after: EmitBody, before: EmitBody = nothing) -> None:
        """Every number or element in order; `after` where none is left, not where it was left.

        `before` comes when it is known what is walked.
        """
        if isinstance(over, Bits):
            self._walk_bits(over, inside, after, before)
            return
        base = ""
        if isinstance(over, Count):
            first, last = self.value(over.start), self.value(over.stop)
        else:
            first = "0"
            base, last = self.bounds(over.items)
        before()
        step = over.step if isinstance(over, Count) else 1
        if self._is_short(over):
            self._walk_short(over, base, first, last, inside, after)
            return
        at = self.slot("i64")
        self.line(f"store i64 {first}, ptr {at}")
        head, each, again, none_left, end = self.labels("for", "each", "next", "over", "end")
        self.jump(head)
        self.label(head)
        k = self.put(f"load i64, ptr {at}")
        more = self.put(f"icmp {'sgt' if step < 0 else 'slt'} i64 {k}, {last}")
        self.end(f"br i1 {more}, label %{each}, label %{none_left}, !prof !3")
        self.label(each)
        one = k if isinstance(over, Count) else self._element(over.items, base, k)
        self.name_local(over.target, one)
        inside(again, end)
        self.jump(again)
        self.label(again)
        k = self.put(f"load i64, ptr {at}")
        self.line(f"store i64 {self._stepped(k, step)}, ptr {at}")
        self.end(f"br label %{head}{self._several(over)}")
        self.label(none_left)
        after()
        self.jump(end)
        self.label(end)

    def _is_short(self, over: Count | Each) -> bool:
        """Whether all numbers on the way and the one after them keep to 32 bits."""
        if self.emitter.reaches is None:
            return False
        if isinstance(over, Each):
            return True
        return all(
            reach is not None and abs(reach[0]) < FAR and abs(reach[1]) < FAR
            for reach in (self.reach(over.start), self.reach(over.stop), (over.step, over.step))
        )

    def _walk_short(
        self, over: Count | Each, base: str, first: str, last: str, inside: Inside, after: EmitBody
    ) -> None:
        """The same with numbers of 32 bits."""
        step = over.step if isinstance(over, Count) else 1
        at, stop = self.slot("i32"), self.narrow(last)
        self.line(f"store i32 {self.narrow(first)}, ptr {at}")
        head, each, again, none_left, end = self.labels("for", "each", "next", "over", "end")
        self.jump(head)
        self.label(head)
        k = self.put(f"load i32, ptr {at}")
        more = self.put(f"icmp {'sgt' if step < 0 else 'slt'} i32 {k}, {stop}")
        self.end(f"br i1 {more}, label %{each}, label %{none_left}, !prof !3")
        self.label(each)
        wide = self.wide(k)
        self.name_local(
            over.target, wide if isinstance(over, Count) else self._element(over.items, base, wide)
        )
        inside(again, end)
        self.jump(again)
        self.label(again)
        k = self.put(f"load i32, ptr {at}")
        self.line(f"store i32 {self.put(f'add i32 {k}, {step}')}, ptr {at}")
        self.end(f"br label %{head}{self._several(over)}")
        self.label(none_left)
        after()
        self.jump(end)
        self.label(end)

    def _several(self, over: Loop) -> str:
        """A sum of numbers that are worked out from numbers alone: several at a time."""
        if self.function.source in self.emitter.program.written_out:
            return ", !llvm.loop !8"
        return self.emitter.several() if isinstance(over, Count) and is_sum(over) else ""

    def _walk_bits(self, over: Bits, inside: Inside, after: EmitBody, before: EmitBody) -> None:
        left = self.slot("i64")
        held = self.put(f"and i64 {self.value(over.mask)}, {ALL_OPTIONS}")
        before()
        head, each, none_left, end = self.labels("for", "each", "over", "end")
        first = self.emitter.splitting.longest if self.emitter.splitting else 0
        for k in range(first):
            self._walk_bit(over, held, k, inside, end)
        rest = self.put(f"and i64 {held}, {-1 << first}")
        self.line(f"store i64 {rest}, ptr {left}")
        self.jump(head)
        self.label(head)
        bits = self.put(f"load i64, ptr {left}")
        more = self.put(f"icmp ne i64 {bits}, 0")
        self.end(f"br i1 {more}, label %{each}, label %{none_left}, !prof !3")
        self.label(each)
        less = self.put(f"sub i64 {bits}, 1")
        self.line(f"store i64 {self.put(f'and i64 {bits}, {less}')}, ptr {left}")
        self.name_local(over.target, self.intrinsic("cttz", bits, flag=True))
        inside(head, end)
        self.jump(head)
        self.label(none_left)
        after()
        self.jump(end)
        self.label(end)

    def _walk_bit(self, over: Bits, held: str, k: int, inside: Inside, end: str) -> None:
        """What is done for one of those there are, if it is in the mask."""
        this, past = self.labels("this", "past")
        bit = self.put(f"and i64 {held}, {1 << k}")
        there = self.put(f"icmp ne i64 {bit}, 0")
        self.end(f"br i1 {there}, label %{this}, label %{past}")
        self.label(this)
        self.name_local(over.target, str(k))
        inside(past, end)
        self.label(past)

    def name_local(self, target: Local, value: str) -> None:
        raise NotImplementedError

    def _stepped(self, k: str, step: int) -> str:
        """The next number of a range; one past the last there is stays there, which ends it."""
        if abs(step) == 1:
            return self.put(f"add i64 {k}, {step}")
        return self.intrinsic("sadd.sat", k, str(step))

    def _element(self, items: Expr, base: str, k: str) -> str:
        if isinstance(items, ModuleTuple):
            return self.table_item(items, k)
        kind = items.kind
        assert isinstance(kind, ListKind)
        address = self.element_address(base, kind, k)
        if kind.storage is None:
            return address
        return self.read_number(address, kind.storage, self.tag_of(items))

    # -- comprehensions

    def gather(self, node: Gather) -> str:
        held = self.slot("i64")

        def begin() -> None:
            begun = self.value(node.default) if node.default else str(FROM[node.op])
            self.line(f"store i64 {begun}, ptr {held}")

        best = Best(self) if node.op in ("least", "most", "min", "max") else None

        def inside(again: str, end: str) -> None:
            if node.fits is not None:
                (fits,) = self.labels("fits")
                self.branch(node.fits, fits, again)
                self.label(fits)
            if best is not None:
                best.keep(node, held, again)
            else:
                self._found(node, held, again, end)

        self.walk(node.over, inside, nothing, begin)
        return self.put(f"load i64, ptr {held}")

    def _found(self, node: Gather, held: str, again: str, end: str) -> None:
        """What one that fits changes; any, all and first look no further once they know."""
        if node.op in ("any", "all"):
            (known,) = self.labels("known")
            ways = (known, again) if node.op == "any" else (again, known)
            self.branch(node.element, *ways)
            self.label(known)
            self.line(f"store i64 {int(node.op == 'any')}, ptr {held}")
            self.end(f"br label %{end}")
        elif node.op == "first":
            self.line(f"store i64 {self.value(node.element)}, ptr {held}")
            self.end(f"br label %{end}")
        elif node.op == "those":
            bit = self.binary("<<", "1", node.element, node.line)
            before = self.put(f"load i64, ptr {held}")
            self.line(f"store i64 {self.put(f'or i64 {before}, {bit}')}, ptr {held}")
        else:
            before = self.put(f"load i64, ptr {held}")
            after = self.binary("+", before, node.element, node.line)
            self.line(f"store i64 {after}, ptr {held}")


class Best:
    """The least or greatest value met so far, and whether there was one."""

    def __init__(self, body: Loops) -> None:
        self.body = body
        self.met, self.value = body.slot("i1"), body.slot("i64")
        body.line(f"store i1 0, ptr {self.met}")
        body.line(f"store i64 0, ptr {self.value}")  # or the last walk's is kept for nobody

    def keep(self, node: Gather, held: str, again: str) -> None:
        """Keep this one if it is better than all before it."""
        body = self.body
        compared = body.value(node.value or node.element)
        number = body.value(node.element) if node.value else compared
        better, look = body.labels("better", "look")
        body.end(f"br i1 {body.put(f'load i1, ptr {self.met}')}, label %{look}, label %{better}")
        body.label(look)
        known = body.put(f"load i64, ptr {self.value}")
        than = "slt" if node.op in ("least", "min") else "sgt"
        truth = body.put(f"icmp {than} i64 {compared}, {known}")
        body.end(f"br i1 {truth}, label %{better}, label %{again}")
        body.label(better)
        body.line(f"store i1 1, ptr {self.met}")
        body.line(f"store i64 {compared}, ptr {self.value}")
        body.line(f"store i64 {number}, ptr {held}")


def is_sum(over: Count) -> bool:
    """Whether a loop only adds up numbers, and looks nothing up for them."""
    match over.body:
        case [Augment(Local(total), "+", value)]:
            return over.step == 1 and total != over.target.name and is_worked_out(value, {total})
    return False


def is_worked_out(node: Expr, but: set[str]) -> bool:
    """Whether a number is made of others by arithmetic alone, these names not among them."""
    match node:
        case Const():
            return True
        case Local(name, _, may_be_unset):
            return name not in but and not may_be_unset
        case Binary(op, left, right):
            plain = op in SIMPLE or (op in ("<<", ">>") and isinstance(right, Const))
            return plain and is_worked_out(left, but) and is_worked_out(right, but)
        case Call(function, args):
            given = all(is_worked_out(arg, but) for arg in args)
            return given and all(map(_is_straight, function.body))
    return False


def _is_straight(node: Stmt) -> bool:
    match node:
        case Assign(Local(), value) | Return(value) if value is not None:
            return is_worked_out(value, set())
    return False
