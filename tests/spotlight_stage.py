"""Small scenes of Dungeoneers Spotlight, for tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from affray.book.encounter import Encounter, encounter_from
from affray.book.toml_tables import TomlTable
from affray.fight.players import Seat
from affray.files.saves import SavedFight, new_save

SLUG = "dungeoneers-spotlight"
SUORI = {"name": "Suori", "from": "suori", "side": "players", "at": [3, 1]}
OGRE = {"name": "Ogre", "from": "cave-ogre", "side": "foes", "at": [2, 1]}


def beside(**changes: Any) -> Encounter:
    """Suori beside somebody plain, who has neither skill nor armor."""
    creatures = [
        {"name": "Suori", "from": "suori", "side": "players", "at": [2, 2]},
        {"name": "Foe", "side": "foes", "at": [3, 2], "set": changes},
    ]
    data = {
        "ruleset": SLUG,
        "sides": ["players", "foes"],
        "map": {"size": [6, 5]},
        "start": "Suori",
        "creature": creatures,
    }
    return encounter_from(TomlTable(data, "beside"), "beside")


def begun(encounter: Encounter, players: list[str], tmp_path: Path) -> SavedFight:
    path = tmp_path / f"save-{len(list(tmp_path.iterdir()))}.toml"
    game = new_save(encounter, [Seat(p) for p in players], 3, path)
    game.fight.run()
    return game


def placed(rows: list[str], *creatures: dict[str, Any], **more: Any) -> Encounter:
    data: dict[str, Any] = {
        "ruleset": SLUG,
        "sides": ["players", "foes"],
        "map": {"rows": rows},
        **more,
    }
    return encounter_from(TomlTable({**data, "creature": list(creatures)}, "place.toml"), "place")
