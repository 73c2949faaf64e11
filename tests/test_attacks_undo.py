"""A cheat who rolls, looks and chooses otherwise: what may be taken back, by whom, told to whom."""

from __future__ import annotations

from pathlib import Path

import pytest
from attack_helpers import strike
from fastapi.testclient import TestClient
from table_helpers import Seat, Table, seeded

__all__ = ["seeded"]

BRIDGE = "skirmish/bridge"


@pytest.fixture
def bridge(tmp_path: Path, seeded: None) -> Table:
    return Table(tmp_path, BRIDGE, players=2)


def test_nobody_rolls_looks_and_chooses_otherwise(bridge: Table) -> None:
    """The cheat that worked eight times out of eight, with nothing in the log."""
    strike(bridge)
    ada = bridge.players[0]
    before = ada.view()
    for _ in range(8):
        answer = ada.do("undo")
        assert answer.status_code == 403
        assert answer.json()["error"] == "dice have been rolled since; ask the game master for it"
    assert ada.view() == before


def test_a_player_asks_and_the_game_master_grants(bridge: Table) -> None:
    view = strike(bridge)
    ada, bran = bridge.players
    undo = view["me"]["undo"]
    assert undo["asks"] == "dice have been rolled since"
    assert undo["what"].startswith("Ada: Grim; Ada strikes at Grim; Ada rolls to hit")
    assert not undo["asked"]
    assert ada.must("ask-undo")["me"]["undo"]["asked"]
    assert bran.do("answer-undo", seat="Ada", grant=True).status_code == 403
    bridge.restart()
    (asked,) = bridge.gm.view()["undo_asked"]
    assert asked["seat"] == "Ada"
    assert asked["what"].startswith("Ada: Grim; Ada strikes at Grim")
    bridge.gm.must("answer-undo", seat="Ada", grant=True)
    assert ada.view()["pending"]["name"] == "Ada"
    for seat in (bridge.gm, ada, bran):
        line = seat.view()["log"][-1]
        assert line["beside"]
        assert line["text"].startswith("Taken back by Ada (granted by Game master): Ada: Grim; Ada")
        assert "rolls to hit" in line["text"], "what was taken back"
    assert not bridge.gm.view()["undo_asked"]


def test_what_was_told_stays_as_it_was_told_whoever_plays_whom_later(bridge: Table) -> None:
    """A line of the log named more after the server's restart than before, or less."""
    strike(bridge)
    bridge.gm.must("undo")
    told = bridge.gm.log()[-1]
    assert told.startswith("Taken back by Game master: Ada: Grim; Ada strikes at Grim")
    for creature, player in (("Ada", "bold"), ("Bran", "bold"), ("Grim", "person")):
        bridge.gm.must("seat", creature=creature, player=player)
    bridge.restart()
    assert told in bridge.gm.log()
    assert 'people = ["Ada", "Bran"]' in bridge.gm.get("save").text


def test_what_was_refused_stands(bridge: Table) -> None:
    strike(bridge)
    ada = bridge.players[0]
    ada.must("ask-undo")
    before = ada.log()
    bridge.gm.must("answer-undo", seat="Ada", grant=False)
    assert ada.log() == before
    assert not ada.view()["me"]["undo"]["asked"]
    assert bridge.gm.do("answer-undo", seat="Ada", grant=True).status_code == 422


def test_who_asked_may_withdraw(bridge: Table) -> None:
    strike(bridge)
    ada, bran = bridge.players
    assert bran.do("withdraw-undo").status_code == 422
    ada.must("ask-undo")
    ada.must("withdraw-undo")
    assert not ada.view()["me"]["undo"]["asked"]
    assert not bridge.gm.view()["undo_asked"]
    assert bridge.gm.do("answer-undo", seat="Ada", grant=True).status_code == 422


def test_every_undo_is_a_line_for_all(bridge: Table) -> None:
    """Also the game master's, also those of before a restart, also after one further back."""
    strike(bridge)
    ada, bran = bridge.players
    bridge.gm.must("undo")
    ada.must("plan", name="strike", target="Snick")
    bridge.gm.must("undo", fresh=True)
    bridge.gm.must("undo", to=0)
    bridge.restart()
    for seat in (bridge.gm, ada, bran):
        told = [line["text"] for line in seat.view()["log"] if line["beside"]]
        assert [text.split(":")[0] for text in told] == [
            "Taken back by Game master",
            "Taken back by Game master, for new dice",
            "Taken back by Game master",
        ]
        assert "Ada: Grim" in told[0]
        assert "Ada: Snick" in told[1]
        assert "Ada: press" in told[2]


def test_typed_dice_stand(tmp_path: Path) -> None:
    """Type low, look, take back and type high: not without the game master."""
    table = Table(tmp_path, "skirmish/duel", players=1)
    ada = table.players[0]
    ada.must("seat", creature="Ada", typed_dice=True)
    ada.must("plan", name="press")
    pending = ada.view()["pending"]
    while pending["kind"] != "dice":
        ada.must("plan", name="strike", target="Grim")
        pending = ada.view()["pending"]
    ada.must("dice", faces=[1] * sum(n for n, _ in pending["needs"]))
    answer = ada.do("undo")
    assert answer.status_code == 403
    assert "dice have been rolled since" in answer.json()["error"]
    table.gm.must("habit", undo="friendly")
    ada.must("undo")
    assert any("(1 1 1" in line for line in ada.log() if line.startswith("Taken back by Ada"))


def test_half_a_roll_that_was_typed_stands(tmp_path: Path) -> None:
    """Two type a roll, and one has: it is not on the tape yet, but it lies on the table."""
    table = Table(tmp_path, BRIDGE, players=2)
    ada, bran = table.players
    for creature in ("Grim", "Snick"):
        table.gm.must("seat", creature=creature, player="person", typed_dice=True)
    ada.must("seat", creature="Ada", typed_dice=True)
    for seat in (ada, bran, table.gm, table.gm):
        seat.must("plan", name="press")
    ada.must("plan", name="strike", target="Grim")
    if table.gm.view()["pending"]["kind"] == "plan":
        table.gm.must("plan", name="no")
    pending = ada.view()["pending"]
    ada.must("dice", faces=[1] * sum(n for n, _ in pending["needs"]))
    assert table.app.state.lobby.kept(table.id).game.typed, "the other hand is awaited"
    assert ada.do("undo").status_code == 403


def test_what_has_led_to_nothing_is_taken_back_freely(bridge: Table) -> None:
    ada = bridge.players[0]
    ada.must("plan", name="press")
    undo = ada.view()["me"]["undo"]
    assert (undo["what"], undo["asks"]) == ("Ada: Press", "")
    assert ada.do("ask-undo").status_code == 422
    assert ada.must("undo")["pending"]["mine"]


HABITS = {"friendly": (200, 200), "fair": (200, 403), "strict": (200, 403)}


@pytest.mark.parametrize("habit", HABITS)
def test_a_table_holds_it_as_it_was_begun(habit: str, tmp_path: Path) -> None:
    """After a roll; before the last has sealed one may always think again, and the game master
    may in every case."""
    table = Table(tmp_path, BRIDGE)
    made = TestClient(table.app).post("/fights", json={"encounter": BRIDGE, "undo": habit}).json()
    gm = Seat(table.app, made["id"], made["gm"])
    ada, bran = (Seat(table.app, made["id"], seat["link"]) for seat in made["seats"])
    assert ada.view()["table"] == {
        "undo": habit, "seeded": False, "patience": 0, "advice": False,
    }  # fmt: skip
    ada.must("plan", name="press")
    assert ada.do("undo").status_code == HABITS[habit][0]
    if ada.view()["pending"]["mine"]:
        ada.must("plan", name="press")
    bran.must("plan", name="press")
    ada.must("plan", name="strike", target="Grim")
    assert ada.do("undo").status_code == HABITS[habit][1]
    gm.must("undo")


def test_a_table_is_friendly_to_one_and_fair_among_several(tmp_path: Path) -> None:
    table = Table(tmp_path, BRIDGE)
    assert table.gm.view()["table"]["undo"] == "friendly"
    Seat(table.app, table.id, table.links["seats"][0]["link"]).view()
    assert table.gm.view()["table"]["undo"] == "fair"


def test_only_the_game_master_changes_it_and_all_are_told(bridge: Table) -> None:
    ada = bridge.players[0]
    assert ada.do("habit", undo="friendly").status_code == 403
    bridge.gm.must("habit", undo="strict")
    bridge.restart()
    assert ada.log()[-1] == "Undo is strict from here on, says Game master."
    assert ada.view()["table"]["undo"] == "strict"
    assert ada.do("habit", undo="lenient").status_code == 422


def test_second_thoughts_about_what_is_sealed_are_nobodys_business(bridge: Table) -> None:
    """Until the last is in it is on no tape: there is nothing that was taken back."""
    ada, bran = bridge.players
    ada.must("plan", name="press")
    before = bran.view()
    ada.must("undo")
    ada.must("plan", name="brace")
    assert bran.view()["log"] == before["log"]
    assert bran.view()["pending"] == before["pending"]
    bran.must("plan", name="press")
    assert "Ada takes a stance: brace." in bran.log()
    assert not any(text.startswith("Taken back") for text in [*bran.log(), *ada.log()])
