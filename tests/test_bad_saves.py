"""Damaged saves: read up to a clean cut or refused in one line, and never touched."""

from __future__ import annotations

import os
import random
import tomllib
from pathlib import Path

import pytest

from affray.book.encounter import find_encounter
from affray.book.errors import BadInput
from affray.cli.main import run
from affray.fight.players import Seat
from affray.files.finished import mark_finished, title_of, unfinished
from affray.files.saves import Keeper, load_save, new_save
from affray.terminal.people import Terminal

Capture = pytest.CaptureFixture[str]
SCRIPT = ["press", "4 4 1 1", "6 6", "", "press", "undo 2 fresh", "brace", "edit Grim wounds=1",
          "press", "2 2 3 4"]  # fmt: skip


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A fight with every kind of entry on its tape: typed dice, an undo, an edit."""
    path = tmp_path / "saved.toml"
    seats = [Seat("person", typed_dice=True), Seat("careful")]
    game = new_save(find_encounter("skirmish/duel"), seats, 11, path)
    lines = iter(SCRIPT)

    def read(prompt: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    Terminal(game, read, lambda line: None).play()
    return path


def tape(data: bytes) -> list[dict[str, object]]:
    found = tomllib.loads(data.decode()).get("tape", [])
    assert isinstance(found, list)
    return found


def refused(capture: Capture, path: Path) -> str:
    """The one line said of a save, by `replay` and by `play` alike; the file stays as it was."""
    before = path.read_bytes()
    lines = []
    for command in ("replay", "play"):
        assert run([command, str(path)]) == 2
        out, err = capture.readouterr()
        assert out == ""
        assert err.startswith(f"affray: {path}: ")
        assert err.count("\n") == 1
        lines.append(err.removeprefix(f"affray: {path}: ").rstrip("\n"))
    assert path.read_bytes() == before
    assert lines[0] == lines[1]
    return lines[0]


def test_the_save_itself(saved: Path, capsys: Capture) -> None:
    kinds = [key for entry in tape(saved.read_bytes()) for key in entry]
    assert {"typed", "undo", "fresh", "edit", "against", "choose"} <= set(kinds)
    assert run(["replay", str(saved)]) == 0
    assert "By hand, Grim: wounds = 1." in capsys.readouterr().out


def cut(data: bytes, at: int, path: Path) -> int:
    """How many entries a save cut at this byte still has, or -1 when it is refused."""
    path.write_bytes(data[:at])
    try:
        game = load_save(path)
        game.fight.run()
    except BadInput as bad:
        problem = str(bad)
        assert problem.startswith(f"{path}: "), problem
        return -1
    finally:
        assert path.read_bytes()[:at] == data[:at]
    return len(tape(data[:at]))


def test_cut_anywhere_in_its_tape(saved: Path, tmp_path: Path) -> None:
    """Whatever can be read is a fight as it once stood; half an entry is never taken for one."""
    data = saved.read_bytes()
    whole = tape(data)
    path = tmp_path / "cut.toml"
    clean = []
    for at in range(data.index(b"\n[[tape]]"), len(data) + 1):
        entries = cut(data, at, path)
        if entries >= 0:
            assert tape(data[:at]) == whole[:entries]
            clean.append(entries)
    assert sorted(set(clean)) == list(range(len(whole) + 1))
    assert len(clean) <= 2 * len(whole) + 2, "before and after the empty line between entries"


def test_cut_anywhere_before_its_tape(saved: Path, tmp_path: Path) -> None:
    data = saved.read_bytes()
    start = data.index(b"\n[[tape]]")
    path = tmp_path / "cut.toml"
    read = [at for at in range(start) if cut(data, at, path) >= 0]
    # the list of typed dice closes the header: without it the seats would be others
    assert read == []


def test_a_cut_says_where(saved: Path, capsys: Capture) -> None:
    data = saved.read_bytes()
    saved.write_bytes(data[:-3])
    line = data.count(b"\n")
    assert refused(capsys, saved).startswith(
        f"is cut off in line {line}; delete that last [[tape]]"
    )


def test_random_damage(saved: Path, tmp_path: Path) -> None:
    """A byte or two changed: the fight is read or refused, and nothing else happens."""
    data = saved.read_bytes()
    path = tmp_path / "damaged.toml"
    dice = random.Random(3)
    refusals = 0
    for _ in range(250):
        damaged = bytearray(data)
        for _ in range(dice.randint(1, 2)):
            damaged[dice.randrange(len(data))] = dice.randrange(256)
        refusals += cut(bytes(damaged), len(damaged), path) < 0
    assert refusals > 125


def replaced(saved: Path, old: str, new: str) -> None:
    text = saved.read_text(encoding="utf-8")
    assert old in text
    saved.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("version = 1", "version = 2", "save.version: found 2, but Skirmish is version 1 now"),
        ("version = 1", "", "save.version: missing"),
        ("seed = 11", "seed = -1", "save.seed: found -1, expected 0 to"),
        ("seed = 11", 'seed = "x"', "save.seed: found 'x', expected a whole number"),
        ("seed = 11", "seed = 11\nsede = 1", "save: no field is called 'sede'; did you mean 'seed"),
        ('Grim = "careful"', 'Grim = "carefull"', "save.seats.Grim: no player is called 'carefull"),
        ('Grim = "careful"', 'Grm = "bold"', "save.seats.Grim: missing"),
        ('Grim = "careful"', 'Grim = "bold"\nGrm = "x"', "save.seats: no creature is called 'Grm'"),
        ("typed_dice = [", 'typed_dice = ["Bo", ', "save.typed_dice: no creature is called 'Bo'"),
        ('answer = "press"', 'answer = "run"', "tape[1].answer: found 'run', legal are press, bra"),
        ('answer = "press"', "answer = 7", "tape[1].answer: found '7', legal are press, brace"),
        ('who = "Ada"', 'who = "Grim"', "tape[1]: found 'stance' of Grim, but the rules ask 'stan"),
        ("[4, 4, 1, 1]", "[4, 4, 1, 9]", "tape[4].dice: found a 9 on a d6, expected 1 to 6"),
        ("undo = ", "undo = 9", "expected 0 to"),
        ("fresh = true", 'fresh = "no"', "fresh: found 'no', expected true or false"),
        ("fresh = true", 'people = ["Grm"]', "people: found 'Grm', expected creatures of"),
        ("fresh = true", "fersh = true", "no field is called 'fersh'; did you mean 'fresh'?"),
        ("wounds = 1 }", "wounds = 9 }", "is a state that cannot be"),
        ("wounds = 1 }", "wonds = 1 }", "no field is called 'wonds'; did you mean 'wounds'?"),
        ('from = "brute"', 'from = "brut"', "no creature is called 'brut'; did you mean 'brute'?"),
    ],
)  # fmt: skip
def test_damaged_saves(saved: Path, capsys: Capture, old: str, new: str, problem: str) -> None:
    replaced(saved, old, new)
    assert problem in refused(capsys, saved)


def test_an_edit_in_the_middle_of_a_step(saved: Path, capsys: Capture) -> None:
    text = saved.read_text(encoding="utf-8")
    first = text.index("[[tape]]", text.index("[[tape]]") + 1)
    saved.write_text(text[:first] + "[[tape]]\nedit = { Ada = { wounds = 1 } }\n")
    assert refused(capsys, saved) == "tape[2].edit: stands in the middle of a step"


def test_an_answer_after_the_end(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "over.toml"
    new_save(find_encounter("skirmish/duel"), [Seat("bold"), Seat("bold")], 1, path).fight.run()
    with path.open("a") as file:
        file.write('\n[[tape]]\nwho = "Ada"\nchoose = "target"\nanswer = "Grim"\n')
    assert "stands after the end of the fight" in refused(capsys, path)


def test_a_save_keeps_its_own_table(saved: Path, capsys: Capture) -> None:
    for more in (["--ruling", "ties=target"], ["--seed", "3"], ["--save", "x"]):
        assert run(["play", str(saved), *more]) == 2
        assert "is a saved fight; its rulings and seed stand" in capsys.readouterr().err


def test_a_damaged_save_does_not_close_the_menu(tmp_path: Path) -> None:
    game = new_save(find_encounter("skirmish/duel"), [Seat(), Seat()], 1)
    bad = game.path.with_name("bad.toml")
    bad.write_bytes(b"\xff")
    assert {path.name for path in unfinished()} == {"skirmish-duel-1.toml", "bad.toml"}
    assert (title_of(game.path), title_of(bad)) == ("A duel at dawn", "(damaged)")
    mark_finished(game.path, True)
    assert unfinished() == [bad]
    mark_finished(game.path, False)
    assert len(unfinished()) == 2


@pytest.mark.skipif(os.name == "nt", reason="folders are closed in another way there")
def test_what_cannot_be_kept_has_not_happened(tmp_path: Path) -> None:
    game = new_save(find_encounter("skirmish/duel"), [Seat(), Seat()], 1, tmp_path / "s.toml")
    game.fight.run()
    (tmp_path / "file").write_text("")
    game.fight.record = Keeper(tmp_path / "file" / "s.toml", game.fight.encounter, 0).record
    lines = iter(["", "press", "quit"])
    with pytest.raises(BadInput, match="cannot be written"):
        Terminal(game, lambda prompt: next(lines), lambda line: None).play()
    assert game.fight.live == []
    assert tape((tmp_path / "s.toml").read_bytes()) == []
