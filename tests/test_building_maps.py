"""Maps of other programs in the builder: in, with a word on everything, and out again."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest
from fastapi.testclient import TestClient
from picture_helpers import png
from test_building import at, bring

from affray.book.encounter import find_encounter
from affray.book.shelf import SHELF
from affray.files.uvtt import Imported, read_uvtt, uvtt_text
from affray.rulesets.dungeoneers_tactics.space import sees
from affray.table import building, built_files

__all__ = ["at"]


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


def in_tactics(text: str, begins: tuple[int, int] = (0, 0)) -> Imported:
    return read_uvtt(text, SHELF.get("dungeoneers-tactics"), begins)


def test_a_shut_door_is_a_wall_where_a_game_has_no_doors() -> None:
    """It was open ground: one looked and shot through it."""
    made = in_tactics(a_room())
    assert [5, 2] in made.map["walls"]
    assert "1 tile of door: the game has none, so wall is laid there" in made.report
    spotlight = read_uvtt(a_room(), SHELF.get("dungeoneers-spotlight"))
    assert not any("wall is laid" in told for told in spotlight.report)


def test_a_wall_a_hair_beside_the_grid_lies_on_it() -> None:
    """Programs that work in short floats write 1.999996: the room was a tile too large there."""
    corners = [(2, 2), (9, 2), (9, 7), (2, 7), (2, 2)]
    beside = [(x - 4e-6, y - 4e-6) for x, y in corners]
    drawn = [(x + 0.015, y - 0.015) for x, y in corners]  # a pixel of 64 by hand
    whole = in_tactics(a_map(0, 0, line_of_sight=[line(*corners)])).map
    for walls in (beside, drawn):
        assert in_tactics(a_map(0, 0, line_of_sight=[line(*walls)])).map == whole


def test_which_part_of_a_large_map_is_taken_can_be_chosen(at: TestClient) -> None:
    large = json.loads(a_map(0, 0, line_of_sight=[line((30, 3), (33, 3))]))
    large["resolution"]["map_size"] = {"x": 40, "y": 20}
    draft = at.get("/build/draft", params={"ruleset": "dungeoneers-tactics"}).json()["draft"]
    sent = {"draft": draft, "name": "large.uvtt", "text": json.dumps(large)}
    first = at.post("/build/bring", json=sent).json()
    assert (first["part"], first["board"]["walls"]) == ({"begins": [0, 0], "farthest": [16, 0]}, [])
    for begins, x in (([12, 0], 12), ([99, 99], 16)):  # as far as there is a map
        moved = at.post("/build/bring", json={**sent, "begins": begins}).json()
        assert moved["part"]["begins"] == [x, 0]
        assert moved["board"]["walls"] == [[30 - x, 3], [31 - x, 3], [32 - x, 3]]
        assert f"24 by 20 are taken, the game's most, from column {x} and row 0 on" in str(moved)
    assert at.post("/build/bring", json={**sent, "begins": [-1, 0]}).status_code == 422
    assert bring(at, "dungeoneers-tactics", "room.dd2vtt", a_room()).json()["part"] is None


@pytest.mark.parametrize("game", ["dungeoneers-spotlight", "dungeoneers-tactics", "rpg-hell"])
def test_a_map_of_another_program_is_laid(game: str, at: TestClient) -> None:
    built = bring(at, game, "room.dd2vtt", a_room()).json()
    board = built["board"]
    assert (board["width"], board["height"]) == (12, 9)
    walls = {tuple(tile) for tile in board["walls"]}
    assert {(2, 2), (8, 2), (9, 2), (9, 6), (2, 7), (2, 4)} <= walls
    assert not {(4, 4), (0, 0)} & walls
    assert any("1 tile of door" in told for told in built["report"])
    assert any("picture is not taken along" in told for told in built["report"])


@pytest.mark.parametrize(("there", "seen"), [([6, 5], True), ([6, 0], False)])
def test_a_wall_that_was_brought_stops_a_shot(there: list[int], seen: bool) -> None:
    """The mark stands in the room with the archer, and then beyond its wall."""
    draft = built_files.with_map(building.blank("dungeoneers-tactics"), in_tactics(a_room()))
    shooter, mark = draft["creature"][:2]
    people = [{**shooter, "at": [6, 3]}, {**mark, "at": there}]
    world = building.read_draft({**draft, "creature": people}).world()
    assert bool(sees(world, 0, 1)) == seen


@pytest.mark.parametrize(
    ("walls", "here", "there"),
    [
        ([line((2, 0), (11, 9))], [4, 3], [6, 1]),  # aslant, through corners of tiles
        ([line((0, 9), (9, 0))], [2, 5], [4, 7]),
        ([line((2, 0), (2.4, 1.9)), line((2.4, 1.9), (4.9, 4.1), (11, 9.05))], [2, 3], [5, 2]),
        ([line((9, 2), (9, 7)), line((2, 7), (9, 7))], [8, 6], [10, 8]),  # as Foundry writes them
        ([line((9, 2), (9, 7), (2, 7))], [8, 6], [10, 8]),
    ],
)
def test_no_shot_goes_through_a_corner(walls: list[Any], here: list[int], there: list[int]) -> None:
    """Tiles that touch at a corner alone are seen through; lines that meet there are not."""
    made = in_tactics(a_map(0, 0, line_of_sight=walls))
    draft = built_files.with_map(building.blank("dungeoneers-tactics"), made)
    shooter, mark = draft["creature"][:2]
    people = [{**shooter, "at": here}, {**mark, "at": there}]
    world = building.read_draft({**draft, "creature": people}).world()
    assert not sees(world, 0, 1)
    assert not sees(world, 1, 0)


def test_a_gap_beside_a_corner_stays_open() -> None:
    """A doorway of a tile between the end of one wall and the end of another."""
    walls = [line((5, 2), (2, 2), (2, 7), (5, 7), (5, 3))]
    made = in_tactics(a_map(0, 0, line_of_sight=walls))
    assert [4, 2] in made.map["walls"]
    assert [5, 3] in made.map["walls"]
    assert [5, 2] not in made.map["walls"]
    assert [4, 3] not in made.map["walls"]


def test_whom_a_wall_moves_is_told() -> None:
    draft = building.blank("dungeoneers-tactics")
    first, other = draft["creature"][:2]
    people = [{**first, "at": [2, 2]}, {**other, "at": [4, 4]}]
    made = in_tactics(a_room())
    laid, report = built_files.with_map({**draft, "creature": people}, made), made.report
    moved = laid["creature"][0]["at"]
    assert moved != [2, 2]
    told = f"{first['name']} stands at {moved}, not at [2, 2], where a wall or the edge of the map"
    assert [said for said in report if " stands at " in said] == [f"{told} is"]


def a_map(x: float = 2.5, y: float = -1.25, **more: Any) -> str:
    size = {"map_origin": {"x": x, "y": y}, "map_size": {"x": 12, "y": 9}}
    return json.dumps({"resolution": size, **more})


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"lights": None, "portals": None, "line_of_sight": None}, []),
        (
            {"lights": [{"position": {"x": 3 + k % 10, "y": k // 10}} for k in range(70)]},
            ["lights: torches for 60 of 70, picture only"],
        ),
        (
            {"environment": {"ambient_light": "ff1e1e1e"}, "software": "Draft", "roofs": []},
            [
                "its light (ff1e1e1e) stays there: say how dark it is here",
                "left out, as nothing here means it: roofs",
            ],
        ),
        ({"portals": [{"position": {"x": 5, "y": 2}}]}, ["doors without bounds, left out: 1"]),
        (
            {"portals": [{"bounds": line((5, 2), (6, 2)), "closed": False}]},
            ["doors that stand open, open ground here: 1"],
        ),
        (
            {"line_of_sight": [line((-9e5, 1), (9e5, 1))]},
            [
                "12 tiles of wall (DS-144)",
                "Suori stands at [1, 3], not at [1, 2], where a wall or the map's end is",
                "Skeleton 1 stands at [3, 3], not at [3, 2], where a wall or the map's end is",
            ],
        ),
    ],
)
def test_what_a_map_has_and_a_game_has_not_is_told(
    more: dict[str, Any], told: list[str], at: TestClient
) -> None:
    """Nothing is left out without a word; and a wall is laid however far it goes on."""
    built = bring(at, "dungeoneers-spotlight", "room.dd2vtt", a_map(**more))
    assert built.status_code == 200
    assert built.json()["report"] == told


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (a_map(lights=5), "lights: expected a list"),
        (a_map(portals={}), "portals: expected a list"),
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
    assert refused.json()["error"].startswith("room.uvtt: ")


def test_a_game_without_tiles_says_so(at: TestClient) -> None:
    refused = bring(at, "plunder", "room.uvtt", a_room())
    assert refused.json()["error"] == "room.uvtt: Plunder has no map of tiles to lay this on"


def laid(rows: list[str], sign: str) -> set[tuple[int, int]]:
    return {(x, y) for y, row in enumerate(rows) for x, found in enumerate(row) if found == sign}


WALLS, DOORS = {(1, 1), (2, 1), (2, 2)}, {(4, 4)}


def test_a_map_goes_out_and_comes_back() -> None:
    made = read_uvtt(uvtt_text((8, 6), WALLS, DOORS), SHELF.get("dungeoneers-spotlight"))
    assert (laid(made.map["rows"], "#"), laid(made.map["rows"], "+")) == (WALLS, DOORS)


def test_the_walls_of_a_draft_go_out_and_come_back(at: TestClient) -> None:
    walls = [[5, 0], [5, 1], [5, 2]]
    draft = {**building.blank("dungeoneers-tactics"), "map": {"size": [7, 5], "walls": walls}}
    text = at.post("/build/map", json={"draft": draft}).json()["text"]
    again = bring(at, "dungeoneers-tactics", "room.uvtt", text).json()
    assert again["draft"]["map"] == draft["map"]
    assert again["report"] == ["3 tiles of wall (DT-160)"]


@pytest.mark.parametrize(
    "own",
    [
        5,
        {"walls": [[1, 1]]},
        {"walls": [[1, 1]], "doors": []},
        {"walls": [[1, 1], [2, 1], [2, 2], [2, 2]], "doors": [[4, 4]]},
        {"walls": [[1, 1], [2, 1], [2, 2], [-1, 2]], "doors": [[4, 4]]},
        {"walls": [[True, 1], [2, 1], [2, 2]], "doors": [[4, 4]]},
        {"walls": [[1, 1], [2, 1], [2, 2], [10**400, 2]], "doors": [[4, 4]]},
        {"walls": [[[], {}]], "doors": [[4, 4]]},
        {"walls": [[0, 0]] * 1000, "doors": [[4, 4]]},
    ],
)
def test_tiles_that_are_not_those_of_the_lines_are_not_taken(own: Any) -> None:
    """Lines that another program changed count, and so they do where somebody wrote nonsense."""
    data = json.loads(uvtt_text((8, 6), WALLS, DOORS))
    game = SHELF.get("dungeoneers-spotlight")
    made = read_uvtt(json.dumps({**data, "affray": own}), game)
    del data["affray"]
    lines = read_uvtt(json.dumps(data), game)
    assert made.map == lines.map
    assert made.report == ["its tiles are not those of its lines, which are taken", *lines.report]


def test_a_draft_s_map_goes_out(at: TestClient) -> None:
    built = bring(at, "dungeoneers-spotlight", "room.uvtt", a_room()).json()
    text = at.post("/build/map", json={"draft": built["draft"]}).json()["text"]
    again = bring(at, "dungeoneers-spotlight", "room.uvtt", text).json()["board"]
    assert again["walls"] == built["board"]["walls"]
    feet = at.get("/build/draft", params={"ruleset": "plunder"}).json()["draft"]
    refused = at.post("/build/map", json={"draft": feet})
    assert refused.json()["error"] == "Plunder has no map of tiles to write"


def test_lights_go_out_and_what_has_no_word_there_is_told(at: TestClient) -> None:
    draft = building.draft_of(find_encounter("dungeoneers-spotlight/narrow-bridge"))
    out = at.post("/build/map", json={"draft": draft}).json()
    assert len(json.loads(out["text"])["lights"]) == 2
    stays = "what such a file has no word for stays here: boulder, pit, wood"
    assert out["report"] == [stays]


@pytest.mark.parametrize("before", ["", "data:image/png;base64,"])
def test_a_map_s_picture_is_the_ground_and_goes_out_again(before: str, at: TestClient) -> None:
    encoded = base64.encodebytes(png(24, 18)) if before else base64.b64encode(png(24, 18))
    room = {**json.loads(a_room()), "image": before + encoded.decode()}
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
