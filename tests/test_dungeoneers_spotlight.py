"""What Dungeoneers Spotlight promises beyond its scenarios: good play, known odds, one vote."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import icepool
import pytest
from playing_well import Field, assert_nobody_idles

from affray.book.encounter import Encounter, encounter_from, find_encounter, read_encounter
from affray.book.errors import BadInput
from affray.book.toml_tables import TomlTable
from affray.cli.main import run
from affray.conformance.playing import Some
from affray.fight.plans import details_text, left_open, offers, take, unusable
from affray.fight.players import Seat
from affray.files.saves import SavedFight, new_save
from affray.files.scenario import play_script
from affray.odds.of_plans import odds_of, position_of
from affray.oracles.tape import Answer as Given
from affray.oracles.tape import Question as Asked
from affray.rules.ask import NOBODY
from affray.rulesets.dungeoneers_spotlight.kinds import Act, Answer, Question, Way
from affray.rulesets.dungeoneers_spotlight.phrases import PRIMER
from affray.tell.narration import draw_board, tell

SLUG = "dungeoneers-spotlight"
ROOT = Path(__file__).parents[1]


class Arena(Field):
    """Where random play that is the game master's does not close the scene by chance."""

    def ground(self) -> dict[str, Any]:
        return {**super().ground(), "rulings": {"scene_end": "agreed"}}


FIELD = Arena(SLUG, (8, 6), (1, 6), (1, 2))
PARTIES = [["suori"], ["freya"], ["alberich", "ulfarmi"], ["zombie", "skeleton"]]


@pytest.mark.parametrize("temperament", ["bold", "careful"])
def test_a_temperament_beats_random_in_mirror_fights(temperament: str) -> None:
    assert FIELD.share_won(PARTIES, temperament, 10) >= 0.9


def _idles(w: Any, who: int, question: int, mask: int, answer: int) -> bool:
    """A move that is passed although somebody could be struck."""
    return question == Question.MOVE and answer == Act.PASS and bool(mask >> Act.STRIKE & 1)


FIGHTS = {"suori-and-the-skeleton": 60, "narrow-bridge": 8, "goblin-warren": 4, "ash-roost": 4}


@pytest.mark.parametrize("temperament", [1, 2])
def test_no_move_that_could_strike_is_passed(temperament: int, some: Some) -> None:
    assert_nobody_idles(SLUG, FIGHTS, temperament, _idles, some)


@pytest.mark.slow
@pytest.mark.parametrize("temperament", [1, 2])
def test_no_move_is_passed_in_thousands_of_fights(temperament: int) -> None:
    fights = {"suori-and-the-skeleton": 6000, "narrow-bridge": 300, "goblin-warren": 100}
    assert_nobody_idles(SLUG, fights, temperament, _idles)


def _beside(**changes: Any) -> Encounter:
    """Suori beside somebody plain, who has neither skill nor armor."""
    creatures = [
        {"name": "Suori", "from": "suori", "side": "players", "at": [2, 2]},
        {"name": "Foe", "side": "foes", "at": [3, 2], "set": changes},
    ]
    data = {
        "ruleset": SLUG,
        "sides": ["players", "foes"],
        "map": {"size": [6, 5]},
        "start": "Suori",
        "creature": creatures,
    }
    return encounter_from(TomlTable(data, "beside"), "beside")


def _begun(encounter: Encounter, players: list[str], tmp_path: Path) -> SavedFight:
    game = new_save(encounter, [Seat(p) for p in players], 3, tmp_path / "save.toml")
    game.fight.run()
    return game


@pytest.mark.parametrize("finesse", [0, 2, 4])
def test_odds_of_a_strike_are_those_of_an_independent_library(finesse: int, tmp_path: Path) -> None:
    """Suori's trained die and finesse against an untrained dodge, counted by icepool."""
    game = _begun(_beside(finesse=finesse), ["person", "bold"], tmp_path)
    strike = next(o for o in offers(game.fight) if o.label == "Strike Foe")
    found = odds_of(position_of(game.fight, 0), strike, [1, 1])
    assert sum(o.p for o in found.outcomes) == 1
    hit = sum(o.p for o in found.outcomes if "hit" in o.text.split(", "))
    mine = game.fight.world.creatures[0].finesse
    margin = icepool.d6 + mine - icepool.d4 - finesse
    assert hit == margin.map(lambda m: m >= 0).probability(True)


def test_who_plays_a_whole_party_votes_once(tmp_path: Path) -> None:
    """Three heroes, one keyboard: the spotlight is given with one answer, not with two."""
    encounter = find_encounter(f"{SLUG}/narrow-bridge")
    seats = ["person" if e.side == encounter.sides[0] else "bold" for e in encounter.entrants]
    game = _begun(encounter, seats, tmp_path)
    pending = game.fight.pending
    assert pending is not None
    assert pending.name == Question.SPOTLIGHT
    take(game.fight, offers(game.fight)[1], mine=lambda i: seats[i] == "person")
    after = game.fight.pending
    assert after is not None
    assert after.name == Question.MOVE
    assert len(game.fight.live) == 2, "two of three are a majority"


def test_who_plays_everybody_closes_a_scene_with_one_answer(tmp_path: Path) -> None:
    game = _begun(_beside(), ["person", "person"], tmp_path)
    for label in ("Let the moment pass", "Let the moment pass", "Close the scene"):
        offer = next(o for o in offers(game.fight) if o.label == label)
        take(game.fight, offer, mine=lambda i: True)
    assert game.fight.outcome == NOBODY


PIT = ["...........", *[".vvvvv....."] * 5, "..........."]
CHASM = ["....vvv....", "....vvv....", "....vvv...."]


@pytest.mark.parametrize("temperament", ["bold", "careful"])
@pytest.mark.parametrize(
    ("rows", "mine", "theirs", "foe"),
    [
        (PIT, [3, 3], [9, 3], "skeleton-guard"),
        (PIT, [9, 3], [3, 3], "zombie"),
        (PIT, [3, 3], [9, 3], "skeleton-archer"),
        (CHASM, [1, 1], [9, 1], "skeleton-guard"),
    ],
)
def test_walls_between_enemies_are_climbed(
    rows: list[str], mine: list[int], theirs: list[int], foe: str, temperament: str, tmp_path: Path
) -> None:
    """Nobody closes a scene while a way leads to the enemy: to a wall, over it, and on."""
    creatures = [
        {"name": "Freya", "from": "freya", "side": "players", "at": mine},
        {"name": "Foe", "from": foe, "side": "foes", "at": theirs},
    ]
    data = {
        "ruleset": SLUG,
        "sides": ["players", "foes"],
        "map": {"rows": rows, "pit_depth": 3},
        "creature": creatures,
    }
    game = _begun(encounter_from(TomlTable(data, "pit"), "pit"), [temperament] * 2, tmp_path)
    assert game.fight.outcome in (0, 1)


def test_a_wounded_one_without_a_draught_does_not_fiddle_with_its_gear(tmp_path: Path) -> None:
    """A wall between them, one tonic drunk, and the careful have no more to do than to close."""
    freya = {"name": "Freya", "from": "freya", "side": "players", "at": [0, 0]}
    data = {
        "ruleset": SLUG,
        "sides": ["players", "foes"],
        "map": {"rows": ["..#.."]},
        "creature": [
            {**freya, "set": {"wounds": 1}},
            {"name": "Foe", "from": "zombie", "side": "foes", "at": [4, 0]},
        ],
    }
    game = _begun(encounter_from(TomlTable(data, "wall"), "wall"), ["careful"] * 2, tmp_path)
    assert game.fight.outcome == NOBODY
    assert game.fight.world.round == 2


def _labels(game: SavedFight) -> list[str]:
    return [offer.label for offer in offers(game.fight)]


def _at_the_wall(height: int, hanging: int) -> Encounter:
    at, state = [5, 3, height], {"hanging": hanging, "airborne": 0}
    data = {
        "ruleset": SLUG,
        "sides": ["players", "foes"],
        "map": {"rows": PIT, "pit_depth": 3},
        "start": "Freya",
        "creature": [
            {"name": "Freya", "from": "freya", "side": "players", "at": at, "set": state},
            {"name": "Foe", "from": "zombie", "side": "foes", "at": [9, 3]},
        ],
    }
    return encounter_from(TomlTable(data, "wall"), "wall")


def test_a_wall_can_be_climbed_up_and_down_from_the_list_of_moves(tmp_path: Path) -> None:
    below = _labels(_begun(_at_the_wall(-3, 0), ["person", "bold"], tmp_path))
    assert "Climb ..." in below
    assert "Climb down" not in below
    halfway = _begun(_at_the_wall(-2, 1), ["person", "bold"], tmp_path)
    assert {"Climb up ...", "Climb down", "Let go"} <= set(_labels(halfway))
    down = next(o for o in offers(halfway.fight) if o.label == "Climb down")
    assert [option for _, option in down.answers[2:]] == [5, 3], "the tile is its own"


def test_a_token_is_offered_once_and_whom_to_give_it_is_asked(tmp_path: Path) -> None:
    encounter = find_encounter(f"{SLUG}/narrow-bridge")
    game = _begun(encounter, ["person"] * len(encounter.entrants), tmp_path)
    take(game.fight, offers(game.fight)[0], mine=lambda i: True)
    (give,) = [o for o in offers(game.fight) if "token" in o.label]
    take(game.fight, give, mine=lambda i: True)
    assert game.fight.pending is not None
    assert game.fight.pending.name == Question.TARGET
    assert _labels(game) == ["Suori", "Alberich"]


def test_the_primer_stands_in_the_documents_too() -> None:
    text = (ROOT / "docs" / f"{SLUG}.md").read_text()
    for line in PRIMER.split("\n"):
        assert line in text


def test_a_change_that_leaves_nobody_to_answer_is_refused(tmp_path: Path) -> None:
    encounter = find_encounter(f"{SLUG}/narrow-bridge")
    seats = ["person" if e.side == encounter.sides[0] else "bold" for e in encounter.entrants]
    game = _begun(encounter, seats, tmp_path)
    take(game.fight, offers(game.fight)[0], mine=lambda i: seats[i] == "person")
    before = len(game.fight.live)
    with pytest.raises(BadInput, match="a question nobody can answer"):
        game.fight.edit({"Freya": {"dead": True}})
    assert len(game.fight.live) == before, "nothing of it is on the tape"


def test_a_name_with_a_space_can_be_typed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = "4\ncast emberdart target=Goblin 1 extra=1\nquit\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert run(["play", f"{SLUG}/goblin-warren", "--seed", "2"]) == 0
    said = capsys.readouterr().out
    assert "Cast emberdart ...  (extra=0, ambient=1, effort=try)" in said, "what is open is shown"
    assert "casts emberdart with 1 extra arca" in said


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"resistance": {"piercing": 4}}, "resistance.piercing: found 4, expected 0 to 3 (DS-130)"),
        ({"vulnerability": {"heat": 99}}, "vulnerability.heat: found 99, expected 0 to 3 (DS-129)"),
        ({"vulnerability": {"heat": -1}}, "vulnerability.heat: found -1, expected 0 to 3 (DS-129)"),
        ({"spirit": 30}, "spirit: found 30, expected 0 to 20 (DS-74)"),
        ({"speeds": {"ground": -2}}, "speeds.ground: found -2, expected 0 or more (DS-43)"),
        ({"stress": -1}, "stress: found -1, expected 0 or more (DS-101)"),
        ({"action_points": 7}, "action_points: found 7, expected 0 to 6 (DS-19)"),
        ({"prone": 2}, "prone: found 2, expected 0 to 1 (DS-113)"),
        ({"body": True}, "body: found true (true or false), expected a number, 0 to 20 (DS-102)"),
        ({"z": 70, "airborne": True}, "Foe is at a height of 70, expected 0 to 59 (DS-44)"),
    ],
)
def test_what_the_rules_know_nowhere_is_refused(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadInput) as refused:
        _beside(**changes).world()
    assert problem in str(refused.value)


def _placed(rows: list[str], *creatures: dict[str, Any], **more: Any) -> Encounter:
    data: dict[str, Any] = {
        "ruleset": SLUG,
        "sides": ["players", "foes"],
        "map": {"rows": rows},
        **more,
    }
    return encounter_from(TomlTable({**data, "creature": list(creatures)}, "place.toml"), "place")


SUORI = {"name": "Suori", "from": "suori", "side": "players", "at": [3, 1]}
OGRE = {"name": "Ogre", "from": "cave-ogre", "side": "foes", "at": [2, 1]}


def test_a_pit_needs_its_depth() -> None:
    with pytest.raises(BadInput, match=r"map\.pit_depth: missing; expected 1 to 40"):
        _placed(["....v"], {**SUORI, "at": [0, 0]}).world()


def test_who_leaves_a_large_body_no_room_is_told_with_the_tile() -> None:
    taken = r"creature\[Ogre\].at: found \[2, 1\], where at \[3, 1\] Suori leaves no room \(DS-38\)"
    with pytest.raises(BadInput, match=taken):
        _placed(["....."] * 4, SUORI, OGRE).world()
    walled = r"found \[2, 1\], where at \[3, 1\] a wall or the map's end is"
    with pytest.raises(BadInput, match=walled):
        _placed([".....", "...#.", "....."], {**SUORI, "at": [0, 0]}, OGRE).world()


@pytest.mark.parametrize(
    ("kind", "table", "problem"),
    [
        ("weapon", {"id": "club", "wounds": -1}, "wounds: found -1, expected 0 or more (DS-68)"),
        ("weapon", {"id": "club", "hands": 3}, "hands: found 3, expected 0 to 2 (DS-121)"),
        ("tome", {"id": "blank"}, "spell: missing; expected the spell the tome holds (DS-73)"),
        ("spell", {"id": "mark", "at_tile": True}, "at_tile: found true, expected lies_in_wait or"),
        ("spell", {"id": "slow", "cost": 9}, "cost: found 9, expected 0 to 6 (DS-71)"),
    ],
)
def test_content_nobody_uses_is_checked_too(kind: str, table: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadInput) as refused:
        _placed(["....."] * 3, SUORI, **{kind: [table]}).world()
    assert problem in str(refused.value)


def test_the_dead_are_not_asked_how_they_travel_on(tmp_path: Path) -> None:
    suori = {**SUORI, "at": [0, 0], "set": {"wounds": 2}}
    foe = {"name": "Foe", "from": "zombie", "side": "foes", "at": [4, 0]}
    pit = {"rows": [".v..."], "pit_depth": 9}
    game = _begun(_placed([], suori, foe, map=pit, start="Suori"), ["person", "person"], tmp_path)
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
    encounter = _beside(finesse=4, stress=3).switched({"partial_effect": "stress"})
    game = _begun(encounter, ["person", "bold"], tmp_path)
    strike = next(o for o in offers(game.fight) if o.label == "Strike Foe")
    found = odds_of(position_of(game.fight, 0), strike, [1, 1])
    assert any("Foe stress +6" in o.text for o in found.outcomes), "3, doubled past capacity"
    heads = {head.name: head.p for head in found.heads if head.who == "Foe"}
    assert heads["hurt"] > heads["hit"]


def _held(heroism: int, villainy: int) -> Encounter:
    """Suori beside a skeleton, and others who could react to what she does."""
    freya = {"name": "Freya", "from": "freya", "side": "players", "at": [6, 1]}
    foe = {"name": "Skeleton", "from": "skeleton", "side": "foes", "at": [4, 1]}
    return _placed(
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
    game = _begun(_held(heroism, villainy), ["person"] * 3, tmp_path)
    strike = next(o for o in offers(game.fight) if o.label == "Strike Skeleton")
    shown = details_text(game.fight, strike)
    assert shown == "  (weapon=warhammer, stress=0, effort=try)", "whoever may react to it"
    assert not unusable(game.fight, strike, {Question.STRESS: 2})
    assert "legal are" in unusable(game.fight, strike, {Question.STRESS: 11})


def test_a_plan_outlasts_what_others_do_about_it(tmp_path: Path) -> None:
    """Freya and the game master are asked in between; the bid and the rest stay declared."""
    game = _begun(_held(2, 2), ["person"] * 3, tmp_path)
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
    game = _begun(_held(2, 0), ["person"] * 3, tmp_path)
    sprint = next(o for o in offers(game.fight) if o.label == "Sprint ...")
    following = take(game.fight, sprint, {Question.COLUMN: 2, Question.ROW: 1})
    take(game.fight, next(o for o in offers(game.fight) if o.label == "No assist"))
    following.go_on(game.fight)
    assert game.fight.world.creatures[0].x == 2
    assert game.fight.pending is not None
    assert game.fight.pending.name == Question.WAY


def test_the_odds_of_a_reaction_are_those_of_the_blow(tmp_path: Path) -> None:
    game = _begun(_held(1, 0), ["person"] * 3, tmp_path)
    take(game.fight, next(o for o in offers(game.fight) if o.label == "Strike Skeleton"))
    hits = {}
    for offer in offers(game.fight):
        found = odds_of(position_of(game.fight, offer.who), offer, [2, 2, 2])
        hits[offer.name] = next(h.p for h in found.heads if h.name == "hit")
    assert hits["lend-a-hand"] > hits["let-it-be"] > 0


def test_the_odds_of_a_single_answer_are_told_to_the_end_of_the_move(tmp_path: Path) -> None:
    """How one resists a hold is a question of its own; beside each answer stands what follows."""
    foe = {"name": "Ogre", "from": "cave-ogre", "side": "foes", "at": [4, 1]}
    game = _begun(_placed(["......."] * 3, SUORI, foe, start="Ogre"), ["person"] * 2, tmp_path)
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
        ("ds-105-broken-to-death", "is dead, and the declared move comes to nothing."),
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
    return _placed([], *CROWD, map={"rows": CAVE, "pit_depth": 6}, start="Suori")


def test_text_maps_show_bodies_as_they_lie_and_who_shares_a_tile() -> None:
    """A Huge body is an L of three tiles, a Gargantuan one a cross of five."""
    encounter = _cave()
    w = encounter.world()
    board = encounter.ruleset.words.board
    assert board is not None
    drawn = draw_board(board(w, encounter.names), encounter.names["creatures"]).split("\n")
    assert [line.rstrip() for line in drawn[:5]] == [
        "   .  .  .  D  D  .",
        "   .  A  .  D  .  .",
        "   .  .  v  .  E  .",
        "   .  .  .  E  E  E",
        "  BC  .  .  .  E  .",
    ]
    assert drawn[-1] == "  [0, 4] is shared by Rat 1, Rat 2"


def test_a_step_into_a_pit_is_warned_of(tmp_path: Path) -> None:
    game = _begun(_cave(), ["person"] + ["bold"] * 4, tmp_path)
    travel = next(o for o in offers(game.fight) if o.label == "Travel ...")
    asked = left_open(game.fight, travel, {Question.COLUMN: 2})
    (row,) = [left for left in asked if left.question.name == Question.ROW]
    assert row.warnings == {2: "there is no floor at [2, 2]: a fall of 6 tiles"}


def test_a_card_has_size_and_attributes() -> None:
    encounter = _cave()
    shown = encounter.ruleset.words.card(encounter.world(), 0, encounter.names).text
    assert shown.startswith("size medium  body 2  spirit 2  mind 2  finesse 2  wounds 0/2")
