"""The table's store: one transaction a command, nothing half written, no token in the file."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from affray.book.encounter import find_encounter
from affray.book.errors import BadInput
from affray.files.saves import load_save
from affray.table import commands
from affray.table.game import Game, NotYours, Refused, Stale, create_fight
from affray.table.store import FILE, After, Chair, Conflict, Done, Store
from affray.table.views import view
from affray.tell.narration import transcript


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path)


@pytest.fixture
def game(store: Store) -> Game:
    return sit_at(store, create_fight(store, find_encounter("skirmish/bridge"), 8))


def sit_at(store: Store, fight: str) -> Game:
    return Game(store, fight, view)


def press(game: Game, chair: Chair) -> None:
    commands.plan(game, chair, "press", None, {})


def rows(store: Store, table: str) -> int:
    return int(sqlite3.connect(store.path).execute(f"select count(*) from {table}").fetchone()[0])


def test_every_commit_reaches_the_disk(store: Store) -> None:
    with store.engine.connect() as db:
        assert db.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert db.exec_driver_sql("PRAGMA synchronous").scalar() == 2


def test_what_is_kept_is_a_save(game: Game, store: Store, tmp_path: Path) -> None:
    """The store and a file hold the same text, and one reader reads both."""
    for seq in range(1, 6):
        name = game.offers()[0].name
        target = "Grim" if name == "strike" else None
        work = lambda s, gm, name=name, target=target: commands.plan(s, gm, name, target, {})  # noqa: E731
        game.carry_out(0, f"c{seq}", seq, work)
    kept = store.load(game.id)
    assert kept is not None
    path = tmp_path / "fight.toml"
    path.write_text(kept.text, encoding="utf-8")
    assert transcript(load_save(path).fight) == transcript(game.fight)
    again = sit_at(store, game.id)
    assert (again.seq, again.fight.live) == (game.seq, game.fight.live)


def test_a_command_is_applied_once(game: Game, store: Store) -> None:
    first = game.carry_out(0, "same", 1, press)
    entries = rows(store, "entry")
    assert game.carry_out(0, "same", 1, press) == first == {"seq": 2}
    assert sit_at(store, game.id).carry_out(0, "same", 1, press) == first
    assert (game.seq, rows(store, "entry"), rows(store, "command")) == (2, entries, 1)
    with pytest.raises(NotYours, match="another seat"):
        game.carry_out(1, "same", 1, press)


def test_a_stale_command_is_refused(game: Game) -> None:
    game.carry_out(0, "first", 1, press)
    with pytest.raises(Stale) as stale:
        game.carry_out(0, "second", 1, press)
    assert stale.value.seq == 2


def test_what_could_not_be_kept_has_not_happened(
    game: Game, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*given: Any) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(store, "keep", full)
        with pytest.raises(OSError, match="full"):
            game.carry_out(0, "lost", 1, press)
    assert rows(store, "command") == 0
    game.refresh()
    assert game.fight.pending is not None
    assert game.fight.pending.who == 0, "Ada is asked again"
    assert game.carry_out(0, "lost", 1, press) == {"seq": 2}


def test_a_refusal_half_way_leaves_nothing(game: Game, store: Store) -> None:
    def half(s: Game, chair: Chair) -> None:
        press(s, chair)
        raise Refused("no more")

    with pytest.raises(Refused):
        game.carry_out(0, "half", 1, half)
    game.refresh()
    assert game.fight.live == []
    assert rows(store, "entry") == 0


def test_all_of_a_command_or_none(store: Store, game: Game) -> None:
    game.carry_out(0, "first", 1, press)
    players = game.players.seats
    twice = After(["\n[[tape]]\n"], 0, players, False, {})
    with pytest.raises(Conflict):
        store.keep(game.id, Done("second", 3, 0, {}), twice)
    assert store.command(game.id, "second") is None
    assert store.seq(game.id) == 2


def test_two_servers_on_one_folder(store: Store, game: Game, tmp_path: Path) -> None:
    """The one that comes too late sees what the other did, and overwrites nothing."""
    other = sit_at(Store(tmp_path), game.id)
    game.carry_out(0, "here", 1, press)
    with pytest.raises(Stale):
        other.carry_out(0, "there", 1, press)
    other.carry_out(0, "there", 2, press)
    game.refresh()
    assert game.seq == other.seq == 3
    assert game.fight.live == other.fight.live


def test_both_write_at_once(
    store: Store, game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = sit_at(Store(tmp_path), game.id)
    monkeypatch.setattr(other, "refresh", lambda: None)  # it has looked a moment before
    game.carry_out(0, "here", 1, press)
    with pytest.raises(Stale) as stale:
        other.carry_out(0, "there", 1, press)
    assert stale.value.seq == 2


def test_only_the_hash_of_a_token_is_kept(store: Store, game: Game) -> None:
    token = "a-token-of-sixteen-bytes"
    store.add_link(game.id, 1, token)
    assert store.chair_of(game.id, token) == 1
    assert store.chair_of(game.id, token + "x") is None
    assert store.chair_of("another", token) is None
    store.close()
    for file in store.path.parent.iterdir():
        assert token.encode() not in file.read_bytes()
    store.drop_links(game.id, 1)
    assert store.chair_of(game.id, token) is None


def test_a_store_that_cannot_be_used_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("this is no database, and long enough to be sure of it" * 40)
    with pytest.raises(BadInput, match="cannot be opened"):
        Store(tmp_path)
    (tmp_path / "file").write_text("")
    with pytest.raises(BadInput, match="cannot be written"):
        Store(tmp_path / "file")


def test_a_later_format_is_refused(tmp_path: Path) -> None:
    store = Store(tmp_path)
    with store.engine.begin() as db:
        db.exec_driver_sql("PRAGMA user_version = 99")
    store.close()
    with pytest.raises(BadInput, match="is of format 99, expected at most 1"):
        Store(tmp_path)
