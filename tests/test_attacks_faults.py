"""Faults: two at one save or folder, files taken away from under a table, disks that are full."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx2
import pytest
from table_helpers import Server, Table
from waiting import PATIENCE, until

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
from affray.table.backups import Copies, back_up, drop_old
from affray.table.holding import FILE
from affray.table.keeping import create_fight
from affray.table.sound import Watched, wal_of
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
def test_a_lock_ends_with_whoever_held_it(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    first = Playing("skirmish/bridge", "--save", str(path))
    first.kill()
    assert lock_file(path).exists()
    assert program("play", str(path), typed="press\n").returncode == 0
    assert not lock_file(path).exists()


@posix
def test_looking_on_writes_nothing_and_follows(tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    first = Playing("skirmish/duel", "--seed", "8", "--save", str(path))
    command = [sys.executable, "-m", "affray", "play", str(path), "--watch"]
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


# A server and its folder


@posix
def test_the_second_server_is_told_where_the_first_is(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        second = program("table", "--no-browser", "--data", str(tmp_path), "--port", "0")
        assert (second.returncode, second.stderr.count("\n")) == (2, 1)
        assert f"is in use by process {server.process.pid} on " in second.stderr
        assert f"{server.url}/" in second.stderr
        assert httpx2.get(f"{server.url}/healthz").json() == {"ok": True}
    finally:
        server.close()
    assert not lock_file(tmp_path / FILE).exists()


@posix
def test_a_log_that_is_gone_is_missed_at_the_start(tmp_path: Path) -> None:
    server = Server(tmp_path)
    httpx2.post(f"{server.url}/fights", json={"encounter": "skirmish/duel"})
    server.kill()
    log = wal_of(tmp_path / FILE)
    log.rename(tmp_path / "taken-away")
    for _ in range(2):  # it is not forgotten by being told
        done = program("table", "--no-browser", "--data", str(tmp_path), "--port", "0")
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "table.sqlite-wal, which is gone: answers that were acknowledged" in done.stderr
    (tmp_path / "taken-away").rename(log)
    listed = program("table", "--fights", "--data", str(tmp_path))
    assert "A duel at dawn" in listed.stdout, "and nothing is lost"
    Server(tmp_path).close()


def broken_in(table: Table, how: str) -> None:
    path = table.data / FILE
    if how == "removed":
        path.unlink()
    elif how == "replaced":
        back_up(path, table.data / "other")
        os.replace(table.data / "other", path)
    elif how == "log removed":
        wal_of(path).unlink()
    elif how == "log cut":
        os.truncate(wal_of(path), 0)
    else:
        _overwrite(table)


def _overwrite(table: Table) -> None:
    """From another process, as it would be: closing the file in this one ends SQLite's locks."""
    table.app.state.lobby.store.sound._anchor.execute("PRAGMA wal_checkpoint(FULL)").fetchall()
    overwrite = "f = open({!r}, 'r+b'); f.seek(4096); f.write(b'U' * 20000)"
    code = overwrite.format(str(table.data / FILE))
    subprocess.run([sys.executable, "-c", code], check=True)


@posix
@pytest.mark.parametrize("how", ["removed", "replaced", "log removed", "log cut", "damaged"])
def test_nothing_is_acknowledged_that_would_be_lost(tmp_path: Path, how: str) -> None:
    table = Table(tmp_path, "skirmish/bridge")
    client = table.gm.client
    assert client.get("/healthz").json() == {"ok": True}
    table.gm.must("plan", name="press", target=None)
    view = table.gm.view()
    again = {
        "cmd_id": "once-more",
        "seq": view["seq"],
        "do": "plan",
        "name": "press",
        "target": None,
    }
    assert table.gm.post(**again).status_code == 200
    broken_in(table, how)
    table.app.state.lobby.store.sound._asked = (0.0, "")  # a second has passed
    health = client.get("/healthz")
    assert health.status_code == 503
    assert health.json()["ok"] is False
    assert str(tmp_path) not in health.text
    seq = {"cmd_id": "after-that", "seq": view["seq"] + 1, "do": "undo"}
    lost = table.gm.post(**seq)
    assert lost.status_code == 503
    assert "nothing is kept until the table is opened again" in lost.json()["error"]
    assert str(tmp_path) not in lost.text
    assert table.gm.post(**again).status_code == 503, "a retry acknowledges nothing either"
    made = client.post("/fights", json={"encounter": "skirmish/duel"})
    assert made.status_code == 503


@posix
def test_a_full_disk_is_told_by_health_and_takes_nothing(tmp_path: Path) -> None:
    """No file of this process may grow: what a full disk does to a log."""
    import resource

    table = Table(tmp_path, "skirmish/bridge")
    body = {"cmd_id": "full-disk", "seq": table.gm.view()["seq"], "do": "plan", "name": "press"}
    kept = wal_of(tmp_path / FILE).stat().st_size
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (kept, hard))
    try:
        health = table.gm.client.get("/healthz")
        refused = table.gm.post(**body, target=None)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert health.status_code == 503
    assert "cannot be written" in health.json()["problem"]
    assert refused.status_code == 503
    table.app.state.lobby.store.sound._asked = (0.0, "")
    assert table.gm.client.get("/healthz").json() == {"ok": True}
    assert table.gm.post(**body, target=None).status_code == 200, "not done before, done now"


def test_the_log_is_worked_in_and_that_is_no_damage(tmp_path: Path) -> None:
    store = Store(tmp_path)
    fight = create_fight(store, find_encounter("skirmish/bridge"), 8)
    size = (tmp_path / FILE).stat().st_size
    for k in range(300):
        store.add_link(fight, 1, f"token-{k}")
    assert (tmp_path / FILE).stat().st_size > size
    assert store.sound.health() == ""
    assert isinstance(store.sound, Watched)


# Damage at the start, and what can be saved


def damaged(folder: Path) -> Path:
    """A table with a fight, some of whose pages are gone."""
    store = Store(folder)
    fight = create_fight(store, find_encounter("skirmish/bridge"), 8)
    for k in range(200):
        store.add_link(fight, 1, f"token-{k}")
    store.close()
    path = folder / FILE
    with sqlite3.connect(path) as db:
        (page,) = db.execute("SELECT rootpage FROM sqlite_master WHERE name = 'link'").fetchone()
        (size,) = db.execute("PRAGMA page_size").fetchone()
    db.close()
    with path.open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"U" * size)
    return path


def test_a_damaged_file_is_told_at_the_start_and_can_be_salvaged(
    tmp_path: Path, capsys: Capture
) -> None:
    path = damaged(tmp_path / "table")
    said = refused(capsys, "table", "--fights", "--data", str(path.parent))
    assert f"{path}: is damaged (" in said
    assert "--restore FILE" in said
    assert "--salvage FOLDER" in said
    out = tmp_path / "saved"
    assert run(["table", "--salvage", str(out), "--data", str(path.parent)]) == 0
    assert "Two at the bridge" in capsys.readouterr().out
    (save,) = out.iterdir()
    assert load_save(save).fight.encounter.title == "Two at the bridge"


# Copies


@posix
def test_a_copy_is_whole_while_the_server_runs_and_comes_back(
    tmp_path: Path, capsys: Capture
) -> None:
    data, copy = tmp_path / "table", tmp_path / "copy.sqlite"
    server = Server(data)
    try:
        httpx2.post(f"{server.url}/fights", json={"encounter": "skirmish/duel"})
        assert run(["table", "--backup", str(copy), "--data", str(data)]) == 0
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        assert "exists already" in refused(
            capsys, "table", "--backup", str(copy), "--data", str(data)
        )
        httpx2.post(f"{server.url}/fights", json={"encounter": "skirmish/bridge"})
        said = refused(capsys, "table", "--restore", str(copy), "--data", str(data))
        assert f"is in use by process {server.process.pid}" in said
    finally:
        server.close()
    assert run(["table", "--restore", str(copy), "--data", str(data)]) == 0
    assert "what was there lies in" in capsys.readouterr().out
    assert run(["table", "--fights", "--data", str(data)]) == 0
    listed = capsys.readouterr().out
    assert "A duel at dawn" in listed
    assert "Two at the bridge" not in listed
    (aside,) = (data / "backups").iterdir()
    with sqlite3.connect(aside / FILE) as db:
        assert db.execute("SELECT count(*) FROM fight").fetchone() == (2,)
    db.close()


def test_what_is_no_copy_takes_no_tables_place(tmp_path: Path, capsys: Capture) -> None:
    Store(tmp_path / "table").close()
    before = (tmp_path / "table" / FILE).read_bytes()
    text, other = tmp_path / "text", tmp_path / "other.sqlite"
    text.write_text("no database at all " * 100)
    with sqlite3.connect(other) as db:
        db.execute("CREATE TABLE recipes (name)")
    db.close()
    whole = ["--data", str(tmp_path / "table")]
    assert "is no whole copy of a table" in refused(capsys, "table", "--restore", str(text), *whole)
    assert "is no copy of a table" in refused(capsys, "table", "--restore", str(other), *whole)
    assert "no such file" in refused(capsys, "table", "--restore", str(tmp_path / "x"), *whole)
    assert "holds no fights" in refused(
        capsys, "table", "--backup", str(tmp_path / "y"), "--data", str(tmp_path / "empty")
    )
    assert (tmp_path / "table" / FILE).read_bytes() == before


def test_copies_are_taken_when_something_has_changed(tmp_path: Path) -> None:
    store = Store(tmp_path)
    told: list[str] = []
    copies = Copies(store.path, 3600, 2, told.append)
    copies.look()
    assert not (tmp_path / "backups").exists(), "nothing has changed"
    create_fight(store, find_encounter("skirmish/bridge"), 8)
    copies.look()
    copies.look()
    (copy,) = (tmp_path / "backups").iterdir()
    with sqlite3.connect(copy) as db:
        assert db.execute("SELECT count(*) FROM fight").fetchone() == (1,)
    db.close()
    assert told == []


def test_the_latest_copies_stay_and_so_does_what_is_not_ours(tmp_path: Path) -> None:
    names = [f"table-2026010{k}-120000.sqlite" for k in range(1, 6)]
    for name in [*names, "table-before-format-2.sqlite", "notes.txt"]:
        (tmp_path / name).touch()
    drop_old(tmp_path, 2)
    left = sorted(file.name for file in tmp_path.iterdir())
    assert left == ["notes.txt", *names[-2:], "table-before-format-2.sqlite"]


def test_a_copy_on_the_schedule_of_a_real_server(tmp_path: Path) -> None:
    given = ["table", "--no-browser", "--no-compile", "--data", str(tmp_path), "--port", "0"]
    server = Server(tmp_path, arguments=[*given, "--copy-every", "0.002", "--copies", "1"])
    try:
        httpx2.post(f"{server.url}/fights", json={"encounter": "skirmish/duel"})
        until(lambda: list((tmp_path / "backups").glob("table-*.sqlite")), "a copy")
    finally:
        server.close()


# A line of the program's own on every one of them


@pytest.mark.parametrize("option", ["--backup", "--restore", "--salvage"])
def test_no_option_makes_a_table_where_there_is_none(
    option: str, tmp_path: Path, capsys: Capture
) -> None:
    refused(capsys, "table", option, str(tmp_path / "file"), "--data", str(tmp_path / "none"))
    assert not (tmp_path / "none" / FILE).exists()


def test_json_of_a_lock_says_who(tmp_path: Path) -> None:
    with take(tmp_path / "x"):
        found: dict[str, Any] = json.loads(lock_file(tmp_path / "x").read_text())
    assert set(found) == {"pid", "host", "since", "at"}
