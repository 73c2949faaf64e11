"""What goes wrong in compiled code, and what only the checked build says: kind, line, world."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from compiler_bench import Batch, Law, Part, Thing, World, Written

from affray.compiler.status import DIVISION, INDEX, MISFIT, OVERFLOW, PROBLEMS, ROOT, SHIFT, UNSET
from affray.rules.world import pack, unpack

MOST, LEAST = (1 << 63) - 1, -(1 << 63)


@dataclass(frozen=True)
class Wrong:
    """A body, arguments, what the ordinary build says of it, what the checked one, and where."""

    body: str
    a: int
    b: int
    ordinary: int
    checked: int
    line: int = 2


def both(body: str, a: int, b: int, code: int, line: int = 2) -> Wrong:
    return Wrong(body, a, b, code, code, line)


def watched(body: str, a: int, b: int, code: int) -> Wrong:
    return Wrong(body, a, b, 0, code)


CASES = [
    both("w.x = w.nums[a]", 5, 0, 0),
    both("w.x = w.nums[a]", 6, 0, INDEX),
    both("w.x = w.nums[a]", -1, 0, INDEX),
    both("w.nums[a] = 1", LEAST, 0, INDEX),
    both("w.nums[a] += 1", 6, 0, INDEX),
    both("w.x = ORDER[a]", 5, 0, 0),
    both("w.x = ORDER[a]", -1, 0, INDEX),
    both("w.x = w.creatures[a].a", 2, 0, 0),
    both("w.x = w.creatures[a].a", 3, 0, INDEX),  # there is room for it, but there is none
    both("w.x = w.creatures[4].a", 0, 0, INDEX),
    both("w.x = w.teams[a].members[b].big", 1, 1, 0),
    both("w.x = w.teams[a].members[b].big", 1, 2, INDEX),
    both("w.x = a // b", 5, 0, DIVISION),
    both("w.x = a % b", 5, 0, DIVISION),
    both("w.y //= b", 5, 0, DIVISION),
    both("w.x = a << b", 1, -1, SHIFT),
    both("w.x = a >> b", 1, -1, SHIFT),
    both("w.x = a << b", 1, 64, SHIFT),
    both("w.x = a << b", 0, 64, 0),
    both("w.x = a >> b", -1, 1000, 0),
    both("w.x = contains(a, b)", 1, 70, 0),
    both("w.x = isqrt(a)", MOST, 0, 0),
    both("w.x = isqrt(a)", -1, 0, ROOT),
    both("if a:\n    c = 1\nw.x = c", 1, 0, 0),
    both("if a:\n    c = 1\nw.x = c", 0, 0, UNSET, 4),
    both("for k in range(a):\n    pass\nw.x = k", 0, 0, UNSET, 4),
    both("if a:\n    c = w.one\nc.a = 1", 0, 0, UNSET, 4),
    watched("w.x = a + b", MOST, 1, OVERFLOW),
    watched("w.x = a + b", MOST, 0, 0),
    watched("w.x = a - b", LEAST, 1, OVERFLOW),
    watched("w.x = a * b", 1 << 32, 1 << 31, OVERFLOW),
    watched("w.x = a * b", -(1 << 32), 1 << 31, 0),
    watched("w.x = -a", LEAST, 0, OVERFLOW),
    watched("w.x = abs(a)", LEAST, 0, OVERFLOW),
    watched("w.x = a // b", LEAST, -1, OVERFLOW),
    watched("w.x = a % b", LEAST, -1, 0),
    watched("w.x = a << 1", 1 << 62, 0, OVERFLOW),
    watched("w.x = a << b", -1, 63, 0),
    watched("w.x = (a * b & M64) >> 1", MOST, MOST, 0),
    watched("a += b", MOST, 1, OVERFLOW),
    watched("w.y -= a", LEAST, 0, OVERFLOW),
    watched("w.t = a", 127, 0, 0),
    both("w.t = a", 128, 0, MISFIT),
    watched("w.t = a", -128, 0, 0),
    both("w.t = a", -129, 0, MISFIT),
    both("w.s = a", 1 << 15, 0, MISFIT),
    both("w.m = a", 1 << 31, 0, MISFIT),
    watched("w.t += a", 127, 0, 0),
    both("w.t += a", 128, 0, MISFIT),
    both("w.one.part.marks[0] = a", 200, 0, MISFIT),
    both("w.one.scores[1] -= a", 40_000, 0, MISFIT),
]

BODIES = list(dict.fromkeys(case.body for case in CASES))


def state() -> bytes:
    w = World()
    w.n, w.acts = 3, 1
    w.creatures, w.laws = [Thing() for _ in range(3)], [Law()]
    for team in w.teams:
        team.size, team.members = 2, [Part(), Part()]
    return pack(w)


@pytest.fixture(scope="module")
def batch() -> Batch:
    head = "def p{}(w: World, a: int, b: int) -> None:\n"
    written = []
    for k, body in enumerate(BODIES):
        lines = "".join(f"    {line}\n" for line in [*body.splitlines(), "w.calls = 1"])
        written.append(Written(f"p{k}", (head.format(k) + lines,)))
    return Batch(written)


def name_of(case: Wrong) -> str:
    return f"p{BODIES.index(case.body)}"


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c.body!r} {c.a} {c.b}")
def test_a_mistake_is_named_with_its_line(batch: Batch, case: Wrong) -> None:
    """Whoever makes it does nothing after it; what was done before stays."""
    name = name_of(case)
    for checked, code in ((False, case.ordinary), (True, case.checked)):
        found = batch.builds[checked].run(name, state(), case.a, case.b)
        assert found.code == code
        assert found.place == ((f"<{name} 0>", case.line) if code else ("", 0))
        assert unpack(World, found.data).calls == (0 if code else 1)


@pytest.mark.parametrize("case", CASES, ids=lambda c: f"{c.body!r} {c.a} {c.b}")
def test_cpython_makes_the_same_of_it(batch: Batch, case: Wrong) -> None:
    name = name_of(case)
    assert batch.difference(name, state(), case.a, case.b) == ""


def test_every_kind_of_mistake_is_here_and_has_words() -> None:
    found = {code for case in CASES for code in (case.ordinary, case.checked)}
    assert found == {0, *PROBLEMS}
