"""RPG Hell's book in numbers: weapons, armor, arts, traits, things, creatures, what follows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from affray.cli import run
from affray.content import show
from affray.encounter import Encounter, encounter_from, find_encounter
from affray.errors import BadInput
from affray.reading import Table, parse_toml, read_toml
from affray.rulesets.rpg_hell import sheet
from affray.rulesets.rpg_hell.state import Line, Trait
from affray.scenario import play_script

SLUG = "rpg-hell"
SCENARIOS = Path(__file__).parent / "scenarios" / SLUG
STRONG = dict.fromkeys(("body", "mind", "soul", "arcana", "medicine", "nature", "thieving"), 4)


def stage(content: str = "", /, **changes: Any) -> tuple[Any, Encounter]:
    """A world with one creature, of that kind or with those fields, and a dog far away."""
    one = {"name": "One", "side": "heroes", "at": [0, 0], "set": changes}
    if content:
        one["from"] = content
    creatures = [one, {"name": "Foe", "from": "dog", "side": "foes", "at": [9, 9]}]
    data = {"ruleset": SLUG, "map": {"size": [10, 10]}, "creature": creatures}
    encounter = encounter_from(Table(data, "content"), "content")
    return encounter.world(), encounter


def piece(kind: str, field: str, name: str) -> tuple[Any, Any, Encounter]:
    """A piece of content as a fight knows it."""
    w, encounter = stage(stats=STRONG, **{field: [name]})
    return getattr(w, kind)[encounter.names[kind].index(name)], w, encounter


def told(record: Any, encounter: Encounter) -> dict[str, Any]:
    """The fields of a record that are not as a record begins, as a file would write them."""
    plain = type(record)()
    out: dict[str, Any] = {}
    for name, f in type(record).layout.fields.items():
        if getattr(record, name) != getattr(plain, name):
            value = show(f, getattr(record, name), encounter.names)
            if isinstance(value, dict):
                value = {k: n for k, n in value.items() if n}
            out[name] = value
    return out


def line(w: Any, encounter: Encounter, k: int) -> dict[str, Any]:
    return told(w.lines[k], encounter) if k >= 0 else {}


def everything(kind: str) -> set[str]:
    _, encounter = stage()
    return set(encounter.library.everything()[kind])


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


# Arts: school, dice, Strain, range, what it does

ARTS: dict[str, tuple[str, int, int, int, str]] = {
    "bull-rush": ("technique", 2, 2, 1, "rush"),
    "mark": ("insight", 1, 0, 6, "give"),
    "rip-and-tear": ("technique", 1, 2, 1, "next-attack"),
    "lunge": ("technique", 2, 1, 1, "lunge"),
    "dual-wield": ("technique", 1, 0, 1, "second-blade"),
    "overwatch": ("technique", 1, 0, 1, "overwatch"),
    "parry": ("technique", 1, 2, 1, "parry"),
    "crippling-shot": ("insight", 1, 2, 1, "next-attack"),
    "fire-bolt": ("spell", 2, 0, 18, "attack"),
    "flame-claw": ("spell", 2, 1, 1, "attack"),
    "fire-breath": ("spell", 2, 2, 6, "contest"),
    "water-ball": ("spell", 2, 1, 18, "attack"),
    "spectral-webs": ("spell", 2, 1, 18, "contest"),
    "soul-shield": ("spell", 1, 2, 1, "give"),
    "healing-hands": ("spell", 1, 1, 1, "give"),
    "field-medicine": ("insight", 1, 1, 1, "give"),
}

BRINGS: dict[str, dict[str, Any]] = {
    "mark": {"on_hit": {"stacks": {"marked": 3}}},
    "rip-and-tear": {"on_hit": {"stacks": {"bleed": 1}}},
    "lunge": {"steps": 3},
    "crippling-shot": {"on_hit": {"stacks": {"slow": 2}}},
    "fire-bolt": {
        "elemental": 1,
        "on_hit": {"stacks": {"burn": 1}},
        "on_high": {"stacks": {"burn": 1}},
        "when_spent": {"stacks": {"burn": 1}},
    },
    "flame-claw": {
        "elemental": 1,
        "melee": 1,
        "on_hit": {"stacks": {"burn": 3}},
        "on_low": {"stacks": {"burn": 2}, "replaces": 1},
        "on_high": {"stacks": {"burn": 4}, "replaces": 1},
    },
    "fire-breath": {
        "elemental": 1,
        "cone": 6,
        "self_stat": "soul",
        "target_stat": "mind",
        "on_win": {"stacks": {"burn": 3}},
        "on_lose": {"stacks": {"burn": 2}},
    },
    "water-ball": {
        "elemental": 1,
        "on_hit": {"knockback": 4, "stacks": {"wet": 4}},
        "on_low": {"knockback": 3, "stacks": {"wet": 2}, "replaces": 1},
        "on_high": {"knockback": 5, "stacks": {"wet": 6}, "replaces": 1},
    },
    "spectral-webs": {
        "burst": 3,
        "self_stat": "soul",
        "on_win": {"webs": 1},
        "on_lose": {"stacks": {"slow": 2}},
    },
    "soul-shield": {"whom": "friend", "on_hit": {"temp_armor_soul": 2}},
    "healing-hands": {
        "whom": "friend",
        "on_hit": {"heal_stat": "medicine"},
        "not_on": ["construct", "undead"],
    },
    "field-medicine": {"whom": "friend", "on_hit": {"heal": 1, "clears": ["bleed"]}},
}

COSTS = ("school", "dice", "strain", "range", "does")
WHEN = ("on_hit", "on_high", "on_low", "on_win", "on_lose", "when_spent")


@pytest.mark.parametrize("name", ARTS)
def test_arts(name: str) -> None:
    """RH-25, RH-90, RH-135, RH-142: cost, reach, bands, contests."""
    found, w, encounter = piece("arts", "arts", name)
    school, dice, strain, reach, does = ARTS[name]
    costs = {"school": "technique", "strain": 0, "does": "attack", "dice": 1, "range": 1}
    costs |= {k: v for k, v in told(found, encounter).items() if k in COSTS}
    assert [costs[k] for k in COSTS] == [school, dice, strain, reach, does]
    rest = {k: v for k, v in told(found, encounter).items() if k not in COSTS}
    rest |= {b: line(w, encounter, getattr(found, b)) for b in WHEN if b in rest}
    assert rest == BRINGS.get(name, {})


def test_no_art_is_left_out() -> None:
    assert everything("art") == set(ARTS)


# Traits

TRAITS: dict[str, dict[str, Any]] = {
    "dagger-master": {"needs": {"body": 4}, "single_six": ["dagger"]},
    "critical": {"needs": {"body": 2}, "damage_on_double_six": 4},
    "weak-spot": {"needs": {"mind": 1}, "sum_on_marked": 1, "refund_on_marked": 1},
    "trained-aim": {
        "needs": {"mind": 1, "thieving": 2},
        "least_sum_on_marked": 5,
        "contest_on_marked": 1,
    },
    "hearty": {"needs": {"body": 1}, "health_by_body": 1},
    "battle-ready": {"needs": {"body": 2}, "initiative": 3},
    "quick-runner": {"needs": {"body": 1}, "speed": 1, "refund_on_moves": 1},
    "bloodhound": {"needs": {"body": 1}, "speed_to_prey": 2, "refund_on_marked": 1},
    "duelist": {"needs": {"mind": 2}, "lone_blade_damage": 1},
    "kite": {"needs": {"body": 1, "mind": 1}, "move_on_high": 3, "refund_on_dodge": 2},
    "poisoned-strikes": {"needs": {"mind": 1, "arcana": 2}, "strike": "poisoned-1"},
    "mark-of-the-hunter": {
        "needs": {"mind": 1, "nature": 2},
        "marks_given": 1,
        "marks_twice_as_far": 1,
    },
    "marked-as-prey": {"needs": {"mind": 1, "nature": 2}, "damage_on_marked": 1, "spends_mark": 1},
    "soul-shielded": {"needs": {"soul": 2}, "rest_armor_by_level": 1, "rest_ward": 1},
    "apprentice-elementalist": {"needs": {"soul": 1, "nature": 1}, "elemental_plus": 1},
    "durable": {"ignores_up_to": 2},
    "blessing-of-fire": {"burn_decay": 2, "never_silenced": "fire-bolt"},
}


@pytest.mark.parametrize("name", TRAITS)
def test_traits(name: str) -> None:
    """RH-148: what a trait asks for and what it changes."""
    found, _, encounter = piece("traits", "traits", name)
    assert told(found, encounter) == TRAITS[name]


def test_no_trait_is_left_out() -> None:
    assert everything("trait") == set(TRAITS)


@pytest.mark.parametrize("name", TRAITS)
def test_a_trait_needs_its_stats(name: str) -> None:
    """RH-148: a sheet without them is refused, and says what is missing."""
    for stat, needed in TRAITS[name].get("needs", {}).items():
        stats = {**STRONG, stat: needed - 1}
        problem = f"{name}, which needs {stat} {needed}; One has {needed - 1}"
        with pytest.raises(BadInput, match=problem):
            stage(traits=[name], stats=stats)


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
    "moss": {"player": 1, "items": ["bandage", "medkit"]},
    "sable": {"player": 1, "weapons": ["dagger", "dagger"], "level": 5},
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


# Content of one's own

HOMEBREW = """\
ruleset = "rpg-hell"
title = "Content of one's own"
sides = ["heroes", "foes"]

[map]
size = [8, 6]

[[line]]
id = "shattered"
damage = 1
armor_strip = 2
knockback = 2

[[line]]
id = "frost"
damage = 2
stacks = { slow = 2, wet = 1 }

[[weapon]]
id = "maul"
damage = 3
hands = 2
needs = { body = 2 }
penetrates = true
on_high = "shattered"

[[trait]]
id = "giant-blood"
needs = { body = 3 }
health_by_body = 2
speed = -1
ignores_up_to = 1

[[art]]
id = "frost-grip"
school = "spell"
does = "contest"
dice = 2
strain = 1
range = 6
self_stat = "soul"
target_stat = "body"
on_win = "frost"

[[creature]]
name = "Brenna"
side = "heroes"
at = [0, 0]
set = { level = 3, stats = { body = 3, soul = 1 }, weapons = ["maul"], traits = ["giant-blood"] }

[[creature]]
name = "Kaye"
side = "heroes"
at = [0, 2]
set = { level = 3, stats = { soul = 3 }, weapons = ["dagger"], arts = ["frost-grip"] }

[[creature]]
name = "Bear"
from = "bear"
side = "foes"
at = [6, 1]
"""


def test_a_weapon_a_trait_and_an_art_of_ones_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No Python is touched: a file holds them, and they fight."""
    file = tmp_path / "own.toml"
    file.write_text(HOMEBREW, "utf-8")
    assert run(["sim", str(file), "-n", "20", "--engine", "python"]) == 0
    assert "Brenna" in capsys.readouterr().out
    encounter = encounter_from(parse_toml(HOMEBREW, file), "own")
    w = encounter.world()
    assert w.creatures[0].max_health == 3 + 4 * 3 + 2 * 1 + 2 * 3
    assert sheet.base_speed(w, 0) == 5
    assert told(w.weapons[encounter.names["weapons"].index("maul")], encounter) == {
        "damage": 3,
        "hands": 2,
        "needs": {"body": 2},
        "penetrates": 1,
        "on_high": "shattered",
    }


@pytest.mark.parametrize(
    ("known", "unknown"),
    [
        ("armor_strip = 2", "summons = 2"),
        ("speed = -1", "charisma = 2"),
        ("self_stat = ", "casts_backwards = 1\nself_stat = "),
        ("penetrates = true", "explodes = true"),
        ("stacks = { slow = 2, wet = 1 }", "stacks = { frozen = 2 }"),
        ('does = "contest"', 'does = "polymorph"'),
        ('on_win = "frost"', 'on_win = "blizzard"'),
    ],
)
def test_what_cannot_be_expressed_is_refused_by_name(known: str, unknown: str) -> None:
    """A field, an effect, a deed or a line that is not there is named in the refusal."""
    assert HOMEBREW.count(known) >= 1
    text = HOMEBREW.replace(known, unknown, 1)
    new = unknown.split("\n")[0]
    named = new.split('"')[1] if '"' in new else "frozen" if "frozen" in new else new.split()[0]
    with pytest.raises(BadInput) as refused:
        encounter_from(parse_toml(text, "own.toml"), "own").world()
    assert repr(named) in str(refused.value)


def test_every_field_of_a_line_and_a_trait_has_a_use_in_the_rules() -> None:
    """What a file may say is not silently without effect: some rule reads each field."""
    folder = Path(sheet.__file__).parent
    source = "".join(p.read_text("utf-8") for p in folder.glob("*.py") if p.name != "state.py")
    for record in (Line, Trait):
        for name in record.layout.fields:
            assert f".{name}" in source, f"{record.__name__}.{name}"
