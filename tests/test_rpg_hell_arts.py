"""RPG Hell's arts and traits in numbers."""

from __future__ import annotations

from typing import Any

import pytest
from rpg_hell_stage import STRONG, everything, line, piece, stage, told

from affray.book.errors import BadInput

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
