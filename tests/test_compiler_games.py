"""Games of one's own at the command line: what cannot be compiled is said at once, in one line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest
from broken_games import broken_copy
from waiting import PATIENCE

from affray.book.errors import BadInput
from affray.book.home import CACHE
from affray.book.ruleset import Ruleset
from affray.book.shelf import SHELF
from affray.cli.main import run
from affray.compiler import build
from affray.compiler.check import problems
from affray.compiler.engine import engine_of
from affray.compiler.llvm import machine


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE, str(tmp_path / "cache"))


@pytest.fixture
def no_llvm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever compiles fails."""

    def compile_nothing(*_: object, **__: object) -> NoReturn:
        raise AssertionError("LLVM was asked to compile")

    monkeypatch.setattr(machine, "object_code", compile_nothing)


ROUND = "    w.round += 1"
WRONG = [
    ("    w.round += w.no_such_field", "World.no_such_field; there is no such field"),
    ("    w.round += len(w)", "a len of what has none; lists, tuples and enums have one"),
    ("    w.creatures[0] = w.creatures[1]",
     "a whole record or list given to w.creatures[0]; assign its fields one by one"),
    ("    w.n = 3", "World.n changed, which counts a list; "
     "a list is as long as the encounter made it"),
    ("    w.rulings.ties = 0",
     "Rulings.ties changed, which is fixed; keep what changes in a field that is not"),
    ("    w.round += helper(w)", "a call of helper; mark it with @rule, or call the seam or masks"),
    ("    begin_round(ask, w)",
     "recursion: begin_round -> begin_round; write a loop, or several steps"),
]  # fmt: skip
HELPER = ("rules.py", "LAST_ROUND = 30", "LAST_ROUND = 30\n\n\ndef helper(w: World) -> int:\n"
          "    return 1\n")  # fmt: skip


def wrong(folder: Path, instead: str) -> tuple[Ruleset, str]:
    """A game with one wrong line; the game and where the line stands."""
    ruleset = broken_copy(folder, HELPER, ("rules.py", ROUND, instead))
    file = ruleset.folder / "rules.py"
    line = file.read_text(encoding="utf-8").splitlines().index(instead) + 1
    return ruleset, f"{file}:{line}"


@pytest.mark.usefixtures("no_llvm")
@pytest.mark.parametrize(("instead", "said"), WRONG, ids=[w[0].strip() for w in WRONG])
def test_one_line_says_what_to_write(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], instead: str, said: str
) -> None:
    ruleset, where = wrong(tmp_path, instead)
    fights = ["sim", f"{ruleset.slug}/duel", "-n", "1000000", "--engine", "native"]
    for command in (["compile", ruleset.slug], fights):
        capsys.readouterr()
        assert run(command) == 2
        shown = capsys.readouterr()
        assert (shown.out, shown.err) == ("", f"affray: {where}: found {said}\n")
    kept = [file.name for file in (tmp_path / "cache").rglob("*")]
    assert kept == ["let-in.txt"], "nothing is compiled"


HEADS = [
    ("def step(ask: Ask, w: World) -> None:", "def step(w: World, ask: Ask) -> None:",
     "step with a World, ask; take ask, a World"),
    ("def step(ask: Ask, w: World) -> None:", "def step(ask: Ask, w: World, x: int) -> None:",
     "step with ask, a World, a number; take ask, a World"),
    ("def step(ask: Ask, w: World) -> None:", "async def step(ask: Ask, w: World) -> None:",
     "step, an async function; write a plain def that asks"),
]  # fmt: skip


@pytest.mark.usefixtures("no_llvm")
@pytest.mark.parametrize(("head", "instead", "said"), HEADS, ids=[h[1] for h in HEADS])
def test_what_the_engine_calls_is_refused_where_it_stands(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], head: str, instead: str, said: str
) -> None:
    """Not in the engine's own code, which calls it."""
    ruleset = broken_copy(tmp_path, ("rules.py", head, instead))
    file = ruleset.folder / "rules.py"
    line = file.read_text(encoding="utf-8").splitlines().index(instead)  # its decorator's
    capsys.readouterr()
    assert run(["compile", ruleset.slug]) == 2
    assert capsys.readouterr().err == f"affray: {file}:{line}: found {said}\n"


@pytest.mark.usefixtures("no_llvm")
def test_what_only_cpython_takes_is_played_where_cpython_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ruleset, where = wrong(tmp_path, "    w.round += sum([1])")
    duel = f"{ruleset.slug}/duel"
    capsys.readouterr()
    assert run(["sim", duel, "-n", "3", "--engine", "python"]) == 0
    assert capsys.readouterr().err == ""
    for n in ("3", "1000000"):
        assert run(["sim", duel, "-n", n]) == 2
        assert capsys.readouterr().err.startswith(f"affray: {where}: found a call of sum; ")


@pytest.mark.program
def test_no_traceback_reaches_a_person(tmp_path: Path) -> None:
    ruleset, where = wrong(tmp_path, "    w.round += len(w)")
    folder = str(ruleset.folder.parent)
    command = [sys.executable, "-m", "affray", "compile", ruleset.slug, "--rulesets", folder]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=PATIENCE, env=dict(os.environ)
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"affray: {where}: found a len of what has none")
    assert done.stderr.count("\n") == 1


def test_a_file_that_changed_since_is_not_compiled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], no_llvm: None
) -> None:
    ruleset = broken_copy(tmp_path)
    assert ruleset.words.questions  # everything of it is loaded
    file = ruleset.folder / "rules.py"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("return side\n", "return side + 0\n"), encoding="utf-8")
    assert run(["compile", ruleset.slug, "--oracle", "dice"]) == 2
    assert capsys.readouterr().err == (
        f"affray: {file}: has changed since it was loaded; start Affray again\n"
    )


def test_every_problem_is_named_at_once(tmp_path: Path) -> None:
    ruleset = broken_copy(
        tmp_path,
        ("rules.py", ROUND, "    w.round += len(w)"),
        ("rules.py", "return c.wounds < c.toughness", "return c.wounds / 2 < c.toughness"),
        ("policy.py", "    strays = draw(ask, STRAYS) == 0", "    strays = None"),
    )
    found = sorted(str(problem).partition(": found ")[2] for problem in problems(ruleset))
    assert found == [
        "None; use -1 for nobody",
        "a division that gives a fraction; write //",
        "a len of what has none; lists, tuples and enums have one",
    ]


def test_a_policy_may_return_a_member_of_an_enum(tmp_path: Path) -> None:
    text = (SHELF.get("skirmish").folder / "policy.py").read_text(encoding="utf-8")
    assert "return Stance.PRESS\n" in text
    ruleset = broken_copy(tmp_path)
    assert problems(ruleset) == []
    wanted = build.recipe(ruleset, build.DICE)
    assert wanted.program().function(ruleset.decide).returns.name == "a number"


@pytest.mark.parametrize(
    "command",
    [
        ["sim", "{}/bridge", "-n", "2"],
        ["sim", "{}/bridge", "-n", "2", "--dice", "collapsed"],
        ["odds", "{}/bridge", "--who", "Ada", "--do", "strike", "--target", "Grim"],
    ],
    ids=" ".join,
)
def test_what_no_compiler_takes_is_refused_however_short_it_would_be(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ruleset = broken_copy(tmp_path, ("rules.py", ROUND, "    w.round += 2 / 2"))
    assert run([part.format(ruleset.slug) for part in command]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"affray: {ruleset.folder / 'rules.py'}:")
    assert said.endswith("found a division that gives a fraction; write //\n")


UNTIL = "until=has_struck"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (UNTIL, 'until="soon"', "press: until: found 'soon', which is no function; write one with"),
        (
            '"creatures", (',
            'usual="Grim", of="creatures", rules=(',
            "target: usual: found 'Grim', which is no function; write one with def",
        ),
    ],
)
def test_what_the_words_name_as_a_function_is_one(
    tmp_path: Path, old: str, new: str, said: str
) -> None:
    """It was refused as a call in a file that is not there."""
    ruleset = broken_copy(tmp_path, ("words.py", old, new))
    with pytest.raises(BadInput) as refused:
        problems(ruleset)
    assert str(refused.value).startswith(f"{ruleset.folder / 'words.py'}: {said}")


def test_words_that_cannot_be_compiled_are_refused_whatever_is_there(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The dice's code stands on no words: with it in the cache `sim` took what it had refused."""
    ruleset = broken_copy(tmp_path, ("words.py", UNTIL, "until=lambda w, who: True"))
    engine_of(ruleset).made(build.DICE)
    capsys.readouterr()
    assert run(["sim", f"{ruleset.slug}/bridge", "-n", "5"]) == 2
    said = capsys.readouterr().err
    assert said.endswith("found a lambda; write it with def at the top of its module\n")
