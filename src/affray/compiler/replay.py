"""A compiled fight fed with answers: a tape read back, or one's own choices between dice."""

from __future__ import annotations

from collections.abc import Sequence

from affray.compiler.build import TAPE
from affray.compiler.engine import Engine, RuleFailed
from affray.compiler.memory import RecordMemory
from affray.compiler.oracles.branches import DEEPEST, WAITED
from affray.compiler.oracles.lines import BEGIN, STEP
from affray.compiler.oracles.tape import TapeAsk
from affray.oracles.tape import Kind, Known, Question, Said


def put_known(ask: RecordMemory, said: Sequence[Known]) -> None:
    """Answers, in the order they are asked for."""
    if len(said) > DEEPEST:
        raise RuleFailed(f"{len(said)} answers in one step, at most {DEEPEST}")
    ask.set("known", len(said))
    for k, known in enumerate(said):
        for part, value in zip(("kind", "name", "who", "answer"), known, strict=True):
            ask.set(f"known_{part}", value, k)


def asked_now(ask: RecordMemory) -> Question:
    """The question compiled code stopped at."""
    kind = Kind(ask.get("asked_kind"))
    a, b = ask.get("asked_a"), ask.get("asked_b")
    name, who, vs = ask.get("asked_name"), ask.get("asked_who"), ask.get("asked_vs")
    return question(kind, name, who, vs, a, b)


def question(kind: Kind, name: int, who: int, vs: int, a: int, b: int) -> Question:
    """A question out of the numbers compiled code keeps of it."""
    if kind is Kind.CHOOSE:
        return Question(kind, name, who, mask=a)
    if kind is Kind.CHECK:
        return Question(kind, name, who, pool=a, target=b)
    if kind is Kind.DICE:
        return Question(kind, name, who, n=a, sides=b)
    return Question(kind, name, who, pool=a, vs=vs, vs_pool=b)


class Replayer:
    """A compiled fight fed from a tape, one step's answers at a time.

    `said` is the list they are read from at every step, whoever fills it.
    """

    def __init__(self, engine: Engine, data: bytes, said: list[Said]) -> None:
        self.engine = engine
        self.said = said
        self.world = engine.world(data)
        self.ask = RecordMemory(TapeAsk.layout)
        self.ask.set("chance", WAITED)

    def begin(self) -> int:
        return self._part(BEGIN)

    def step(self) -> int:
        return self._part(STEP)

    def _part(self, part: int) -> int:
        """Run one part on these answers; all must be asked for, and no more."""
        put_known(self.ask, [Known(q.kind, q.name, q.who, a.value) for q, a in self.said])
        status = self.engine.call(TAPE, "part", self.ask, self.world, part)
        self.engine.require(TAPE, status)
        if self.ask.get("past") != len(self.said):
            raise RuleFailed("a tape whose answers do not fit the questions")
        return self.ask.get("result")

    def data(self) -> bytes:
        return self.world.data()
