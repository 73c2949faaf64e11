"""Writes random expressions of the subset, from the names there are.

What would be refused (a constant index outside its list, a division by a constant 0) is not
written; what goes wrong when it is run (an index, a division, a shift, a name without a value,
a number past 64 bits or past its field) is, now and then.
"""

from __future__ import annotations

from random import Random

SMALL = ("0", "1", "2", "3", "5", "7", "8", "-1", "-3", "True", "Suit.COINS", "Suit.NONE")
LARGE = ("63", "64", "-128", "255", "-32769", "1 << 31", "Suit.WANDS", "HUGE", "HUGE - 1", "LOST")
EDGE = ("9223372036854775807", "-9223372036854775807 - 1", "(1 << 61) - 1", "~(1 << 62)")
FIXED = (
    "len(ORDER)", "len(Suit)", "len(w.creatures)", "len(w.nums)", "w.n", "w.law", "ORDER[2]",
    "w.steady[1]", "WIDE[w.n % 4]", "ORDER[w.t % 8 - 1]", "len(w.teams[1].members)",
    "w.laws[0].weight", "w.laws[w.calls % w.acts].marks[2]", "w.charms[w.s % 2].power",
    "len(w.charms)", "w.charms[1].marks[w.t % 2]",
)  # fmt: skip
OPERATORS = ("+", "-", "*", "//", "%", "<<", ">>", "&", "|", "^")
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
BOUNDS = {8: "127", 16: "32767", 32: "2147483647"}

THING_FIELDS = {"a": 8, "b": 16, "c": 32, "d": 64}
PART_FIELDS = {"tiny": 8, "small": 16, "wide": 32, "big": 64}
WORLD_FIELDS = {"t": 8, "s": 16, "m": 32, "x": 64, "y": 64, "calls": 64, "result": 64}
LISTS = {"w.nums": (6, 64), "w.bits": (5, 8), "w.halves": (3, 32)}


class Expressions:
    """Writes expressions from the names there are."""

    def __init__(self, random: Random, number: int) -> None:
        self.random = random
        self.number_of = number
        self.numbers: list[str] = []
        self.things: list[str] = []
        self.lists: list[str] = []
        self.functions: list[str] = []
        self.unknown = ("w.t", "a", "w.bits[0]")

    def often(self, chance: float) -> bool:
        return self.random.random() < chance

    # -- numbers

    def number(self, depth: int) -> str:
        if depth <= 0 or self.often(0.15):
            return self.leaf()
        return f"({self.random.choice(self.NUMBERS)(self, depth - 1)})"

    def leaf(self) -> str:
        at = self.random.random()
        if at < 0.4 and self.numbers:
            return self.random.choice(self.numbers)
        if at < 0.65:
            return self.random.choice(SMALL)
        if at < 0.85:
            return self.field(0)[0]
        if at < 0.9:
            return self.random.choice(FIXED)
        if at < 0.95:
            return "tick(w)"
        return f"({self.random.choice(LARGE if self.often(0.8) else EDGE)})"

    def varying(self, depth: int) -> str:
        """A number the compiler cannot know."""
        return f"({self.number(depth)} + {self.random.choice(self.unknown)})"

    def _binary(self, depth: int) -> str:
        op = self.random.choice(OPERATORS)
        left, right = self.number(depth), self.number(depth)
        if op in ("//", "%"):
            right = self._divisor(depth)
        elif op in ("<<", ">>"):
            right = self._distance(depth)
            left = f"({left} & 1023)" if op == "<<" and self.often(0.7) else left
        elif op == "*" and self.often(0.8):
            left, right = f"({left} % 1000)", f"({right} % 77)"
        return f"{left} {op} {right}"

    def _divisor(self, depth: int) -> str:
        at = self.random.random()
        if at < 0.5:
            return self.random.choice(("2", "3", "8", "-1", "-4", "-7", "1000", "64"))
        if at < 0.85:
            return f"({self.number(depth)} | 1)"
        return f"({self.varying(depth)} % 3)" if at < 0.95 else self.varying(depth)

    def _distance(self, depth: int) -> str:
        at = self.random.random()
        if at < 0.4:
            return self.random.choice(("0", "1", "3", "8", "31", "62", "63", "64", "70"))
        return f"({self.number(depth)} & {self.random.choice(('7', '63'))})" if at < 0.9 else (
            self.varying(depth)
        )  # fmt: skip

    def _unary(self, depth: int) -> str:
        return f"{self.random.choice(('-', '~', 'not ', '+'))}{self.number(depth)}"

    def _compare(self, depth: int) -> str:
        said = self.number(depth)
        for _ in range(self.random.choice((1, 1, 2, 3))):
            said += f" {self.random.choice(COMPARISONS)} {self.number(depth)}"
        return said

    def _logic(self, depth: int) -> str:
        op = self.random.choice((" and ", " or "))
        return op.join(self.number(depth) for _ in range(self.random.choice((2, 2, 3))))

    def _choice(self, depth: int) -> str:
        return f"{self.number(depth)} if {self.number(depth)} else {self.number(depth)}"

    def _in(self, depth: int) -> str:
        name = self.random.choice([*self.numbers, "7"])
        return f"{name} {self.random.choice(('in', 'not in'))} ORDER"

    def _built(self, depth: int) -> str:
        name = self.random.choice(("min", "max", "abs", "int", "bool", "isqrt"))
        if name == "isqrt":
            return f"isqrt({self.number(depth)} & {(1 << 62) - 1})"
        n = 1 if name in ("abs", "int", "bool") else self.random.choice((2, 3))
        return f"{name}({', '.join(self.number(depth) for _ in range(n))})"

    def _mask(self, depth: int) -> str:
        name = self.random.choice(("how_many", "smallest", "largest", "is_single", "contains"))
        if name == "contains":
            return f"contains({self.number(depth)}, {self._distance(depth)})"
        bits = f" | 1 << {self.random.choice((0, 13, 60, 61, 62))}" if self.often(0.5) else ""
        return f"{name}({self.number(depth)}{bits})"

    def _word(self, depth: int) -> str:
        inner = self.number(depth)
        for _ in range(self.random.choice((0, 1, 2))):
            inner = f"({inner} {self.random.choice('+-*')} {self.number(depth)})"
        return f"({inner} & M64) >> {self.random.choice((1, 7, 32, 63))}"

    def _call(self, depth: int) -> str:
        called = self.random.choice([*self.functions, "shake", "nudge", "more", "put"])
        if called == "more":  # what is left out the function says
            few = self.random.choice((1, 2, 3))
            return f"more({', '.join(f'{self.number(depth)} % 77' for _ in range(few))})"
        if called == "put":  # of constants some do not fit
            said = self.random.choice(SMALL) if self.often(0.9) else self.random.choice(LARGE[:4])
            return f"put({self.thing(depth)}.part, {said})"
        if called == "shake":
            return f"shake(w, {self.number(depth)})"
        if called == "nudge":
            return f"nudge(w, {self.thing(depth)})"
        if called.startswith("of_thing"):
            return f"{called}(w, {self.thing(depth)}, {self.number(depth)})"
        if called.startswith("of_list"):
            return f"{called}(w, {self.list_of(depth)[0]}, {self.number(depth)})"
        return f"{called}(w, {self.number(depth)}, {self.number(depth)})"

    def _field(self, depth: int) -> str:
        return self.field(depth)[0]

    def _gather(self, depth: int) -> str:
        """Who fits; its own name may hide one of the function's."""
        own = self.random.choice(("g", "h", *self.numbers))
        over = self.random.choice(self._OVER)(self, depth)
        outside, self.numbers = self.numbers, [*self.numbers, own, own]
        fits = f" if {self.number(depth)}" if self.often(0.7) else ""
        said, value = self.number(depth), self.number(depth)
        self.numbers = outside
        walked = f"for {own} in {over}{fits}"
        name = self.random.choice(("any", "all", "sum", "first", "those", "least", "min"))
        if name == "least":
            return f"{self.random.choice(('least', 'most'))}(({value}, {said}) {walked})"
        if name == "min":
            default = self.random.choice(("0", "-7", *self.numbers))
            least = self.random.choice(("min", "max"))
            return f"{least}(({said} {walked}), default={default})"
        if name == "those":
            room = self.random.choice(("7", "62", "70"))
            said = f"{said} % {room}" if self.often(0.95) else self.varying(0)
        if name == "sum" and self.often(0.9):
            said = f"{said} % 1000"
        return f"{name}({said} {walked})"

    def _gather_things(self, depth: int) -> str:
        outside, self.things = self.things, [*self.things, "p", "p", "p"]
        fits, said = self.number(depth), self.number(depth)
        self.things = outside
        return f"{self.random.choice(('any', 'all'))}({said} for p in w.creatures if {fits})"

    def _few(self, depth: int) -> str:
        return f"range({self.number(depth)} % {self.random.choice('357')})"

    def _numbers_listed(self, depth: int) -> str:
        return self.random.choice(("ORDER", self.list_of(depth)[0]))

    def _members(self, depth: int) -> str:
        bits = self.random.choice(("-1", "1 << 61 | 3", "~0 << 58"))
        return f"members({self.number(depth) if self.often(0.8) else bits})"

    _OVER = (_few, _few, _numbers_listed, _members)

    NUMBERS = (
        _gather, _gather_things,
        _binary, _binary, _binary, _binary, _unary, _compare, _compare, _logic, _logic, _choice,
        _in, _built, _mask, _word, _call, _call, _field, _field,
    )  # fmt: skip

    # -- places

    def index(self, length: str, depth: int) -> str:
        at = self.random.random()
        if at < 0.3 and length.isdigit():
            return str(self.random.randrange(int(length)))
        return f"{self.varying(depth - 1)} % {length}" if at < 0.95 else self.varying(depth - 1)

    def thing(self, depth: int) -> str:
        at = self.random.random()
        if at < 0.45 and self.things:
            return self.random.choice(self.things)
        if at < 0.65 or depth <= 0:
            return self.random.choice(("w.one", "w.one", "w.creatures[0]", "w.creatures[w.n - 1]"))
        if at < 0.9:
            return f"w.creatures[{self.index('w.n', depth)}]"
        return f"({self.thing(depth - 1)} if {self.number(depth - 1)} else {self.thing(depth - 1)})"

    def part(self, depth: int) -> str:
        if self.often(0.6) or depth <= 0:
            return f"{self.thing(depth)}.part"
        team = f"w.teams[{self.index('2', depth)}]"
        return f"{team}.members[{self.index('2', depth)}]"

    def list_of(self, depth: int) -> tuple[str, str, int]:
        """(a list, its length, how wide its numbers are)."""
        at = self.random.random()
        if at < 0.2 and self.lists:
            name = self.random.choice(self.lists)
            return name, f"len({name})", 8
        if at < 0.6:
            name = self.random.choice(list(LISTS))
            return name, str(LISTS[name][0]), LISTS[name][1]
        if at < 0.65:
            return "w.worn.marks", "2", 8
        if at < 0.8:
            return f"{self.thing(depth)}.scores", "4", 16
        return f"{self.part(depth)}.marks", "3", 8

    def field(self, depth: int) -> tuple[str, int]:
        """(a place that may be written to, how wide it is)."""
        at = self.random.random()
        if at < 0.3:
            name = self.random.choice(list(WORLD_FIELDS))
            return f"w.{name}", WORLD_FIELDS[name]
        if at < 0.6:
            name = self.random.choice(list(THING_FIELDS))
            return f"{self.thing(depth)}.{name}", THING_FIELDS[name]
        if at < 0.72:
            name = self.random.choice(list(PART_FIELDS))
            return f"{self.part(depth)}.{name}", PART_FIELDS[name]
        if at < 0.76:
            return "w.worn.power", 16
        items, length, width = self.list_of(depth)
        return f"{items}[{self.index(length, depth)}]", width

    def fitting(self, width: int, depth: int) -> str:
        """A number for a field that wide; once in a while one that may not fit.

        That one is never a constant: a constant that does not fit is refused, not compiled.
        """
        said = self.number(depth)
        at = self.random.random()
        if width == 64:
            return said
        if at < 0.04:
            return f"({said} + {self.random.choice(self.unknown)})"
        if at < 0.6:
            bound = BOUNDS[width]
            return f"max(-{bound}, min({bound}, {said}))"
        return f"{said} % 100"
