"""Writes random programs of the subset: everything a rule may hold; and worlds to run them in.

Every loop has an end: it runs over a list, over a few numbers, or as long as there is fuel.
"""

from __future__ import annotations

from random import Random
from typing import Any

from compiler_bench import Law, Part, Thing, World, Written
from compiler_constants import is_past
from compiler_phrases import OPERATORS, Expressions

from affray.rules.world import pack


class Statements(Expressions):
    """Writes the body of a function."""

    def __init__(self, random: Random, number: int) -> None:
        super().__init__(random, number)
        self.returns = ""
        self.loops = 0
        self.most_loops = 2
        self.made = 0
        self.left = 0

    def block(self, n: int, depth: int) -> list[str]:
        """Some statements; names given a value in here may have none afterwards."""
        lines: list[str] = []
        for _ in range(n):
            if self.left <= 0:
                break
            self.left -= 1
            lines += self.random.choice(self.STATEMENTS)(self, depth)
        return lines or ["pass"]

    def inner(self, depth: int) -> list[str]:
        """A block of its own, further in."""
        numbers, things, lists = list(self.numbers), list(self.things), list(self.lists)
        lines = ["    " + line for line in self.block(self.random.choice((1, 2, 3)), depth - 1)]
        if not self.often(0.25):  # what was named in here is mostly forgotten
            self.numbers, self.things, self.lists = numbers, things, lists
        return lines

    def _name(self, depth: int) -> list[str]:
        name = f"v{self.random.randrange(5)}"
        line = f"{name}{': int' if self.often(0.1) else ''} = {self.number(3)}"
        if name not in self.numbers:
            self.numbers.append(name)
        return [line]

    def _list_name(self, depth: int) -> list[str]:
        self.made += 1
        name = f"l{self.made}"
        line = f"{name} = {self.list_of(1)[0]}"
        self.lists.append(name)
        return [line]

    def _thing_name(self, depth: int) -> list[str]:
        name = f"c{self.random.randrange(3)}"
        line = f"{name} = {self.thing(2)}"
        if name not in self.things:
            self.things.append(name)
        return [line]

    def _give(self, depth: int) -> list[str]:
        place, width = self.field(2)
        return [f"{place} = {self.fitting(width, 3)}"]

    def _augment(self, depth: int) -> list[str]:
        place, width = self.field(2)
        if self.numbers and self.often(0.3):
            place, width = self.random.choice(self.numbers), 64
        op = self.random.choice(OPERATORS)
        if op in ("//", "%"):
            return [f"{place} {op}= {self._divisor(2)}"]
        if op in ("<<", ">>"):
            return [f"{place} {op}= {self._distance(2) if width == 64 else '1'}"]
        if width < 64 and op != "&":
            return [
                f"{place} {op}= {self.random.choice(('tick(w)', 'shake(w, 3)', '1', 'w.t'))} % 3"
            ]
        return [f"{place} {op}= {self.number(2)}{' % 9' if op == '*' else ''}"]

    def _if(self, depth: int) -> list[str]:
        if depth <= 0:
            return self._give(depth)
        lines = [f"if {self.number(2)}:", *self.inner(depth)]
        for _ in range(self.random.choice((0, 0, 1, 2))):
            lines += [f"elif {self.number(2)}:", *self.inner(depth)]
        return lines + (["else:", *self.inner(depth)] if self.often(0.5) else [])

    def _loop(self, depth: int) -> list[str]:
        if depth <= 0 or self.loops >= self.most_loops:
            return self._name(depth)
        head = self.random.choice(self.LOOPS)(self, depth)
        self.loops += 1
        lines = [*head, *self.inner(depth)]
        self.loops -= 1
        if head[0].startswith("for"):
            name = head[0].split()[1]
            for known in (self.numbers, self.things):
                if name in known and not self.often(0.1):
                    known.remove(name)
        return lines + (["else:", *self.inner(depth)] if self.often(0.3) else [])

    def _while(self, depth: int) -> list[str]:
        if self.often(0.5):
            return [f"while fuel > 0 and {self.number(2)}:", "    fuel -= 1"]
        test = "True" if self.often(0.2) else self.number(2)
        return [f"while {test}:", "    fuel -= 1", "    if fuel < 0:", "        break"]

    def _target(self, names: list[str]) -> str:
        """A name for a loop: mostly a new one."""
        self.made += 1
        name = f"k{self.made}"
        names.append(name)
        return name

    def _range(self, depth: int) -> list[str]:
        few = [f"{self.number(1)} % {self.random.choice('2357')}" for _ in range(2)]
        step = self.random.choice(("1", "2", "3", "-1", "-2", "-3"))
        form = self.random.choice(("{0}", "{0}, {1}", "{0}, {1}, {2}", "-2, {1}, {2}"))
        return [f"for {self._target(self.numbers)} in range({form.format(*few, step)}):"]

    def _over_list(self, depth: int) -> list[str]:
        items = self.list_of(1)[0]
        return [f"for {self._target(self.numbers)} in {items}:"]

    def _over_records(self, depth: int) -> list[str]:
        self.made += 1
        if self.often(0.3):
            team = f"w.teams[{self.index('2', 1)}]"
            return [f"for p{self.made} in {team}.members:", f"    p{self.made}.big += 1"]
        if self.often(0.2):
            return [f"for p{self.made} in w.laws:", f"    w.y += p{self.made}.weight"]
        return [f"for {self._target(self.things)} in w.creatures:"]

    def _over_tuple(self, depth: int) -> list[str]:
        return [f"for {self._target(self.numbers)} in {self.random.choice(('ORDER', 'WIDE'))}:"]

    LOOPS = (_while, _range, _range, _over_list, _over_records, _over_tuple)

    def _leave(self, depth: int) -> list[str]:
        at = self.random.random()
        if self.loops and at < 0.8:
            way = self.random.choice(("break", "continue"))
        elif at < 0.9:
            way = f"return {self.number(2)}" if self.returns else "return"
        else:
            return ["pass"]
        return [f"if {self.number(2)}:", f"    {way}"]

    def _do(self, depth: int) -> list[str]:
        return [self._call(2)]

    def _clear(self, depth: int) -> list[str]:
        """What is fixed, or counts a list, is not cleared: that is refused."""
        one = self.random.choice((self.thing(2), self.thing(2), self.part(2), "w.worn"))
        return [f"clear({one})"]

    STATEMENTS = (
        _name, _name, _name, _thing_name, _list_name, _give, _give, _give, _augment, _augment,
        _if, _if, _loop, _loop, _leave, _do, _clear,
    )  # fmt: skip


KINDS = {
    "plain": "x: int, y: int",
    "of_thing": "c: Thing, x: int",
    "of_list": "xs: list[int], x: int",
}


class Writer(Statements):
    """Writes one program: a few functions, and one that calls them."""

    def program(self) -> Written:
        functions = [self._helper(k) for k in range(self.random.choice((0, 1, 1, 2)))]
        self.numbers, self.things, self.lists = ["a", "b"], [], []
        self.unknown = ("w.t", "a", "w.bits[0]")
        self.returns, self.most_loops, self.left = "", 2, 9
        name = f"p{self.number_of}"
        functions.append(self._function(name, "w: World, a: int, b: int", 5))
        return Written(name, tuple(functions))

    def _helper(self, k: int) -> str:
        kind = self.random.choice(list(KINDS))
        self.numbers = ["x", "y"] if kind == "plain" else ["x"]
        self.things = ["c"] if kind == "of_thing" else []
        self.lists = ["xs"] if kind == "of_list" else []
        self.unknown = ("w.t", "x", "w.bits[0]")
        self.returns, self.most_loops, self.left = self.random.choice(("int", "bool")), 1, 4
        name = f"{kind}_{self.number_of}_{k}"
        text = self._function(name, f"w: World, {KINDS[kind]}", self.random.choice((0, 1, 2)))
        self.functions.append(name)
        return text

    def _function(self, name: str, params: str, n: int) -> str:
        body = ["fuel = 9", *self.block(n, 3)]
        if self.returns:
            body.append(f"return {self.number(2)}")
        else:
            body.append(f"w.result = {self.number(3)}")
        lines = "\n".join("    " + line for line in body)
        return f"def {name}({params}) -> {self.returns or 'None'}:\n{lines}\n"


def programs(random: Random, n: int) -> list[Written]:
    """So many, none of them with constants past 64 bits: those are refused."""
    out: list[Written] = []
    while len(out) < n:
        written = Writer(random, len(out)).program()
        if not is_past(written):
            out.append(written)
    return out


def world(random: Random) -> bytes:
    """A world with something in every field, small numbers mostly."""
    w = World()
    w.n = random.randint(1, 5)
    w.creatures = [Thing() for _ in range(w.n)]
    w.acts = random.randint(1, 3)
    w.laws = [Law() for _ in range(w.acts)]
    for team in (*w.teams, w.camp.team):
        team.size = random.choice((1, 2, 2, 2, 3))
        team.members = [Part() for _ in range(team.size)]
    _fill(w, random)
    return pack(w)


def _fill(found: Any, random: Random) -> None:
    for f in type(found).layout.fields.values():
        if f.name in ("n", "size", "acts"):
            continue
        if f.storage is None:
            inner = getattr(found, f.name)
            for one in inner if f.is_list else [inner]:
                _fill(one, random)
            continue
        edges = (f.storage.low, f.storage.high, f.storage.high // 2)
        some = [
            random.choice(edges) if random.random() < 0.05 else random.randint(-9, 99)
            for _ in range(max(1, f.capacity))
        ]
        setattr(found, f.name, some if f.is_list else some[0])


def number(random: Random) -> int:
    """An argument."""
    edges = (0, 1, -1, 63, (1 << 62) - 1, (1 << 63) - 1, -(1 << 63))
    return random.choice(edges) if random.random() < 0.3 else random.randint(-1000, 1000)
