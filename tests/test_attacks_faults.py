"""Faults: two at one save or folder, files taken away from under a table, disks that are full."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from waiting import PATIENCE

from affray.book.encounter import find_encounter
from affray.book.errors import BadInput
from affray.cli.main import run
from affray.fight.following import take as carry_out
from affray.fight.plans import offers
from affray.fight.players import Seat
from affray.files.atomic import make_new, own_folder, put_in_place
from affray.files.lock import Taken, lock_file, owner_of, take
from affray.files.saves import folder as saves
from affray.files.saves import load_save, new_save
from affray.table.store import Store

pytestmark = pytest.mark.program
posix = pytest.mark.skipif(os.name == "nt", reason="there is no SIGKILL there, nor a mode")
Capture = pytest.CaptureFixture[str]


def program(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "affray", *arguments]
    return subprocess.run(command, input=typed, capture_output=True, text=True, timeout=PATIENCE)


def refused(capture: Capture, *arguments: str) -> str:
    assert run(list(arguments)) == 2
    said = capture.readouterr().err
    assert said.count("\n") == 1
    return said


# One writer at a time


class Playing:
    """Somebody at a save, who has not gone on yet."""

    def __init__(self, *arguments: str) -> None:
        command = [sys.executable, "-m", "affray", "play", *arguments]
        pipe = subprocess.PIPE
        self.child = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True)
        assert self.child.stdout is not None
        self.child.stdout.readline()  # it is held by now, and read

    def type(self, line: str) -> None:
        assert self.child.stdin is not None
        self.child.stdin.write(f"{line}\n")
        self.child.stdin.flush()

    def leave(self) -> int:
        self.child.communicate(timeout=PATIENCE)
        return self.child.returncode

    def kill(self) -> None:
        self.child.send_signal(signal.SIGKILL)
        self.child.communicate(timeout=PATIENCE)


@posix
def test_the_second_at_a_save_is_told_who_has_it(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    first = Playing("skirmish/bridge", "--seed", "8", "--save", str(path))
    before = path.read_bytes()
    second = program("play", str(path), typed="press\n")
    assert (second.returncode, second.stderr.count("\n")) == (2, 1)
    assert f"{path}: is in use by process {first.child.pid} on " in second.stderr
    assert f"to look on: affray play {path} --watch" in second.stderr
    handed = program("play", str(path), "--seat", "Ada=bold")
    assert handed.returncode == 2
    assert path.read_bytes() == before
    first.type("press")
    assert first.leave() == 0
    assert len(path.read_bytes()) > len(before)
    assert not lock_file(path).exists()
    assert program("play", str(path), typed="brace\n").returncode == 0


@posix
def test_a_link_to_a_save_is_the_same_save(tmp_path: Path) -> None:
    path, other = tmp_path / "s.toml", tmp_path / "other.toml"
    other.symlink_to(path)
    first = Playing("skirmish/duel", "--seed", "8", "--save", str(path))
    second = program("play", str(other), typed="press\n")
    assert f"{other}: is in use by process {first.child.pid} on " in second.stderr
    assert first.leave() == 0
    assert program("play", str(other), typed="press\n").returncode == 0


@posix
def test_a_lock_ends_with_whoever_held_it(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    first = Playing("skirmish/bridge", "--save", str(path))
    first.kill()
    assert lock_file(path).exists()
    assert program("play", str(path), typed="press\n").returncode == 0
    assert not lock_file(path).exists()


HEARING = """
import signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from affray.cli.main import run
sys.exit(run(sys.argv[1:]))
"""
"""A program that hears Ctrl-C even where the tests themselves were started deaf to it."""


@posix
def test_looking_on_writes_nothing_and_follows(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    first = Playing("skirmish/duel", "--seed", "8", "--save", str(path))
    command = [sys.executable, "-c", HEARING, "play", str(path), "--watch"]
    watching = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert watching.stdout is not None
    assert "looking on" in watching.stdout.readline()
    first.type("press")
    while "Ada takes a stance: press." not in watching.stdout.readline():
        pass
    watching.send_signal(signal.SIGINT)
    watching.communicate(timeout=PATIENCE)
    assert watching.returncode == 0
    assert first.leave() == 0


def test_looking_on_wants_a_save(capsys: Capture) -> None:
    assert "expected a saved fight" in refused(capsys, "play", "skirmish/duel", "--watch")


def test_nothing_is_added_to_what_somebody_else_has_written(tmp_path: Path) -> None:
    """Where no lock helps, as on some disks of a network."""
    path = tmp_path / "s.toml"
    first = new_save(find_encounter("skirmish/duel"), [Seat(), Seat("bold")], 8, path)
    first.fight.run()
    second = load_save(path)
    second.fight.run()
    carry_out(second.fight, offers(second.fight)[0], {})
    kept = path.read_bytes()
    with pytest.raises(BadInput, match="has been written to by somebody else meanwhile"):
        carry_out(first.fight, offers(first.fight)[0], {})
    assert path.read_bytes() == kept


COUNTING = """
import sys
from pathlib import Path
from affray.files.lock import waiting
path = Path(sys.argv[1])
for _ in range(40):
    with waiting(path):
        path.write_text(str(int(path.read_text()) + 1))
"""


def test_a_lock_is_never_two_peoples(tmp_path: Path) -> None:
    """Its file is made and removed 160 times meanwhile; two holders would lose a count."""
    path = tmp_path / "count"
    path.write_text("0")
    command = [sys.executable, "-c", COUNTING, str(path)]
    people = [subprocess.Popen(command) for _ in range(4)]
    assert [one.wait(timeout=PATIENCE) for one in people] == [0] * 4
    assert path.read_text() == "160"
    assert sorted(tmp_path.iterdir()) == [path]


def test_a_lock_in_one_process_is_one(tmp_path: Path) -> None:
    with take(tmp_path / "x", at="here"):
        with pytest.raises(Taken, match=f"is in use by process {os.getpid()} on .*, here"):
            take(tmp_path / "x")
        assert owner_of(tmp_path / "x").pid == os.getpid()
    take(tmp_path / "x").close()


@posix
def test_a_lock_that_is_a_link_elsewhere_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    lock_file(tmp_path / "x").symlink_to(tmp_path / "precious")
    with pytest.raises(BadInput, match="cannot be written"):
        take(tmp_path / "x")
    assert (tmp_path / "precious").read_text() == "mine"


# Files are their owner's


@posix
def test_what_is_kept_is_its_owners_alone(tmp_path: Path) -> None:
    old = os.umask(0)
    try:
        new_save(find_encounter("skirmish/duel"), [Seat(), Seat()], 1)
        assert run(["new", "party", "watch", "--from", "skirmish/bridge"]) == 0
        Store(tmp_path / "table").close()
    finally:
        os.umask(old)
    made = [saves().parent, *saves().parent.rglob("*"), *(tmp_path / "table").rglob("*")]
    assert len(made) >= 6
    for path in made:
        wanted = 0o700 if path.is_dir() else 0o600
        assert stat.S_IMODE(path.stat().st_mode) == wanted, path


@posix
def test_a_file_is_made_or_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    (tmp_path / "link.toml").symlink_to(tmp_path / "precious")
    (tmp_path / "nowhere.toml").symlink_to(tmp_path / "made")
    for name in ("precious", "link.toml", "nowhere.toml"):
        with pytest.raises(BadInput, match="exists already"):
            make_new(tmp_path / name, "theirs")
    put_in_place(tmp_path / "link.toml", "new")
    assert (tmp_path / "link.toml").read_text() == "new"
    assert (tmp_path / "precious").read_text() == "mine"
    assert not (tmp_path / "made").exists()
    with pytest.raises(BadInput, match="cannot be written"):
        own_folder(tmp_path / "precious" / "below")


def test_json_of_a_lock_says_who(tmp_path: Path) -> None:
    with take(tmp_path / "x"):
        found: dict[str, Any] = json.loads(lock_file(tmp_path / "x").read_text())
    assert set(found) == {"pid", "host", "since", "at"}
