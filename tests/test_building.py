"""Fights built in the browser: drafts the rules look at, and files that come of them."""

from __future__ import annotations

import base64
import json
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from picture_helpers import png
from playwright._impl._driver import compute_driver_executable
from shipped import GAMES, SAMPLES
from table_helpers import WORKERS
from waiting import PATIENCE

from affray.book.encounter import find_encounter
from affray.book.errors import BadInput
from affray.book.shelf import SHELF
from affray.files import library
from affray.files.encounter_file import encounter_text
from affray.files.uvtt import read_uvtt, uvtt_text
from affray.rulesets.dungeoneers_tactics.space import sees
from affray.table import building
from affray.table.web.app import create_app

REBUILD = Path(__file__).parent / "page" / "rebuild.js"


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TestClient:
    monkeypatch.setenv("AFFRAY_HOME", str(tmp_path / "home"))
    return TestClient(create_app(tmp_path / "data", workers=WORKERS))


def data_of(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(find_encounter(name).file).read_text(encoding="utf-8"))


# A file as data, and back


@pytest.mark.parametrize("name", SAMPLES)
def test_a_draft_is_the_file_it_was_read_from(name: str) -> None:
    shown = building.look_at(building.draft_of(find_encounter(name)))
    assert tomllib.loads(shown["text"]) == data_of(name)
    assert not shown["alone"]
    assert len(shown["creatures"]) == len(data_of(name)["creature"])


def test_a_file_is_written_as_people_write_it() -> None:
    path = Path(find_encounter("plunder/ford-at-dusk").file)
    text = path.read_text(encoding="utf-8")
    assert encounter_text(tomllib.loads(text)) == text


def in_order(draft: dict[str, Any]) -> dict[str, Any]:
    """Lists of tiles say the same in any order, and a way between rooms from either."""
    of_map = {
        k: sorted(v) if k in ("walls", "rough") else v for k, v in draft.get("map", {}).items()
    }
    rooms = draft.get("zone", [])
    ways = {frozenset((room["id"], other)) for room in rooms for other in room.get("links", [])}
    bare = [{key: room[key] for key in room if key != "links"} for room in rooms]
    return {**draft, "map": of_map, "zone": bare, "ways": ways}


def _kept(wanted: dict[str, Any]) -> dict[str, Any]:
    """A file's own weapons and the like go into the library first; the rest is what is built."""
    ruleset = SHELF.get(wanted["ruleset"])
    built = ("creature", "zone")
    own = [kind for kind in library.book_of(ruleset) if kind in wanted and kind not in built]
    for kind in own:
        for thing in wanted[kind]:
            library.keep(ruleset, kind, thing)
    return {key: wanted[key] for key in wanted if key not in own}


@pytest.mark.program
def test_every_sample_can_be_built_anew_with_what_the_builder_can_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AFFRAY_HOME", str(tmp_path))
    games = {slug: (building.blank(slug), building.parts_of(slug)) for slug in GAMES}
    given = {}
    for name in SAMPLES:
        blank, parts = games[name.partition("/")[0]]
        given[name] = {"blank": blank, "parts": parts, "wanted": _kept(data_of(name))}
    file = tmp_path / "given.json"
    file.write_text(json.dumps(given), encoding="utf-8")
    command = [compute_driver_executable()[0], str(REBUILD), str(file)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert ran.returncode == 0, ran.stderr
    built = json.loads(ran.stdout)
    assert set(built) == set(SAMPLES)
    for name, draft in built.items():
        exported = tomllib.loads(building.look_at(draft)["whole"])
        exported |= exported.pop("homebrew", {})  # things of one's own may stand there or beside
        sides = {"sides": draft["sides"]} if "sides" in draft else {}
        assert in_order(exported) == in_order({**sides, **data_of(name)}), name


# What is asked of the server


@pytest.mark.parametrize("game", GAMES)
def test_one_begins_with_a_fight_that_stands_and_adds_to_it(game: str, at: TestClient) -> None:
    parts = at.get("/build/parts", params={"ruleset": game}).json()
    built = at.get("/build/draft", params={"ruleset": game}).json()
    assert len(built["creatures"]) >= 2
    assert "round" not in built["draft"].get("set", {}), "from its beginning"
    kind, side = parts["creatures"][0]["id"], built["creatures"][-1]["side"]
    for _ in range(2):
        posted = {"draft": built["draft"], "content": kind, "side": side}
        built = at.post("/build/more", json=posted).json()
    first, second = (one["name"] for one in built["creatures"][-2:])
    twin = at.post("/build/more", json={"draft": built["draft"], "like": second}).json()
    names = [one["name"] for one in twin["creatures"]]
    assert len(set(names)) == len(names)
    assert {first, second} < set(names)


def test_what_the_rules_forbid_is_told_with_its_field(at: TestClient) -> None:
    draft = at.get("/build/draft", params={"encounter": "dungeoneers-tactics/hexers-tower"}).json()[
        "draft"
    ]
    walled = {**draft, "map": {**draft["map"], "walls": [[1, 3]]}}
    refused = at.post("/build/look", json={"draft": walled})
    assert refused.status_code == 422
    assert "at: found [1, 3]" in refused.json()["error"]
    weak = {
        **draft,
        "creature": [{**draft["creature"][0], "set": {"prowess": -1}}, *draft["creature"][1:]],
    }
    assert "expected 0 to" in at.post("/build/look", json={"draft": weak}).json()["error"]


@pytest.mark.parametrize(
    ("draft", "said"),
    [
        ({}, "no ruleset is called ''"),
        ({"ruleset": "skirmish", "cast": "../../x"}, "no part of a draft is called 'cast'"),
        ({"ruleset": "skirmish", "creature": 5}, "creature"),
        ({"ruleset": "skirmish", "title": None, "creature": []}, "is not TOML"),
        ({"ruleset": "skirmish", "creature": [{"name": "a\x1bb", "side": "heroes"}]}, ""),
    ],
)  # fmt: skip
def test_what_is_no_draft_is_refused(draft: dict[str, Any], said: str, at: TestClient) -> None:
    answer = at.post("/build/look", json={"draft": draft})
    assert answer.status_code == 422, answer.text
    assert said in answer.json()["error"]


def test_the_chance_to_win_of_a_draft_is_told_and_narrows(at: TestClient) -> None:
    """As usually played at once, then well played; nothing of a draft is kept on the disk."""
    draft = at.get("/build/draft", params={"ruleset": "skirmish"}).json()["draft"]
    nothing = at.post("/build/forecast", json={"draft": draft}).json()
    assert (nothing["usual"], nothing["more"]) == (None, True)
    found = at.post("/build/forecast", json={"draft": draft, "more": True}).json()
    assert (
        found["usual"]["win"]["low"] <= found["usual"]["win"]["p"] <= found["usual"]["win"]["high"]
    )
    narrowed = at.post("/build/forecast", json={"draft": draft, "more": True}).json()
    assert narrowed["well"]["fights"] == 1 or narrowed["usual"]["fights"] > found["usual"]["fights"]
    fewer = {**draft, "creature": draft["creature"][:1]}
    alone = at.post("/build/forecast", json={"draft": fewer})
    assert alone.status_code == 422
    assert "expected somebody of another side" in alone.json()["error"]


def test_it_is_saved_and_saved_again_but_never_over_another(at: TestClient) -> None:
    draft = at.get("/build/draft", params={"ruleset": "skirmish"}).json()["draft"]
    keep = {"draft": draft, "name": "mine.toml"}
    assert at.post("/build/keep", json=keep).json() == {"ref": "~/mine.toml"}
    other = {**keep, "draft": {**draft, "title": "Another"}}
    assert at.post("/build/keep", json=other).status_code == 422, "it is another's name"
    assert at.post("/build/keep", json={**other, "again": True}).json() == {"ref": "~/mine.toml"}
    begun = at.get("/build/draft", params={"encounter": "~/mine.toml"}).json()
    assert begun["draft"]["title"] == "Another"
    assert at.post("/fights", json={"encounter": "~/mine.toml"}).status_code == 201
    assert at.post("/build/keep", json={**keep, "name": "../mine.toml"}).status_code == 422
    alone = {**draft, "creature": draft["creature"][:1]}
    assert (
        "alone" in at.post("/build/keep", json={"draft": alone, "name": "b.toml"}).json()["error"]
    )


def bring(at: TestClient, game: str, name: str, text: str) -> Any:
    draft = at.get("/build/draft", params={"ruleset": game}).json()["draft"]
    return at.post("/build/bring", json={"draft": draft, "name": name, "text": text})


def test_a_file_is_opened_as_a_draft(at: TestClient) -> None:
    text = Path(find_encounter("story-mode/crypt").file).read_text(encoding="utf-8")
    assert bring(at, "skirmish", "crypt.toml", text).json()["text"] == text
    for bad in ("save = 1", "[", "ruleset = 5"):
        assert bring(at, "skirmish", "crypt.toml", bad).status_code == 422
    refused = bring(at, "skirmish", "crypt.exe", text)
    assert "found 'crypt.exe', expected a file of .toml, .csv" in refused.json()["error"]


# Maps of other programs, and rosters


def line(*points: tuple[float, float]) -> list[dict[str, float]]:
    return [{"x": x, "y": y} for x, y in points]


def a_room() -> str:
    """As Dungeondraft writes it: a room's walls on the lines of the grid, a door, a light."""
    size = {"x": 12, "y": 9}
    resolution = {"map_origin": {"x": 0, "y": 0}, "map_size": size, "pixels_per_grid": 128}
    door = {"position": {"x": 5.5, "y": 2}, "bounds": line((5, 2), (6, 2)), "closed": True}
    return json.dumps({
        "format": 0.3,
        "resolution": resolution,
        "line_of_sight": [line((2, 2), (9, 2), (9, 7)), line((9, 7), (2, 7), (2, 2))],
        "objects_line_of_sight": [],
        "portals": [{**door, "rotation": 0, "freestanding": False}],
        "lights": [{"position": {"x": 4.5, "y": 4.5}, "range": 6, "color": "ffffffff"}],
        "environment": {"baked_lighting": False, "ambient_light": "ffffffff"},
        "image": "left out",
    })  # fmt: skip


@pytest.mark.parametrize("game", ["dungeoneers-spotlight", "dungeoneers-tactics", "rpg-hell"])
def test_a_map_of_another_program_is_laid(game: str, at: TestClient) -> None:
    built = bring(at, game, "room.dd2vtt", a_room()).json()
    board = built["board"]
    assert (board["width"], board["height"]) == (12, 9)
    walls = {tuple(tile) for tile in board["walls"]}
    assert {(2, 2), (8, 2), (9, 2), (9, 6), (2, 7), (2, 4)} <= walls
    assert not {(4, 4), (0, 0)} & walls
    assert any("tiles of door" in told for told in built["report"])
    assert any("picture is not taken along" in told for told in built["report"])


@pytest.mark.parametrize(("there", "seen"), [([6, 5], True), ([6, 0], False)])
def test_a_wall_that_was_brought_stops_a_shot(there: list[int], seen: bool) -> None:
    """The mark stands in the room with the archer, and then beyond its wall."""
    draft, _ = building.with_map(building.blank("dungeoneers-tactics"), a_room())
    shooter, mark = draft["creature"][:2]
    people = [{**shooter, "at": [6, 3]}, {**mark, "at": there}]
    world = building.read_draft({**draft, "creature": people}).world()
    assert bool(sees(world, 0, 1)) == seen


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[", "is no Universal VTT file"),
        ("{}", "expected a resolution"),
        ('{"resolution": {"map_size": {"x": 1e999, "y": 2}}}', "map_size"),
        ('{"resolution": {"map_size": {"x": NaN, "y": 2}}}', "expected a number"),
        ('{"resolution": {"map_size": {"x": 9, "y": 9}}, "line_of_sight": [5]}', "line_of_sight"),
    ],
)
def test_what_is_no_map_is_refused(text: str, said: str, at: TestClient) -> None:
    refused = bring(at, "dungeoneers-tactics", "room.uvtt", text)
    assert refused.status_code == 422
    assert said in refused.json()["error"]


def test_a_game_without_tiles_says_so(at: TestClient) -> None:
    refused = bring(at, "plunder", "room.uvtt", a_room())
    assert refused.json()["error"] == "Plunder has no map of tiles to lay this on"


def test_a_map_goes_out_and_comes_back() -> None:
    walls, doors = {(1, 1), (2, 1), (2, 2)}, {(4, 4)}
    made = read_uvtt(uvtt_text((8, 6), walls, doors), SHELF.get("dungeoneers-spotlight"))
    rows = made.map["rows"]
    assert rows[4][4] == "+"
    assert {
        (x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "#"
    } >= walls


def test_a_draft_s_map_goes_out(at: TestClient) -> None:
    built = bring(at, "dungeoneers-spotlight", "room.uvtt", a_room()).json()
    text = at.post("/build/map", json={"draft": built["draft"]}).json()["text"]
    again = bring(at, "dungeoneers-spotlight", "room.uvtt", text).json()["board"]
    assert {tuple(tile) for tile in built["board"]["walls"]} <= {tuple(t) for t in again["walls"]}
    feet = at.get("/build/draft", params={"ruleset": "plunder"}).json()["draft"]
    refused = at.post("/build/map", json={"draft": feet})
    assert refused.json()["error"] == "Plunder has no map of tiles to write"


def test_a_map_s_picture_is_the_ground_and_goes_out_again(at: TestClient) -> None:
    room = {**json.loads(a_room()), "image": base64.b64encode(png(24, 18)).decode()}
    built = bring(at, "dungeoneers-tactics", "room.dd2vtt", json.dumps(room)).json()
    assert "its picture is the ground" in built["report"]
    ground, shown = built["draft"]["ground"], built["board"]["picture"]
    assert (ground["at"], ground["wide"]) == ([0, 0], 12)
    assert (shown["x"], shown["y"], shown["wide"], shown["ratio"]) == (0, 0, 12, 0.75)
    fetched = at.get(f"/build/pictures/{shown['mark']}")
    assert (fetched.headers["content-type"], fetched.content) == ("image/png", png(24, 18))
    out = at.post("/build/map", json={"draft": built["draft"]}).json()
    written = json.loads(out["text"])
    assert base64.b64decode(written["image"]) == png(24, 18)
    assert (written["resolution"]["pixels_per_grid"], out["report"]) == (2, [])
    moved = {**built["draft"], "ground": {**ground, "at": [1, 0]}}
    aside = at.post("/build/map", json={"draft": moved}).json()
    assert json.loads(aside["text"])["image"] == ""
    assert "does not begin at the map's corner" in aside["report"][0]
    ref = at.post("/build/keep", json={"draft": built["draft"], "name": "room.toml"}).json()["ref"]
    made = at.post("/fights", json={"encounter": ref}).json()
    at.get(made["gm"])
    laid = at.get(f"/fights/{made['id']}/view").json()["board"]["picture"]
    assert laid["mark"] == shown["mark"]


def test_a_picture_is_laid_in_a_draft_and_what_is_none_is_refused(at: TestClient) -> None:
    name = at.post("/build/pictures", content=png(10, 10)).json()["picture"]
    draft = at.get("/build/draft", params={"ruleset": "plunder"}).json()["draft"]
    laid = {"picture": name, "at": [-2.5, 5], "wide": 80, "opacity": 60}
    built = at.post("/build/look", json={"draft": {**draft, "ground": laid}}).json()
    shown = built["board"]["picture"]
    assert [shown[key] for key in ("x", "y", "wide", "opacity")] == [-2.5, 5, 80, 60]
    assert f'picture = "{name}"' in built["text"]
    assert at.post("/build/pictures", content=b"<svg/>").status_code == 422
    assert at.get("/build/pictures/..%2fx").status_code == 404
    bad = {**json.loads(a_room()), "image": "not base64!"}
    without = bring(at, "dungeoneers-tactics", "room.uvtt", json.dumps(bad)).json()
    told = "its picture is not taken along: image: expected a picture in base64"
    assert told in without["report"]
    assert without["board"]["picture"] is None


ROSTER = """\
name;from;side;x;y;hp;max_hp
Boss;orc;monsters;60;30;9;9
;goblin;;;;;
;goblin;;;;;
"""


def test_a_roster_comes_besides(at: TestClient) -> None:
    built = bring(at, "plunder", "roster.csv", ROSTER).json()
    came = {one["name"]: one for one in built["draft"]["creature"][2:]}
    boss = {"name": "Boss", "from": "orc", "side": "monsters", "at": [60, 30]}
    assert came["Boss"] == {**boss, "set": {"hp": 9, "max_hp": 9}}
    assert set(came) == {"Boss", "Goblin", "Goblin 2"}
    assert built["report"] == ["3 of the roster came"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("colour\nred", "no column is called 'colour'"),
        ("", "expected name or from"),
        ("name,from,x,y\nA,goblin,one,2", "line 2: x: found 'one'"),
        ("name,from\nA,dragon", "dragon"),
        ("name,from,x,y\nA,goblin,5", "line 2: found one of x and y"),
        ("name,from\nA,goblin,9", "line 2: found 3 cells, expected at most 2"),
    ],
)
def test_what_is_no_roster_is_refused(text: str, said: str, at: TestClient) -> None:
    refused = bring(at, "plunder", "roster.csv", text)
    assert refused.status_code == 422
    assert said in refused.json()["error"]


def test_a_roster_as_spreadsheets_write_it(at: TestClient) -> None:
    built = bring(at, "plunder", "roster.csv", "\ufeffname,from\r\nBoss,orc\r\n").json()
    assert [one["name"] for one in built["draft"]["creature"][2:]] == ["Boss"]


def test_somebody_of_no_book_comes_and_yes_is_no_number(at: TestClient) -> None:
    draft = at.get("/build/draft", params={"ruleset": "rpg-hell"}).json()["draft"]
    built = at.post("/build/more", json={"draft": draft, "side": "world"}).json()
    came = built["draft"]["creature"][-1]
    assert (came["name"], came["side"], "from" in came) == ("Somebody", "world", False)
    assert built["creatures"][-1]["fields"]["world"] is False


def test_nobody_can_be_where_there_is_no_room() -> None:
    draft = building.blank("skirmish")
    while len(draft["creature"]) < 8:
        draft = building.with_twin(draft, "Ada")
    with pytest.raises(BadInput, match="expected at most 8"):
        building.with_twin(draft, "Ada")
