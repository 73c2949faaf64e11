"""One ruleset, compiled: play fights by the million, take single steps, walk every line."""

from __future__ import annotations

import re
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numba
import numpy as np

from affray.errors import BadInput
from affray.oracles.dice import Dice
from affray.oracles.native import cache, seam, widening
from affray.oracles.native.drivers import DiceDrivers, TapeDrivers, make_dice, make_tape
from affray.oracles.tape import Answer, Kind, Question, bounds
from affray.ruleset import Ruleset
from affray.world import clone, pack

SMALL = 40
"""A ruleset of this many functions is compiled into one: calls would be a third of its time.
A larger one is not: its machine code, and the compiling of it, would grow out of hand."""

_registered: set[Any] = set()

PROBLEMS = {
    seam.BAD_POOL: "a pool with fewer than 0 or more than 63 dice of a kind",
    seam.BAD_ANSWER: "an answer that is not legal, or a question with no legal answer",
    seam.TOO_DEEP: f"more than {seam.DEEPEST} questions in one step",
    seam.NOT_ASKED: "a tape whose answers do not fit the questions",
    seam.ENDLESS: "a fight that would not end",
}


class Broken(Exception):
    """A compiled fight went wrong; `fight` says which, so that CPython can show it."""

    def __init__(self, problem: int, fight: int = -1) -> None:
        where = f" in fight {fight}" if fight >= 0 else ""
        super().__init__(PROBLEMS.get(problem, "something went wrong") + where)
        self.fight = fight


@dataclass
class Block:
    """What a run of fights came to, one entry a fight."""

    winners: np.ndarray[Any, Any]
    rounds: np.ndarray[Any, Any]
    survivors: np.ndarray[Any, Any]
    events: np.ndarray[Any, Any]
    ends: np.ndarray[Any, Any]


class Buffer:
    """One world's bytes, seen by compiled code as a record."""

    def __init__(self, engine: Engine, data: bytes) -> None:
        layout = engine.ruleset.world.layout
        self.worlds = np.zeros(1, engine.dtype)
        self.bytes = self.worlds.view(np.uint8)
        self.bytes[: layout.size] = np.frombuffer(data, np.uint8)
        self.state = self.bytes[: layout.state_size]
        self.size = layout.size

    def data(self) -> bytes:
        return self.bytes[: self.size].tobytes()


class Engine:
    """A ruleset's compiled drivers, made when first used."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        if max(ruleset.words.event_names.values()) >= seam.EVENTS:
            raise TypeError(f"{ruleset.slug}: events are numbered up to {seam.EVENTS - 1}")
        self.dtype = ruleset.world.layout.dtype(ruleset.slug.replace("-", "_"))
        functions = ruleset.functions()
        for function in functions:
            if function not in _registered:
                widening.register(function, forceinline=len(functions) <= SMALL)
                _registered.add(function)
        seam.POLICIES[numba.from_dtype(self.dtype)] = ruleset.decide

    def _caching(self) -> None:
        config: Any = numba.config
        config.CACHE_DIR = str(cache.folder(self.ruleset))

    @cached_property
    def dice(self) -> DiceDrivers:
        self._caching()
        r = self.ruleset
        return make_dice(r.begin, r.step, r.outcome, r.standing)

    @cached_property
    def tape(self) -> TapeDrivers:
        self._caching()
        r = self.ruleset
        return make_tape(r.begin, r.step, r.outcome)

    def asks(self, kind: np.dtype[Any], temperaments: list[int]) -> np.ndarray[Any, Any]:
        asks = np.zeros(1, kind)
        asks["temperaments"][0, : len(temperaments)] = temperaments
        return asks

    def play(
        self,
        data: bytes,
        temperaments: list[int],
        seed: int,
        first: int,
        count: int,
        begun: bool,
        keep_ends: bool = False,
    ) -> Block:
        """Fights `first` to `first + count - 1` of this seed; `keep_ends` their last states too."""
        buffer = Buffer(self, data)
        asks = self.asks(seam.dice_type, temperaments)
        source = buffer.state.copy()
        block = Block(
            winners=np.zeros(count, np.int8),
            rounds=np.zeros(count, np.int32),
            survivors=np.zeros(seam.SEATS, np.int64),
            events=asks["events"][0],
            ends=np.zeros((count if keep_ends else 0, len(source)), np.uint8),
        )
        sound = self.dice.fights(
            source,
            buffer.state,
            buffer.worlds,
            asks,
            np.uint64(seed),
            np.int64(first),
            begun,
            block.winners,
            block.rounds,
            block.survivors,
            block.ends,
        )
        if sound < count:
            raise Broken(int(asks["bad"][0]), first + sound)
        return block

    def compile(self, kind: str, w: Any) -> float:
        """Compile one oracle type, 'dice' or 'tape', and return the seconds it took."""
        started = time.perf_counter()
        try:
            self._first_use(kind, w)
        except Broken:
            raise
        except Exception as error:  # Numba raises its own errors, and now and then any other
            raise BadInput(_why(error), file=self.ruleset.folder) from error
        seconds = time.perf_counter() - started
        cache.mark_compiled(self.ruleset, kind, seconds)
        return seconds

    def _first_use(self, kind: str, w: Any) -> None:
        """Call every driver of an oracle type, which compiles it or takes it from the cache."""
        data = pack(w)
        seats = [1] * w.n
        if kind == "dice":
            self.play(data, seats, 0, 0, 1, False)
            stepper = Stepper(self, data, seats, 0, 0)
            stepper.begin()
            stepper.step()
        else:
            from affray.oracles.native.exact import Exact

            begun = clone(w)
            self.ruleset.begin(Dice(0, 0, self.ruleset.decide, seats), begun)
            Exact(self, seats).expand(pack(begun))
            with suppress(Broken):  # an empty tape, where `begin` may ask for dice
                Replayer(self, data).compile()

    def is_compiled(self, kind: str) -> bool:
        return cache.is_compiled(self.ruleset, kind)


class Stepper:
    """A compiled fight taken step by step, for comparing it with CPython."""

    def __init__(
        self, engine: Engine, data: bytes, temperaments: list[int], seed: int, fight: int
    ) -> None:
        self.engine = engine
        self.buffer = Buffer(engine, data)
        self.asks = engine.asks(seam.dice_type, temperaments)
        engine.dice.start(self.asks, np.uint64(seed), np.int64(fight))

    def begin(self) -> int:
        return self._after(self.engine.dice.begin(self.buffer.worlds, self.asks))

    def step(self) -> int:
        return self._after(self.engine.dice.step(self.buffer.worlds, self.asks))

    def _after(self, outcome: int) -> int:
        if self.asks["bad"][0]:
            raise Broken(int(self.asks["bad"][0]))
        return int(outcome)

    def events(self) -> list[int]:
        return [int(n) for n in self.asks["events"][0]]


class Replayer:
    """A compiled fight fed from a tape, one step's answers at a time."""

    def __init__(self, engine: Engine, data: bytes) -> None:
        self.engine = engine
        self.buffer = Buffer(engine, data)
        self.asks = engine.asks(seam.tape_type, [])

    def compile(self) -> None:
        """Compile the drivers, whatever they then say to an empty tape."""
        for driver in (self.engine.tape.begin, self.engine.tape.step):
            driver(self.buffer.worlds, self.asks)

    def step(self, said: list[tuple[Question, Answer]], begin: bool = False) -> int:
        """Run one step on these answers; all must be asked for, and no more."""
        entries = [_branch(question, answer.value) for question, answer in said]
        ask = self.asks
        ask["mode"], ask["at"], ask["bad"], ask["length"] = seam.REPLAY, 0, 0, len(entries)
        for k, (kind, branch) in enumerate(entries):
            ask["kind"][0, k], ask["index"][0, k] = kind, branch
        drivers = self.engine.tape
        outcome = (drivers.begin if begin else drivers.step)(self.buffer.worlds, ask)
        if ask["bad"][0] or ask["at"][0] != len(entries):
            raise Broken(int(ask["bad"][0]) or seam.NOT_ASKED)
        return int(outcome)


def _why(error: Exception) -> str:
    """The cause and the line, out of the pages Numba prints."""
    text = str(error)
    place = re.search(r'File "([^"]*?([^"/\\\\]+\.py))", line (\d+)', text)
    causes = re.findall(r"(?:Error: |Unknown attribute |Invalid use )(.*)", text)
    where = f" at {place[2]} line {place[3]}" if place else ""
    cause = causes[0].strip() if causes else f"{type(error).__name__}: {text.splitlines()[0]}"
    return f"does not compile{where}: {cause}"


def _branch(question: Question, value: int) -> tuple[int, int]:
    """An answer as compiled code counts it: the kind of question and the branch taken."""
    if question.kind is Kind.CHOOSE:
        return seam.CHOOSE, value
    low, high = bounds(question)
    if question.kind in (Kind.CHECK, Kind.TEST):
        if low == high:
            return seam.CERTAIN, 0
        return _KINDS[question.kind], 1 - value
    return _KINDS[question.kind], value - low


_KINDS = {
    Kind.CHECK: seam.CHECK,
    Kind.TEST: seam.TEST,
    Kind.MARGIN: seam.MARGIN,
    Kind.ROLL: seam.ROLL,
    Kind.DICE: seam.DICE,
}
_engines: dict[Ruleset, Engine] = {}


def engine_of(ruleset: Ruleset) -> Engine:
    """The one engine of a ruleset in this process."""
    if ruleset not in _engines:
        _engines[ruleset] = Engine(ruleset)
    return _engines[ruleset]
