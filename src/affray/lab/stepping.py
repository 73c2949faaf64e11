"""A compiled fight with one's own choices between dice: what environments and search stand on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, NoReturn

from affray.book.encounter import Encounter, require_encounter
from affray.book.errors import BadInput, unknown
from affray.compiler.build import TAPE
from affray.compiler.engine import engine_of, signed
from affray.compiler.memory import RecordMemory
from affray.compiler.oracles.branches import ROLLED
from affray.compiler.oracles.lines import BEGIN, STEP
from affray.compiler.oracles.tape import OWN, TapeAsk
from affray.compiler.replay import asked_now, put_known
from affray.lab.simulate import Temperaments, require_fight, tempers_of, whole_number
from affray.oracles.tape import Kind, Known, Question
from affray.rules.ask import ONGOING
from affray.rules.masks import OPTIONS, contains, members
from affray.rules.world import Record, pack, unpack

M64 = (1 << 64) - 1


class Stand(NamedTuple):
    """Where a fight stands: what is asked of whoever plays, or how it ended."""

    asked: Question | None
    outcome: int


def _fight(number: int) -> int:
    return whole_number("fight", number, 0, M64 >> 1)


def _called(world: Any) -> str:
    return f"one of {type(world).__module__}" if isinstance(world, Record) else repr(world)


class Stepping:
    """A compiled fight with one's own choices: dice and policies do the rest.

    `own` are the creatures one answers for, by name or number. `stand` says what is asked now;
    `answer` goes on to the next question of theirs, or to the end. The step is begun anew for
    each answer, and has the same dice every time. `now` is what of the world can change, as it
    is where the question is asked. `world` begins somewhere else than the encounter does.
    """

    def __init__(
        self,
        encounter: Encounter,
        temperaments: Temperaments,
        own: Sequence[str | int],
        seed: int,
        fight: int = 0,
        world: Any = None,
    ) -> None:
        require_encounter(encounter)
        require_fight(encounter)
        self.encounter = encounter
        self.engine = engine_of(encounter.ruleset)
        self._data = pack(encounter.world() if world is None else self._required(world))
        self._size = encounter.ruleset.world.layout.state_size
        self._world = self.engine.world(self._data)
        self._begun = encounter.start_index >= 0 or world is not None
        self._given: list[int] = []
        self._ask = RecordMemory(TapeAsk.layout)
        self._ask.fill("temperaments", tempers_of(encounter, temperaments))
        self._ask.set("choices", OWN)
        self._ask.set("chance", ROLLED)
        self._ask.set("own", sum(1 << who for who in self._creatures(own)))
        self._seed = signed(whole_number("seed", seed, 0, M64))
        self._is_begun_with = self._begun
        self.stand = self._start(_fight(fight))

    def _required(self, world: Any) -> Any:
        """Compiled code reads a world's bytes by its own game's layout, whatever they are."""
        wanted: Any = self.encounter.ruleset.world
        if not isinstance(world, wanted):
            game = self.encounter.ruleset.book.name
            raise BadInput(f"found {_called(world)}, expected a world of {game}", field="world")
        found, expected = int(world.n), len(self.encounter.entrants)
        if found != expected:
            problem = f"found {found} creatures, expected {expected}, as in the encounter"
            raise BadInput(problem, field="world")
        return world

    def _start(self, fight: int) -> Stand:
        start = self._seed, fight
        self.engine.require(TAPE, self.engine.call(TAPE, "start", self._ask, *start))
        self._remember()
        return self._go_on()

    def again(self, fight: int) -> Stand:
        """Another fight of the same seed, from the beginning."""
        fight = _fight(fight)
        self._world.put(self._data)
        self._begun, self._given = self._is_begun_with, []
        self.stand = self._start(fight)
        return self.stand

    def _creatures(self, own: Sequence[str | int]) -> set[int]:
        if isinstance(own, str) or not isinstance(own, Iterable):
            raise BadInput(f"found {own!r}, expected a list of names or numbers", field="own")
        return {self._creature(one) for one in own}

    def _creature(self, one: str | int) -> int:
        names = [entrant.name for entrant in self.encounter.entrants]
        if not isinstance(one, str):
            return whole_number("own", one, 0, len(names) - 1)
        if one not in names:
            raise BadInput(unknown("creature", one, names), field="own")
        return names.index(one)

    def _remember(self) -> None:
        """The step begins here: what is put back before it is run again."""
        n, policy_n = self._ask.get("n"), self._ask.get("policy_n")
        self._before = self._world.data(self._size), n, policy_n

    def _take_back(self) -> None:
        state, n, policy_n = self._before
        self._world.put(state)
        self._ask.set("n", n)
        self._ask.set("policy_n", policy_n)

    def _go_on(self) -> Stand:
        """Run until one's own answer is wanted or the fight is over."""
        while True:
            put_known(self._ask, [Known(Kind.CHOOSE, 0, 0, option) for option in self._given])
            part = STEP if self._begun else BEGIN
            status = self.engine.call(TAPE, "part", self._ask, self._world, part)
            if status and self.engine.error(TAPE, status) == "Waiting":
                asked = asked_now(self._ask)
                self.now = self._world.data(self._size)
                self._take_back()
                return Stand(asked, ONGOING)
            self.engine.require(TAPE, status)
            self._given, self._begun = [], True
            self._remember()
            if self._ask.get("result") != ONGOING:
                self.now = self._before[0]
                return Stand(None, self._ask.get("result"))

    def answer(self, option: int) -> Stand:
        """Give the answer that is asked for and go on; one that is not legal changes nothing."""
        self._given.append(self._legal(option))
        self.stand = self._go_on()
        return self.stand

    def _legal(self, option: int) -> int:
        """An option that is open, or a sentence with those that are."""
        asked = self.stand.asked
        if asked is None:
            raise BadInput("nothing is asked: the fight is over", field="answer")
        given = whole_number("answer", option, 0, OPTIONS - 1)
        if not contains(asked.mask, given):
            who = self.encounter.entrants[asked.who].name
            what = self.encounter.ruleset.words.question_name(asked.name)
            legal = " or ".join(map(str, members(asked.mask)))
            problem = f"found {given}, expected {legal}: what {who} can answer to {what!r}"
            raise BadInput(problem, field="answer")
        return given

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError(
            "a Stepping lies in memory of its own and cannot be copied or pickled; "
            "begin another with the same seed and give it the same answers"
        )

    def data(self) -> bytes:
        """The world's bytes as it stood when the step began."""
        return self._world.data()

    def world(self) -> Any:
        """The same as an object."""
        return unpack(self.encounter.ruleset.world, self.data())
