"""What people are refused, asked and told in Dungeoneers Spotlight."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from spotlight_stage import OGRE, SLUG, SUORI, begun, beside, placed
from terminal_keyboard import play

from affray.book.encounter import Encounter, read_encounter
from affray.book.errors import BadInput
from affray.cli.main import run
from affray.fight.following import take
from affray.fight.plans import asked_of, details_text, left_open, offers, unusable
from affray.files.scenario import play_script
from affray.odds.of_plans import odds_of, position_of
from affray.oracles.tape import Answer as Given
from affray.oracles.tape import Question as Asked
from affray.rulesets.dungeoneers_spotlight.kinds import Act, Answer, Assist, Question, Task, Way
from affray.tell.boards import draw_board
from affray.tell.narration import tell
from affray.terminal.people import Terminal

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"resistance": {"piercing": 4}}, "resistance.piercing: found 4, expected 0 to 3 (DS-130)"),
        ({"vulnerability": {"heat": 99}}, "vulnerability.heat: found 99, expected 0 to 3 (DS-129)"),
        ({"vulnerability": {"heat": -1}}, "vulnerability.heat: found -1, expected 0 to 3 (DS-129)"),
        ({"spirit": 30}, "spirit: found 30, expected 0 to 20 (DS-74)"),
        ({"speeds": {"ground": -2}}, "speeds.ground: found -2, expected 0 to 24 (DS-43)"),
        ({"stress": -1}, "stress: found -1, expected 0 to 9999 (DS-101)"),
        ({"action_points": 7}, "action_points: found 7, expected 0 to 6 (DS-19)"),
        ({"prone": 2}, "prone: found 2, expected 0 to 1 (DS-113)"),
        ({"body": True}, "body: found true (true or false), expected a number, 0 to 20 (DS-102)"),
        ({"z": 60, "airborne": True}, "Foe is at a height of 60, expected 0 to 59 (DS-44)"),
    ],
)
def test_what_the_rules_know_nowhere_is_refused(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadInput) as refused:
        beside(**changes).world()
    assert problem in str(refused.value)


def test_a_pit_needs_its_depth() -> None:
    with pytest.raises(BadInput, match=r"map\.pit_depth: missing; expected 1 to 40"):
        placed(["....v"], {**SUORI, "at": [0, 0]}).world()


def test_who_leaves_a_large_body_no_room_is_told_with_the_tile() -> None:
    taken = r"creature\[Ogre\].at: found \[2, 1\], where at \[3, 1\] Suori leaves no room \(DS-38\)"
    with pytest.raises(BadInput, match=taken):
        placed(["....."] * 4, SUORI, OGRE).world()
    walled = r"found \[2, 1\], where at \[3, 1\] a wall or the map's end is"
    with pytest.raises(BadInput, match=walled):
        placed([".....", "...#.", "....."], {**SUORI, "at": [0, 0]}, OGRE).world()


@pytest.mark.parametrize(
    ("kind", "table", "problem"),
    [
        ("weapon", {"id": "club", "wounds": -1}, "wounds: found -1, expected 0 to 20 (DS-68)"),
        ("weapon", {"id": "club", "hands": 3}, "hands: found 3, expected 0 to 2 (DS-121)"),
        ("tome", {"id": "blank"}, "spell: missing; expected the spell the tome holds (DS-73)"),
        ("spell", {"id": "mark", "at_tile": True}, "at_tile: found true, expected lies_in_wait or"),
        ("spell", {"id": "slow", "cost": 9}, "cost: found 9, expected 0 to 6 (DS-71)"),
    ],
)
def test_content_nobody_uses_is_checked_too(kind: str, table: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadInput) as refused:
        placed(["....."] * 3, SUORI, **{kind: [table]}).world()
    assert problem in str(refused.value)


def test_the_dead_are_not_asked_how_they_travel_on(tmp_path: Path) -> None:
    suori = {**SUORI, "at": [0, 0], "set": {"wounds": 2}}
    foe = {"name": "Foe", "from": "zombie", "side": "foes", "at": [4, 0]}
    pit = {"rows": [".v..."], "pit_depth": 9}
    game = begun(placed([], suori, foe, map=pit, start="Suori"), ["person", "person"], tmp_path)
    said = [
        (Question.MOVE, Act.SPRINT),
        (Question.WAY, Way.GROUND),
        (Question.COLUMN, 1),
        (Question.BREAK_FALL, Answer.NO),
    ]
    for question, option in said:
        assert game.fight.pending is not None
        assert game.fight.pending.name == question
        game.fight.answer(Given(option))
    asked = [item[0].name for item in game.fight.story if isinstance(item[0], Asked)]
    assert asked.count(Question.WAY) == 1


def test_a_partial_success_that_brings_stress_shows_it_in_the_odds(tmp_path: Path) -> None:
    encounter = beside(finesse=4, stress=3).switched({"partial_effect": "stress"})
    game = begun(encounter, ["person", "bold"], tmp_path)
    strike = next(o for o in offers(game.fight) if o.label == "Strike Foe")
    found = odds_of(position_of(game.fight, 0), strike, [1, 1])
    assert any("Foe stress +6" in o.text for o in found.outcomes), "3, doubled past capacity"
    heads = {head.name: head.p for head in found.heads if head.who == "Foe"}
    assert heads["hurt"] > heads["hit"]


def _held(heroism: int, villainy: int) -> Encounter:
    """Suori beside a skeleton, and others who could react to what she does."""
    freya = {"name": "Freya", "from": "freya", "side": "players", "at": [6, 1]}
    foe = {"name": "Skeleton", "from": "skeleton", "side": "foes", "at": [4, 1]}
    return placed(
        ["........"] * 3,
        SUORI,
        {**freya, "set": {"heroism": heroism}},
        foe,
        start="Suori",
        set={"villainy": villainy},
    )


@pytest.mark.parametrize(("heroism", "villainy"), [(0, 0), (1, 0), (0, 1), (2, 2)])
def test_the_stress_bid_of_a_strike_is_on_the_menu(
    heroism: int, villainy: int, tmp_path: Path
) -> None:
    game = begun(_held(heroism, villainy), ["person"] * 3, tmp_path)
    strike = next(o for o in offers(game.fight) if o.label == "Strike Skeleton")
    shown = details_text(game.fight, strike)
    assert shown == "  (weapon=warhammer, stress=0, effort=try)", "whoever may react to it"
    assert not unusable(game.fight, strike, {Question.STRESS: 2})
    assert "legal are" in unusable(game.fight, strike, {Question.STRESS: 11})


def test_a_plan_outlasts_what_others_do_about_it(tmp_path: Path) -> None:
    """Freya and the game master are asked in between; the bid and the rest stay declared."""
    game = begun(_held(2, 2), ["person"] * 3, tmp_path)
    strike = next(o for o in offers(game.fight) if o.label == "Strike Skeleton")
    following = take(game.fight, strike, {Question.STRESS: 2})
    for label in ("Lend a hand (1 heroism)", "Brace (1 villainy)"):
        assert game.fight.pending is not None
        assert game.fight.pending.who != 0
        take(game.fight, next(o for o in offers(game.fight) if o.label == label))
    following.go_on(game.fight)
    assert game.fight.pending is not None
    assert game.fight.pending.who == 2, "the blow is struck, the game master moves"
    assert game.fight.world.creatures[0].stress == 2


def test_a_sprint_asks_again_where_to_go(tmp_path: Path) -> None:
    """What outlasts others' words says each thing once: the second travel is a new question."""
    game = begun(_held(2, 0), ["person"] * 3, tmp_path)
    sprint = next(o for o in offers(game.fight) if o.label == "Sprint ...")
    following = take(game.fight, sprint, {Question.COLUMN: 2, Question.ROW: 1})
    take(game.fight, next(o for o in offers(game.fight) if o.label == "No assist"))
    following.go_on(game.fight)
    assert game.fight.world.creatures[0].x == 2
    assert game.fight.pending is not None
    assert game.fight.pending.name == Question.WAY


def test_the_odds_of_a_reaction_are_those_of_the_blow(tmp_path: Path) -> None:
    game = begun(_held(1, 0), ["person"] * 3, tmp_path)
    take(game.fight, next(o for o in offers(game.fight) if o.label == "Strike Skeleton"))
    hits = {}
    for offer in offers(game.fight):
        found = odds_of(position_of(game.fight, offer.who), offer, [2, 2, 2])
        hits[offer.name] = next(h.p for h in found.heads if h.name == "hit")
    assert hits["lend-a-hand"] > hits["let-it-be"] > 0


def test_the_odds_of_a_single_answer_are_told_to_the_end_of_the_move(tmp_path: Path) -> None:
    """How one resists a hold is a question of its own; beside each answer stands what follows."""
    foe = {"name": "Ogre", "from": "cave-ogre", "side": "foes", "at": [4, 1]}
    game = begun(placed(["......."] * 3, SUORI, foe, start="Ogre"), ["person"] * 2, tmp_path)
    take(game.fight, next(o for o in offers(game.fight) if o.label == "Push Suori"))
    assert game.fight.pending is not None
    assert game.fight.pending.name == Question.DEFENSE
    for offer in offers(game.fight):
        found = odds_of(position_of(game.fight, offer.who), offer, [1, 1])
        assert {o.text for o in found.outcomes} != {"nothing"}


def _told(name: str) -> list[str]:
    """What people read of a scenario."""
    file = ROOT / "tests" / "scenarios" / SLUG / f"{name}.toml"
    return [line.text for line in tell(play_script(read_encounter(file)))]


@pytest.mark.parametrize(
    ("scenario", "line"),
    [
        (
            "ds-109-a-power-strike-repeats-its-extra-wound",
            "Harm to Zombie: weapon 1 + body 1 + power strike 1 = 3, x 2 for the critical = 6.",
        ),
        (
            "ds-e39-doubled-before-armor",
            "Harm to Skeleton: weapon 2 + body 1 = 3, doubled past capacity = 6, "
            "physical defense -2 = 4.",
        ),
        ("ds-e20-freya-breaks", "Freya takes 2 stress for as much boon, doubled to 4"),
        ("ds-111-torn-out-of-reach", "Goblin is out of Suori's threat range, and free."),
        ("ds-89-a-bane-on-the-ledge", "Guard goes over the edge: to grab it takes a roll of 6."),
        ("ds-r32-legacy-deflected", "Guard's armor of 6 holds."),
        ("ds-r53-contest", "Suori breaks free of Zombie."),
        ("ds-105-broken-to-death", "is dead, and the declared move comes to nothing."),
        ("ds-104-one-past-capacity-doubles", ": being past capacity."),
        ("ds-110-held-by-two-is-one-bane", "1 bane for "),
        ("ds-112-defensive-dodges-better", ": being defensive."),
        ("ds-113-a-shot-at-the-prone", "3 bane for "),
        ("ds-113-prone-dodges-worse", ": lying prone."),
        ("ds-118-above-ones-rank", ": a rank it lacks."),
        ("ds-125-only-the-heaviest-counts", "2 bane for Ulfarmi: hauberk is too heavy."),
        ("ds-15-lend-a-hand", ": a hand lent."),
        ("ds-15-shout-a-warning", ": a warning."),
        ("ds-16-ill-footing", "1 bane for "),
        ("ds-150-arca-spent-stays-spent", " arca, "),
    ],
)
def test_harm_is_told_as_a_chain_and_what_ends_is_said(scenario: str, line: str) -> None:
    assert any(line in told for told in _told(scenario)), _told(scenario)


CAVE = ["......", "......", "..v...", "......", "......"]
CROWD = (
    {**SUORI, "at": [1, 1]},
    {"name": "Rat 1", "from": "tunnel-rat", "side": "foes", "at": [0, 4]},
    {"name": "Rat 2", "from": "tunnel-rat", "side": "foes", "at": [0, 4]},
    {"name": "Drake", "from": "ash-drake", "side": "foes", "at": [3, 0]},
    {"name": "Giant", "side": "foes", "at": [3, 2], "set": {"size": "gargantuan"}},
)


def _cave() -> Encounter:
    return placed([], *CROWD, map={"rows": CAVE, "pit_depth": 6}, start="Suori")


def test_text_maps_show_bodies_as_they_lie_and_who_shares_a_tile() -> None:
    """A Huge body is an L of three tiles, a Gargantuan one a cross of five."""
    encounter = _cave()
    w = encounter.world()
    board = encounter.ruleset.words.board
    assert board is not None
    drawn = draw_board(board(w, encounter.names), encounter.names["creatures"]).split("\n")
    assert [line.rstrip() for line in drawn[1:6]] == [
        "   0  .  .  .  D  D  .",
        "   1  .  A  .  D  .  .",
        "   2  .  .  v6 .  E  .",
        "   3  .  .  .  E  E  E",
        "   4  B+ .  .  .  E  .",
    ]
    assert "  +  Rat 1 and Rat 2 share 0, 4" in drawn


def test_a_step_into_a_pit_is_warned_of(tmp_path: Path) -> None:
    game = begun(_cave(), ["person"] + ["bold"] * 4, tmp_path)
    travel = next(o for o in offers(game.fight) if o.label == "Travel ...")
    asked = left_open(game.fight, travel, {Question.COLUMN: 2})
    (row,) = [left for left in asked if left.question.name == Question.ROW]
    assert row.warnings == {2: "there is no floor at [2, 2]: a fall of 6 tiles"}


@pytest.mark.parametrize(
    ("plan", "given"),
    [
        ("Interact ...", {Question.TASK: Task.STOW}),
        ("Drop something ...", {}),
        ("Cast requipment ...", {}),
    ],
)
def test_what_lowers_a_defense_is_warned_of(
    plan: str, given: dict[int, int], tmp_path: Path
) -> None:
    freya = {"name": "Freya", "from": "freya", "side": "players", "at": [1, 1]}
    hauls = {"set": {"carried": ["maul", "hand-axe"]}} if "requipment" in plan else {}
    rows = ["....", "....", "...."]
    encounter = placed(rows, {**freya, **hauls}, OGRE, start="Freya")
    game = begun(encounter, ["person", "bold"], tmp_path)
    offer = next(o for o in offers(game.fight) if o.label == plan)
    asked = left_open(game.fight, offer, given)
    (item,) = [left for left in asked if left.question.name == Question.ITEM]
    assert "physical defense falls from 3 to 2" in item.warnings.values()


def test_a_card_has_size_and_attributes() -> None:
    encounter = _cave()
    shown = encounter.ruleset.words.card(encounter.world(), 0, encounter.names).text
    assert shown.startswith("size medium  body 2  spirit 2  mind 2  finesse 2  wounds 0/2")


def test_a_new_encounter_is_a_fight_either_side_may_win(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new", "encounter", "mine.toml", "--ruleset", SLUG]) == 0
    capsys.readouterr()
    assert run(["sim", "mine.toml", "-n", "40", "--engine", "python", "--json"]) == 0
    wins = json.loads(capsys.readouterr().out)["wins"]
    assert wins["players"] > 0
    assert wins["foes"] > 0


def test_the_odds_of_a_number_are_asked_by_the_number(tmp_path: Path) -> None:
    """'? 2' at the question for a row is row 2, the pit, and not the second of all rows."""
    game = begun(_cave(), ["person"] + ["bold"] * 4, tmp_path)
    typed = iter(["travel column=2", "? 2", "? 9", "quit"])
    said: list[str] = []
    Terminal(game, lambda _: next(typed), said.append).play()
    asked = said.index("  2")
    assert "Suori falls 6" in " ".join(said[asked : asked + 8])
    assert "  found '9', expected 0 to 3" in said


def test_a_homemade_creature_nobody_brings_is_checked_too() -> None:
    brought = {"creature": [{"id": "mite", "body": 99}]}
    with pytest.raises(BadInput, match=r"body: found 99, expected 0 to 20 \(DS-102\)"):
        placed(["....."] * 3, SUORI, homebrew=brought).world()


def test_odds_of_a_bid_count_whoever_may_react(tmp_path: Path) -> None:
    game = begun(_held(1, 1), ["person"] * 3, tmp_path)
    strike = next(o for o in offers(game.fight) if o.label == "Strike Skeleton")
    hits = []
    for bid in (0, 2):
        found = odds_of(position_of(game.fight, 0), strike, [2] * 3, {Question.STRESS: bid})
        hits.append(next(head.p for head in found.heads if head.name == "hit"))
    assert hits[1] > hits[0]


def test_what_would_take_nothing_away_is_warned_of(tmp_path: Path) -> None:
    """A tonic for who has no stress; and not for who has."""
    for stress, told in ((0, "there is nothing that it would take away"), (1, None)):
        had = {"carried": ["calming-tonic", "hand-axe"], "stress": stress}
        freya = {"name": "Freya", "from": "freya", "side": "players", "at": [1, 1], "set": had}
        encounter = placed(["....", "....", "...."], freya, OGRE, start="Freya")
        game = begun(encounter, ["person", "bold"], tmp_path)
        offer = next(o for o in offers(game.fight) if o.label == "Interact ...")
        asked = asked_of(game.fight, offer, {Question.TASK: Task.DRINK})
        (item,) = [left for left in asked if left.question.name == Question.ITEM]
        assert list(item.warnings.values()) == ([told] if told else [])


def test_the_only_thing_there_is_to_take_is_warned_of_too(tmp_path: Path) -> None:
    """One answer is never asked for, and lowers a defense all the same."""
    freya = {"name": "Freya", "from": "freya", "side": "players", "at": [1, 1]}
    rows = ["....", "....", "...."]
    encounter = placed(rows, {**freya, "set": {"carried": ["maul"]}}, OGRE, start="Freya")
    game = begun(encounter, ["person", "bold"], tmp_path)
    keyboard = play(game, "cast requipment", "n")
    assert "  physical defense falls from 3 to 2" in keyboard.screen
    cards = [line for line in keyboard.screen if line.startswith("Freya: size")]
    assert "equipped battleaxe, buckler" in cards[-1]


def test_a_friends_help_is_not_taken_for_granted(tmp_path: Path) -> None:
    """Freya's assist was counted in the odds of Suori's strike before Freya was asked."""
    freya = {"name": "Freya", "from": "freya", "side": "players", "at": [0, 1]}
    foe = {"name": "Foe", "side": "foes", "at": [4, 1]}
    scene = placed(["......"] * 3, SUORI, {**freya, "set": {"heroism": 3}}, foe, start="Suori")
    game = begun(scene, ["person", "person", "bold"], tmp_path)
    strike = next(one for one in offers(game.fight) if one.label == "Strike Foe")
    alone = odds_of(position_of(game.fight, 0), strike, [1, 1, 1])
    assert alone.assumed["Freya: assist"] == "none (left out)"
    said = {(1, int(Question.ASSIST)): int(Assist.LEND_A_HAND)}
    helped = odds_of(position_of(game.fight, 0), strike, [1, 1, 1], others=said)
    assert helped.assumed["Freya: assist"] == "lend-a-hand (given)"
    assert helped.number is not None
    assert alone.number is not None
    assert helped.number.p > alone.number.p
