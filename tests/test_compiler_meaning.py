"""Compiled programs mean what CPython means by them: random ones, thousands, in both builds."""

from __future__ import annotations

import ast
import warnings
from collections import Counter
from random import Random

import pytest
from compiler_bench import ERRORS, Batch, World, Written, run
from compiler_constants import is_past
from compiler_shrink import shrunk
from compiler_watched import strict
from compiler_writer import Writer, number, programs, world
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from affray.book.errors import BadInput
from affray.compiler.llvm.arithmetic import SIMPLE
from affray.compiler.source.sources import OutsideSubset
from affray.rules.world import unpack

SIZES = (8, 20, 50, 80)
"""Programs a batch: in a small one longer functions are written where they are called."""

RUNS = 3
WORLDS = 8
SEEDS = st.integers(0, 2**64 - 1)

pytestmark = pytest.mark.compiled


def many(batches: int) -> settings:
    """A seed writes a whole batch, so there is nothing in it that could be made smaller."""
    return settings(
        max_examples=batches,
        phases=(Phase.explicit, Phase.reuse, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )


def require_same(seed: int, level: int) -> None:
    """Write, compile and run a batch; show the first mistake as short as it gets."""
    random = Random(seed)
    written = programs(random, random.choice(SIZES))
    batch = Batch(written, level)
    worlds = [world(random) for _ in range(WORLDS)]
    for program in written:
        for _ in range(RUNS):
            state, a, b = random.choice(worlds), number(random), number(random)
            said = batch.difference(program.name, state, a, b)
            if said:
                short = shrunk(program, lambda other: _differs(other, level, state, a, b))  # noqa: B023
                raise AssertionError(f"seed {seed}: {said}\n{short}")


def _differs(program: Written, level: int, state: bytes, a: int, b: int) -> bool:
    try:
        return bool(Batch([program], level).difference(program.name, state, a, b))
    except (BadInput, SyntaxError):
        return False


def said_in(program: Written) -> set[str]:
    """Everything of Python that stands in a program, by name."""
    found: set[str] = set()
    for text in program.functions:
        for node in ast.walk(ast.parse(text)):
            found.add(type(node).__name__)
            if isinstance(node, ast.Name):
                found.add(node.id)
            if isinstance(node, ast.For | ast.While) and node.orelse:
                found.add(f"{type(node).__name__} else")
            if isinstance(node, ast.Compare) and len(node.ops) > 1:
                found.add("chain")
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                found.add(f"{node.func.id} {len(node.args)}")
    return found


OF_THE_SUBSET = """
    Add Sub Mult FloorDiv Mod LShift RShift BitAnd BitOr BitXor USub UAdd Invert Not And Or IfExp
    Eq NotEq Lt LtE Gt GtE In NotIn If For While Break Continue Return AugAssign Assign Expr Pass
    Subscript Attribute BoolOp Compare BinOp UnaryOp Call Constant
    min max abs int bool isqrt len contains is_single how_many smallest largest ORDER WIDE Suit M64
    members any all sum those first least most GeneratorExp
    tick nudge shake more put clear chain
"""
FORMS = {
    "For else",
    "While else",
    "range 1",
    "range 2",
    "range 3",
    "min 3",
    "max 2",
    "more 1",
    "more 3",
}


def test_the_writer_writes_all_of_the_subset() -> None:
    found: set[str] = set()
    for program in programs(Random(1), 300):
        found |= said_in(program)
    assert {*OF_THE_SUBSET.split(), *FORMS} <= found


def test_programs_end_in_every_way_there_is() -> None:
    """And most of them well, or little would be compared."""
    random = Random(2)
    written = programs(random, 200)
    batch = Batch(written, level=0)
    worlds = [world(random) for _ in range(WORLDS)]
    ends: Counter[int] = Counter()
    for program in written:
        for state in worlds[:RUNS]:
            w = strict(unpack(World, state), True)
            ends[run(batch.watched[program.name], w, number(random), number(random)).code] += 1
    assert set(ends) == {0, *ERRORS.values()}
    assert ends[0] > ends.total() / 2


def test_nothing_the_writer_writes_is_refused() -> None:
    """Of this seed a constant was, that did not fit its field."""
    random = Random(30_410_817_703 << 8 | 1)
    written = programs(random, random.choice(SIZES))
    assert set(Batch(written).functions) == {program.name for program in written}


@pytest.fixture(autouse=True)
def _quiet() -> None:
    """Python warns of ~True, which the writer is fond of."""
    warnings.simplefilter("ignore", DeprecationWarning)


def test_constants_past_64_bits_are_refused_and_no_others() -> None:
    random = Random(3)
    written = [Writer(random, k).program() for k in range(600)]
    past = [is_past(program) for program in written]
    assert 5 < sum(past) < 200
    for program, refused in zip(written, past, strict=True):
        if refused:
            with pytest.raises(OutsideSubset, match="which is past 64 bits; write a smaller one"):
                Batch([program])
        else:
            Batch([program])


def test_a_broken_compiler_is_found_and_shown_in_a_few_lines(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(SIMPLE, "^", "or")
    with pytest.raises(AssertionError, match=r"in CPython, .* compiled") as caught:
        require_same(1, level=0)
    shown = str(caught.value)
    assert "^" in shown
    assert len(shown.splitlines()) < 12


def hold(part: int, batches: int, level: int) -> None:
    @many(batches)
    @given(SEEDS)
    def same(seed: int) -> None:
        require_same(seed << 8 | part, level)

    same()


@pytest.mark.parametrize("part", range(3))
def test_programs_as_they_are_shipped(part: int) -> None:
    """In parts, so that two who test share them."""
    hold(part, 1, level=2)


@pytest.mark.parametrize("part", range(3))
def test_programs_as_they_stand(part: int) -> None:
    hold(part, 7, level=0)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_many_more_programs(part: int) -> None:
    hold(part + 10, 80, level=0)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_many_more_programs_as_they_are_shipped(part: int) -> None:
    hold(part + 20, 10, level=2)
