"""What the compiler once got wrong, each under a name of its own."""

from __future__ import annotations

import pytest
from compiler_bench import Batch, Part, Thing, World, Written

from affray.rules.world import pack


def state() -> bytes:
    """Three creatures, a team of two and one of three."""
    w = World()
    w.n = 3
    w.creatures = [Thing() for _ in range(3)]
    for k, team in enumerate(w.teams):
        team.size = 2 + k
        team.members = [Part() for _ in range(2 + k)]
    w.nums = [4, -3, 2**63 - 1, -(2**63), 0, 61]
    return pack(w)


SAME = {
    "a record is cleared whole, its parts too, and its fixed fields stay": (
        "shake(w, a)\nw.one.b = 7\nw.one.part.big = b\nw.creatures[1].scores[2] = 5\n"
        "clear(w.one)\nclear(w.creatures[tick(w) % 2 + 1])\nclear(w.teams[0].members[1])"
    ),
    "a clear of what holds a list is all a function does": "clear(w.one)",
    "what is not given is what the function says": "w.result = more(a % 9) + more(a % 9, 2)",
    "the record of a counted list is found once": (
        "w.teams[tick(w) % 2].members[tick(w) % 2].big = 7\n"
        "for p in w.teams[tick(w) % 2].members:\n"
        "    p.tiny += 1\n"
        "w.result = len(w.teams[tick(w) % 2].members)"
    ),
    "a number under M64 loses its sign": "w.result = (a & M64) >> 1",
    "a word moved out of 64 bits is nothing": "w.result = (a * b & M64) >> 64",
    "a range ends at the last number there is": (
        "for k in range(w.nums[2] - 4, w.nums[2], 3):\n"
        "    w.result += 1\n"
        "for k in range(w.nums[3] + 4, w.nums[3], -3):\n"
        "    w.result += 1"
    ),
    "the absolute value of the smallest number is past the largest": "w.result = abs(a)",
    "so is the smallest by minus one": "w.result = a // b",
    "and divided by a constant minus one": "w.result = a // -1",
    "and the rest by minus one is nothing": "w.result = a % b if b else a % -1",
    "a sum done several at a time": (
        "x = 0\nk = -1\n"
        "for k in range(a % 70):\n    x += (k * 40503 ^ b) - (k << 3)\n"
        "w.result = x + k\n"
        "for k in range(w.nums[2] - a % 7, w.nums[2]):\n    x += k >> 40\n"
        "w.x = x ^ k"
    ),
    "a sum of itself, and one that changes what it counts by": (
        "x = 1\nfor k in range(a % 9):\n    x += x + k\n"
        "for k in range(b % 9):\n    k += k & 3\n    x ^= k\n"
        "w.result = x"
    ),
    "an umlaut in a name": "größe = a // 2\nw.result = größe",
}


HANDED = (
    "def put(p: Part, n: int) -> None:\n    p.tiny = n\n",
    "def fill(xs: list[int], k: int, n: int) -> None:\n    xs[k] = n\n",
)
"""Functions short enough to be written where they are called."""


@pytest.mark.parametrize(
    "line",
    ["put(w.one.part, 130)", "fill(w.bits, 1, -129)", "fill(w.creatures[1].scores, 3, 40000)",
     "fill(w.halves, a % 2, 1 << 31)", "put(w.one.part, -128)", "fill(w.nums, 5, 1 << 31)"],
)  # fmt: skip
def test_a_constant_that_is_handed_over_fits_its_field_or_is_an_error(line: str) -> None:
    """It was cut off to what the field holds, and nothing said."""
    found = f"def found(w: World, a: int, b: int) -> None:\n    w.x = 1\n    {line}\n    w.x = 2\n"
    batch = Batch([Written("found", (*HANDED, found))])
    assert batch.difference("found", state(), 0, 0) == ""


@pytest.mark.parametrize("body", SAME.values(), ids=[name.replace(" ", "-") for name in SAME])
def test_it_means_the_same(body: str) -> None:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    batch = Batch([Written("found", (f"def found(w: World, a: int, b: int) -> None:\n{lines}",))])
    for a, b in ((0, 0), (1, -1), (-5, 3), (2**63 - 1, -(2**63)), (-(2**63), -1)):
        assert batch.difference("found", state(), a, b) == ""
