"""Small functions of the subset around the engine's own, and a way to call what is compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from compiler_bench import World

from affray.compiler.llvm import machine
from affray.compiler.llvm.emit import Emitter
from affray.compiler.memory import Memory
from affray.compiler.oracles.dice import start
from affray.compiler.source.program import Int64s, Program
from affray.compiler.status import RAISED, code_of
from affray.oracles import dice as by_dice
from affray.oracles.dice import face, total
from affray.rules import ask as seam
from affray.rules.ask import check, draw, margin, roll, test
from affray.rules.ask import dice as seen_dice
from affray.rules.layout import Layout


class Compiled:
    """Functions that give nothing, compiled by their names."""

    def __init__(self, ask: Layout, *functions: Callable[..., Any], checked: bool = False) -> None:
        rolls = ("check", "test", "margin", "roll", "dice", "draw")
        meaning = {getattr(seam, name): getattr(by_dice, name) for name in rolls}
        program = Program(World.layout, ask, meaning)
        emitter = Emitter(program, checked)
        read = {f.__name__: program.function(f) for f in functions}
        for name, function in read.items():
            emitter.export(function, name)
        loaded = machine.Loaded(machine.object_code(emitter.text()))
        self.entries = {name: loaded.entry(name, emitter.signature(f)) for name, f in read.items()}
        self.errors = [error.__name__ for error in program.errors]

    def call(self, name: str, *args: Memory | int) -> str:
        """Call one; the name of the error that was raised, or nothing."""
        status = self.entries[name](*(a.address if isinstance(a, Memory) else a for a in args))
        code = code_of(status)
        assert code == 0 or code >= RAISED, f"status {status}"
        return self.errors[code - RAISED] if code else ""


def numbers(*values: int) -> Memory:
    """Numbers of 64 bits in memory."""
    made = Memory(8 * max(1, len(values)))
    for k, value in enumerate(values):
        made.numbers()[k] = value
    return made


def faces(ask: Any, seed: int, fight: int, sides: Int64s, n: int, out: Int64s) -> None:
    start(ask, seed, fight)
    for k in range(n):
        out[k] = face(ask, sides[k])


def totals(ask: Any, seed: int, fight: int, pools: Int64s, n: int, out: Int64s) -> None:
    start(ask, seed, fight)
    for k in range(n):
        out[k] = total(ask, pools[k])


def draws(ask: Any, seed: int, fight: int, most: int, n: int, out: Int64s) -> None:
    start(ask, seed, fight)
    for k in range(n):
        out[k] = draw(ask, most)


def contests(ask: Any, seed: int, fight: int, pool: int, vs: int, out: Int64s) -> None:
    start(ask, seed, fight)
    out[0] = test(ask, 0, 0, pool, 1, vs)
    out[1] = margin(ask, 0, 0, pool, 1, vs)
    out[2] = check(ask, 0, 0, pool, 20)
    out[3] = roll(ask, 0, 0, pool)


def hands(ask: Any, seed: int, fight: int, n: int, sides: int) -> None:
    """How often each face is seen lies in the record's survivors."""
    start(ask, seed, fight)
    seen_dice(ask, 0, 0, n, sides, ask.survivors)


DICE = (faces, totals, draws, contests, hands)
