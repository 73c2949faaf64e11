"""What Plunder promises beyond its scenarios: policies that play well, odds in the queue."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playing_well import Field, assert_nobody_idles

from affray.book.encounter import Encounter, encounter_from, find_encounter
from affray.book.errors import BadInput
from affray.book.toml_tables import TomlTable
from affray.conformance.playing import Some, watch
from affray.fight.plans import Offer, find_plan
from affray.odds.of_plans import Position, odds_of
from affray.odds.upshot import Odds
from affray.rulesets.plunder.declare import melee_acts
from affray.rulesets.plunder.kinds import Act, Phase, Question
from affray.rulesets.plunder.reach import ranged_targets
from affray.rulesets.plunder.valuation import spare_shots
from affray.rulesets.plunder.words import PRIMER

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


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"speed": 100}, "Orc has speed 100, expected 0 to 60"),
        ({"abilities": {"strength": 30}}, "Orc has strength 30, expected 1 to 24"),
        ({"hp": -3}, "Orc has -3 Hit Points of 5"),
        ({"gear": ["sword"], "carried": ["worn"]}, "Orc wears something that is no armor"),
        ({"routine": ["sword"]}, "Orc has something in its routine that is no natural attack"),
    ],
)
def test_a_creature_that_cannot_be_is_refused_by_name(changes: dict[str, Any], told: str) -> None:
    orc = {"name": "Orc", "from": "orc", "side": "foes", "at": [10, 10], "set": changes}
    encounter = encounter_from(TomlTable({"ruleset": SLUG, "creature": [orc]}, "one"), "one")
    with pytest.raises(BadInput, match=told):
        encounter.world()


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
