"""Rules of one's own that go wrong while they are played: one line, wherever that is."""

from __future__ import annotations

import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from types import CodeType

import pytest
from broken_games import Change, broken_copy, write_copy
from table_helpers import Table

from affray.book.encounter import find_encounter
from affray.book.faults import in_homemade_rules
from affray.book.home import CACHE
from affray.book.ruleset import Ruleset
from affray.book.shelf import GROUP, SHELF
from affray.cli.main import run
from affray.compiler import is_available
from affray.compiler.ready import known_difference
from affray.compiler.status import PROBLEMS, SHIFT
from affray.fight.guarding import guarded
from affray.lab.simulate import simulate
from affray.rules.from_front import code_from_front
from affray.rules.homemade import HOMEMADE, import_folder
from affray.rules.world import OutOfRange, pack
from affray.table.web import door

WOUNDED = "    c.wounds = min(c.toughness, c.wounds + wounds)\n"
WEAPON = "    weapon = w.weapons[w.creatures[i].weapon]\n"
TIED = "    if w.rulings.ties == Ties.TARGET:\n"

MISFIT = "    c.stance = 300 + c.wounds"
NEGATIVE = "    weapon = w.weapons[w.creatures[i].weapon - 1]"
BY_NAME = "    w.turn += w.creatures[last].side * 0"
OF_A_TUPLE = "    w.turn += SIDES[last] * 0"
DIVIDED = "    w.turn += w.turn // (i - i)"

FAULTS = {
    "a number that does not fit": (
        ("rules.py", WOUNDED, f"{WOUNDED}{MISFIT}\n"),
        MISFIT,
        "OutOfRange: Creature.stance = 301, expected -128 to 127",
    ),
    "an index below zero that is worked out": (
        ("rules.py", WEAPON, f"{NEGATIVE}\n"),
        NEGATIVE,
        "IndexError: an index below 0; count from the front",
    ),
    "one with a name": (
        ("rules.py", TIED, f"    last = -1\n{BY_NAME}\n{TIED}"),
        BY_NAME,
        "IndexError: an index below 0; count from the front",
    ),
    "one of a tuple": (
        ("rules.py", TIED, f"    last = -1\n{OF_A_TUPLE}\n{TIED}"),
        OF_A_TUPLE,
        "IndexError: an index below 0; count from the front",
    ),
    "a division by zero": (
        ("rules.py", TIED, f"{DIVIDED}\n{TIED}"),
        DIVIDED,
        "ZeroDivisionError: integer division or modulo by zero",
    ),
}
SIDES = ("rules.py", "LAST_ROUND = 30", "LAST_ROUND = 30\nSIDES = (0, 1)")


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE, str(tmp_path / "cache"))


def faulty(folder: Path, fault: str) -> tuple[Ruleset, int, str]:
    """A game with that fault, the line it stands in, and what is said of it."""
    change, wrong, said = FAULTS[fault]
    game = broken_copy(folder, SIDES, change)
    lines = (game.folder / "rules.py").read_text(encoding="utf-8").splitlines()
    return game, lines.index(wrong) + 1, said


COMMANDS = (
    "sim {0}/bridge -n 40 --engine python",
    "sim {0}/bridge -n 40",
    "odds {0}/bridge --who Ada --do strike --target Grim",
    "play {0}/bridge --seat heroes=bold --seat foes=bold --seed 1",
)


@pytest.mark.parametrize("fault", FAULTS)
def test_one_line_says_where_and_what(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], fault: str
) -> None:
    game, line, said = faulty(tmp_path / "games", fault)
    compiled = ("sim {0}/bridge -n 2000 --engine native",) if is_available() else ()
    for command in (*COMMANDS, *compiled):
        capsys.readouterr()
        words = command.format(game.slug).split()
        saved = ["--save", str(tmp_path / "saved.toml")] if words[0] == "play" else []
        assert run([*words, *saved]) == 2, command
        (tmp_path / "saved.toml").unlink(missing_ok=True)
        shown = capsys.readouterr().err.splitlines()[-1]
        assert shown == f"affray: {game.folder / 'rules.py'}: line {line}: {said}", command


@pytest.mark.parametrize(
    "fault", ["a number that does not fit", "an index below zero that is worked out"]
)
def test_the_table_says_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    logged: list[tuple[object, ...]] = []
    monkeypatch.setattr(door.log, "error", lambda *said: logged.append(said))
    game, line, said = faulty(tmp_path / "games", fault)
    gm = Table(tmp_path / "data", f"{game.slug}/bridge", seed=1).gm
    for _ in range(2):
        gm.must("plan", name="press")
    answer = gm.do("plan", name="strike", target="Grim")
    where = f"{game.folder.name}/rules.py: line {line}: {said}"
    assert (answer.status_code, answer.json()["error"]) == (500, where)
    assert str(game.folder) not in answer.text
    ((text, *said_of_it),) = logged  # and no traceback of ours
    assert where in str(text) % tuple(said_of_it)


def test_where_no_line_is_known_the_game_is_named() -> None:
    theirs = OutOfRange("turn = 200, expected -128 to 127", f"{HOMEMADE}.some_game.state")
    assert in_homemade_rules(theirs) == "some-game: turn = 200, expected -128 to 127"
    ours = OutOfRange("turn = 200, expected -128 to 127", "affray.rulesets.skirmish.state")
    assert in_homemade_rules(ours) == "", "a fault of ours stays a traceback"


def test_a_guarded_world_is_played_like_any_other() -> None:
    bridge = find_encounter("skirmish/bridge")
    w = guarded(bridge.world())
    assert pack(w) == pack(bridge.world())
    w.creatures[0].wounds = 3
    assert bridge.world().creatures[0].wounds == 0
    with pytest.raises(OutOfRange, match=r"^World\.turn = 128, expected -128 to 127$"):
        w.turn = 128
    assert w.turn == -1


ROUND = "    w.round += 1\n"
STRANGE = {
    "an event": ("    note(ask, 200 + w.round, 0)\n", "the event 201 has no words; give it a"),
    "an event that is a word": (
        "    note(ask, 'round', 0)\n",
        "the event 'round' has no words; give it a sentence in events.py",
    ),
    "a roll": (
        "    w.turn += 0 * roll(ask, 54 + w.round, 0, D6)\n",
        "the roll 55 has no words; name one that words.py has",
    ),
    "a roll of nobody": (
        "    w.turn += 0 * roll(ask, Roll.ARMOR, w.round + 8, D6)\n",
        "the roll armor is made by creature 9, who is not there",
    ),
}


def _strange(folder: Path, what: str) -> Ruleset:
    line, _ = STRANGE[what]
    return broken_copy(folder, ("rules.py", ROUND, ROUND + line))


@pytest.mark.parametrize("what", ["a roll", "a roll of nobody"])
def test_odds_of_what_has_no_words_end_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], what: str
) -> None:
    game = _strange(tmp_path / "games", what)
    assert run(["odds", f"{game.slug}/bridge", "--who", "Ada", "--do", "press"]) == 2
    assert (
        capsys.readouterr()
        .err.splitlines()[-1]
        .startswith(f"affray: {game.slug}: {STRANGE[what][1]}")
    )


@pytest.mark.parametrize(
    "command",
    [
        "play {0}/bridge --seat heroes=bold --seat foes=bold --seed 1 --save {1}",
        "sim {0}/bridge -n 20 --engine python",
        pytest.param("sim {0}/bridge -n 20 --engine native", marks=pytest.mark.compiled),
    ],
)
def test_events_nobody_can_be_told_of_end_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    game = _strange(tmp_path / "games", "an event")
    assert run(command.format(game.slug, tmp_path / "saved.toml").split()) == 2
    assert (
        capsys.readouterr()
        .err.splitlines()[-1]
        .startswith(f"affray: {game.slug}: {STRANGE['an event'][1]}")
    )


def test_an_event_that_is_no_number_ends_in_a_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The compiler refuses it; where CPython is asked for it was a traceback."""
    game = _strange(tmp_path / "games", "an event that is a word")
    capsys.readouterr()
    assert run(["sim", f"{game.slug}/bridge", "-n", "9", "--engine", "python"]) == 2
    said = f"affray: {game.slug}: {STRANGE['an event that is a word'][1]}\n"
    assert capsys.readouterr().err == said


@pytest.mark.compiled
def test_what_goes_wrong_in_one_encounter_keeps_no_other_from_being_compiled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A duel has no fourth creature; compiled code was held against it, too, and refused."""
    far = "    w.creatures[3].might = 3\n"
    game = broken_copy(tmp_path / "games", ("rules.py", ROUND, ROUND + far))
    for encounter, status in (("bridge", 0), ("duel", 2)):
        assert run(["sim", f"{game.slug}/{encounter}", "-n", "20", "--engine", "native"]) == status
    where = f"affray: {game.folder / 'rules.py'}: line"
    assert capsys.readouterr().err.splitlines()[-1].startswith(where)


FROM_THE_END = "    w.turn += w.creatures[w.n - 4].side * 0\n"


def installed(folder: Path, monkeypatch: pytest.MonkeyPatch, *changes: Change) -> Ruleset:
    """Such a game as one that came installed: CPython takes the last where an index is below 0."""
    package = write_copy(folder, *changes)
    monkeypatch.syspath_prepend(package.parent)
    slug = package.name.replace("_", "-")
    entry = EntryPoint(name=slug, value=f"{package.name}:RULESET", group=GROUP)
    monkeypatch.setitem(SHELF._entries, slug, entry)
    return SHELF.get(slug)


@pytest.mark.compiled
def test_an_index_below_zero_in_one_encounter_keeps_no_other_from_being_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a game that came installed CPython took the last; all its fights were played there."""
    change = ("rules.py", ROUND, ROUND + FROM_THE_END)
    game = installed(tmp_path / "games", monkeypatch, change)
    duel = f"{game.slug}/duel"
    assert simulate(find_encounter(duel), 5, 7, "python", "bold").tally.fights == 5
    for encounter, status in (("bridge", 0), ("duel", 2), ("bridge", 0)):
        assert run(["sim", f"{game.slug}/{encounter}", "-n", "20", "--engine", "native"]) == status
    file = game.folder / "rules.py"
    line = file.read_text(encoding="utf-8").splitlines().index(FROM_THE_END[:-1]) + 1
    said = f"{file}: line {line}: IndexError: an index below 0; count from the front"
    assert f"affray: {said}" in capsys.readouterr().err.splitlines()
    assert known_difference(game) == ""


@pytest.mark.compiled
@pytest.mark.parametrize("is_installed", [False, True])
@pytest.mark.parametrize("asked", ["sim {0} -n 2 --seat Ada=clever:8", "solve {0}"])
def test_what_goes_wrong_where_somebody_looks_ahead_is_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    asked: str,
    is_installed: bool,
) -> None:
    """It goes wrong in no fight of anybody's yet; it was a traceback, or the line that asked."""
    late = FROM_THE_END.replace("    w", "    if w.round == 4:\n        w", 1)
    change = ("rules.py", ROUND, ROUND + late)
    folder = tmp_path / "games"
    game = installed(folder, monkeypatch, change) if is_installed else broken_copy(folder, change)
    capsys.readouterr()
    assert run(asked.format(f"{game.slug}/duel").split()) == 2
    file = game.folder / "rules.py"
    line = file.read_text(encoding="utf-8").splitlines().index(late.splitlines()[1]) + 1
    said = f"affray: {file}: line {line}: an index outside its list"
    assert capsys.readouterr().err.splitlines()[-1] == said


# -- what is rewritten when rules of one's own are loaded

INDEXED = """
from affray.rules.ask import rule

FEW = (4, 5, 6)

@rule("X-1")
def taken(xs, k):
    return xs[k], xs[k - 1], xs[0], xs[1:], FEW[k + 0 * len([j for j in range(3) if xs[j]])]

def free(xs, k):
    return xs[k]
"""


@pytest.fixture
def indexed(tmp_path: Path) -> Path:
    folder = tmp_path / "indexed"
    folder.mkdir()
    (folder / "__init__.py").write_text("", encoding="utf-8")
    (folder / "rules.py").write_text(INDEXED, encoding="utf-8")
    return folder


def test_rules_count_from_the_front_and_nothing_else_does(
    indexed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    import_folder(indexed)
    __import__(f"{HOMEMADE}.indexed.rules")
    rules = sys.modules[f"{HOMEMADE}.indexed.rules"]
    xs = [7, 8, 9]
    assert rules.taken(xs, 1) == (8, 7, 7, [8, 9], 5)
    assert rules.free(xs, -1) == 9, "which is no rule"
    for k in (-1, 0, 3, -(1 << 62), 1 << 62, 1 << 70):
        with pytest.raises(IndexError):
            rules.taken(xs, k)
    kept = [path.name for path in (indexed / "__pycache__").iterdir()]
    assert all(".front" in name for name in kept), "never in the place of Python's own"


def test_what_is_kept_of_a_module_is_loaded_again(
    indexed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    for _ in range(2):
        import_folder(indexed)
        __import__(f"{HOMEMADE}.indexed.rules")
        with pytest.raises(IndexError):
            sys.modules[f"{HOMEMADE}.indexed.rules"].taken([1, 2], -1)
        for name in (f"{HOMEMADE}.indexed.rules", f"{HOMEMADE}.indexed"):
            del sys.modules[name]


def test_lines_stay_where_they_were() -> None:
    plain = compile(INDEXED, "rules.py", "exec", dont_inherit=True)
    loaded = code_from_front(INDEXED.encode(), "rules.py")
    assert lines_of(loaded) == lines_of(plain)


def lines_of(code: CodeType) -> dict[str, set[int | None]]:
    """The lines of every function of a module."""
    inside = [part for part in code.co_consts if isinstance(part, CodeType)]
    assert inside
    return {part.co_name: {line for *_, line in part.co_lines()} for part in inside}


def test_a_game_of_ones_own_plays_the_same_fights(tmp_path: Path) -> None:
    game = broken_copy(tmp_path / "games")
    ours = simulate(find_encounter("skirmish/bridge"), 60, 7, "python", "bold")
    theirs = simulate(find_encounter(f"{game.slug}/bridge"), 60, 7, "python", "bold")
    assert theirs.tally == ours.tally


SETUP = "    w: World = encounter.fill(World())\n"
SET_UP = {
    "w.n -= 1": "4 creatures, expected 3",
    "w.kinds = 7": "4 weapons, expected 7",
    "w.creatures.append(type(w.creatures[0])())": "5 creatures, expected 4",
    "w.creatures[0].armor = 1.0": "creatures[0].armor = 1.0, expected a whole number",
    "w.creatures[0].armor = None": "creatures[0].armor = None, expected a whole number",
    "w.creatures[2].stance = 200": "creatures[2].stance = 200, expected -128 to 127",
}


@pytest.mark.parametrize("wrong", SET_UP)
def test_a_world_set_up_as_none_can_be_kept_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], wrong: str
) -> None:
    """Compiled code would see another one, or none."""
    game = broken_copy(tmp_path / "games", ("setup.py", SETUP, f"{SETUP}    {wrong}\n"))
    capsys.readouterr()
    assert run(["sim", f"{game.slug}/bridge", "-n", "9", "--engine", "python"]) == 2
    where = f"{game.folder / 'setup.py'}: {game.slug}/bridge"
    assert capsys.readouterr().err == f"affray: {where}: {SET_UP[wrong]}\n"


def test_a_shift_past_the_last_bit_is_an_error_where_it_is_compiled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """CPython goes on counting; a mask of 64 bits would be less than nothing."""
    at = "    w.round += 1\n"
    wrong = f"{at}    far = 62 + w.round\n    w.turn += (1 << far >> 62) * 0\n"
    game = broken_copy(tmp_path / "games", ("rules.py", at, wrong))
    capsys.readouterr()
    assert run(["sim", f"{game.slug}/bridge", "-n", "2000", "--engine", "native"]) == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert PROBLEMS[SHIFT] in said
    assert f"{game.folder / 'rules.py'}:" in said


def test_nobody_is_asked_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    at = "    w.round += 1\n"
    asks = "    w.turn += 0 * choose(ask, w, w.turn, Question.STEP_IN, 3)"
    game = broken_copy(tmp_path / "games", ("rules.py", at, f"{at}{asks}\n"))
    lines = (game.folder / "rules.py").read_text(encoding="utf-8").splitlines()
    capsys.readouterr()
    assert run(["sim", f"{game.slug}/bridge", "-n", "9", "--engine", "python"]) == 2
    where = f"{game.folder / 'rules.py'}: line {lines.index(asks) + 1}"
    assert capsys.readouterr().err == f"affray: {where}: Illegal: a question for nobody (-1)\n"
