"""What RPG Hell promises beyond its scenarios: policies that play well, a turn's exact odds."""

from __future__ import annotations

import itertools
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from playing_well import Field, assert_nobody_idles

from affray.encounter import Encounter, encounter_from
from affray.reading import Table
from affray.rulesets.rpg_hell.kinds import Act, Question
from affray.rulesets.rpg_hell.words import PRIMER
from affray.turns import best_turn

SLUG = "rpg-hell"
ROOT = Path(__file__).parents[1]
FIELD = Field(SLUG, (8, 6), (1, 6), (1, 2))
PARTIES = [["hale"], ["sable"], ["wren", "moss"], ["zombie", "dog"]]


@pytest.mark.parametrize("temperament", ["bold", "careful"])
def test_a_temperament_beats_random_in_mirror_fights(temperament: str) -> None:
    """Nine in ten at the least."""
    assert FIELD.share_won(PARTIES, temperament, 15) >= 0.9


def _idles(w: Any, who: int, question: int, mask: int, answer: int) -> bool:
    """A turn that is ended with dice that could still strike somebody."""
    return question == Question.ACTION and answer == Act.HOLD and bool(mask >> Act.ATTACK & 1)


@pytest.mark.parametrize("temperament", [1, 2])
def test_no_usable_pair_is_left_unspent(temperament: int) -> None:
    fights = {"gate-duel": 60, "burning-mill": 20, "cold-cellar": 8, "wolf-road": 6}
    assert_nobody_idles(SLUG, fights, temperament, _idles)


@pytest.mark.slow
@pytest.mark.parametrize("temperament", [1, 2])
def test_no_usable_pair_is_left_in_ten_thousand_fights(temperament: int) -> None:
    fights = {"gate-duel": 9000, "burning-mill": 600, "cold-cellar": 200, "wolf-road": 200}
    assert_nobody_idles(SLUG, fights, temperament, _idles)


def _duel(body: int, foe: dict[str, Any]) -> Encounter:
    fighter = {"level": 1, "player": True, "stats": {"body": body}, "weapons": ["long-sword"]}
    creatures = [
        {"name": "Fighter", "side": "heroes", "at": [2, 2], "set": fighter},
        {"name": "Foe", "side": "foes", "at": [3, 2], "set": {"max_health": 30, **foe}},
    ]
    data = {"ruleset": SLUG, "map": {"size": [6, 6]}, "creature": creatures}
    return encounter_from(Table(data, "duel"), "duel")


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
