"""A folder's table moves into a PostgreSQL database, by the copy that `--backup` makes."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
import sqlalchemy as sql
from postgres import Postgres
from table_helpers import WORKERS, Table
from test_table_released import FIGHT, RELEASED, of_version

from affray.cli.main import run
from affray.table.lobby import Lobby
from affray.table.store import Store
from affray.table.tables import STAMP, TABLES
from affray.table.web.app import create_app

Capture = pytest.CaptureFixture[str]


def rows_of(store: Store) -> dict[str, list[tuple[object, ...]]]:
    with store.database.reading() as db:
        return {
            table.name: sorted((tuple(row) for row in db.execute(sql.select(table))), key=repr)
            for table in TABLES.sorted_tables
            if table is not STAMP
        }


def test_all_of_it_goes_on_in_the_database(
    tmp_path: Path, postgres: Postgres, capsys: Capture
) -> None:
    table = Table(tmp_path / "folder", "skirmish/bridge", players=2)
    gm, (ada, bran) = table.gm, table.players
    for seat in (ada, bran):
        seat.must("plan", name="press")
    copy, url = tmp_path / "copy.sqlite", postgres.database()
    assert run(["table", "--data", str(table.data), "--backup", str(copy)]) == 0
    moved = ["table", "--data", str(table.data), "--store", url, "--restore", str(copy)]
    assert run(moved) == 0
    assert "holds what is in" in capsys.readouterr().out
    assert not list(table.data.glob(".move-*")), "nothing is left behind"
    before, here = ada.view(), Store(table.data, url)
    assert rows_of(here) == rows_of(table.app.state.lobby.store)
    here.close()
    app = create_app(table.data, workers=WORKERS, store=url)
    for seat in (gm, ada, bran):
        seat.move_to(app)  # with the links and cookies they have
    assert {**ada.view(), "present": {}} == {**before, "present": {}}
    gm.must("undo", to=0)
    ada.must("plan", name="press")
    lobby: Lobby = app.state.lobby
    lobby.close()
    assert run(moved) == 2
    assert "holds fights already" in capsys.readouterr().err


def test_a_copy_of_an_older_affray_is_brought_up(tmp_path: Path, postgres: Postgres) -> None:
    old, url = of_version(tmp_path / "old", RELEASED["0.1.0"]), postgres.database()
    before = old.read_bytes()
    assert run(["table", "--data", str(tmp_path), "--store", url, "--restore", str(old)]) == 0
    store = Store(tmp_path, url)
    assert [card.id for card in store.cards()] == [FIGHT]
    store.close()
    assert old.read_bytes() == before


def test_what_cannot_be_taken_over_leaves_nothing(
    tmp_path: Path, postgres: Postgres, capsys: Capture
) -> None:
    old, url = of_version(tmp_path / "old", RELEASED["0.1.0"]), postgres.database()
    with closing(sqlite3.connect(old)) as db, db:
        db.execute("UPDATE entry SET toml = 'a' || char(0)")  # PostgreSQL keeps no such letter
    where = ["table", "--data", str(tmp_path), "--store", url]
    assert run([*where, "--restore", str(old)]) == 2
    assert "cannot be taken over" in capsys.readouterr().err
    assert run([*where, "--restore", str(tmp_path / "none")]) == 2
    assert "no such file" in capsys.readouterr().err
    assert run([*where, "--fights"]) == 0
    assert capsys.readouterr().out == "no fights yet: affray table\n"
