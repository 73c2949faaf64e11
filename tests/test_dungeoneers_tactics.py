"""What Dungeoneers Tactics promises beyond its scenarios: policies that play well, exact odds."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playing_well import Field, assert_never, assert_nobody_idles
from tactics_stage import PAIR, told_of
from test_pencil import check_target

from affray.book.encounter import Encounter, encounter_from, find_encounter, read_encounter
from affray.book.errors import BadInput
from affray.book.toml_tables import TomlTable
from affray.cli.main import run
from affray.conformance.playing import Some, watch
from affray.fight.plans import Offer, find_plan
from affray.files.scenario import play_script
from affray.odds.of_plans import Position, odds_of
from affray.odds.upshot import Odds
from affray.rules.ask import ONGOING
from affray.rulesets.dungeoneers_tactics.kinds import Act, Question
from affray.rulesets.dungeoneers_tactics.words import PRIMER
from affray.tell.narration import tell

SLUG = "dungeoneers-tactics"
ROOT = Path(__file__).parents[1]
SCENARIOS = ROOT / "tests" / "scenarios" / SLUG
FIELD = Field(SLUG, (7, 6), (1, 5), (1, 2))
PARTIES = [["suori"], ["freya", "warden"], ["skeleton", "zombie"], ["ulfarmi", "alberich"]]


@pytest.mark.parametrize("temperament", ["bold", "careful"])
def test_a_temperament_beats_random_in_mirror_fights(temperament: str, some: Some) -> None:
    """Nine in ten at the least."""
    assert FIELD.share_won(PARTIES, temperament, max(10, some(60))) >= 0.9


def _idles(w: Any, who: int, question: int, mask: int, answer: int) -> bool:
    """A turn that is ended with a point left and somebody to attack."""
    ended = question == Question.ACTION and answer == Act.END
    return ended and w.creatures[who].ap > 0 and bool(mask >> Act.ATTACK & 1)


@pytest.mark.parametrize("temperament", [1, 2])
def test_no_action_is_left_while_an_attack_is_legal(temperament: int, some: Some) -> None:
    fights = {"duel": 400, "bridge-brawl": 200, "hexers-tower": 60, "ossuary-party": 40}
    assert_nobody_idles(SLUG, fights, temperament, _idles, some)


@pytest.mark.slow
@pytest.mark.parametrize("temperament", [1, 2])
def test_no_action_is_left_in_ten_thousand_fights(temperament: int) -> None:
    fights = {"duel": 5000, "bridge-brawl": 3000, "hexers-tower": 1000, "ossuary-party": 1000}
    assert_nobody_idles(SLUG, fights, temperament, _idles)


def _attack(encounter: Encounter, who: str, target: str) -> Odds:
    here = encounter.switched({}, start=who)
    w = here.world()
    plan = find_plan(here, "attack")
    assert plan is not None
    names = here.names["creatures"]
    i, j = names.index(who), names.index(target)
    answers = plan.answers_for(w, i, j)
    assert answers
    offer = Offer("attack", "", i, tuple(answers), j, plan)
    return odds_of(Position(here, w), offer, [1] * len(names))


def test_the_printed_odds_of_the_text() -> None:
    """Suori's two d4 against the skeleton's one, then her three d8 against its armor of 4."""
    odds = _attack(find_encounter(f"{SLUG}/duel"), "Suori", "Skeleton")
    assert [stage.succeeds for stage in odds.stages] == [Fraction(15, 16), Fraction(511, 512)]
    assert sum((o.p for o in odds.outcomes), Fraction(0)) == 1
    deadly = {o.text: o.p for o in odds.outcomes}
    assert deadly["miss"] == Fraction(1, 16)


@pytest.mark.parametrize(
    ("facing", "chance"), [("west", Fraction(75, 128)), ("east", Fraction(963, 1024))]
)
def test_a_turned_back_costs_a_d8(facing: str, chance: Fraction) -> None:
    """Two d4 against two d4 in front and from behind."""
    creatures = [
        {"name": "A", "side": "heroes", "at": [1, 1], "set": {"prowess": 2, "facing": "east"}},
        {"name": "D", "side": "foes", "at": [2, 1], "set": {"prowess": 2, "facing": facing}},
    ]
    data = {"ruleset": SLUG, "map": {"size": [5, 3]}, "creature": creatures}
    odds = _attack(encounter_from(TomlTable(data, "back"), "back"), "A", "D")
    assert odds.stages[0].succeeds == chance


def test_the_primer_stands_in_the_documents_too() -> None:
    text = (ROOT / "docs" / "dungeoneers-tactics.md").read_text()
    for paragraph in PRIMER.split("\n"):
        assert paragraph in text


def test_content_of_ones_own_needs_no_python(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "homebrew.toml").write_text(
        '[[creature]]\nid = "mire-hag"\nprowess = 2\nspell = 3\nmind = 3\nsize = "large"\n'
        'equipped = ["bone-sickle", "reed-coat"]\ncantrips = ["bog-breath"]\n'
        'ranks = { blade = "d" }\nvulnerability = { heat = 2 }\n'
        '[[weapon]]\nid = "bone-sickle"\nhit = "d8"\npierce = "d6"\ndamage = "slashing"\n'
        'category = "blade"\nrank = "d"\nslot = "wield"\non_pierce = ["hobbled"]\n'
        '[[armor]]\nid = "reed-coat"\nslot = "body"\nav = 2\nsr = 1\n'
        '[[spell]]\nid = "bog-breath"\nschool = "demonic"\ndelivery = "save"\nreaches = "enemy"\n'
        'save = "endurance"\nrange = 3\nwounds = 1\ndamage = "toxic"\ncauses = ["prone"]\n'
    )
    fight = tmp_path / "mire.toml"
    fight.write_text(
        f'ruleset = "{SLUG}"\nhomebrew = "homebrew.toml"\n[map]\nsize = [8, 5]\n'
        '[[creature]]\nname = "Hag"\nfrom = "mire-hag"\nside = "foes"\nat = [5, 2]\n'
        '[[creature]]\nname = "Freya"\nfrom = "freya"\nside = "heroes"\nat = [1, 2]\n'
    )
    assert run(["sim", str(fight), "-n", "50", "--engine", "python", "--json"]) == 0
    assert '"n": 50' in capsys.readouterr().out


def test_a_plan_that_cannot_be_carried_out_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    here = f"{SLUG}/hexers-tower"
    assert run(["odds", here, "--who", "Brenna", "--do", "attack", "--target", "Brenna"]) == 2
    assert "legal are Hexer, Goblin 2 (DT-60)" in capsys.readouterr().err
    assert run(["odds", here, "--who", "Ulfarmi", "--do", "cast", "--target", "acid-splash"]) == 2
    assert "legal are ember-lance" in capsys.readouterr().err


def test_the_usual_way_out_shows_nobody_the_back(capsys: pytest.CaptureFixture[str]) -> None:
    duel = [f"{SLUG}/duel", "--who", "Suori", "--do", "move-west", "--json"]
    assert run(["odds", *duel]) == 0
    assert '"Suori: turn": "no (usual)"' in capsys.readouterr().out


def test_a_charge_walks_up_and_strikes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fight = tmp_path / "charge.toml"
    fight.write_text(
        f'ruleset = "{SLUG}"\n[map]\nsize = [6, 3]\n'
        '[[creature]]\nname = "Suori"\nfrom = "suori"\nside = "heroes"\nat = [1, 1]\n'
        '[[creature]]\nname = "Bones"\nfrom = "skeleton"\nside = "foes"\nat = [3, 1]\n'
    )
    charge = ["odds", str(fight), "--who", "Suori", "--do", "charge", "--target", "Bones"]
    assert run(charge) == 0
    assert "1/16" in capsys.readouterr().out  # the miss of a plain attack, once she is there


REFUSED: dict[str, tuple[str, str]] = {
    "endurance": ("set.Ada = { endurance = -1 }", "endurance: found -1, expected 0 to 60 (DT-9)"),
    "prowess": ("set.Ada = { prowess = -2 }", "prowess: found -2, expected 0 to 60 (DT-114)"),
    "truth": ("set.Ada = { prowess = true }", "prowess: found true (true or false), expected a"),
    "vulnerable": (
        "set.Ada = { vulnerability = { heat = 9 } }",
        "vulnerability.heat: found 9, expected 0 to 3 (DT-126)",
    ),
    "power": ("set.Ada = { power = -1 }", "power: found -1, expected 0 to 60 (DT-114)"),
    "resistance": ("set.Ada = { resistance = -1 }", "resistance: found -1, expected 0 to 60"),
    "armor": ("set.Ada = { natural_av = -1 }", "natural_av: found -1, expected 0 to 100 (DT-79)"),
    "ambient": ("set.ambient = -1", "ambient: found -1, expected 0 to 100 (DT-87)"),
    "dodge": ('set.Ada = { dodge = "3" }', "dodge: found '3', expected one die, such as 'd4'"),
    "two dodge dice": ('set.Ada = { dodge = "2d4" }', "dodge: found '2d4', expected one die"),
    "weapon": (
        'set.Ada = { equipped = ["stick"] }\n[[weapon]]\nid = "stick"\nhit = "3"',
        "hit: found '3', expected one die, such as 'd4'",
    ),
    "spell": (
        'set.Ada = { cantrips = ["hum"] }\n[[spell]]\nid = "hum"\ncost = -1',
        "cost: found -1, expected 0 to 20 (DT-85)",
    ),
    "free spell": (
        'set.Ada = { cantrips = ["hum"] }\n[[spell]]\nid = "hum"\nap = 0',
        "ap: found 0, expected 1 to 20 (DT-32)",
    ),
}


def _refusal(tmp_path: Path, text: str) -> str:
    file = tmp_path / "fight.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadInput) as refused:
        find_encounter(str(file)).world()
    assert str(file) in str(refused.value)
    return str(refused.value)


@pytest.mark.parametrize("what", REFUSED)
def test_what_no_rule_knows_is_refused(what: str, tmp_path: Path) -> None:
    """With file, field, found and expected."""
    changed, told = REFUSED[what]
    assert told in _refusal(tmp_path, PAIR + changed)


def test_no_more_things_than_the_ground_holds(tmp_path: Path) -> None:
    """Whatever is thrown or put down lies somewhere: none of it may be lost for want of room."""
    pack = 'carried = ["dagger", "dagger", "dagger", "dagger", "dagger", "dagger"]'
    armed = f'equipped = ["dagger", "dagger"], {pack}'
    crowd = [
        f'{{ name = "C{n}", side = "{"heroes" if n % 2 else "foes"}", at = [{n}, 0], '
        f"set = {{ {armed} }} }},"
        for n in range(9)
    ]
    text = 'ruleset = "dungeoneers-tactics"\nmap = { size = [9, 1] }\ncreature = [\n'
    told = _refusal(tmp_path, text + "\n".join(crowd) + "\n]\n")
    assert "there are 72 things a hand can hold, expected at most 64 (DT-163)" in told


def test_a_large_body_is_told_which_of_its_tiles_is_taken(tmp_path: Path) -> None:
    moved = 'set.Grim = { at = [0, 1], size = "large" }'
    told = _refusal(tmp_path, PAIR + moved)
    assert "found [0, 1], a body that covers [1, 1], where Ada already stands" in told


def test_a_new_encounter_plays(tmp_path: Path) -> None:
    file = str(tmp_path / "mine.toml")
    assert run(["new", "encounter", file, "--ruleset", SLUG]) == 0
    assert run(["sim", file, "-n", "3", "--engine", "python"]) == 0


BEHIND = """
start = "Ada"
set.Ada = { facing = "east" }
set.Grim = { facing = "east", prowess = 2 }
do = [
  "Ada: action attack, target Grim, weapon improvised, stress 0",
  "Ada rolls hit-behind: d4 3 against d4 2 4 d8 4",
]
"""


def test_a_roll_from_behind_is_told_by_the_book() -> None:
    """The d8 is taken off the dodge, not added to the hit."""
    rolled = "Ada rolls to hit Grim from behind, a d8 off the dodge: "
    assert f"{rolled}1d4 (3) = 3 against 2d4-1d8 (2 4 -4) = 2: yes" in told_of(PAIR + BEHIND)


@pytest.mark.parametrize(
    ("scenario", "line"),
    [
        ("dt-06-a-potion-restores-a-wound", "recovers 1 wound and has 1 now."),
        ("dt-20-a-draught-relieves-stress", "is relieved of 2 stress, now 3."),
        ("dt-79-spells-of-armor-add-up", "Ulf has that armor already."),
        ("dt-z23-a-short-rest", "Ada rests: short, stress 2 now."),
        ("dt-136-every-roll-is-two-dice-short", "-2 dice for Ada: iron coat is too heavy."),
        ("dt-121-a-prone-defender-has-one-dodge-die", ": lying prone."),
        ("dt-121-a-shot-at-the-prone-has-one-die", ": a prone target."),
        ("dt-43-the-defensive-die-counts-in-a-grapple", "+1 die for Ada: defending."),
        ("dt-137-spellboon-adds-a-die", "+1 die for Mage: mage robes."),
        ("dt-138-two-foci-add-up", "+2 dice for Hexer: orb."),
        ("dt-138-two-foci-add-up", "+1 die for Hexer: staff."),
        ("dt-19-desperate-strength-reaches-armor", "+1 die for Ada: being overstressed."),
        ("dt-48-the-defender-may-choose-power", "Bo uses its power."),
    ],
)
def test_what_is_left_istold_of(scenario: str, line: str) -> None:
    fight = play_script(read_encounter(ROOT / f"tests/scenarios/{SLUG}/{scenario}.toml"))
    told = [said.text for said in tell(fight)]
    assert any(line in text for text in told), told


def _turns_on_a_friend(w: Any, who: int, question: int, mask: int, answer: int) -> bool:
    """Where oneself is among the targets it is a spell that helps."""
    is_blow = question == Question.TARGET and not mask >> who & 1
    return is_blow and bool(w.creatures[answer].side == w.creatures[who].side)


@pytest.mark.parametrize("temperament", [1, 2])
def test_who_may_strike_at_friends_does_not(temperament: int) -> None:
    """Where a target may be anyone (DT-R32), the computer still means its foes."""
    encounter = find_encounter(f"{SLUG}/bridge-brawl").switched({"target_hostility": "anyone"})
    assert_never(encounter, 6, temperament, _turns_on_a_friend)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"prowess": -1}, "prowess: found -1, expected 0 to 60 (DT-114)"),
        ({"dodge": "3"}, "Ada has dodge = '3', expected one die, such as 'd4' (DT-76)"),
        ({"prone": 2}, "prone: found 2, expected 0 to 1 (DT-121)"),
    ],
)
def test_an_edit_is_held_to_the_same_limits(change: dict[str, Any], told: str) -> None:
    encounter = encounter_from(TomlTable(tomllib.loads(PAIR), "edited.toml"), "edited")
    with pytest.raises(BadInput, match=re.escape(told)):
        encounter.edit(encounter.world(), TomlTable({"Ada": change}, ""))


def test_what_holds_now_stands_before_what_always_does() -> None:
    """On a card that is cut the size is what gives way."""
    encounter = find_encounter("dungeoneers-tactics/duel")
    w = encounter.world()
    w.creatures[0].prone = True
    card = encounter.ruleset.words.card(w, 0, encounter.names)
    assert list(card.states) == ["prone", "medium"]


def test_a_card_tells_the_score_and_what_a_spell_must_overcome_apart() -> None:
    """Ulfarmi saves with 2; his robes make it 4 that spells must reach. Who goes when is there."""
    here = find_encounter(f"{SLUG}/hexers-tower")
    card = here.ruleset.words.card(here.world(), 0, here.called)
    shown = {stat.label: stat.value for stat in card.stats}
    assert (shown["resistance"], shown["spell resistance"], shown["initiative"]) == (2, 4, 1)


@pytest.mark.parametrize("temperament", ["bold", "careful"])
def test_a_full_hand_takes_no_more_stress(temperament: str) -> None:
    """The computer took two points where none was offered, and the program ended."""
    own = {"prowess": 60, "hit_bonus": 20}
    both = [
        {"name": "Ada", "side": "heroes", "at": [0, 1], "set": {**own, "endurance": 5}},
        {"name": "Orc", "side": "foes", "at": [1, 1]},
    ]
    data = {"ruleset": "dungeoneers-tactics", "map": {"size": [6, 3]}, "creature": both}
    encounter = encounter_from(TomlTable(data, "full"), "full")
    temper = encounter.ruleset.temperament(temperament)
    *_, last = watch(encounter, 1, 0, [temper, temper])
    assert encounter.ruleset.outcome(last.world) != ONGOING


def test_the_number_needed_is_what_its_parts_are_told_to_be() -> None:
    """Of armor and resistance the sum stood there alone ("against 6")."""
    told: Counter[str] = Counter()
    for file in sorted(SCENARIOS.glob("*.toml")):
        target: Counter[str] = Counter()
        for line in tell(play_script(read_encounter(file))):
            if check_target(line.text, target):
                told[re.sub(r"-?\d+|^\S+", "", line.text)] += 1
    kinds = ("armor by nature", "armor by spells", "resistance is", "spell resistance by nature")
    assert all(any(kind in one for one in told) for kind in kinds)
    assert any("gives  armor" in one for one in told)
    assert any("gives  spell resistance" in one for one in told)
