"""What the compiler refuses: where it stands, what was found, what to write instead."""

from __future__ import annotations

import ast
import functools
import importlib.util
import sys
from collections.abc import Callable, Iterator
from enum import IntEnum
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from compiler_bench import LIBRARY, MASKS, NAMES, Ask, World
from refused_rules import ALL, PLAIN, RULES, Bad

from affray.book.errors import BadInput
from affray.compiler import intrinsics
from affray.compiler.source import calls, expressions
from affray.compiler.source import functions as front
from affray.compiler.source.expressions import Expressions
from affray.compiler.source.foreign import FOREIGN
from affray.compiler.source.program import Program
from affray.compiler.source.sources import OutsideSubset, tree_of, write_function
from affray.rules import ask as seam
from affray.rules.world import Word

FILE = "game/rules.py"
MORE = (
    "def longest(xs: list[int]) -> int:\n    return len(xs)\n",
    "def half(z: Word) -> int:\n    return z >> 1\n",
    "def quiet(w: World) -> None:\n    w.t = 1\n",
    "def lots(x: int, y: int = K / 2) -> int:\n    return x\n",
)


class Far(IntEnum):
    AWAY = 1 << 70


def names() -> dict[str, Any]:
    """What a module holds in which such a function stands."""
    held = dict(NAMES) | {f.__name__: f for f in MASKS}
    held |= {"K": 3, "BIG": 1 << 63, "Word": Word, "PAST": (1 << 63, 2), "Far": Far, "EMPTY": ()}
    held |= {"draw": seam.draw, "numbers_of": intrinsics.numbers_of, "attempt": intrinsics.attempt}
    for text in (*LIBRARY, *MORE):
        write_function(text, held, "<library>")
    return held


def written(bad: Bad) -> Callable[..., Any]:
    lines = "".join(f"    {line}\n" for line in bad.body.splitlines())
    return write_function(f"{bad.head}\n{lines}", names(), FILE)


def refusal(bad: Bad) -> OutsideSubset:
    made = written(bad)
    with pytest.raises(OutsideSubset) as caught:
        Program(World.layout, Ask.layout, {}, [made] if bad.rule else []).function(made)
    return caught.value


@pytest.mark.parametrize("bad", ALL, ids=lambda bad: bad.body.replace("\n", "; "))
def test_it_is_refused(bad: Bad) -> None:
    refused = refusal(bad)
    assert (refused.file, refused.line) == (FILE, bad.line)
    assert (refused.found, refused.write) == (bad.found, bad.write)
    wanted = f"; {bad.write}" if bad.write else ""
    assert str(refused) == f"{FILE}:{bad.line}: found {bad.found}{wanted}"


@pytest.mark.parametrize("bad", ALL, ids=lambda bad: bad.body.replace("\n", "; "))
def test_a_refusal_says_what_to_write(bad: Bad) -> None:
    assert bad.write or "wanted" in bad.found or "expected" in bad.found


def drawing() -> dict[Callable[..., Any], Callable[..., Any]]:
    """A meaning for what policies draw."""
    text = "def drawn(ask: Ask, n: int) -> int:\n    return n - 1\n"
    return {seam.draw: write_function(text, names(), "<drawn>")}


@pytest.mark.parametrize("bad", RULES, ids=lambda bad: bad.body)
def test_the_engine_may_what_a_rule_may_not(bad: Bad) -> None:
    Program(World.layout, Ask.layout, drawing()).function(written(bad))


def test_a_policy_may_draw() -> None:
    text = "def decide(ask: Ask, w: World) -> int:\n    return draw(ask, 6)\n"
    for module, may in (("game.policy", True), ("game.rules", False)):
        made = write_function(text, names() | {"__name__": module}, FILE)
        program = Program(World.layout, Ask.layout, drawing(), [made])
        if may:
            program.function(made)
        else:
            with pytest.raises(OutsideSubset, match="only a policy may draw"):
                program.function(made)


def places(module: ModuleType) -> Iterator[tuple[str, range]]:
    """The lines on which a module refuses something."""
    assert module.__file__ is not None
    tree = ast.parse(Path(module.__file__).read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "self.refuse":
            yield module.__file__, range(node.lineno, (node.end_lineno or 0) + 1)


def test_every_refusal_of_the_compiler_is_in_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    reached: set[tuple[str, int]] = set()
    refuse = Expressions.refuse

    def noted(self: Expressions, *args: Any) -> None:
        frame = sys._getframe(1)
        reached.add((frame.f_code.co_filename, frame.f_lineno))
        refuse(self, *args)

    monkeypatch.setattr(Expressions, "refuse", noted)
    for bad in ALL:
        refusal(bad)
    found = [place for module in (front, expressions, calls) for place in places(module)]
    assert len(found) > 60
    missing = [(file, lines[0]) for file, lines in found
               if not any((file, line) in reached for line in lines)]  # fmt: skip
    assert missing == []


def test_everything_foreign_is_in_the_list() -> None:
    said = {(bad.found, bad.write) for bad in ALL}
    cannot_stand_there = {ast.Nonlocal, ast.Await}  # Python itself refuses them in a plain function
    wanted = {words for kind, words in FOREIGN.items() if kind not in cannot_stand_there}
    assert wanted <= said


def test_what_nobody_thought_of_is_refused_by_its_name() -> None:
    refused = refusal(Bad("async def g() -> None:\n    pass", ""))
    assert (refused.line, refused.found) == (2, "an asyncfunctiondef")
    assert refused.write


def test_a_fixed_list_is_not_handed_to_what_changes_it() -> None:
    held = names()
    fill = "def fill(xs: list[int], n: int) -> None:\n    xs[n] = 1\n"
    write_function(fill, held, "game/lists.py")
    program = Program(World.layout, Ask.layout, {})
    program.function(write_function(f"{PLAIN}\n    fill(w.nums, a)\n", held, FILE))
    with pytest.raises(OutsideSubset, match=r"^game/lists.py:2: found a fixed list changed; "):
        program.function(write_function(f"{PLAIN}\n    fill(w.steady, a)\n", held, FILE))


def test_recursion_is_named_with_its_way_round() -> None:
    held = names()
    write_function("def g(w: World) -> int:\n    return h(w)\n", held, "game/g.py")
    write_function("def h(w: World) -> int:\n    return g(w)\n", held, "game/h.py")
    text = f"{PLAIN}\n    w.t = g(w)\n"
    with pytest.raises(OutsideSubset) as caught:
        Program(World.layout, Ask.layout, {}).function(write_function(text, held, FILE))
    assert str(caught.value) == (
        "game/h.py:2: found recursion: g -> h -> g; write a loop, or several steps"
    )


# -- what is read from files

MODULE = '''\
"""A module of rules."""

def turn(w: "World") -> int:
    """What a turn comes to."""
    return 3

def maker() -> object:
    def inner(w: "World") -> int:
        return 1
    return inner

def around(function: object) -> object:
    return lambda w: function

inner = maker()
short = lambda w: 1
wrapped = around(turn)
'''


@pytest.fixture
def module(tmp_path: Path) -> Iterator[Any]:
    path = tmp_path / "some_rules.py"
    path.write_text(MODULE, encoding="utf-8")
    yield loaded(path)
    del sys.modules["some_rules"]


def loaded(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("some_rules", path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules["some_rules"] = made
    spec.loader.exec_module(made)
    return made


TOP = "write it with def at the top of its module"


@pytest.mark.parametrize(
    ("name", "line", "found"),
    [
        ("inner", 8, "maker.<locals>.inner, a function inside another"),
        ("short", 16, "a lambda"),
        ("wrapped", 13, "a lambda"),
    ],
)
def test_a_function_stands_at_the_top(module: Any, name: str, line: int, found: str) -> None:
    with pytest.raises(OutsideSubset) as caught:
        tree_of(getattr(module, name))
    assert str(caught.value) == f"{module.__file__}:{line}: found {found}; {TOP}"


def test_what_is_no_function_is_refused(module: Any) -> None:
    with pytest.raises(BadInput, match=r"^found functools.partial\(.*\), which is no function"):
        tree_of(functools.partial(module.turn, None))


def test_a_file_that_changed_after_it_was_loaded_is_not_read(module: Any) -> None:
    path = Path(module.__file__)
    path.write_text(MODULE.replace("return 3", "return 4"), encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        tree_of(module.turn)
    assert str(caught.value) == f"{path}: has changed since it was loaded; start Affray again"


def test_a_file_that_is_gone_is_named(module: Any) -> None:
    path = Path(module.__file__)
    path.unlink()
    with pytest.raises(BadInput, match=r"cannot be read: .*No such file") as caught:
        tree_of(module.turn)
    assert str(caught.value).startswith(f"{path}: ")


def test_a_file_that_is_no_python_any_more_is_named(module: Any) -> None:
    path = Path(module.__file__)
    path.write_text("def turn(:\n", encoding="utf-8")
    with pytest.raises(BadInput, match="cannot be read: invalid syntax"):
        tree_of(module.turn)


def test_lines_and_comments_may_move(module: Any) -> None:
    """What was loaded is what is compiled; where it stands now does not matter."""
    path = Path(module.__file__)
    moved = MODULE.replace("def turn", "# a remark\n\n\ndef turn")
    path.write_text(moved, encoding="utf-8")
    tree, file = tree_of(module.turn)
    assert (tree.name, tree.lineno, file) == ("turn", 6, str(path))


def test_a_file_may_begin_with_the_mark_some_editors_leave(tmp_path: Path) -> None:
    path = tmp_path / "some_rules.py"
    path.write_text(MODULE, encoding="utf-8-sig")
    try:
        assert tree_of(loaded(path).turn)[0].name == "turn"
    finally:
        del sys.modules["some_rules"]
