"""The lines of a plan walked by compiled code; what comes back is numbers, Python has the words."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from affray import pools
from affray.assumed import LEFT_OUT as LEFT_OUT_WORD
from affray.assumed import USUAL as USUAL_WORD
from affray.compiler.branches import (
    CHECK,
    DICE,
    DRAW,
    EACH,
    MARGIN,
    REACHED_HIGH,
    ROLL,
    ROLLED,
    TEST,
)
from affray.compiler.build import TAPE
from affray.compiler.engine import Engine
from affray.compiler.lines import LINE_HIGH, NO_EVENT
from affray.compiler.memory import Memory, RecordMemory, Table
from affray.compiler.replay import put_known, question
from affray.compiler.shown import Picks, Shown
from affray.compiler.tape import AGAIN, ANY, PLANNED, TapeAsk
from affray.compiler.walk import LEFT_OUT, QUESTIONS, TEMPERED, USUAL, WALKED
from affray.expansion import EndPlace, Ends, Expansion, Goes, Weight
from affray.landing import Landings
from affray.oracles.dice import Told
from affray.oracles.tape import Answer, Kind, Question
from affray.ruleset import Ruleset
from affray.world import pack, unpack

if TYPE_CHECKING:
    from affray.oracles.walker import PythonWalker

CHUNK = 20_000
"""Lines between two looks at whether anybody still wants to know."""

HALF = 62
LARGEST = 1 << HALF


class Unfit(Exception):
    """Something that only CPython can walk: weights past 124 bits, more told than there is room."""


def exact_ways(kind: int, a: int, b: int) -> tuple[list[int], int]:
    """The ways of every answer to a question, in the order of its branches, and all of them."""
    if kind in (CHECK, TEST):
        yes, total = pools.check_ways(a, b) if kind == CHECK else pools.test_ways(a, b)
        return [yes, total - yes], total
    if kind == MARGIN:
        return list(pools.margin_distribution(a, b)[1]), pools.margin_distribution(a, b)[2]
    if kind == ROLL:
        return list(pools.distribution(a)[1]), pools.distribution(a)[2]
    if kind == DICE:
        return [ways for _, ways in pools.hands(a, b)], b**a
    assert kind == DRAW
    return [1] * a, a


class Lines:
    """The memory of a walk: the record, the tables, the ways of every question met."""

    def __init__(self, engine: Engine, temperaments: list[int], data: bytes) -> None:
        layout = engine.ruleset.world.layout
        self.engine = engine
        self.size = layout.state_size
        self.world, self.source = engine.world(data), engine.world(data)
        self.ask = RecordMemory(TapeAsk.layout)
        self.ask.fill("temperaments", temperaments)
        self.identity, self.shown = Picks(layout.identity_mask()), Shown(engine.ruleset, data)
        self.scratch = Memory(8 * (max(self.identity.width, self.shown.picks.width) + 32))
        self.tables = {
            "ways": Table(3, 5, 64),
            "told": Table(5, 5, 256),
            "reached": Table(8, 10, 256),
            "landed": Table(11, 11, 256),
            "assumed": Table(5, 5, 256),
            "states": Table(self.identity.width, self.identity.width, 64),
            "ends": Table(self.shown.picks.width + 1, self.shown.picks.width + 1, 64),
            "lines": Table(6, 8, 256),
        }
        self.states = Memory(64 * self.size)
        self.ways = Memory(8 * 4096)
        self.ways_used = 0
        self._point()

    def _point(self) -> None:
        """Tell the record where everything lies."""
        for name, table in self.tables.items():
            self.ask.set(f"{name}_table", table.address)
        self.ask.set("states", self.states.address)
        self.ask.set("ways", self.ways.address)
        self.ask.set("identity", self.identity.address)
        self.ask.set("shown", self.shown.picks.address)
        self.ask.set("scratch", self.scratch.address)

    def clear(self, *names: str) -> None:
        for name in names:
            self.tables[name].clear()

    def run(self, part: int, tick: Callable[[int], None]) -> None:
        """Every line of one part from the source, in chunks."""
        self.ask.set("length", 0)
        self.ask.set("more", 1)
        while self.ask.get("more"):
            before = self.ask.get("lines")
            arguments = (self.ask, self.world, self.source, self.size, part, CHUNK)
            self.settle(self.engine.call(TAPE, "expand", *arguments))
            tick(self.ask.get("lines") - before)

    def settle(self, status: int) -> None:
        """Give compiled code what it was left for, or raise."""
        error = self.engine.error(TAPE, status) if status else ""
        if error == "NeedsWays":
            self._add_ways()
        elif error == "Full":
            self._make_room()
        elif error in ("TooLarge", "TooDeep", "ToldTooMuch"):
            raise Unfit(error)
        else:
            self.engine.require(TAPE, status)

    def _add_ways(self) -> None:
        key = [self.ask.get(f"asked_{part}") for part in ("kind", "a", "b")]
        ways, total = exact_ways(*key)
        if total >= LARGEST:
            raise Unfit("ways past 62 bits")
        table = self.tables["ways"]
        if table.is_full:
            self._grow("ways")
            table = self.tables["ways"]
        needed = 8 * (self.ways_used + len(ways))
        if needed > self.ways.size:
            self.ways = Memory(2 * needed, self.ways.data())
            self._point()
        self.ways.numbers()[self.ways_used : self.ways_used + len(ways)] = _numbers(ways)
        table.add([*key, self.ways_used, total])
        self.ways_used += len(ways)

    def _make_room(self) -> None:
        for name, table in self.tables.items():
            if table.is_full:
                self._grow(name)

    def _grow(self, name: str) -> None:
        old = self.tables[name]
        new = Table(old.keys, old.width, 4 * old.most)
        status = self.engine.call(TAPE, "move_rows", old, new, new.address)
        self.engine.require(TAPE, status)
        self.tables[name] = new
        if name == "states":
            self.states = Memory(new.most * self.size, self.states.data())
        self._point()


def _numbers(values: list[int]) -> memoryview[int]:
    return memoryview(array("q", values))


class CompiledWalker:
    """Walks a plan in compiled code; a step it cannot weigh goes to CPython's walker."""

    def __init__(self, engine: Engine, slow: PythonWalker, how: bool = True) -> None:
        walk = slow.walk
        self.slow = slow
        self.engine = engine
        self.ruleset: Ruleset = engine.ruleset
        self.assumed = slow.assumed
        self.landings: Landings = slow.landings
        self.data = pack(slow.world)
        self.lines = Lines(engine, walk.temperaments, self.data)
        self._told: list[tuple[Told, ...]] = [()]
        self._seen_assumed = self._seen_landed = 0
        self._put_plan(how)

    def _put_plan(self, how: bool) -> None:
        ask, walk = self.lines.ask, self.slow.walk
        offer, words = walk.offer, self.ruleset.words
        if len(offer.answers) > WALKED or max(words.question_names.values()) >= QUESTIONS:
            raise Unfit("a plan of more answers than there is room for")
        ask.set("choices", PLANNED)
        ask.set("chance", EACH)
        ask.set("how", int(how))
        ask.set("actor", offer.who)
        plans = list(words.plans)
        ask.set("plan", plans.index(offer.plan) if offer.plan in plans else -1)
        ask.set("concerned", sum(1 << who for who in walk.concerned if who >= 0))
        ask.set("plan_length", len(offer.answers))
        ask.fill("plan_question", [q for q, _ in offer.answers])
        ask.fill("plan_option", [option for _, option in offer.answers])
        for asked, option in walk.extra.items():
            ask.set("extra", option + 1, asked)
        for asked, said in words.questions.items():
            ask.set("aside", 0 if said.aside is None else int(said.aside) + 1, int(asked))
        for event in walk.headlines:
            ask.set("headline", 1, event)

    @cached_property
    def _answered(self) -> list[tuple[int, int]]:
        return [_known(answer) for answer in self.slow.answered]

    @property
    def followed(self) -> bool:
        return self.slow.followed or bool(self.lines.ask.get("followed"))

    @property
    def refused(self) -> dict[int, str]:
        """What might have been answered where the plan's answer was not legal."""
        for asked in self.ruleset.words.questions:
            mask = self.lines.ask.get("refused", int(asked))
            if mask and int(asked) not in self.slow.walk.refused:
                self.slow.walk.refuse(int(asked), mask)
        return self.slow.refused

    @property
    def used(self) -> set[int]:
        ask = self.lines.ask
        return self.slow.used | {q for q in self.slow.walk.extra if ask.get("used", q)}

    def start(self) -> tuple[bytes, Any]:
        return self.lines.identity.of(self.data), self.data

    def end_place(self, state: bytes) -> EndPlace:
        return self.slow.end_place(self._world(state))

    def _world(self, state: bytes) -> Any:
        return unpack(self.ruleset.world, state + self.data[len(state) :])

    def expand(self, state: bytes, given: int, part: int, tick: Callable[[int], None]) -> Expansion:
        lines = self.lines
        lines.source.put(state)
        lines.ask.set("begun_at", given)
        put_known(lines.ask, self._answered if state is self.data else [])
        lines.clear("states", "ends", "lines", "reached")
        lines.ask.set("lines", 0)
        lines.ask.set("waiting", 0)
        try:
            lines.run(part, tick)
        except Unfit:
            return self._slowly(state, given, part, tick)
        out = Expansion(lines=lines.ask.get("lines"), waiting=lines.ask.get("waiting"))
        self._read_lines(out)
        self._read_assumed()
        self._read_landed()
        out.reached = [
            (_question(row), _weight(row[REACHED_HIGH:], row[6:8]))
            for row in lines.tables["reached"].rows()
        ]
        return out

    def _slowly(self, state: bytes, given: int, part: int, tick: Any) -> Expansion:
        """The same part in CPython."""
        world = self.slow.world if state is self.data else self._world(state)
        found = self.slow.expand(world, given, part, tick)
        found.goes = [self._packed(one) for one in found.goes]
        return found

    def _packed(self, one: Goes) -> Goes:
        state = pack(one.state)[: self.lines.size]
        return one._replace(key=self.lines.identity.of(state), state=state)

    def _read_lines(self, out: Expansion) -> None:
        lines = self.lines
        self._read_told()
        for place, given, ended, told, *rest in lines.tables["lines"].rows():
            weight = _weight(rest[LINE_HIGH - 4 :], rest[:2])
            if ended:
                end = lines.shown.end(lines.tables["ends"], place)
                out.ends.append(Ends(end, given, self._told[told], weight))
            else:
                key = lines.tables["states"].key_bytes(place)
                state = lines.states.data(lines.size, place * lines.size)
                out.goes.append(Goes(key, state, given, self._told[told], weight))

    def _read_told(self) -> None:
        """A headline stands behind what was told before it."""
        for before, *told in self.lines.tables["told"].rows(len(self._told) - 1):
            event, who, x, y = told
            self._told.append((*self._told[before], (event, who, x, y)))

    def _read_assumed(self) -> None:
        table = self.lines.tables["assumed"]
        for who, asked, single, option, why in table.rows(self._seen_assumed):
            self.assumed.add(who, asked, 1 if single else 3, option, self._why(why))
        self._seen_assumed = table.count

    def _why(self, why: int) -> str:
        if why == USUAL:
            return USUAL_WORD
        return LEFT_OUT_WORD if why == LEFT_OUT else self.ruleset.temperaments[why - TEMPERED]

    def _read_landed(self) -> None:
        table = self.lines.tables["landed"]
        for row in table.rows(self._seen_landed):
            told = None if row[7] == NO_EVENT else (row[7], row[8], row[9], row[10])
            self.landings.add([(_question(row), row[6], told)])
        self._seen_landed = table.count

    def sample(self, part: int, n: int, tick: Callable[[int], None]) -> list[Ends]:
        lines, ask = self.lines, self.lines.ask
        lines.source.put(self.data[: lines.size])
        put_known(ask, self._answered)
        lines.clear("ends", "lines")
        ask.set("chance", ROLLED)
        ask.set("begun_at", 0)
        ask.set("lines", 0)
        done = 0
        while done < n:
            count = min(n - done, CHUNK // 20)
            arguments = (ask, lines.world, lines.source, lines.size, part, SEED, done, count)
            status = self.engine.call(TAPE, "sample", *arguments)
            lines.settle(status)
            tick(ask.get("lines") - done)
            done = ask.get("lines")
        ask.set("chance", EACH)
        out = Expansion()
        self._read_lines(out)
        self._read_assumed()
        return [one._replace(weight=(one.weight[0], n)) for one in out.ends]


SEED = 0x5EED


def _known(answer: Answer | None) -> tuple[int, int]:
    """An answer of the step so far; one the seat may not know is asked again."""
    return (AGAIN, 0) if answer is None else (ANY, answer.value)


def _question(row: list[int]) -> Question:
    kind, name, who, vs, a, b = row[:6]
    return question(Kind(kind), name, who, vs, a, b)


def _weight(ways: list[int], total: list[int]) -> Weight:
    return (ways[0] << HALF) + ways[1], (total[0] << HALF) + total[1]
