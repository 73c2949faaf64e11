"""A small stage for Dungeoneers Tactics: two who face each other, and what they read."""

from __future__ import annotations

import tomllib

from affray.book.encounter import encounter_from
from affray.book.toml_tables import TomlTable
from affray.fight.plans import offers
from affray.files.scenario import play_script
from affray.tell.narration import tell

PAIR = """
ruleset = "dungeoneers-tactics"
creature = [
  { name = "Ada", side = "heroes", at = [1, 1] },
  { name = "Grim", side = "foes", at = [2, 1] },
]
"""


def told_of(text: str) -> list[str]:
    """The sentences of a scenario without its expectations."""
    encounter = encounter_from(TomlTable(tomllib.loads(text), "told.toml"), "told")
    return [line.text for line in tell(play_script(encounter))]


def menu_of(text: str) -> dict[str, str]:
    """What a person is offered, by label, each with its note and what is asked once more."""
    encounter = encounter_from(TomlTable(tomllib.loads(PAIR + text), "menu.toml"), "menu")
    fight = play_script(encounter)
    words = encounter.ruleset.words
    out = {}
    for offer in offers(fight):
        warned = [
            words.warning(q, fight.world, offer.who, a, encounter.names) for q, a in offer.answers
        ]
        out[offer.label] = " | ".join(said for said in [offer.note, *warned] if said)
    return out
