"""A compiled fight fed with answers: a tape read back, or one's own choices between dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from affray.compiler.branches import DEEPEST, ROLLED, WAITED
from affray.compiler.build import TAPE
from affray.compiler.engine import Broken, Engine, signed
from affray.compiler.lines import BEGIN, STEP
from affray.compiler.memory import RecordMemory
from affray.compiler.tape import OWN, TapeAsk
from affray.expansion import Known
from affray.oracles.tape import Kind, Question, Said


def put_known(ask: RecordMemory, said: Sequence[Known]) -> None:
    """Answers, in the order they are asked for."""
    if len(said) > DEEPEST:
        raise Broken(f"{len(said)} answers in one step, at most {DEEPEST}")
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
            raise Broken("a tape whose answers do not fit the questions")
        return self.ask.get("result")

    def data(self) -> bytes:
        return self.world.data()


class Stand(NamedTuple):
    """Where a fight stands: what is asked of whoever plays, or how it ended."""

    asked: Question | None
    outcome: int


class Stepping:
    """A compiled fight with one's own choices: dice and policies do the rest.

    `own` are the creatures one answers for. `go_on` runs to the next question of theirs, or to
    the end; the step is begun anew for each answer, and has the same dice every time.
    """

    def __init__(
        self,
        engine: Engine,
        data: bytes,
        temperaments: list[int],
        own: Sequence[int],
        seed: int,
        fight: int,
        begun: bool = False,
    ) -> None:
        self.engine = engine
        self.world = engine.world(data)
        self.size = engine.ruleset.world.layout.state_size
        self.begun = begun
        self.given: list[int] = []
        self.ask = RecordMemory(TapeAsk.layout)
        self.ask.fill("temperaments", temperaments)
        self.ask.set("choices", OWN)
        self.ask.set("chance", ROLLED)
        self.ask.set("own", sum(1 << who for who in own))
        engine.require(TAPE, engine.call(TAPE, "start", self.ask, signed(seed), fight))
        self._remember()

    def _remember(self) -> None:
        """The step begins here: what is put back before it is run again."""
        self._before = self.world.data(self.size), self.ask.get("n"), self.ask.get("policy_n")

    def go_on(self) -> Stand:
        """Run until one's own answer is wanted or the fight is over."""
        while True:
            put_known(self.ask, [Known(Kind.CHOOSE, 0, 0, option) for option in self.given])
            part = STEP if self.begun else BEGIN
            status = self.engine.call(TAPE, "part", self.ask, self.world, part)
            if self.engine.error(TAPE, status) == "Waiting" if status else False:
                asked = asked_now(self.ask)
                self._take_back()
                return Stand(asked, -1)
            self.engine.require(TAPE, status)
            self.given, self.begun = [], True
            self._remember()
            if self.ask.get("result") != -1:
                return Stand(None, self.ask.get("result"))

    def _take_back(self) -> None:
        state, n, policy_n = self._before
        self.world.put(state)
        self.ask.set("n", n)
        self.ask.set("policy_n", policy_n)

    def answer(self, option: int) -> Stand:
        """Give the answer that is asked for and go on."""
        self.given.append(option)
        return self.go_on()

    def data(self) -> bytes:
        """The world as it stood when the step began."""
        return self.world.data()
