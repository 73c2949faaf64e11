"""From typed tree to LLVM's intermediate language, as text.

Whole numbers are 64 bits wide whatever field they come from, truth is a number, a record is
its address. A function that may have to be left in the middle hands a status back beside its
value, 0 when all is well, and its callers leave at once.
"""

from __future__ import annotations

from affray.compiler.llvm.body import Body
from affray.compiler.source.kinds import NOTHING, Function, is_address
from affray.compiler.source.program import Program
from affray.rules.layout import Layout

SMALL = 80
"""A game of so few functions becomes one: calls would be a fifth of its time, and compiling
it takes no longer. A larger one would be slower for it."""


class Emitter:
    """Writes one module: functions, tables of numbers, and what may not alias what."""

    def __init__(self, program: Program, checked: bool = False) -> None:
        self.program = program
        self.checked = checked
        small = len(program.functions) <= SMALL
        self.attributes = "alwaysinline nounwind" if small and not checked else "nounwind"
        self.lines: list[str] = []
        self.symbols: dict[Function, str] = {}
        self.sites: list[tuple[str, int]] = []
        self._site_of: dict[tuple[str, int], int] = {}
        self._tables: dict[tuple[int, ...], str] = {}
        self._tags: dict[str, int] = {}
        self._used: set[str] = set()

    def fails(self, function: Function) -> bool:
        return self.checked or function.fails

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

    def tag(self, owner: Layout, field: str) -> str:
        """A field is written through no other field's name, whatever record it stands in."""
        number = self._tags.setdefault(f"{owner.name}.{field}", len(self._tags))
        return f", !tbaa !{10 + 2 * number}"

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
        ]
        metadata = ["!0 = !{}", '!1 = !{!"branch_weights", i32 1, i32 4000}', '!2 = !{!"affray"}']
        for name, number in self._tags.items():
            at = 10 + 2 * number
            metadata += [
                f"!{at} = !{{!{at + 1}, !{at + 1}, i64 0}}",
                f'!{at + 1} = !{{!"{name}", !2}}',
            ]
        return "\n".join([*tables, *sorted(self._used), *self.lines, *metadata, ""])
