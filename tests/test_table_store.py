"""The table's store: one transaction a command, nothing half written, no token in the file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from affray.book.encounter import find_encounter
from affray.book.errors import BadInput
from affray.files.saves import load_save
from affray.table import commands
from affray.table.beginning import create_fight
from affray.table.database import FORMAT
from affray.table.game import Game, NotYours, Refused
from affray.table.holding import FILE
from affray.table.keeping import KeptGame, Stale
from affray.table.rows import After, Done
from affray.table.store import Chair, Conflict, Store
from affray.table.tables import LINK
from affray.tell.narration import transcript

Open = Callable[[], Store]
"""Opens the store of a test, once more too."""


@pytest.fixture(params=["file", "postgres"])
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    url = "" if request.param == "file" else request.getfixturevalue("postgres").database()
    opened: list[Store] = []

    def opens() -> Store:
        opened.append(Store(tmp_path, url))
        return opened[-1]

    yield opens
    for store in opened:
        store.close()


@pytest.fixture
def store(open_store: Open) -> Store:
    return open_store()


@pytest.fixture
def kept(store: Store) -> KeptGame:
    return sit_at(store, create_fight(store, find_encounter("skirmish/bridge"), 8))


def sit_at(store: Store, fight: str) -> KeptGame:
    return KeptGame(store, fight)


def press(game: Game, chair: Chair) -> None:
    commands.plan(game, chair, "press", None, {})


def rows(store: Store, table: str) -> int:
    return int(store.asked(f"SELECT count(*) FROM {table}")[0])


def test_every_commit_reaches_the_disk(store: Store) -> None:
    with store.database.reading() as db:
        if store.is_shared:
            assert db.exec_driver_sql("SHOW synchronous_commit").scalar() == "on"
        else:
            assert db.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
            assert db.exec_driver_sql("PRAGMA synchronous").scalar() == 2


def test_what_is_kept_is_a_save(kept: KeptGame, store: Store, tmp_path: Path) -> None:
    """The store and a file hold the same text, and one reader reads both."""
    for seq in range(1, 6):
        name = kept.game.asked_of(kept.game.asked_now()[0]).offers[0].name
        target = "Grim" if name == "strike" else None
        work = lambda s, gm, name=name, target=target: commands.plan(s, gm, name, target, {})  # noqa: E731
        kept.carry_out(0, f"c{seq}", seq, work)
    written = store.load(kept.id)
    assert written is not None
    path = tmp_path / "fight.toml"
    path.write_text(written.text, encoding="utf-8")
    assert transcript(load_save(path).fight) == transcript(kept.game.fight)
    again = sit_at(store, kept.id)
    assert (again.seq, again.game.fight.live) == (kept.seq, kept.game.fight.live)


def test_a_command_is_applied_once(kept: KeptGame, store: Store) -> None:
    first = kept.carry_out(0, "same", 1, press)
    entries = rows(store, "entry")
    assert kept.carry_out(0, "same", 1, press) == first == {"seq": 2}
    assert sit_at(store, kept.id).carry_out(0, "same", 1, press) == first
    assert (kept.seq, rows(store, "entry"), rows(store, "command")) == (2, entries, 1)
    with pytest.raises(NotYours, match="another seat"):
        kept.carry_out(1, "same", 1, press)


def test_a_stale_command_is_refused(kept: KeptGame) -> None:
    kept.carry_out(0, "first", 1, press)
    with pytest.raises(Stale) as stale:
        kept.carry_out(0, "second", 1, press)
    assert stale.value.seq == 2


def test_what_could_not_be_kept_has_not_happened(
    kept: KeptGame, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*given: Any) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(store, "keep", full)
        with pytest.raises(OSError, match="full"):
            kept.carry_out(0, "lost", 1, press)
    assert rows(store, "command") == 0
    kept.refresh()
    assert kept.game.fight.pending is not None
    assert kept.game.fight.pending.who == 0, "Ada is asked again"
    assert kept.carry_out(0, "lost", 1, press) == {"seq": 2}


def test_a_refusal_half_way_leaves_nothing(kept: KeptGame, store: Store) -> None:
    def half(s: Game, chair: Chair) -> None:
        press(s, chair)
        raise Refused("no more")

    with pytest.raises(Refused):
        kept.carry_out(0, "half", 1, half)
    kept.refresh()
    assert kept.game.fight.live == []
    assert rows(store, "entry") == 0


def test_all_of_a_command_or_none(store: Store, kept: KeptGame) -> None:
    for seq, who in enumerate(("Ada", "Bran"), start=1):
        kept.carry_out(0, who, seq, press)  # the last of them lays both on the tape
    players = kept.game.players.seats
    twice = After(["\n[[tape]]\n"], 0, players, False, [])
    with pytest.raises(Conflict):
        store.keep(kept.id, Done("second", 4, 0, {}), twice)
    assert store.command(kept.id, "second") is None
    assert store.seq(kept.id) == 3


def test_two_servers_on_one_store(kept: KeptGame, open_store: Open) -> None:
    """The one that comes too late sees what the other did, and overwrites nothing."""
    other = sit_at(open_store(), kept.id)
    kept.carry_out(0, "here", 1, press)
    with pytest.raises(Stale):
        other.carry_out(0, "there", 1, press)
    other.carry_out(0, "there", 2, press)
    kept.refresh()
    assert kept.seq == other.seq == 3
    assert kept.game.fight.live == other.game.fight.live


def test_both_write_at_once(
    kept: KeptGame, open_store: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = sit_at(open_store(), kept.id)
    monkeypatch.setattr(other, "refresh", lambda: None)  # it has looked a moment before
    kept.carry_out(0, "here", 1, press)
    with pytest.raises(Stale) as stale:
        other.carry_out(0, "there", 1, press)
    assert stale.value.seq == 2


def test_only_the_hash_of_a_token_is_kept(store: Store, kept: KeptGame, open_store: Open) -> None:
    token = "a-token-of-sixteen-bytes"
    store.add_link(kept.id, 1, token)
    assert store.chair_of(kept.id, token) == 1
    assert store.chair_of(kept.id, token + "x") is None
    assert store.chair_of("another", token) is None
    store.close()
    for file in store.folder.iterdir():
        assert token.encode() not in file.read_bytes()
    store = open_store()
    with store.database.reading() as db:
        assert token not in str(db.execute(LINK.select()).all())
    store.drop_links(kept.id, 1)
    assert store.chair_of(kept.id, token) is None


def test_a_store_that_cannot_be_used_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("this is no database, and long enough to be sure of it" * 40)
    with pytest.raises(BadInput, match="is damaged \\(file is not a database\\)"):
        Store(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot be written"):
        Store(tmp_path / "file")


def test_a_later_format_is_refused(store: Store, open_store: Open) -> None:
    later = (
        "UPDATE alembic_version SET version_num = '0099'"
        if store.is_shared
        else "PRAGMA user_version = 99"
    )
    with store.database.engine.begin() as db:
        db.exec_driver_sql(later)
    store.close()
    with pytest.raises(
        BadInput, match=f"is of format 99, expected at most {FORMAT}; update Affray"
    ):
        open_store()
