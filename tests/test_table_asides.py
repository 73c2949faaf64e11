"""Beside the table: a finger on the map, a word to one person, the ruler, who is hidden by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from shipped import GAMES
from starlette.testclient import WebSocketTestSession
from table_helpers import Seat, Table, seeded
from test_attacks_cheats import everything

from affray.book.encounter import find_encounter
from affray.book.shelf import SHELF
from affray.fight.fight import Fight, nobody
from affray.table import joining
from affray.table.lobby import Lobby

__all__ = ["seeded"]

BRIDGE = "skirmish/bridge"


def said(seat: Seat, **body: Any) -> Any:
    return seat.client.post(f"{seat.at}/asides", json=body)


Connect = Callable[[Seat], AbstractContextManager[WebSocketTestSession]]


@contextmanager
def lines(table: Table) -> Iterator[Connect]:
    """Live lines, all in one loop as in a server."""

    def connect(seat: Seat) -> AbstractContextManager[WebSocketTestSession]:
        headers = {"cookie": seat.cookie, "origin": "http://testserver"}
        path = f"{seat.at}/events?since={seat.view()['seq']}"
        return client.websocket_connect(path, headers=headers)

    with TestClient(table.app) as client:
        yield connect


def asides(line: Any) -> list[dict[str, Any]]:
    """What a line brings beside the fight, past its signs of life and who is here."""
    while not (found := line.receive_json().get("asides")):
        pass
    read: list[dict[str, Any]] = found
    return read


def test_a_finger_on_the_map_is_seen_by_all(tmp_path: Path) -> None:
    table = Table(tmp_path, BRIDGE, players=2)
    ada, bran = table.players
    with lines(table) as live, live(bran) as his, live(table.gm) as hers:
        assert said(ada, do="ping", x=3).status_code == 200
        for line in (his, hers):
            (ping,) = asides(line)
            assert (ping["kind"], ping["by"], ping["x"]) == ("ping", "Ada", 3)
    assert "ping" not in json.dumps([ada.view(), ada.get("log").json()])


def test_a_word_to_one_person_reaches_nobody_else(tmp_path: Path, seeded: None) -> None:
    """Letter for letter what Bran and everybody at the table would be sent without it."""
    sent = []
    for k in (0, 1):
        table = Table(tmp_path / str(k), BRIDGE, players=2)
        ada, bran = table.players

        def act(seat: Seat = ada, is_said: bool = bool(k)) -> None:
            if is_said:
                assert said(seat, do="whisper", to=0, text="I take the brooch").status_code == 200
            seat.must("plan", name="press")

        sent.append(everything(bran, act))
        seq = bran.view()["seq"]
        assert bran.get("view").json()["seq"] == seq
    assert sent[0] == sent[1]
    assert "brooch" not in sent[1]


def test_a_word_is_for_who_sits_there(tmp_path: Path) -> None:
    """Not for an empty chair: nobody would ever read it."""
    table = Table(tmp_path, BRIDGE, players=1)
    (ada,) = table.players
    assert [one["name"] for one in ada.view()["me"]["others"]] == ["Game master"]
    assert [one["name"] for one in table.gm.view()["me"]["others"]] == ["Ada"]
    bran = Seat(table.app, table.id, table.links["seats"][1]["link"])
    bran.view()
    assert [one["name"] for one in ada.view()["me"]["others"]] == ["Game master", "Bran"]


def test_a_word_is_heard_by_the_two_and_by_who_comes_back(tmp_path: Path) -> None:
    table = Table(tmp_path, BRIDGE, players=2)
    ada, bran = table.players
    (to,) = [one["seat"] for one in ada.view()["me"]["others"] if one["name"] == "Bran"]
    with lines(table) as live:
        with live(bran) as his:
            said(ada, do="whisper", to=to, text=" hold\u202e the\nbridge ")
            assert [a["text"] for a in asides(his)] == ["hold  the bridge"]
        for seat in (ada, bran):
            with live(seat) as line:
                (word,) = asides(line)
                assert (word["by"], word["to"]) == ("Ada", "Bran")
        with live(table.gm) as hers:
            said(ada, do="ping", x=0)
            assert [a["kind"] for a in asides(hers)] == ["ping"], "no word"


def test_who_sits_there_next_reads_no_word_to_the_one_before(tmp_path: Path) -> None:
    table = Table(tmp_path, BRIDGE, players=2)
    ada, bran = table.players
    lobby: Lobby = table.app.state.lobby
    (to,) = [one["seat"] for one in ada.view()["me"]["others"] if one["name"] == "Bran"]
    said(ada, do="whisper", to=to, text="hold the bridge")
    asking = lobby.seated(bran.at.rpartition("/")[2], to)
    assert [one.text for one in asking.kept.asides.since(to, 0)] == ["hold the bridge"]
    invite = joining.find_invite(lobby, joining.hand_over(lobby, asking))
    assert invite is not None
    joining.sit_down(lobby, invite, to, "Anna", "")
    assert asking.kept.asides.since(to, 0) == []


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"do": "ping", "x": 99}, "x: found 99, expected 0 to"),
        ({"do": "ping", "x": -1}, "x"),
        ({"do": "ping", "x": "1"}, "x"),
        ({"do": "whisper", "to": 1, "text": "x"}, "to: found 1, expected the number of another"),
        ({"do": "whisper", "to": 7, "text": "x"}, "to: found 7"),
        ({"do": "whisper", "to": 0, "text": " \n"}, "found nothing, expected some words"),
        ({"do": "whisper", "to": 0, "text": "x" * 501}, "text"),
        ({"do": "shout", "text": "x"}, "do"),
    ],
)
def test_what_is_no_aside_is_refused(tmp_path: Path, body: dict[str, Any], problem: str) -> None:
    ada = Table(tmp_path, BRIDGE, players=2).players[0]
    answer = said(ada, **body)
    assert answer.status_code == 422
    assert problem in answer.json()["error"]


def test_nobody_floods_the_others(tmp_path: Path) -> None:
    ada = Table(tmp_path, BRIDGE, players=2).players[0]
    codes = [said(ada, do="ping", x=0).status_code for _ in range(14)]
    assert codes[:10] == [200] * 10
    assert codes[-1] == 429


# The ruler


@pytest.mark.parametrize("slug", GAMES)
def test_the_ruler_is_the_games_own(slug: str, tmp_path: Path) -> None:
    """What it says of two creatures is what the rules say, and what it says of their points."""
    ruleset = SHELF.get(slug)
    name = next(iter(ruleset.encounter_files()))
    fight = Fight(find_encounter(name), nobody)
    fight.run()
    ruler, draw = ruleset.words.ruler, ruleset.words.board
    assert ruler is not None
    assert draw is not None
    table = Table(tmp_path, name)
    tokens = {t["name"]: t for t in table.gm.view()["board"]["tokens"] if t["x"] >= 0}
    first, *others = tokens
    for other in others:
        answer = table.gm.get("distance", a=first, b=other)
        assert answer.status_code == 200, answer.text
        game = table.app.state.lobby.kept(table.id).game
        pair = [game.fight.names.index(one) for one in (first, other)]
        assert answer.json()["text"] == ruler.says(ruler.apart(game.fight.world, *pair))
        assert set(answer.json()["rules"]) <= set(ruleset.book.rules)
    at = tokens[first]
    here = f"{at['x']},{0 if at['x'] == at['y'] == 0 else at['y']}"
    assert table.gm.get("distance", a=here, b=here).status_code in (200, 422)


def test_the_ruler_measures_points_and_refuses_what_is_none(tmp_path: Path) -> None:
    table = Table(tmp_path, "plunder/regdar-and-the-orc")
    assert table.gm.get("distance", a="0,0", b="30,40").json()["text"] == "50 ft"
    for bad in ("Nobody", "9999,0", "1;2", "-1,0", ""):
        answer = table.gm.get("distance", a="0,0", b=bad)
        assert (answer.status_code, answer.json()["error"][:3]) == (422, "b: ")


# Hidden by hand


@pytest.mark.parametrize(
    ("which", "foe", "places"),
    [
        ("plunder/regdar-and-the-orc", "Orc", ({"x": 40, "y": 40}, {"x": 50, "y": 30, "hp": 2})),
        ("dungeoneers-tactics/duel", "Skeleton", ({"x": 5, "y": 1}, {"x": 6, "y": 3, "stress": 1})),
    ],
)
def test_who_is_hidden_by_hand_is_nowhere_on_the_wire(
    tmp_path: Path, seeded: None, which: str, foe: str, places: tuple[dict[str, int], ...]
) -> None:
    sent = []
    for k, place in enumerate(places):
        table = Table(tmp_path / str(k), which, players=1)
        gm, hero = table.gm, table.players[0]
        gm.must("hide", creature=foe, hidden=True)
        gm.must("edit", creature=foe, set=place)
        name = hero.view()["me"]["name"]
        change = {"creature": name, "set": {next(iter({"wounds"})): 1}}
        sent.append(everything(hero, lambda: gm.must("edit", **change)))  # noqa: B023
        view = hero.view()
        assert [c["name"] for c in view["creatures"]] == [name]
        assert [t["name"] for t in view["board"]["tokens"]] == [name]
        assert hero.get("distance", a=name, b=foe).status_code == 422
        (shown,) = [c for c in gm.view()["creatures"] if c["name"] == foe]
        assert shown["hidden"]
    assert sent[0] == sent[1]
    assert foe not in json.dumps(json.loads(sent[0])[0])


def test_hiding_stays_with_the_fight_and_what_was_done_meanwhile_stays_untold(
    tmp_path: Path,
) -> None:
    table = Table(tmp_path, "dungeoneers-tactics/duel", players=1)
    gm, hero = table.gm, table.players[0]
    gm.must("hide", creature="Skeleton", hidden=True)
    table.restart()
    assert "Skeleton" not in json.dumps([hero.view()["creatures"], hero.view()["pending"]])
    gm.must("edit", creature="Skeleton", set={"stress": 1})
    assert hero.log()[-1] == "Something happens, unseen."
    gm.must("hide", creature="Skeleton", hidden=False)
    assert "Skeleton" in json.dumps(hero.view()["creatures"])
    answer = hero.do("hide", creature="Skeleton", hidden=True)
    assert answer.status_code == 403
    assert gm.do("hide", creature="Nobody", hidden=True).status_code == 422
