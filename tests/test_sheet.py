"""What stands on a creature's sheet: read off its fields, for those who may know it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from table_helpers import Table
from terminal_keyboard import BOLD, PERSON, play

from affray.book.encounter import find_encounter
from affray.files.saves import new_save
from affray.tell.sheet import sheet

SHEETS = {
    "story-mode/crypt": ("Lena", "spells", "healing word"),
    "plunder/ford-at-dusk": ("Regdar", "gear", "short spear"),
    "plunder/ogre-toll": ("Regdar", "abilities", "instinct 15"),
    "rpg-hell/cold-cellar": ("Moss", "arts", "healing hands"),
    "dungeoneers-tactics/hexers-tower": ("Ulfarmi", "cantrips", "mage armor"),
    "dungeoneers-spotlight/narrow-bridge": ("Freya", "skills", "striking trained"),
}


@pytest.mark.parametrize("name", SHEETS)
def test_a_sheet_says_what_one_has_and_knows(name: str) -> None:
    who, label, has = SHEETS[name]
    encounter = find_encounter(name)
    told = sheet(encounter, encounter.world(), encounter.names["creatures"].index(who))
    assert has in told[label]
    assert all(told.values()), "nothing is said of what one does not have"


def test_nothing_secret_stands_on_a_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    encounter = find_encounter("plunder/ford-at-dusk")
    world = encounter.world()
    gear = type(world.creatures[0]).layout.fields["gear"]
    monkeypatch.setitem(type(world.creatures[0]).layout.fields, "gear", replace(gear, secret=True))
    assert "gear" not in sheet(encounter, world, 0)


def test_a_sheet_is_for_its_own_side_and_the_game_master(tmp_path: Path) -> None:
    table = Table(tmp_path, "rpg-hell/cold-cellar", players=1)
    own = {c["name"]: c["sheet"] for c in table.players[0].view()["creatures"]}
    assert own["Wren"]["weapons"], "a friend's"
    assert own["Spitter"] == {}, "a foe's"
    assert "Mimic" not in own, "it hides"
    everybody = {c["name"]: c["sheet"] for c in table.gm.view()["creatures"]}
    assert everybody["Spitter"] != {}
    assert everybody["Mimic"] != {}


def test_a_card_in_the_terminal_with_its_sheet() -> None:
    game = new_save(find_encounter("story-mode/crypt"), [PERSON, *[BOLD] * 4], 3)
    keyboard = play(game, "cards alex", "cards nobody")
    assert (
        "    items: iron-bite revolver (2 Harm, far); chameleon's fang (1 Harm, close, magic)"
        in keyboard.text
    )
    assert "cards: no creature is called 'nobody'" in keyboard.text
