"""What the compiler refuses: where it stands, what was found, what to write instead."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

import pytest
from compiler_bench import LIBRARY, MASKS, NAMES, Ask, World

from affray.compiler.program import Program
from affray.compiler.sources import Refused, write_function
from affray.world import Word

HEAD = "def f(w: World, a: int, b: int) -> None:"
FILE = "game/rules.py"


@dataclass(frozen=True)
class Bad:
    """A function's body, the line of it that is refused (the head is 1), and the words."""

    body: str
    found: str
    write: str = ""
    line: int = 2
    head: str = HEAD
    rule: bool = False


MORE = (
    "def longest(xs: list[int]) -> int:\n    return len(xs)\n",
    "def half(z: Word) -> int:\n    return z >> 1\n",
)


class Far(IntEnum):
    AWAY = 1 << 70


def names() -> dict[str, Any]:
    """What a module holds in which such a function stands."""
    held = dict(NAMES) | {f.__name__: f for f in MASKS}
    held |= {"K": 3, "BIG": 1 << 63, "Word": Word, "PAST": (1 << 63, 2), "Far": Far}
    for text in (*LIBRARY, *MORE):
        write_function(text, held, "<library>")
    return held


def refusal(bad: Bad) -> Refused:
    lines = "".join(f"    {line}\n" for line in bad.body.splitlines())
    made = write_function(f"{bad.head}\n{lines}", names(), FILE)
    with pytest.raises(Refused) as caught:
        Program(World.layout, Ask.layout, {}, [made] if bad.rule else []).function(made)
    return caught.value


UNSET = "give it one before it is read"
CALLED = "call a rule, the seam or a function of masks"

OWN = [
    Bad("w.result = K\nK = 5", "K, which has no value yet", UNSET),
    Bad("for i in range(3):\n    w.t = K\n    K = i", "K, which has no value yet", UNSET, 3),
    Bad("len = 3\nw.result = len(w.nums)", "a call of len", CALLED, 3),
    Bad("tick = 3\nw.result = tick(w)", "a call of tick", CALLED, 3),
    Bad("range = 3\nfor k in range(3):\n    pass", "a call of range", CALLED, 3),
    Bad("w.t = Suit.COINS\nSuit = w.one", "Suit, which has no value yet", UNSET),
    Bad("w.t = len(Suit)\nSuit = w.one", "Suit, which has no value yet", UNSET),
    Bad("w.result = (a & M64) >> 1\nM64 = 3", "M64, which has no value yet", UNSET),
]
"""A name that is given a value anywhere is the function's own everywhere, as in CPython."""


ELEMENT = "name one of its elements"
NUMBERS = [
    Bad("w.x <<= -1", "a shift by less than nothing"),
    Bad("a >>= 2 - 3", "a shift by less than nothing"),
    Bad("w.x = a << -1", "a shift by less than nothing"),
    Bad("w.x = a >> -1", "a shift by less than nothing"),
    Bad("w.x //= 0", "a division by zero"),
    Bad("a %= 2 - 2", "a division by zero"),
    Bad("w.x = a // 0", "a division by zero"),
    Bad("w.x = a % 0", "a division by zero"),
    Bad("w.x = PAST[a]", f"a number past 64 bits in PAST: {1 << 63}"),
    Bad("w.x = PAST[0]", f"a number past 64 bits in PAST: {1 << 63}"),
    Bad("w.x = Far.AWAY", f"a number past 64 bits: {1 << 70}"),
    Bad("w.x = how_many(w.one)", "w.one, a Thing, for a number", "name one of its fields"),
    Bad("w.x = largest(w.nums)", "w.nums, a list of numbers, for a number", ELEMENT),
    Bad("w.x = smallest(ORDER)", "ORDER, a tuple, for a number"),
    Bad("w.x = smallest(a, b)", "smallest of 2", "give it 1"),
]

CUT = "cut it off with & M64"
WORD = "a word of 64 bits"
WORDS = [
    Bad("w.x = (a | BIG) >> 1", f"{WORD} under |", CUT),
    Bad("w.x = (BIG ^ -1) >> 1", f"{WORD} under ^", CUT),
    Bad("w.x = (a & M64) + 1", f"{WORD} under +", CUT),
    Bad("w.x = (a & M64) >> b", f"{WORD} under >>", CUT),
    Bad("w.x = half(a)", f"a number where {WORD} is wanted", "write as_word"),
    Bad("w.x = a & M64", f"{WORD} where a number is wanted"),
]

RECORDS = "give the record it stands in"
LISTS = [
    Bad("w.t = (w.creatures if a else w.creatures)[b].a", "one of two lists of records",
        "choose between two records"),
    Bad("w.t = longest(w.creatures)", "a list of records as an argument", RECORDS),
]  # fmt: skip
"""How many there are of them is known where they stand, and nowhere else."""

FIXED = "keep what changes in a field that is not"
CHANGED = [
    Bad("w.law = 1", "World.law changed, which is fixed", FIXED),
    Bad("w.steady[a] += 1", "World.steady changed, which is fixed", FIXED),
    Bad("xs = w.steady\nxs[a] = 1", "a fixed list changed", "give a list that is not", 3),
    Bad("ORDER[a] = 3", "a tuple of the module changed", "a tuple never changes"),
]

SEAM = "ask through the seam"
RULES = [
    Bad("w.t = ask.n", "ask.n", SEAM, head="def f(ask: Ask, w: World) -> None:", rule=True),
    Bad("ask.n += 1", "ask.n", SEAM, head="def f(ask: Ask, w: World) -> None:", rule=True),
]
"""Refused in a rule; the engine's own code, which is compiled with it, may."""

ALL = [*OWN, *NUMBERS, *WORDS, *LISTS, *CHANGED, *RULES]


@pytest.mark.parametrize("bad", ALL, ids=lambda bad: bad.body.replace("\n", "; "))
def test_it_is_refused(bad: Bad) -> None:
    refused = refusal(bad)
    assert (refused.file, refused.line) == (FILE, bad.line)
    assert (refused.found, refused.write) == (bad.found, bad.write)
    wanted = f"; {bad.write}" if bad.write else ""
    assert str(refused) == f"{FILE}:{bad.line}: found {bad.found}{wanted}"


def test_a_fixed_list_is_not_handed_to_what_changes_it() -> None:
    held = names()
    fill = "def fill(xs: list[int], n: int) -> None:\n    xs[n] = 1\n"
    write_function(fill, held, "game/lists.py")
    program = Program(World.layout, Ask.layout, {})
    program.function(write_function(f"{HEAD}\n    fill(w.nums, a)\n", held, FILE))
    with pytest.raises(Refused, match=r"^game/lists.py:2: found a fixed list changed; "):
        program.function(write_function(f"{HEAD}\n    fill(w.steady, a)\n", held, FILE))
