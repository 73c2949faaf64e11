"""What compiled code stands on: what changes its key, and what does not."""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import IntFlag
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from affray.book.ruleset import Ruleset
from affray.cli.new import write_ruleset
from affray.compiler import build
from affray.compiler.build import CHECKED, DICE, ORDINARY, TAPE
from affray.compiler.manifest import manifest
from affray.compiler.source.sources import write_function
from affray.rules.homemade import HOMEMADE, import_folder
from affray.rules.world import Record, clear, field, int8, many, record

Change = tuple[str, str, str]


def game(folder: Path, *changes: Change) -> Ruleset:
    """The same game loaded anew, with (file, old, new) changed before."""
    folder.mkdir()
    write_ruleset("some-game", folder, as_json=True)
    for file, old, new in changes:
        path = folder / "some_game" / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    for name in [name for name in sys.modules if name.startswith(f"{HOMEMADE}.some_game")]:
        del sys.modules[name]
    found: Ruleset = import_folder(folder / "some_game").RULESET
    return found


def keys(ruleset: Ruleset) -> dict[str, str]:
    return {oracle: build.recipe(ruleset, oracle).key() for oracle in (DICE, TAPE)}


SAME: dict[str, Change] = {
    "a docstring": ("rules.py", "Hit, then armor, then wounds.", "Armor last."),
    "a remark": ("rules.py", "LAST_ROUND = 30", "LAST_ROUND = 30  # as long as a lamp burns"),
    "where lines stand": ("rules.py", "LAST_ROUND = 30", "\n\n\n\nLAST_ROUND = 30\n\n\n"),
    "how lines are broken": ("rules.py", "    note(ask, Event.STRIKE, i, j)",
                             "    note(\n        ask, Event.STRIKE, i, j\n    )"),
    "the sentence of an event": ("events.py", "misses", "fails to hit"),
    "an event's headline": ("events.py", '"miss"', '"no hit"'),
    "an event's rules": ("events.py", '"{who} misses.", ("SG-7",)', '"{who} misses.", ("SG-6",)'),
    "what a plan takes": ("words.py", 'targets="creatures"),',
                          'targets="creatures", takes="an arm (SG-6)"),'),
    "a prompt": ("words.py", "Whom does {who} strike?", "Who is struck?"),
    "the rulebook": ("rulebook.toml", "summary = ", "# what it is\nsummary = "),
    "a function nobody calls": ("rules.py", "LAST_ROUND = 30",
                                "LAST_ROUND = 30\n\n\ndef unused() -> int:\n    return 1\n"),
    "what setup does": ("setup.py", "        w.round = 1", "        w.round = 2"),
}  # fmt: skip

OTHER: dict[str, Change] = {
    "a rule": ("rules.py", "    w.round += 1", "    w.round += 2"),
    "a constant of a module": ("rules.py", "LAST_ROUND = 30", "LAST_ROUND = 31"),
    "an event's number": ("events.py", "    STRIKE = Told",
                          '    LUNGE = Told("{who} lunges.", ("SG-6",))\n    STRIKE = Told'),
    "an enum's value": ("state.py", "    GUARD = 3", "    GUARD = 4"),
    "how wide a field is": ("state.py", "wounds: int16 = field(h", "wounds: int8 = field(h"),
    "a list's room": ("state.py", "CREATURES = 8", "CREATURES = 9"),
    "what is fixed": ("state.py", "kinds: int8 = field(fixed=True)", "kinds: int8 = field()"),
    "a new field": ("state.py", "    stepped_in: int8", "    luck: int8\n    stepped_in: int8"),
    "what a field begins as": ("state.py", "toughness: int16 = field(1,",
                               "toughness: int16 = field(2,"),
    "what a default is": ("rules.py", "def wound(ask: Ask, w: World, j: int, wounds: int)",
                          "def wound(ask: Ask, w: World, j: int, wounds: int = 1)"),
    "a policy": ("policy.py", "return wounds_left(w, i) <= 1", "return wounds_left(w, i) <= 2"),
    "which function a name is": ("rules.py", "    return c.wounds < c.toughness",
                                 "    return c.wounds < c.toughness and can_rest(w, i)"),
}  # fmt: skip


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return keys(game(tmp_path_factory.mktemp("plain") / "games"))


@pytest.mark.parametrize("change", SAME.values(), ids=SAME)
def test_the_same_code_has_the_same_key(
    tmp_path: Path, plain: dict[str, str], change: Change
) -> None:
    assert keys(game(tmp_path / "games", change)) == plain


@pytest.mark.parametrize("change", OTHER.values(), ids=OTHER)
def test_other_code_has_another_key(tmp_path: Path, plain: dict[str, str], change: Change) -> None:
    found = keys(game(tmp_path / "games", change))
    assert found[DICE] != plain[DICE]
    assert found[TAPE] != plain[TAPE]


def test_what_is_usual_is_part_of_the_tapes_code_alone(
    tmp_path: Path, plain: dict[str, str]
) -> None:
    asked = 'Answer, ("SG-13",)'
    change = ("words.py", asked, f"{asked}, usual=Answer.YES")
    found = keys(game(tmp_path / "games", change))
    assert found[DICE] == plain[DICE]
    assert found[TAPE] != plain[TAPE]


def test_oracles_and_builds_have_keys_of_their_own(tmp_path: Path) -> None:
    ruleset = game(tmp_path / "games")
    found = {
        build.recipe(ruleset, oracle, kind).key()
        for oracle in (DICE, TAPE)
        for kind in (ORDINARY, CHECKED)
    }
    assert len(found) == 4


def test_the_key_is_of_what_is_loaded_not_of_what_lies_there(tmp_path: Path) -> None:
    ruleset = game(tmp_path / "games")
    before = keys(ruleset)
    file = ruleset.folder / "rules.py"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("w.round += 1", "w.round += 2"), encoding="utf-8")
    assert keys(ruleset) == before
    file.unlink()
    assert keys(ruleset) == before


def test_another_machine_has_another_key(
    tmp_path: Path, plain: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ruleset = game(tmp_path / "games")
    assert keys(ruleset) == plain
    seen = [plain]
    for host in (("0.1", "t", "c", "+x"), ("0.1", "t", "c", "+y"), ("0.2", "t", "c", "+y")):
        monkeypatch.setattr("affray.compiler.llvm.machine.host", partial(tuple, host))
        assert keys(ruleset) not in seen
        seen.append(keys(ruleset))


def made(text: str, module: str, **held: Any) -> Callable[..., Any]:
    return write_function(text, {"__name__": module, **held}, f"<{module}>")


def key(*roots: Callable[..., Any]) -> str:
    return manifest(roots, {}, (), ORDINARY)


def test_functions_of_one_name_are_told_apart_by_their_modules() -> None:
    one = made("def f(x: int) -> int:\n    return x + 1\n", "one")
    two = made("def f(x: int) -> int:\n    return x + 2\n", "two")
    calls = "def {}(x: int) -> int:\n    return f(x)\n"

    def both(first: Any, second: Any) -> str:
        a, b = made(calls.format("a"), "a", f=first), made(calls.format("b"), "b", f=second)
        return key(a, b)

    assert both(one, two) == both(one, two)
    assert both(one, two) != both(two, one)


def test_what_a_parameter_is_said_to_be_is_looked_up() -> None:
    text = "def f(c: Who) -> int:\n    return c.a\n"

    @record
    class Near(Record):
        a: int8
        b: int8

    @record
    class Far(Record):
        b: int8
        a: int8

    assert key(made(text, "m", Who=Near)) == key(made(text, "m", Who=Near))
    assert key(made(text, "m", Who=Near)) != key(made(text, "m", Who=Far))


def test_what_a_new_record_holds_is_part_of_what_clears_one() -> None:
    """Compiled code has it as a constant."""
    text = "def f(c: Some) -> None:\n    clear(c)\n"
    found = set()
    for default in (0, 3):

        @record
        class Some(Record):
            luck: int8 = field(default)
            marks: list[int8] = many(2, default=default)

        found.add(key(made(text, "one", Some=Some, clear=clear)))
    assert len(found) == 2


def test_a_number_of_a_class_of_its_own_is_another_number() -> None:
    """Which may turn over otherwise; it is refused, whatever is kept of the plain one."""

    class Signs(IntFlag):
        LEFT = 1

    text = "def f(x: int) -> int:\n    return ~SIGN & x\n"
    assert key(made(text, "one", SIGN=1)) != key(made(text, "one", SIGN=Signs.LEFT))
