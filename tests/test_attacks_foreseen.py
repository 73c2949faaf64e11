"""What a computer seals, guessed by whoever knows its temperament: it is drawn, not foreseen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from affray.book.encounter import encounter_from, find_encounter
from affray.book.shelf import SHELF
from affray.book.toml_tables import TomlTable
from affray.fight.fight import Fight
from affray.fight.players import Players
from affray.fight.players import Seat as Player
from affray.oracles.keyed import Key
from affray.oracles.tape import Question
from affray.rules.masks import is_single

# Which stance it takes

SEEDS = 60
FORESEEN = {
    "random": "draws among all there is, and so no answer of it is the one that mostly suits",
    "headlong": "always presses, and says so: it is there to be worked out exactly",
}
MIXING = [one for one in SHELF.get("skirmish").temperaments if one not in FORESEEN]
KINDS = ("knight", "ranger", "brute", "imp")


def first_stances(player: str, wounds: int, key: Key) -> list[str]:
    """What each of a row seals first, all of them wounded so."""
    sides = ("heroes", "heroes", "foes", "foes")
    creatures = [
        {"name": kind, "from": kind, "side": side, "at": at, "set": {"wounds": wounds}}
        for at, (kind, side) in enumerate(zip(KINDS, sides, strict=True), start=1)
    ]
    data = {"ruleset": "skirmish", "creature": creatures}
    encounter = encounter_from(TomlTable(data, "wounded"), "wounded")
    fight = Fight(encounter, Players([Player(player)] * len(creatures), key))
    fight.run()
    words = fight.ruleset.words
    asked = [item for item in fight.story if isinstance(item[0], Question)]
    sealed = [
        words.option(q.name, answer.value, encounter.names)
        for q, answer in asked
        if q.name == words.question_names["stance"]
    ]
    return sealed[: len(creatures)]


@pytest.mark.parametrize("player", MIXING)
@pytest.mark.parametrize("wounds", [0, 1])
def test_no_stance_of_a_computer_is_known_before_it_is_shown(player: str, wounds: int) -> None:
    """Of the same board, whoever it is but the foreseen: now the one stance and now the other, and
    mostly the one that suits: the imp is nearly down with one wound, and then the careful mostly
    brace."""
    fights = [first_stances(player, wounds, Key(bytes([k]) * 32)) for k in range(SEEDS)]
    for kind, sealed in zip(KINDS, zip(*fights, strict=True), strict=True):
        braced = sealed.count("brace")
        assert sealed.count("press") == SEEDS - braced
        nearly_down = kind == "imp" and wounds == 1
        often = braced if player == "careful" and nearly_down else SEEDS - braced
        assert SEEDS / 2 < often < SEEDS, f"a {player} {kind} with {wounds} wounds: {sealed}"


def test_who_can_be_foreseen_says_so() -> None:
    """The headlong press, however wounded; their game's policy and the documents tell of it."""
    keys = [Key(bytes([k]) * 32) for k in range(8)]
    sealed = [first_stances("headlong", wounds, key) for wounds in (0, 1) for key in keys]
    assert sealed == [["press"] * len(KINDS)] * len(sealed)
    told = Path(SHELF.get("skirmish").folder, "policy.py").read_text(encoding="utf-8")
    assert "The headlong press always: anybody can foresee it" in told
    documents = Path(__file__).parents[1]
    opponents = (documents / "docs" / "opponents.md").read_text(encoding="utf-8")
    assert "the headlong press always: anybody can foresee it" in opponents
    security = (documents / "SECURITY.md").read_text(encoding="utf-8")
    assert "but for the headlong, who always press" in security


# Whom it goes for


def first_target(key: Key) -> str:
    """Whom the first of the cellar's dead goes for first, in a fight of its own."""
    encounter = find_encounter("plunder/bone-cellar")
    fight = Fight(encounter, Players([Player("bold")] * len(encounter.entrants), key))
    fight.run()
    foes = [i for i, one in enumerate(encounter.entrants) if one.side != encounter.entrants[0].side]
    asked = [item for item in fight.story if isinstance(item[0], Question) and item[0].who in foes]
    words, names = fight.ruleset.words, encounter.names
    return next(
        words.option(q.name, answer.value, names)
        for q, answer in asked
        if words.question_name(q.name) == "target" and not is_single(q.mask)
    )


def test_whom_a_computer_strikes_is_not_known_before_it_is_shown() -> None:
    """Its temperament is public: one who could foresee its sealed answer would dodge, and the
    others would not."""
    struck = {first_target(Key(bytes([k]) * 32)) for k in range(8)}
    assert len(struck) > 1


class Drawn:
    """Draws what it was told to."""

    def __init__(self, k: int) -> None:
        self.k = k

    def draw(self, n: int) -> int:
        return self.k % n


@pytest.mark.parametrize("temperament", [1, 2])
def test_a_computer_draws_among_those_who_are_about_as_good(temperament: int) -> None:
    """Two who are alike are both struck, and one who is far from the end is not."""
    kinds = {"One": "milos", "Another": "milos", "Far": "milos", "Foe": "orc"}
    creatures: list[dict[str, Any]] = [
        {
            "name": name,
            "from": kind,
            "side": "foes" if name == "Foe" else "heroes",
            "at": [5 * k, 5],
        }
        for k, (name, kind) in enumerate(kinds.items(), start=1)
    ]
    creatures[0]["set"] = creatures[1]["set"] = {"hp": 1}
    data = {"ruleset": "plunder", "map": {"size": [100, 100]}, "creature": creatures}
    encounter = encounter_from(TomlTable(data, "alike"), "alike")
    w, ruleset = encounter.world(), encounter.ruleset
    w.creatures[2].hp = w.creatures[0].hp + 20
    target = ruleset.words.question_names["target"]
    given: list[Any] = [Drawn(k) for k in range(4)]
    struck = {int(ruleset.decide(one, w, 3, target, 0b0111, temperament)) for one in given}
    assert struck == {0, 1}
