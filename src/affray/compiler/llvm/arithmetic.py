"""Instructions for numbers, with Python's meaning; and the blocks they stand in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.compiler import status as codes
from affray.compiler.llvm.reach import Reach, is_narrow
from affray.compiler.llvm.spaces import OWN, bare
from affray.compiler.source.kinds import (
    NUMBER,
    Call,
    Const,
    Expr,
    FieldOf,
    Function,
    ValueKind,
)
from affray.rules.masks import OPTIONS

if TYPE_CHECKING:
    from affray.compiler.llvm.emit import Emitter

SIMPLE = {"+": "add", "-": "sub", "*": "mul", "&": "and", "|": "or", "^": "xor"}
ALL_OPTIONS = (1 << OPTIONS) - 1
SMALLEST = -(1 << 63)


class Arithmetic:
    """A function being written: its lines, its blocks, what numbers do."""

    def __init__(self, emitter: Emitter, function: Function) -> None:
        self.emitter = emitter
        self.function = function
        self.result = emitter.result_of(function)
        self.entry: list[str] = []
        self.lines: list[str] = []
        self.leaving: list[tuple[str, str]] = []
        self.left = "leave"
        self.at = "start"
        self.ended = False
        self.made = 0

    # -- lines and blocks

    def line(self, text: str) -> None:
        self.lines.append("  " + text)

    def put(self, text: str) -> str:
        self.made += 1
        self.lines.append(f"  %t{self.made} = {text}")
        return f"%t{self.made}"

    def slot(self, kind: str, name: str = "s") -> str:
        self.made += 1
        made = f'%"{name}{self.made}"'
        self.entry.append(f"  {made} = alloca {kind}")
        return made

    def labels(self, *names: str) -> tuple[str, ...]:
        self.made += 1
        return tuple(f"{name}{self.made}" for name in names)

    def label(self, name: str) -> None:
        if not self.ended:
            self.end(f"br label %{name}")
        self.lines.append(f"{name}:")
        self.at = name
        self.ended = False

    def end(self, text: str) -> None:
        self.line(text)
        self.ended = True

    def jump(self, label: str) -> None:
        if not self.ended:
            self.end(f"br label %{label}")

    def meet(
        self, end: str, found: list[tuple[str, str]], kind: ValueKind = NUMBER, width: str = ""
    ) -> str:
        """The value of whichever way was taken."""
        self.label(end)
        ways = ", ".join(f"[ {bare(value)}, %{block} ]" for value, block in found)
        made = self.put(f"phi {width or self.emitter.type_of(kind)} {ways}")
        return self.emitter.space_of(kind) + made

    # -- addresses: where they have to say which memory they are of, each says it before its name

    def beyond(self, base: str, what: str, index: str, width: str = "i64") -> str:
        """The address so many of these beyond another."""
        found = self.put(f"getelementptr inbounds {what}, ptr {base}, {width} {index}")
        return base.removesuffix(bare(base)) + found

    def put_where(self, kind: ValueKind, value: str) -> str:
        """A value as one of this kind is handed over: an address of the memory it is to be in."""
        space = self.emitter.space_of(kind)
        if value == space + bare(value):
            return value
        return space + self.put(f"addrspacecast ptr {value} to ptr {space}".rstrip())

    def fail_if(self, truth: str, code: int, line: int) -> None:
        status = self.emitter.status(code, self.function.file, line)
        self._leave_if(truth, str(status))

    def hand_on(self, status: str) -> None:
        self._leave_if(self.put(f"icmp ne i32 {status}, 0"), status)

    def _leave_if(self, truth: str, status: str) -> None:
        (go_on,) = self.labels("on")
        self.leaving.append((status, self.at))
        self.end(f"br i1 {truth}, label %{self.left}, label %{go_on}, !prof !1")
        self.label(go_on)

    # -- numbers that keep to 32 bits

    def reach(self, node: Expr | None) -> Reach | None:
        return self.emitter.reaches.of(node, self.function) if self.emitter.reaches else None

    def narrow(self, value: str) -> str:
        """The lower half, of a number that has no more."""
        if value.lstrip("-").isdigit():
            return value
        return self.put(f"trunc i64 {value} to i32")

    def wide(self, value: str) -> str:
        return self.put(f"sext i32 {value} to i64")

    def narrow_binary(self, op: str, left: str, right: str) -> str:
        """What comes to 32 bits of two that have no more; divisors are more than nothing."""
        a, b = self.narrow(left), self.narrow(right)
        if op in SIMPLE:
            return self.wide(self.put(f"{SIMPLE[op]} i32 {a}, {b}"))
        rest = self.put(f"srem i32 {a}, {b}")
        off = self.put(f"icmp slt i32 {rest}, 0")
        if op == "%":
            fit = self.put(f"add i32 {rest}, {b}")
            return self.wide(self.put(f"select i1 {off}, i32 {fit}, i32 {rest}"))
        whole = self.put(f"sdiv i32 {a}, {b}")
        return self.wide(self.put(f"sub i32 {whole}, {self.put(f'zext i1 {off} to i32')}"))

    def compare(self, op: str, left: Expr, a: str, right: Expr, b: str) -> str:
        """Whether one number is to another as it says."""
        if is_narrow(self.reach(left)) and is_narrow(self.reach(right)):
            return self.put(f"icmp {op} i32 {self.narrow(a)}, {self.narrow(b)}")
        return self.put(f"icmp {op} i64 {a}, {b}")

    # -- numbers

    def value(self, node: Expr) -> str:
        raise NotImplementedError

    def in_rule(self) -> bool:
        raise NotImplementedError

    def field_address(self, node: FieldOf) -> str:
        raise NotImplementedError

    def attempt(self, node: Call) -> str:
        raise NotImplementedError

    def binary(
        self,
        op: str,
        left: str,
        right: Expr,
        line: int,
        wraps: bool = False,
        is_word: bool = False,
    ) -> str:
        if op in SIMPLE:
            other = self.value(right)
            if self.emitter.checked and op in "+-*" and not wraps:
                return self._watched(op, left, other, line)
            return self.put(f"{SIMPLE[op]} i64 {left}, {other}")
        if op in ("<<", ">>"):
            return self._shift(op, left, right, line, is_word)
        return self._divide(op, left, right, line)

    def _watched(self, op: str, left: str, right: str, line: int) -> str:
        name = f"@llvm.s{SIMPLE[op]}.with.overflow.i64"
        self.emitter.uses(f"declare {{ i64, i1 }} {name}(i64, i64)")
        both = self.put(f"call {{ i64, i1 }} {name}(i64 {left}, i64 {right})")
        self.fail_if(self.put(f"extractvalue {{ i64, i1 }} {both}, 1"), codes.OVERFLOW, line)
        return self.put(f"extractvalue {{ i64, i1 }} {both}, 0")

    def _shift(self, op: str, left: str, right: Expr, line: int, is_word: bool) -> str:
        by = self.value(right)
        if isinstance(right, Const):
            if op == ">>" and is_word:
                return self.put(f"lshr i64 {left}, {by}") if right.value < 64 else "0"
            if op == ">>":
                return self.put(f"ashr i64 {left}, {min(right.value, 63)}")
            if right.value > 63:
                self.fail_if(self.put(f"icmp ne i64 {left}, 0"), codes.OVERFLOW, line)
                return "0"
        elif op == ">>":
            self.fail_if(self.put(f"icmp slt i64 {by}, 0"), codes.SHIFT, line)
            far = self.put(f"icmp ugt i64 {by}, 63")
            by = self.put(f"select i1 {far}, i64 63, i64 {by}")
            return self.put(f"ashr i64 {left}, {by}")
        else:
            return self._shift_left(left, by, line)
        made = self.put(f"shl i64 {left}, {by}")
        return self._unspilt(made, left, by, line)

    def _shift_left(self, left: str, by: str, line: int) -> str:
        if left.isdigit() and int(left) and self.in_rule():
            most = 63 - int(left).bit_length()  # one further, and a mask would be less than nothing
            self.fail_if(self.put(f"icmp ugt i64 {by}, {most}"), codes.SHIFT, line)
            return self.put(f"shl i64 {left}, {by}")
        far = self.put(f"icmp ugt i64 {by}, 63")
        less = self.put(f"icmp slt i64 {by}, 0")
        some = self.put(f"icmp ne i64 {left}, 0")
        lost = self.put(f"and i1 {far}, {self.put(f'or i1 {less}, {some}')}")
        self.fail_if(lost, codes.SHIFT, line)
        near = self.put(f"and i64 {by}, 63")
        made = self._unspilt(self.put(f"shl i64 {left}, {near}"), left, near, line)
        return self.put(f"select i1 {far}, i64 0, i64 {made}")

    def _unspilt(self, made: str, left: str, by: str, line: int) -> str:
        """What was shifted, in a checked build only where no bit was lost."""
        if self.emitter.checked:
            back = self.put(f"ashr i64 {made}, {by}")
            self.fail_if(self.put(f"icmp ne i64 {back}, {left}"), codes.OVERFLOW, line)
        return made

    def _divide(self, op: str, left: str, right: Expr, line: int) -> str:
        """Python's: towards the smaller number, the remainder with the divisor's sign."""
        by = self.value(right)
        if isinstance(right, Const) and right.value > 0 and right.value & (right.value - 1) == 0:
            if op == "//":
                return self.put(f"ashr i64 {left}, {right.value.bit_length() - 1}")
            return self.put(f"and i64 {left}, {right.value - 1}")
        if isinstance(right, Const) and right.value not in (0, -1):
            return self._floored(op, left, by)
        self.fail_if(self.put(f"icmp eq i64 {by}, 0"), codes.DIVISION, line)
        is_minus = self.put(f"icmp eq i64 {by}, -1")  # the smallest number by -1 stops a machine
        if op == "//":
            self._refuse_smallest(left, line, is_minus)
        safe = self.put(f"select i1 {is_minus}, i64 1, i64 {by}")
        found = self._floored(op, left, safe)
        turned = self.put(f"sub i64 0, {left}") if op == "//" else "0"
        return self.put(f"select i1 {is_minus}, i64 {turned}, i64 {found}")

    def _refuse_smallest(self, value: str, line: int, when: str = "1") -> None:
        """In a checked build: the smallest number has no counterpart."""
        if self.emitter.checked:
            found = self.put(f"icmp eq i64 {value}, {SMALLEST}")
            self.fail_if(self.put(f"and i1 {found}, {when}"), codes.OVERFLOW, line)

    def _floored(self, op: str, left: str, by: str) -> str:
        rest = self.put(f"srem i64 {left}, {by}")
        some = self.put(f"icmp ne i64 {rest}, 0")
        apart = self.put(f"icmp slt i64 {self.put(f'xor i64 {rest}, {by}')}, 0")
        off = self.put(f"and i1 {some}, {apart}")
        if op == "//":
            whole = self.put(f"sdiv i64 {left}, {by}")
            return self.put(f"sub i64 {whole}, {self.put(f'zext i1 {off} to i64')}")
        return self.put(f"select i1 {off}, i64 {self.put(f'add i64 {rest}, {by}')}, i64 {rest}")

    def unary(self, op: str, operand: str, line: int) -> str:
        if op == "not":
            return self.put(f"zext i1 {self.put(f'icmp eq i64 {operand}, 0')} to i64")
        if op == "~":
            return self.put(f"xor i64 {operand}, -1")
        if self.emitter.checked:
            return self._watched("-", "0", operand, line)
        return self.put(f"sub i64 0, {operand}")

    # -- what the compiler knows by name

    def built(self, name: str, args: tuple[Expr, ...], line: int) -> str:
        if name == "attempt":
            assert isinstance(args[0], Call)
            status = self.attempt(args[0])
            return self.put(f"zext i32 {status} to i64") if status else "0"
        if name == "look":
            assert isinstance(args[0], FieldOf)
            return self.put(f"load volatile i64, ptr {self.field_address(args[0])}, align 8")
        values = [self.value(arg) for arg in args]
        match name:
            case "min" | "max":
                return self._extreme(name, args, values)
            case "abs":
                self._refuse_smallest(values[0], line)
                return self.intrinsic("abs", values[0], flag=True)
            case "isqrt":
                return self._root(values[0], line)
            case "bool":
                return self.put(f"zext i1 {self.put(f'icmp ne i64 {values[0]}, 0')} to i64")
            case "how_many" | "smallest" | "largest":
                return self._of_mask(name, values[0])
            case "high_word":
                return self._high(*values)
            case "leave_with":
                self.hand_on(self.put(f"trunc i64 {values[0]} to i32"))
                return ""
            case "is_error":
                code = self.put(f"and i64 {values[0]}, 255")
                truth = self.put(f"icmp eq i64 {code}, {values[1]}")
                return self.put(f"zext i1 {truth} to i64")
            case "together" | "least_of_us":
                return self._among_threads(name, values)
            case _:
                return self._in_memory(name, values)

    def _extreme(self, name: str, args: tuple[Expr, ...], values: list[str]) -> str:
        """The least or the greatest of several."""
        if all(is_narrow(self.reach(arg)) for arg in args):
            found = self.narrow(values[0])
            for other in values[1:]:
                found = self.intrinsic(f"s{name}", found, self.narrow(other), width="i32")
            return self.wide(found)
        found = values[0]
        for other in values[1:]:
            found = self.intrinsic(f"s{name}", found, other)
        return found

    def _in_memory(self, name: str, values: list[str]) -> str:
        """Bytes and addresses; what is none of it is its first value in another guise."""
        match name:
            case "copy_bytes":
                self.emitter.uses("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)")
                to, source, n = values
                self.line(
                    f"call void @llvm.memcpy.p0.p0.i64(ptr align 8 {to}, ptr align 8 {source}, "
                    f"i64 {n}, i1 0)"
                )
                return ""
            case "numbers_at":
                return self.put(f"inttoptr i64 {values[0]} to ptr")
            case "own_numbers":
                own = OWN if self.emitter.on_device else ""
                return own + self.put(f"inttoptr i64 {values[0]} to ptr {own}".rstrip())
            case "add_shared":
                at = self.beyond(values[0], "i64", values[1])
                return self.put(f"atomicrmw add ptr {at}, i64 {values[2]} monotonic")
            case "part_of":
                return self.beyond(values[0], "i8", values[1])
        return values[0]

    def _among_threads(self, name: str, values: list[str]) -> str:
        """What 32 threads of a device do at once; elsewhere each is alone."""
        if name == "together":
            if self.emitter.on_device:
                self.emitter.uses("declare void @llvm.nvvm.bar.warp.sync(i32)")
                self.line("call void @llvm.nvvm.bar.warp.sync(i32 -1)")
            return ""
        if not self.emitter.on_device:
            return values[0]
        self.emitter.uses("declare i32 @llvm.nvvm.redux.sync.min(i32, i32)")
        mine = self.put(f"trunc i64 {values[0]} to i32")
        found = self.put(f"call i32 @llvm.nvvm.redux.sync.min(i32 {mine}, i32 -1)")
        return self.put(f"sext i32 {found} to i64")

    def intrinsic(self, name: str, *args: str, flag: bool = False, width: str = "i64") -> str:
        types = ", ".join([width] * len(args) + (["i1"] if flag else []))
        self.emitter.uses(f"declare {width} @llvm.{name}.{width}({types})")
        given = ", ".join([f"{width} {a}" for a in args] + (["i1 0"] if flag else []))
        return self.put(f"call {width} @llvm.{name}.{width}({given})")

    def _root(self, n: str, line: int) -> str:
        """The whole part of a square root, exactly: a machine's own is at most one off."""
        self.fail_if(self.put(f"icmp slt i64 {n}, 0"), codes.ROOT, line)
        self.emitter.uses("declare double @llvm.sqrt.f64(double)")
        wide = self.put(f"sitofp i64 {n} to double")
        near = self.put(f"call double @llvm.sqrt.f64(double {wide})")
        found = self.put(f"fptosi double {near} to i64")
        over = self.put(f"icmp ugt i64 {self.put(f'mul i64 {found}, {found}')}, {n}")
        low = self.put(f"sub i64 {found}, {self.put(f'zext i1 {over} to i64')}")
        onward = self.put(f"add i64 {low}, 1")
        under = self.put(f"icmp ule i64 {self.put(f'mul i64 {onward}, {onward}')}, {n}")
        return self.put(f"select i1 {under}, i64 {onward}, i64 {low}")

    def _of_mask(self, name: str, mask: str) -> str:
        """Masks hold 0 to 61, whatever else is set."""
        held = self.put(f"and i64 {mask}, {ALL_OPTIONS}")
        if name == "how_many":
            return self.intrinsic("ctpop", held)
        if name == "largest":
            zeros = self.intrinsic("ctlz", held, flag=True)
            return self.put(f"sub i64 63, {zeros}")
        zeros = self.intrinsic("cttz", held, flag=True)
        empty = self.put(f"icmp eq i64 {held}, 0")
        return self.put(f"select i1 {empty}, i64 -1, i64 {zeros}")

    def _high(self, a: str, b: str) -> str:
        wide = [self.put(f"zext i64 {x} to i128") for x in (a, b)]
        product = self.put(f"mul i128 {wide[0]}, {wide[1]}")
        high = self.put(f"lshr i128 {product}, 64")
        return self.put(f"trunc i128 {high} to i64")
