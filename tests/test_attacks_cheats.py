"""Cheats at the table: secrets found in odds and on the wire.

Each was tried as a cheat would. Where a secret is at stake, two worlds that differ in it alone
are held against each other, over everything a seat is sent.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from attack_helpers import strike
from fastapi.testclient import TestClient
from table_helpers import Seat, Table, heard, seeded

from affray.book.encounter import find_encounter
from affray.fight.fight import Fight
from affray.fight.plans import offers
from affray.fight.players import Players
from affray.fight.players import Seat as Player
from affray.odds.of_plans import odds_of, position_of
from affray.oracles.keyed import Key

__all__ = ["seeded"]

BRIDGE = "skirmish/bridge"
FIXED = Key(bytes(range(32)))


# Odds that tell no secret


@pytest.mark.parametrize("engine", ["python", pytest.param("native", marks=pytest.mark.compiled)])
def test_odds_do_not_know_what_a_policy_will_seal(engine: str) -> None:
    """Whatever sort the others are of: the same odds, the same words."""
    encounter = find_encounter(BRIDGE)
    fight = Fight(encounter, Players([Player()] + [Player("bold")] * 3, FIXED))
    fight.run()
    (press, _brace) = offers(fight)
    seen = []
    for tempers in ([1, 1, 1, 1], [1, 2, 2, 2]):
        found = odds_of(position_of(fight, 0), press, tempers, engine=engine)
        stances = {k: v for k, v in found.assumed.items() if k.endswith("stance")}
        assert stances == {
            f"{name}: stance": "any of 2, equally likely (sealed)"
            for name in ("Bran", "Grim", "Snick")
        }
        assert sum((o.p for o in found.outcomes), Fraction(0)) == 1
        seen.append(found)
    python = odds_of(position_of(fight, 0), press, [1, 1, 1, 1], engine="python")
    assert [(o.p, o.text) for o in seen[0].outcomes] == [(o.p, o.text) for o in python.outcomes]
    assert seen[0].lines == python.lines


def test_no_odds_at_the_table_name_a_sealed_answer(tmp_path: Path) -> None:
    """It was 86 of 86: every stance that odds assumed was the one that came."""
    table = Table(tmp_path, BRIDGE, players=1)
    ada, told = table.players[0], []
    for k in range(40):
        view = ada.view()
        if view["over"] or not view["pending"]["mine"]:
            break
        for offer in view["pending"]["offers"]:
            odds = ada.get("odds", plan=offer["name"], target=offer["target"] or "").json()
            told += [v for who, v in odds["assumed"].items() if who.endswith(": stance")]
        offer = view["pending"]["offers"][k % len(view["pending"]["offers"])]
        ada.must("plan", name=offer["name"], target=offer["target"])
        if ada.view()["pending"] and not ada.view()["pending"]["mine"]:
            break
    assert told
    assert all(re.fullmatch(r"any of \d+, equally likely \(sealed\)", text) for text in told)


# Two worlds that differ in a secret alone


def everything(seat: Seat, do: Callable[[], Any]) -> str:
    """All that a seat is sent while somebody does something, whatever it asks for."""
    headers = {"cookie": seat.cookie, "origin": "http://testserver"}
    seq = seat.view()["seq"]
    with TestClient(seat.client.app) as client:
        where = f"{seat.at}/events?since={seq}"
        line = client.websocket_connect(where, headers=headers)
        whole = client.websocket_connect(f"{where}&changes=true", headers=headers)
        with line as news, whole as changes:
            do()
            told = [heard(news, seq + 1), heard(changes, seq + 1), *_asked_for(seat, seq)]
    return json.dumps(told).replace(seat.view()["id"], "ID")


def _asked_for(seat: Seat, seq: int) -> list[Any]:
    told: list[Any] = [seat.view(), seat.get("log").json(), seat.get("log", since=0).json()]
    told += [seat.get("moments").json(), seat.get("film").text]
    has = {"affray-has": str(seq)}
    told += [seat.client.get(f"{seat.at}/view", headers=has).json()]
    told += [seat.post(cmd_id="seen-before", seq=seq, do="undo").json()]
    told += [seat.do(what, **more).json() for what, more in REFUSED]
    for offer in seat.view()["pending"]["offers"]:
        asked = {"plan": offer["name"], "target": offer["target"] or ""}
        told += [seat.get("odds", **asked).json(), seat.get("details", **asked).json()]
    return [*told, seat.get("odds", plan="no-such-plan").json()]


REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("plan", {"name": "no-such-plan"}),
    ("answer", {"question": "stance", "option": "flee"}),
    ("dice", {"faces": [1]}),
    ("edit", {"creature": "Nobody", "set": {"wounds": 1}}),
    ("then", {"what": "rest"}),
    ("undo", {"to": 77}),
]


def test_a_sealed_answer_is_nowhere_on_the_wire(tmp_path: Path, seeded: None) -> None:
    """Letter for letter the same, so no longer and no shorter either."""
    for who in ("bran", "gm"):
        sent = []
        for stance in ("press", "brace"):
            table = Table(tmp_path / f"{who}-{stance}", BRIDGE, players=2)
            ada, bran = table.players
            seat = bran if who == "bran" else table.gm
            sent.append(everything(seat, lambda: ada.must("plan", name=stance)))  # noqa: B023
        assert sent[0] == sent[1]
        assert "Ada takes a stance" not in sent[0]


def test_the_key_is_nowhere_on_the_wire(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until a die is rolled, two fights with different keys are the same for every seat."""
    for who in ("bran", "gm"):
        sent = []
        for k in (1, 2):
            key = Key(bytes([k]) * 32)
            monkeypatch.setattr("affray.table.lobby.new_key", lambda key=key: key)
            table = Table(tmp_path / f"{who}-{k}", BRIDGE, players=2)
            ada, bran = table.players
            seat = bran if who == "bran" else table.gm
            sent.append(everything(seat, lambda: ada.must("plan", name="press")))  # noqa: B023
            assert key.hex() not in sent[-1]
        assert sent[0] == sent[1]


def test_no_seat_is_ever_sent_key_seed_or_tape(tmp_path: Path) -> None:
    """Not by a fight played on either, nor to its game master."""
    table = Table(tmp_path, BRIDGE, players=2)
    key = table.app.state.lobby.kept(table.id).game.players.seed
    strike(table)
    table.gm.must("undo")
    for seat in (table.gm, *table.players):
        sent = json.dumps([seat.view(), seat.get("log").json(), seat.client.get(seat.at).text])
        assert key.hex() not in sent
        assert '"seed":' not in sent
        assert "[[tape]]" not in sent


def hidden_dog(data: Path, **more: Any) -> Table:
    """Hale at the gate; the Dog hides, and the game master has put it somewhere."""
    table = Table(data, "rpg-hell/gate-duel", players=1)
    table.gm.must("edit", creature="Dog", set={"hiding": "hidden"})
    table.gm.must("edit", creature="Dog", set=more)
    return table


def test_where_a_hidden_creature_is_and_how_it_fares_is_nowhere_on_the_wire(
    tmp_path: Path, seeded: None
) -> None:
    sent = []
    for k, dog in enumerate(({"x": 8, "y": 3}, {"x": 11, "y": 6, "health": 3, "prone": 1})):
        table = hidden_dog(tmp_path / str(k), **dog)
        gm, hale = table.gm, table.players[0]
        change = {"creature": "Zombie", "set": {"health": 5}}
        sent.append(everything(hale, lambda: gm.must("edit", **change)))  # noqa: B023
        view = hale.view()
        assert [c["name"] for c in view["creatures"]] == ["Hale", "Zombie"]
        assert [t["name"] for t in view["board"]["tokens"]] == ["Hale", "Zombie"]
        assert [t["name"] for t in view["order"]] == ["Hale", "Zombie"]
        assert "Dog" in [c["name"] for c in gm.view()["creatures"]]
    assert sent[0] == sent[1]


def test_the_log_does_not_name_who_hides(tmp_path: Path, seeded: None) -> None:
    """What it did before is known, what it does now is heard; coming out of hiding it is seen."""
    table = hidden_dog(tmp_path, prone=1)
    gm, hale = table.gm, table.players[0]
    assert hale.log()[-2:] == ["By hand, Dog: hiding = hidden.", "Something happens, unseen."]
    assert gm.log()[-1] == "By hand, Dog: prone = 1."
    hidden_since = len(hale.log()) - 1
    gm.must("seat", creature="Dog", player="person")
    gm.must("seat", creature="Zombie", player="person")
    while hale.view()["pending"]["mine"]:
        hale.must("plan", name="hold")
    if hale.view()["pending"]["name"] == "somebody unseen":
        assert hale.do("plan", name="hold").json()["error"] == (
            "it is for somebody unseen to answer"
        )
        assert hale.view()["pending"]["who"] == -1
        gm.must("plan", name="hold")
    assert not any("Dog" in text for text in hale.log()[hidden_since:])
    gm.must("edit", creature="Dog", set={"hiding": "seen"})
    assert hale.log()[-1].startswith(("By hand, Dog", "Dog"))
    assert "Dog" in [c["name"] for c in hale.view()["creatures"]]


def test_nobody_names_or_asks_after_one_who_hides(tmp_path: Path) -> None:
    table = hidden_dog(tmp_path, x=8, y=3)
    hale = table.players[0]
    told = {}
    for name in ("Dog", "Cat"):  # one that hides, and one there never was
        answers = [
            hale.do("plan", name="close", target=name),
            hale.get("odds", plan="close", target=name),
            hale.get("details", plan="close", target=name),
            hale.do("plan", name="move", **{"with": {"target": name}}),
            hale.do("seat", creature=name, typed_dice=True),
        ]
        assert {answer.status_code for answer in answers} == {422}
        told[name] = [answer.json()["error"].replace(name, "?") for answer in answers]
    assert told["Dog"] == told["Cat"]
    assert "expected Hale or Zombie" in told["Dog"][-1] or "Hale, Zombie" in told["Dog"][-1]


def test_one_who_has_no_choice_is_asked_like_the_others(tmp_path: Path) -> None:
    """Whoever is passed over had but one thing to say: that is a secret, too."""
    table = Table(tmp_path, "plunder/regdar-and-the-orc", players=1)
    players = table.app.state.lobby.kept(table.id).game.players
    assert players.are_watched
    fight = table.app.state.lobby.kept(table.id).game.fight
    question = fight.pending
    assert question is not None
    only = replace(question, mask=question.mask & -question.mask)
    assert players._looks_asked(fight, only)
    unwatched = Players(players.seats, 1)
    assert not unwatched._looks_asked(fight, only)


# What is sealed at once


def three_at_the_bridge(data: Path) -> dict[str, Seat]:
    table = Table(data, BRIDGE, players=2)
    table.gm.must("seat", creature="Grim", player="person")
    return {"ada": table.players[0], "bran": table.players[1], "gm": table.gm}


def sealed_in_turn(data: Path, order: tuple[str, ...], stance: str) -> dict[str, str]:
    """Ada seals one thing or another among the others: all that they are sent, in any order."""
    seats, sent = three_at_the_bridge(data), {"bran": "", "gm": ""}
    for who in order[:-1]:
        act = stance if who == "ada" else "press"
        for other in {"bran", "gm"} - {who}:
            seat = seats[other]
            before = seat.view()["seq"]
            sent[other] += json.dumps([seat.view(), seat.get("log").json()])
            sent[other] += seat.post(cmd_id=f"stale-{who}", seq=max(1, before - 9), do="undo").text
        seats[who].must("plan", name=act)
    for other in ("bran", "gm"):
        sent[other] += json.dumps(_asked_for(seats[other], seats[other].view()["seq"]))
    return {who: text.replace(seats["gm"].view()["id"], "ID") for who, text in sent.items()}


@pytest.mark.parametrize(
    "order", [("ada", "bran", "gm"), ("bran", "ada", "gm"), ("gm", "ada", "bran")]
)
def test_what_is_sealed_is_nowhere_in_whatever_order_they_come(
    order: tuple[str, ...], tmp_path: Path, seeded: None
) -> None:
    """Letter for letter, so in size as well: that Ada has sealed is told, and nothing of what."""
    worlds = [sealed_in_turn(tmp_path / s, order, s) for s in ("press", "brace")]
    assert worlds[0] == worlds[1]


def test_a_second_thought_shows_nothing_but_that_it_is_one(tmp_path: Path, seeded: None) -> None:
    """Whether Ada comes back to the same answer or to another."""
    sent = []
    for stance in ("press", "brace"):
        seats = three_at_the_bridge(tmp_path / stance)
        ada, bran = seats["ada"], seats["bran"]
        ada.must("plan", name="press")
        told = [bran.view()]
        ada.must("change", creature="Ada")
        told += [bran.view()]
        assert told[1]["pending"]["sealing"]["sealed"] == 0
        ada.must("plan", name=stance)
        told += [bran.view(), bran.get("log").json()]
        sent.append(json.dumps(told).replace(told[0]["id"], "ID"))
    assert sent[0] == sent[1]


def test_nobody_reads_or_opens_anothers_envelope(tmp_path: Path, seeded: None) -> None:
    """Not the game master either: not by taking the seat back, nor by answering in its stead."""
    seats = three_at_the_bridge(tmp_path)
    ada, bran, gm = seats.values()
    ada.must("plan", name="brace")
    for other in (bran, gm):
        assert other.do("change", creature="Ada").status_code in (403, 422)
        assert other.do("seal", plans=[{"creature": "Ada"}]).status_code in (403, 422)
        assert other.do("turn-to", creature="Ada").status_code == 422
        assert "Brace" not in json.dumps(other.view()["pending"]["sealing"]["waiting"])
    gm.must("plan", name="press")
    assert gm.do("answer-for", seat="Ada", how="me").status_code == 422, "she has answered"
    gm.client.post(f"{gm.at}/links", json={"seat": "Ada", "revoke": True})
    own = {one["name"]: one for one in gm.view()["pending"]["sealing"]["mine"]}
    assert (own["Ada"]["sealed"], own["Ada"]["choice"]) == (True, ""), "his seat, and her envelope"
    assert "Brace" not in json.dumps(gm.view()["me"])
