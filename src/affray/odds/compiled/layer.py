"""The memory of a walk: the record, the tables, the nodes of a layer and of the next."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from math import gcd

from affray.compiler.build import TAPE
from affray.compiler.engine import Engine
from affray.compiler.memory import HashTable, Memory, RecordMemory
from affray.compiler.oracles.branches import CHECK, CHOOSE, DICE, DRAW, MARGIN, ROLL, TEST
from affray.compiler.oracles.tape import TapeAsk
from affray.odds.compiled.shown import Picks, ShownFields
from affray.odds.layers import Unfit
from affray.rules import pools
from affray.rules.masks import how_many

CHUNK = 20_000
"""Lines between two looks at whether anybody still wants to know."""

LARGEST = 1 << 62


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
    if kind == CHOOSE:  # left open: it is no matter of chance
        return [1] * how_many(a), 1
    assert kind == DRAW
    return [1] * a, a


class Lines:
    """The memory of a walk: the record, the tables, the ways of every question met."""

    def __init__(self, engine: Engine, temperaments: list[int], data: bytes) -> None:
        layout = engine.ruleset.world.layout
        self.engine = engine
        self.size = layout.state_size
        self.world = engine.world(data)
        self.ask = RecordMemory(TapeAsk.layout)
        self.ask.fill("temperaments", temperaments)
        self.identity, self.shown = Picks(layout.identity_mask()), ShownFields(engine.ruleset, data)
        self.scratch = Memory(8 * (max(self.identity.width, self.shown.picks.width) + 32))
        self.tables = {
            "ways": HashTable(3, 5, 64),
            "told": HashTable(5, 5, 256),
            "reached": HashTable(9, 11, 256),
            "landed": HashTable(11, 11, 256),
            "assumed": HashTable(5, 5, 256),
            "states": HashTable(2, 2, 64),
            "ends": HashTable(self.shown.picks.width + 1, self.shown.picks.width + 1, 64),
            "lines": HashTable(7, 9, 256),
        }
        self.states = Memory(64 * self.size)
        self.layer = Memory(self.size, data[: self.size])
        self.givens = Memory(8)
        self.unfit: list[int] = []
        self.ways = Memory(8 * 4096)
        self.ways_used = 0
        self.point()

    def point(self) -> None:
        """Tell the record where everything lies."""
        for name, table in self.tables.items():
            self.ask.set(f"{name}_table", table.address)
        self.ask.set("states", self.states.address)
        self.ask.set("layer", self.layer.address)
        self.ask.set("givens", self.givens.address)
        self.ask.set("ways", self.ways.address)
        self.ask.set("identity", self.identity.address)
        self.ask.set("shown", self.shown.picks.address)
        self.ask.set("scratch", self.scratch.address)

    def clear(self, *names: str) -> None:
        for name in names:
            self.tables[name].clear()

    def run(self, part: int, tick: Callable[[int], None]) -> None:
        """Every line of one part from every node of the layer, in chunks."""
        for name, value in (("source", 0), ("length", 0), ("more", 1), ("lines", 0)):
            self.ask.set(name, value)
        self.ask.set("waiting", 0)
        self.ask.set("sources", self.givens.size // 8)
        self.unfit = []
        while self.ask.get("more"):
            before = self.ask.get("lines")
            arguments = (self.ask, self.world, self.size, part, CHUNK)
            try:
                self.settle(self.engine.call(TAPE, "expand", *arguments))
            except Unfit:
                self._leave_out()
            tick(self.ask.get("lines") - before)

    def _leave_out(self) -> None:
        """Pass a node over that only CPython can weigh; what was kept of it does not count."""
        source = self.ask.get("source")
        self.unfit.append(source)
        self.ask.set("length", 0)
        self.ask.set("source", source + 1)

    def begin(self, *states: bytes) -> None:
        """A layer of these nodes, in which nothing of a plan was said."""
        self.layer = Memory(self.size * len(states), b"".join(states))
        self.givens = Memory(8 * len(states))
        self.point()

    def turn(self) -> list[int]:
        """Make the next layer this one; how much of the plan each of its nodes has said."""
        table = self.tables["states"]
        end = table.first + table.count * table.width
        given = table.cells[table.first + table.keys - 1 : end : table.width].tolist()
        self.layer, self.states = self.states, self.layer
        if self.states.size < table.most * self.size:
            self.states = Memory(table.most * self.size)
        self.givens = Memory(8 * len(given), array("q", given).tobytes())
        self.point()
        return given

    def put_node(self, state: bytes, given: int) -> int:
        """Put a node into the next layer that was found in CPython."""
        self.world.put(state)
        self.ask.set("given", given)
        while status := self.engine.call(TAPE, "put_node", self.ask, self.world, self.size):
            self.settle(status)
        return self.ask.get("result")

    def settle(self, status: int) -> None:
        """Give compiled code what it was left for, or raise."""
        error = self.engine.error(TAPE, status) if status else ""
        if error == "NeedsWays":
            self._add_ways()
        elif error == "Full":
            self._make_room()
        elif error in ("WeightTooLarge", "TooDeep", "ToldTooMuch"):
            raise Unfit(error)
        else:
            self.engine.require(TAPE, status)

    def _add_ways(self) -> None:
        key = [self.ask.get(f"asked_{part}") for part in ("kind", "a", "b")]
        ways, total = _shortened(*exact_ways(*key))
        if total >= LARGEST:
            raise Unfit("ways past 62 bits")
        table = self.tables["ways"]
        if table.is_full:
            self._grow("ways")
            table = self.tables["ways"]
        needed = 8 * (self.ways_used + len(ways))
        if needed > self.ways.size:
            self.ways = Memory(2 * needed, self.ways.data())
            self.point()
        self.ways.numbers()[self.ways_used : self.ways_used + len(ways)] = _numbers(ways)
        table.add([*key, self.ways_used, total])
        self.ways_used += len(ways)

    def _make_room(self) -> None:
        for name, table in self.tables.items():
            if table.is_full:
                self._grow(name)

    def _grow(self, name: str) -> None:
        old = self.tables[name]
        new = HashTable(old.keys, old.width, 4 * old.most)
        status = self.engine.call(TAPE, "move_rows", old, new, new.address)
        self.engine.require(TAPE, status)
        self.tables[name] = new
        if name == "states":
            self.states = Memory(new.most * self.size, self.states.data())
        self.point()


def _shortened(ways: list[int], total: int) -> tuple[list[int], int]:
    """The same chances in the smallest numbers, so that many can be multiplied."""
    common = gcd(total, *ways)
    return [n // common for n in ways], total // common


def _numbers(values: list[int]) -> memoryview[int]:
    return memoryview(array("q", values))
