"""RPG Hell's weapons, armor and things in numbers, and who can hold them."""

from __future__ import annotations

from typing import Any

import pytest
from rpg_hell_stage import everything, line, piece, stage, told

from affray.book.errors import BadInput
from affray.rulesets.rpg_hell import sheet

# Weapons: damage, range (r for a shot), throw range, hands, Stats, Loading; bands beside

WEAPONS: dict[str, tuple[int, str, int, int, dict[str, int], int]] = {
    "fists": (1, "1", 0, 1, {}, 0),
    "dagger": (1, "1", 6, 1, {}, 0),
    "stiletto-dagger": (1, "1", 6, 1, {"mind": 1}, 0),
    "shard-blade-dagger": (1, "1", 6, 1, {"soul": 1}, 0),
    "short-sword": (2, "1", 0, 1, {"body": 1}, 0),
    "long-sword": (3, "1", 0, 2, {"body": 1}, 0),
    "rapier": (2, "1", 0, 1, {"mind": 1}, 0),
    "mace": (1, "1", 0, 1, {}, 0),
    "club": (1, "1", 0, 1, {}, 0),
    "hammer": (1, "1", 0, 1, {}, 0),
    "great-hammer": (2, "1", 0, 2, {}, 0),
    "axe": (2, "1", 6, 1, {"body": 1}, 0),
    "greataxe": (3, "1", 0, 2, {"body": 1}, 0),
    "halberd": (2, "2", 0, 2, {"body": 1}, 0),
    "spear": (2, "2", 6, 2, {"body": 1}, 0),
    "whip": (1, "2", 0, 1, {}, 0),
    "war-pick": (1, "1", 0, 1, {}, 0),
    "short-bow": (1, "r16", 0, 2, {"mind": 1}, 0),
    "longbow": (1, "r16", 0, 2, {"mind": 1}, 0),
    "crossbow": (2, "r12", 0, 1, {"body": 1}, 1),
    "heavy-crossbow": (2, "r18", 0, 2, {"body": 1, "mind": 1}, 1),
    "popshard-shotgun": (2, "r3", 0, 2, {"mind": 1}, 2),
    "bite": (2, "1", 0, 0, {}, 0),
    "venomous-bite": (2, "1", 0, 0, {}, 0),
    "peck": (2, "1", 0, 0, {}, 0),
    "kick": (3, "1", 0, 0, {}, 0),
    "swipe": (2, "1", 0, 0, {}, 0),
    "acid-lick": (2, "r2", 0, 0, {}, 0),
    "acid-spit": (2, "r8", 0, 0, {}, 1),
    "spirit-claws": (2, "1", 0, 0, {}, 0),
}

BANDS: dict[str, dict[str, dict[str, Any]]] = {
    "fists": {"on_high": {"move_target": 2}},
    "dagger": {"on_high": {"stacks": {"bleed": 1}}},
    "stiletto-dagger": {"on_low": {"stays_in_target": 1}, "on_high": {"stacks": {"bleed": 2}}},
    "shard-blade-dagger": {
        "on_low": {"self_stacks": {"burn": 1}},
        "on_high": {"stacks": {"burn": 1}},
    },
    "short-sword": {
        "on_low": {"damage": -1},
        "on_high": {"damage": 1},
        "items_high": {"damage": 2},
    },
    "long-sword": {
        "on_low": {"damage": -1},
        "on_high": {"damage": 1},
        "items_low": {"damage": -2},
        "items_high": {"damage": 2},
    },
    "rapier": {"on_high": {"self_move": 3}},
    "mace": {"on_high": {"damage": 2}},
    "club": {"on_high": {"stacks": {"stun": 1}, "once_a_turn": 1}},
    "hammer": {"on_high": {"knockback": 2}},
    "great-hammer": {"on_high": {"knockback": 4}},
    "axe": {"on_low": {"damage": -1}, "on_high": {"armor_strip": 3}},
    "greataxe": {"on_low": {"damage": -2}, "on_high": {"armor_strip": 3}},
    "halberd": {"on_low": {"range_set": 1}, "on_high": {"armor_strip": 3}},
    "spear": {"on_low": {"range_set": 1}, "on_high": {"shape": "line"}},
    "whip": {"on_high": {"range_add": 2}},
    "war-pick": {"on_high": {"armor_strip": 3}},
    "short-bow": {"on_low": {"less_on_armor": 2}, "on_high": {"stacks": {"slow": 2}}},
    "longbow": {"on_low": {"self_stacks": {"slow": 2}}, "on_high": {"damage": 2}},
    "crossbow": {"on_low": {"damage": -1}, "on_high": {"damage": 2}},
    "heavy-crossbow": {"on_low": {"self_knockback": 4}, "on_high": {"knockback": 4}},
    "popshard-shotgun": {
        "on_hit": {"shape": "flanks"},
        "on_low": {"shape": "one"},
        "on_high": {"shape": "cone"},
    },
    "bite": {"on_high": {"stacks": {"bleed": 1}}},
    "venomous-bite": {"on_high": {"stacks": {"poisoned": 2}}},
    "peck": {"on_high": {"stacks": {"blind": 1}}},
    "kick": {"on_high": {"move_target": 1}},
    "swipe": {"on_high": {"stacks": {"poisoned": 1}}},
    "acid-lick": {"on_hit": {"doubles_on_armor": 1}, "on_high": {"pull": 1}},
    "acid-spit": {"on_high": {"doubles_on_armor": 1}},
    "spirit-claws": {"on_high": {"strain_loss": 1}},
}

OTHERWISE: dict[str, dict[str, Any]] = {
    "fists": {"tags": ["fist"]},
    "dagger": {"tags": ["dagger"]},
    "stiletto-dagger": {"tags": ["dagger"]},
    "shard-blade-dagger": {"tags": ["dagger"]},
    "short-sword": {"tags": ["sword"]},
    "long-sword": {"tags": ["sword"]},
    "hammer": {"tags": ["hammer"]},
    "great-hammer": {"tags": ["hammer"]},
    "mace": {"damage_if_prone": 1},
    "spear": {"one_hand_damage": -1},
    "crossbow": {"autoload": 1},
    "heavy-crossbow": {"autoload": 1},
    "spirit-claws": {"level_damage": 1, "tags": ["natural"]},
}
for natural in ("bite", "venomous-bite", "peck", "kick", "swipe", "acid-lick", "acid-spit"):
    OTHERWISE[natural] = {"tags": ["natural"]}

PLAIN = ("damage", "range", "ranged", "throw_range", "hands", "needs", "loading")
LINES = ("on_hit", "on_high", "on_low", "items_high", "items_low")


@pytest.mark.parametrize("name", WEAPONS)
def test_weapons(name: str) -> None:
    """RH-26, RH-126: all that is printed with a weapon, and nothing else."""
    found, w, encounter = piece("weapons", "weapons", name)
    damage, reach, throw, hands, needs, loading = WEAPONS[name]
    assert (found.damage, found.throw_range, found.hands) == (damage, throw, hands)
    assert ("r" if found.ranged else "") + str(found.range) == reach
    assert told(found, encounter).get("needs", {}) == needs
    assert found.loading == loading
    bands = {b: line(w, encounter, getattr(found, b)) for b in LINES}
    assert {b: lines for b, lines in bands.items() if lines} == BANDS[name]
    rest = {k: v for k, v in told(found, encounter).items() if k not in (*PLAIN, *LINES)}
    assert rest == OTHERWISE.get(name, {})


def test_no_weapon_is_left_out() -> None:
    assert everything("weapon") == set(WEAPONS)


# Armor: Armor Stacks by Body, Mind and level; Dodge, Ward, Speed, hands

ARMOR = {
    "clothing": (0, 0, 0, 3, 0, 1, 0),
    "soul-weave-clothing": (0, 0, 0, 4, 2, 1, 0),
    "light-leather": (0, 0, 1, 2, 0, 0, 0),
    "medium-chainmail": (2, 2, 1, 0, 0, -1, 0),
    "heavy-halfplate": (4, 3, 1, 0, 0, -2, 0),
    "paladin-halfplate": (4, 3, 1, 0, 2, -2, 0),
    "shield": (0, 0, 1, 0, 0, 0, 1),
    "tower-shield": (0, 0, 1, 0, 2, 0, 1),
    "simple-defense": (0, 0, 0, 3, 0, 1, 0),
    "light-defense": (0, 0, 1, 2, 0, 0, 0),
    "medium-defense": (2, 2, 1, 0, 0, -1, 0),
    "heavy-defense": (4, 3, 1, 0, 0, -2, 0),
}


@pytest.mark.parametrize("name", ARMOR)
def test_armor(name: str) -> None:
    """RH-128 to RH-132."""
    a, _, encounter = piece("armors", "armor_items", name)
    found = (a.by_body, a.by_mind, a.by_level, a.dodge, a.ward, a.speed, a.hands)
    assert found == ARMOR[name]
    needs = {"body": 2} if name == "tower-shield" else {}
    assert told(a, encounter).get("needs", {}) == needs


@pytest.mark.parametrize("name", ARMOR)
@pytest.mark.parametrize(("level", "body", "mind"), [(0, 2, 0), (1, 2, 3), (5, 4, 1)])
def test_what_armor_gives(name: str, level: int, body: int, mind: int) -> None:
    w, _ = stage(armor_items=[name], level=level, stats={"body": body, "mind": mind})
    by_body, by_mind, by_level, dodge, ward, speed, _ = ARMOR[name]
    c = w.creatures[0]
    assert c.armor == by_body * body + by_mind * mind + by_level * level
    assert (c.dodge, c.ward, sheet.base_speed(w, 0)) == (dodge, ward, 6 + speed)


def test_no_armor_is_left_out() -> None:
    assert everything("armor") == set(ARMOR)


def test_a_tower_shield_needs_body_2() -> None:
    """RH-132."""
    with pytest.raises(BadInput, match="tower-shield, which needs body 2; One has 1"):
        stage(armor_items=["tower-shield"], stats={"body": 1})


@pytest.mark.parametrize(
    "held",
    [
        {"weapons": ["dagger", "dagger", "dagger"]},
        {"weapons": ["long-sword", "spear"]},
        {"weapons": ["dagger", "dagger"], "armor_items": ["shield"]},
        {"armor_items": ["shield", "shield", "shield"]},
    ],
)
def test_two_hands_hold_no_more(held: dict[str, list[str]]) -> None:
    """RH-127."""
    with pytest.raises(BadInput, match="holds more than two hands can"):
        stage(**held)


@pytest.mark.parametrize(
    "held",
    [
        {"weapons": ["long-sword", "dagger"]},
        {"weapons": ["spear"], "armor_items": ["medium-chainmail", "shield"]},
        {"weapons": ["swipe", "bite", "long-sword"]},
    ],
)
def test_two_hands_hold_as_much(held: dict[str, list[str]]) -> None:
    """RH-127: one Two Handed weapon beside another thing; teeth and claws take no hand."""
    w, encounter = stage(**held)
    in_hand = [encounter.names["weapons"][g] for g in w.creatures[0].weapons if g >= 0]
    assert in_hand == held["weapons"]


# Things

ITEMS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "bandage": (
        {"not_on": ["construct", "undead"]},
        {"heal": 1, "heal_stat": "medicine", "clears": ["bleed"]},
    ),
    "medkit": (
        {"not_on": ["construct", "undead"], "medicine": 1},
        {"heal_stat": "medicine", "heal_times": 2, "clears": ["bleed"]},
    ),
    "antidote": ({"range": 0}, {"clears": ["poisoned"]}),
    "frag-grenade": ({"dice": 2, "range": 6, "burst": 1}, {"damage": 2}),
    "molotov": ({"dice": 2, "range": 6, "burst": 1}, {"stacks": {"burn": 2}}),
    "water-balloon": ({"dice": 2, "range": 6, "burst": 1}, {"stacks": {"wet": 2}}),
    "acid-vial": ({"dice": 2, "range": 6, "burst": 0}, {"armor_strip": 6}),
}


@pytest.mark.parametrize("name", ITEMS)
def test_items(name: str) -> None:
    """RH-93, RH-146."""
    found, w, encounter = piece("items", "items", name)
    about, does = ITEMS[name]
    assert {k: v for k, v in told(found, encounter).items() if k != "does"} == about
    assert line(w, encounter, found.does) == does


def test_no_item_is_left_out() -> None:
    assert everything("item") == set(ITEMS)
