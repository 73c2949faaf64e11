"""What no rule of RPG Hell knows is refused, with where it was found and what was expected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from affray.book.encounter import encounter_from, find_encounter
from affray.book.errors import BadInput
from affray.book.toml_tables import TomlTable
from affray.cli.main import run
from affray.cli.new_files import _creatures
from affray.fight.players import Seat
from affray.files.saves import SavedFight, new_save
from affray.rulesets.rpg_hell import sheet

SLUG = "rpg-hell"


def _fight(**hale: Any) -> SavedFight:
    creatures = [
        {"name": "Hale", "from": "hale", "side": "heroes", "at": [2, 2], "set": hale},
        {"name": "Dog", "from": "dog", "side": "foes", "at": [4, 2]},
    ]
    data = {"ruleset": SLUG, "map": {"size": [6, 6]}, "start": "Hale", "creature": creatures}
    return new_save(encounter_from(TomlTable(data, "yard"), "yard"), [Seat(), Seat()], 1)


REFUSED = [
    ({"prone": 2}, r"prone: found 2, expected 0 to 1 \(RH-116\)"),
    ({"event_round": -2}, r"event_round: found -2, expected 0 to 60 \(RH-156\)"),
    ({"armor": 76}, r"armor: found 76, expected 0 to 75 \(RH-40\)"),
    ({"armor": -1}, r"armor: found -1, expected 0 to 75 \(RH-40\)"),
    ({"ward": 5}, r"ward: found 5, expected 0 to 4 \(RH-49\)"),
    ({"door": 5}, r"door: found 5, expected 0 to 4 \(RH-51\)"),
    ({"locked": 7}, r"locked: found 7, expected 0 to 6 \(RH-73\)"),
    ({"moves": 4}, r"moves: found 4, expected 0 to 3 \(RH-80\)"),
    ({"pool": [21, 0, 0, 0, 0, 0]}, r"pool: found 21, expected 0 to 20 \(RH-15\)"),
    ({"stacks": {"burn": -1}}, r"burn: found -1, expected 0 to 999 \(RH-98\)"),
    ({"stats": {"body": 21}}, r"body: found 21, expected -1 to 20 \(RH-160\)"),
    ({"level": 21}, r"level: found 21, expected -20 to 20 \(RH-16\)"),
    ({"dodge": True}, r"dodge: found true \(true or false\), expected a number, 0 to 99"),
]


@pytest.mark.parametrize(("said", "told"), REFUSED)
def test_a_file_is_held_to_the_rules(said: dict[str, Any], told: str) -> None:
    with pytest.raises(BadInput, match=told):
        _fight(**said).fight.run()


@pytest.mark.parametrize(("said", "told"), REFUSED)
def test_an_edit_is_held_to_them_too(said: dict[str, Any], told: str) -> None:
    game = _fight()
    game.fight.run()
    with pytest.raises(BadInput, match=told):
        game.fight.edit({"Hale": said})


@pytest.mark.parametrize(
    ("kind", "said", "told"),
    [
        ("weapon", {"hands": 3}, r"hands: found 3, expected 0 to 2 \(RH-127\)"),
        ("weapon", {"damage": -1}, r"damage: found -1, expected 0 to 99 \(RH-126\)"),
        ("weapon", {"ranged": 2}, r"ranged: found 2, expected 0 to 1 \(RH-126\)"),
        ("armor", {"ward": 9}, r"ward: found 9, expected 0 to 4 \(RH-49\)"),
        ("art", {"dice": 3}, r"dice: found 3, expected 1 to 2 \(RH-25\)"),
        ("art", {"strain": -5}, r"strain: found -5, expected 0 to 99 \(RH-135\)"),
        ("trait", {"rest_ward": -1}, r"rest_ward: found -1, expected 0 to 4 \(RH-49\)"),
        ("item", {"range": -1}, r"range: found -1, expected 0 to 99 \(RH-93\)"),
    ],
)
def test_content_is_held_to_them(kind: str, said: dict[str, Any], told: str) -> None:
    field = {"weapon": "weapons", "armor": "armor_items", "art": "arts"}.get(kind, f"{kind}s")
    hale = {"name": "H", "from": "hale", "side": "heroes", "at": [1, 1], "set": {field: ["odd"]}}
    data = {"ruleset": SLUG, "creature": [hale], kind: [{"id": "odd", **said}]}
    with pytest.raises(BadInput, match=told):
        encounter_from(TomlTable(data, "odd"), "odd").world()


def test_an_event_of_the_world_stands_on_the_map() -> None:
    fire = {"name": "Fire", "side": "foes", "at": [9, 2], "set": {"world": True}}
    hale = {"name": "Hale", "from": "hale", "side": "heroes", "at": [2, 2]}
    data = {"ruleset": SLUG, "map": {"size": [6, 6]}, "creature": [hale, fire]}
    with pytest.raises(BadInput, match=r"at: found \[9, 2\], which is a wall or off the map"):
        encounter_from(TomlTable(data, "yard"), "yard").world()


def test_a_new_encounter_plays_and_its_fire_is_a_fire(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    assert run(["new", "encounter", str(file), "--ruleset", SLUG]) == 0
    assert run(["sim", str(file), "-n", "2", "--engine", "python"]) == 0
    mill = find_encounter(f"{SLUG}/burning-mill")
    fire = next(one for one in _creatures(mill.ruleset, mill) if 'name = "Mill fire"' in one)
    assert "\nfrom" not in fire
    assert '\nset = { world = true, event_radius = 1, event = "burn-1" }' in fire


def test_deaths_door_2_by_an_edit_is_prone() -> None:
    game = _fight()
    game.fight.run()
    game.fight.edit({"Hale": {"door": 2, "health": 3}})
    world = game.fight.world
    assert sheet.is_prone(world, 0)
    assert sheet.speed(world, 0) == 2
    card = game.fight.encounter.ruleset.words.card(world, 0, game.fight.encounter.names)
    assert "prone" in card.states
