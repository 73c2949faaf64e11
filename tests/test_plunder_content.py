"""Plunder's book in numbers: weapons, armor, spells, monsters, characters, and what follows."""

from __future__ import annotations

from typing import Any

import pytest

from affray import pools
from affray.encounter import Encounter, encounter_from, find_encounter
from affray.reading import Table
from affray.ruleset import SHELF
from affray.rulesets.plunder import abilities as targets
from affray.rulesets.plunder import body, defense, inventory, reach
from affray.rulesets.plunder.kinds import (
    Ability,
    Anatomy,
    AttackType,
    Carry,
    Property,
    Special,
    SpellKind,
    Talent,
    Weight,
)
from affray.words import kebab

SHORT = {
    "str": "strength",
    "dex": "dexterity",
    "int": "intelligence",
    "ins": "instinct",
    "cou": "courage",
    "cun": "cunning",
}


def stage(content: str, **changes: Any) -> tuple[Any, Encounter]:
    """A world with one creature of that kind, and an orc far away."""
    creatures = [
        {"name": "One", "from": content, "side": "heroes", "at": [5, 5], "set": changes},
        {"name": "Foe", "from": "orc", "side": "foes", "at": [60, 60]},
    ]
    data = {"ruleset": "plunder", "map": {"size": [100, 100]}, "creature": creatures}
    encounter = encounter_from(Table(data, "content"), "content")
    return encounter.world(), encounter


def gear(name: str) -> Any:
    """A piece of gear as a fight knows it."""
    w, encounter = stage("milos", gear=[name], carried=["equipped"])
    return w.gear[encounter.names["gear"].index(name)]


def names_of(mask: int, kinds: Any) -> list[str]:
    return [kebab(k) for k in kinds if mask >> k & 1]


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


# Characters: melee, ranged and magic targets, Strength damage, Dexterity Defense, slots, Hit
# Points, melee and ranged Defense

CHARACTERS = {
    "regdar": (11, 10, 11, 2, -1, 12, 9, 4, -1),
    "geldan": (9, 9, 10, 0, 1, 10, 6, 1, 1),
    "torbane": (10, 10, 12, 1, 0, 11, 5, 3, 0),
    "milos": (11, 9, 10, 0, -1, 10, 4, 3, -1),
    "ysmay": (10, 11, 8, -1, 0, 9, 6, 4, 0),
    "kettil": (9, 10, 9, 0, 1, 10, 10, 5, 1),
}
ABOUT = {
    # level, hit die, Hit Points a level, Magic Dice, talents
    "regdar": (1, "d8", 5, 0, ["battle-cry", "lead-the-charge"]),
    "geldan": (1, "d6", 4, 0, ["marksman"]),
    "torbane": (1, "d8", 5, 0, ["berserkergang"]),
    "milos": (1, "d4", 3, 0, ["cunning-action", "sneak-attack"]),
    "ysmay": (2, "d4", 3, 2, []),
    "kettil": (2, "d6", 4, 2, []),
}


@pytest.mark.parametrize("name", CHARACTERS)
def test_characters(name: str) -> None:
    """PL-38, PL-44, PL-71 to PL-73, PL-90."""
    w, _ = stage(name)
    c = w.creatures[0]
    found = (
        targets.attack_target(w, 0, Ability.DEXTERITY),
        targets.attack_target(w, 0, Ability.INSTINCT),
        targets.attack_target(w, 0, Ability.INTELLIGENCE),
        targets.strength_damage(w, 0),
        targets.dexterity_defense(w, 0),
        targets.slots(w, 0),
        c.max_hp,
        defense.melee_defense(w, 0),
        defense.ranged_defense(w, 0),
    )
    assert found == CHARACTERS[name]
    assert inventory.slots_used(w, 0) <= targets.slots(w, 0)
    assert (c.hp, c.speed, c.magic_left) == (c.max_hp, 40, c.magic_dice)


@pytest.mark.parametrize("name", ABOUT)
def test_classes_of_the_characters(name: str) -> None:
    """PL-90, PL-112, PL-132."""
    w, _ = stage(name)
    c = w.creatures[0]
    level, hit_die, hit_points, magic_dice, talents = ABOUT[name]
    assert (c.level, c.class_hit_points, c.magic_dice) == (level, hit_points, magic_dice)
    assert c.hit_die == pools.parse(hit_die)
    assert names_of(c.talents, Talent) == talents


@pytest.mark.parametrize(("name", "spells"), [("ysmay", 2), ("kettil", 3)])
def test_spells_fill_slots_and_casters_hold_a_focus(name: str, spells: int) -> None:
    """PL-111."""
    w, encounter = stage(name)
    c = w.creatures[0]
    carried = sum(w.gear[g].slots for g in c.gear if g >= 0)
    assert inventory.slots_used(w, 0) == carried + spells
    focus = {"ysmay": "quarterstaff", "kettil": "censer"}[name]
    k = inventory.holding(w, 0, encounter.names["gear"].index(focus))
    assert inventory.has(w, c.gear[k], Property.FOCUS)


# Monsters: Defense, evasion, Wound protection, weight of the armor, Hit Dice, Hit Points, attack
# target, speed, Morale, abilities in the order of the sheet

NO, LIGHT, MEDIUM, HEAVY = Weight
MONSTERS = {
    "goblin": (1, 0, 3, LIGHT, 1, 5, 10, 30, 7, (15, 14, 17, 15, 17, 13)),
    "acolyte": (3, 0, 8, HEAVY, 1, 8, 10, 30, 7, (15, 15, 14, 15, 14, 16)),
    "bandit": (2, 0, 3, LIGHT, 1, 5, 10, 30, 8, (15, 14, 15, 15, 17, 14)),
    "brigand-footman": (2, 0, 3, LIGHT, 1, 5, 10, 40, 8, (12, 15, 16, 14, 14, 15)),
    "brigand-cavalry": (3, 0, 5, MEDIUM, 1, 6, 10, 40, 8, (12, 15, 16, 14, 14, 15)),
    "brigand-leader": (5, 0, 8, HEAVY, 2, 13, 10, 40, 8, (12, 15, 16, 14, 14, 15)),
    "giant-rat": (2, 2, 0, NO, 1, 2, 10, 40, 8, (16, 14, 20, 14, 20, 13)),
    "orc": (2, 0, 3, LIGHT, 1, 5, 10, 40, 6, (13, 16, 17, 15, 18, 15)),
    "skeleton": (2, 0, 0, NO, 1, 4, 10, 20, 12, (15, 15, 20, 17, 20, 20)),
    "fire-beetle": (2, 2, 5, MEDIUM, 1, 6, 9, 40, 7, (13, 16, 20, 15, 20, 19)),
    "ogre": (3, 2, 3, LIGHT, 4, 23, 6, 30, 10, (10, 16, 18, 15, 15, 18)),
    "bear": (3, 3, 0, NO, 4, 18, 7, 40, 7, (12, 15, 20, 13, 18, 15)),
    "basilisk": (2, 2, 5, MEDIUM, 6, 45, 4, 20, 9, (10, 14, 18, 14, 18, 15)),
    "gelatinous-cube": (0, 0, 0, NO, 4, 18, 7, 20, 12, (18, 18, 20, 18, 20, 15)),
}


@pytest.mark.parametrize("name", MONSTERS)
def test_monsters(name: str) -> None:
    """PL-60, PL-117 to PL-120."""
    w, _ = stage(name)
    c = w.creatures[0]
    parry, evasion, protection, weight, hit_dice, hit_points, attack, speed, morale, sheet = (
        MONSTERS[name]
    )
    assert defense.melee_defense(w, 0) == parry
    assert defense.ranged_defense(w, 0) == evasion
    assert inventory.wound_protection(w, 0) == protection
    assert inventory.armor_weight(w, 0) == weight
    assert (c.hit_dice, c.max_hp, c.hp) == (hit_dice, hit_points, hit_points)
    assert body.wound_limit(w, 0) == hit_dice // 2
    assert (c.speed, c.morale, tuple(c.abilities)) == (speed, morale, sheet)
    for ability in Ability:
        assert targets.attack_target(w, 0, ability) == attack
        assert targets.save_target(w, 0, ability) == sheet[ability]
    assert (targets.strength_damage(w, 0), targets.dexterity_defense(w, 0)) == (0, 0)


def test_what_only_some_monsters_have() -> None:
    """PL-22, PL-119, PL-132."""
    creatures = {name: stage(name)[0].creatures[0] for name in MONSTERS}
    assert {n for n, c in creatures.items() if c.leader} == {"brigand-leader"}
    assert {n: c.morale_led for n, c in creatures.items() if c.morale_led} == {"orc": 8}
    assert {n: c.damage_bonus for n, c in creatures.items() if c.damage_bonus} == {"ogre": 1}
    assert {n for n, c in creatures.items() if c.hit_die == pools.D4} == {"giant-rat"}
    beasts = {"giant-rat", "fire-beetle", "bear", "basilisk"}
    assert {n for n, c in creatures.items() if c.anatomy == Anatomy.BEAST} == beasts
    shapeless = {n for n, c in creatures.items() if c.anatomy == Anatomy.AMORPHOUS}
    assert shapeless == {"gelatinous-cube"}


@pytest.mark.parametrize(
    ("name", "held"),
    [
        ("acolyte", 3),
        ("bandit", 2),
        ("brigand-footman", 2),
        ("brigand-cavalry", 3),
        ("brigand-leader", 5),
        ("orc", 2),
        ("skeleton", 2),
        ("goblin", 2),
        ("ogre", 1),
    ],
)
def test_printed_defense_is_the_sum_of_what_is_held(name: str, held: int) -> None:
    """The audit of the stat blocks: a goblin's 1 is a handaxe's, an ogre's 2 more are its own."""
    w, _ = stage(name)
    assert defense.held_defense(w, 0) == held
    assert w.creatures[0].defense - held == {"goblin": -1, "ogre": 2}.get(name, 0)


@pytest.mark.parametrize(
    ("name", "routine"),
    [
        ("giant-rat", [("d3", Special.NONE, 0)]),
        ("fire-beetle", [("", Special.NONE, 0)]),
        ("bear", [("d3", Special.NONE, 0), ("d3", Special.NONE, 0), ("", Special.NONE, 0)]),
        ("basilisk", [("", Special.PETRIFICATION, 0), ("", Special.PETRIFICATION, 30)]),
        ("gelatinous-cube", [("", Special.PARALYSIS, 0)]),
    ],
)
def test_routines(name: str, routine: list[tuple[str, Special, int]]) -> None:
    """PL-119, PL-121, PL-122: damage die, special, reach of a gaze."""
    w, _ = stage(name)
    found = [w.gear[g] for g in w.creatures[0].routine if g >= 0]
    assert len(found) == len(routine)
    for attack, (die, special, feet) in zip(found, routine, strict=True):
        assert attack.damage == (pools.parse(die) if die else 0)
        assert (attack.special, attack.gaze) == (special, feet)
        assert attack.types == 0
    assert reach.routine_weapons(w, 0) > 0


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
        ("bone-cellar", 6, [4, 5, 4, 3, 8, 18]),
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
