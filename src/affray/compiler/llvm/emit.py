"""From typed tree to LLVM's intermediate language, as text.

Whole numbers are 64 bits wide whatever field they come from, truth is a number, a record is
its address. A function that may have to be left in the middle hands a status back beside its
value, 0 when all is well, and its callers leave at once.
"""

from __future__ import annotations

import struct
from collections import Counter
from functools import cached_property

from affray.compiler.facts import ANY, Facts
from affray.compiler.llvm import machine, spaces
from affray.compiler.llvm.body import Body
from affray.compiler.llvm.reach import Reaches, is_narrow
from affray.compiler.llvm.splitting import Splitting
from affray.compiler.source.kinds import (
    NOTHING,
    NUMBER,
    FieldOf,
    Function,
    RecordKind,
    ValueKind,
    is_address,
)
from affray.compiler.source.program import Program
from affray.rules.layout import Layout, Storage

SHORT = 60
"""A function of so few statements and expressions is written where it is called: what goes
wrong in it leaves its caller at once, and no status is handed back and looked at."""

SMALL, SHORT_IN_SMALL = 2000, 300
"""In a game as small as that, longer ones too: all its dice become one function."""

ONCE = 2000
"""One that is called in a single place is written there if it is no larger."""

TAGS, RANGES, LOOPS = 10, 1 << 20, 1 << 21
"""Where the numbers of metadata begin."""

METADATA = (
    "!0 = !{}",
    '!1 = !{!"branch_weights", i32 1, i32 4000}',
    '!2 = !{!"affray"}',
    '!3 = !{!"branch_weights", i32 2, i32 1}',
    '!4 = !{!"llvm.loop.vectorize.enable", i1 true}',
    '!5 = !{!"llvm.loop.vectorize.width", i32 4}',
    '!6 = !{!"llvm.loop.vectorize.predicate.enable", i1 true}',
    '!7 = !{!"llvm.loop.interleave.count", i32 1}',
    "!8 = distinct !{!8, !9}",
    '!9 = !{!"llvm.loop.unroll.full"}',
)
"""Nothing; what hardly ever happens; the root of all fields; loops over short lists; loops
that are done four at a time; loops that are written out."""


class Emitter:
    """Writes one module: functions, tables of numbers, and what may not alias what."""

    def __init__(
        self,
        program: Program,
        checked: bool = False,
        short: int = SHORT,
        facts: Facts = ANY,
        fixed: bytes = b"",
        narrow: bool = False,
    ) -> None:
        self.program = program
        self.checked = checked
        self.short = short
        self.facts = facts
        self.world_at = 8 * -(-len(fixed) // 8)
        self.fixed = fixed and fixed.ljust(self.world_at, b"\0") + self._set_up()
        """What no fight changes, for a device: all its threads read the one they share, and
        behind it the world as it was set up."""
        self._narrow = narrow
        self.lines: list[str] = []
        self.symbols: dict[Function, str] = {}
        self.sites: list[tuple[str, int]] = []
        self._site_of: dict[tuple[str, int], int] = {}
        self._tables: dict[tuple[int, ...], str] = {}
        self._tags: dict[str, int] = {}
        self._ranges: dict[tuple[int, int, int], int] = {}
        self._written_in: dict[Function, bool] = {}
        self._loops = 0
        alone = bool(facts) and self.is_small and not (checked or fixed)
        self.splitting = Splitting(facts, program.world) if alone else None
        self._used: set[str] = set()

    def _set_up(self) -> bytes:
        """The world as it was set up; in a small game a thread's own is faster."""
        return b"" if self.is_small else self.facts.world[: self.program.world.state_size]

    @property
    def on_device(self) -> bool:
        """Whether a thread that goes wrong ends there: nobody is handed a status."""
        return bool(self.fixed)

    def shares(self, place: FieldOf) -> bool:
        """Whether the threads of a device share what lies there as it was set up."""
        there = self.program.is_fixed(place) or self.program.mixed or self.is_small
        return self.on_device and bool(self.facts.world) and not there

    @cached_property
    def reaches(self) -> Reaches | None:
        """How far numbers reach, where those that keep to 32 bits are to be no wider."""
        return Reaches(self.program, self.facts) if self._narrow else None

    def width_of(self, function: Function, name: str, kind: ValueKind) -> str:
        """How wide a name of a function is, or with none what it hands back."""
        if is_address(kind) or self.reaches is None or kind is not NUMBER:
            return self.type_of(kind)
        found = self.reaches.of_name(function, name) if name else self.reaches.of_result(function)
        return "i32" if is_narrow(found) else "i64"

    def result_of(self, function: Function) -> str:
        """What a function hands back: its value, a status beside it where it may fail."""
        if self.fails(function):
            return "i32" if function.returns is NOTHING else "{ i64, i32 }"
        if function.returns is NOTHING:
            return "void"
        return self.width_of(function, "", function.returns)

    def space_of(self, kind: ValueKind) -> str:
        """The memory that addresses of a kind are of; a machine's has no name."""
        if not self.on_device or (self.is_alone and kind == RecordKind(self.program.ask)):
            return ""
        return spaces.space_of(kind, self.program)

    def type_of(self, kind: ValueKind) -> str:
        """A kind as it is handed over and kept."""
        return f"ptr {self.space_of(kind)}".rstrip() if is_address(kind) else "i64"

    def fails(self, function: Function) -> bool:
        return not self.on_device and (self.checked or function.fails)

    def is_written_in(self, function: Function) -> bool:
        """Whether it is written where it is called."""
        if function not in self._written_in:
            most = ONCE if self._calls[function] == 1 else self._longest
            fits = not self.is_seldom(function) and self.size(function) <= most
            self._written_in[function] = fits
        return self._written_in[function]

    def is_seldom(self, function: Function) -> bool:
        """Whether it stays a function: on a device a small game has none but its kernel."""
        return function.source in self.program.seldom and not self.is_alone

    @cached_property
    def is_alone(self) -> bool:
        """Whether all of it is one function, so that a thread's record need not be in memory."""
        return self.on_device and self.is_small

    def size(self, function: Function) -> int:
        """How large it is with all that is written into it."""
        inner = [self.size(f) for f in function.calls if self.is_written_in(f)]
        return function.size + sum(inner)

    @cached_property
    def is_small(self) -> bool:
        """Whether the whole game is, so that more may be made of it."""
        return sum(function.size for function in self.program.functions.values()) <= SMALL

    @cached_property
    def _longest(self) -> int:
        return max(self.short, SHORT_IN_SMALL if self.is_small else 0)

    @cached_property
    def _calls(self) -> Counter[Function]:
        """In how many places each function is called."""
        return Counter(f for g in self.program.functions.values() for f in g.calls)

    def status(self, code: int, file: str, line: int) -> int:
        """A status as one number: what went wrong, and where."""
        site = self._site_of.setdefault((file, line), len(self.sites))
        if site == len(self.sites):
            self.sites.append((file, line))
        return code | site << 8

    def table(self, values: tuple[int, ...]) -> str:
        if values not in self._tables:
            self._tables[values] = f"@table{len(self._tables)}"
        return self._tables[values]

    def table_place(self, values: tuple[int, ...]) -> int:
        """On a device tables lie behind what is fixed: how many bytes from its beginning."""
        self.table(values)
        before = list(self._tables)[: list(self._tables).index(values)]
        return 8 * (-(-len(self.fixed) // 8) + sum(map(len, before)))

    def content(self) -> bytes:
        """What all threads of a device share: what no fight changes, and the tables."""
        tables = [struct.pack(f"<{len(values)}q", *values) for values in self._tables]
        return b"".join([self.fixed, bytes(-len(self.fixed) % 8), *tables])

    def tag(self, owner: Layout, field: str) -> str:
        """A field is written through no other field's name, whatever record it stands in."""
        number = self._tags.setdefault(f"{owner.name}.{field}", len(self._tags))
        return f", !tbaa !{TAGS + 2 * number}"

    def range(self, storage: Storage, least: int, most: int) -> str:
        """A number that is read is not less than this, and not more than that."""
        if (least, most) == (storage.low, storage.high):
            return ""
        key = (8 * storage.size, least, most)
        return f", !range !{RANGES + self._ranges.setdefault(key, len(self._ranges))}"

    def limits(self, place: FieldOf) -> str:
        """What nobody writes keeps to what the world that is played has there."""
        span, storage = self.facts.span(place), place.field.storage
        if span is None or storage is None:
            return ""
        return self.range(storage, span.least, span.most)

    def several(self) -> str:
        """A loop is done four at a time, where the machine multiplies four at a time."""
        if self.checked or self.on_device or not machine.multiplies_several():
            return ""
        self._loops += 1
        return f", !llvm.loop !{LOOPS + self._loops}"

    def uses(self, declaration: str) -> None:
        self._used.add(declaration)

    def emit(self, function: Function) -> str:
        """Write a function and all it calls; its symbol."""
        if function not in self.symbols:
            module = function.source.__module__.rpartition(".")[2]
            symbol = f"{module}_{function.name}_{len(self.symbols)}"
            self.symbols[function] = f'@"{symbol}"'  # in quotes: people write umlauts
            self.lines += Body(self, function).write()
        return self.symbols[function]

    def export(self, function: Function, name: str) -> None:
        """An entry for Python: plain arguments, the status as the result."""
        assert function.returns is NOTHING
        symbol = self.emit(function)
        kinds = ["ptr" if is_address(kind) else "i64" for _, kind in function.params]
        taken = ", ".join(f"{kind} %a{k}" for k, kind in enumerate(kinds))
        self.lines.append(f"define i64 @{name}({taken}) nounwind {{")
        if self.fails(function):
            self.lines += [
                f"  %s = call fastcc i32 {symbol}({taken})",
                "  %r = zext i32 %s to i64",
                "  ret i64 %r",
            ]
        else:
            self.lines += [f"  call fastcc void {symbol}({taken})", "  ret i64 0"]
        self.lines.append("}")

    def signature(self, function: Function) -> str:
        """A p for every address an entry takes, an i for every number."""
        return "".join("p" if is_address(kind) else "i" for _, kind in function.params)

    def text(self) -> str:
        tables = [
            f"{name} = internal unnamed_addr constant [{len(values)} x i64] "
            f"[{', '.join(f'i64 {v}' for v in values)}]"
            for values, name in self._tables.items()
            if not self.on_device
        ]
        if self.splitting:
            data = "".join(f"\\{byte:02X}" for byte in self.facts.world)
            size = len(self.facts.world)
            tables.append(f'@world = internal constant [{size} x i8] c"{data}", align 64')
        return "\n".join([*tables, *sorted(self._used), *self.lines, *self._metadata(), ""])

    def _metadata(self) -> list[str]:
        out = list(METADATA)
        for name, number in self._tags.items():
            at = TAGS + 2 * number
            out += [
                f"!{at} = !{{!{at + 1}, !{at + 1}, i64 0}}",
                f'!{at + 1} = !{{!"{name}", !2}}',
            ]
        for (bits, least, most), number in self._ranges.items():
            past = most + 1 if most + 1 < 1 << (bits - 1) else -(1 << (bits - 1))
            out.append(f"!{RANGES + number} = !{{i{bits} {least}, i{bits} {past}}}")
        for at in range(LOOPS + 1, LOOPS + 1 + self._loops):
            out.append(f"!{at} = distinct !{{!{at}, !4, !5, !6, !7}}")
        return out
