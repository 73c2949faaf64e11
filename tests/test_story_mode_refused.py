"""What no file and no hand can make of a fight of Story Mode; and what has room in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from terminal_keyboard import BOLD, PERSON, play

from affray.book.encounter import Encounter, encounter_from, read_encounter
from affray.book.errors import BadInput
from affray.book.toml_tables import TomlTable
from affray.cli.main import run
from affray.conformance.playing import watch
from affray.files.saves import new_save
from affray.rulesets.story_mode.gear import lay_down


def _fight(rulings: dict[str, str] | None = None, **ann: Any) -> Encounter:
    data = {
        "ruleset": "story-mode",
        "start": "Ann",
        "rulings": rulings or {},
        "zone": [{"id": "nave"}],
        "creature": [
            {"name": "Ann", "side": "heroes", "set": {"being": "character", **ann}},
            {"name": "Witch", "side": "foes", "from": "witch"},
        ],
    }
    return encounter_from(TomlTable(data, "fight.toml"), "fight.toml")


def _wounds(*severity: str, rests: list[int]) -> dict[str, Any]:
    return {"wounds": len(severity), "severity": list(severity), "rests": rests}


@pytest.mark.parametrize(
    ("ann", "problem"),
    [
        ({"level": -3}, r"level: found -3, expected -1 to 10 \(SM-11\)"),
        ({"level": 11}, r"level: found 11, expected -1 to 10 \(SM-11\)"),
        ({"situation": -11}, r"situation: found -11, expected -10 to 10 \(SM-68\)"),
        ({"disposition": 6}, r"disposition: found 6, expected -5 to 5 \(SM-103\)"),
        ({"capacity": 99}, r"capacity: found 99, expected 0 to 10 \(SM-76\)"),
        ({"harm": True}, r"harm: found true \(true or false\), expected a number, -1 to 10"),
        ({"dead": 2}, r"dead: found 2, expected 0 to 1 \(SM-22\)"),
        (_wounds("strain", rests=[2]), r"Ann has 2 rests to go for a strain, expected 0 to 1"),
        (_wounds("lingering", rests=[7]), "Ann has 7 rests to go for a lingering, expected 0 to 6"),
        (_wounds("scar", rests=[3]), r"3 rests to go for a scar, expected -1: for ever \(SM-42\)"),
        (_wounds("strain", rests=[-1]), "Ann has -1 rests to go for a strain, expected 0 to 1"),
        ({"harm": 9}, r"Ann has harm = 9, expected 1 to its max_harm, \d \(SM-32\)"),
        ({"items": ["rope"], "worn": "rope"}, r"Ann wears what is no armor \(SM-115\)"),
    ],
)
def test_what_the_rules_cannot_bring_about_is_refused(ann: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadInput, match=rf"fight\.toml.*{problem}"):
        _fight(**ann).world()


def test_the_wound_that_kills_is_not_borne() -> None:
    five = _wounds(*["strain"] * 5, rests=[1] * 5)
    _fight(**five).world()
    with pytest.raises(BadInput, match="Ann has 5 wounds and lives, expected 4 at most"):
        _fight({"death_at": "reach"}, **five).world()


def test_an_edit_is_held_to_the_same_limits() -> None:
    game = new_save(_fight(), [PERSON, BOLD], 1)
    keyboard = play(game, "edit Witch level=-3", "edit Witch level=4", "quit")
    assert "level: found -3, expected -1 to 10 (SM-11)" in keyboard.text
    assert game.fight.world.creatures[1].level == 4


def test_nothing_lies_there_that_is_not_told_of() -> None:
    """A number of things on the ground, and none of them: the next step fell over it."""
    encounter = _fight()
    with pytest.raises(BadInput, match=r"lying is 9, expected 0: so many things lie there"):
        encounter.edit(encounter.world(), TomlTable({"lying": 9}, "by hand"))


def test_all_that_is_dropped_lies_there() -> None:
    """Thirty things of three; there was room for twenty-four, and the others were lost."""
    data = {
        "ruleset": "story-mode",
        "zone": [{"id": "nave"}],
        "creature": [
            {
                "name": name,
                "side": "heroes",
                "set": {"being": "character", "items": ["rope"] * 10},
            }
            for name in ("Ann", "Ben", "Cleo")
        ],
    }
    w = encounter_from(TomlTable(data, "packs.toml"), "packs.toml").world()
    for i in range(3):
        for k in range(10):
            lay_down(w, i, k)
    assert w.lying == 30
    assert sum(lying.item >= 0 for lying in w.ground) == 30


def test_a_new_encounter_is_one_that_plays(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    assert run(["new", "encounter", str(file), "--ruleset", "story-mode"]) == 0
    last = list(watch(read_encounter(file), 1, 0))[-1]
    assert last.world.round > 0
