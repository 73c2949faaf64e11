"""Fights built in the browser: drafts the rules look at, and files that come of them."""

from __future__ import annotations

import json
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from playwright._impl._driver import compute_driver_executable
from shipped import GAMES, SAMPLES
from table_helpers import WORKERS
from waiting import PATIENCE

from affray.book.encounter import find_encounter
from affray.book.errors import BadInput
from affray.book.shelf import SHELF
from affray.files import library
from affray.files.encounter_file import encounter_text
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


# Rosters


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
        ("from,count\ngoblin,0", "line 2: count: found 0, expected 1 or more"),
        ("from,count\ngoblin,900", "line 2: count: found 900, expected at most 200"),
        ('from,x,y\n\n"gob\nlin",1,b', "line 4: y: found 'b'"),
        ("from,x,y\ngoblin,1.000,2", "line 2: x: found '1.000', expected a whole number"),
        ("colour\nred", "no column is called 'colour'"),
        ("", "expected name or from"),
        ("name,from,x,y\nA,goblin,one,2", "line 2: x: found 'one'"),
        ("name,from\nA,dragon", "dragon"),
        ("name,from,x,y\nA,goblin,5", "line 2: found one of x and y"),
        ("name,from,x,y\nA,goblin,-1,2", "line 2: x: found -1, expected 0 or more"),
        ("name,from,name\nA,goblin,B", "line 1: found the column 'name' twice"),
        ("name,from\nA,goblin,9", "line 2: found 3 cells, expected at most 2"),
    ],
)
def test_what_is_no_roster_is_refused(text: str, said: str, at: TestClient) -> None:
    refused = bring(at, "plunder", "roster.csv", text)
    assert refused.status_code == 422
    assert said in refused.json()["error"]


def test_whom_a_roster_cannot_put_where_it_says_is_told(at: TestClient) -> None:
    text = "name,side,x,y\nZed,monsters,2,3\nYan,monsters,5,0\nXan,monsters,1,1\n"
    built = bring(at, "rpg-hell", "roster.csv", text.replace("monsters", "world")).json()
    ada, *_ = built["draft"]["creature"]
    assert built["report"] == [
        "3 of the roster came",
        f"Zed stands at [2, 4], not at [2, 3], where {ada['name']} already stands",
        "Yan stands at [6, 0], not at [5, 0], which is a wall or off the map",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffname,from\r\nBoss,orc\r\n",
        "sep=;\r\nname;from;side\r\nBoss;orc;monsters\r\n",
        "name|from\nBoss|orc\n",
        "name\tfrom\nBoss\torc\n",
        "Name,From,Side\rBoss,Orc,Monsters\r",
        "name,from,,\nBoss,orc,,\n",
        '"name","from","count"\n"Boss","orc","1"\n',
        "\n\nname,from,count\nBoss,orc,1.0\n",
    ],
)
def test_a_roster_as_spreadsheets_write_it(text: str, at: TestClient) -> None:
    built = bring(at, "plunder", "roster.csv", text).json()
    (boss,) = built["draft"]["creature"][2:]
    assert boss | {"at": 0} == {"name": "Boss", "from": "orc", "side": "monsters", "at": 0}


@pytest.mark.parametrize(
    ("game", "text", "came"),
    [
        ("skirmish", "Name,From,Place\nEve,Knight,6\n", {"name": "Eve", "from": "knight", "at": 6}),
        ("skirmish", "Name,Weapon\n007,Sword\n", {"name": "007", "set": {"weapon": "sword"}}),
        ("story-mode", "From,Place\nZombie,Racks\n", {"from": "zombie", "at": "racks"}),
        ("plunder", "From,Max HP,HP\nOrc,9,9\n", {"set": {"max_hp": 9, "hp": 9}}),
        (
            "dungeoneers-spotlight",
            'From,Carried\nSkeleton,"Dagger, Light hammer"\n',
            {"set": {"carried": ["dagger", "light-hammer"]}},
        ),
    ],
)
def test_a_roster_is_in_the_words_of_people(
    game: str, text: str, came: dict[str, Any], at: TestClient
) -> None:
    """A place along a line was text and refused; words had to have the letters of files."""
    built = bring(at, game, "roster.csv", text)
    assert built.status_code == 200, built.json()
    assert came.items() <= built.json()["draft"]["creature"][-1].items()


def test_a_roster_that_is_refused_names_its_line(at: TestClient) -> None:
    text = "from,count,might\nknight,2,\n\nknight,1,600\n"
    refused = bring(at, "skirmish", "roster.tsv", text.replace(",", "\t"))
    assert refused.json()["error"] == (
        "line 4: creature[Knight 3].set.might: found 600, expected 0 to 60 (SK-1)"
    )


def test_a_roster_says_how_many_and_what_is_so(at: TestClient) -> None:
    text = "From;Count;X;Y;Dead\nGoblin;3;;;FALSE\nOrc;1;60,0;30,0;TRUE\n"
    built = bring(at, "plunder", "roster.csv", text).json()
    came = built["draft"]["creature"][2:]
    assert [one["name"] for one in came] == ["Goblin", "Goblin 2", "Goblin 3", "Orc 2"]
    assert [one["set"] for one in came] == [{"dead": False}] * 3 + [{"dead": True}]
    assert came[-1]["at"] == [60, 30]


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


def test_the_limits_of_every_game_are_those_the_documents_give() -> None:
    """And the builder's page is told each of them."""
    page = (Path(__file__).parents[1] / "docs" / "building.md").read_text(encoding="utf-8")
    for game in GAMES:
        parts = building.parts_of(game)
        where = f"{parts['rooms']} rooms" if parts["rooms"] else "a line of 12 places"
        if parts["map"]:
            unit = "feet" if parts["unit"] == "ft" else "tiles"
            where = f"{parts['map']['least']} to {parts['map']['most']} {unit}"
        assert f"| {parts['system']} | {parts['most']} | {where} |" in page, game
    assert building.parts_of("skirmish")["extent"] == (12, 1)
