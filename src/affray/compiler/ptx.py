"""A game's fights as a program for NVIDIA's devices: PTX for one encounter, kept as code is."""

from __future__ import annotations

import hashlib
import re
import time
from dataclasses import dataclass, replace

from affray.book.ruleset import Ruleset
from affray.compiler import cache
from affray.compiler.build import CROWD, Recipe, recipe
from affray.compiler.llvm import kernel, machine
from affray.compiler.llvm.emit import Emitter
from affray.compiler.oracles.crowd import (
    COUNTS,
    crowd,
    waits,
    waits_for_fights,
    waits_for_rounds,
)
from affray.rules.world import Record, pack

FIGHTS, ROUNDS = "fights", "rounds"
TOGETHER = {"": waits, FIGHTS: waits_for_fights, ROUNDS: waits_for_rounds}
"""What threads that go together begin together."""

ALL = 3000
"""LLVM's threshold under which a small game becomes one function."""


@dataclass(frozen=True)
class Shape:
    """How code is made: what is written in its place, what is unrolled, how many registers.

    Short code, few registers and rounds begun together were fastest on an H200
    (docs/performance.md).
    """

    short: int = 40
    inlining: int = 10
    unrolled: bool = False
    alone: bool = True
    registers: int = 64
    narrow: bool = True
    shared: bool = True
    together: str = ROUNDS


USUAL = Shape()


def can_wait(kind: str) -> bool:
    """Whether devices of a kind say what the least is of threads that go together."""
    return int("".join(c for c in kind if c.isdigit())) >= 80


@dataclass(frozen=True)
class KernelSpec:
    """A kernel: whose fights, with which dice, for which kind of device, and who plays."""

    ruleset: Ruleset
    oracle: str
    world: Record
    kind: str
    seats: tuple[int, ...] = ()
    shape: Shape = USUAL

    def recipe(self) -> Recipe:
        fixed = hashlib.sha256(self.fixed()).hexdigest()
        made = recipe(self.ruleset, CROWD[self.oracle], f"{self.kind} {self.shape} {fixed}")
        facts = made.known(self.world, self.seats) if self.shape.alone else made.facts
        if not self.shape.shared:
            facts = replace(facts, world=b"")
        instead = {waits: TOGETHER[self.shape.together if can_wait(self.kind) else ""]}
        return replace(made, facts=facts, meaning=made.meaning | instead)

    def fixed(self) -> bytes:
        return pack(self.world)[self.ruleset.world.layout.state_size :] or bytes(8)


@dataclass(frozen=True)
class Module:
    """A kernel in LLVM's language, and how it is to be compiled."""

    text: str
    level: int
    unrolled: bool
    inlining: int


def module_of(wanted: KernelSpec) -> Module:
    made, shape = wanted.recipe(), wanted.shape
    program = made.program()
    function = program.function(crowd)
    emitter = Emitter(program, False, shape.short, made.facts, wanted.fixed(), shape.narrow)
    text = kernel.kernel(emitter, function, wanted.ruleset.world.layout, made.ask, COUNTS)
    return Module(
        text,
        3 if made.facts and emitter.is_small else 2,
        bool(made.facts) and (shape.unrolled or emitter.is_alone),
        ALL if emitter.is_alone else shape.inlining,
    )


def text_of(wanted: KernelSpec) -> str:
    """PTX, made now."""
    made, registers = module_of(wanted), wanted.shape.registers
    text = machine.ptx(made.text, wanted.kind, made.level, made.unrolled, made.inlining)
    return _limited(text, registers) if registers else text


def _limited(text: str, registers: int) -> str:
    """The kernel with no more registers than that, which the driver keeps to."""
    head = re.compile(rf"(\.entry {kernel.NAME}\([^)]*\))")
    return head.sub(rf"\1\n.maxnreg {registers}", text, count=1)


def code_of(wanted: KernelSpec) -> bytes:
    """PTX, taken from the cache or made and put there."""
    shelf, key = f"{wanted.ruleset.slug}.device", wanted.recipe().key()
    found = cache.load(shelf, key)
    if found is not None:
        return found[1]
    started = time.perf_counter()
    code = text_of(wanted).encode()
    cache.store(shelf, key, {"seconds": round(time.perf_counter() - started, 3)}, code)
    return code
