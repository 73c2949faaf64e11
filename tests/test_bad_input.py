"""Bad input: one line on stderr, exit status 2, nothing on stdout, never a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from waiting import PATIENCE

from affray.book.encounter import find_encounter
from affray.book.errors import BadInput
from affray.cli.main import run
from affray.rulesets.skirmish import RULESET

Capture = pytest.CaptureFixture[str]
ADA = 'name = "Ada"\nfrom = "knight"\nside = "heroes"\nat = 1\n'
GRIM = 'name = "Grim"\nfrom = "brute"\nside = "foes"\nat = 2\n'
DUEL = f'ruleset = "skirmish"\n[[creature]]\n{ADA}[[creature]]\n{GRIM}'
ODDS = ["odds", "skirmish/duel", "--who", "Ada"]
PLAY = ["play", "skirmish/duel"]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def refused(capture: Capture, *arguments: str) -> str:
    """The one line a person sees."""
    assert run(list(arguments)) == 2
    out, err = capture.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("affray: ")
    return err.removeprefix("affray: ").rstrip("\n")


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["sim", "skirmish/duel", "-n", "0"], "greater than or equal to 1; found '0'"),
        (["sim", "skirmish/duel", "--seed=-5"], "greater than or equal to 0; found '-5'"),
        (["sim", "skirmish/duel", "-n", "x"], "valid integer"),
        (["sim", "skirmish/duel", "-n", "1" * 30], "less than or equal to"),
        (["sim", "skirmish/duel", "--seed", "-1"], "'--seed': Input should be greater than or eq"),
        (["sim", "skirmish/duel", "--engine", "nativ"], "--engine: no engine is called 'nativ'; d"),
        (["sim", "skirmish/duel", "--nope"], "No such option: --nope"),
        (["sim"], "Missing argument 'ENCOUNTER'"),
        (["sim", "skirmish/dule"], "no encounter is called 'skirmish/dule'; did you mean 'skirmis"),
        (["sim", "skirmsh/duel"], "no ruleset is called 'skirmsh'; did you mean 'skirmish'?"),
        (["sim", "nowhere.toml"], "nowhere.toml: no such file"),
        (["sim", "."], ".: is a folder, expected a TOML file"),
        (["sim", "skirmish/duel", "--seat", "Ada=person"], "--seat: no person takes part in this"),
        (["sim", "skirmish/duel", "--seat", "Ada=bald"], "found 'Ada=bald', expected NAME=person|"),
        (["sim", "skirmish/duel", "--seat", "Ada"], "--seat: found 'Ada', expected NAME="),
        (["sim", "skirmish/duel", "--seat", "Bo=bold"], "--seat: no creature or side is called 'B"),
        (["sim", "skirmish/duel", "--ruling", "ties"], "--ruling: found 'ties', expected NAME=REA"),
        (["sim", "skirmish/duel", "--ruling", "tie=x"], "--ruling: no ruling is called 'tie'; did"),
        (["sim", "skirmish/duel", "--ruling", "ties=x"], "--ruling: no reading of ties is called "),
        (
            ["sim", "skirmish/duel", "--ruling", "fallen_helpers=once"],
            "--ruling: fallen_helpers is fixed at 'never' (SK-R3): The rule says ",
        ),
        (
            ["sim", "skirmish/duel", "--ruling", "ties=x", "--ruling", "tie=x"],
            "--ruling: no reading of ties is called 'x'; expected striker, target; no ruling is",
        ),
        (
            ["sim", "skirmish/duel", "--ruling", "ties=target", "--ruling", "ties=striker"],
            "--ruling: ties is given twice: target and striker",
        ),
        (
            ["sim", "skirmish/duel", "--seat", "Ada=bold", "--seat", "Ada=random"],
            "--seat: Ada is given twice: bold and random",
        ),
        ([*PLAY, "--seat", "foes=bold", "--seat", "foes=bold"], "--seat: foes is given twice"),
        ([*ODDS[:3], "Adda", "--do", "press"], "--who: no creature is called 'Adda'; did you mea"),
        ([*ODDS, "--do", "pres"], "--do: no plan is called 'pres'; did you mean 'press'?"),
        ([*ODDS, "--do", "strike"], "--target: missing; strike needs one of Grim"),
        ([*ODDS, "--do", "strike", "--target", "Gri"], "--target: no target is called 'Gri'; did"),
        ([*ODDS, "--do", "press", "--target", "Grim"], "--target: found 'Grim', but press takes "),
        (
            [*ODDS, "--do", "strike", "--target", "Ada"],
            "--target: found 'Ada'; legal are Grim (SK-6)",
        ),
        ([*ODDS, "--do", "rest"], "rest is not open to Ada here: the fight does not come to that"),
        ([*ODDS, "--do", "press", "--with", "stance"], "--with: found 'stance', expected QUESTION"),
        ([*ODDS, "--do", "press", "--with", "sleep=1"], "--with: no question is called 'sleep'; e"),
        (
            [*ODDS, "--do", "press", "--with", "target=Bo"],
            "no answer to target is called 'Bo'; exp",
        ),
        ([*ODDS, "--do", "press", "--with", "target=Ada"], "--with: target: legal are Grim (SK-6)"),
        ([*ODDS, "--do", "press", "--with", "rest=yes"], "--with: rest: is not asked here"),
        ([*ODDS, "--do", "press", "--seat", "Ada=person"], "--seat: no person takes part"),
        (["rules", "skirmsh"], "no ruleset is called 'skirmsh'; did you mean 'skirmish'?"),
        (["rulings", "nope"], "no ruleset is called 'nope'"),
        (["rulings", "skirmish", "--impact", "skirmish/x"], "no encounter is called 'skirmish/x'"),
        (["compile", "nope"], "no ruleset is called 'nope'"),
        (["scenario"], "Missing argument 'FILE...'"),
        (["scenario", "nowhere.toml"], "nowhere.toml: no such file"),
        (["replay", "nowhere.toml"], "nowhere.toml: no such file"),
        (["replay", "."], ".: is a folder"),
        (["encounters", "--rulesets", "nowhere"], "nowhere: --rulesets: no such folder"),
        (["encounters", "--rulesets", "."], ".: --rulesets: holds no ruleset"),
        (["new"], "Missing command"),
        (["new", "ruleset", "My Game"], "NAME: found 'My Game', expected kebab-case such as"),
        (["new", "ruleset", "skirmish"], "NAME: there is a ruleset 'skirmish' already"),
        (["new", "encounter", "nope/x.toml"], "nope: no such folder"),
        (["new", "encounter", "mine"], "mine: expected a name that ends in .toml"),
        (["new", "encounter", "x.toml", "--ruleset", "nope"], "no ruleset is called 'nope'"),
        (
            ["frobnicate"],
            "no command is called 'frobnicate'; expected table, encounters, play, par",
        ),
        (["encounter"], "no command is called 'encounter'; did you mean 'encounters'?"),
        (
            ["new", "encouter", "x.toml"],
            "no command is called 'encouter'; did you mean 'encounter'",
        ),
        ([*PLAY, "--seat", "Ada=foo"], "--seat: found 'Ada=foo', expected NAME=person|random|"),
        ([*PLAY, "--dice", "Bob"], "--dice: no creature or side is called 'Bob'; expected Ada"),
        ([*PLAY, "--seed", "-4"], "Invalid value for '--seed'"),
        (["play", "nowhere/x"], "no ruleset is called 'nowhere'"),
    ],
)
def test_bad_arguments(capsys: Capture, arguments: list[str], problem: str) -> None:
    assert problem in refused(capsys, *arguments)


@pytest.mark.program
def test_the_program_itself_gives_one_line_too(tmp_path: Path) -> None:
    for arguments in (["sim", "skirmish/dule"], ["sim", "skirmish/duel", "-n", "0"]):
        done = subprocess.run(
            [sys.executable, "-m", "affray", *arguments],
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert "Traceback" not in done.stderr


# Files


@pytest.mark.parametrize("command", [["sim"], ["play"], ["scenario"], ["replay"]])
@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"ruleset = ", "is not TOML"),
        (bytes(range(256)), "is not text"),
        (b"\xff\xfe\x00", "is not text"),
        (DUEL.replace("brute", "brut").encode(), "no creature is called 'brut'; did you mean 'br"),
        (DUEL.replace("side", "sied", 1).encode(), "side: missing; expected one of heroes, foes"),
        ((DUEL + "sied = 1").encode(), "no field is called 'sied'; did you mean 'side'?"),
        (DUEL.replace("at = 2", "at = 1").encode(), "found 1, where Ada already stands"),
        (b"", "bad.toml: ruleset: missing; expected one of dungeoneers-spotlight, dungeoneers-ta"),
        (b'[save]\nencounter = "x"\n', "ruleset: missing"),
        (b'[save]\nencounter = 3\n', "found 3, expected text"),
    ],
)  # fmt: skip
def test_bad_files(capsys: Capture, command: list[str], content: bytes, problem: str) -> None:
    path = Path("bad.toml")
    path.write_bytes(content)
    if command[0] in ("scenario", "replay") or content.startswith(b"[save]"):
        assert refused(capsys, *command, str(path)).startswith("bad.toml: ")
    else:
        assert problem in refused(capsys, *command, str(path))
    assert path.read_bytes() == content
    assert sorted(os.listdir()) == ["bad.toml"], "nothing was saved"


@pytest.mark.parametrize("name", [r"A\nB", r"A\tB", r"\u200b", "x" * 101])
def test_a_name_is_one_line_that_can_be_seen(capsys: Capture, name: str) -> None:
    """It stands in every line of the log."""
    people = f"[[creature]]\n{ADA}[[creature]]\n{GRIM}".replace("Ada", name)
    Path("named.toml").write_text(f'ruleset = "skirmish"\ntitle = "x"\n{people}')
    said = refused(capsys, "sim", "named.toml", "-n", "5", "--engine", "python")
    assert "name: found '" in said
    assert "expected one line of at most 100 letters that can be seen" in said


def test_a_scenario_needs_expectations_and_a_replay_a_save(capsys: Capture) -> None:
    duel = str(RULESET.folder / "encounters" / "duel.toml")
    assert refused(capsys, "scenario", duel) == (
        f"{duel}: expect: missing; a scenario says what it expects"
    )
    assert refused(capsys, "replay", duel) == f"{duel}: save: missing; this is no saved fight"


def test_a_rest_is_no_fight(capsys: Capture) -> None:
    Path("rest.toml").write_text('start = "between"\n' + DUEL)
    assert refused(capsys, "sim", "rest.toml").startswith("rest.toml: start: no fight is on")


TARGET = '[[do]]\nwho = "Ada"\nchoose = "target"\nanswer = "Grim"\n'
HIT = '[[do]]\nwho = "Ada"\nroll = "hit"\ndice = { d6 = [4, 4, 1] }\nagainst = { d6 = [6] }\n'
ARMOR = '[[do]]\nwho = "Ada"\nroll = "armor"\ndice = { d6 = [2, 3] }\n'
EXPECT = '[expect]\nevents = ["hit"]\nGrim = { wounds = 1 }\n'
WHOLE = 'start = "Ada"\n' + DUEL + TARGET + HIT + ARMOR + EXPECT


def without(part: str) -> str:
    return WHOLE.replace(part, "")


def changed(old: str, new: str) -> str:
    assert old in WHOLE
    return WHOLE.replace(old, new)


def test_the_scenario_itself_holds(capsys: Capture) -> None:
    Path("s.toml").write_text(WHOLE)
    assert run(["scenario", "s.toml"]) == 0


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (without(ARMOR), "do[3]: missing; the rules ask 'armor' of Ada (SK-9)"),
        (without(HIT), "do[2]: found 'armor' of Ada, but the rules ask 'hit' of Ada (SK-7)"),
        (changed('answer = "Grim"', 'answer = "Ada"'), "do[1].answer: found 'Ada', legal are Grim"),
        (changed(TARGET, TARGET.replace('"Ada"', '"Grim"', 1)), "do[1]: found 'target' of Grim, b"),
        (changed('roll = "armor"', 'roll = "hit"'), "do[3]: found 'hit' of Ada, but the rules ask"),
        (
            changed("[4, 4, 1]", "[4, 4, 7]"),
            "do[2].dice: found a 7 on a d6, expected 1 to 6",
        ),
        (
            changed("[4, 4, 1]", "[4, 4, 0]"),
            "do[2].dice: found a 0 on a d6, expected 1 to 6",
        ),
        (changed("[4, 4, 1]", "[4, 4]"), "do[2].dice: found d6 [4, 4], expected 3d6"),
        (changed("{ d6 = [4, 4, 1] }", "{ d8 = [4, 4, 1] }"), "found d8 [4, 4, 1], expected 3d6"),
        (changed("{ d6 = [4, 4, 1] }", "{ d7 = [4] }"), "do[2].dice: found d7 [4], expected 3d6"),
        (changed("{ d6 = [4, 4, 1] }", "{ six = [4] }"), "do[2].dice.six: is not a die; expected"),
        (changed("[4, 4, 1]", '["4"]'), "do[2].dice.d6: found ['4'], expected a list of faces"),
        (changed("dice = { d6 = [4, 4, 1] }\n", ""), "do[2].dice: found no dice, expected 3d6"),
        (changed("against = { d6 = [6] }\n", ""), "do[2].against: found no dice, expected 1d6"),
        (
            changed("dice = { d6 = [2, 3] }", "total = 13"),
            "do[3].total: found 13, expected 2 to 12",
        ),
        (
            changed("dice = { d6 = [2, 3] }", 'result = "x"'),
            "do[3].result: found 'x', expected a w",
        ),
        (changed("dice = { d6 = [2, 3] }", "result = 2"), "do[3]: found 2, expected 0 to 1"),
        (
            changed("dice = { d6 = [2, 3] }", "result = 1\ntotl = 3"),
            "do[3]: no field is called 'totl'; exp",
        ),
        (changed('who = "Ada"\nroll = "armor"', 'roll = "armor"'), "do[3]: is not whole; expected"),
        (changed(EXPECT, ""), "expect: missing; a scenario says what it expects"),
        (changed('["hit"]', '["hti"]'), "expect.events: no event is called 'hti'; did you mean"),
        (changed("Grim = { wounds", "Grimm = { wounds"), "no creature or field is called 'Grimm'"),
        (
            changed("{ wounds = 1 }", "{ wound = 1 }"),
            "expect.Grim: no field is called 'wound'; did",
        ),
        (WHOLE + 'asks = "nothing"', "expect.asks: no question is called 'nothing'"),
        (WHOLE + 'outcome = "both"', "expect.outcome: no outcome is called 'both'"),
        ('rules = ["SK-99"]\n' + WHOLE, "rules: cites SK-99, which is not in the rulebook"),
    ],
)
def test_bad_scenarios(capsys: Capture, text: str, problem: str) -> None:
    Path("s.toml").write_text(text)
    said = refused(capsys, "scenario", "s.toml")
    assert said.startswith("s.toml: ")
    assert problem in said


def test_an_answer_after_the_end_of_the_fight(capsys: Capture) -> None:
    over = WHOLE.replace("at = 2\n", "at = 2\nset = { wounds = 3 }\n").replace(
        "wounds = 1", "wounds = 4"
    )
    Path("s.toml").write_text(over)
    assert run(["scenario", "s.toml"]) == 0
    capsys.readouterr()
    Path("s.toml").write_text(over.replace("[expect]", TARGET + "[expect]"))
    assert refused(capsys, "scenario", "s.toml").startswith("s.toml: do[4]: is left over: the fig")


# Rulesets and folders


def bad_ruleset(capture: Capture, file: str, text: str) -> str:
    """What is said of a ruleset with something wrong in it."""
    assert run(["new", "ruleset", "odd-game", "--folder", "games"]) == 0
    (Path("games") / "odd_game" / file).write_text(text)
    done = subprocess.run(
        [sys.executable, "-m", "affray", "encounters", "--rulesets", "games"],
        capture_output=True, text=True, timeout=PATIENCE,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    return done.stderr


@pytest.mark.program
@pytest.mark.parametrize(
    ("file", "text", "problem"),
    [
        ("rules.py", "def broken(:\n", "cannot be loaded: SyntaxError"),
        ("rules.py", "import no_such_module\n", "cannot be loaded: ModuleNotFoundError"),
        ("rules.py", "1 / 0\n", "ZeroDivisionError: division by zero (rules.py, line 1)"),
        ("rulebook.toml", "x = ", "is not TOML"),
        ("content.toml", "[[weapn]]\n", "no kind of content is called 'weapn'"),
        ("encounters/duel.toml", "x", "is not TOML"),
    ],
)
def test_rulesets_that_do_not_load(capsys: Capture, file: str, text: str, problem: str) -> None:
    assert problem in bad_ruleset(capsys, file, text)


@pytest.mark.skipif(os.name == "nt", reason="folders are closed in another way there")
def test_folders_that_cannot_be_written(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("file").write_text("")
    monkeypatch.setenv("AFFRAY_HOME", "file")
    assert "cannot be written" in refused(capsys, *PLAY)
    assert "cannot be written" in refused(capsys, *PLAY, "--save", "file/s.toml")
    assert refused(capsys, "new", "encounter", "file/x.toml").startswith("file")
    assert refused(capsys, "new", "ruleset", "my-game", "--folder", "file").startswith("file")


def test_files_that_are_there_are_kept(capsys: Capture) -> None:
    Path("mine.toml").write_text("mine")
    assert refused(capsys, "new", "encounter", "mine.toml") == "mine.toml: exists already"
    assert "exists already" in refused(capsys, *PLAY, "--save", "mine.toml")
    assert Path("mine.toml").read_text() == "mine"


# Whatever people type


PIECES = st.sampled_from(
    ["=", "[", "]", "[[creature]]\n", "[set]\n", "{", "}", '"', "\n", "-1", "1e9", "99999999999",
     "true", "nan", "1979-05-27", "name", "at", "set = { weapon = 9 }\n", 'start = "Ada"\n',
     "heroes", "brute", "creature", "\\", "'", ",", "3.5", "[]", "rulings", "homebrew", "é"]
)  # fmt: skip
EDITS = st.lists(st.tuples(st.integers(0, 400), st.integers(0, 40), PIECES), min_size=1, max_size=4)


def mutated(edits: list[tuple[int, int, str]]) -> str:
    text = (
        DUEL
        + 'set = { wounds = 1, weapon = "axe" }\n[rulings]\nties = "target"\n[set]\nround = 1\n'
    )
    for at, gone, piece in edits:
        at %= len(text) + 1
        text = text[:at] + piece + text[at + gone :]
    return text


def read(path: Path) -> tuple[str, Any]:
    """A world, or why there is none; nothing else may come of any text."""
    try:
        return "", find_encounter(str(path)).world()
    except BadInput as bad:
        return str(bad), None


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mutated")


@settings(max_examples=1000)
@given(edits=EDITS)
def test_mutated_encounters_are_read_or_refused(
    folder: Path, edits: list[tuple[int, int, str]]
) -> None:
    path = folder / "fight.toml"
    path.write_text(mutated(edits), encoding="utf-8")
    problem, world = read(path)
    if world is None:
        assert problem.startswith(f"{path}: ")
        assert "\n" not in problem
    else:
        assert RULESET.invariant(world) == ""
