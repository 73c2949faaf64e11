"""RPG Hell's creatures and characters in numbers, and what follows from them."""

from __future__ import annotations

from typing import Any

import pytest
from rpg_hell_stage import SCENARIOS, SLUG, everything, stage

from affray.book.content import show
from affray.book.encounter import encounter_from, find_encounter
from affray.book.toml_tables import read_toml
from affray.files.scenario import play_script
from affray.rulesets.rpg_hell import sheet

# Creatures: Max Health, Armor, Dodge, Ward, base Speed, Combat Dice, Max Strain, Initiative bonus

CREATURES = {
    "dog": (8, 0, 3, 0, 7, 4, 5, 0),
    "silver-wolf": (14, 3, 2, 0, 6, 5, 7, 0),
    "ironwood-wolf": (19, 13, 0, 0, 6, 6, 10, 0),
    "bear": (20, 20, 0, 0, 5, 6, 8, 0),
    "ox": (10, 8, 0, 0, 5, 5, 4, 0),
    "box-turtle": (2, 0, 2, 2, 4, 4, 4, 0),
    "giant-spider": (14, 8, 0, 0, 5, 6, 8, 0),
    "mimic": (13, 13, 0, 0, 4, 5, 7, 0),
    "zombie": (9, 0, 3, 0, 4, 4, 4, 0),
    "spitter": (12, 0, 3, 0, 4, 5, 8, 0),
    "shambler": (14, 2, 2, 0, 4, 5, 6, 0),
    "lesser-fire-elemental": (5, 1, 2, 0, 6, 4, 8, 0),
    "hale": (12, 10, 0, 0, 5, 5, 4, 3),
    "wren": (8, 2, 2, 0, 6, 5, 6, 0),
    "ember": (6, 2, 4, 3, 7, 5, 8, 0),
    "moss": (9, 6, 0, 0, 6, 5, 6, 0),
    "sable": (25, 5, 2, 0, 7, 6, 8, 3),
}


@pytest.mark.parametrize("name", CREATURES)
def test_creatures(name: str) -> None:
    """RH-160: the derived numbers of every sheet."""
    w, _ = stage(name)
    c = w.creatures[0]
    found = (
        c.max_health,
        c.armor,
        c.dodge,
        c.ward,
        sheet.base_speed(w, 0),
        sheet.combat_dice(w, 0),
        c.max_strain,
        sheet.initiative_bonus(w, 0),
    )
    assert found == CREATURES[name]
    assert (c.health, c.strain) == (c.max_health, c.max_strain)
    assert found[1:4] == (sheet.full_armor(w, 0), sheet.full_dodge(w, 0), sheet.full_ward(w, 0))


def test_no_creature_is_left_out() -> None:
    assert everything("creature") == set(CREATURES)


SHEETS: dict[str, dict[str, Any]] = {
    "dog": {"kin": ["animal"], "weapons": ["bite"], "level": 1},
    "ironwood-wolf": {"weapon_bonus": 1, "speed_bonus": 1, "level": 5},
    "bear": {"weapon_bonus": 2, "speed_bonus": 1, "level": 4},
    "ox": {"weapon_bonus": -1, "armor_bonus": 1, "level": 2},
    "box-turtle": {"weapon_bonus": -1, "speed_bonus": -2, "ward_bonus": 2, "level": 0},
    "mimic": {"kin": ["monstrosity"], "weapons": ["acid-lick"]},
    "zombie": {"kin": ["undead"], "speed_bonus": -3},
    "spitter": {"kin": ["undead"], "weapons": ["swipe", "acid-spit"], "speed_bonus": -3},
    "shambler": {"kin": ["undead"], "speed_bonus": -2, "arts": ["dual-wield"]},
    "lesser-fire-elemental": {"kin": ["planar"], "hovers": 1},
    "moss": {"items": ["bandage", "medkit"]},
    "sable": {"weapons": ["dagger", "dagger"], "level": 5},
}


@pytest.mark.parametrize("name", SHEETS)
def test_sheets(name: str) -> None:
    """RH-160: what a sheet says of kin, arms and augments."""
    w, encounter = stage(name)
    c = w.creatures[0]
    fields = type(c).layout.fields
    for key, wanted in SHEETS[name].items():
        shown = show(fields[key], getattr(c, key), encounter.names)
        if isinstance(shown, list):
            shown = [one for one in shown if one != "nobody"]
        assert shown == wanted, key


def test_an_augment_counts_for_each_level() -> None:
    """RH-160: Armor n adds n times the level."""
    w, _ = stage(level=5, armor_bonus=2, armor_items=["light-leather"])
    assert w.creatures[0].armor == 15


def test_the_rulebooks_own_measure_of_a_fight() -> None:
    """RH-157: four characters of level 2 against three wolves of level 3, 8 against 9."""
    w = find_encounter(f"{SLUG}/wolf-road").world()
    levels = [0, 0]
    for c in w.creatures[: w.n]:
        if not c.world:
            levels[c.side] += c.level
    assert levels == [8, 9]


def test_bloody_is_told_once_and_not_above_a_quarter() -> None:
    """RH-159: of two blows only the one that reaches 3 of 12 makes bloody."""
    file = SCENARIOS / "rh-159-not-bloody-above-a-quarter.toml"
    fight = play_script(encounter_from(read_toml(file), "bloody"))
    words = fight.ruleset.words
    told_of = [words.event_name(item[0]) for item in fight.story if isinstance(item[0], int)]
    assert told_of.count("bloody") == 1
