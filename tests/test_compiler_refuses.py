"""What the compiler refuses: where it stands, what was found, what to write instead."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from enum import IntEnum, IntFlag
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from compiler_bench import LIBRARY, MASKS, NAMES, Ask, World
from refused_files import changed_global
from refused_rules import ALL, PLAIN, RULES, Bad

from affray.compiler import intrinsics
from affray.compiler.source import calls, clearing, expressions, gathering
from affray.compiler.source import functions as front
from affray.compiler.source.expressions import Expressions
from affray.compiler.source.foreign import FOREIGN, OTHERWISE
from affray.compiler.source.program import Program
from affray.compiler.source.sources import OutsideSubset, write_function
from affray.rules import ask as seam
from affray.rules.world import Record, Word

FILE = "game/rules.py"
MORE = (
    "def longest(xs: list[int]) -> int:\n    return len(xs)\n",
    "def half(z: Word) -> int:\n    return z >> 1\n",
    "def quiet(w: World) -> None:\n    w.t = 1\n",
    "def lots(x: int, y: int = K / 2) -> int:\n    return x\n",
    "def far(x: int, y: int = 1 << 70) -> int:\n    return x + (y >> 68)\n",
)


class Far(IntEnum):
    AWAY = 1 << 70
    AND_AWAY = 1 << 63


class Signs(IntFlag):
    """Whose members turn over otherwise than numbers do."""

    LEFT = 1


class Odd(IntEnum):
    """Which counts in a way of its own."""

    ONE = 1

    def __add__(self, other: int) -> int:
        return other


def names() -> dict[str, Any]:
    """What a module holds in which such a function stands."""
    held = dict(NAMES) | {f.__name__: f for f in MASKS}
    held |= {"K": 3, "BIG": 1 << 63, "Word": Word, "PAST": (1 << 63, 2), "Far": Far, "EMPTY": ()}
    held |= {"FLAG": Signs.LEFT, "FLAGS": (Signs.LEFT, 2), "Odd": Odd, "ODD": Odd.ONE}
    held["Record"] = Record
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


def test_every_refusal_of_the_compiler_is_tried(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    reached: set[tuple[str, int]] = set()
    refuse = Expressions.refuse

    def noted(self: Expressions, *args: Any) -> None:
        frame = sys._getframe(1)
        reached.add((frame.f_code.co_filename, frame.f_lineno))
        refuse(self, *args)

    monkeypatch.setattr(Expressions, "refuse", noted)
    for bad in ALL:
        refusal(bad)
    changed_global(tmp_path)
    for wordless in WORDLESS:
        test_what_has_no_words_is_told_to_nobody(*wordless)
    test_the_dice_are_counted_in_no_fixed_list()
    modules = (front, expressions, calls, clearing, gathering)
    found = [place for module in modules for place in places(module)]
    assert len(found) > 60
    missing = [(file, lines[0]) for file, lines in found
               if not any((file, line) in reached for line in lines)]  # fmt: skip
    assert missing == []


def test_everything_foreign_is_in_the_list() -> None:
    said = {(bad.found, bad.write) for bad in ALL}
    cannot_stand_there = {ast.Nonlocal, ast.Await}  # Python itself refuses them in a plain function
    wanted = {words for kind, words in FOREIGN.items() if kind not in cannot_stand_there}
    assert wanted <= said


def test_what_nobody_thought_of_is_refused_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(FOREIGN, ast.Match)
    refused = refusal(Bad("match a:\n    case 1:\n        pass", ""))
    assert (refused.line, refused.found) == (2, "a match")
    assert refused.write == OTHERWISE


STANDS_FOR_THE_SEAM = """
def noted(ask: Ask, event: int, who: int, x: int, y: int) -> None:
    ask.n += event

def rolled(ask: Ask, what: int, who: int, pool: int) -> int:
    return what

def chosen(ask: Ask, w: World, who: int, question: int, mask: int) -> int:
    return question
"""


WORDLESS = (
    ("note(ask, {}, 0)", "told", "the event 9, which there is not; give it a sentence"),
    ("w.x = roll(ask, {}, 0, 8)", "rolls", "the roll 9, which there is not; name one that"),
    ("w.x = choose(ask, w, 0, {}, 3)", "questions", "the question 9, which there is not; ask"),
)


@pytest.mark.parametrize(("line", "kind", "found"), WORDLESS)
def test_what_has_no_words_is_told_to_nobody(line: str, kind: str, found: str) -> None:
    lines = "".join(f"    {line.format(one)}\n" for one in ("Suit.COINS", 9))
    used = {"note": seam.note, "roll": seam.roll, "choose": seam.choose}
    made = write_function(f"def f(ask: Ask, w: World) -> None:\n{lines}", names() | used, FILE)
    texts = STANDS_FOR_THE_SEAM.strip().split("\n\n")
    own = [write_function(f"{text}\n", names(), "<own>") for text in texts]
    named: list[Callable[..., Any]] = [seam.note, seam.roll, seam.choose]
    meaning = dict(zip(named, own, strict=True))
    Program(World.layout, Ask.layout, meaning, [made], words={kind: (5, 9)}).function(made)
    with pytest.raises(OutsideSubset) as caught:
        Program(World.layout, Ask.layout, meaning, [made], words={kind: (5, 6)}).function(made)
    assert str(caught.value).startswith(f"{FILE}:3: found {found}")


def test_the_dice_are_counted_in_no_fixed_list() -> None:
    text = "def f(ask: Ask, w: World) -> None:\n    dice(ask, 0, 0, 3, 3, w.steady)\n"
    made = write_function(text, names() | {"dice": seam.dice}, FILE)
    with pytest.raises(
        OutsideSubset, match=rf"^{FILE}:2: found a fixed list to be filled; give a list"
    ):
        Program(World.layout, Ask.layout, {}, [made]).function(made)


@pytest.mark.parametrize(
    "body",
    [
        "w.x = " + " + ".join(["a"] * 200),
        "if a == 0:\n    pass\n" + "".join(f"elif a == {k}:\n    pass\n" for k in range(1, 200)),
        "w.x = " + "not " * 150 + "a",
    ],
    ids=["a sum", "elifs", "nots"],
)
def test_what_goes_too_deep_is_refused_before_it_is_read(body: str) -> None:
    refused = refusal(Bad(body, ""))
    assert refused.found == "f, in which more than 100 things stand in each other"
    assert refused.write == "write it in parts"
    assert refused.line > 1


def chain(n: int) -> Callable[..., Any]:
    """So many functions, each of which calls the next."""
    held = names()
    write_function(f"def g{n}(a: int) -> int:\n    return a\n", held, FILE)
    for k in reversed(range(n)):
        deep = "1 + (" * 30 + f"g{k + 1}(a)" + ")" * 30
        write_function(f"def g{k}(a: int) -> int:\n    return {deep}\n", held, FILE)
    made: Callable[..., Any] = held["g0"]
    return made


def test_calls_go_a_hundred_deep_and_no_deeper() -> None:
    Program(World.layout, Ask.layout, {}).function(chain(99))
    with pytest.raises(
        OutsideSubset, match=r"found g101, more than 100 calls deep; call less far$"
    ):
        Program(World.layout, Ask.layout, {}).function(chain(120))


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
