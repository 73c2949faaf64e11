"""Plunder's characters and monsters in numbers."""

from __future__ import annotations

import pytest
from plunder_stage import names_of, stage

from affray.rules import pools
from affray.rulesets.plunder import abilities as targets
from affray.rulesets.plunder import body, defense, inventory, reach
from affray.rulesets.plunder.kinds import (
    Ability,
    Anatomy,
    Property,
    Special,
    Talent,
    Weight,
)

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
