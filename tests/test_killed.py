"""The program at a keyboard: the menu of fights, and a fight that was killed and taken up again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from waiting import PATIENCE, until

from affray.book.encounter import find_encounter
from affray.fight.players import Seat
from affray.files.account import account_beside
from affray.files.saves import SavedFight, load_save, new_save
from affray.tell.narration import transcript
from affray.terminal.people import Terminal

pytestmark = pytest.mark.program

PERSON, BOLD = Seat("person"), Seat("bold")
ANSWERS = ["press", "brace", "1", "press", "1", "2", "press", "1"]
BEGIN = ["play", "skirmish/bridge", "--seed", "8", "--save"]


def program(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "affray", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=PATIENCE)


def typed(answers: list[str]) -> str:
    return "".join(f"{answer}\n" for answer in answers)


def entries(path: Path) -> int:
    return path.read_text(encoding="utf-8").count("[[tape]]") if path.exists() else 0


@pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL there")
@pytest.mark.parametrize("given", [1, 3, 6])
def test_killed_and_taken_up_again(tmp_path: Path, given: int) -> None:
    """Nothing that was answered is lost, and the fight goes on as if nothing had happened."""
    whole, part, killed = (tmp_path / f"{name}.toml" for name in ("whole", "part", "killed"))
    assert program(*BEGIN, str(whole), typed=typed(ANSWERS)).returncode == 0
    assert program(*BEGIN, str(part), typed=typed(ANSWERS[:given])).returncode == 0
    assert 0 < entries(part) < entries(whole)

    command = [sys.executable, "-m", "affray", *BEGIN, str(killed)]
    child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    assert child.stdin is not None
    child.stdin.write(typed(ANSWERS[:given]))
    child.stdin.flush()
    until(lambda: entries(killed) >= entries(part), "every answer in the file")
    child.send_signal(signal.SIGKILL)
    child.wait(timeout=PATIENCE)
    child.stdin.close()
    assert child.returncode == -signal.SIGKILL
    assert killed.read_bytes() == part.read_bytes()
    told = account_beside(killed)
    assert told is not None, "what was told is whole, whenever it was killed"
    assert told.whole().unread is None
    assert 0 <= told.standing.entries <= entries(killed)

    assert program("play", str(killed), typed=typed(ANSWERS[given:])).returncode == 0
    assert killed.read_bytes() == whole.read_bytes()


def test_every_entry_is_in_the_file_before_the_next_question(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    seats = [PERSON, PERSON, BOLD, BOLD]
    game = new_save(find_encounter("skirmish/bridge"), seats, 8, path)
    kept = []
    answers = iter(ANSWERS)

    def read(prompt: str) -> str:
        found = tomllib.loads(path.read_text(encoding="utf-8")).get("tape", [])
        kept.append((len(found), len(game.fight.live)))
        return next(answers, "quit")

    Terminal(game, read, lambda line: None).play()
    assert len(kept) == len(ANSWERS) + 1
    assert all(on_disk == live for on_disk, live in kept)


def begin(name: str, seats: list[Seat]) -> SavedFight:
    return new_save(find_encounter(f"skirmish/{name}"), seats, 5)


def test_the_menu_offers_unfinished_fights_first() -> None:
    older = begin("duel", [PERSON, BOLD])
    newer = begin("bridge", [PERSON, PERSON, BOLD, BOLD])
    finished = begin("duel", [BOLD, BOLD])
    Terminal(finished, lambda prompt: "", lambda line: None).play()
    os.utime(older.path, (1_000_000, 1_000_000))
    os.utime(newer.path, (2_000_000, 2_000_000))
    done = program("play", typed="9999\n2\npress\n")
    lines = done.stdout.splitlines()
    assert lines[1] == "  1  go on with skirmish-bridge-1: Two at the bridge"
    assert lines[2] == "  2  go on with skirmish-duel-1: A duel at dawn"
    assert lines[3].startswith("  3  ")
    assert "go on with" not in lines[3]
    assert "found '9999', expected 1 to " in done.stdout
    assert "Ada takes a stance: press." in done.stdout, "the second was taken up"
    assert (done.returncode, done.stderr) == (0, "")


def test_a_new_fight_from_the_menu() -> None:
    lines = program("play", typed="").stdout.splitlines()
    number = next(line.split()[0] for line in lines if "skirmish/duel" in line)
    done = program("play", typed=f"{number}\npress\nquit\n")
    assert "Ada takes a stance: press." in done.stdout
    assert done.returncode == 0
    assert "  1  go on with skirmish-duel-1: A duel at dawn" in program("play").stdout


@pytest.mark.parametrize("leave", ["", "\n", "q\n"])
def test_leaving_the_menu(leave: str) -> None:
    done = program("play", typed=leave)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Affray runs tabletop combat by the book.")


def test_rulings_are_kept_with_the_fight(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    done = program("play", "skirmish/duel", "--ruling", "ties=target", "--save", str(path),
                   "--seat", "Ada=careful", "--dice", "Grim", typed="press\n")  # fmt: skip
    assert done.returncode == 0
    game = load_save(path)
    assert game.fight.encounter.rulings == {"ties": "target"}
    assert game.players.seats == [Seat("careful"), Seat("bold", typed_dice=True)]
    assert transcript(game.fight).startswith("A duel at dawn\n")
