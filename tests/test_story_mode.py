"""What Story Mode promises beyond its scenarios: fair odds, good play, a party that goes on."""

from __future__ import annotations

import tomllib
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import icepool
import pytest
import tomli_w
from playing_well import Rooms, assert_nobody_idles

from affray.book.encounter import Encounter, encounter_from, find_encounter
from affray.book.errors import BadInput
from affray.book.toml_tables import TomlTable
from affray.conformance.playing import Some, watch
from affray.fight.plans import offers
from affray.fight.players import Seat
from affray.files.party import find_party, join, resting
from affray.files.party_file import carry_home, new_party, save_name
from affray.files.saves import SavedFight, new_save
from affray.odds.of_plans import odds_of, position_of
from affray.rulesets.story_mode.checks import band
from affray.rulesets.story_mode.kinds import Act, Being, Manner, Phase, Question, Result
from affray.rulesets.story_mode.words import PRIMER
from affray.tell.narration import tell

SLUG = "story-mode"
ROOT = Path(__file__).parents[1]
FIELD = Rooms(SLUG, (0, 0), (0, 0), (0, 0))
PARTIES = [["nox"], ["vex7"], ["george", "lena"], ["werewolf"], ["ghoul", "human"]]
PRINTED = {
    0: (1, 0, 0, 3, 16),
    1: (1, 1, 0, 5, 13),
    2: (1, 1, 3, 5, 10),
    3: (1, 2, 5, 5, 7),
    4: (1, 5, 5, 5, 4),
    5: (1, 8, 5, 5, 1),
    6: (1, 11, 5, 3, 0),
    7: (1, 14, 5, 0, 0),
    8: (1, 17, 2, 0, 0),
    9: (1, 19, 0, 0, 0),
    10: (1, 19, 0, 0, 0),
}
"""Of twenty faces, how many give each of the five results, by level."""


@pytest.mark.parametrize("temperament", ["bold", "careful"])
def test_a_temperament_beats_random_in_mirror_fights(temperament: str) -> None:
    assert FIELD.share_won(PARTIES, temperament, 20) >= 0.9


def _idles(w: Any, who: int, question: int, mask: int, answer: int) -> bool:
    """A turn that is ended with an action that could still strike somebody."""
    can_strike = bool(mask >> Act.ATTACK & 1) and w.creatures[who].actions > 0
    return question == Question.ACTION and answer == Act.DONE and can_strike


@pytest.mark.parametrize("temperament", [1, 2])
def test_no_action_that_could_strike_is_wasted(temperament: int, some: Some) -> None:
    fights = {
        "balance-due": 40,
        "warehouse-wolf": 40,
        "subway-minions": 20,
        "coven": 20,
        "crypt": 10,
    }
    assert_nobody_idles(SLUG, fights, temperament, _idles, some)


@pytest.mark.slow
@pytest.mark.parametrize("temperament", [1, 2])
def test_no_action_is_wasted_in_ten_thousand_fights(temperament: int) -> None:
    fights = {"balance-due": 5000, "warehouse-wolf": 3000, "subway-minions": 1000, "coven": 1000}
    assert_nobody_idles(SLUG, fights, temperament, _idles)


@pytest.mark.parametrize("level", range(11))
def test_the_bands_are_the_printed_ones(level: int) -> None:
    w = find_encounter("story-mode/balance-due").world()
    found = Counter(band(w, die, level) for die in range(1, 21))
    assert tuple(found[result] for result in Result) == PRINTED[level]


def _alone(level: int, **changes: Any) -> Encounter:
    """A hunter with a short sword, close to a creature."""
    hunter = {"being": "character", "items": ["short-sword"], **changes}
    creatures = [
        {"name": "Hunter", "side": "heroes", "at": "room", "set": hunter},
        {"name": "Beast", "side": "foes", "at": "room", "set": {"level": level}},
    ]
    data = {
        "ruleset": SLUG,
        "start": "Hunter",
        "set": {"scene_level": 4},
        "map": {"close": [["Hunter", "Beast"]]},
        "zone": [{"id": "room"}],
        "creature": creatures,
    }
    return encounter_from(TomlTable(data, "alone"), "alone")


def _begun(encounter: Encounter, players: list[str], tmp_path: Path, seed: int = 1) -> SavedFight:
    path = tmp_path / f"{encounter.ruleset.slug}-{seed}.toml"
    game = new_save(encounter, [Seat(player) for player in players], seed, path)
    game.fight.run()
    return game


@pytest.mark.parametrize("level", range(9))
@pytest.mark.parametrize("wounds", [0, 2])
def test_odds_of_a_blow_are_those_of_an_independent_library(
    level: int, wounds: int, tmp_path: Path
) -> None:
    """Any success does two Harm: counted by icepool from the printed rule."""
    hurt = {"wounds": wounds, "severity": ["lingering"] * wounds, "rests": [1] * wounds}
    game = _begun(_alone(level, **hurt), ["person", "bold"], tmp_path)
    strike = next(o for o in offers(game.fight) if o.label == "Attack Beast")
    found = odds_of(position_of(game.fight, 0), strike, [1, 1])
    hit = sum(o.p for o in found.outcomes if "Beast takes 2" in o.text)
    dc = 3 * (level + wounds)
    wanted = icepool.d20.map(lambda d: d != 1 and (d >= dc or (d > 2 and d >= dc - 5)))
    assert hit == wanted.probability(True)
    assert sum(o.p for o in found.outcomes) == 1


def test_only_players_roll() -> None:
    """In random fights no die is a creature's, and nobody has two turns in a round."""
    rolled = turns = 0
    for name in ("balance-due", "coven", "subway-minions", "warehouse-wolf"):
        encounter = find_encounter(f"{SLUG}/{name}")
        for fight in range(15):
            seen: set[tuple[int, int]] = set()
            phase = Phase.END
            for at in watch(encounter, 7, fight):
                w = at.world
                for question, _ in at.in_step:
                    if question.is_chance:
                        assert w.creatures[question.who].being == Being.CHARACTER
                        rolled += 1
                if w.phase == Phase.TURN and phase == Phase.NEXT:
                    turn = (w.round, w.order[w.turn])
                    assert turn not in seen
                    seen.add(turn)
                phase = w.phase
            turns += len(seen)
    assert rolled > 300
    assert turns > 200


def test_a_result_is_a_prompt_for_the_story(tmp_path: Path) -> None:
    game = _begun(_alone(4), ["bold", "bold"], tmp_path)
    prompts = [line.text for line in tell(game.fight) if line.is_story]
    assert any("Success, but. It works for Hunter, at a price" in text for text in prompts)
    assert any("Fail, but." in text and text.endswith("what is it?") for text in prompts)


HURT = {"wounds": 2, "severity": ["lingering", "debilitating"], "rests": [4, 8]}


def _wounded_party(path: Path) -> Path:
    """Alex, Eldrin and Lena; Alex comes with two wounds that last."""
    new_party(find_encounter("story-mode/coven"), path, "Hunters")
    data = tomllib.loads(path.read_text())
    alex = next(member for member in data["creature"] if member["name"] == "Alex")
    alex["set"] = HURT
    path.write_text(tomli_w.dumps(data))
    return path


def test_a_party_goes_through_two_fights_with_treatment_and_rests_between(tmp_path: Path) -> None:
    path = _wounded_party(tmp_path / "hunters.toml")
    first = join(find_encounter("story-mode/coven"), find_party(str(path)))
    game = _begun(first, ["bold"] * len(first.entrants), tmp_path, 1)
    assert game.fight.outcome == 0
    assert "written to the party" in carry_home(game.fight, save_name(game.path))
    party, worst = find_party(str(path)), "Alex"
    rests = max(game.fight.world.creatures[game.fight.names.index(worst)].rests)

    rest = _begun(resting(party), ["bold"] * len(party.names), tmp_path, 100)
    assert rest.fight.is_over
    after = rest.fight.world.creatures[party.names.index(worst)]
    told = "\n".join(line.text for line in tell(rest.fight))
    assert f"treats {worst}" in told
    assert "A night in safety." in told
    assert after.helped >> Manner.KNOWLEDGE & 1  # Lena knows how, once a session
    assert after.helped >> Manner.MAGIC & 1
    assert 0 < told.count("A night in safety.") <= rests
    assert not any(left >= 0 for left in after.rests[: after.wounds])
    assert "written to the party" in carry_home(rest.fight, save_name(rest.path))

    second = join(find_encounter("story-mode/subway-minions"), find_party(str(path)))
    w = second.world()
    carried = w.creatures[second.names["creatures"].index(worst)]
    assert carried.helped == after.helped
    assert w.day == 1 + told.count("A night in safety."), "a night is a day, and it lasts"
    assert carried.wounds == after.wounds
    game = _begun(second, ["bold"] * w.n, tmp_path, 101)
    assert game.fight.is_over
    carry_home(game.fight, save_name(game.path))
    assert [fight["outcome"] for fight in find_party(str(path)).fights] == [
        "won",
        "rest",
        "won",
    ]


def test_the_places_of_one_encounter_stay_with_it(tmp_path: Path) -> None:
    """A party takes its members' things along, not the rooms they stood in."""
    party = new_party(find_encounter("story-mode/coven"), tmp_path / "p.toml", "Hunters")
    joined = join(find_encounter("story-mode/subway-minions"), party)
    joined.world()
    assert joined.names["zones"] == ["platform", "tracks", "tunnel"]


@pytest.mark.parametrize(
    ("spell", "problem"),
    [
        ({"harm": 4, "area": "around-target", "range": "anywhere"}, "comes to level 13"),
        ({"harm": 1, "area": "before-caster", "targets": 2}, "targets and an area"),
        ({"harm": 1, "domains": []}, "no evocation or no domain"),
        ({"harm": 1, "level": 3}, "says level 3, its chart 5"),
        ({"bars": True}, "is a barrier, expected in_zone = true"),
        ({"in_zone": True, "hinders": ["melee"], "targets": 2}, "lies over a zone"),
        ({"eases": ["melee", "ranged", "defense", "lock"]}, "4 effects, a topic each"),
    ],
)
def test_a_spell_that_cannot_be_built_is_refused(spell: dict[str, Any], problem: str) -> None:
    built = {"id": "blast", "evocations": ["destroy"], "domains": ["fire"], **spell}
    data = {**_alone(3).top.data, "spell": [built]}
    data["creature"][0]["set"]["spells"] = ["blast"]
    with pytest.raises(BadInput, match=problem):
        encounter_from(TomlTable(data, "alone"), "alone").world()


@pytest.mark.parametrize(
    ("gear", "problem"),
    [
        ({"items": ["rope"] * 11}, "11 slots filled, expected at most 10"),
        ({"items": ["iron-maul", *["rope"] * 9]}, "10 slots filled, expected at most 9"),
        ({"worn": "riot-plate"}, "wears what it does not carry"),
    ],
)
def test_more_than_one_can_carry_is_bad_input(gear: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadInput, match=problem):
        _alone(3, **gear).world()


def test_the_primer_stands_in_the_documents_too() -> None:
    text = (ROOT / "docs" / "story-mode.md").read_text()
    for line in PRIMER.split("\n"):
        assert line in text


def test_a_blow_counted_by_hand(tmp_path: Path) -> None:
    """Level 3 with a silver knife on a ghoul: eased to 2, nine tenths do one Harm."""
    game = _begun(_alone(3, items=["silver-knife"]), ["person", "bold"], tmp_path)
    game.fight.edit({"Beast": {"weakness": ["silver"]}})
    strike = next(o for o in offers(game.fight) if o.label == "Attack Beast")
    found = odds_of(position_of(game.fight, 0), strike, [1, 1])
    assert sum(o.p for o in found.outcomes if "takes 1" in o.text) == Fraction(18, 20)


BASE: dict[str, Any] = {"evocations": ["create"], "domains": ["air"]}
EFFECTS: list[dict[str, Any]] = [
    {"id": "gust", "moves": True, "duration": "instant", **BASE},
    {"id": "dark", "in_zone": True, "hinders": ["melee"], "duration": "minute", **BASE},
    {"id": "wall", "in_zone": True, "bars": True, **BASE},
    {"id": "gift", "gives": "hex-blade", "duration": "minute", **BASE},
    {"id": "hush", "suppresses": "nimble", "duration": "minute", **BASE},
    {"id": "spark", "casting": "instant", "duration": "instant", "harm": 1, **BASE},
]


def _with_every_effect() -> Encounter:
    """Two casters and an ally against three, one of them on the run, in rooms with an exit."""
    known = {"being": "character", "spells": [spell["id"] for spell in EFFECTS], "situation": -5}
    creatures = [
        {"name": "Ann", "side": "heroes", "at": "hall", "set": {**known, "tags": ["nimble"]}},
        {"name": "Ben", "side": "heroes", "at": "hall", "set": known},
        {"name": "Rowan", "from": "rowan", "side": "heroes", "at": "hall"},
        {"name": "Witch", "from": "witch", "side": "foes", "at": "vault"},
        {"name": "Ghoul", "from": "ghoul", "side": "foes", "at": "hall"},
        {"name": "Rat", "side": "foes", "at": "vault", "set": {"level": 1, "flees_at": 0}},
    ]
    gate, hall = {"id": "gate", "links": ["hall"], "exit": True}, {"id": "hall", "links": ["vault"]}
    data = {
        "ruleset": SLUG,
        "set": {"scene_level": 4},
        "zone": [gate, hall, {"id": "vault"}],
        "spell": EFFECTS,
        "creature": creatures,
    }
    return encounter_from(TomlTable(data, "effects"), "effects")


@pytest.mark.parametrize("temperament", [0, 1, 2])
def test_every_effect_of_a_spell_holds_in_random_play(temperament: int) -> None:
    encounter = _with_every_effect()
    n = len(encounter.entrants)
    told: set[int] = set()
    for fight in range(60):
        for at in watch(encounter, 3, fight, [temperament] * n):
            assert encounter.ruleset.what_is_wrong(at.world) == ""
            told |= {question.name for question, _ in at.in_step if not question.is_chance}
    if temperament == 0:
        assert {Question.SHIFT, Question.REACT} <= told
