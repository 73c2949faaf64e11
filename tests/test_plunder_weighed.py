"""What Plunder weighs and tells of a spell or a blow whose place and dice are still open."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from terminal_keyboard import BOLD, PERSON, play

from affray.book.encounter import encounter_from, find_encounter, read_encounter
from affray.book.toml_tables import TomlTable
from affray.files.saves import new_save
from affray.files.scenario import play_script
from affray.tell.narration import tell

SCENARIOS = Path(__file__).parent / "scenarios" / "plunder"

LONE_OGRE: dict[str, Any] = {
    "ruleset": "plunder", "map": {"size": [60, 60]},
    "creature": [
        {"name": "Ysmay", "from": "ysmay", "side": "heroes", "at": [10, 30]},
        {"name": "Ogre", "from": "ogre", "side": "foes", "at": [30, 30]},
    ],
    "set": {"round": 1, "phase": "spells", "Ysmay": {"declared_spell": "telekinesis"}},
}  # fmt: skip


def test_a_spell_with_one_target_is_weighed_and_aimed() -> None:
    """Whom it means is certain, so the dice are asked first: they led to "100 % nothing", and
    the place was taken in silence (PL-41, PL-112)."""
    encounter = encounter_from(TomlTable(LONE_OGRE, "lone"), "lone")
    asked = play(new_save(encounter, [PERSON, BOLD], 3), "?", "1 location=head").text
    assert "a number, 1 to 2  (location=torso)" in asked
    assert "100.00 %  nothing" not in asked
    assert asked.count("Ysmay fumbles  (1/20)") == 2
    assert "Ysmay aims at the head." in asked


def test_who_strikes_at_an_opening_reads_the_place_beside_the_kind() -> None:
    """PL-61: the striker chooses both; the place stood nowhere."""
    encounter = find_encounter("plunder/regdar-and-the-orc")
    said = ["", "stay", "", "back away", "y", "stab wound-location=head"]
    asked = play(new_save(encounter, [PERSON] * 2, 2), *said)
    assert "Stab  (wound-location=torso)" in asked.text
    assert "Regdar aims at the head." in asked.text


def test_which_die_counts_is_told_again_for_the_second_of_two_targets() -> None:
    """The dodger was named first and comes second: '12 counts', then 'misses: 5 against 7'."""
    first = {"name": "First", "from": "orc", "side": "foes", "at": [30, 10]}
    ysmay, ogre = LONE_OGRE["creature"]
    data = {**LONE_OGRE, "creature": [ysmay, first, ogre]}
    data["set"] = {**LONE_OGRE["set"], "Ogre": {"dodging": True}}
    encounter = encounter_from(TomlTable(data, "two"), "two")
    told = play(new_save(encounter, [PERSON, BOLD, BOLD], 3), "cast at ogre", how=True).text
    after = told[told.index("telekinesis is for Ogre") :]
    assert "Ogre dodges: disadvantage for Ysmay." in after
    assert "Ysmay has disadvantage" in after


def test_who_is_dragged_is_told_by_whom() -> None:
    """PL-65: 'Cube goes to [53, 20]', farther than it can, and nobody had said why."""
    told = tell(play_script(read_encounter(SCENARIOS / "pl-65-dragging.toml")))
    assert any(" drags " in line.text for line in told)
