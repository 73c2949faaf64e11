"""What is refused of files: where a function has to stand, and that it is what was loaded."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from refused_files import changed_global, loaded

from affray.book.errors import BadInput
from affray.compiler.source.sources import OutsideSubset, tree_of

MODULE = '''\
"""A module of rules."""

import functools

def turn(w: "World") -> int:
    """What a turn comes to."""
    return 3

def maker() -> object:
    def inner(w: "World") -> int:
        return 1
    return inner

def around(function: object) -> object:
    return lambda w: function

def told(function: object) -> object:
    @functools.wraps(function)
    def telling(w: "World") -> int:
        return 4
    return telling

inner = maker()
short = lambda w: 1
wrapped = around(turn)

@told
def noted(w: "World") -> int:
    return 3

@functools.cache
def kept(w: "World") -> int:
    return 3

partly = functools.partial(turn, None)

async def later(w: "World") -> int:
    return 3

if short:
    @told
    def other(w: "World") -> int:
        return 3

    def under(w: "World") -> int:
        return 3
else:
    def under(w: "World") -> int:
        return 4

try:
    pass
finally:
    def at_last(w: "World") -> int:
        return 3

class Rules:
    @staticmethod
    def method(w: "World") -> int:
        return 3

    def __call__(self, w: "World") -> int:
        return 3

method = Rules.method
called = Rules()

def again(w: "World") -> int:
    return 3

first = again

def again(w: "World") -> int:
    return 4
'''


@pytest.fixture
def module(tmp_path: Path) -> Iterator[Any]:
    path = tmp_path / "some_rules.py"
    path.write_text(MODULE, encoding="utf-8")
    yield loaded(path)
    del sys.modules["some_rules"]


TOP = "write it with def at the top of its module"
BARE = "write it under @rule alone"
LINES = {
    "maker()": "def inner", "short": "short = lambda", "wrapped": "return lambda",
    "under": "def under", "at_last": "def at_last", "method": "@staticmethod",
    "called": "def __call__", "later": "async def later", "noted": "@told",
    "kept": "@functools.cache", "partly": "def turn",
}  # fmt: skip
"""What stands where each is refused."""


@pytest.mark.parametrize(
    ("name", "found", "write"),
    [
        ("maker()", "maker.<locals>.inner, a function inside another", TOP),
        ("short", "a lambda", TOP),
        ("wrapped", "a lambda", TOP),
        ("under", "under under an if", TOP),
        ("at_last", "at_last under a try", TOP),
        ("method", "Rules.method, a method", TOP),
        ("called", "a Rules that is called like a function", TOP),
        ("later", "later, an async function", "write a plain def that asks"),
        ("noted", "noted, wrapped into something else", BARE),
        ("kept", "kept, wrapped into something else", BARE),
        ("partly", "turn, wrapped into something else", BARE),
    ],
)
def test_a_function_stands_plainly_at_the_top(
    module: Any, name: str, found: str, write: str
) -> None:
    with pytest.raises(OutsideSubset) as caught:
        tree_of(eval(name, vars(module)))
    refused = caught.value
    assert (refused.file, refused.found, refused.write) == (module.__file__, found, write)
    assert MODULE.splitlines()[refused.line - 1].strip().startswith(LINES[name])


def test_of_two_functions_of_a_name_each_is_read_as_it_was_loaded(module: Any) -> None:
    for name, line in (("first", "return 3"), ("again", "return 4")):
        assert ast.unparse(tree_of(getattr(module, name))[0].body[0]) == line


def test_a_function_out_of_a_text_stands_nowhere() -> None:
    held: dict[str, Any] = {"__name__": "game.rules"}
    exec("def turn(a: int) -> int:\n    return a\n", held)
    with pytest.raises(OutsideSubset) as caught:
        tree_of(held["turn"])
    assert str(caught.value) == f"<string>:1: found turn, which stands in no file; {TOP}"


def test_what_is_no_function_at_all_is_refused() -> None:
    with pytest.raises(BadInput, match=r"^found <built-in .*>, which is no function"):
        tree_of(print)


def test_a_number_that_a_function_changes_is_no_constant(tmp_path: Path) -> None:
    refused = changed_global(tmp_path)
    assert (refused.file, refused.line) == (str(tmp_path / "changing_rules.py"), 4)
    assert refused.found == "the global LAST, which a global statement changes"
    assert refused.write == "keep it in the world"


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
    assert (tree.name, tree.lineno, file) == ("turn", 8, str(path))


def test_a_file_may_begin_with_the_mark_some_editors_leave(tmp_path: Path) -> None:
    path = tmp_path / "some_rules.py"
    path.write_text(MODULE, encoding="utf-8-sig")
    try:
        assert tree_of(loaded(path).turn)[0].name == "turn"
    finally:
        del sys.modules["some_rules"]
