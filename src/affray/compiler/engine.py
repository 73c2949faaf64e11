"""One game, compiled: fights by the thousand, single steps, tapes read back."""

from __future__ import annotations

import threading
from array import array
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from affray.book.errors import BadInput
from affray.book.faults import FaultAt
from affray.book.ruleset import Ruleset
from affray.compiler import build
from affray.compiler.build import COLLAPSED, DICE, ORDINARY, MachineCode, Recipe
from affray.compiler.facts import ANY, Facts
from affray.compiler.memory import Column, Memory, RecordMemory
from affray.compiler.oracles import collapsed
from affray.compiler.oracles.dice import EVENTS, DiceAsk

OURS = Path(__file__).parent
"""Where what goes wrong is no rule's fault."""

WHOLE = -1
"""Fights to their end, not so many steps of one."""


class RuleFailed(FaultAt):
    """A compiled fight went wrong; `fight` says which, so that CPython can show it."""

    def __init__(self, problem: str, fight: int = -1, file: str = "", line: int = 0) -> None:
        at = f" ({file}:{line})" if file else ""
        where = f" in fight {fight}" if fight >= 0 else ""
        super().__init__(problem + at + where, problem, file, line)
        self.fight = fight


@dataclass
class Block:
    """What a run of fights came to: an entry a fight, and the sums over all of them.

    `stood` is a mask of the creatures that stood at the end; `decisions` and `dice` say how often
    the first side had a choice and how many dice were rolled; `ends` the last states, one
    behind the other, where they were to be kept.
    """

    winners: array[int]
    rounds: array[int]
    stood: array[int]
    decisions: array[int]
    dice: array[int]
    survivors: list[int]
    events: list[int]
    ends: bytes


class Engine:
    """A ruleset's machine code, loaded or compiled when first used.

    One with `facts` plays no other worlds than those of which they are true, and by nobody else.
    """

    def __init__(self, ruleset: Ruleset, kind: str = ORDINARY, facts: Facts = ANY) -> None:
        if max(ruleset.words.event_names.values(), default=0) >= EVENTS:
            raise BadInput(f"events are numbered up to {EVENTS - 1}", file=ruleset.folder)
        self.ruleset = ruleset
        self.kind = kind
        self.facts = facts
        self._made: dict[str, MachineCode] = {}
        self._recipes: dict[str, Recipe] = {}
        self._entries: dict[tuple[str, str], Callable[..., int]] = {}
        self._refused: dict[str, BadInput] = {}
        self._odds: list[Memory] = []
        self._lock = threading.Lock()

    def recipe(self, oracle: str) -> Recipe:
        """What goes into an oracle's code; worked out once, for what is loaded does not change."""
        if oracle not in self._recipes:
            self._recipes[oracle] = build.recipe(self.ruleset, oracle, self.kind, self.facts)
        return self._recipes[oracle]

    def is_loaded(self, oracle: str) -> bool:
        return oracle in self._made

    def load(self, oracle: str) -> bool:
        """Take an oracle's code from the cache; False where it is not there."""
        with self._lock:
            if oracle in self._refused:
                return False
            if oracle not in self._made:
                found = build.from_cache(self.recipe(oracle))
                if found is None:
                    return False
                self._made[oracle] = found
            return True

    def keep(self, oracle: str, made: MachineCode) -> None:
        with self._lock:
            self._made.setdefault(oracle, made)

    def drop(self, oracle: str) -> None:
        """Use an oracle's code no more, until it is made again."""
        with self._lock:
            self._made.pop(oracle, None)
            self._entries = {key: e for key, e in self._entries.items() if key[0] != oracle}

    def refuse(self, oracle: str, why: BadInput) -> None:
        """Use it no more at all, whoever is about to load it in another thread."""
        with self._lock:
            self._refused[oracle] = why
        self.drop(oracle)

    def is_refused(self, oracle: str) -> bool:
        return oracle in self._refused

    def made(self, oracle: str) -> MachineCode:
        """An oracle's code; compiled now if there is no other way."""
        if oracle in self._refused:
            raise self._refused[oracle]
        if oracle not in self._made and not self.load(oracle):
            from affray.compiler.ready import compile_oracle

            compile_oracle(self, oracle)
        return self._made[oracle]

    def call(self, oracle: str, entry: str, *args: Memory | int) -> int:
        """Call an entry; the status it hands back."""
        found = self._entries.get((oracle, entry))
        if found is None or oracle in self._refused:
            found = self._entries[oracle, entry] = self.made(oracle).entry(entry)
        return found(*(a.address if isinstance(a, Memory) else a for a in args))

    def error(self, oracle: str, status: int) -> str:
        return self.made(oracle).error(status)

    def require(self, oracle: str, status: int, fight: int = -1) -> None:
        """Raise unless all is well."""
        if status:
            problem, file, line = self.made(oracle).problem(status)
            if OURS in Path(file).parents:
                raise RuleFailed(f"{problem} ({file}:{line})", fight)
            raise RuleFailed(problem, fight, file, line)

    def world(self, data: bytes) -> Memory:
        return Memory(self.ruleset.world.layout.size, data)

    def dice(self, temperaments: list[int], odds: Memory | None = None) -> RecordMemory:
        assert self.facts.seats in ((), tuple(temperaments)), "compiled for other temperaments"
        ask = RecordMemory(DiceAsk.layout)
        ask.fill("temperaments", temperaments)
        ask.set("odds", odds.address if odds else 0)
        return ask

    def odds(self, oracle: str) -> Memory | None:
        """Room for the chances collapsed dice find, with those that somebody found before."""
        if oracle != COLLAPSED:
            return None
        try:
            return self._odds.pop()
        except IndexError:
            return Memory(collapsed.SIZE)

    def give_back(self, odds: Memory | None) -> None:
        """For the next who needs some."""
        if odds is not None:
            self._odds.append(odds)

    def play(
        self,
        data: bytes,
        temperaments: list[int],
        seed: int,
        first: int,
        count: int,
        begun: bool,
        keep_ends: bool = False,
        stop: Callable[[RecordMemory], None] = lambda ask: None,
        oracle: str = DICE,
    ) -> Block:
        """Fights `first` to `first + count - 1` of this seed; `keep_ends` their last states too.

        `stop` is given the record before it begins: setting its `stop` ends the run early.
        """
        world, source, odds = self.world(data), self.world(data), self.odds(oracle)
        ask = self.dice(temperaments, odds)
        stop(ask)
        size = self.ruleset.world.layout.state_size
        winners, rounds, stood = Column("b", count), Column("i", count), Column("q", count)
        decisions, dice = Column("i", count), Column("i", count)
        ends = Memory(size * count if keep_ends else 1)
        status = self.call(
            oracle, "fights", ask, world, source, size, signed(seed), first, count, int(begun),
            WHOLE, winners, rounds, stood, decisions, dice, ends, int(keep_ends),
        )  # fmt: skip
        done = ask.get("done")
        self.give_back(odds)
        self.require(oracle, status, first + done)
        return Block(
            winners=winners.first(done),
            rounds=rounds.first(done),
            stood=stood.first(done),
            decisions=decisions.first(done),
            dice=dice.first(done),
            survivors=ask.all("survivors"),
            events=ask.all("events"),
            ends=ends.data(size * done) if keep_ends else b"",
        )


def signed(seed: int) -> int:
    """A seed of 64 bits as the number that has the same."""
    return seed - (1 << 64) if seed >> 63 else seed


class Stepper:
    """A compiled fight taken step by step."""

    def __init__(
        self,
        engine: Engine,
        data: bytes,
        temperaments: list[int],
        seed: int,
        fight: int,
        oracle: str = DICE,
    ) -> None:
        self.engine = engine
        self.oracle = oracle
        self.world = engine.world(data)
        self.odds = engine.odds(oracle)
        self.ask = engine.dice(temperaments, self.odds)
        engine.require(oracle, engine.call(oracle, "start", self.ask, signed(seed), fight))
        self._unread = Memory(8)

    def begin(self) -> int:
        return self._after(self._go(begun=0, steps=0))

    def step(self) -> int:
        return self._after(self._go(begun=1, steps=1))

    def _go(self, begun: int, steps: int) -> int:
        out = self._unread
        return self.engine.call(
            self.oracle, "fights", self.ask, self.world, self.world, 0, 0, 0, 1, begun, steps,
            out, out, out, out, out, out, 0,
        )  # fmt: skip

    def _after(self, status: int) -> int:
        self.engine.require(self.oracle, status)
        return self.ask.get("result")

    def data(self) -> bytes:
        return self.world.data()

    def events(self) -> list[int]:
        return self.ask.all("events")


_engines: dict[tuple[Ruleset, str, Facts], Engine] = {}


def engine_of(ruleset: Ruleset, kind: str = ORDINARY, facts: Facts = ANY) -> Engine:
    """The one engine of a ruleset in this process; or the one for such worlds alone."""
    if (ruleset, kind, facts) not in _engines:
        _engines[ruleset, kind, facts] = Engine(ruleset, kind, facts)
    return _engines[ruleset, kind, facts]
