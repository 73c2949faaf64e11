"""Fights at the table whose rules have got another version: taken up, or watched as told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sql
from film_helpers import moments
from next_version import FRAIL, NEXT, Upgrade, upgrade
from playwright.sync_api import expect
from table_browser import Person
from table_helpers import Seat, Served, Table, seeded
from table_players import go_on, seen

from affray.files.account import read_account
from affray.files.save_text import parse_save
from affray.files.versions import OtherVersion
from affray.table.lobby import Lobby
from affray.table.watching import ToldGame

__all__ = ["seeded", "upgrade"]

pytestmark = pytest.mark.usefixtures("seeded")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """Bran has been asked whether he steps in for Ada; what was answered before stands."""
    made = Table(tmp_path / "table", "skirmish/bridge", players=2)
    ada, bran = made.players
    made.gm.must("edit", creature="Bran", set={"guard": 4})  # so that Grim goes for Ada
    ada.must("plan", name="press")
    bran.must("plan", name="brace")
    ada.must("plan", name="strike", target="Grim")
    bran.must("plan", name="strike", target="Grim")
    assert bran.view()["pending"]["question"] == "step-in"
    return made


def told(seat: Seat) -> list[dict[str, Any]]:
    lines: list[dict[str, Any]] = seat.view()["log"]
    return lines


def played_out(table: Table) -> None:
    for name in ("Ada", "Bran"):
        table.gm.must("seat", creature=name, player="bold")
    for _ in range(20):
        if table.gm.view()["over"]:
            return
        pending = table.gm.view()["pending"]
        seat = next(s for s in (table.gm, *table.players) if s.view()["pending"]["mine"])
        seat.must("plan", **{k: pending["offers"][0][k] for k in ("name", "target")})
    raise AssertionError("it does not end")


def test_it_goes_on_for_everybody_who_had_a_seat(table: Table, upgrade: Upgrade) -> None:
    before = told(table.gm)
    stood = [line["text"] for line in before].index("Grim strikes at Ada.")
    now = upgrade(*NEXT).book.version
    table.restart()
    lines = told(table.players[1])
    texts = [line["text"] for line in lines]
    assert texts[:stood] == [line["text"] for line in before[:stood]]
    assert texts[stood].startswith(f"From here version {now} of the rules holds (the fight began ")
    assert texts[stood + 1] == "Grim strikes at Ada."
    assert texts[stood + 2].startswith("Grim rolls to hit: 5d6 (")
    for old, new in zip(before[:stood], lines, strict=False):
        assert {**old, "undo": None} == {**new, "undo": None}, "rolls are data still"
    assert all(line["undo"] is None for line in told(table.gm)[: stood + 1])
    played_out(table)
    table.restart()
    assert table.gm.view()["over"]
    assert [line["text"] for line in told(table.gm)][: stood + 1] == texts[: stood + 1]


def test_what_was_taken_up_is_watched_and_forked(table: Table, upgrade: Upgrade) -> None:
    """Its moments begin where these rules hold; what was told before comes with the first."""
    upgrade(*NEXT)
    table.restart()
    played_out(table)
    film = moments(table.gm)
    assert "From here version" in film[1]["log"][-1]["text"]
    at = len(film) // 2
    answer = table.gm.client.post(f"{table.gm.at}/fork", json={"moment": at})
    assert answer.status_code == 201, answer.text
    forked = moments(Seat(table.app, answer.json()["id"], answer.json()["gm"]))
    assert [m["log"] for m in forked[: at + 1]] == [m["log"] for m in film[: at + 1]]


def test_starting_over_goes_back_to_where_these_rules_began(table: Table, upgrade: Upgrade) -> None:
    upgrade(*NEXT)
    table.restart()
    before = [line["text"] for line in told(table.gm) if not line["roll"]]
    table.gm.must("undo", to=0, fresh=True)
    after = [line["text"] for line in told(table.gm) if not line["roll"]]
    shared = next(k for k, text in enumerate(before) if text.startswith("From here version"))
    assert after[: shared + 1] == before[: shared + 1]


def test_a_finished_fight_is_watched_as_it_was_told(table: Table, upgrade: Upgrade) -> None:
    played_out(table)
    before = [seat.view() for seat in (table.gm, *table.players)]
    now = upgrade(*NEXT).book.version
    table.restart()
    line = f"Told by version 1 of Skirmish; version {now} is here now."
    for old, seat in zip(before, (table.gm, *table.players), strict=True):
        new = seat.view()
        assert new["outcome_text"] == f"{old['outcome_text']} {line}"
        assert [text["text"] for text in new["log"]] == [*(x["text"] for x in old["log"]), line]
        assert [text["rolled"] for text in new["log"][:-1]] == [x["rolled"] for x in old["log"]]
        for part in ("title", "sides", "round", "board", "creatures", "over"):
            assert new[part] == old[part], part
        assert seat.get("log", since=3).json()["log"] == new["log"][3:]
    reason = f"this fight was told by version 1 of Skirmish, and version {now} is here now"
    for command in ({"do": "undo"}, {"do": "then", "what": "again"},
                    {"do": "edit", "creature": "Ada", "set": {"wounds": 1}}):  # fmt: skip
        answer = table.gm.do(**command)
        assert (answer.status_code, reason in answer.json()["error"]) == (422, True)
    for what, asked in (("odds", {"plan": "press"}), ("moments", {}), ("film", {})):
        answer = table.gm.get(what, **asked)
        assert (answer.status_code, reason in answer.json()["error"]) == (422, True), what
    shown = table.gm.client.get(f"{table.gm.at}/watch")
    assert (shown.status_code, shown.url.path) == (200, table.gm.at), "its page says it as told"
    links = table.gm.client.post(f"{table.gm.at}/links", json={"revoke": True})
    assert [seat["name"] for seat in links.json()["seats"]] == ["Ada", "Bran"]


def test_a_position_that_cannot_be_is_watched_with_the_reason(
    table: Table, upgrade: Upgrade
) -> None:
    upgrade(*NEXT, FRAIL)
    table.restart()
    view = table.players[0].view()
    assert view["over"]
    assert "wounds: found 1, expected 0 to 0 (SK-10)" in view["outcome_text"]
    assert rows(table, "entry", "toml like '%rules = %'") == 0, "its tape stays as it was"
    upgrade(*NEXT)
    table.restart()
    assert not table.players[0].view()["over"], "rules that can read it go on with it"


def test_a_fight_of_before_says_what_it_needs(table: Table, upgrade: Upgrade) -> None:
    with Lobby(table.data).store.database.engine.begin() as db:
        db.exec_driver_sql("DELETE FROM told")
    upgrade(*NEXT)
    table.restart()
    answer = table.gm.get("view")
    assert answer.status_code == 422
    assert "no position of it was kept; 'Two at the bridge' (" in answer.json()["error"]


def test_a_fight_of_before_is_told_when_it_is_opened(table: Table, upgrade: Upgrade) -> None:
    with Lobby(table.data).store.database.engine.begin() as db:
        db.exec_driver_sql("DELETE FROM told")
    table.restart()
    table.gm.view()
    upgrade(*NEXT)
    table.restart()
    assert any(line["text"].startswith("From here version") for line in told(table.gm))


def test_two_programs_take_it_up_once(table: Table, upgrade: Upgrade) -> None:
    upgrade(*NEXT)
    one, other = Lobby(table.data), Lobby(table.data)
    for lobby in (one, other):
        assert not lobby.kept(table.id).game.fight.is_over
    assert rows(table, "entry", "toml like '%rules = %'") == 1


def rows(table: Table, name: str, where: str) -> int:
    with Lobby(table.data).store.database.engine.connect() as db:
        return int(db.execute(sql.text(f"select count(*) from {name} where {where}")).scalar_one())


def test_the_page_of_a_fight_that_was_told(table: Table, upgrade: Upgrade, person: Person) -> None:
    """The game master's page and menu draw it, and no script stumbles."""
    played_out(table)
    upgrade(*NEXT)
    table.restart()
    served = Served(table.app)
    try:
        (gm, *_) = Lobby(table.data).links(table.id, f"{served.url}/", only_gm=True)
        person.open(gm["link"])
        expect(person.page.locator("#log")).to_contain_text("Told by version 1 of Skirmish")
        expect(person.page.locator("#start")).to_contain_text(" have won.")
        person.page.locator("#open-menu").click()
        person.must_be_accessible("the menu of a fight that was told")
    finally:
        served.close()


def test_who_was_hidden_is_not_seen_by_those_who_only_watch(tmp_path: Path) -> None:
    """Neither on the board nor among the creatures, nor by what was told of it."""
    made = Table(tmp_path, "rpg-hell/gate-duel", players=1)
    made.gm.must("edit", creature="Dog", set={"hiding": "hidden"})
    lobby: Lobby = made.app.state.lobby
    account = read_account(lobby.store.told(made.id), "as told")
    while not any(line.get("unseen") for line in account.lines):
        go_on(lobby.kept(made.id))
        account = read_account(lobby.store.told(made.id), "as told")
    kept = lobby.store.load(made.id)
    assert kept is not None
    account.lines.append({"text": "The Dog sneaks.", "unseen": [[0, ["Dog"], True]]})
    other = OtherVersion(*parse_save(kept.text, "fight"), 1, 1)
    watched = ToldGame(lobby.store, kept, account, other)
    told = seen(watched, 1)
    assert "Dog" in json.dumps(seen(watched, 0)["creatures"])
    for part in ("creatures", "board"):
        assert "Dog" not in json.dumps(told[part])
    first = next(k for k, line in enumerate(account.lines) if line.get("unseen"))
    since = [line["text"] for line in told["log"][first:]]
    assert since[-2] == "Something happens, unseen."
    assert "Dog" not in " ".join(since)
    assert "The Dog sneaks." in [line["text"] for line in seen(watched)["log"]], "the master's own"
