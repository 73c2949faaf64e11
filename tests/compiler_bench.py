"""Programs run in CPython and compiled, and how they end: for the tests of the compiler.

CPython runs each twice: as it stands, and watched, with every number held to 64 bits and
every field to its width. What the watched run says decides what compiled code may do.
"""

from __future__ import annotations

import ast
import copy
import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Any

from affray import masks
from affray.compiler import machine
from affray.compiler.emit import Emitter
from affray.compiler.kinds import Function
from affray.compiler.memory import RecordMemory
from affray.compiler.program import Program
from affray.compiler.sources import tree_of, write_function
from affray.compiler.status import DIVISION, INDEX, MISFIT, OVERFLOW, SHIFT, UNSET, code_of, site_of
from affray.layout import Layout, Storage
from affray.world import Record, field, int8, int16, int32, int64, many, pack, record, unpack

M64 = (1 << 64) - 1
LARGEST = (1 << 63) - 1
ORDER = (3, -1, 4, 1, -5, 9)
WIDE = (LARGEST, -LARGEST - 1, 1 << 61, 0)
HUGE = 1 << 62
LOST = 0xDEADBEEF


class Suit(IntEnum):
    CUPS = 0
    SWORDS = 1
    COINS = 5
    WANDS = 61
    NONE = -2


@record
class Ask(Record):
    n: int64


@record
class Part(Record):
    tiny: int8
    small: int16
    wide: int32
    big: int64
    marks: list[int8] = many(3)


@record
class Thing(Record):
    a: int8
    b: int16
    c: int32
    d: int64
    part: Part
    scores: list[int16] = many(4)


@record
class Team(Record):
    size: int8
    members: list[Part] = many(3, count="size")


@record
class World(Record):
    n: int8
    t: int8
    s: int16
    m: int32
    x: int64
    y: int64
    calls: int64
    result: int64
    nums: list[int64] = many(6)
    bits: list[int8] = many(5)
    halves: list[int32] = many(3)
    one: Thing
    creatures: list[Thing] = many(5, count="n")
    teams: list[Team] = many(2)
    law: int8 = field(fixed=True)
    steady: list[int16] = many(4, fixed=True)


LIBRARY = (
    "def tick(w: World) -> int:\n    w.calls += 1\n    return w.calls\n",
    "def nudge(w: World, c: Thing) -> bool:\n    c.d += 1\n    w.calls -= 1\n    return c.d > 3\n",
    "def shake(w: World, x: int) -> int:\n    w.x = x % 100\n    w.t = 5\n    w.nums[0] = 2\n"
    "    return w.x - 7\n",
)
"""Functions every program may call; each leaves a mark on the world."""

NAMES: dict[str, Any] = {
    "__name__": "bench",
    "World": World,
    "Thing": Thing,
    "Part": Part,
    "Suit": Suit,
    "ORDER": ORDER,
    "WIDE": WIDE,
    "HUGE": HUGE,
    "LOST": LOST,
    "M64": M64,
    **{name: getattr(masks, name) for name in ("how_many", "smallest", "largest")},
}
MASKS = (masks.contains, masks.is_single)


@dataclass(frozen=True)
class Written:
    """A program: its functions as text, called from first to last; the last is run."""

    name: str
    functions: tuple[str, ...]

    def __str__(self) -> str:
        return "\n".join(self.functions)


@dataclass(frozen=True)
class Ended:
    """How a run ended: the kind of error and where it was made, and every byte of the world."""

    code: int
    place: tuple[str, int]
    data: bytes


NOWHERE = ("", 0)


class LeftRange(Exception):
    """A number past 64 bits, as no compiled code has it."""


class Misfit(Exception):
    """A number that does not fit the field it is given to."""


ERRORS: dict[type[Exception], int] = {
    IndexError: INDEX,
    ZeroDivisionError: DIVISION,
    ValueError: SHIFT,
    UnboundLocalError: UNSET,
    LeftRange: OVERFLOW,
    Misfit: MISFIT,
}


# -- CPython's side


class Strict(list[Any]):
    """A list that counts from the front only, and holds what its storage does."""

    storage: Storage | None = None

    def __getitem__(self, k: Any) -> Any:
        if not isinstance(k, slice) and k < 0:
            raise IndexError(k)
        return super().__getitem__(k)

    def __setitem__(self, k: Any, value: Any) -> None:
        if k < 0:
            raise IndexError(k)
        if k < len(self):
            require_fit(self.storage, value)
        super().__setitem__(k, value)


def require_fit(storage: Storage | None, value: Any) -> None:
    if storage is not None and not storage.low <= value <= storage.high:
        raise Misfit(value)


@cache
def guarded(cls: type[Record]) -> type[Record]:
    """The same record, which refuses what does not fit."""

    def put(self: Record, name: str, value: Any) -> None:
        require_fit(cls.layout.fields[name].storage, value)
        object.__setattr__(self, name, value)

    made: type[Record] = type(cls.__name__, (cls,), {"__slots__": (), "__setattr__": put})
    return made


def strict(w: Any, guard: bool) -> Any:
    """A world whose lists refuse to count from the end; guarded, whose fields refuse misfits."""
    for f in type(w).layout.fields.values():
        value = getattr(w, f.name)
        if f.record:
            for inner in value if f.is_list else [value]:
                strict(inner, guard)
        if f.is_list:
            held = Strict(value)
            held.storage = f.storage if guard else None
            setattr(w, f.name, held)
    if guard:
        w.__class__ = guarded(w.__class__)
    return w


def in_range(value: int) -> int:
    if not -LARGEST - 1 <= value <= LARGEST:
        raise LeftRange(value)
    return value


def shifted(value: int, by: int) -> int:
    if value and by > 63:
        raise LeftRange
    return in_range(value << by)


class Right(int):
    """The right side of an augmented assignment: what comes of it is held to 64 bits."""

    def __radd__(self, other: int) -> int:
        return in_range(int(other) + int(self))

    def __rsub__(self, other: int) -> int:
        return in_range(int(other) - int(self))

    def __rmul__(self, other: int) -> int:
        return in_range(int(other) * int(self))

    def __rfloordiv__(self, other: int) -> int:
        return in_range(int(other) // int(self))

    def __rlshift__(self, other: int) -> int:
        return shifted(int(other), int(self))


class Watcher(ast.NodeTransformer):
    """Puts a guard around everything that could leave 64 bits."""

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        if isinstance(node.op, ast.BitAnd) and _is_m64(node.right):
            return ast.BinOp(self._wrapped(node.left), node.op, node.right)
        left, right = self.visit(node.left), self.visit(node.right)
        if isinstance(node.op, ast.LShift):
            return _called("shifted", left, right)
        return _called("in_range", ast.BinOp(left, node.op, right))

    def _wrapped(self, node: ast.expr) -> ast.expr:
        """Under `& M64` what is lost is meant to be."""
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub | ast.Mult):
            return ast.BinOp(self._wrapped(node.left), node.op, self._wrapped(node.right))
        seen: ast.expr = self.visit(node)
        return seen

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        return _called("in_range", ast.UnaryOp(node.op, self.visit(node.operand)))

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        is_abs = isinstance(node.func, ast.Name) and node.func.id == "abs"
        return _called("in_range", node) if is_abs else node

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        self.generic_visit(node)
        node.value = _called("Right", node.value)
        return node


def _called(name: str, *args: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), list(args), [])


def _is_m64(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "M64"


def watched(tree: ast.FunctionDef, names: dict[str, Any], file: str) -> None:
    """Define the watched copy of a function."""
    seen = Watcher().visit(copy.deepcopy(tree))
    module = ast.fix_missing_locations(ast.Module([seen], []))
    exec(compile(module, file, "exec"), names)


def run(function: Callable[..., None], w: Any, a: int, b: int) -> Ended:
    """Call a program in CPython."""
    try:
        function(w, a, b)
    except tuple(ERRORS) as error:
        code = next(code for kind, code in ERRORS.items() if isinstance(error, kind))
        return Ended(code, _made_at(error), packed(w))
    return Ended(0, NOWHERE, packed(w))


def packed(w: Any) -> bytes:
    """The bytes of a world, none where a field does not hold what it was given."""
    try:
        return pack(w)
    except ValueError:
        return b""


def _made_at(error: Exception) -> tuple[str, int]:
    """The last line of a program's own; not of what watches it."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [f for f in frames if f.filename != __file__]
    return own[-1].filename, own[-1].lineno or 0


# -- compiled


@dataclass
class Build:
    """Programs as machine code."""

    code: machine.Loaded
    sites: list[tuple[str, int]]

    def run(self, name: str, state: bytes, a: int, b: int, layout: Layout = World.layout) -> Ended:
        memory = RecordMemory(layout, state)
        status = self.code.entry(name, "pii")(memory.address, a, b)
        place = self.sites[site_of(status)] if status else NOWHERE
        return Ended(code_of(status), place, memory.data())


def build(program: Program, functions: dict[str, Function], checked: bool) -> Build:
    emitter = Emitter(program, checked)
    for name, function in functions.items():
        emitter.export(function, name)
    return Build(machine.Loaded(machine.object_code(emitter.text())), emitter.sites)


class Batch:
    """Programs that are compiled together, in both builds, and their two copies in CPython."""

    def __init__(self, programs: Sequence[Written], checked: bool = True) -> None:
        self.plain: dict[str, Any] = dict(NAMES) | {f.__name__: f for f in MASKS}
        self.watched: dict[str, Any] = dict(NAMES)
        self.watched |= {"in_range": in_range, "shifted": shifted, "Right": Right}
        for f in MASKS:
            watched(tree_of(f)[0], self.watched, f.__code__.co_filename)
        for k, text in enumerate(LIBRARY):
            self._write(text, f"<library {k}>")
        for program in programs:
            for k, text in enumerate(program.functions):
                self._write(text, f"<{program.name} {k}>")
        read = Program(World.layout, Ask.layout, {})
        functions = {p.name: read.function(self.plain[p.name]) for p in programs}
        self.builds = {False: build(read, functions, checked=False)}
        if checked:
            self.builds[True] = build(read, functions, checked=True)

    def _write(self, text: str, file: str) -> None:
        made = write_function(text, self.plain, file)
        watched(tree_of(made)[0], self.watched, file)

    def difference(self, name: str, state: bytes, a: int, b: int) -> str:
        """What CPython and compiled code make differently of one call, or nothing."""
        guard = run(self.watched[name], strict(unpack(World, state), True), a, b)
        if guard.code in (OVERFLOW, MISFIT):
            expected = {False: None, True: guard}
        else:
            plain = run(self.plain[name], strict(unpack(World, state), False), a, b)
            expected = {False: plain, True: plain}
        for checked, one in self.builds.items():
            wanted = expected[checked]
            if wanted is not None:
                found = one.run(name, state, a, b)
                said = _told_apart(wanted, found)
                if said:
                    kind = "checked" if checked else "ordinary"
                    return f"{kind} build, a = {a}, b = {b}: {said}"
        return ""


def _told_apart(wanted: Ended, found: Ended) -> str:
    """A shift past 64 bits may be called either."""
    codes = {OVERFLOW, SHIFT} if wanted.code == OVERFLOW else {wanted.code}
    if found.code not in codes or found.place != wanted.place:
        return f"ended with {found.code} {found.place}, expected {wanted.code} {wanted.place}"
    if found.data != wanted.data:
        theirs, ours = unpack(World, wanted.data), unpack(World, found.data)
        from affray.compiler.prepare import _first_difference

        return _first_difference(theirs, ours)
    return ""
