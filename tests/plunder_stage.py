"""A stage for one creature or one piece of Plunder's book."""

from __future__ import annotations

from typing import Any

from affray.book.encounter import Encounter, encounter_from
from affray.book.toml_tables import TomlTable
from affray.book.words import kebab

SHORT = {
    "str": "strength",
    "dex": "dexterity",
    "int": "intelligence",
    "ins": "instinct",
    "cou": "courage",
    "cun": "cunning",
}


def stage(content: str, **changes: Any) -> tuple[Any, Encounter]:
    """A world with one creature of that kind, and an orc far away."""
    creatures = [
        {"name": "One", "from": content, "side": "heroes", "at": [5, 5], "set": changes},
        {"name": "Foe", "from": "orc", "side": "foes", "at": [60, 60]},
    ]
    data = {"ruleset": "plunder", "map": {"size": [100, 100]}, "creature": creatures}
    encounter = encounter_from(TomlTable(data, "content"), "content")
    return encounter.world(), encounter


def gear(name: str) -> Any:
    """A piece of gear as a fight knows it."""
    w, encounter = stage("milos", gear=[name], carried=["equipped"])
    return w.gear[encounter.names["gear"].index(name)]


def names_of(mask: int, kinds: Any) -> list[str]:
    return [kebab(k) for k in kinds if mask >> k & 1]
