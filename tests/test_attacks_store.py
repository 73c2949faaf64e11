"""A table's file removed, replaced, damaged or lost: noticed, not acknowledged, brought back."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import patient_http
import pytest
from table_helpers import Server, Table
from waiting import PATIENCE, until

from affray.book.encounter import find_encounter
from affray.cli.main import run
from affray.files.lock import lock_file
from affray.files.saves import load_save
from affray.table import outage
from affray.table.backups import Copies, back_up, drop_old
from affray.table.beginning import create_fight
from affray.table.holding import FILE
from affray.table.in_file import InFile
from affray.table.sound import FRESH, Watched, wal_of
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


# A server and its folder


@posix
def test_the_second_server_is_told_where_the_first_is(tmp_path: Path) -> None:
    server = Server(tmp_path)
    try:
        second = program("table", "--no-browser", "--data", str(tmp_path), "--port", "0")
        assert (second.returncode, second.stderr.count("\n")) == (2, 1)
        assert f"is in use by process {server.process.pid} on " in second.stderr
        assert f"{server.url}/" in second.stderr
        assert patient_http.get(f"{server.url}/healthz").json() == {"ok": True}
    finally:
        server.close()
    assert not lock_file(tmp_path / FILE).exists()


@posix
def test_a_log_that_is_gone_is_missed_at_the_start(tmp_path: Path) -> None:
    server = Server(tmp_path)
    patient_http.post(f"{server.url}/fights", json={"encounter": "skirmish/duel"})
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


@posix
@pytest.mark.parametrize("remove_lock", [False, True])
def test_a_file_that_is_gone_is_missed_at_the_start(tmp_path: Path, remove_lock: bool) -> None:
    """A new one was begun in silence, and the log, which holds what is not in it, thrown away."""
    server = Server(tmp_path)
    patient_http.post(f"{server.url}/fights", json={"encounter": "skirmish/duel"})
    server.kill()
    (tmp_path / FILE).rename(tmp_path / "taken-away")
    if remove_lock:
        lock_file(tmp_path / FILE).unlink()
    for _ in range(2):
        done = program("table", "--no-browser", "--data", str(tmp_path), "--port", "0")
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "table.sqlite: is gone, and all fights with it" in done.stderr
    (tmp_path / "taken-away").rename(tmp_path / FILE)
    listed = program("table", "--fights", "--data", str(tmp_path))
    assert "A duel at dawn" in listed.stdout, "and nothing is lost"


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
    table.app.state.lobby.store.database.sound._anchor.execute(
        "PRAGMA wal_checkpoint(FULL)"
    ).fetchall()
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
    table.app.state.lobby.store.database.sound._tried = (-FRESH, "")  # a second has passed
    assert table.gm.client.get("/healthz").json() == {"ok": True}
    assert table.gm.post(**body, target=None).status_code == 200, "not done before, done now"


def test_whoever_plays_reads_that_the_disk_is_full(tmp_path: Path) -> None:
    """They read that the store cannot be reached and to try again: that does not help there."""
    table = Table(tmp_path, "skirmish/bridge")
    writing = table.app.state.lobby.store.database.turns._connected()
    pages = writing.execute("PRAGMA page_count").fetchone()[0]
    writing.execute(f"PRAGMA max_page_count = {pages}")  # SQLite's own way to have no room
    answers = (table.gm.do("throw", dice="20d6") for _ in range(500))
    refused = next(answer for answer in answers if answer.status_code != 200)
    assert refused.status_code == 503
    assert refused.json()["error"] == "the disk is full; nothing is kept until that is mended"


def test_the_log_says_when_writing_begins_to_fail_and_when_it_is_over(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A line each, however many ask; nothing stood there."""
    table = Table(tmp_path, "skirmish/bridge")
    writing = table.app.state.lobby.store.database.turns._connected()
    pages = writing.execute("PRAGMA page_count").fetchone()[0]
    writing.execute(f"PRAGMA max_page_count = {pages}")
    answers = [table.gm.do("throw", dice="20d6").status_code for _ in range(300)]
    assert answers.count(503) > 9
    assert table.gm.client.get("/healthz").json() == {"ok": True}, "what is small may fit"
    assert caplog.messages == ["the table cannot write: database or disk is full"]
    writing.execute(f"PRAGMA max_page_count = {1 << 30}")
    assert table.gm.do("throw", dice="20d6").status_code == 200
    assert len(caplog.messages) == 1, "whether it stays so is not known yet"
    monkeypatch.setattr(outage, "CALM", 0.0)
    for _ in range(3):
        assert table.gm.do("throw", dice="20d6").status_code == 200
    assert re.fullmatch(r"the table writes again, after \d+ s", caplog.messages[-1])
    assert len(caplog.messages) == 2


def test_the_log_is_worked_in_and_that_is_no_damage(tmp_path: Path) -> None:
    store = Store(tmp_path)
    fight = create_fight(store, find_encounter("skirmish/bridge"), 8)
    size = (tmp_path / FILE).stat().st_size
    for k in range(300):
        store.add_link(fight, 1, f"token-{k}")
    assert (tmp_path / FILE).stat().st_size > size
    assert store.database.health() == ""
    assert isinstance(store.database, InFile)
    assert isinstance(store.database.sound, Watched)


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
        patient_http.post(f"{server.url}/fights", json={"encounter": "skirmish/duel"})
        assert run(["table", "--backup", str(copy), "--data", str(data)]) == 0
        assert stat.S_IMODE(copy.stat().st_mode) == 0o600
        assert "exists already" in refused(
            capsys, "table", "--backup", str(copy), "--data", str(data)
        )
        patient_http.post(f"{server.url}/fights", json={"encounter": "skirmish/bridge"})
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
    there = tmp_path / "not" / "there.sqlite"
    assert "no such folder" in refused(capsys, "table", "--backup", str(there), *whole)
    assert not there.parent.exists()
    assert (tmp_path / "table" / FILE).read_bytes() == before


def test_copies_are_taken_when_something_has_changed(tmp_path: Path) -> None:
    store = Store(tmp_path)
    told: list[str] = []
    copies = Copies(tmp_path / FILE, 3600, 2, told.append)
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


def test_what_hinders_a_copy_is_told_and_ends_no_others(tmp_path: Path) -> None:
    """Somebody keeps a folder by the name of an old copy, then a file where the copies lie."""
    store = Store(tmp_path)
    told: list[str] = []
    copies = Copies(tmp_path / FILE, 3600, 1, told.append)
    in_the_way = tmp_path / "backups" / "table-20260101-120000.sqlite"
    in_the_way.mkdir(parents=True)
    create_fight(store, find_encounter("skirmish/bridge"), 8)
    copies.look()
    assert len(list((tmp_path / "backups").iterdir())) == 2
    assert told == [one for one in told if "an old one not removed" in one] != []
    shutil.rmtree(tmp_path / "backups")
    (tmp_path / "backups").touch()
    create_fight(store, find_encounter("skirmish/duel"), 8)
    copies.look()
    assert len(told) == 2
    (tmp_path / "backups").unlink()
    copies.look()
    assert len(list((tmp_path / "backups").iterdir())) == 1


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
        patient_http.post(f"{server.url}/fights", json={"encounter": "skirmish/duel"})
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
