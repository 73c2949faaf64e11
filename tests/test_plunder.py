"""What Plunder promises beyond its scenarios: policies that play well, odds in the queue."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playing_well import Field, assert_nobody_idles
from plunder_stage import stage

from affray.book.encounter import Encounter, encounter_from, find_encounter
from affray.book.errors import BadInput
from affray.book.toml_tables import TomlTable
from affray.conformance.playing import Some, watch
from affray.fight.fight import Fight, nobody
from affray.fight.plans import Offer, details_text, find_plan, offers
from affray.odds.of_plans import Position, odds_of
from affray.odds.upshot import Odds
from affray.rules.masks import members
from affray.rules.plane import BEARINGS, bearing_x, bearing_y
from affray.rulesets.plunder import body
from affray.rulesets.plunder.declare import melee_acts
from affray.rulesets.plunder.kinds import Act, Phase, Question
from affray.rulesets.plunder.moves import feet_options
from affray.rulesets.plunder.notes import drawing_warning, missile_note
from affray.rulesets.plunder.reach import melee_weapons, ranged_targets
from affray.rulesets.plunder.space import on_map
from affray.rulesets.plunder.speed import speed_now
from affray.rulesets.plunder.valuation import best_weapon, spare_shots
from affray.rulesets.plunder.words import PRIMER, card
from affray.tell.sheet import sheet

SLUG = "plunder"
ROOT = Path(__file__).parents[1]
FIELD = Field(SLUG, (70, 40), (20, 50), (10, 10))
PARTIES = [
    ["regdar", "geldan", "milos"],
    ["ysmay", "regdar", "torbane"],
    ["skeleton", "skeleton", "acolyte"],
    ["orc", "goblin", "bear"],
]


@pytest.mark.parametrize("temperament", ["bold", "careful"])
def test_a_temperament_beats_random_in_mirror_fights(temperament: str, some: Some) -> None:
    """Nine in ten at the least."""
    assert FIELD.share_won(PARTIES, temperament, max(10, some(40))) >= 0.9


def _idles(w: Any, who: int, question: int, mask: int, answer: int) -> bool:
    """Declaring nothing of use though there is somebody to attack."""
    if question != Question.ACTION or answer not in (Act.HOLD, Act.DODGE):
        return False
    if w.phase == Phase.MELEE:
        return bool(mask >> Act.ATTACK & 1)
    can_strike = melee_acts(w, who) >> Act.ATTACK & 1
    return not can_strike and ranged_targets(w, who, spare_shots(w, who)) != 0


@pytest.mark.parametrize("temperament", [1, 2])
def test_nobody_idles_while_an_attack_is_legal(temperament: int, some: Some) -> None:
    fights = {"regdar-and-the-orc": 200, "ford-at-dusk": 40, "ogre-toll": 40, "bone-cellar": 20}
    assert_nobody_idles(SLUG, fights, temperament, _idles, some)


@pytest.mark.slow
@pytest.mark.parametrize("temperament", [1, 2])
def test_nobody_idles_in_ten_thousand_fights(temperament: int) -> None:
    fights = {
        "regdar-and-the-orc": 7000,
        "ford-at-dusk": 1000,
        "ogre-toll": 1000,
        "bone-cellar": 1000,
    }
    assert_nobody_idles(SLUG, fights, temperament, _idles)


def _plan(encounter: Encounter, who: str, do: str, target: str, involved: list[str]) -> Odds:
    here = encounter.switched({}, start=who)
    w = here.world()
    plan = find_plan(here, do)
    assert plan is not None
    names = here.names["creatures"]
    i, j = names.index(who), names.index(target)
    answers = plan.answers_for(w, i, j)
    assert answers
    offer = Offer(do, "", i, tuple(answers), j, plan)
    with_whom = [names.index(name) for name in involved]
    return odds_of(Position(here, w), offer, [1] * len(names), involved=with_whom)


def _chance(odds: Odds, told: str) -> Fraction:
    return sum((o.p for o in odds.outcomes if told in o.text), Fraction(0))


def test_the_odds_of_a_declared_attack_hold_the_order_of_the_dice() -> None:
    """Regdar's slash needs 13; the orc's blow comes first when its die is higher."""
    odds = _plan(find_encounter(f"{SLUG}/regdar-and-the-orc"), "Regdar", "attack", "Orc", [])
    assert sum((o.p for o in odds.outcomes), Fraction(0)) == 1
    first = Fraction(sum(1 for mine in range(13, 21) for its in range(1, 21) if mine > its), 400)
    tied = Fraction(8, 400)
    late = _chance(odds, "Regdar misses") + _chance(odds, "Regdar fumbles")
    assert _chance(odds, "Regdar hits") >= first + tied - Fraction(1, 20)
    assert late >= Fraction(12, 20) - Fraction(1, 20)
    assert "Orc: action" in odds.assumed


@pytest.mark.compiled  # a second; in CPython it would be the longest of all
def test_those_left_out_are_named() -> None:
    encounter = FIELD.mirror(["regdar", "geldan"])
    w = encounter.world()
    names = encounter.names["creatures"]
    data = dict(encounter.top.data)
    data["creature"] = [{**one, "at": [20 + 5 * k, 20]} for k, one in enumerate(data["creature"])]
    close = encounter_from(TomlTable(data, "close"), "close")
    alone = _plan(close, names[1], "attack", names[2], [])
    assert alone.assumed[f"{names[0]}: action"] == "hold (left out)"
    assert w.n == 4


def test_the_primer_stands_in_the_documents_too() -> None:
    text = (ROOT / "docs" / "plunder.md").read_text()
    for paragraph in PRIMER.split("\n"):
        assert paragraph in text


def test_a_table_of_abilities_may_name_only_those_that_differ() -> None:
    data = {
        "ruleset": SLUG,
        "creature": [
            {
                "name": "Geldan",
                "from": "geldan",
                "side": "heroes",
                "at": [10, 10],
                "set": {"abilities": {"strength": 18}},
            }
        ],
    }
    geldan = encounter_from(TomlTable(data, "one"), "one").world().creatures[0]
    assert list(geldan.abilities) == [18, 14, 15, 14, 15, 14]


def _refused(kind: str, changes: dict[str, Any]) -> str:
    """What is said of a creature of that kind with those changes."""
    one = {"name": "One", "from": kind, "side": "foes", "at": [10, 10], "set": changes}
    encounter = encounter_from(TomlTable({"ruleset": SLUG, "creature": [one]}, "one"), "one")
    with pytest.raises(BadInput) as refused:
        encounter.require_sound(encounter.world(), "one")
    return str(refused.value)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"speed": 100}, "one: creature[One].set.speed: found 100, expected 0 to 60 (PL-25)"),
        (
            {"abilities": {"strength": 24}},
            "abilities.strength: found 24, expected 10 to 20 (PL-70)",
        ),
        ({"abilities": {"strength": 9}}, "abilities.strength: found 9, expected 10 to 20 (PL-70)"),
        ({"level": 11}, "set.level: found 11, expected 1 to 10 (PL-75)"),
        ({"level": 0}, "set.level: found 0, expected 1 to 10 (PL-75)"),
        ({"hit_dice": 30}, "set.hit_dice: found 30, expected 1 to 29 (PL-60)"),
        ({"morale": 1}, "set.morale: found 1, expected 2 to 12 (PL-20)"),
        ({"hp": -3}, "set.hp: found -3, expected 0 to 348 (PL-53)"),
        ({"hp": 6}, "One has hp = 6, expected at most its max_hp, 5 (PL-53)"),
        ({"notches": [3]}, "set.notches: found 3, expected 0 to 2 (PL-110)"),
        ({"wounds": 16}, "set.wounds: found 16, expected 0 to 15 (PL-55)"),
        ({"prone": 2}, "set.prone: found 2, expected 0 to 1 (PL-100)"),
        ({"speed": True}, "set.speed: found true (true or false), expected a number"),
        (
            {"gear": ["sword"], "carried": ["worn"]},
            "One has carried = worn of something that is no armor (PL-90)",
        ),
        ({"routine": ["sword"]}, "One has a routine with something that is no natural attack"),
        ({"hit_die": "2d8"}, "One has hit_die = '2d8', expected one die, such as 'd8' (PL-132)"),
        ({"magic_left": 1}, "One has magic_left = 1, expected at most 0 (PL-112)"),
        (
            {"x": 101},
            "One has x = 101 and y = 10, expected a point of the map, [0, 0] to",
        ),
        ({"partner": "One"}, "One has a partner who does not have it, expected both or neither"),
    ],
)
def test_a_monster_that_cannot_be_is_refused_by_name(changes: dict[str, Any], told: str) -> None:
    assert told in _refused("orc", changes)


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"abilities": {"courage": 11}}, "One has courage 11, expected 12 to 18 (PL-71)"),
        ({"abilities": {"cunning": 19}}, "One has cunning 19, expected 12 to 18 (PL-71)"),
        ({"magic_dice": 3}, "One has 3 Magic Dice, expected at most its level, 2 (PL-112)"),
        ({"exhaustion": 10}, "One has 10 Exhaustion, expected at most its 9 slots (PL-58)"),
    ],
)
def test_a_character_that_cannot_be_is_refused(changes: dict[str, Any], told: str) -> None:
    assert told in _refused("ysmay", changes)


@pytest.mark.parametrize(
    ("kind", "thing", "told"),
    [
        ("natural", {"damage": "-3"}, "damage: found '-3', expected dice that come to 1 to 60"),
        ("weapon", {"damage": "20d20+9"}, "damage: found '20d20+9', expected dice that come to 1"),
        (
            "creature",
            {"hit_die": "3"},
            "hit_die: found '3', expected one die, such as 'd8' (PL-132)",
        ),
    ],
)
def test_dice_nobody_throws_are_refused_in_what_nobody_has(
    kind: str, thing: dict[str, Any], told: str
) -> None:
    data = dict(find_encounter("plunder/regdar-and-the-orc").top.data)
    data["homebrew"] = {kind: [{"id": "odd", **thing}]}
    with pytest.raises(BadInput, match=re.escape(f"mine: homebrew.{kind}[odd].{told}")):
        encounter_from(TomlTable(data, "mine"), "mine").world()


def test_a_monster_of_the_most_hit_dice_can_die() -> None:
    """29 Hit Dice bear 14 Wounds, and there is a place for the one that kills."""
    wounds = {"hit_dice": 29, "hp": 0, "wounds": 15, "wound_severity": [1] * 15}
    w, _ = stage("ogre", **wounds)
    assert body.is_full(w, 0)


@pytest.mark.parametrize("gear", [["club", "shield"], ["shield", "club"]])
def test_a_club_and_a_shield_strike_with_the_club(gear: list[str]) -> None:
    """Equal in Defense and kind; the shield is for parrying."""
    w, encounter = stage("orc", gear=gear, carried=["right", "left"])
    names = encounter.names["gear"]
    assert names[best_weapon(w, 0, melee_weapons(w, 0))] == "club"


def test_more_attacks_than_a_phase_has_room_for_are_refused() -> None:
    bears = [
        {"name": f"Bear {k}", "from": "bear", "side": "foes", "at": [10 + 10 * k, 10]}
        for k in range(14)
    ]
    data = {"ruleset": SLUG, "map": {"size": [200, 20]}, "creature": bears}
    with pytest.raises(BadInput, match="found 42 attacks in one phase, expected at most 40"):
        encounter_from(TomlTable(data, "bears"), "bears").world()


def test_who_cannot_drag_another_along_is_in_nobodys_way() -> None:
    """Found in a million random fights: Milos stays, and the Cube had counted on his place."""
    encounter = find_encounter("plunder/bone-cellar")
    steps = 0
    for at in watch(encounter, 77, 22991):
        assert encounter.ruleset.invariant(at.world) == ""
        steps += 1
    assert steps > 123


# What people are asked

REGDAR_AND_ORC: dict[str, Any] = {
    "ruleset": SLUG,
    "sides": ["party", "monsters"],
    "map": {"size": [60, 60]},
    "creature": [
        {"name": "Regdar", "from": "regdar", "side": "party", "at": [20, 30]},
        {"name": "Orc", "from": "orc", "side": "monsters", "at": [25, 30]},
    ],
}


def _menu(regdar: dict[str, Any], phase: str = "melee", **more: Any) -> dict[str, str]:
    """What Regdar can declare in a phase, each plan with what stands beside it."""
    data = {**REGDAR_AND_ORC, **more, "set": {"round": 1, "phase": phase, "Regdar": regdar}}
    fight = Fight(encounter_from(TomlTable(data, "menu"), "menu"), nobody)
    fight.run()
    return {o.label: details_text(fight, o).strip() for o in offers(fight)}


def test_the_number_and_the_kind_and_place_of_a_blow_stand_on_the_menu() -> None:
    """PL-31, PL-41: taken as written, changed in a word."""
    beside = _menu({})["Attack Orc ..."]
    assert beside.startswith("(needs 13: Dexterity 11, Orc's Defense +2")
    assert beside.endswith("weapon=sword, type=slash, location=torso)")


def test_the_usual_kind_of_blow_is_a_fresh_one() -> None:
    assert "type=stab" in _menu({"last_kind": 0})["Attack Orc ..."]


def test_that_a_blow_repeats_the_last_is_said_before_it_is_declared() -> None:
    """PL-42: an axe only slashes."""
    axe = {"gear": ["axe"], "carried": ["right"], "last_kind": 0}
    assert "slash again: disadvantage" in _menu(axe)["Attack Orc ..."]


def test_what_a_failed_grab_costs_is_said() -> None:
    """PL-64, PL-68."""
    told = "(needs 15: Strength 13, Orc's Defense +2; failing costs 10 less the roll, at least 1)"
    assert _menu({})["Shove Orc"] == told


def test_what_a_throw_and_another_weapon_do_to_ones_defense_is_said() -> None:
    """PL-38, PL-109: the sword goes to the belt, and the spear flies away."""
    encounter = find_encounter(f"{SLUG}/regdar-and-the-orc")
    w = encounter.world()
    throw = missile_note(launched=False)(w, 0, 1, encounter.called)
    assert throw.endswith(", puts sword away, own Defense 4 to 0")
    spear = encounter.names["gear"].index("short-spear")
    assert drawing_warning(w, 0, spear, encounter.called) == "", "a spear parries as well"
    held = {"gear": ["sword", "dagger"], "carried": ["right", "equipped"]}
    encounter.edit(w, TomlTable({"Regdar": held}, ""))
    dagger = encounter.names["gear"].index("dagger")
    told = drawing_warning(w, 0, dagger, encounter.called)
    assert told.startswith("Takes dagger in hand: puts sword away, own Defense 3 to ")


def test_leading_the_charge_is_never_spent_unasked() -> None:
    """PL-124: it is there once a fight."""
    assert "bonus=none" in _menu({"moved": True})["Attack Orc ..."]


def test_a_spell_stands_with_its_dice_and_its_further_targets() -> None:
    """PL-112, PL-115."""
    creatures = [
        {"name": "Regdar", "from": "ysmay", "side": "party", "at": [20, 30]},
        {"name": "Orc", "from": "orc", "side": "monsters", "at": [40, 30]},
        {"name": "Other", "from": "orc", "side": "monsters", "at": [40, 40]},
        {"name": "Third", "from": "orc", "side": "monsters", "at": [40, 20]},
    ]
    menu = _menu({"declared_spell": "telekinesis"}, "spells", creature=creatures)
    beside = menu["Cast at Orc ..."]
    assert beside.startswith(
        "(telekinesis, needs 7: Intelligence 8, Orc's evasion 0, short range -1"
    )
    assert "dice=2, more=yes, target=Other, location=torso" in beside


def test_a_casters_card_shows_the_magic_target() -> None:
    w, encounter = stage("ysmay")
    shown = {stat.label: stat.value for stat in card(w, 0, encounter.names).stats}
    assert shown["casts on"] == 8


def test_a_way_leads_as_far_as_the_map_goes_and_a_turn_lasts() -> None:
    """It is looked for from the far end; every foot up to there is on the map."""
    w = find_encounter("plunder/ford-at-dusk").world()
    for i in range(w.n):
        c = w.creatures[i]
        for bearing in range(BEARINGS):
            there = [
                feet
                for feet in range(1, speed_now(w, i) + 1)
                if on_map(w, c.x + bearing_x(bearing, feet), c.y + bearing_y(bearing, feet))
            ]
            assert members(feet_options(w, i, bearing)) == there


def test_a_card_says_what_ties_somebody_and_what_weighs_on_them() -> None:
    bound = {"partner": 1, "holds": 1, "ward": 2, "slowed_until": 3, "taunted_last": 0b10}
    w, encounter = stage("ysmay", concentrates="lumotheurgy")
    for name, value in bound.items():
        setattr(w.creatures[0], name, value)
    w.creatures[1].partner = 0
    words = encounter.ruleset.words
    mine, other = (words.card(w, i, encounter.names).states for i in range(2))
    assert [*mine] == [
        "warded: 2 Defense", "slowed", "holds Foe", "taunted by Foe", "keeps up lumotheurgy",
    ]  # fmt: skip
    assert "held by One" in other


def test_the_sheet_says_what_is_thrown_on_before_anything_is_in_hand() -> None:
    """'Ysmay needs 11: Instinct 11' of a dagger she had taken up: her card knew no such number."""
    w, encounter = stage("ysmay")
    assert sheet(encounter, w, 0)["attack targets"] == "melee 10, ranged 11, magic 8"
    assert "attack targets" not in sheet(encounter, w, 1), "a monster has one for everything"
