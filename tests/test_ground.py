"""The ground of a place: read in one way, drawn as text, and no part of a fight without a rule."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some
from shipped import GAMES, SAMPLES
from table_helpers import Table, seeded

from affray.book.emblems import ANY, EMBLEMS
from affray.book.encounter import Encounter, encounter_from, read_encounter
from affray.book.errors import BadInput
from affray.book.ground import KINDS, Extent, read_ground
from affray.book.maps import as_boxes
from affray.book.shelf import SHELF
from affray.book.toml_tables import TomlTable, read_toml
from affray.rules.world import pack
from affray.table.web.drawn import FIGURES, FOLDER
from affray.tell.boards import draw_board

__all__ = ["seeded"]

TILES = Extent("tile", 4, 2)
FEET = Extent("ft", 40, 20)
PLACES = Extent("zone", 0, 0, ["nave", "yard"])


def read(ground: dict[str, Any], extent: Extent) -> Any:
    return read_ground(TomlTable(ground, "my-fight.toml", "ground"), extent, {})


@pytest.mark.parametrize("name", SAMPLES)
def test_every_sample_has_its_scenery_and_fights_the_same_without(name: str) -> None:
    drawn = read_encounter(SAMPLES[name])
    data = {k: v for k, v in read_toml(SAMPLES[name]).data.items() if k != "ground"}
    bare = encounter_from(TomlTable(data, SAMPLES[name]), name)
    assert pack(drawn.world()) == pack(bare.world())
    assert drawn.ground.base or drawn.ground.patches
    assert not bare.ground.base
    assert not bare.ground.patches


WRONG: dict[str, tuple[dict[str, Any], Extent, str]] = {
    "no such kind": (
        {"base": "watre"},
        TILES,
        "ground.base: no kind of ground is called 'watre'; did you mean 'water'",
    ),
    "a figure as base": ({"base": "tree"}, TILES, "ground.base: found 'tree', which stands on"),
    "rows too short": (
        {"rows": ["~~~~"]},
        TILES,
        "ground.rows: found 1 rows of 4, expected 2 of 4",
    ),
    "an unknown sign": ({"rows": ["~~?~", "...."]}, TILES, "ground.rows: found '?', expected . ~"),
    "rows in feet": ({"rows": ["~"]}, FEET, "ground.rows: found rows, expected [[ground.area]]"),
    "nowhere": (
        {"area": [{"kind": "water"}]},
        FEET,
        "found nothing that says where, expected from",
    ),
    "two ways": (
        {"area": [{"kind": "water", "from": [0, 0], "path": []}]},
        FEET,
        "found from and path, expected from or path for water",
    ),
    "off the map": (
        {"area": [{"kind": "water", "from": [0, 0], "to": [50, 3]}]},
        FEET,
        "ground.area[1].to: found [50, 3], expected a point [x, y] of the map, up to [40, 20]",
    ),
    "a line": (
        {"area": [{"kind": "water", "path": [[0, 0], [1, 1]]}]},
        FEET,
        "ground.area[1].path: found [[0, 0], [1, 1]], expected 3 to 60 points",
    ),
    "no such place": (
        {"area": [{"kind": "grass", "in": ["yrad"]}]},
        PLACES,
        "ground.area[1].in: no place is called 'yrad'; did you mean 'yard'",
    ),
    "a place on tiles": (
        {"area": [{"kind": "tree", "in": ["yard"]}]},
        TILES,
        "found in, expected at for tree",
    ),
    "an unknown field": (
        {"area": [{"kind": "tree", "at": [1, 1], "colour": "red"}]},
        TILES,
        "no field is called 'colour'",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_said_with_its_field(case: str) -> None:
    ground, extent, said = WRONG[case]
    with pytest.raises(BadInput) as found:
        read(ground, extent)
    assert said in str(found.value)
    assert str(found.value).startswith("my-fight.toml: ground")


def sample(name: str, **ground: Any) -> Encounter:
    top = read_toml(SAMPLES[name])
    return encounter_from(TomlTable({**top.data, "ground": ground}, "my-fight.toml"), "mine")


def test_what_has_a_rule_is_written_where_the_rule_reads_it() -> None:
    area = {"kind": "wall", "from": [0, 0], "to": [1, 0]}
    with pytest.raises(BadInput, match=r"a rule here \(DT-160\); expected it in \[map\] walls"):
        sample("dungeoneers-tactics/duel", area=[area]).world()
    told = sample("story-mode/coven", area=[{"kind": "wall", "in": ["yard"]}])
    told.world()
    assert told.ground.patches[0].kind == "wall"


def test_a_board_as_text_has_a_sign_a_kind() -> None:
    mine = sample(
        "plunder/regdar-and-the-orc",
        base="grass",
        area=[
            {"kind": "water", "path": [[0, 0], [30, 0], [0, 30]]},
            {"kind": "tree", "at": [52, 52]},
        ],
    )
    board = mine.board(mine.world())
    assert board is not None
    text = draw_board(board, ["Regdar", "Orc"]).splitlines()
    assert "  50  .  .  .  .  .  .  .  .  .  .  t  . " in text
    assert "   0  ~  ~  ~  ~  ~  .  .  .  .  .  .  . " in text
    assert text[-3:] == [
        "  ~  water, picture only",
        "  t  tree, picture only",
        "  .  grass, picture only",
    ]
    mill = read_encounter(SAMPLES["rpg-hell/burning-mill"])
    shown = mill.board(mill.world())
    assert shown is not None
    assert "  /  rough, RH-154" in draw_board(shown, [e.name for e in mill.entrants])
    nave = read_encounter(SAMPLES["story-mode/coven"])
    places = nave.board(nave.world())
    assert places is not None
    assert "yard -- nave  (grass, tomb, tree)" in draw_board(places, ["?"] * 6)


def test_signs_are_told_apart() -> None:
    signs = [kind.sign for kind in KINDS.values()]
    assert len(set(signs)) == len(signs)
    assert not any(sign.isupper() or sign in ".*" for sign in signs), "creatures are capitals"


@given(some.sets(some.tuples(some.integers(0, 7), some.integers(0, 7))))
def test_boxes_cover_their_tiles_once(tiles: set[tuple[int, int]]) -> None:
    def covered() -> Iterator[tuple[int, int]]:
        for x, y, across, down in as_boxes(sorted(tiles)):
            yield from ((x + k, y + j) for k in range(across) for j in range(down))

    found = list(covered())
    assert set(found) == tiles
    assert len(found) == len(tiles)


# Emblems


def test_every_emblem_is_drawn_and_every_drawing_used() -> None:
    drawn = {file.stem for file in FOLDER.glob("*.svg")}
    assert drawn == set(EMBLEMS) | set(FIGURES.values())
    assert set(FIGURES) < set(KINDS)
    assert "CC BY 3.0" in (FOLDER / "NOTICE.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("slug", GAMES)
def test_every_creature_of_a_game_has_an_emblem(slug: str) -> None:
    found = list(SHELF.get(slug).book.content.tables("creature"))
    assert found
    assert all(table.text("emblem", "") in EMBLEMS for table in found)


def test_an_emblem_nobody_drew_is_refused() -> None:
    top = read_toml(SAMPLES["skirmish/duel"])
    creatures = [{**creature, "emblem": "golbin"} for creature in top.data["creature"]]
    with pytest.raises(BadInput, match="no emblem is called 'golbin'; did you mean 'goblin'"):
        encounter_from(TomlTable({**top.data, "creature": creatures}, "my-fight.toml"), "mine")


@pytest.mark.program
def test_the_game_master_chooses_emblems_for_all(tmp_path: Path, seeded: None) -> None:
    table = Table(tmp_path, "skirmish/bridge", players=1)
    player = table.players[0]
    assert player.view()["board"]["tokens"][2]["emblem"] == "brute"
    assert player.do("look", creature="Grim", emblem="rat").status_code == 403
    refused = table.gm.do("look", creature="Grim", emblem="golbin")
    assert refused.status_code == 422
    assert "did you mean 'goblin'" in refused.json()["error"]
    before = player.log()
    table.gm.must("look", creature="Grim", emblem="goblin")
    table.gm.must("look", creature="Snick", emblem=ANY[0])
    table.restart()
    shown = [token["emblem"] for token in player.view()["board"]["tokens"]]
    assert shown == ["black-knight-helm", "bowman", "goblin", "letters"]
    assert player.log() == before, "it is seen, not told"
    page = player.client.get(player.at).text
    assert 'id="emblem-goblin"' in page
    assert 'id="emblem-brute"' not in page
