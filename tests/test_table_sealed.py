"""Sealed answers: however they are given, what reaches the other seats is the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from table_helpers import Seat, Table, seeded

__all__ = ["seeded"]

Declares = Callable[[Seat], Any]


def at_once(regdar: Seat) -> None:
    regdar.must("plan", name="stay")


def piece_by_piece(regdar: Seat) -> None:
    regdar.must("plan", name="go")
    regdar.must("answer", question="bearing", option="45")
    regdar.must("answer", question="feet", option="7")


def after_a_second_thought(regdar: Seat) -> None:
    regdar.must("plan", name="go")
    regdar.must("undo")
    regdar.must("plan", name="go")
    regdar.must("answer", question="bearing", option="3")
    regdar.must("undo")
    piece_by_piece(regdar)


def duel(data: Path) -> Table:
    """Regdar and the orc, each a person's; the game master plays the orc."""
    table = Table(data, "plunder/regdar-and-the-orc", players=1)
    table.gm.must("seat", creature="Orc", player="person")
    return table


def sent_to(seat: Seat, declares: Declares, regdar: Seat) -> str:
    """All that one seat is sent while another declares, and what it is told when it may know."""
    headers = {"cookie": seat.cookie, "origin": "http://testserver"}
    seq = seat.view()["seq"]
    with TestClient(seat.client.app) as client:
        line = client.websocket_connect(f"{seat.at}/events?since={seq}", headers=headers)
        with line as news:
            declares(regdar)
            told = [news.receive_json()]
            stale = seat.post(cmd_id="seen-before", seq=seq, do="undo")
            told += [seat.view(), seat.get("log").json(), stale.json()]
            told += [seat.get("odds", plan=name).json() for name in ("stay", "back-away")]
            seat.must("plan", name="stay")
            told += [news.receive_json()]
    return json.dumps(told).replace(seat.view()["id"], "ID")


@pytest.mark.parametrize("declares", [piece_by_piece, after_a_second_thought])
def test_nobody_can_count_what_a_sealed_answer_took(
    declares: Declares, tmp_path: Path, seeded: None
) -> None:
    """One command or eight: the numbers the others see move once, when they are asked."""
    sent = []
    for k, way in enumerate((at_once, declares)):
        table = duel(tmp_path / str(k))
        sent.append(sent_to(table.gm, way, table.players[0]))
    assert sent[0] == sent[1]


def test_half_an_answer_is_no_answer_yet(tmp_path: Path, seeded: None) -> None:
    """While Regdar is between two questions, nothing has happened for anybody else."""
    table = duel(tmp_path)
    gm, regdar = table.gm, table.players[0]
    before = gm.view()
    regdar.must("plan", name="go")
    assert gm.view() == before
    assert gm.do("undo").status_code == 403, "there is nothing one could take back"
    table.restart()
    assert gm.view() == before
    assert regdar.view()["pending"]["question"] == "bearing"
    assert regdar.must("undo")["pending"]["question"] == "move"
    assert gm.view() == before


def test_the_other_may_reconsider_until_the_answer_is_whole(tmp_path: Path, seeded: None) -> None:
    table = duel(tmp_path)
    gm, regdar = table.gm, table.players[0]
    regdar.must("plan", name="stay")
    gm.must("plan", name="go")
    assert regdar.view()["me"]["undo"], "the orc has not answered yet"
    assert regdar.must("undo")["pending"]["question"] == "move"
    assert not gm.view()["pending"]["mine"]
    regdar.must("plan", name="stay")
    assert gm.view()["pending"]["question"] == "move", "asked from the start"
    gm.must("plan", name="stay")
    assert regdar.view()["me"]["undo"]["asks"], "it has been shown"
    assert "Phase: ranged." in regdar.log()


def test_the_world_shown_is_the_one_before_the_first_sealed_answer(
    tmp_path: Path, seeded: None
) -> None:
    """What a step did before it asked is told at once, and does not come and go."""
    table = Table(tmp_path, "skirmish/bridge", players=2)
    ada, bran = table.players
    assert ada.view()["round"] == bran.view()["round"] == 1
    ada.must("plan", name="press")
    assert ada.view()["round"] == bran.view()["round"] == 1
