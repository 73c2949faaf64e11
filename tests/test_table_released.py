"""A table's file of every released version is opened, brought up to date, and lost by nothing."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from affray.book.encounter import find_encounter
from affray.fight.players import Seat
from affray.files.saves import header_text
from affray.table import undoing
from affray.table.database import FORMAT, REVISION
from affray.table.game import Game
from affray.table.holding import FILE
from affray.table.keeping import KeptGame
from affray.table.migrations import HERE, bring_up
from affray.table.store import Chair, Store

RELEASED = {
    "0.1.0": """
CREATE TABLE fight (
	id TEXT NOT NULL, title TEXT NOT NULL, ruleset TEXT NOT NULL, version INTEGER NOT NULL,
	header TEXT NOT NULL, players TEXT NOT NULL, created TEXT NOT NULL,
	finished BOOLEAN NOT NULL, PRIMARY KEY (id)
);
CREATE TABLE chair (
	fight TEXT NOT NULL, n INTEGER NOT NULL, is_gm BOOLEAN NOT NULL, name TEXT NOT NULL,
	creatures TEXT NOT NULL, taken BOOLEAN NOT NULL, PRIMARY KEY (fight, n),
	FOREIGN KEY(fight) REFERENCES fight (id)
);
CREATE TABLE link (
	hash TEXT NOT NULL, fight TEXT NOT NULL, chair INTEGER NOT NULL, PRIMARY KEY (hash),
	FOREIGN KEY(fight) REFERENCES fight (id)
);
CREATE TABLE entry (
	fight TEXT NOT NULL, n INTEGER NOT NULL, cmd_id TEXT, toml TEXT NOT NULL,
	PRIMARY KEY (fight, n), FOREIGN KEY(fight) REFERENCES fight (id)
);
CREATE TABLE command (
	fight TEXT NOT NULL, seq INTEGER NOT NULL, cmd_id TEXT NOT NULL, chair INTEGER NOT NULL,
	answer TEXT NOT NULL, state TEXT NOT NULL, PRIMARY KEY (fight, seq), UNIQUE (fight, cmd_id),
	FOREIGN KEY(fight) REFERENCES fight (id)
);
PRAGMA user_version = 1;
""",
}
"""The tables as each release made them."""

FIGHT = "0123456789abcdef"
ENTRY = '\n[[tape]]\nwho = "Ada"\nchoose = "stance"\nanswer = "press"\n'


def of_version(folder: Path, tables: str) -> Path:
    """A file as a release left it: a fight in which one command was given."""
    folder.mkdir()
    path = folder / FILE
    encounter = find_encounter("skirmish/duel")
    header = header_text(encounter, [Seat(), Seat("bold")], 8)
    version = encounter.ruleset.book.version
    fight = (FIGHT, "A duel at dawn", "skirmish", version, header)
    players, state = '[["person", false], ["bold", false]]', '{"seen": [2, 2]}'
    with sqlite3.connect(path) as db:
        db.executescript(tables)
        db.execute(
            "INSERT INTO fight VALUES (?, ?, ?, ?, ?, ?, '2026-01-01T12:00:00+00:00', 0)",
            (*fight, players),
        )
        db.execute("INSERT INTO chair VALUES (?, 0, 1, 'Game master', '[]', 0)", (FIGHT,))
        db.execute("INSERT INTO chair VALUES (?, 1, 0, 'Ada', '[0]', 1)", (FIGHT,))
        db.execute("INSERT INTO entry VALUES (?, 0, 'first-one', ?)", (FIGHT, ENTRY))
        row = (FIGHT, '{"seq": 2}', state)
        db.execute("INSERT INTO command VALUES (?, 2, 'first-one', 1, ?, ?)", row)
    db.close()
    return path


def press(game: Game, chair: Chair) -> None:
    undoing.undo(game, chair, None, False)


def of_format(folder: Path, number: int) -> Path:
    """The same as the program of each format there was left it."""
    path = of_version(folder, RELEASED["0.1.0"])
    if number > 1:
        bring_up(path, 1, f"{number:04}")
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {number}")
    db.close()
    return path


@pytest.mark.parametrize("number", range(1, FORMAT))
def test_a_file_of_before_is_opened_and_goes_on(number: int, tmp_path: Path) -> None:
    path = of_format(tmp_path / "table", number)
    store = Store(path.parent)
    (card,) = store.cards()
    assert (card.id, card.title) == (FIGHT, "A duel at dawn")
    kept = KeptGame(store, FIGHT)
    assert (kept.seq, len(kept.game.fight.live) >= 1) == (2, True)
    assert kept.carry_out(1, "first-one", 1, press) == {"seq": 2}, "what was answered still is"
    (copy,) = (path.parent / "backups").iterdir()
    with sqlite3.connect(copy) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (number,), "as it was before"
        assert db.execute("SELECT count(*) FROM entry").fetchone() == (1,)
    db.close()
    store.close()
    again = Store(path.parent)
    assert len(list((path.parent / "backups").iterdir())) == 1, "once"
    again.close()


def schema(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """Every table's columns, keys and indexes, however they were written."""
    out = {}
    with sqlite3.connect(path) as db:
        names = db.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
        for (name,) in names:
            about = [f"table_info({name})", f"foreign_key_list({name})", f"index_list({name})"]
            out[name] = [row for pragma in about for row in db.execute(f"PRAGMA {pragma}")]
    db.close()
    return {name: [_plain(row) for row in rows] for name, rows in out.items()}


def _plain(row: tuple[object, ...]) -> tuple[object, ...]:
    """A default is the same with and without its brackets."""
    return tuple("0" if value == "(0)" else value for value in row)


@pytest.mark.parametrize("number", range(1, FORMAT))
def test_what_is_brought_up_is_what_is_made_new(number: int, tmp_path: Path) -> None:
    Store(tmp_path / "new").close()
    path = of_format(tmp_path / "old", number)
    Store(path.parent).close()
    assert schema(path) == schema(tmp_path / "new" / FILE)


def test_the_first_revision_is_what_was_released(tmp_path: Path) -> None:
    """And the tables of now are what all revisions make of nothing."""
    empty = tmp_path / "empty.sqlite"
    with sqlite3.connect(empty) as db:
        db.execute("PRAGMA user_version = 0")
    db.close()
    bring_up(empty, 0)
    Store(tmp_path / "new").close()
    assert schema(empty) == schema(tmp_path / "new" / FILE)
    revisions = sorted(path.stem[1:5] for path in (HERE / "versions").glob("r*.py"))
    assert revisions[-1] == REVISION
    assert len(revisions) == int(REVISION)


def test_a_revision_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = of_version(tmp_path / "table", RELEASED["0.1.0"])
    with sqlite3.connect(path) as db:  # what the second revision is to add
        db.execute("ALTER TABLE fight ADD COLUMN put_away BOOLEAN")
    db.close()
    before = schema(path)
    with pytest.raises(Exception, match="duplicate column"):
        bring_up(path, 1)
    assert schema(path) == before
