"""What Dungeoneers Spotlight promises beyond its scenarios: good play, known odds, one vote."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import icepool
import pytest
from playing_well import Field, assert_nobody_idles
from spotlight_stage import SLUG, begun, beside

from affray.book.encounter import Encounter, encounter_from, find_encounter
from affray.book.errors import BadInput
from affray.book.toml_tables import TomlTable
from affray.cli.main import run
from affray.conformance.playing import Some
from affray.fight.following import take
from affray.fight.plans import offers
from affray.files.saves import SavedFight
from affray.odds.of_plans import odds_of, position_of
from affray.rules.ask import NOBODY
from affray.rulesets.dungeoneers_spotlight.kinds import Act, Question
from affray.rulesets.dungeoneers_spotlight.phrases import PRIMER

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


@pytest.mark.parametrize("finesse", [0, 2, 4])
def test_odds_of_a_strike_are_those_of_an_independent_library(finesse: int, tmp_path: Path) -> None:
    """Suori's trained die and finesse against an untrained dodge, counted by icepool."""
    game = begun(beside(finesse=finesse), ["person", "bold"], tmp_path)
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
    game = begun(encounter, seats, tmp_path)
    pending = game.fight.pending
    assert pending is not None
    assert pending.name == Question.SPOTLIGHT
    take(game.fight, offers(game.fight)[1], mine=lambda i: seats[i] == "person")
    after = game.fight.pending
    assert after is not None
    assert after.name == Question.MOVE
    assert len(game.fight.live) == 2, "two of three are a majority"


def test_who_plays_everybody_closes_a_scene_with_one_answer(tmp_path: Path) -> None:
    game = begun(beside(), ["person", "person"], tmp_path)
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
    game = begun(encounter_from(TomlTable(data, "pit"), "pit"), [temperament] * 2, tmp_path)
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
    game = begun(encounter_from(TomlTable(data, "wall"), "wall"), ["careful"] * 2, tmp_path)
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
    below = _labels(begun(_at_the_wall(-3, 0), ["person", "bold"], tmp_path))
    assert "Climb ..." in below
    assert "Climb down" not in below
    halfway = begun(_at_the_wall(-2, 1), ["person", "bold"], tmp_path)
    assert {"Climb up ...", "Climb down", "Let go"} <= set(_labels(halfway))
    down = next(o for o in offers(halfway.fight) if o.label == "Climb down")
    assert [option for _, option in down.answers[2:]] == [5, 3], "the tile is its own"


def test_a_token_is_offered_once_and_whom_to_give_it_is_asked(tmp_path: Path) -> None:
    encounter = find_encounter(f"{SLUG}/narrow-bridge")
    game = begun(encounter, ["person"] * len(encounter.entrants), tmp_path)
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
    game = begun(encounter, seats, tmp_path)
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
