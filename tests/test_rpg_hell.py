"""What RPG Hell promises beyond its scenarios: policies that play well, a turn's exact odds."""

from __future__ import annotations

import itertools
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playing_well import Field, assert_nobody_idles

from affray.book.encounter import Encounter, encounter_from, find_encounter
from affray.book.errors import BadInput
from affray.book.toml_tables import TomlTable
from affray.cli.main import run
from affray.conformance.playing import Some
from affray.fight.following import take
from affray.fight.given import read_given
from affray.fight.plans import offers
from affray.fight.players import Seat
from affray.files.saves import SavedFight, new_save
from affray.odds.layers import TooManyLines
from affray.odds.turns import best_turn
from affray.rules.masks import contains, is_single, smallest
from affray.rulesets.rpg_hell.aim import weapons_held
from affray.rulesets.rpg_hell.kinds import Act, Pair, Question
from affray.rulesets.rpg_hell.valuation import strikes_with
from affray.rulesets.rpg_hell.words import PRIMER
from affray.tell.narration import transcript

SLUG = "rpg-hell"
ROOT = Path(__file__).parents[1]
FIELD = Field(SLUG, (8, 6), (1, 6), (1, 2))
PARTIES = [["hale"], ["sable"], ["wren", "moss"], ["zombie", "dog"]]


@pytest.mark.parametrize("temperament", ["bold", "careful"])
def test_a_temperament_beats_random_in_mirror_fights(temperament: str) -> None:
    """Nine in ten at the least."""
    assert FIELD.share_won(PARTIES, temperament, 15) >= 0.9


def _idles(w: Any, who: int, question: int, mask: int, answer: int) -> bool:
    """A turn that is ended with dice that could still strike somebody, and not by a throw of the
    only thing in hand."""
    if question != Question.ACTION or answer != Act.HOLD or not contains(mask, Act.ATTACK):
        return False
    held = weapons_held(w, who)
    return not is_single(held) or strikes_with(w, who, smallest(held))


@pytest.mark.parametrize("temperament", [1, 2])
def test_no_usable_pair_is_left_unspent(temperament: int, some: Some) -> None:
    fights = {"gate-duel": 60, "burning-mill": 20, "cold-cellar": 8, "wolf-road": 6}
    assert_nobody_idles(SLUG, fights, temperament, _idles, some)


@pytest.mark.slow
@pytest.mark.parametrize("temperament", [1, 2])
def test_no_usable_pair_is_left_in_ten_thousand_fights(temperament: int) -> None:
    fights = {"gate-duel": 9000, "burning-mill": 600, "cold-cellar": 200, "wolf-road": 200}
    assert_nobody_idles(SLUG, fights, temperament, _idles)


def _duel(body: int, foe: dict[str, Any]) -> Encounter:
    fighter = {"level": 1, "stats": {"body": body}, "weapons": ["long-sword"]}
    creatures = [
        {"name": "Fighter", "side": "heroes", "at": [2, 2], "set": fighter},
        {"name": "Foe", "side": "foes", "at": [3, 2], "set": {"max_health": 30, **foe}},
    ]
    data = {"ruleset": SLUG, "map": {"size": [6, 6]}, "creature": creatures}
    return encounter_from(TomlTable(data, "duel"), "duel")


def _best_by_hand(bonus: int) -> dict[int, Fraction]:
    """Every hand of four dice, every way to make two pairs: 3, one more at 9, one less at 4."""
    out: dict[int, Fraction] = {}

    def blow(a: int, b: int) -> int:
        total = a + b + bonus
        return 4 if total >= 9 else 2 if total <= 4 else 3

    for a, b, c, d in itertools.product(range(1, 7), repeat=4):
        ways = ((a, b, c, d), (a, c, b, d), (a, d, b, c))
        best = max(blow(p, q) + blow(r, s) for p, q, r, s in ways)
        out[best] = out.get(best, Fraction(0)) + Fraction(1, 6**4)
    return out


@pytest.mark.parametrize(("stacks", "bonus"), [({}, 0), ({"marked": 1}, 1)])
def test_the_best_spending_of_four_dice_is_what_counting_by_hand_gives(
    stacks: dict[str, int], bonus: int
) -> None:
    duel = _duel(1, {"stacks": stacks}).switched({}, start="Fighter")
    found = best_turn(duel, duel.world(), 0, 1, [1, 1])
    assert found.chances == _best_by_hand(bonus)
    assert sum(found.chances.values()) == 1


def test_who_lacks_the_stats_has_only_the_low_line() -> None:
    duel = _duel(0, {}).switched({}, start="Fighter")
    assert best_turn(duel, duel.world(), 0, 1, [1, 1]).chances == {4: Fraction(1)}


def test_the_primer_stands_in_the_documents_too() -> None:
    text = (ROOT / "docs" / "rpg-hell.md").read_text()
    for paragraph in PRIMER.split("\n"):
        assert paragraph in text


def _beside_two(weapons: list[str]) -> SavedFight:
    """Moss between a dog and an ox, her dice to come."""
    creatures = [
        {
            "name": "Moss",
            "from": "moss",
            "side": "heroes",
            "at": [2, 2],
            "set": {"weapons": weapons, "armor_items": []},
        },
        {"name": "Dog", "from": "dog", "side": "foes", "at": [3, 2]},
        {"name": "Ox", "from": "ox", "side": "foes", "at": [1, 2]},
    ]
    data = {"ruleset": SLUG, "map": {"size": [6, 6]}, "start": "Moss", "creature": creatures}
    encounter = encounter_from(TomlTable(data, "beside"), "beside")
    return new_save(encounter, [Seat("person"), Seat("bold"), Seat("bold")], 6)


@pytest.mark.parametrize("weapons", [["spear"], ["dagger", "short-sword"]])
@pytest.mark.parametrize("target", ["Dog", "Ox"])
def test_a_plan_strikes_whom_it_names(weapons: list[str], target: str) -> None:
    """Also where the weapon is no choice and so is never asked for."""
    game = _beside_two(weapons)
    game.fight.run()
    chosen = next(o for o in offers(game.fight) if o.label == f"Attack {target}")
    take(game.fight, chosen)
    assert f"Moss attacks {target}" in transcript(game.fight)


@pytest.mark.compiled  # CPython takes a dozen times as long for a turn
def test_the_best_turn_walks_to_its_target_past_another() -> None:
    """Hale may pass the dog by on the way to the zombie."""
    gate = find_encounter(f"{SLUG}/gate-duel").switched({}, start="Hale")
    names = [entrant.name for entrant in gate.entrants]
    found = best_turn(gate, gate.world(), names.index("Hale"), names.index("Zombie"), [1] * 3)
    assert found.mean > 1


@pytest.mark.parametrize("engine", ["python", pytest.param("native", marks=pytest.mark.compiled)])
def test_a_turn_nobody_waits_for_is_left(engine: str) -> None:
    duel = _duel(1, {}).switched({}, start="Fighter")
    with pytest.raises(TooManyLines):
        best_turn(duel, duel.world(), 0, 1, [1, 1], engine, give_up=lambda: True)


def test_a_turn_that_takes_longer_than_it_may_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    cellar = ["odds", f"{SLUG}/cold-cellar", "--who", "Ember", "--target", "Mimic"]
    assert run([*cellar, "--turn", "--patience", "0.1"]) == 2
    said = "--turn: more ways to spend it than 0.1 s are enough for; --patience gives more"
    assert capsys.readouterr().err == f"affray: {said}\n"


@pytest.mark.parametrize(
    ("art", "weapons", "far"), [("lunge", ["long-sword"], 4), ("dual-wield", ["dagger"] * 2, 1)]
)
def test_the_best_turn_uses_arts(art: str, weapons: list[str], far: int) -> None:
    """A Lunge saves the die of a Move; the fifth die is a blow of the other hand."""
    means = []
    for arts in ([], [art]):
        about: dict[str, Any] = {
            "level": 2 if far == 1 else 1,
            "stats": {"body": 4},
            "weapons": weapons,
        }
        fighter = {"name": "Fighter", "side": "heroes", "at": [1, 2]}
        foe = {"name": "Foe", "side": "foes", "at": [1 + far, 2], "set": {"max_health": 30}}
        creatures = [{**fighter, "set": about | {"arts": arts}}, foe]
        data = {"ruleset": SLUG, "map": {"size": [8, 5]}, "creature": creatures}
        duel = encounter_from(TomlTable(data, "duel"), "duel").switched({}, start="Fighter")
        means.append(best_turn(duel, duel.world(), 0, 1, [1, 1]).mean)
    assert means[1] >= means[0] + 1


@pytest.mark.parametrize(
    ("art", "told"),
    [
        ({"does": "second-blade", "dice": 2}, "'howl' costs 2 dice, expected 1 for second-blade"),
        ({"does": "attack", "dice": 1}, "'howl' costs 1 dice, expected 2 for attack"),
    ],
)
def test_an_art_that_cannot_be_is_refused_by_name(art: dict[str, Any], told: str) -> None:
    hale = {"name": "H", "from": "hale", "side": "heroes", "at": [1, 1], "set": {"arts": ["howl"]}}
    data = {"ruleset": SLUG, "creature": [hale], "art": [{"id": "howl", **art}]}
    with pytest.raises(BadInput, match=told):
        encounter_from(TomlTable(data, "howl"), "howl").world()


def test_a_plan_names_its_weapon_and_says_that_it_is_thrown() -> None:
    game = _beside_two(["spear"])
    game.fight.run()
    notes = {o.label: o.note for o in offers(game.fight) if o.name == "attack"}
    given = ", giving 6 and 3"
    assert notes == {"Attack Dog": f"spear{given}", "Attack Ox": f"spear{given}"}
    game.fight.edit({"Dog": {"x": 5}})
    game.fight.run()
    notes = {o.label: o.note for o in offers(game.fight) if o.name == "attack"}
    assert notes["Attack Dog"] == f"spear, thrown{given}"


@pytest.mark.parametrize("typed", ["63", "36", "6 3", "3, 6", "three-six"])
def test_dice_are_given_by_their_faces(typed: str) -> None:
    encounter = find_encounter(f"{SLUG}/gate-duel")
    encounter.world()
    given = read_given(encounter, [f"pair={typed}"], 0)
    assert given.mine == {Question.PAIR: Pair.THREE_SIX}
    for wrong in ("73", "633", "6-3"):
        with pytest.raises(BadInput, match="no answer to pair is called"):
            read_given(encounter, [f"pair={wrong}"], 0)


def test_a_whole_turn_takes_nothing_of_a_single_plan(capsys: pytest.CaptureFixture[str]) -> None:
    turn = ["odds", f"{SLUG}/gate-duel", "--who", "Hale", "--target", "Dog", "--turn"]
    for option in (["--do", "hit"], ["--with", "a=b"], ["--involve", "Dog"], ["--how"]):
        assert run([*turn, *option]) == 2
        assert f"--turn: is the best of all plans: found {option[0]}" in capsys.readouterr().err


@pytest.mark.compiled
def test_a_whole_turn_lists_what_was_assumed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["odds", f"{SLUG}/gate-duel", "--who", "Hale", "--target", "Dog", "--turn"]) == 0
    assert "assumed: Dog: dodge = no or yes (bold)" in capsys.readouterr().out
    attack = ["odds", f"{SLUG}/gate-duel", "--who", "Hale", "--do", "attack", "--target", "Dog"]
    assert run(attack) == 0
    assert "assumed: Hale: weapon = dagger (the only one)" in capsys.readouterr().out
