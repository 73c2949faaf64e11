"""Plunder's book in numbers: weapons, armor, spells, ability tables, encounters."""

from __future__ import annotations

import pytest
from plunder_stage import SHORT, gear, names_of, stage
from test_plunder_creatures import CHARACTERS, MONSTERS

from affray.book.encounter import find_encounter
from affray.book.shelf import SHELF
from affray.rulesets.plunder import abilities as targets
from affray.rulesets.plunder import defense, inventory
from affray.rulesets.plunder.kinds import (
    Ability,
    AttackType,
    Carry,
    Property,
    SpellKind,
    Weight,
)

# Weapons and armor

MELEE = {
    "axe": (2, ["gruesome", "versatile"], ["slash"]),
    "dagger": (2, ["thrown", "light"], ["slash", "stab"]),
    "handaxe": (1, ["gruesome", "thrown", "light"], ["slash"]),
    "longaxe": (3, ["gruesome", "two-handed", "reach"], ["slash"]),
    "longsword": (5, ["versatile"], ["slash", "stab"]),
    "mace": (2, ["armor-crushing"], ["slam"]),
    "quarterstaff": (4, ["two-handed", "focus"], ["slam"]),
    "short-spear": (4, ["thrown"], ["stab"]),
    "spear": (6, ["versatile", "reach"], ["stab"]),
    "sword": (4, ["light"], ["slash", "stab"]),
    "shield": (1, ["bull-rush"], ["slam"]),
    "club": (1, [], ["slam"]),
    "unarmed": (0, [], ["slam"]),
}


@pytest.mark.parametrize("name", MELEE)
def test_melee_weapons(name: str) -> None:
    """PL-77, PL-79, PL-89: Defense, properties, attack types and slots."""
    found = gear(name)
    parry, properties, types = MELEE[name]
    assert found.defense == parry
    assert names_of(found.properties, Property) == properties
    assert names_of(found.types, AttackType) == types
    assert found.slots == (0 if name == "unarmed" else 1)
    bands = (found.nearest, found.short, found.medium, found.long)
    assert bands == ((1, 20, 40, 60) if "thrown" in properties else (0, 0, 0, 0))


@pytest.mark.parametrize(
    ("name", "bands", "properties", "types", "slots"),
    [
        ("bow", (5, 50, 100, 150), ["two-handed"], ["shoot"], 1),
        ("longbow", (5, 70, 140, 210), ["two-handed", "heavy"], ["shoot"], 2),
        ("sling", (5, 40, 80, 160), [], ["slam"], 1),
    ],
)
def test_ranged_weapons(
    name: str, bands: tuple[int, ...], properties: list[str], types: list[str], slots: int
) -> None:
    """PL-78, PL-89."""
    found = gear(name)
    assert (found.nearest, found.short, found.medium, found.long) == bands
    assert names_of(found.properties, Property) == properties
    assert names_of(found.types, AttackType) == types
    assert (found.defense, found.slots) == (0, slots)


@pytest.mark.parametrize(
    ("name", "protection", "hit_points", "slots", "weight"),
    [
        ("leather", 3, 1, 1, Weight.LIGHT),
        ("chain", 5, 2, 1, Weight.MEDIUM),
        ("scale", 8, 4, 2, Weight.HEAVY),
    ],
)
def test_armor(name: str, protection: int, hit_points: int, slots: int, weight: Weight) -> None:
    """PL-90, PL-91, PL-92."""
    found = gear(name)
    assert (found.protection, found.hit_points) == (protection, hit_points)
    assert (found.slots, found.weight) == (slots, weight)


@pytest.mark.parametrize(
    ("feet", "adds"),
    [(4, 99), (5, -1), (50, -1), (51, 0), (100, 0), (101, 1), (150, 1), (151, 99)],
)
def test_a_bows_bands(feet: int, adds: int) -> None:
    """PL-45, PL-78: 99 stands for out of range."""
    w, encounter = stage("geldan")
    assert defense.band(w, encounter.names["gear"].index("bow"), feet) == adds


@pytest.mark.parametrize("name", ["dagger", "handaxe", "short-spear"])
@pytest.mark.parametrize(("feet", "adds"), [(1, -1), (20, -1), (21, 0), (41, 1), (60, 1), (61, 99)])
def test_bands_of_what_is_thrown(name: str, feet: int, adds: int) -> None:
    """PL-84."""
    w, encounter = stage("milos", gear=[name], carried=["right"])
    assert defense.band(w, encounter.names["gear"].index(name), feet) == adds


# Spells

SPELLS: dict[str, tuple[SpellKind, list[int], dict[str, int]]] = {
    "telekinesis": (SpellKind.ATTACK, [30, 60, 90, 120], {"target_a_die": 1}),
    "shape-fire": (SpellKind.BURN, [5, 5, 5, 5], {"concentration": 1, "fire": 1}),
    "throw-fire": (SpellKind.ATTACK, [10, 30, 60, 90], {"needs_fire": 1, "fire": 1}),
    "engulf": (SpellKind.ENGULF, [5, 5, 5, 5], {"fire": 1}),
    "lumotheurgy": (SpellKind.DARKNESS, [5, 30, 60, 90], {"concentration": 1}),
    "frost-lance": (SpellKind.ATTACK, [30, 60, 90, 120], {"slows": 1}),
    "iron-hush": (SpellKind.WARD, [30, 30, 30, 30], {}),
    "knit-flesh": (SpellKind.HEAL, [5, 5, 5, 5], {}),
    "cold-dread": (SpellKind.DREAD, [30, 60, 60, 60], {"target_a_die": 1}),
}


@pytest.mark.parametrize("name", SPELLS)
def test_spells(name: str) -> None:
    """PL-116."""
    w, encounter = stage("ysmay", spells=[name])
    found = w.spells[encounter.names["spells"].index(name)]
    does, ranges, marks = SPELLS[name]
    assert (found.does, found.ranges) == (does, ranges)
    for mark in ("target_a_die", "concentration", "fire", "needs_fire", "slows"):
        assert getattr(found, mark) == marks.get(mark, 0), mark


# The ability tables


@pytest.mark.parametrize("step", range(7))
def test_ability_tables(step: int) -> None:
    """PL-71 to PL-74: all columns run one a step, from target 18 to 12."""
    target = 18 - step
    w, _ = stage("milos", abilities=dict.fromkeys(SHORT.values(), target))
    saves = dict(zip(Ability, (14, 17, 16, 15, 15, 15), strict=True))
    for ability, highest in saves.items():
        assert targets.save_target(w, 0, ability) == highest - step
    for ability in (Ability.DEXTERITY, Ability.INTELLIGENCE, Ability.INSTINCT):
        assert targets.attack_target(w, 0, ability) == 13 - step
    assert targets.strength_damage(w, 0) == step - 3
    assert targets.dexterity_defense(w, 0) == step - 3
    assert targets.slots(w, 0) == 7 + step


@pytest.mark.parametrize(
    ("levels", "lower"), [((1, 2, 3), 0), ((4, 5, 6), 2), ((7, 8, 9), 5), ((10,), 7)]
)
def test_level_lowers_attacks_and_saves(levels: tuple[int, ...], lower: int) -> None:
    """PL-75: attack and save targets, and no ability check."""
    for level in levels:
        w, _ = stage("regdar", level=level)
        assert targets.attack_target(w, 0, Ability.DEXTERITY) == 11 - lower
        assert targets.save_target(w, 0, Ability.STRENGTH) == 9 - lower
        assert targets.ability(w, 0, Ability.STRENGTH) == 13
        assert w.creatures[0].max_hp == 9 * level


# The book as a whole


def test_nothing_else_is_in_the_book() -> None:
    tables = SHELF.get("plunder").book.content
    listed = {kind: [t.text("id") for t in tables.tables(kind)] for kind in ("weapon", "armor")}
    assert set(listed["weapon"]) == {*MELEE, "bow", "longbow", "sling"}
    assert listed["armor"] == ["leather", "chain", "scale"]
    assert {t.text("id") for t in tables.tables("spell")} == set(SPELLS)
    creatures = {t.text("id") for t in tables.tables("creature")}
    assert creatures == {*MONSTERS, *CHARACTERS}


def test_only_invented_content_is_called_a_sample() -> None:
    tables = SHELF.get("plunder").book.content
    samples = {"frost-lance", "iron-hush", "knit-flesh", "cold-dread", *CHARACTERS}
    for kind in ("weapon", "natural", "armor", "focus", "supply", "spell", "creature"):
        for table in tables.tables(kind):
            name = table.text("id")
            expected = "sample" if name in samples else "companion"
            assert table.text("source") == ("ruling" if name == "unarmed" else expected), name


@pytest.mark.parametrize(
    ("name", "heroes", "foes"),
    [
        ("regdar-and-the-orc", 1, [5]),
        ("ford-at-dusk", 3, [4, 5, 5, 6, 5]),
        ("ogre-toll", 4, [23, 5, 6]),
        ("bone-cellar", 6, [4, 5, 4, 3, 8, 32]),
    ],
)
def test_encounters(name: str, heroes: int, foes: list[int]) -> None:
    """How many heroes, and the Hit Points of the monsters, in the order of the roster."""
    w = find_encounter(f"plunder/{name}").world()
    assert sum(1 for c in w.creatures if c.side == 0) == heroes
    assert [c.hp for c in w.creatures if c.side == 1] == foes


def test_other_loadouts_keep_the_printed_defense() -> None:
    """PL-38: the printed sum holds for every printed load-out, an archer's too."""
    w = find_encounter("plunder/ford-at-dusk").world()
    archer = next(i for i in range(w.n) if w.creatures[i].side == 1 and w.creatures[i].x > 100)
    held = [k for k in range(len(w.creatures[archer].gear)) if inventory.in_hand(w, archer, k)]
    assert [w.creatures[archer].carried[k] for k in held] == [Carry.BOTH]
    assert defense.melee_defense(w, archer) == 2
