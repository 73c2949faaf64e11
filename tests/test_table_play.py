"""Several seats at one fight: what nobody else is sent, who takes back what, dice, restarts."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from table_helpers import Seat, Table, seeded

__all__ = ["seeded"]


@pytest.fixture
def bridge(tmp_path: Path, seeded: None) -> Table:
    """Ada and Bran, each played by a person of their own, against the computer."""
    return Table(tmp_path, "skirmish/bridge", players=2)


@pytest.fixture
def alone(tmp_path: Path, seeded: None) -> Table:
    return Table(tmp_path, "skirmish/bridge")


# Secrets


def everything_sent(seat: Seat) -> str:
    """Every answer this seat can get, with what names the fight left out."""
    view = seat.view()
    offers = (view["pending"] or {"offers": []})["offers"]
    answers = [view, seat.get("log").json(), seat.get("log", since=1).json()]
    for name in ("press", "brace", *(offer["name"] for offer in offers)):
        answers.append(seat.get("odds", plan=name).json())
    answers.append(seat.do("plan", name="no-such-plan").json())
    with (
        TestClient(seat.client.app) as client,
        client.websocket_connect(
            f"{seat.at}/events?since=0", headers={"cookie": seat.cookie}
        ) as line,
    ):
        answers.append(line.receive_json())
    return json.dumps(answers).replace(view["id"], "ID")


def test_a_sealed_choice_is_nowhere_to_be_found(tmp_path: Path, seeded: None) -> None:
    """Whatever Ada seals, what the others are sent is the same to the last letter."""
    sent: dict[str, list[str]] = {}
    for stance in ("press", "brace"):
        table = Table(tmp_path / stance, "skirmish/bridge", players=2)
        ada, bran = table.players
        ada.must("plan", name=stance)
        assert bran.view()["pending"]["secret"]
        sent[stance] = [everything_sent(seat) for seat in (bran, table.gm)]
        table.restart()
        sent[stance] += [everything_sent(seat) for seat in (bran, table.gm)]
        told = bran.must("plan", name="press")["log"]
        assert f"Ada takes a stance: {stance}." in [line["text"] for line in told]
    assert sent["press"] == sent["brace"]
    assert "Bran" in sent["press"][0]


def test_another_seat_may_not_ask_for_odds(bridge: Table) -> None:
    ada, bran = bridge.players
    bran.must("plan", name="press")
    answer = bran.get("odds", plan="press")
    assert (answer.status_code, answer.json()["error"]) == (403, "it is for Ada to answer")
    assert ada.get("odds", plan="press").status_code == 200


# Taking back


def test_who_may_take_back_what(bridge: Table) -> None:
    ada, bran = bridge.players
    assert ada.do("undo").status_code == 403, "nothing to take back yet"
    ada.must("plan", name="press")
    assert ada.view()["me"]["undo"]
    assert not bran.view()["me"]["undo"]
    assert bran.do("undo").status_code == 403
    assert ada.must("undo")["pending"]["mine"], "her own, and still sealed"
    ada.must("plan", name="brace")
    bran.must("plan", name="press")
    answer = bran.do("undo")
    assert answer.status_code == 403
    assert "has been shown" in answer.json()["error"]
    ada.must("plan", name="strike", target="Grim")
    assert bran.do("undo").status_code == 403, "it was Ada's"
    assert ada.do("undo", fresh=True).status_code == 403
    assert ada.do("undo", to=0).status_code == 403
    assert "dice have been rolled since" in ada.do("undo").json()["error"]
    bridge.gm.must("habit", undo="friendly")
    assert ada.must("undo")["pending"]["mine"]


def test_the_game_master_undoes_to_a_line(bridge: Table) -> None:
    ada, bran = bridge.players
    ada.must("plan", name="press")
    bran.must("plan", name="press")
    ada.must("plan", name="strike", target="Grim")
    assert all(line["undo"] is None for line in ada.view()["log"])
    lines = bridge.gm.view()["log"]
    stance = next(line for line in lines if line["text"] == "Ada takes a stance: press.")
    strike = next(line for line in lines if line["text"] == "Ada strikes at Grim.")
    rolled = [line["text"] for line in lines if line["roll"]]
    view = bridge.gm.must("undo", to=strike["undo"])
    assert view["pending"]["name"] == "Ada"
    ada.must("plan", name="strike", target="Grim")
    again = [line["text"] for line in ada.view()["log"] if line["roll"]]
    assert again[0] == rolled[0], "the same roll has the same dice"
    view = bridge.gm.must("undo", to=stance["undo"])
    assert view["pending"]["secret"]
    assert bridge.gm.do("undo", to=999).status_code == 422


def test_the_game_master_starts_over_with_the_seats_as_they_are(tmp_path: Path) -> None:
    """The computer moved before anybody could sit down: the fight is begun anew with a person."""
    table = Table(tmp_path, "story-mode/crypt")
    moved = [line["text"] for line in table.gm.view()["log"]]
    assert any("Lich" in text for text in moved), "it has had its turn, or a part in one"
    for creature in ("Lich", "Revenant", "Alex", "Eldrin", "Lena"):
        table.gm.must("seat", creature=creature, player="person")
    table.gm.must("seat", creature="Alex", typed_dice=True)
    view = table.gm.must("undo", to=0, fresh=True)
    assert view["pending"]["kind"] == "dice", "Alex rolls for Initiative, by hand"
    assert view["pending"]["who"] == 0
    assert len(view["log"]) < len(moved)


def test_fresh_dice_are_for_the_game_master_to_give(alone: Table) -> None:
    alone.gm.must("plan", name="press")
    alone.gm.must("plan", name="press")
    first = alone.gm.must("plan", name="strike", target="Grim")["log"]
    seen = set()
    for _ in range(8):
        alone.gm.must("undo", fresh=True)
        told = alone.gm.must("plan", name="strike", target="Grim")["log"]
        seen.add(next(line["text"] for line in told if line["roll"]))
    assert len(seen) > 1
    assert first


# The game master's hand


def test_edits_are_the_game_masters(bridge: Table) -> None:
    change = {"creature": "Ada", "set": {"wounds": 2}}
    assert bridge.players[0].do("edit", **change).status_code == 403
    view = bridge.gm.must("edit", **change)
    assert view["creatures"][0]["card"]["stats"][0]["value"] == 2
    assert view["log"][-2]["text"] == "By hand, Ada: wounds = 2."
    view = bridge.gm.must("edit", creature="Ada", set={"wounds": "1"})
    assert view["creatures"][0]["card"]["stats"][0]["value"] == 1
    bridge.gm.must("undo")
    assert bridge.gm.view()["creatures"][0]["card"]["stats"][0]["value"] == 2


def test_seats_change_hands(bridge: Table) -> None:
    ada, bran = bridge.players
    assert ada.do("seat", creature="Ada", player="bold").status_code == 403
    assert ada.do("seat", creature="Bran", typed_dice=True).status_code == 403
    view = bridge.gm.must("seat", creature="Ada", player="bold")
    assert view["pending"]["name"] == "Bran", "the computer went on at once"
    assert view["creatures"][0]["player"] == "bold"
    bridge.restart()
    assert bran.view()["creatures"][0]["player"] == "bold"


def test_all_seats_the_computers(alone: Table) -> None:
    alone.gm.must("seat", creature="Ada", player="bold")
    view = alone.gm.must("seat", creature="Bran", player="careful")
    assert view["over"]
    assert view["pending"] is None
    assert re.fullmatch(r"The (heroes|foes) have won\.", view["outcome_text"])
    assert alone.gm.do("plan", name="press").status_code == 422
    if view["outcome_text"] == "The heroes have won.":
        assert alone.gm.must("then", what="again")["log"]


# Dice


def test_dice_rolled_by_hand(bridge: Table) -> None:
    ada, bran = bridge.players
    ada.must("seat", creature="Ada", typed_dice=True)
    bridge.gm.must("seat", creature="Grim", typed_dice=True)
    ada.must("plan", name="press")
    bran.must("plan", name="press")
    pending = ada.must("plan", name="strike", target="Grim")["pending"]
    assert (pending["kind"], pending["mine"], pending["needs"]) == ("dice", True, [[4, 6]])
    assert bran.view()["pending"]["prompt"] == "waiting for Ada"
    assert bran.do("dice", faces=[1]).status_code == 403
    assert ada.do("plan", name="press").status_code == 422
    for faces in ([1, 2, 3], [1, 2, 3, 7], [0, 1, 1, 1], [1, 2, 3, 4, 5]):
        assert ada.do("dice", faces=faces).status_code == 422
    owed = bridge.gm.view()["pending"]
    assert (owed["mine"], owed["name"], owed["needs"]) == (True, "Grim", [[2, 6]]), "he braces"
    seen = ada.must("dice", faces=[6, 6, 5, 6])["pending"]
    assert (seen["mine"], seen["prompt"]) == (False, "waiting for Grim")
    bridge.restart()
    assert bridge.gm.view()["pending"]["needs"] == [[2, 6]]
    bridge.gm.must("dice", faces=[2, 1])
    line = next(line for line in bridge.gm.view()["log"] if line["roll"])
    assert "4d6 (6 6 5 6) = 23 against 2d6 (2 1) = 3: yes" in line["text"]
    assert line["typed"]
    assert ada.view()["pending"]["needs"] == [[2, 6]], "now the armor"
    ada.must("dice", faces=[])
    assert not [line for line in ada.view()["log"] if line["roll"]][1]["typed"]


def test_dice_half_typed_when_the_other_hand_is_handed_over(bridge: Table) -> None:
    ada, bran = bridge.players
    ada.must("seat", creature="Ada", typed_dice=True)
    bridge.gm.must("seat", creature="Grim", typed_dice=True)
    ada.must("plan", name="press")
    bran.must("plan", name="press")
    ada.must("plan", name="strike", target="Grim")
    ada.must("dice", faces=[6, 6, 6, 6])
    bridge.gm.must("seat", creature="Grim", typed_dice=False)
    line = next(line["text"] for line in ada.view()["log"] if line["roll"])
    assert "4d6 (6 6 6 6) = 24 against 2d6" in line


# Starting again


@pytest.mark.parametrize("name", ["skirmish/bridge", "dungeoneers-tactics/duel"])
def test_a_server_started_again_before_every_command(
    name: str, tmp_path: Path, seeded: None
) -> None:
    """Plans half carried out and dice half typed are taken up where they were."""
    ends = []
    for server in ("steady", "restless"):
        table = Table(tmp_path / server, name)
        for creature in table.gm.view()["creatures"]:
            table.gm.must("seat", creature=creature["name"], typed_dice=creature["side"] == 0)
        for k in range(27):
            if server == "restless":
                before = table.gm.view()
                table.restart()
                assert table.gm.view() == before
            _go_on(table.gm, k)
        ends.append(json.dumps(table.gm.view()).replace(table.id, "ID"))
    assert ends[0] == ends[1]


def _go_on(seat: Seat, k: int) -> None:
    """Something that can be done now, the k-th time it is asked for."""
    pending = seat.view()["pending"]
    if pending is None or k % 13 == 12:
        seat.must("undo")
    elif pending["kind"] == "dice":
        seat.must("dice", faces=[1 + (k + j) % s for n, s in pending["needs"] for j in range(n)])
    elif pending["number"]:
        option = str(pending["number"]["low"])
        seat.must("answer", question=pending["question"], option=option)
    else:
        offer = pending["offers"][k % len(pending["offers"])]
        seat.must("plan", name=offer["name"], target=offer["target"])


# The line that says when to look


def test_the_line_tells_of_every_command(bridge: Table) -> None:
    ada, bran = bridge.players
    headers = {"cookie": bran.cookie, "origin": "http://testserver"}
    with TestClient(bridge.app) as client:
        seq = client.get(f"{bran.at}/view", headers=headers).json()["seq"]
        with client.websocket_connect(f"{bran.at}/events?since={seq}", headers=headers) as line:
            body = {"cmd_id": "a-command", "seq": seq, "do": "plan", "name": "press"}
            mine = {"cookie": ada.cookie}
            assert client.post(f"{ada.at}/commands", json=body, headers=mine).status_code == 200
            assert line.receive_json() == {"seq": seq + 1}
        with client.websocket_connect(f"{bran.at}/events?since=1", headers=headers) as line:
            assert line.receive_json() == {"seq": seq + 1}, "from any number on"


def test_the_line_of_a_seat_that_is_called_back_is_closed(bridge: Table) -> None:
    ada, bran = bridge.players
    headers = {"cookie": bran.cookie, "origin": "http://testserver"}
    with TestClient(bridge.app) as client:
        seq = client.get(f"{bran.at}/view", headers=headers).json()["seq"]
        with client.websocket_connect(f"{bran.at}/events?since={seq}", headers=headers) as line:
            gm = {"cookie": bridge.gm.cookie}
            body = {"seat": "Bran", "revoke": True}
            assert client.post(f"{bran.at}/links", json=body, headers=gm).status_code == 200
            with pytest.raises(WebSocketDisconnect) as gone:
                line.receive_json()
            assert gone.value.reason == "the game master has taken this seat back"
            assert ada.view()["seq"], "the others still sit"


@pytest.mark.parametrize("wrong", [{"cookie": "x=y"}, {"origin": "http://elsewhere.example"}])
def test_the_line_is_for_seats_of_this_site(bridge: Table, wrong: dict[str, str]) -> None:
    headers = {"cookie": bridge.gm.cookie, **wrong}
    with (
        TestClient(bridge.app) as client,
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"{bridge.gm.at}/events", headers=headers),
    ):
        pass
