"""Games say a thing in one word: who fits, who is in a set (docs/ruleset-reference.md)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import affray

GAMES = sorted((Path(affray.__file__).parent / "rulesets").glob("*/*.py"))
LOOPS = """
for j in range(w.n):
    if alive(w, j):
        mask |= 1 << j

for g in c.gear:
    total += w.gear[g].slots

for j in range(w.n):
    if alive(w, j):
        return True

for k in range(ITEMS):
    g = c.gear[k]
    if g >= 0 and w.gear[g].worn:
        most = max(most, w.gear[g].weight)
"""
NO_LOOPS = """
for j in range(w.n):
    if alive(w, j):
        note(ask, Event.FALLS, j)
        mask |= 1 << j

for j in members(mask):
    if w.open[j]:
        w.reached[j] |= 1 << j

for y in range(w.height):
    rows |= w.walls[y]
"""


def statements(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def asks_who_fits(loop: ast.AST) -> bool:
    """Whether a loop does nothing but find who fits, or how many, or how much in all."""
    if not isinstance(loop, ast.For) or "(ask, " in ast.unparse(loop):
        return False  # whoever asks for something does so one after the other
    body = [one for one in loop.body if not _names(one)]
    is_picky = len(body) == 1 and isinstance(body[0], ast.If)
    while len(body) == 1 and isinstance(body[0], ast.If) and not body[0].orelse:
        body = body[0].body
    return len(body) == 1 and _finds(body[0], is_picky)


def _names(one: ast.stmt) -> bool:
    """A name for a thing on the way: `g = c.gear[k]`."""
    return isinstance(one, ast.Assign) and isinstance(one.value, ast.Subscript | ast.Attribute)


def _finds(one: ast.stmt, is_picky: bool) -> bool:
    if isinstance(one, ast.AugAssign) and isinstance(one.target, ast.Name):
        shift = isinstance(one.value, ast.BinOp) and isinstance(one.value.op, ast.LShift)
        return isinstance(one.op, ast.Add) or (isinstance(one.op, ast.BitOr) and shift)
    if isinstance(one, ast.Assign) and isinstance(one.value, ast.Call):
        return ast.unparse(one.value).startswith(tuple(f"{f}({ast.unparse(one.targets[0])}, "
                                                       for f in ("max", "min")))  # fmt: skip
    return is_picky and isinstance(one, ast.Return) and isinstance(one.value, ast.Constant)


def looks_into_a_set(node: ast.AST) -> bool:
    """`mask >> k & 1`, which is `contains(mask, k)`."""
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.BitAnd)
        and isinstance(node.left, ast.BinOp)
        and isinstance(node.left.op, ast.RShift)
        and ast.unparse(node.right) == "1"
    )


def test_loops_that_ask_who_fits_are_told_from_others() -> None:
    told = [asks_who_fits(one) for one in ast.parse(LOOPS).body]
    assert told == [True] * 4
    told = [asks_who_fits(one) for one in ast.parse(NO_LOOPS).body]
    assert told == [False] * 3


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_who_fits_is_asked_in_one_word(path: Path) -> None:
    found = [ast.unparse(one) for one in statements(path) if asks_who_fits(one)]
    assert found == [], "say it in a word: those(...), first, any, sum, max(..., default=0)"


@pytest.mark.parametrize("path", GAMES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_membership_is_asked_in_one_way(path: Path) -> None:
    found = [ast.unparse(one) for one in statements(path) if looks_into_a_set(one)]
    assert found == [], "contains(mask, k) says it"
