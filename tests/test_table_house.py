"""Keeping house: fights renamed, put away, taken along as a save, deleted; by the game master."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from table_helpers import Table

from affray.cli.main import run
from affray.files.saves import load_save
from affray.table.holding import FILE

Capture = pytest.CaptureFixture[str]
FORM = {"content-type": "application/x-www-form-urlencoded", "accept": "text/html"}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path, "skirmish/bridge", players=1)


def listed(table: Table) -> str:
    """The list of fights on the start page, without those that were put away."""
    page = str(table.gm.client.get("/").text)
    return page.partition('aria-labelledby="continue"')[2].partition("</section>")[0]


def test_a_fight_is_called_otherwise(table: Table, tmp_path: Path, capsys: Capture) -> None:
    before = table.players[0].view()["seq"]
    done = table.gm.client.post(f"{table.gm.at}/title", json={"title": "  The  ford "})
    assert (done.status_code, done.json()) == (200, {"ok": True})
    assert table.gm.view()["title"] == "The ford"
    assert table.players[0].view()["seq"] > before, "everybody sees it, and is told"
    assert "The ford" in listed(table)
    table.restart()
    assert table.gm.view()["title"] == "The ford"
    assert run(["table", "--fights", "--data", str(tmp_path)]) == 0
    assert "The ford" in capsys.readouterr().out


@pytest.mark.parametrize("title", ["", "   ", "x" * 101, "a\x1b[2Jb", "\u202egnp", 3, None])
def test_a_title_that_cannot_be_shown_is_refused(table: Table, title: object) -> None:
    done = table.gm.client.post(f"{table.gm.at}/title", json={"title": title})
    assert done.status_code == 422
    assert "title" in done.json()["error"]
    assert table.gm.view()["title"] == "Two at the bridge"


def test_a_fight_is_put_away_and_comes_back(table: Table, tmp_path: Path, capsys: Capture) -> None:
    assert "Two at the bridge" in listed(table)
    assert table.gm.client.post(f"{table.gm.at}/away", json={"away": True}).status_code == 200
    assert "Two at the bridge" not in listed(table)
    assert "Put away" in table.gm.client.get("/").text
    assert run(["table", "--fights", "--data", str(tmp_path)]) == 0
    assert ", put away" in capsys.readouterr().out
    assert table.gm.view()["title"] == "Two at the bridge", "it is played all the same"
    form = table.gm.client.post(f"{table.gm.at}/away", content="away=false", headers=FORM)
    assert form.status_code == 200
    assert "Two at the bridge" in listed(table)


def test_a_save_is_data_and_has_dice_of_its_own(tmp_path: Path) -> None:
    table = Table(tmp_path / "table", "skirmish/bridge")
    table.gm.must("plan", name="press", target=None)
    while table.gm.view()["pending"] and table.gm.get("save").status_code != 200:
        offer = table.gm.view()["pending"]["offers"][0]
        table.gm.must("plan", name=offer["name"], target=offer["target"])
    done = table.gm.get("save")
    assert done.headers["content-type"] == "application/octet-stream"
    assert done.headers["content-disposition"] == 'attachment; filename="two-at-the-bridge.toml"'
    assert done.headers["content-security-policy"].startswith("sandbox")
    assert done.headers["x-content-type-options"] == "nosniff"
    path = tmp_path / "taken.toml"
    path.write_text(done.text, encoding="utf-8")
    taken = load_save(path)
    kept = table.app.state.lobby.kept(table.id).game
    assert taken.fight.live == kept.fight.live
    assert taken.players.seed != kept.players.seed
    assert kept.players.seed.hex() not in done.text


def test_a_sealed_answer_leaves_with_no_save(tmp_path: Path) -> None:
    """Neither what lies in an envelope nor what the computer has sealed on the tape."""
    table = Table(tmp_path, "skirmish/bridge", players=1)
    table.players[0].must("plan", name="brace")
    taken = table.gm.get("save")
    assert taken.status_code == 200
    assert "brace" not in taken.text
    table.players[0].must("undo")
    table.gm.must("seat", creature="Ada", player="bold")
    refused = table.gm.get("save")
    assert refused.status_code == 422
    assert "sealed answer is not shown yet" in refused.json()["error"]


def test_only_the_game_master_keeps_house(table: Table) -> None:
    player = table.players[0]
    asked = {"title": {"title": "Mine"}, "away": {"away": True}, "delete": {"sure": table.id}}
    for name, body in asked.items():
        done = player.client.post(f"{player.at}/{name}", json=body)
        assert (done.status_code, done.json()["error"]) == (
            403,
            "only the game master keeps house",
        )
    assert player.get("save").status_code == 403
    assert player.get("house").status_code == 403
    player.client.cookies.clear()
    for name, body in asked.items():
        assert player.client.post(f"{player.at}/{name}", json=body).status_code == 403
    elsewhere = {"origin": "http://elsewhere"}
    done = table.gm.client.post(f"{table.gm.at}/delete", json=asked["delete"], headers=elsewhere)
    assert done.status_code == 403
    assert table.gm.view()["title"] == "Two at the bridge"


def test_deleting_is_asked_twice_and_goes_to_the_trash(table: Table, tmp_path: Path) -> None:
    client = table.gm.client
    assert "Delete" in client.get(f"{table.gm.at}/house").text
    unsure = client.post(f"{table.gm.at}/delete", json={})
    assert unsure.status_code == 422
    asked = client.post(f"{table.gm.at}/delete", content="", headers=FORM)
    assert "Yes, delete it" in asked.text
    assert table.gm.view()["title"] == "Two at the bridge", "not yet"
    done = client.post(f"{table.gm.at}/delete", content=f"sure={table.id}", headers=FORM)
    assert done.status_code == 200
    assert done.url.path == "/"
    for seat in (table.gm, *table.players):
        assert seat.client.get(f"{seat.at}/view").status_code == 403
        assert seat.post(cmd_id="too-late", seq=1, do="undo").status_code == 403
    with sqlite3.connect(tmp_path / FILE) as db:
        for name in ("fight", "chair", "link", "entry", "command"):
            assert db.execute(f"SELECT count(*) FROM {name}").fetchone() == (0,)
    db.close()
    save = tmp_path / "trash" / f"{table.id}.toml"
    assert load_save(save).fight.encounter.title == "Two at the bridge"


def test_a_command_on_its_way_to_a_deleted_fight_is_refused(table: Table) -> None:
    kept = table.app.state.lobby.kept(table.id)
    kept.store.delete(table.id)
    table.app.state.lobby.store.chair_of = lambda fight, token: 0  # its link was looked at before
    late = table.gm.post(cmd_id="too-late", seq=1, do="undo")
    assert late.status_code == 422
    assert "not there any more" in late.json()["error"]


def test_what_a_browser_sends_is_shown_as_text(table: Table) -> None:
    script = '<script>alert(1)</script>"><img src=x onerror=alert(1)>'
    table.gm.client.post(f"{table.gm.at}/title", json={"title": script})
    for page in (table.gm.client.get("/"), table.gm.get("house"), table.gm.client.get(table.gm.at)):
        assert "<script>alert" not in page.text
        assert "<img src=x" not in page.text
        assert "script-src 'self'" in page.headers["content-security-policy"]
