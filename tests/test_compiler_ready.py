"""Compiled rules made ready: taken from the cache, compiled, held against CPython, or not used."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from broken_games import broken_copy

from affray.book.encounter import find_encounter
from affray.book.home import CACHE, cache_home
from affray.book.ruleset import Ruleset
from affray.cli.main import run
from affray.cli.progress import Progress
from affray.compiler import build, ready
from affray.compiler.build import DICE, TAPE
from affray.compiler.compare import EnginesDiffer
from affray.compiler.engine import Engine
from affray.compiler.llvm import machine
from affray.compiler.llvm.arithmetic import Arithmetic
from affray.lab.simulate import choose_engine, simulate
from affray.rules.world import pack

pytestmark = pytest.mark.compiled


class Counting:
    """Stands in for the compiler and counts how often it is asked."""

    def __init__(self, compiler: object) -> None:
        self.compiler = compiler
        self.calls = 0

    def __call__(self, text: str, level: int, unrolled: bool) -> bytes:
        self.calls += 1
        made = self.compiler(text, level, unrolled)  # type: ignore[operator]
        assert isinstance(made, bytes)
        return made


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Counting:
    counting = Counting(machine.object_code)
    monkeypatch.setattr(machine, "object_code", counting)
    return counting


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE, str(tmp_path / "cache"))
    monkeypatch.setattr(ready, "COMPARED", 0.05)


@pytest.fixture
def game(tmp_path: Path, _own_cache: None) -> Ruleset:
    return broken_copy(tmp_path / "games")


def entry_of(game: Ruleset) -> Path:
    return cache_home() / game.slug / f"{build.recipe(game, DICE).key()}.bin"


def wins(game: Ruleset, engine: Engine) -> list[int]:
    encounter = find_encounter(f"{game.slug}/duel")
    block = engine.play(pack(encounter.world()), [1, 1], 7, 0, 200, False)
    return list(block.winners)


def test_what_is_in_the_cache_is_not_compiled_again(game: Ruleset, compiled: Counting) -> None:
    assert not ready.is_kept(game, DICE)
    first = Engine(game)
    expected = wins(game, first)
    assert (compiled.calls, first.made(DICE).cached) == (1, False)
    assert entry_of(game).is_file()
    again = Engine(game)
    assert wins(game, again) == expected
    assert (compiled.calls, again.made(DICE).cached) == (1, True)


def test_an_altered_entry_is_compiled_again(game: Ruleset, compiled: Counting) -> None:
    expected = wins(game, Engine(game))
    path = entry_of(game)
    whole = path.read_bytes()
    for at in (3, len(whole) - 1):
        before = compiled.calls
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x10]) + whole[at + 1 :])
        assert wins(game, Engine(game)) == expected
        assert compiled.calls == before + 1
    assert ready.is_kept(game, DICE)
    path.write_bytes(whole[: len(whole) // 2])
    assert not ready.is_kept(game, DICE), "who waits for it again is told so"
    assert wins(game, Engine(game)) == expected
    assert wins(game, Engine(game)) == expected
    assert compiled.calls == 4


def test_a_cache_that_cannot_be_written_only_costs_time(
    game: Ruleset, compiled: Counting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "blocked").write_text("")
    monkeypatch.setenv(CACHE, str(tmp_path / "blocked"))
    assert wins(game, Engine(game)) == wins(game, Engine(game))
    assert compiled.calls == 2


@pytest.mark.program
def test_two_who_compile_at_once_do_each_other_no_harm(game: Ruleset) -> None:
    folder = str(game.folder.parent)
    command = [sys.executable, "-m", "affray", "compile", game.slug, "--oracle", "dice"]
    at_once = [
        subprocess.Popen([*command, "--rulesets", folder], env=dict(os.environ),
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]  # fmt: skip
    for one in at_once:
        shown, said = one.communicate(timeout=300)
        assert one.returncode == 0, said
        assert shown.startswith(f"{game.slug} dice: ")
    assert [path.suffix for path in (cache_home() / game.slug).iterdir()] == [".bin"]
    assert ready.is_kept(game, DICE)
    assert Engine(game).made(DICE).cached


# -- compiled code that would mean something else


@pytest.fixture
def broken_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """`min` is the greater of two when compiled: wounds past what anybody can take."""
    right = Arithmetic.built

    def wrong(self: Arithmetic, name: str, *args: object) -> str:
        return right(self, "max" if name == "min" else name, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Arithmetic, "built", wrong)
    monkeypatch.setattr(ready, "COMPARED", 1.0)


@pytest.mark.usefixtures("broken_compiler")
@pytest.mark.parametrize("oracle", [DICE, TAPE])
def test_a_difference_names_fight_step_and_field(game: Ruleset, oracle: str) -> None:
    with pytest.raises(EnginesDiffer) as caught:
        Engine(game).made(oracle)
    found = re.search(
        r"(\S+/\w+), fight (\d+) of seed 0, step (\d+): "
        r"creatures\[(\d)\].wounds is (-?\d+) in CPython and (-?\d+) compiled$",
        str(caught.value),
    )
    assert found is not None, str(caught.value)
    assert found[1].startswith(f"{game.slug}/")
    assert int(found[6]) > int(found[5])


@pytest.mark.usefixtures("broken_compiler")
def test_code_that_differs_is_never_used(game: Ruleset, compiled: Counting) -> None:
    engine = Engine(game)
    with pytest.raises(EnginesDiffer) as first:
        engine.made(DICE)
    assert not engine.is_loaded(DICE)
    assert not entry_of(game).exists()
    with pytest.raises(EnginesDiffer) as again:
        Engine(game).made(DICE)
    assert str(first.value) in str(again.value)
    assert compiled.calls == 1
    assert not ready.is_kept(game, DICE)
    assert ready.seconds_to_ready(game) is None


@pytest.mark.usefixtures("broken_compiler")
def test_a_game_whose_code_differs_stays_in_cpython(
    game: Ruleset, compiled: Counting, capsys: pytest.CaptureFixture[str]
) -> None:
    duel = f"{game.slug}/duel"
    assert run(["compile", game.slug, "--oracle", "dice"]) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert re.match(r"affray: .*fight \d+ of seed 0, step \d+: .* in CPython and .* compiled", said)
    assert choose_engine(find_encounter(duel), 10**9, "auto", [1, 1]) == "python"
    assert simulate(find_encounter(duel), 20, 7, "auto", 1).engine == "python"
    assert run(["sim", duel, "-n", "20", "--engine", "native"]) == 2
    assert compiled.calls == 1


@pytest.mark.usefixtures("broken_compiler")
def test_a_run_that_was_left_to_us_goes_on_in_cpython(
    game: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The difference is found on the way: nobody who said `auto` is to suffer it."""
    monkeypatch.setattr("affray.lab.simulate._slower_than", lambda *_: True)
    duel = find_encounter(f"{game.slug}/duel")
    found = simulate(duel, 50, 7, "auto", 1)
    assert found.engine == "python"
    assert found.tally == simulate(duel, 50, 7, "python", 1).tally
    with pytest.raises(EnginesDiffer):
        simulate(duel, 50, 7, "native", 1)


@pytest.mark.usefixtures("broken_compiler")
def test_whoever_asks_for_many_fights_gets_them_and_one_line(
    game: Ruleset, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("affray.lab.simulate._slower_than", lambda *_: True)
    assert run(["sim", f"{game.slug}/duel", "-n", "50", "--seed", "7"]) == 0
    shown = capsys.readouterr()
    assert "50 fights, seed 7, python engine" in shown.out
    said = shown.err.splitlines()[-1]
    assert said.startswith("affray: played in CPython, because compiled rules differ: ")
    assert "fight 0 of seed 0, step " in said


@pytest.mark.usefixtures("broken_compiler")
@pytest.mark.parametrize(
    "asked",
    [
        "sim {0} -n 50",
        "compare {0} --change Ada.wounds=1 -n 20",
        "sim {0} -n 1 --seat Ada=clever:8",
    ],
)
def test_whoever_waits_for_cpython_reads_why_before_the_first_fight(
    game: Ruleset, asked: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It came when all fights were over."""
    for oracle in (DICE, TAPE):
        with pytest.raises(EnginesDiffer):
            Engine(game).made(oracle)
    at_first: list[str] = []
    first = Progress.show

    def show(self: Progress, done: int) -> None:
        at_first.append(capsys.readouterr().err)
        first(self, done)

    monkeypatch.setattr(Progress, "show", show)
    assert run(asked.format(f"{game.slug}/duel").split()) == 0
    (said,) = at_first[0].splitlines()
    assert re.search(r"CPython.* compiled rules differ: .* in CPython and .* compiled$", said)
    assert "differ" not in "".join(at_first[1:]) + capsys.readouterr().err, "and once"


@pytest.mark.usefixtures("broken_compiler")
def test_what_cannot_be_remembered_on_disk_is_remembered_here(
    game: Ruleset, compiled: Counting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "blocked").write_text("")
    monkeypatch.setenv(CACHE, str(tmp_path / "blocked"))
    engine = Engine(game)
    for _ in range(2):
        with pytest.raises(EnginesDiffer):
            engine.made(DICE)
    assert compiled.calls == 1


def test_another_thread_does_not_bring_refused_code_back(game: Ruleset) -> None:
    """It has the code in its hand when it is refused, and would keep it."""
    engine = Engine(game)
    made = engine.made(DICE)
    assert made.entry("start") is not None
    engine.refuse(DICE, EnginesDiffer("it differs"))
    engine.keep(DICE, made)
    for use in (lambda: engine.made(DICE), lambda: wins(game, engine)):
        with pytest.raises(EnginesDiffer, match="it differs"):
            use()
    assert not engine.load(DICE)


def rare(folder: Path) -> Ruleset:
    """A game that goes wrong in a few fights of a thousand."""
    at = "    w.round += 1"
    wrong = f"{at}\n    if w.round == 9:\n        w.turn = w.creatures[w.n].side"
    return broken_copy(folder, ("rules.py", at, wrong))


def test_a_fight_that_goes_wrong_compiled_is_shown_in_cpython(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(ready, "COMPARED", 0.0)
    game = rare(tmp_path / "games")
    fights = ["sim", f"{game.slug}/duel", "-n", "20000", "--engine", "native"]
    assert run(fights) == 2
    text = (game.folder / "rules.py").read_text(encoding="utf-8").splitlines()
    line = text.index("        w.turn = w.creatures[w.n].side") + 1
    assert capsys.readouterr().err.splitlines()[-1] == (
        f"affray: {game.folder / 'rules.py'}: line {line}: IndexError: list index out of range"
    )


def test_a_fight_that_goes_wrong_only_compiled_ends_the_use_of_that_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ready, "COMPARED", 0.0)
    game = rare(tmp_path / "games")
    monkeypatch.setattr("affray.lab.blocks.Again.play_while", lambda *_: None)
    monkeypatch.setattr("affray.lab.job.play", lambda *_: 0)
    with pytest.raises(
        EnginesDiffer, match=r"an index outside its list \(.*rules.py:\d+\) in fight"
    ):
        simulate(find_encounter(f"{game.slug}/duel"), 20_000, 1, "native", 1)
    assert not ready.is_kept(game, DICE)


def test_an_outcome_that_differs_is_found(game: Ruleset, monkeypatch: pytest.MonkeyPatch) -> None:
    """The worlds are the same to the last byte; who has won is not."""
    monkeypatch.setattr(
        "affray.compiler.engine.Stepper._after", lambda self, status: self.ask.get("result") + 1
    )
    with pytest.raises(EnginesDiffer, match=r"step 0: the outcome is -1 in CPython and 0 compiled"):
        Engine(game).made(DICE)


def test_what_was_not_compared_to_its_end_is_not_kept(
    game: Ruleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(ready, "compare", stop)
    engine = Engine(game)
    with pytest.raises(KeyboardInterrupt):
        engine.made(DICE)
    assert not engine.is_loaded(DICE)
    assert not ready.is_kept(game, DICE)
