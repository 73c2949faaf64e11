"""A seat that thinks: at the table, in the workers' queue, and by what it may know alone."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from slow_odds import News, news, until_told
from table_helpers import WORKERS, Seat, Table
from waiting import until

from affray.table.keeping import KeptGame
from affray.table.preview import advice_wanted
from affray.table.thinking import Mind, wanted_now
from affray.table.web.app import create_app
from affray.table.workers import Workers

__all__ = ["news"]

QUICK = "clever:4"
LOOK = 0.1
"""Seconds from one look at a view to the next: drawing it is no small thing."""


@contextmanager
def seated(table: Table) -> Iterator[Seat]:
    """The game master, at a table that thinks as long as it is open."""
    with TestClient(table.app) as client:
        client.cookies = table.gm.client.cookies
        table.gm.client = client
        yield table.gm


def foes(view: dict[str, Any]) -> list[str]:
    return [c["name"] for c in view["creatures"] if c["side"] == 1]


def thinks(gm: Seat, player: str = QUICK) -> dict[str, Any]:
    """All foes are played by one who thinks."""
    for name in foes(gm.view()):
        gm.must("seat", creature=name, player=player)
    return gm.view()


def is_peoples(gm: Seat) -> bool:
    time.sleep(LOOK)
    view = gm.view()
    return view["over"] or bool(view["pending"]["mine"])


def played_on(gm: Seat, turns: int) -> None:
    """The heroes do the first that is open; the foes what they think of."""
    for _ in range(turns):
        until(lambda: is_peoples(gm), "it is a person's turn")
        view = gm.view()
        if view["over"]:
            return
        asked = view["pending"]
        if asked["number"]:
            low = str(asked["number"]["low"])
            gm.must("answer", question=asked["question"], option=low)
        else:
            first = asked["offers"][0]
            gm.must("plan", name=first["name"], target=first["target"])


@pytest.mark.parametrize("name", ["skirmish/bridge", "dungeoneers-tactics/duel"])
def test_who_thinks_plays_on_by_itself(tmp_path: Path, name: str) -> None:
    table = Table(tmp_path, name)
    with seated(table) as gm:
        thinks(gm)
        before = len(gm.log())
        played_on(gm, 4)
        told = gm.log()[before:]
        assert any(foe in line for line in told for foe in foes(gm.view()))
        players = {c["name"]: c["player"] for c in gm.view()["creatures"]}
        assert {players[foe] for foe in foes(gm.view())} == {QUICK}


def test_who_thinks_seals_as_everybody_does(tmp_path: Path) -> None:
    table = Table(tmp_path, "plunder/ford-at-dusk")
    with seated(table) as gm:
        view = thinks(gm)
        asked = view["pending"]
        assert asked["secret"]
        assert set(asked["thinking"]) <= set(foes(view))
        assert asked["thinking"]
        kept = table.app.state.lobby.kept(table.id)
        until(lambda: not kept.game.envelopes.unthought, "the computer has sealed")
        after = gm.view()
        assert after["seq"] == view["seq"], "that it has sealed shows nowhere"
        assert after["pending"] == asked
        played_on(gm, 1)
        assert gm.view()["log"]


def test_what_is_thought_about_is_what_a_seat_may_know(tmp_path: Path) -> None:
    """Neither the fight's key nor what people have sealed changes the job."""
    jobs = []
    for k in (0, 1):
        table = Table(tmp_path / str(k), "plunder/ford-at-dusk")
        thinks(table.gm)
        kept: KeptGame = table.app.state.lobby.kept(table.id)
        offers = table.gm.view()["pending"]["offers"]
        offer = offers[-1 if k else 0]
        table.gm.must("plan", name=offer["name"], target=offer["target"])
        wanted = wanted_now(kept, Mind())
        assert wanted is not None
        assert kept.game.sealed
        jobs.append(wanted.job)
        key = str(kept.game.players.seed)
        assert key not in repr(wanted.job)
    assert jobs[0] == jobs[1]


def test_what_is_asked_no_more_is_left(tmp_path: Path, news: News) -> None:
    workers = Workers(most=1, work=until_told)
    table = Table(tmp_path, "skirmish/bridge", workers=workers)
    with seated(table) as gm:
        asked = gm.view()["pending"]["name"]
        gm.must("seat", creature=asked, player="clever")
        news.hears("begun a thought")
        assert gm.view()["pending"]["thinking"] == [asked]
        gm.must("seat", creature=asked, player="person")
        news.hears("left a thought")
        assert gm.view()["pending"]["mine"]
    workers.close()


def test_nothing_is_thought_about_once_nobody_is_there(tmp_path: Path, news: News) -> None:
    workers = Workers(most=1, work=until_told)
    table = Table(tmp_path, "skirmish/bridge", workers=workers)
    with seated(table) as gm:
        with gm.client.websocket_connect(f"{gm.at}/events") as line:
            line.receive_json()
            gm.must("seat", creature=gm.view()["pending"]["name"], player="clever")
            news.hears("begun a thought")
        news.hears("left a thought")
    workers.close()


def test_a_server_that_is_killed_while_it_thinks_loses_nothing(tmp_path: Path, news: News) -> None:
    workers = Workers(most=1, work=until_told)
    table = Table(tmp_path, "skirmish/bridge", workers=workers)
    with seated(table) as gm:
        gm.must("seat", creature=gm.view()["pending"]["name"], player=QUICK)
        news.hears("begun a thought")
        before = gm.view()
    workers.close()
    table.workers = Workers(most=1)
    table.restart()
    with seated(table) as gm:
        assert gm.view() == before
        kept = table.app.state.lobby.kept(table.id)
        until(lambda: not kept.game.envelopes.unthought, "it thinks again")
    table.workers.close()


def test_a_level_no_table_has_time_for_is_refused(tmp_path: Path) -> None:
    gm = Table(tmp_path, "skirmish/bridge").gm
    name = foes(gm.view())[0]
    assert gm.do("seat", creature=name, player="clever:600s").status_code == 422
    assert gm.do("seat", creature=name, player="clever:no").status_code == 422
    gm.must("seat", creature=name, player="clever")
    assert {c["name"]: c["player"] for c in gm.view()["creatures"]}[name] == "clever:1s"


# Advice


def test_advice_is_of_the_plans_that_are_open(tmp_path: Path) -> None:
    table = Table(tmp_path, "skirmish/bridge")
    offers = {(o["name"], o["target"]) for o in table.gm.view()["pending"]["offers"]}
    first = table.gm.get("advice").json()
    assert {(one["name"], one["target"]) for one in first["plans"]} == offers
    assert all(0 <= one["win"] <= 100 and one["error"] > 0 for one in first["plans"])
    if first["more"]:
        second = table.gm.get("advice", more=1).json()
        tried = [sum(one["playouts"] for one in found["plans"]) for found in (first, second)]
        assert tried[1] > tried[0], "it narrows"
    assert table.gm.get("advice", more=9).status_code == 422


def test_a_table_of_several_gives_no_advice_until_the_game_master_says_so(tmp_path: Path) -> None:
    table = Table(tmp_path, "skirmish/bridge", players=1)
    (player,) = table.players
    assert not player.view()["table"]["advice"]
    assert player.get("advice").status_code == 403
    assert player.do("advice", on=True).status_code == 403
    table.gm.must("advice", on=True)
    assert player.get("advice").status_code == 200
    table.restart()
    assert player.view()["table"]["advice"]
    table.gm.must("advice", on=False)
    assert table.gm.get("advice").status_code == 403


def test_advice_knows_nothing_others_have_sealed(tmp_path: Path) -> None:
    """Worlds that differ only in what another has sealed: the same job, to the last byte."""
    jobs = []
    for k in (0, -1):
        table = Table(tmp_path / str(k), "plunder/ford-at-dusk", players=2)
        other = table.players[1]
        offer = other.view()["pending"]["offers"][k]
        other.must("plan", name=offer["name"], target=offer["target"])
        table.gm.must("advice", on=True)
        kept = table.app.state.lobby.kept(table.id)
        assert kept.game.sealed
        jobs.append(advice_wanted(kept, 1, 0).job)
    assert jobs[0] == jobs[1]


def test_a_fight_may_begin_with_foes_who_think(tmp_path: Path) -> None:
    app = create_app(tmp_path, workers=WORKERS)
    wanted = {"encounter": "skirmish/bridge", "foes": "clever"}
    made = TestClient(app).post("/fights", json=wanted).json()
    view = Seat(app, made["id"], made["gm"]).view()
    assert {c["player"] for c in view["creatures"] if c["side"] == 1} == {"clever:1s"}
    refused = TestClient(app).post("/fights", json={**wanted, "foes": "mighty"})
    assert refused.status_code == 422
