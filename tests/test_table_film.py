"""A fight watched again: its moments, who may see which, forks and saves that are taken in."""

from __future__ import annotations

import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
from attack_helpers import House, browser, house, strike
from fastapi.testclient import TestClient
from film_helpers import finish, moments, played_game, save_of
from shipped import GAMES, SAMPLES
from table_helpers import WORKERS, Seat, Table, seeded

from affray.book.encounter import find_encounter
from affray.table.film import BLOCK, LOOKS_ON, Film, changes, patched
from affray.table.limits import USUAL
from affray.table.views import view
from affray.table.web.app import create_app
from affray.table.web.protocol_watching import Moments

__all__ = ["house", "seeded"]

ONE_EACH = [next(ref for ref in SAMPLES if ref.startswith(f"{game}/")) for game in GAMES]
DUEL, BRIDGE = "skirmish/duel", "skirmish/bridge"


@pytest.mark.parametrize("ref", ONE_EACH)
def test_a_film_tells_all_that_the_log_tells_and_ends_as_the_table_stands(ref: str) -> None:
    game = played_game(ref)
    gm = game.chairs[0]
    film, seen = Film(game, gm), view(game, gm)
    lines, states = [], []
    for n in range(-(-len(film) // BLOCK)):
        block = Moments.model_validate_json(film.block(n))
        state: Any = json.loads(film.block(n))["state"]
        for frame in json.loads(film.block(n))["frames"]:
            state = patched(state, frame["changes"])
            states.append(state)
        lines += [line.n for frame in block.frames for line in frame.log]
    assert lines == list(range(len(film.lines))), "each line once, in its order"
    assert len(states) == len(film)
    for part in ("round", "phase", "order", "creatures", "over", "outcome_text"):
        assert states[-1][part] == json.loads(json.dumps(seen[part])), part
    told = [bool(film.told(m)) for m in range(len(film))]
    assert all(told[1:-1]), "nobody is shown a moment in which nothing is told"


def test_what_has_changed_makes_one_of_the_other() -> None:
    a = {"x": [1, {"y": 2}], "z": None, "names": ["Ada"]}
    b = {"x": [1, {"y": 3}], "z": {"w": 1}, "names": ["Ada", "Grim"]}
    assert changes(a, b) == {"x": {"1": {"y": [3]}}, "z": [{"w": 1}], "names": [["Ada", "Grim"]]}
    assert patched(a, changes(a, b)) == b
    assert patched(b, changes(b, a)) == a
    assert changes(a, a) == {}


# Whose knowledge


def test_a_player_looks_through_no_other_eyes(tmp_path: Path, seeded: None) -> None:
    table = Table(tmp_path, BRIDGE, players=2)
    strike(table)
    ada = table.players[0]
    for what in ("moments", "film", "watch"):
        assert ada.get(what).status_code == 200
        for by in ("game-master", "everybody", "Bran", "Ada"):
            assert ada.get(what, by=by).status_code == 403, (what, by)
        answer = table.gm.get(what, by="Nobody")
        assert answer.status_code == 422
        assert "expected one of everybody, game-master, Ada, Bran" in answer.text
    assert ada.get("moments", block=99).json()["error"] == "block: found 99, expected 0 to 0"
    assert ada.get("moments", block=-1).status_code == 422


def test_the_game_master_sees_all_only_if_he_asks(tmp_path: Path, seeded: None) -> None:
    """The dog hides from the start of the second moment; Hale and who looks on never see it."""
    table = Table(tmp_path, "rpg-hell/gate-duel", players=1)
    gm, hale = table.gm, table.players[0]
    gm.must("edit", creature="Dog", set={"hiding": "hidden"})
    gm.must("edit", creature="Dog", set={"x": 11, "y": 6})

    def names(found: list[dict[str, Any]]) -> list[str]:
        return [c["name"] for c in found[-1]["state"]["creatures"]]

    assert names(moments(hale)) == names(moments(gm)) == ["Hale", "Zombie"]
    assert names(moments(gm, by="everybody")) == names(moments(gm, by="Hale"))
    assert names(moments(gm, by="game-master")) == ["Hale", "Dog", "Zombie"]
    assert "By hand, Dog: x = 11, y = 6." in json.dumps(moments(gm, by="game-master"))
    assert "x = 11" not in json.dumps([moments(hale), gm.get("film").text])


def test_what_is_hidden_is_not_in_the_moments_before_it_is_seen(
    tmp_path: Path, seeded: None
) -> None:
    """Two fights that differ in where the dog hid, watched after it has come out."""
    films = []
    for k, place in enumerate(({"x": 8, "y": 3}, {"x": 11, "y": 6})):
        table = Table(tmp_path / str(k), "rpg-hell/gate-duel", players=1)
        for given in ({"hiding": "hidden"}, place, {"hiding": "seen"}):
            table.gm.must("edit", creature="Dog", set=given)
        films.append(moments(table.players[0]))
    first, second = films
    assert len(first) == len(second) > 3
    assert first[:-1] == second[:-1]
    assert first[-1] != second[-1], "it is seen where it stands"


def test_a_sealed_answer_comes_with_all_the_others(tmp_path: Path, seeded: None) -> None:
    table = Table(tmp_path, BRIDGE, players=2)
    ada, bran = table.players
    ada.must("plan", name="press")
    for seat in (ada, bran, table.gm):
        assert "takes a stance" not in json.dumps(moments(seat))
        assert "takes a stance" not in seat.get("film").text
    bran.must("plan", name="brace")
    told = next(m["log"] for m in moments(bran) if "takes a stance" in json.dumps(m["log"]))
    assert {"Ada takes a stance: press.", "Bran takes a stance: brace."} <= {
        line["text"] for line in told
    }


def test_a_film_is_stored_and_never_shown_as_a_page(tmp_path: Path, seeded: None) -> None:
    table = Table(tmp_path, DUEL, players=1)
    answer = table.players[0].get("film")
    assert answer.headers["content-disposition"] == 'attachment; filename="a-duel-at-dawn.html"'
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.headers["content-security-policy"] == "sandbox; default-src 'none'"
    assert answer.headers["content-encoding"] == "gzip"
    assert table.id not in answer.text, "who reads it learns no address"
    assert "connect-src" not in answer.text
    assert "default-src 'none'; script-src 'unsafe-inline'" in answer.text


# Forks


def test_a_fork_is_the_same_up_to_its_moment(tmp_path: Path) -> None:
    table = Table(tmp_path, BRIDGE, players=2)
    strike(table)
    table.gm.must("undo")
    finish(table)
    before = moments(table.gm, by="game-master")
    at = len(before) // 2
    fork = {"moment": at, "by": "game-master"}
    answer = table.gm.client.post(f"{table.gm.at}/fork", json=fork)
    assert answer.status_code == 201, answer.text
    made = answer.json()
    gm = Seat(table.app, made["id"], made["gm"])
    again = moments(gm, by="game-master")

    def told(found: list[dict[str, Any]]) -> list[list[str]]:
        return [[line["text"] for line in m["log"] if not line["beside"]] for m in found]

    assert told(again)[: at + 1] == told(before)[: at + 1]
    for one, other in zip(*(m[at]["state"]["creatures"] for m in (again, before)), strict=True):
        assert (one["name"], one["card"]) == (other["name"], other["card"])
    assert gm.view()["pending"]["name"] in ("Ada", "Bran"), "people play what they had a seat for"
    kept = table.app.state.lobby.kept
    assert kept(made["id"]).game.players.seed != kept(table.id).game.players.seed, "new dice"
    assert re.search(r", again from round \d+$", gm.view()["title"])
    assert not any(line["beside"] for m in again[:at] for line in m["log"]), "nothing was undone"


def test_a_fork_begins_with_a_form_too_and_not_where_it_is_over(tmp_path: Path) -> None:
    table = Table(tmp_path, DUEL, players=1)
    finish(table)
    last = len(moments(table.gm)) - 1
    post = table.gm.client.post
    for moment, status in ((last, 422), (last + 1, 422), (-1, 422), ("x", 422)):
        answer = post(f"{table.gm.at}/fork", json={"moment": moment})
        assert (answer.status_code, moment) == (status, moment)
        assert "\n" not in answer.json()["error"]
    answer = post(f"{table.gm.at}/fork", data={"moment": "1"}, follow_redirects=False)
    assert answer.status_code == 303
    assert "as=" in answer.headers["location"]
    assert (
        table.players[0].client.post(f"{table.gm.at}/fork", json={"moment": 1}).status_code == 403
    )


def test_only_the_host_forks(house: House) -> None:
    made = house.begin(DUEL)
    gm = house.sit(made, made["gm"])
    before = len(house.app.state.lobby.store.cards())
    answer = gm.client.post(f"{gm.at}/fork", json={"moment": 0})
    assert (answer.status_code, answer.json()["error"]) == (403, "only the host begins a fight")
    assert len(house.app.state.lobby.store.cards()) == before


def test_who_hides_hides_in_a_fork_too(tmp_path: Path, seeded: None) -> None:
    table = Table(tmp_path, "dungeoneers-tactics/duel", players=1)
    table.gm.must("hide", creature="Skeleton", hidden=True)
    answer = table.gm.client.post(f"{table.gm.at}/fork", json={"moment": 0})
    made = answer.json()
    hero = Seat(table.app, made["id"], made["seats"][0]["link"])
    assert "Skeleton" not in json.dumps(hero.view())
    assert "Skeleton" not in json.dumps([moments(hero), hero.get("film").text])
    assert "Skeleton" in json.dumps(Seat(table.app, made["id"], made["gm"]).view())


# A save that is dropped on the start page


def drop(client: TestClient, name: str, text: str) -> Any:
    headers = {"content-type": "application/octet-stream"}
    return client.post("/encounters", params={"name": name}, content=text, headers=headers)


@pytest.mark.parametrize("ref", ["plunder/ford-at-dusk", "story-mode/warehouse-wolf"])
def test_a_dropped_save_is_watched(tmp_path: Path, ref: str) -> None:
    """However long it is: that a message may be 1 MiB is for those at the table."""
    text = save_of(tmp_path / "a.toml", find_encounter(ref)).read_text(encoding="utf-8")
    each = USUAL.body_bytes // text.count("[[tape]]") // 100 + 1
    text = text.replace("\n[[tape]]\n", "\n[[tape]]\n" + f"# {'x' * 98}\n" * each)
    assert len(text) > USUAL.body_bytes
    app = create_app(tmp_path / "table", workers=WORKERS)
    client = browser(app, "http://localhost")
    answer = drop(client, "a.toml", text)
    assert answer.status_code == 201, answer.text
    page = client.get(answer.json()["watch"])
    assert page.status_code == 200
    assert answer.json()["title"] in page.text
    seat = Seat.__new__(Seat)
    seat.client, seat.at = client, answer.json()["watch"].removesuffix("/watch")
    found = moments(seat)
    assert found[-1]["state"]["over"]
    film = Film(played_game(ref), LOOKS_ON)
    assert [m["log"] for m in found] == [film.told(m) for m in range(len(film))]
    assert browser(app, "http://localhost").get(answer.json()["watch"]).status_code == 403


def test_a_save_has_dice_of_its_own_once_it_is_taken_in(tmp_path: Path) -> None:
    """Whoever made the file knows its seed; and it belongs to no party here."""
    path = save_of(tmp_path / "half.toml", find_encounter(DUEL), entries=4)
    app = create_app(tmp_path / "table", workers=WORKERS)
    client = browser(app, "http://localhost")
    answer = drop(client, "half.toml", path.read_text(encoding="utf-8"))
    fight = answer.json()["watch"].split("/")[2]
    game = app.state.lobby.kept(fight).game
    assert game.players.seed != 3
    assert game.fight.encounter.company is None
    assert client.get(f"/fights/{fight}/view").json()["table"]["seeded"] is False


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda text: text[:-1], "bad.toml: is cut off in line"),
        (lambda text: text[:-9], "bad.toml: is cut off in line"),
        (lambda text: text[:-9] + "\n", "bad.toml: is not TOML"),
        (lambda text: text.replace("press", "fly"), "bad.toml: tape[1].answer: found 'fly'"),
        (lambda text: text.replace('ruleset = "skirmish"', 'ruleset = "chess"'), "chess"),
        (lambda text: text.replace("version = ", "version = 9"), "version"),
        (lambda text: text + "\n[[tape]]\nundo = 9999\n", "undo"),
        (lambda text: text + "\n[[tape]]\nwho = 3\n", "stands after the end"),
        (lambda text: text.replace("seed = 3", "seed = -3"), "seed"),
        (lambda text: 'homebrew = "/etc/passwd"\n' + text, "homebrew"),
    ],
)
def test_a_bad_save_is_refused_in_one_line_and_leaves_nothing(
    tmp_path: Path, change: Any, said: str
) -> None:
    text = save_of(tmp_path / "a.toml", find_encounter(DUEL)).read_text(encoding="utf-8")
    app = create_app(tmp_path / "table", workers=WORKERS)
    client = browser(app, "http://localhost")
    answer = drop(client, "bad.toml", change(text))
    assert answer.status_code == 422, answer.text
    assert said in answer.json()["error"]
    assert "\n" not in answer.json()["error"]
    assert str(tmp_path) not in answer.text
    assert app.state.lobby.store.cards() == []


def test_a_long_fight_is_sent_by_blocks_and_each_is_written_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    film = Film(played_game("rpg-hell/wolf-road"), LOOKS_ON)
    drawn: list[int] = []
    state = film.state

    def counted(m: int) -> dict[str, Any]:
        drawn.append(m)
        return state(m)

    monkeypatch.setattr(film, "state", counted)
    assert len(film) > 3 * BLOCK
    assert film.block(2) is film.block(2)
    assert set(drawn) == set(range(2 * BLOCK, 3 * BLOCK)), "no more than was asked for"
    assert len(drawn) == BLOCK + 1
    assert len(gzip.compress(film.block(2).encode(), 4)) < 6000, "as it goes over the wire"
