"""What is no store is refused in one line, and what cannot be kept in one is not there."""

from __future__ import annotations

import sys
from pathlib import Path

import psycopg
import pytest
from postgres import Postgres

from affray.book.errors import BadInput
from affray.table.store import Store


def test_what_is_no_store_is_refused_in_one_line(tmp_path: Path, postgres: Postgres) -> None:
    url = postgres.database()
    for bad, why in (
        ("mysql://root:secret@host/db", "--store: found mysql://, expected postgresql://USER@"),
        ("host=nowhere password=secret", "--store: found no address, expected postgresql://"),
        (postgres.address("none"), '--store: cannot be used \\(.*"none" does not exist\\)'),
        ("postgresql://a:secret@127.0.0.1:1/b", "--store: cannot be used \\(.*refused"),
    ):
        with pytest.raises(BadInput, match=why) as told_so:
            Store(tmp_path, bad)
        assert "secret" not in str(told_so.value)
        assert "\n" not in str(told_so.value)
    with psycopg.connect(url) as db:
        db.execute("CREATE TABLE alembic_version (version_num text)")
        db.execute("INSERT INTO alembic_version VALUES ('a1b2')")
    with pytest.raises(BadInput, match="holds something else than a table's fights"):
        Store(tmp_path, url)


def test_without_its_driver_that_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "affray.table.in_postgres", None)
    with pytest.raises(BadInput, match=r"pip install 'affray\[postgres\]'"):
        Store(tmp_path, "postgresql://nobody@/nothing")


def test_letters_that_cannot_be_kept_are_not_found(tmp_path: Path, postgres: Postgres) -> None:
    store = Store(tmp_path, postgres.database())
    assert store.chair_of("a\0b", "token") is None
    assert store.chair_of("\ud800", "token") is None
    store.close()
