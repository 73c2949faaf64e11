"""What people are told of a fight of Plunder: numbers in parts, harm as a chain, and why."""

from __future__ import annotations

from pathlib import Path

import pytest

from affray.book.encounter import read_encounter
from affray.files.scenario import play_script
from affray.rulesets.plunder.events import LOST
from affray.rulesets.plunder.kinds import Move, Question, Why
from affray.tell.narration import tell

SCENARIOS = Path(__file__).parent / "scenarios" / "plunder"


def _told(scenario: str) -> list[str]:
    """Every sentence of a scenario."""
    fight = play_script(read_encounter(SCENARIOS / f"{scenario}.toml"))
    return [line.text for line in tell(fight)]


def _in_this_order(scenario: str, *sentences: str) -> None:
    told = iter(_told(scenario))
    assert [s for s in sentences if s in told] == list(sentences)


def test_a_blow_is_told_as_a_chain_from_its_number_to_its_wound() -> None:
    _in_this_order(
        "pl-14-the-actor-is-dead",
        "Regdar declares: attack, meant for Orc.",
        "Regdar aims sword at the torso.",
        "Regdar means to stab.",
        "Regdar needs 13: Dexterity 11, Defense 2.",
        "Regdar hits: 18 against 13.",
        "Regdar does 7: 5 beyond the number, +2 for Strength and weapon.",
        "Orc takes 7, Hit Points now 0.",
        "4 of it get past Orc's leather.",
        "Orc is wounded, 1 in all.",
        "Orc dies.",
    )


def test_a_shot_says_what_the_distance_does() -> None:
    _in_this_order(
        "pl-v02-a-printed-goblin",
        "Geldan aims bow at the torso.",
        "Geldan means to shoot, in both hands.",
        "Geldan needs 9: Instinct 9, Defense 0.",
    )
    told = _told("pl-137-a-dead-throwers-axe-flies-on")
    assert "The distance makes it 8: -1." in told


def test_a_spell_names_all_its_targets_its_dice_and_its_place() -> None:
    _in_this_order(
        "pl-115-each-target-dodges-for-itself",
        "Ysmay declares: cast, meant for Foe.",
        "Ysmay declares: cast, meant for Other.",
        "Ysmay puts in 2 Magic Dice.",
        "Ysmay aims at the torso.",
        "Ysmay needs 9: Intelligence 9, Defense 0.",
        "Ysmay does 15: 8 beyond the number, +7 for the Magic Dice.",
    )


def test_a_beasts_attacks_are_each_declared() -> None:
    told = _told("pl-121-each-with-a-target-of-its-own")
    assert sum("Bear declares: attack, meant for" in line for line in told) == 3


@pytest.mark.parametrize(
    ("scenario", "told"),
    [
        ("pl-105-one-arm-grapples-badly", "Regdar needs 15: Strength 13, Defense 2."),
        ("pl-e13-feint-then-strike", "needs 15: Cunning 13, Defense 2."),
        ("pl-123-a-taunt", "Courage"),
        ("pl-e21-rally", "needs 17: Courage 13, the enemy's Hit Dice 4."),
        ("pl-e16-leaving-melee-for-7", "Regdar needs 18: Dexterity 16, Defense 2."),
        ("pl-117-an-ogre-hits-on-six", "needs 6: attack target 6, Defense 0."),
    ],
)
def test_what_a_number_is_made_of(scenario: str, told: str) -> None:
    assert any(told in line for line in _told(scenario))


@pytest.mark.parametrize(
    ("scenario", "told"),
    [
        ("pl-56-armor-turns-the-wound", "Ada's chain keeps 4 from wounding."),
        ("pl-120-hide-protects-and-takes-no-notch", "hide (5) keeps"),
        ("pl-120-five-get-through", "get past"),
    ],
)
def test_which_armor_held(scenario: str, told: str) -> None:
    assert any(told in line for line in _told(scenario))


@pytest.mark.parametrize(
    ("scenario", "told"),
    [
        ("pl-14-the-actor-is-dead", "Orc's action is lost: Orc is dead."),
        ("pl-14-the-actor-is-stunned", "is no longer able to."),
        ("pl-14-the-target-is-dead", "action is lost: the target is dead or gone."),
        ("pl-14-the-weapon-is-gone", "action is lost: the weapon is gone, or the arm for it."),
        ("pl-v01-regdar-and-the-orc", "Regdar's action is lost: the target is out of reach."),
        ("pl-108-blinded-in-time", "cannot see the target."),
        ("pl-15-a-rally-without-an-approach-is-spent", "has come no nearer to an enemy."),
    ],
)
def test_why_an_action_is_lost(scenario: str, told: str) -> None:
    assert any(told in line for line in _told(scenario))


def test_every_reason_has_its_words() -> None:
    assert set(LOST) == set(Why)


def test_a_move_names_whom_it_closes_with() -> None:
    told = _told("pl-e21-rally")
    assert any(" declares a move: close with " in line for line in told)


def test_who_turns_away_is_told_from_whom() -> None:
    encounter = read_encounter(SCENARIOS / "pl-115-each-target-dodges-for-itself.toml")
    w = encounter.world()
    for c in w.creatures:
        c.x, c.y = 50, 50
    told = encounter.ruleset.words.warning(Question.MOVE, w, 0, Move.GO, encounter.names)
    assert told == (
        "In reach: Foe and Other. Roll 15 or more on a d20 against Foe, or take what you miss it "
        "by, up to 14. [PL-24, PL-61]"
    )
