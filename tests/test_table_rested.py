"""A long fight that was put away is seen at once as it was, and is the fight of its tape."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path
from typing import Any

import pytest
from table_helpers import Table

from affray.book.errors import BadInput
from affray.files.saves import read_fight
from affray.table import resting
from affray.table.holding import FILE
from affray.table.keeping import KeptGame
from affray.table.lobby import Lobby
from affray.table.resting import RestedGame


@pytest.fixture(autouse=True)
def every_fight_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resting, "LONG", 0)


class Gate:
    """Lets tapes be read only when the test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.open, self.reads = threading.Event(), 0
        read = read_fight

        def read_when_open(*given: Any) -> Any:
            self.reads += 1
            assert self.open.wait(60)
            return read(*given)

        monkeypatch.setattr("affray.table.keeping.read_fight", read_when_open)


def press(table: Table) -> dict[str, Any]:
    offer = table.gm.view()["pending"]["offers"][0]
    return table.gm.must("plan", name=offer["name"], target=offer["target"])


def lobby_of(table: Table) -> Lobby:
    found: Lobby = table.app.state.lobby
    return found


def put_away(table: Table) -> None:
    lobby_of(table).close()
    table.restart()


def test_it_is_seen_before_its_tape_is_read_and_played_on_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Table(tmp_path, "skirmish/bridge", players=1)
    table.gm.must("seat", creature="Ada", player="person")
    before = [seat.view() for seat in (table.gm, table.players[0])]
    put_away(table)
    gate = Gate(monkeypatch)
    assert [seat.view() for seat in (table.gm, table.players[0])] == before
    assert gate.reads == 1, "two who ask have it loaded once"
    kept = lobby_of(table).kept(table.id)
    assert isinstance(kept, RestedGame)
    assert not kept.is_awake
    gate.open.set()
    assert kept.game.fight.pending is not None, "whoever wants the fight itself waits for it"
    assert [seat.view() for seat in (table.gm, table.players[0])] == before
    asked = next(s for s in (table.gm, table.players[0]) if s.view()["pending"]["mine"])
    seq, offer = asked.view()["seq"], asked.view()["pending"]["offers"][0]
    assert asked.must("plan", name=offer["name"], target=offer["target"])["seq"] == seq + 1


def test_what_was_seen_of_an_earlier_moment_is_not_shown(tmp_path: Path) -> None:
    table = Table(tmp_path, "skirmish/bridge")
    put_away(table)
    press(table)
    before = table.gm.view()
    table.restart()  # killed: what was seen is of before the last command
    assert table.gm.view() == before
    assert type(lobby_of(table).kept(table.id)) is KeptGame


@pytest.mark.parametrize(
    "change", ["stamp = 'other rules'", "text = 'no JSON'", "text = '{}'", "seq = 99"]
)
def test_what_does_not_fit_is_left_and_the_tape_replayed(tmp_path: Path, change: str) -> None:
    table = Table(tmp_path, "skirmish/bridge")
    before = press(table)
    lobby_of(table).close()
    with sqlite3.connect(tmp_path / FILE) as db:
        assert db.execute(f"UPDATE rested SET {change}").rowcount == 1
    db.close()
    table.restart()
    assert table.gm.view() == before
    assert type(lobby_of(table).kept(table.id)) is KeptGame


def test_one_whose_tape_is_damaged_says_so_once_it_is_read(tmp_path: Path) -> None:
    table = Table(tmp_path, "skirmish/bridge")
    press(table)
    lobby_of(table).close()
    with sqlite3.connect(tmp_path / FILE) as db:
        db.execute("UPDATE entry SET toml = 'nothing' WHERE n = 0")
    db.close()
    table.restart()
    kept = lobby_of(table).kept(table.id)
    with pytest.raises(BadInput):
        assert kept.game
    assert table.gm.get("view").status_code >= 400


def test_short_fights_are_not_kept_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resting, "LONG", 400)
    table = Table(tmp_path, "skirmish/bridge")
    lobby_of(table).close()
    with sqlite3.connect(tmp_path / FILE) as db:
        assert db.execute("SELECT count(*) FROM rested").fetchone() == (0,)
    db.close()
