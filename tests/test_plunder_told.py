"""What people are told of a fight of Plunder: numbers in parts, harm as a chain, and why."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from plunder_stage import stage
from table_helpers import Table, seeded
from terminal_keyboard import BOLD, PERSON, play

from affray.book.encounter import encounter_from, find_encounter, read_encounter
from affray.book.toml_tables import TomlTable
from affray.files.saves import new_save
from affray.files.scenario import play_script
from affray.oracles.dice import Dice, Noted
from affray.rules.ask import RANDOM
from affray.rules.pools import text
from affray.rulesets import plunder
from affray.rulesets.plunder.abilities import ability
from affray.rulesets.plunder.events import LOST, Event
from affray.rulesets.plunder.kinds import Ability, Act, Move, Phase, Question, Rest, Why
from affray.rulesets.plunder.notes import hold_note, naming_note, rest_note
from affray.rulesets.plunder.resolve import carry_out
from affray.rulesets.plunder.telling import tell_contest
from affray.rulesets.plunder.words import notched
from affray.tell.narration import tell

__all__ = ["seeded"]
SCENARIOS = Path(__file__).parent / "scenarios" / "plunder"
CELLAR = Path(plunder.__file__).parent / "encounters" / "bone-cellar.toml"


def _heard(said: Callable[[Dice], object]) -> list[int]:
    """What is noted of a piece of the rules."""
    log: list[Noted] = []
    said(Dice(1, 1, find_encounter("plunder/pocket").ruleset.decide, [RANDOM, RANDOM], log))
    return [event for event, _, _, _ in log]


def _told(scenario: str) -> list[str]:
    """Every sentence of a scenario."""
    fight = play_script(read_encounter(SCENARIOS / f"{scenario}.toml"))
    return [line.text for line in tell(fight)]


def _in_this_order(scenario: str, *sentences: str) -> None:
    told = iter(_told(scenario))
    assert [s for s in sentences if s in told] == list(sentences)


def test_a_bonus_action_is_named_before_its_die() -> None:
    """Its roll stood behind the action before, and before the line of whose it was."""
    _in_this_order(
        "pl-69-at-the-place-of-the-attack",
        "Bo misses: 12 against 13.",
        "Now Milos, with 11: first feint.",
        "Milos rolls for the bonus action: 1d20 (16) = 16",
        "Now Milos, with 11: attack.",
    )


def test_what_deals_no_damage_is_not_told_as_damage() -> None:
    told = _told("pl-116-a-critical-shape-fire")
    assert [line for line in told if line.startswith("Foe") and "burn" in line], told
    assert not [line for line in told if "damage" in line]


def test_a_blow_is_told_as_a_chain_from_its_number_to_its_wound() -> None:
    _in_this_order(
        "pl-14-the-actor-is-dead",
        "Regdar declares: attack, meant for Orc.",
        "Regdar aims sword at the torso.",
        "Regdar's kind of blow: stab.",
        "Regdar needs 13: Dexterity 11, Defense 2.",
        "Regdar hits: 18 against 13, 5 beyond it.",
        "Regdar does 7: 5 beyond the number, Strength +2.",
        "Orc takes 7 damage, Hit Points now 0.",
        "4 of it get past Orc's leather.",
        "Orc is wounded, 1 in all.",
        "Orc dies at Regdar's hand.",
    )


@pytest.mark.parametrize(
    ("scenario", "told"),
    [
        ("pl-106-evading-on-one-leg", "has a bad leg: disadvantage."),
        ("pl-105-one-arm-grapples-badly", "has a bad arm: disadvantage."),
        ("pl-101-a-longsword-is-too-long-to-grapple-with", "is grappling: disadvantage."),
        ("pl-115-each-target-dodges-for-itself", "dodges: disadvantage for Ysmay."),
        ("pl-100-prone-is-easy-to-hit-in-melee", "lies prone: advantage for "),
        ("pl-100-both-prone-is-even", "lies prone: disadvantage."),
        ("pl-107-and-saves", "is poisoned: disadvantage."),
        ("pl-107-and-bonus-actions", "is poisoned: disadvantage."),
        ("pl-123-anything-else-is-not", "is taunted: disadvantage."),
        ("pl-116-one-in-the-dark-one-out", "In stands in darkness: disadvantage."),
    ],
)
def test_a_second_die_has_its_cause(scenario: str, told: str) -> None:
    assert any(told in line for line in _told(scenario)), _told(scenario)


def test_a_shot_says_what_the_distance_does() -> None:
    _in_this_order(
        "pl-v02-a-printed-goblin",
        "Geldan aims bow at the torso.",
        "Geldan needs 9: Instinct 9, evasion 0.",
    )
    assert not any("kind of blow" in line for line in _told("pl-v02-a-printed-goblin")), "a shot"
    told = _told("pl-137-a-dead-throwers-axe-flies-on")
    assert any(line.startswith("The distance makes it 8 for ") for line in told)


def test_a_spell_names_all_its_targets_its_dice_and_its_place() -> None:
    _in_this_order(
        "pl-115-each-target-dodges-for-itself",
        "Ysmay declares: cast, meant for Foe.",
        "Ysmay declares: cast, meant for Other.",
        "Ysmay puts in 2 Magic Dice.",
        "Ysmay aims at the torso.",
        "Ysmay needs 9: Intelligence 9, evasion 0.",
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
        ("pl-e13-feint-then-strike", "The feint leaves "),
        ("pl-101-grappling-takes-the-parry", " cannot use a Defense now."),
        ("pl-e21-rally", "Ogre has the most Hit Dice of Regdar's enemies: 4."),
        ("pl-116-engulf-takes-friends-too", "needs 19: Intelligence 9, fire all around 10."),
        ("pl-116-engulf-takes-friends-too", "Shield has a shield up, which makes it 20: +1."),
        ("pl-109-dropping-what-is-packed", "Ada has 8 slots filled of 7, too many to move."),
        ("pl-108-a-blind-caster-finds-nobody", "lost: there is nobody whom the spell reaches."),
        ("pl-137-a-dead-throwers-axe-flies-on", " act together at "),
        ("pl-137-two-grapples-at-once", "lost: one of the two is grappling already."),
        ("pl-61-who-falls-takes-nothing-up", "Ada's action is lost: Ada is dead."),
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


def test_a_test_of_nerve_says_whose_it_is_and_what_it_means() -> None:
    _in_this_order(
        "pl-05-morale-before-anyone-moves",
        "The first Wound on Orc's side.",
        "Orc's side tests its nerve with 12: whoever has less morale flees.",
        "Orc turns to flee: 12 against its morale of 6.",
        "Orc declares a move: running from the fight.",
    )


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


def test_lost_hit_points_are_seen_on_the_token() -> None:
    fight = play_script(read_encounter(SCENARIOS / "pl-14-the-actor-is-dead.toml"))
    board = fight.encounter.board(fight.world)
    assert board is not None
    regdar, orc = board.tokens[:2]
    assert (regdar.hurt, regdar.bears > 0) == (0, True)
    assert fight.world.creatures[1].hp == 0
    assert orc.hurt > fight.world.creatures[1].max_hp, "all Hit Points, and the Wound"
    assert orc.hurt <= orc.bears


def test_who_rolls_is_told_what_for(tmp_path: Path, seeded: None) -> None:
    table = Table(tmp_path, "plunder/regdar-and-the-orc", players=1)
    (regdar,) = table.players
    regdar.must("seat", creature="Regdar", typed_dice=True)
    while "attack" not in (open_ := {o["name"] for o in regdar.view()["pending"]["offers"]}):
        regdar.must("plan", name="stay" if "stay" in open_ else "hold")
    asked = regdar.must("plan", name="attack", target="Orc")["pending"]
    assert asked["kind"] == "dice"
    assert asked["goal"] == (
        "1d20, attack Orc: 13 or more hits, and what is beyond it is damage; higher goes first"
    )


def test_a_plan_says_how_far_it_is_and_what_is_kept(tmp_path: Path, seeded: None) -> None:
    table = Table(tmp_path, "plunder/ford-at-dusk", players=1)
    table.gm.must("edit", creature="Geldan", set={"hp": 3})
    (regdar,) = table.players
    regdar.must("seat", creature="Regdar")
    offers = {(o["name"], o["target"]): o for o in regdar.view()["pending"]["offers"]}
    close, rally = offers["close", "Goblin 1"], offers["rally", "Goblin 1"]
    assert close["note"] == "50 ft away, speed 40: ends 10 ft away"
    assert close["answers_left"] == [], "who would rally has a plan for it"
    assert rally["note"].startswith(
        "50 ft away, speed 40: ends 10 ft away; takes the action; needs "
    )


@pytest.mark.parametrize(
    ("phase", "note"),
    [
        (Phase.RANGED, "keeps the action for a later phase of the round"),
        (
            Phase.MELEE,
            "lets the action of this round go; nobody is in reach: Foe is the nearest, 20 ft away",
        ),
    ],
)
def test_to_hold_says_what_it_keeps(phase: Phase, note: str) -> None:
    encounter = read_encounter(SCENARIOS / "pl-115-each-target-dodges-for-itself.toml")
    w = encounter.world()
    w.phase = phase
    assert hold_note(w, 0, -1, encounter.names) == note
    w.creatures[1].x, w.creatures[1].y = w.creatures[0].x + 5, w.creatures[0].y
    assert hold_note(w, 0, -1, encounter.names) == note.partition(";")[0], "a blow is open"


def test_a_spell_at_several_says_at_whom_before_each_number() -> None:
    """A miss named nobody, so nobody could tell whose Defense had been too much."""
    _in_this_order(
        "pl-116-engulf-takes-friends-too",
        "Kettil's engulf is for Foe.",
        "Kettil hits: 19 against 19.",
        "Kettil's engulf is for Shield.",
        "Kettil misses: 19 against 20.",
    )


def test_whoever_grapples_has_no_defense_in_a_contest_and_it_is_said() -> None:
    """'Cube needs 18: Strength 18, Defense 0' of somebody whose card says 3."""
    w, _ = stage("gelatinous-cube")
    w.creatures[0].partner, w.creatures[1].partner = 1, 0
    number = ability(w, 0, Ability.STRENGTH)
    told = _heard(lambda ask: tell_contest(ask, w, 0, 1, Ability.STRENGTH, number))
    assert told == [Event.NO_GUARD, Event.NEEDS_STRENGTH]


def test_nothing_natural_goes_for_somebody_with_nobody() -> None:
    """A shove of the cube's was told as 'Cube goes for Ysmay with nobody.'"""
    w, _ = stage("gelatinous-cube")
    w.queued = 2
    w.queue[0].who, w.queue[0].act, w.queue[0].target, w.queue[0].valid = 0, Act.TAUNT, 1, 0
    assert _heard(lambda ask: carry_out(ask, w, 0)) == [Event.ACTS, Event.VOID]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("close with orc, rallying the party", "No enemy is nearer after this move: the rally"),
        ("go bearing=400 feet=10", "bearing: legal are 0 to 59"),
    ],
)
def test_a_move_that_cannot_rally_or_be_is_told_before_it_is_made(typed: str, said: str) -> None:
    """Adjacent already, the rally was lost without a word, and the whole round with it."""
    both = [
        {"name": "Ada", "from": "regdar", "side": "heroes", "at": [20, 20], "set": {"hp": 3}},
        {"name": "Orc", "from": "orc", "side": "foes", "at": [25, 20]},
    ]
    data = {"ruleset": "plunder", "map": {"size": [60, 60]}, "creature": both}
    encounter = encounter_from(TomlTable(data, "near"), "near")
    assert said in play(new_save(encounter, [PERSON, BOLD], 1), typed, "n", "quit").text


@pytest.mark.parametrize(
    ("who", "spell", "does"),
    [
        (
            "Ysmay",
            "telekinesis",
            "an attack, its damage the margin and the Magic Dice, up to 60 ft",
        ),
        ("Kettil", "shape-fire", "an attack that sets on fire, up to 5 ft, while you concentrate"),
        ("Kettil", "engulf", "an attack on all in melee range, friends too"),
    ],
)
def test_who_names_a_spell_reads_what_it_does(who: str, spell: str, does: str) -> None:
    """It is named before anything is rolled: no number says what it is for."""
    encounter = read_encounter(CELLAR)
    w = encounter.world()  # the names come with it
    names = encounter.names
    i, s = names["creatures"].index(who), names["spells"].index(spell)
    note = naming_note(w, i, s, names)
    assert note == does


@pytest.mark.parametrize(("notches", "told"), [(0, ""), (1, " (1 Notch)"), (2, " (2 Notches)")])
def test_notches_are_said_in_words(notches: int, told: str) -> None:
    assert notched(notches) == told


def test_a_rest_says_what_it_gives() -> None:
    encounter = find_encounter("plunder/ford-at-dusk")
    w = encounter.world()
    regdar = w.creatures[0]

    def said(rest: int) -> str:
        return rest_note(rest)(w, 0, -1, encounter.names)

    assert said(Rest.SHORT) == f"gives {text(regdar.hit_die)} Hit Points back"
    regdar.hp, regdar.exhaustion, regdar.wounds = 0, 2, 1
    regdar.wound_tried[0] = Rest.SHORT
    assert said(Rest.SHORT) == "gives 1 Hit Point back", "its Wound has been tried in one"
    assert said(Rest.LONG) == (
        "gives all Hit Points back, takes 1 Exhaustion away, Wounds may heal"
    )
    assert said(Rest.FULL).split(", ")[1] == "takes 2 Exhaustion away"
    asked = [plan.name for plan in encounter.ruleset.words.plans]
    assert {"short-rest", "long-rest", "full-rest", "none"} <= {*asked}
