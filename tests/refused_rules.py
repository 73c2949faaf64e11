"""Functions the compiler refuses: a body each, the line of it, what was found, what to write."""

from __future__ import annotations

from dataclasses import dataclass

PLAIN = "def f(w: World, a: int, b: int) -> None:"
ASKING = "def f(ask: Ask, w: World) -> None:"
GIVING = "def f(w: World, a: int) -> int:"


@dataclass(frozen=True)
class Bad:
    """A function's body, the line of it that is refused (the head is 1), and the words."""

    body: str
    found: str
    write: str = ""
    line: int = 2
    head: str = PLAIN
    rule: bool = False


UNSET = "give it one before it is read"
CALLED = "call a rule, the seam or a function of masks"
TOP = "write it at the top of the module"
LOOP = "write a loop, or a mask"
ENGLISH = "rules hold none; words.py does"
ELEMENT = "name one of its elements"
FIELD = "name one of its fields"
TYPES = "write ask: Ask, a World, another record, int or bool"
CUT = "cut it off with & M64"
WORD = "a word of 64 bits"
WHOLE = "write whole numbers"
IN = "write name in TUPLE, or a mask and contains"
FIXED = "keep what changes in a field that is not"
BY_FIELD = "assign its fields one by one"
FITS = "write a number that fits, or declare a wider field"
AS_LONG = "a list is as long as the encounter made it"
WANTED = "name the record or number you want of it"
SMALLER = "write a smaller one"
GLOBALS = "a rule may use whole numbers, enums and tuples of numbers"
END = "return one at the end"
CLEARABLE = "clear what is not"
BY_NAME = "a Charm changed by a name, which may be a fixed one"
BY_PLACE = "write where it stands in the world, or keep two records"
ASK = "ask instead"

HEADS = [
    Bad("pass", "parameters with stars", "write plain parameters", 1, head)
    for head in (
        "def f(w: World, *a: int) -> None:",
        "def f(w: World, **a: int) -> None:",
        "def f(w: World, *, a: int) -> None:",
        "def f(w: World, /) -> None:",
    )
] + [
    Bad("pass", "the parameter w: of no type", TYPES, 1, "def f(w) -> None:"),
    Bad("pass", "the parameter c: Record", TYPES, 1, "def f(w: World, c: Record) -> None:"),
    Bad("pass", "the parameter a: str", TYPES, 1, "def f(w: World, a: str) -> None:"),
    Bad("pass", "the parameter xs: list[int]", TYPES, 1, "def f(xs: list[int]) -> None:"),
    Bad("pass", "a result of no type", "write int, bool or None", 1, "def f(w: World):"),
    Bad("pass", "a result of World", "write int, bool or None", 1, "def f(w: World) -> World:"),
    Bad("w.t = 1", "f, which can come to its end without a value", END, 1, GIVING),
    Bad("if a:\n    return 1", "f, which can come to its end without a value", END, 1, GIVING),
    Bad("return", "a return without a value", "return a number always, or never", 2, GIVING),
    Bad("return w", "w, a World, for a number", FIELD, 2, GIVING),
    Bad("return 3", "a value returned", "say int or bool where it says -> None"),
]

STATEMENTS = [
    Bad("try:\n    pass\nfinally:\n    pass", "a try", "ask what is legal before doing it"),
    Bad("try:\n    pass\nexcept* ValueError:\n    pass", "a try",
        "ask what is legal before doing it"),
    Bad("yield from w.nums", "a yield", ASK),
    Bad("async def g() -> None:\n    pass", "an async function",
        "write a function at the top of the module"),
    Bad("with a:\n    pass", "a with", "write what it does"),
    Bad("global K", "a global statement", "keep what changes in the world"),
    Bad("import os", "an import", TOP),
    Bad("from os import path", "an import", TOP),
    Bad("def g() -> None:\n    pass", "a function inside another", TOP),
    Bad("class G:\n    pass", "a class inside a function", TOP),
    Bad("del a", "a del", "give it another value"),
    Bad("assert a", "an assert", "the invariant of the ruleset is the place for it"),
    Bad("match a:\n    case 1:\n        pass", "a match", "write if and elif"),
    Bad("raise ValueError", "a raise", "a rule asks what is legal and does that", rule=True),
    Bad("raise a", "a raise", "a rule asks what is legal and does that"),
    Bad("w.t = w.s = 3", "several names given one value", "write one assignment a line"),
    Bad("c: int", "a name without a value", "give it one"),
    Bad("c = None", "None", "use -1 for nobody"),
    Bad("c = quiet(w)", "c for nothing", "call it on a line of its own"),
    Bad("c = ORDER", "c for a tuple", WANTED),
    Bad("c = w.creatures", "c for a list of records", WANTED),
    Bad("c = w.one\nc = 3", "c for a number, which was a Thing", "use another name", 3),
    Bad("c = w.one\nc += 1", "a Thing changed by +=", FIELD, 3),
    Bad("c = w.nums\nc += 1", "a list of numbers changed by +=", ELEMENT, 3),
    Bad("a, b = b, a", "a tuple made on the way", "write it as a constant of the module"),
    Bad("[a] = 3", "[a] given a value", "write to a name or a field"),
    Bad("Suit.COINS = 3", "Suit.COINS given a value", "keep what changes in the world"),
    Bad("for k, j in ORDER:\n    pass", "a loop over several names", "write one name"),
    Bad("for k in a:\n    pass", "a loop over a number", "write range(...) or a list"),
    Bad("for k in range():\n    pass", "a range of this form",
        "write range(stop) or range(start, stop)"),
    Bad("for k in range(0, 5, a):\n    pass", "a range whose step is not known",
        "write a number other than 0"),
    Bad("for k in range(0, 5, 0):\n    pass", "a range whose step is not known",
        "write a number other than 0"),
    Bad("for k in w.creatures:\n    pass\nfor k in ORDER:\n    pass",
        "k for a number, which was a Thing", "use another name", 4),
]  # fmt: skip

OWN = [
    Bad("w.result = K\nK = 5", "K, which has no value yet", UNSET),
    Bad("K += 1", "K, which has no value yet", UNSET),
    Bad("for i in range(3):\n    w.t = K\n    K = i", "K, which has no value yet", UNSET, 3),
    Bad("w.t = FLAG", "the global FLAG, a Signs", GLOBALS),
    Bad("w.t = ODD + 1", "the global ODD, a Odd", GLOBALS),
    Bad("w.t = Odd.ONE", "the global Odd.ONE, a Odd", GLOBALS),
    Bad("w.t = FLAGS[a]", "the global FLAGS, a tuple", GLOBALS),
    Bad("w.t = nowhere", "nowhere, which has no value yet", UNSET),
    Bad("len = 3\nw.result = len(w.nums)", "a call of len", CALLED, 3),
    Bad("tick = 3\nw.result = tick(w)", "a call of tick", CALLED, 3),
    Bad("range = 3\nfor k in range(3):\n    pass", "a call of range", CALLED, 3),
    Bad("w.t = Suit.COINS\nSuit = w.one", "Suit, which has no value yet", UNSET),
    Bad("w.t = len(Suit)\nSuit = w.one", "Suit, which has no value yet", UNSET),
    Bad("w.result = (a & M64) >> 1\nM64 = 3", "M64, which has no value yet", UNSET),
]
"""A name that is given a value anywhere is the function's own everywhere, as in CPython."""

CLEARED = [
    Bad("w.t = clear(w.one)", "a clear in the midst of a line", "write it on a line of its own"),
    Bad("clear(a)", "a clear of a number", "give it one record"),
    Bad("clear(w.creatures)", "a clear of a list of records", "give it one record"),
    Bad("clear(w)", "a clear of a record that counts a list", "clear its elements"),
    Bad("clear(w.one, a)", "a clear of a number", "give it one record"),
    Bad("clear(w.camp)", "a clear of a record that counts a list", "clear its elements"),
    Bad("clear(w.laws[0])", "a clear of a Law, which is or may be fixed", CLEARABLE),
    Bad("for law in w.laws:\n    clear(law)", "a clear of a Law, which is or may be fixed",
        CLEARABLE, 3),
    Bad("clear(w.charms[a])", "a clear of a Charm, which is or may be fixed", CLEARABLE),
    Bad("c = w.worn\nclear(c)", "a clear of a Charm, which is or may be fixed", CLEARABLE, 3),
]  # fmt: skip

GATHERED = [
    Bad("w.x = sum(k for k in members(a, b))", "members of 2", "give it one mask"),
    Bad("w.x = members(a)", "a list of members", "write for j in members(mask)"),
    Bad("w.x = those(5)", "those of no comprehension", "write those(j for j in ... if ...)"),
    Bad("w.t = any(k == j for k in ORDER for j in ORDER)", "a comprehension of several loops",
        "write a loop around it"),
    Bad("w.t = any(k for k, j in ORDER)", "a loop over several names", "write one name"),
    Bad("w.x = min(k for k in ORDER)", "the min of what may be none",
        "write min(..., default=...)"),
    Bad("w.x = max((k for k in ORDER), default=a + 1)", "a default to be worked out",
        "name it on a line before"),
    Bad("w.x = least(k for k in ORDER)", "least of k", "write (value, number) for ..."),
    Bad("w.x = sum((k for k in ORDER), 3)", "sum with more than a comprehension",
        "give it that alone"),
    Bad("w.x = those(-1 for k in ORDER)", "-1 in a mask", "masks hold bits 0 to 61"),
    Bad("w.x = first(k for k in range(3) if c)", "c, which has no value yet", UNSET),
    Bad("w.t = any(k for k in ORDER)\nw.x = k", "k, which has no value yet", UNSET, 3),
]  # fmt: skip

EXPRESSIONS = [
    Bad("w.t = (k := 3)", "a walrus", "give the name its value on a line of its own"),
    Bad("w.t = [k for k in ORDER]", "a list of its own", "write a loop, or those(...) for a mask"),
    Bad("w.t = {k: 1 for k in ORDER}", "a comprehension", LOOP),
    Bad("w.t = {k for k in ORDER}", "a comprehension", LOOP),
    Bad("w.t = min(a, (k for k in ORDER))", "a generator",
        "give it to any, all, sum, those, first, least or most"),
    Bad("w.t = lambda: 3", "a lambda", "write a function at the top of the module"),
    Bad("w.t = [1]", "a list", "use a mask, or a list of the world"),
    Bad("w.t = {1: 2}", "a dictionary", "use a tuple of the module, by number"),
    Bad("w.t = {1}", "a set", "use a mask"),
    Bad("w.t = (1, 2)", "a tuple made on the way", "write it as a constant of the module"),
    Bad("w.t = f'{a}'", "English", ENGLISH),
    Bad("w.t = tick(*ORDER)", "a starred argument", "write the arguments one by one"),
    Bad("yield a", "a yield", "ask instead"),
    Bad("w.t = w.nums[0:2]", "a slice", "write a loop"),
    Bad("w.t = 'up'", "English: 'up'", ENGLISH),
    Bad("w.t = 1.5", "a number with a point: 1.5", WHOLE),
    Bad("w.t = b'a'", "b'a'", WHOLE),
    Bad("w.t = max(None, a)", "None", "use -1 for nobody"),
    Bad("w.t = print", "print", "write a number"),
    Bad("w.t = tick", "the global tick, a function", GLOBALS),
    Bad("w.t = EMPTY[a]", "the global EMPTY, a tuple", GLOBALS),
    Bad("w.t = Suit.CLUBS", "Suit.CLUBS", "it has CUPS, SWORDS, COINS, WANDS, NONE"),
    Bad("w.t = a.b", ".b of a number", "only records have fields"),
    Bad("w.t = w.luck", "World.luck", "there is no such field"),
    Bad("w.t = w.one[0]", "an element of a Thing", "only lists and tuples have some"),
    Bad("w.t = w.nums[-1]", "a negative index", "count from the front"),
    Bad("w.t = ORDER[-1]", "a negative index", "count from the front"),
    Bad("w.t = w.nums[6]", "element 6 of a list of 6", "the last is element 5"),
    Bad("w.t = a / b", "a division that gives a fraction", "write //"),
    Bad("w.t = a ** b", "the operator **", "there are + - * // % << >> & | ^"),
    Bad("w.t = a is b", "an 'is'", "write == or !=; records are known by their index"),
    Bad("w.t = a in w.nums", "an 'in' of this form", IN),
    Bad("w.t = a < b in ORDER", "an 'in' of this form", IN),
    Bad("w.t = tick(w) in ORDER", "an 'in' of this form", IN),
    Bad("w.t = 1 if w.one else 2", "w.one, a Thing, for a number", FIELD),
    Bad("w.t = w.nums + 1", "w.nums, a list of numbers, for a number", ELEMENT),
    Bad("w.t = quiet(w) + 1", "quiet(w), nothing, for a number", "call what gives one"),
    Bad("w.t = not quiet(w)", "quiet(w), nothing, for a number", "call what gives one"),
    Bad("w.t = not (a & M64)", f"a & M64, {WORD}, for a number", "cut it off with >>"),
    Bad("c = w.one if a else b", "a Thing or else a number", "write two of a kind"),
    Bad("w.t = (ORDER if a else ORDER)[0]", "a tuple or else a tuple", "write two of a kind"),
    Bad("w.t = (w.creatures if a else w.creatures)[b].a", "one of two lists of records",
        "choose between two records"),
]  # fmt: skip

NUMBERS = [
    Bad("w.x <<= -1", "a shift by less than nothing", "shift the other way"),
    Bad("a >>= 2 - 3", "a shift by less than nothing", "shift the other way"),
    Bad("w.x = a << -1", "a shift by less than nothing", "shift the other way"),
    Bad("w.x //= 0", "a division by zero", "divide by something"),
    Bad("a %= 2 - 2", "a division by zero", "divide by something"),
    Bad("w.x = a // 0", "a division by zero", "divide by something"),
    Bad("w.x = (1 << 63) >> 60", "1 << 63, which is past 64 bits", SMALLER),
    Bad("w.x = 1 << 64", "1 << 64, which is past 64 bits", SMALLER),
    Bad(f"w.x = 1 << {10**12}", f"1 << {10**12}, which is past 64 bits", SMALLER),
    Bad("w.x = HUGE * 2 - 1", "HUGE * 2, which is past 64 bits", SMALLER),
    Bad("w.x = a if b else HUGE + HUGE", "HUGE + HUGE, which is past 64 bits", SMALLER),
    Bad("a += -HUGE - HUGE - 1", "-HUGE - HUGE - 1, which is past 64 bits", SMALLER),
    Bad("w.x = -(-9223372036854775807 - 1)",
        "-(-9223372036854775807 - 1), which is past 64 bits", SMALLER),
    Bad("for k in range(HUGE * 3):\n    pass", "HUGE * 3, which is past 64 bits", SMALLER),
    Bad("w.x = (BIG & a) >> 1", f"a number past 64 bits: {1 << 63}", SMALLER, rule=True),
    Bad("w.x = Far.AND_AWAY >> 1", f"a number past 64 bits: {1 << 63}", SMALLER, rule=True),
    Bad("w.x = far(a)", f"a number past 64 bits: {1 << 70}", SMALLER),
    Bad("w.x = PAST[a]", f"a number past 64 bits in PAST: {1 << 63}", SMALLER),
    Bad("w.x = Far.AWAY", f"a number past 64 bits: {1 << 70}", SMALLER),
    Bad(f"w.x = {1 << 64}", f"a number past 64 bits: {1 << 64}", SMALLER),
    Bad(f"w.x = {1 << 62}", f"a number past bit 61: {1 << 62}", "masks hold bits 0 to 61",
        rule=True),
    Bad("w.x = (a | BIG) >> 1", f"{WORD} under |", CUT),
    Bad("w.x = (BIG ^ -1) >> 1", f"{WORD} under ^", CUT),
    Bad("w.x = (a & M64) + 1", f"{WORD} under +", CUT),
    Bad("w.x = (a & M64) >> b", f"{WORD} under >>", CUT),
    Bad("w.x = half(a)", f"a number where {WORD} is wanted", "write as_word"),
    Bad("w.x = a & M64", f"{WORD} where a number is wanted"),
]  # fmt: skip

CALLS = [
    Bad("lots(a)", "1.5 where nothing is given", WHOLE),
    Bad("w.t = masks.how_many(3)", "a call of masks.how_many", "call a plain function"),
    Bad("w.t = tick(w=w)", "an argument by its name", "write the arguments in order"),
    Bad("w.t = Suit(1)", "Suit(...), a member made on the way", "use the number itself"),
    Bad("w.t = sum(w.nums)", "a call of sum", CALLED),
    Bad("w.t = len(w)", "a len of what has none", "lists, tuples and enums have one"),
    Bad("w.t = len()", "a len of what has none", "lists, tuples and enums have one"),
    Bad("w.t = len(numbers_of(w))", "a len of what has none", "lists, tuples and enums have one"),
    Bad("w.t = min(3)", "min of 1", "write the numbers one by one"),
    Bad("w.t = max(w.nums)", "max of 1", "write the numbers one by one"),
    Bad("w.t = abs(1, 2)", "abs of 2", "write the numbers one by one"),
    Bad("w.x = how_many(w.one)", "w.one, a Thing, for a number", FIELD),
    Bad("w.x = smallest(ORDER)", "ORDER, a tuple, for a number", ELEMENT),
    Bad("w.x = smallest(a, b)", "smallest of 2", "give it 1"),
    Bad("w.t = attempt(a, w)", "a", "name a function"),
    Bad("w.t = tick(w, 3)", "tick with 2, expected 1 arguments"),
    Bad("w.t = tick(3)", "a number where a World is wanted"),
    Bad("w.t = longest(w.creatures)", "a list of records as an argument",
        "give the record it stands in"),
    Bad("w.t = f(w, a, b)", "recursion: f -> f", "write a loop, or several steps"),
]  # fmt: skip

CHANGED = [
    Bad("w.one = w.creatures[0]", "a whole record or list given to w.one", BY_FIELD),
    Bad("w.creatures[0] = w.one", "a whole record or list given to w.creatures[0]", BY_FIELD),
    Bad("w.nums = w.nums", "a whole record or list given to w.nums", BY_FIELD),
    Bad("w.n = 3", "World.n changed, which counts a list", AS_LONG),
    Bad("w.teams[a].size += 1", "Team.size changed, which counts a list", AS_LONG),
    Bad("w.law = 1", "World.law changed, which is fixed", FIXED),
    Bad("w.laws[a].weight = 1", "Law.weight changed, which is fixed", FIXED),
    Bad("w.laws[a].marks[b] += 1", "Law.marks changed, which is fixed", FIXED),
    Bad("c = w.laws[0]\nc.weight -= 1", "Law.weight changed, which is fixed", FIXED, 3),
    Bad("for c in w.laws:\n    c.weight = 1", "Law.weight changed, which is fixed", FIXED, 3),
    Bad("w.charms[a].power = 1", "World.charms changed, which is fixed", FIXED),
    Bad("w.charms[a].marks[b] += 1", "World.charms changed, which is fixed", FIXED),
    Bad("c = w.charms[a]\nc.power = 1", BY_NAME, BY_PLACE, 3),
    Bad("for c in w.charms:\n    c.power += 1", BY_NAME, BY_PLACE, 3),
    Bad("(w.charms[a] if b else w.worn).power = 1", BY_NAME, BY_PLACE),
    Bad("c = w.charms[a]\nc.marks[b] = 1", BY_NAME, BY_PLACE, 3),
    Bad("xs = w.charms[a].marks\nxs[b] = 1", "a fixed list changed", "give a list that is not", 3),
    Bad("c = w.charms[a]\nxs = c.marks\nxs[b] = 1", "a fixed list changed",
        "give a list that is not", 4),
    Bad("w.t = 300", "300 for a field of -128 to 127", FITS),
    Bad("w.steady[a] += 1", "World.steady changed, which is fixed", FIXED),
    Bad("xs = w.steady\nxs[a] = 1", "a fixed list changed", "give a list that is not", 3),
    Bad("ORDER[a] = 3", "a tuple of the module changed", "a tuple never changes"),
]  # fmt: skip

MARK = "mark it with @rule, or call the seam or masks"
RULES = [
    Bad("w.t = ask.n", "ask.n", "ask through the seam", 2, ASKING, rule=True),
    Bad("ask.n += 1", "ask.n", "ask through the seam", 2, ASKING, rule=True),
    Bad("w.t = draw(ask, 6)", "a call of draw", "only a policy may draw; a rule asks", 2, ASKING,
        rule=True),
    Bad("w.t = tick(w)", "a call of tick", MARK, rule=True),
    Bad("numbers_of(w)", "a call of numbers_of", MARK, rule=True),
]  # fmt: skip
"""Refused in a rule; the engine's own code, which is compiled with it, may."""

ALL = [
    *HEADS,
    *STATEMENTS,
    *OWN,
    *CLEARED,
    *GATHERED,
    *EXPRESSIONS,
    *NUMBERS,
    *CALLS,
    *CHANGED,
    *RULES,
]
