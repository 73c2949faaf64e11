"""The search for a turn's best spending, its steps run by compiled code."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from affray.book.turn import Turn
from affray.compiler.build import TAPE
from affray.compiler.engine import Engine
from affray.compiler.oracles.branches import WAITED
from affray.compiler.oracles.tape import TURN
from affray.compiler.oracles.turn import AIM, ALL, SAID, SOME
from affray.compiler.replay import put_known
from affray.odds.assumptions import Assumptions
from affray.odds.compiled.layer import Lines, exact_ways
from affray.odds.compiled.walker import read_assumed
from affray.oracles.tape import Kind, Known
from affray.rules.masks import members


class Fork(NamedTuple):
    """A step waits: for one of these answers, each with its ways if dice decide it."""

    kind: int
    answers: Sequence[int]
    ways: Sequence[int] | None
    whole: int


class Arrived(NamedTuple):
    """A step is done: it leads to a node, or the turn is over (-1) and came to this amount."""

    node: int
    amount: int


class CompiledTurn:
    """Runs the steps of a turn for whoever searches through it."""

    def __init__(
        self, engine: Engine, data: bytes, who: int, target: int, turn: Turn, seats: list[int]
    ) -> None:
        self.engine = engine
        self.lines = Lines(engine, seats, data)
        self.before = engine.world(data)
        self.seen_assumed = 0
        ask = self.lines.ask
        for name, value in (("choices", TURN), ("chance", WAITED), ("actor", who), ("aim", target)):
            ask.set(name, value)
        for question, how in turn.considers.items():
            ask.set("considers", _how(how), question)
            ask.set("considered", how if isinstance(how, int) else 0, question)

    def start(self) -> Arrived:
        """Where the turn begins."""
        self.lines.world.put(self.before.data(self.lines.size))
        return self._after("judge")

    def step(self, node: int, answers: Sequence[Known]) -> Fork | Arrived:
        """One step from a node on these answers."""
        lines = self.lines
        state = lines.states.data(lines.size, node * lines.size)
        while True:
            lines.world.put(state)
            put_known(lines.ask, answers)
            arguments = (lines.ask, lines.world, self.before, lines.size)
            status = self.engine.call(TAPE, "turn_step", *arguments)
            if status == 0:
                return self._arrived()
            if self.engine.error(TAPE, status) == "Waiting":
                return self._fork()
            lines.settle(status)

    def _after(self, entry: str) -> Arrived:
        arguments = (self.lines.ask, self.lines.world, self.before, self.lines.size)
        while status := self.engine.call(TAPE, entry, *arguments):
            self.lines.settle(status)
        return self._arrived()

    def _arrived(self) -> Arrived:
        return Arrived(self.lines.ask.get("result"), self.lines.ask.get("amount"))

    def _fork(self) -> Fork:
        ask = self.lines.ask
        kind, a, b = (ask.get(f"asked_{part}") for part in ("kind", "a", "b"))
        if kind == Kind.CHOOSE:
            return Fork(kind, members(a), None, 1)
        ways, whole = exact_ways(kind, a, b)
        return Fork(kind, branches(kind, a, b, len(ways)), ways, whole)

    def read_assumed(self, assumed: Assumptions) -> None:
        read_assumed(self.lines, self.engine.ruleset, assumed, 0)


def branches(kind: int, a: int, b: int, n: int) -> Sequence[int]:
    """The answers to a roll in the order of their ways."""
    from affray.rules.pools import highest, lowest

    if kind in (Kind.CHECK, Kind.TEST):
        return (1, 0)
    if kind == Kind.ROLL:
        return range(lowest(a), lowest(a) + n)
    if kind == Kind.MARGIN:
        low = lowest(a) - highest(b)
        return range(low, low + n)
    return range(n)


def _how(considered: object) -> int:
    if considered == "all":
        return ALL
    if considered == "target":
        return AIM
    return SAID if callable(considered) else SOME
