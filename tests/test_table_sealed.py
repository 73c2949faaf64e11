"""Sealed answers: however they are given, what reaches the other seats is the same."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from table_helpers import Seat, Table, heard, seeded

from affray.fight.decisions import answers

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
            told = [heard(news, seq + 1)]
            stale = seat.post(cmd_id="seen-before", seq=seq, do="undo")
            told += [seat.view(), seat.get("log").json(), stale.json()]
            told += [seat.get("odds", plan=name).json() for name in ("stay", "back-away")]
            told += [heard(news, seat.must("plan", name="stay")["seq"])]
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


def test_all_are_asked_at_once_and_may_reconsider_until_the_last_is_in(
    tmp_path: Path, seeded: None
) -> None:
    table = duel(tmp_path)
    gm, regdar = table.gm, table.players[0]
    assert gm.view()["pending"]["mine"]
    assert regdar.view()["pending"]["mine"]
    gm.must("plan", name="stay")  # the orc comes second in the rules' order
    assert not gm.view()["pending"]["mine"]
    assert gm.view()["me"]["undo"] == {"what": "Orc: Stay here", "asks": "", "asked": False}
    assert gm.must("undo")["pending"]["question"] == "move"
    gm.must("plan", name="go")
    regdar.must("plan", name="stay")
    assert regdar.view()["pending"]["sealing"]["mine"][0]["choice"] == "Stay here"
    assert regdar.must("change", creature="Regdar")["pending"]["question"] == "move"
    assert gm.view()["pending"]["question"] == "bearing", "his own answer stands as far as it went"
    regdar.must("plan", name="stay")
    gm.must("undo")
    gm.must("plan", name="stay")
    assert regdar.view()["me"]["undo"]["asks"], "it has been shown"
    assert "Phase: ranged." in regdar.log()
    assert not any(text.startswith("Taken back") for text in regdar.log()), "it was on no tape"


def test_the_world_shown_is_the_one_before_the_first_sealed_answer(
    tmp_path: Path, seeded: None
) -> None:
    """What a step did before it asked is told at once, and does not come and go."""
    table = Table(tmp_path, "skirmish/bridge", players=2)
    ada, bran = table.players
    assert ada.view()["round"] == bran.view()["round"] == 1
    ada.must("plan", name="press")
    assert ada.view()["round"] == bran.view()["round"] == 1


# All at once


def asked(seat: Seat) -> Any:
    return seat.view()["pending"]


ORDERS = [("ada", "bran", "gm"), ("gm", "bran", "ada"), ("bran", "ada", "gm")]


def at_the_bridge(data: Path) -> tuple[Table, dict[str, Seat]]:
    """Ada, Bran and, with Grim, the game master are asked; Snick is the computer's."""
    table = Table(data, "skirmish/bridge", players=2)
    table.gm.must("seat", creature="Grim", player="person")
    return table, {"ada": table.players[0], "bran": table.players[1], "gm": table.gm}


def test_the_tape_is_the_same_in_whatever_order_answers_come(tmp_path: Path, seeded: None) -> None:
    stances = {"ada": "press", "bran": "brace", "gm": "press"}
    tapes = []
    for k, order in enumerate(ORDERS):
        table, seats = at_the_bridge(tmp_path / str(k))
        for n, who in enumerate(order):
            assert asked(seats[who])["mine"]
            assert asked(seats[who])["sealing"]["sealed"] == n
            seats[who].must("plan", name=stances[who])
        kept = table.app.state.lobby.kept(table.id)
        tapes.append((kept.store.tape(table.id), kept.game.fight.story))
        table.restart()
        assert table.app.state.lobby.kept(table.id).game.fight.story == tapes[-1][1]
    assert tapes[0] == tapes[1] == tapes[2]


def test_what_is_sealed_outlives_a_restart_and_nobody_elses_clicks(
    tmp_path: Path, seeded: None
) -> None:
    table, seats = at_the_bridge(tmp_path)
    ada, bran, gm = seats.values()
    seen = bran.view()["seq"]
    ada.must("plan", name="brace")
    table.restart()
    (own,) = asked(ada)["sealing"]["mine"]
    assert (own["choice"], own["sealed"]) == ("Brace", True)
    assert asked(gm)["sealing"]["waiting"] == ["Bran"]
    gm.must("plan", name="press")
    seen = bran.view()["seq"]
    ada.must("change", creature="Ada")
    ada.must("plan", name="press")
    done = bran.post(cmd_id="seen-before", seq=seen, do="plan", name="press")
    assert done.status_code == 200, "what he was asked is the same, whatever the others sealed"
    assert "Ada takes a stance: press." in bran.log()


def test_who_answers_for_several_gets_one_form(tmp_path: Path, seeded: None) -> None:
    table = Table(tmp_path, "skirmish/bridge")
    gm = table.gm
    mine = asked(gm)["sealing"]["mine"]
    assert [one["name"] for one in mine] == ["Ada", "Bran"]
    assert [[p["label"] for p in one["plans"]] for one in mine] == [["Press", "Brace"]] * 2
    assert all(0 <= one["suggested"] < 2 for one in mine)
    refused = gm.do("seal", plans=[{"creature": "Ada"}, {"creature": "Bran", "name": "flee"}])
    assert refused.status_code == 422
    assert asked(gm)["sealing"]["mine"] == mine, "all of it, or nothing"
    assert gm.must("turn-to", creature="Bran")["pending"]["name"] == "Bran"
    gm.must("seal", plans=[{"creature": "Ada", "name": "brace"}, {"creature": "Bran"}])
    assert "Ada takes a stance: brace." in gm.log()


def test_an_edit_keeps_what_is_legal_still_and_says_what_is_not(
    tmp_path: Path, seeded: None
) -> None:
    table = Table(tmp_path, "plunder/regdar-and-the-orc", players=1)
    gm, regdar = table.gm, table.players[0]
    gm.must("seat", creature="Orc", player="person")
    regdar.must("plan", name="close", target="Orc")
    gm.must("edit", creature="Orc", set={"hp": 3})
    (own,) = asked(regdar)["sealing"]["mine"]
    assert (own["choice"], own["sealed"], own["lost"]) == ("Close with Orc", True, "")
    gm.must("edit", creature="Regdar", set={"prone": 1})
    (own,) = asked(regdar)["sealing"]["mine"]
    assert (own["choice"], own["sealed"], own["lost"]) == ("", False, "Close with Orc")
    assert asked(regdar)["mine"]
    assert asked(gm)["sealing"]["lost"] == ["Regdar"], "whose, and not what"
    assert "Close with" not in json.dumps(asked(gm)["sealing"]["mine"])
    assert asked(gm)["mine"], "and the orc is asked as before"


def test_the_game_master_or_the_computer_answers_for_one_who_is_away(
    tmp_path: Path, seeded: None
) -> None:
    _, seats = at_the_bridge(tmp_path)
    ada, bran, gm = seats.values()
    assert bran.do("answer-for", seat="Ada", how="me").status_code == 403
    gm.must("plan", name="press")
    bran.must("answer", question="stance", option="brace")
    assert gm.do("answer-for", seat="Bran", how="computer").status_code == 422, "he has sealed"
    gm.must("answer-for", seat="Ada", how="me")
    assert asked(gm)["name"] == "Ada"
    assert asked(ada)["mine"], "and so is she, should she come back"
    gm.must("turn-to", creature="Ada")
    gm.must("plan", name="brace", creature="Ada")
    assert "Ada takes a stance: brace." in bran.log()
    gm.must("answer-for", seat="Ada", how="computer")
    assert asked(ada)["name"] != "Ada" or not asked(ada)["mine"]


def test_whoever_is_answered_for_can_be_asked_again(tmp_path: Path, seeded: None) -> None:
    _, seats = at_the_bridge(tmp_path)
    ada, _, gm = seats.values()
    assert gm.view()["answered_for"] == []
    assert gm.do("answer-for", seat="Ada", how="them").status_code == 422, "she does"
    gm.must("answer-for", seat="Ada", how="me")
    assert gm.view()["answered_for"] == [{"seat": "Ada", "by": "me"}]
    assert ada.do("answer-for", seat="Ada", how="them").status_code == 403
    gm.must("plan", name="brace", creature="Ada")
    gm.must("answer-for", seat="Ada", how="them")
    assert asked(ada)["mine"], "what was sealed for her is out again"
    assert asked(gm)["name"] == "Grim"
    gm.must("answer-for", seat="Ada", how="computer")
    assert not asked(ada)["mine"]
    assert gm.view()["answered_for"] == [{"seat": "Ada", "by": "computer"}]
    gm.must("answer-for", seat="Ada", how="them")
    assert asked(ada)["mine"]
    ada.must("plan", name="press")
    assert gm.view()["answered_for"] == [], "what she sealed herself is nobody's to take out"
    assert gm.do("answer-for", seat="Ada", how="them").status_code == 422


def granted(table: Table, seat: str, asks: Seat) -> None:
    asks.must("ask-undo")
    table.gm.must("answer-undo", seat=seat, grant=True)


def test_a_seal_that_stays_after_an_undo_is_its_owners_alone(tmp_path: Path, seeded: None) -> None:
    table, seats = at_the_bridge(tmp_path)
    ada, bran, gm = seats.values()
    for seat, stance in ((ada, "press"), (bran, "brace"), (gm, "press")):
        seat.must("plan", name=stance)
    granted(table, "Bran", bran)
    (own,) = asked(ada)["sealing"]["mine"]
    assert (own["choice"], own["sealed"]) == ("Press", True), "hers lies on the tape still"
    assert ada.view()["me"]["undo"] == {"what": "Ada: Press", "asks": "", "asked": False}
    assert [one["name"] for one in asked(gm)["sealing"]["mine"]] == ["Grim"], "not for him to read"
    gm.must("plan", name="brace")
    assert ada.must("undo")["pending"]["question"] == "stance"
    assert asked(gm)["sealing"]["mine"][0]["choice"] == "Brace", "nobody else's is taken back"
    table.restart()
    ada.must("plan", name="brace")
    bran.must("plan", name="press")
    stances = [line for line in ada.log() if "takes a stance" in line][-4:-1]
    assert stances == [
        "Ada takes a stance: brace.",
        "Bran takes a stance: press.",
        "Grim takes a stance: brace.",
    ]


def test_what_others_laid_after_it_stays_sealed_with_its_details(
    tmp_path: Path, seeded: None
) -> None:
    """Plunder: a seal of several answers is lifted off the tape as the plan that it was."""
    table = Table(tmp_path, "plunder/ford-at-dusk", players=3)
    first, second, third = table.players
    first.must("plan", name="stay")
    second.must("plan", name="go", **{"with": {"bearing": "45", "feet": "7"}})
    third.must("plan", name="stay")
    names = [asked(seat)["name"] for seat in table.players if asked(seat)]
    assert names, "all are in, and the fight goes on"
    granted(table, third.view()["me"]["name"], third)
    before = asked(second)["sealing"]["mine"]
    assert [one["sealed"] for one in before] == [True]
    first.must("change", creature=asked(first)["sealing"]["mine"][0]["name"])
    assert asked(second)["sealing"]["mine"] == before
    assert asked(first)["question"] == asked(third)["question"] == "move"
    first.must("plan", name="stay")
    third.must("plan", name="stay")
    assert asked(second)["question"] != "move", "all are in again"
    fight = table.app.state.lobby.kept(table.id).game.fight
    name = fight.ruleset.words.question_name
    said = [(name(q.name), a.value) for _, (q, a) in answers(fight) if not q.is_chance]
    assert {("bearing", 45), ("feet", 7)} <= set(said)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_the_table_loses_patience_with_who_is_away(tmp_path: Path, seeded: None) -> None:
    """By a clock of the test's own: nobody waits for it."""
    table, seats = at_the_bridge(tmp_path)
    ada, bran, gm = seats.values()
    lobby, clock = table.app.state.lobby, Clock()
    lobby.presence.clock = clock
    assert ada.do("patience", seconds=60).status_code == 403
    assert gm.do("patience", seconds=61).status_code == 422
    assert gm.must("patience", seconds=60)["table"]["patience"] == 60
    line = lobby.presence.come(table.id, 2)
    assert not lobby.pass_by() - {table.id}
    gm.must("plan", name="press")
    clock.now = 100.0
    assert table.id in lobby.pass_by(), "nobody has ever looked at Ada's page"
    (own,) = asked(ada)["sealing"]["mine"]
    assert (own["sealed"], own["by"]) == (True, "the computer")
    assert asked(bran)["mine"], "he is here, and may take his time"
    lobby.presence.look(line, looks=False)
    clock.now = 159.0
    lobby.pass_by()
    assert asked(bran)["sealing"]
    clock.now = 161.0
    lobby.pass_by()
    assert any(line.startswith("Bran takes a stance: ") for line in bran.log())


def test_who_stays_away_is_waited_for_once(tmp_path: Path, seeded: None) -> None:
    """Not again for each of their questions; who was here meanwhile has time to come back."""
    table, seats = at_the_bridge(tmp_path)
    ada, bran, gm = seats.values()
    lobby, clock = table.app.state.lobby, Clock()
    lobby.presence.clock = clock
    gm.must("patience", seconds=60)
    lobby.presence.come(table.id, 0)
    hers, his = lobby.presence.come(table.id, 1), lobby.presence.come(table.id, 2)
    lobby.presence.look(his, looks=False)

    def stances_by(at: float, enough: int) -> int:
        """Bran's, after the others have gone on as far as they can, or he has taken so many."""
        clock.now, told = at, 0
        for _ in range(20):
            lobby.pass_by()
            told = sum(line.startswith("Bran takes a stance: ") for line in bran.log())
            mine = [seat for seat in (gm, ada) if asked(seat)["mine"]]
            if told >= enough or not mine:
                break
            first = asked(mine[0])["offers"][0]
            mine[0].must("plan", name=first["name"], target=first["target"])
        return told

    assert stances_by(0.0, 1) == 0
    assert stances_by(59.0, 1) == 0
    assert stances_by(61.0, 2) == 2, "he has been waited for, and is not again"
    lobby.presence.look(his, looks=True)
    lobby.pass_by()
    lobby.presence.look(his, looks=False)
    assert stances_by(120.0, 3) == 2, "he was here, and has time to come back"
    assert hers.looks
