"""Several servers of one store: any of them answers any seat, and each hears of the others."""

from __future__ import annotations

import re
import subprocess
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import psycopg
import pytest
import sqlalchemy as sql
from fastapi.testclient import TestClient
from postgres import Postgres
from starlette.websockets import WebSocketDisconnect
from table_helpers import WORKERS, Seat, Table, heard
from test_table_presence import told
from waiting import until

from affray.cli.main import run
from affray.table import in_postgres, neighbours
from affray.table.database import FORMAT
from affray.table.housekeeping import TRASH
from affray.table.in_postgres import InPostgres
from affray.table.lobby import Lobby
from affray.table.migrations import bring_up_in
from affray.table.presence import Presence
from affray.table.sound import Lost
from affray.table.store import Store
from affray.table.tables import STAMP, TABLES
from affray.table.web.app import create_app


class Two:
    """Two servers of one store, in loops of their own; those who sit at the second come later."""

    def __init__(self, folder: Path, store: str, encounter: str = "skirmish/bridge") -> None:
        self.table = Table(folder / "one", encounter, players=2, store=store)
        self.other = create_app(folder / "two", workers=WORKERS, store=store)
        self.gm, (self.ada, self.bran) = self.table.gm, self.table.players
        self.bran.move_to(self.other)
        self.stack = ExitStack()
        self.here, self.there = (
            self.stack.enter_context(TestClient(app)) for app in (self.table.app, self.other)
        )

    @property
    def lobbies(self) -> list[Lobby]:
        return [app.state.lobby for app in (self.table.app, self.other)]

    def line(self, seat: Seat) -> Any:
        headers = {"cookie": seat.cookie, "origin": "http://testserver"}
        at = self.there if seat is self.bran else self.here
        path = f"{seat.at}/events?since={seat.view()['seq']}"
        return self.stack.enter_context(at.websocket_connect(path, headers=headers))


@pytest.fixture
def two(tmp_path: Path, postgres: Postgres) -> Iterator[Two]:
    found = Two(tmp_path, postgres.database())
    with found.stack:
        yield found
    for lobby in found.lobbies:
        lobby.close()


def test_any_server_answers_any_seat(two: Two) -> None:
    """A fight goes on at one where the other has left it; both say the same to everybody."""
    for _ in range(3):
        for seat in (two.ada, two.bran):
            seat.must("plan", name="press")
        two.gm.must("undo", to=0)
    views = []
    for app in (two.table.app, two.other):
        for seat in (two.gm, two.ada, two.bran):
            seat.move_to(app)
        views.append([{**seat.view(), "present": {}} for seat in (two.gm, two.ada, two.bran)])
    assert views[0] == views[1]


def test_what_was_done_there_is_told_here_at_once(two: Two) -> None:
    hers = two.line(two.ada)
    before = two.ada.view()["seq"]
    two.bran.must("plan", name="press")
    assert heard(hers, before + 1)["seq"] == before + 1
    two.ada.must("plan", name="press")
    his = two.line(two.bran)
    two.gm.must("undo", to=0)
    assert heard(his, two.bran.view()["seq"])


def test_who_answers_what_they_saw_is_not_late_where_all_seal(two: Two) -> None:
    """As at one server: that somebody has sealed changes nothing of what others are asked."""
    seen = [seat.view()["seq"] for seat in (two.ada, two.bran)]
    for seat, seq in zip((two.ada, two.bran), seen, strict=True):
        answer = seat.post(
            cmd_id=f"sealed-{seq}-{seat.cookie[-5:]}", seq=seq, do="plan", name="press"
        )
        assert answer.status_code == 200, answer.text


def test_a_number_is_the_same_look_at_every_server(two: Two) -> None:
    """What nobody looked at here was looked at there: a number that was told is not told again
    for something else."""
    two.ada.must("plan", name="press")
    told_there = two.bran.view()
    two.gm.must("habit", undo="strict")  # at the first, where nobody has looked for him
    now = two.bran.view()
    changed = {k: v for k, v in now.items() if v != told_there[k]}
    assert changed.keys() - {"seq", "present"}
    assert now["seq"] > told_there["seq"]


def test_who_stands_in_does_at_every_server(two: Two) -> None:
    two.gm.must("answer-for", seat="Bran", how="me")
    gm_there = two.gm
    gm_there.move_to(two.other)
    gm_there.must("plan", name="press", creature="Bran")
    assert two.ada.view()["pending"]["mine"]


def test_who_is_here_is_known_there(two: Two) -> None:
    hers = two.line(two.ada)
    his = two.line(two.bran)
    until(lambda: two.ada.view()["present"]["Bran"] == "here", "he is here")
    until(lambda: two.bran.view()["present"]["Ada"] == "here", "who comes later knows who is here")
    his.send_text("away")
    while told(hers, "present")["Bran"] != "away":
        pass


def test_words_and_nudges_go_to_the_server_where_somebody_is(two: Two) -> None:
    his = two.line(two.bran)
    said = two.ada.client.post(
        f"{two.ada.at}/asides", json={"do": "whisper", "to": 2, "text": "\N{CROWN} now?"}
    )
    assert said.status_code == 200
    (whispered,) = told(his, "asides")
    assert (whispered["by"], whispered["text"]) == ("Ada", "\N{CROWN} now?")
    two.ada.must("plan", name="press")
    nudged = two.ada.client.post(f"{two.ada.at}/nudge", json={"seat": "Bran"})
    assert nudged.status_code == 200
    assert told(his, "nudged") == "Ada"


def test_a_link_that_ends_there_ends_here(two: Two) -> None:
    """And what was said to the one who sat there is not for the next."""
    his = two.line(two.bran)
    two.ada.client.post(f"{two.ada.at}/asides", json={"do": "whisper", "to": 2, "text": "psst"})
    assert told(his, "asides")
    two.gm.client.post(f"{two.gm.at}/links", json={"seat": "Bran", "revoke": True})
    with pytest.raises(WebSocketDisconnect) as caught:
        told(his, "nothing any more")
    assert caught.value.reason == "the game master has taken this seat back"
    assert two.bran.get("view").status_code == 403
    kept = two.lobbies[1].housed.at_hand(two.table.id)
    assert kept is not None
    assert kept.asides.since(2, 0) == []


def test_a_fight_that_is_deleted_there_is_gone_here(two: Two) -> None:
    his = two.line(two.bran)
    gone = two.gm.client.post(f"{two.gm.at}/delete", json={"sure": two.table.id})
    assert gone.status_code in (200, 303), gone.text
    with pytest.raises(WebSocketDisconnect):
        told(his, "nothing any more")
    assert two.bran.get("view").status_code == 403
    assert list((two.lobbies[0].store.folder / TRASH).iterdir())


def test_a_server_that_falls_silent_has_nobody() -> None:
    clock = iter(range(1000, 2000))
    presence = Presence(lambda: float(next(clock)))
    assert presence.elsewhere("two", "f", {1: True})
    assert not presence.elsewhere("two", "f", {1: True}), "no news"
    mine = presence.come("f", 2)
    assert (presence.own("f"), presence.own_fights()) == ({2: True}, {"f"})
    assert (presence.of("f", 1), presence.of("f", 2)) == ("here", "here")
    assert presence.elsewhere("two", "f", {1: False, 2: True})
    assert (presence.of("f", 1), presence.own("f")) == ("away", {2: True})
    presence.leave(mine)
    assert presence.of("f", 2) == "here", "at the other"
    assert presence.without("two") == {"f"}
    assert presence.of("f", 1) == "away", "until they had time to come back"


def test_who_is_here_is_told_in_parts_that_fit() -> None:
    many = {f"fight {k}": dict.fromkeys(range(10), True) for k in range(500)}
    parts = list(neighbours._in_parts(many))
    assert {fight: seats for part in parts for fight, seats in part.items()} == many
    assert max(len(str(part)) for part in parts) < in_postgres.LONGEST_NEWS
    assert list(neighbours._in_parts({})) == [{}], "a sign of life"


# Whose a fight is


def test_a_fight_is_one_server_s_at_a_time(postgres: Postgres) -> None:
    url = postgres.database()
    one, other = InPostgres(url), InPostgres(url)
    has_it, order = threading.Event(), []

    def wait_for_it() -> None:
        has_it.wait()
        with other.owning("f"):
            order.append("second")

    waiting = threading.Thread(target=wait_for_it)
    waiting.start()
    with one.owning("f"), one.owning("f"):
        has_it.set()
        with other.owning("another"):  # which is nobody's
            order.append("first")
    waiting.join()
    assert order == ["first", "second"]
    one.close()
    other.close()


def test_who_does_not_let_go_is_told_of(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.database()
    one = InPostgres(url)
    monkeypatch.setitem(in_postgres.SETTINGS, "lock_timeout", "50ms")
    other = InPostgres(url)
    with one.owning("f"), pytest.raises(Lost, match="does not let go"), other.owning("f"):
        pass
    with other.owning("f"):
        pass
    one.close()
    other.close()


def test_a_server_that_hangs_with_a_fight_loses_it(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = postgres.database()
    one, other = Store(tmp_path, url), Store(tmp_path, url)
    monkeypatch.setattr(in_postgres, "SECONDS_SILENT", 0.2)
    with one.owning("f"):
        monkeypatch.undo()
        with other.owning("f"):
            pass  # once the first has not stirred for so long
        with pytest.raises(sql.exc.OperationalError):
            one.rename("f", "never")
    one.close()
    other.close()


def test_a_server_that_loses_its_line_loses_the_fight_and_what_it_was_doing(
    tmp_path: Path, postgres: Postgres
) -> None:
    url = postgres.database()
    one, other = Store(tmp_path, url), Store(tmp_path, url)
    with one.owning("f"):
        with one.database.reading() as db:
            (pid,) = db.exec_driver_sql("SELECT pg_backend_pid()").one()
        with psycopg.connect(url, autocommit=True) as killer:
            killer.execute("SELECT pg_terminate_backend(%s, 60000)", (pid,))
        with other.owning("f"):
            pass
        with pytest.raises(sql.exc.OperationalError):
            one.rename("f", "never")
    with one.owning("f"):
        assert one.cards() == []
    one.close()
    other.close()


def test_a_database_that_is_gone_for_a_while(two: Two, postgres: Postgres) -> None:
    """Nothing is acknowledged meanwhile, healthz says so, and afterwards all goes on."""
    his = two.line(two.bran)
    press = {"cmd_id": "in-between", "seq": two.ada.view()["seq"], "do": "plan", "name": "press"}
    postgres.stop()
    try:
        assert two.ada.post(**press).status_code == 503
        ill = two.here.get("/healthz")
        assert (ill.status_code, ill.json()["ok"]) == (503, False)
    finally:
        postgres.start()
    two.lobbies[0].store.database._asked = (0.0, "")  # type: ignore[attr-defined]
    assert two.here.get("/healthz").json() == {"ok": True}
    until(lambda: two.bran.get("view").status_code == 200, "there again")
    before = two.bran.view()["seq"]
    assert two.ada.post(**press).status_code == 200
    assert heard(his, before + 1)


# How it came to be


def test_servers_that_are_started_at_once_make_the_tables_once(
    tmp_path: Path, postgres: Postgres
) -> None:
    url = postgres.database()
    made: list[Store] = []
    threads = [threading.Thread(target=lambda: made.append(Store(tmp_path, url))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(made) == 4
    for store in made:
        store.close()


def _shape(table: sql.Table, engine: sql.Engine) -> dict[str, tuple[str, bool | None, bool]]:
    return {
        column.name: (column.type.compile(engine.dialect), column.nullable, column.primary_key)
        for column in table.columns
    }


@pytest.mark.parametrize("number", [1, FORMAT - 1])
def test_a_database_of_before_is_brought_up(
    number: int, tmp_path: Path, postgres: Postgres
) -> None:
    url = postgres.database()
    engine = sql.create_engine(url.replace("postgresql://", "postgresql+psycopg://"))
    with engine.begin() as db:
        bring_up_in(db, 0, f"{number:04}")
    Store(tmp_path, url).close()
    found = sql.MetaData()
    found.reflect(engine)
    for table in TABLES.tables.values():
        columns = {c.name: (str(c.type), c.nullable) for c in table.columns if c.type}
        there = {c.name: (str(c.type), c.nullable) for c in found.tables[table.name].columns}
        there = {
            name: (kind.replace("BYTEA", "BLOB"), null) for name, (kind, null) in there.items()
        }
        assert there == columns
    with engine.connect() as db:
        assert db.execute(sql.select(STAMP.c.version_num)).scalar() == f"{FORMAT:04}"
    engine.dispose()


# On the command line


DOCUMENT = (Path(__file__).parent.parent / "docs" / "hosting.md").read_text(encoding="utf-8")


def test_links_are_made_and_what_is_for_a_file_is_refused(
    two: Two, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = ["table", "--store", two.table.store, "--data", str(tmp_path / "two")]
    assert run([*where, "--fights"]) == 0
    assert two.table.id in capsys.readouterr().out
    his = two.line(two.bran)
    assert run([*where, "--links", two.table.id, "--renew", "Bran"]) == 0
    assert capsys.readouterr().out.startswith("Bran: http")
    with pytest.raises(WebSocketDisconnect):
        told(his, "nothing any more")
    for option in ("--backup", "--salvage"):
        assert run([*where, option, str(tmp_path / "copy")]) == 2
        refused = capsys.readouterr().err
        assert refused.startswith(f"affray: {option}: is for a table's own file; with PostgreSQL")
        assert option == "--salvage" or refused.split("PostgreSQL: ")[1].strip() in DOCUMENT


def test_a_copy_is_made_and_brought_back_as_the_document_says(
    two: Two, tmp_path: Path, postgres: Postgres
) -> None:
    two.ada.must("plan", name="press")
    before, there = two.ada.view(), postgres.database()
    for name, address in (("pg_dump", two.table.store), ("pg_restore", there)):
        (command,) = re.findall(rf"`({name} [^`]*)`", DOCUMENT)
        words = command.replace("FILE", str(tmp_path / "copy")).replace("ADDRESS", address).split()
        subprocess.run([postgres.programs / words[0], *words[1:]], check=True)
    two.ada.move_to(create_app(tmp_path / "three", workers=WORKERS, store=there))
    assert {**two.ada.view(), "present": {}} == {**before, "present": {}}
    two.ada.client.app.state.lobby.close()  # type: ignore[attr-defined]
