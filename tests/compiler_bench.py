"""Programs run in CPython and compiled, and how they end: for the tests of the compiler.

CPython runs each twice: as it stands, and watched, with every number held to 64 bits and
every field to its width. What the watched run says decides what compiled code may do.
"""

from __future__ import annotations

import ast
import copy
import traceback
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from math import isqrt
from typing import Any

import compiler_watched
from compiler_watched import GUARDS, LARGEST, LeftRange, Misfit, Numbers, strict, watched

from affray.compiler.llvm import machine
from affray.compiler.llvm.emit import Emitter
from affray.compiler.memory import RecordMemory
from affray.compiler.source.kinds import Function
from affray.compiler.source.program import Program
from affray.compiler.source.sources import tree_of, write_function
from affray.compiler.status import (
    DIVISION,
    INDEX,
    MISFIT,
    OVERFLOW,
    ROOT,
    SHIFT,
    UNSET,
    code_of,
    site_of,
)
from affray.rules import among, masks
from affray.rules.layout import Layout
from affray.rules.world import (
    Record,
    clear,
    field,
    int8,
    int16,
    int32,
    int64,
    many,
    pack,
    record,
    to_json,
    unpack,
)

M64 = (1 << 64) - 1
ORDER = Numbers((3, -1, 4, 1, -5, 9))
WIDE = Numbers((LARGEST, -LARGEST - 1, 1 << 61, 0))
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
    tiny: int8 = field(-3)
    small: int16
    wide: int32 = field(1 << 20)
    big: int64
    marks: list[int8] = many(3, default=7)


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
class Law(Record):
    weight: int16
    marks: list[int8] = many(3)


@record
class Charm(Record):
    """Of which some are fixed and one is not."""

    power: int16 = field(2)
    marks: list[int8] = many(2)


@record
class Camp(Record):
    """What lies in it counts a list."""

    watch: int8
    team: Team


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
    worn: Charm
    camp: Camp
    creatures: list[Thing] = many(5, count="n")
    teams: list[Team] = many(2)
    law: int8 = field(fixed=True)
    acts: int8 = field(fixed=True)
    laws: list[Law] = many(3, count="acts", fixed=True)
    steady: list[int16] = many(4, fixed=True)
    charms: list[Charm] = many(2, fixed=True)


LIBRARY = (
    "def tick(w: World) -> int:\n    w.calls += 1\n    return w.calls\n",
    "def nudge(w: World, c: Thing) -> bool:\n    c.d += 1\n    w.calls -= 1\n    return c.d > 3\n",
    "def shake(w: World, x: int) -> int:\n    w.x = x % 100\n    w.t = 5\n    w.nums[0] = 2\n"
    "    return w.x - 7\n",
    "def more(x: int, y: int = 5, z: int = HUGE) -> int:\n    return x * 10 + y + z % 3\n",
    "def put(p: Part, x: int) -> int:\n    p.tiny = x\n    return p.tiny + 1\n",
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
    "isqrt": isqrt,
    **{name: getattr(masks, name) for name in ("how_many", "smallest", "largest", "members")},
    "clear": clear,
    **{name: getattr(among, name) for name in ("those", "first", "least", "most")},
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

ERRORS: dict[type[Exception], int] = {
    IndexError: INDEX,
    ZeroDivisionError: DIVISION,
    ValueError: SHIFT,
    NameError: UNSET,
    LeftRange: OVERFLOW,
    Misfit: MISFIT,
}


def run(function: Callable[..., None], w: Any, a: int, b: int) -> Ended:
    """Call a program in CPython."""
    try:
        function(w, a, b)
    except tuple(ERRORS) as error:
        code = next(code for kind, code in ERRORS.items() if isinstance(error, kind))
        code = ROOT if "isqrt" in str(error) else code
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
    engine = (__file__, compiler_watched.__file__, among.__file__)
    own = [f for f in frames if f.filename not in engine]
    return own[-1].filename, own[-1].lineno or 0


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


def build(program: Program, functions: dict[str, Function], checked: bool, level: int = 2) -> Build:
    emitter = Emitter(program, checked)
    for name, function in functions.items():
        emitter.export(function, name)
    return Build(machine.Loaded(machine.object_code(emitter.text(), level)), emitter.sites)


class Batch:
    """Programs that are compiled together, in both builds, and their two copies in CPython."""

    def __init__(self, programs: Sequence[Written], level: int = 2) -> None:
        self.plain: dict[str, Any] = dict(NAMES) | {f.__name__: f for f in MASKS}
        self.watched: dict[str, Any] = NAMES | GUARDS
        for f in MASKS:
            watched(copy.deepcopy(tree_of(f)[0]), self.watched, f.__code__.co_filename)
        for k, text in enumerate(LIBRARY):
            self._write(text, f"<library {k}>")
        for program in programs:
            for k, text in enumerate(program.functions):
                self._write(text, f"<{program.name} {k}>")
        read = Program(World.layout, Ask.layout, {})
        self.read, self.level = read, level
        self.functions = {p.name: read.function(self.plain[p.name]) for p in programs}

    @cached_property
    def builds(self) -> dict[bool, Build]:
        """By whether it is the checked one."""
        kinds = (False, True)
        return {kind: build(self.read, self.functions, kind, self.level) for kind in kinds}

    def _write(self, text: str, file: str) -> None:
        write_function(text, self.plain, file)
        tree = ast.parse(text).body[0]
        assert isinstance(tree, ast.FunctionDef)
        watched(tree, self.watched, file)

    def difference(self, name: str, state: bytes, a: int, b: int) -> str:
        """What CPython and compiled code make differently of one call, or nothing."""
        guard = run(self.watched[name], strict(unpack(World, state), True), a, b)
        if guard.code in (OVERFLOW, MISFIT):
            expected = {False: guard if guard.code == MISFIT else None, True: guard}
        else:
            plain = run(self.plain[name], strict(unpack(World, state), False), a, b)
            assert plain.code == guard.code, "the guards change what a program means"
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
    """What differs, or nothing; a shift past 64 bits is a shift or a number past them."""
    codes = {OVERFLOW, SHIFT} if wanted.code == OVERFLOW else {wanted.code}
    is_there = found.place == wanted.place
    if wanted.code == UNSET:  # CPython takes two instructions for one and names the first's line
        is_there = found.place[0] == wanted.place[0]
    if found.code not in codes or not is_there:
        return f"ended with {found.code} {found.place}, expected {wanted.code} {wanted.place}"
    if found.data != wanted.data:
        pairs = zip(numbers(wanted.data), numbers(found.data), strict=True)
        said = "; ".join(f"{a} in CPython, {b} compiled" for a, b in pairs if a != b)
        return said or "bytes that belong to no field"
    return ""


def numbers(data: bytes) -> list[str]:
    """Every field of a world, one behind the other, by its path."""

    def told(found: Any, path: str) -> Iterator[str]:
        for name, value in found.items() if isinstance(found, dict) else enumerate(found):
            inner = f"{path}.{name}".lstrip(".")
            yield from [f"{inner} = {value}"] if isinstance(value, int) else told(value, inner)

    return list(told(to_json(unpack(World, data)), ""))
