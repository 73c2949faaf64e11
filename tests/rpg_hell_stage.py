"""A stage for one creature or one piece of RPG Hell's book."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from affray.book.content import show
from affray.book.encounter import Encounter, encounter_from
from affray.book.toml_tables import TomlTable

SLUG = "rpg-hell"
SCENARIOS = Path(__file__).parent / "scenarios" / SLUG
STRONG = dict.fromkeys(("body", "mind", "soul", "arcana", "medicine", "nature", "thieving"), 4)


def stage(content: str = "", /, **changes: Any) -> tuple[Any, Encounter]:
    """A world with one creature, of that kind or with those fields, and a dog far away."""
    one = {"name": "One", "side": "heroes", "at": [0, 0], "set": changes}
    if content:
        one["from"] = content
    creatures = [one, {"name": "Foe", "from": "dog", "side": "foes", "at": [9, 9]}]
    data = {"ruleset": SLUG, "map": {"size": [10, 10]}, "creature": creatures}
    encounter = encounter_from(TomlTable(data, "content"), "content")
    return encounter.world(), encounter


def piece(kind: str, field: str, name: str) -> tuple[Any, Any, Encounter]:
    """A piece of content as a fight knows it."""
    w, encounter = stage(stats=STRONG, **{field: [name]})
    return getattr(w, kind)[encounter.names[kind].index(name)], w, encounter


def told(record: Any, encounter: Encounter) -> dict[str, Any]:
    """The fields of a record that are not as a record begins, as a file would write them.

    All but the order in which a line's stacks are printed.
    """
    plain = type(record)()
    out: dict[str, Any] = {}
    for name, f in type(record).layout.fields.items():
        if name != "printed" and getattr(record, name) != getattr(plain, name):
            value = show(f, getattr(record, name), encounter.names)
            if isinstance(value, dict):
                begins = show(f, getattr(plain, name), encounter.names)
                value = {k: n for k, n in value.items() if n != begins[k]}
            out[name] = value
    return out


def line(w: Any, encounter: Encounter, k: int) -> dict[str, Any]:
    return told(w.lines[k], encounter) if k >= 0 else {}


def everything(kind: str) -> set[str]:
    _, encounter = stage()
    return set(encounter.library.everything()[kind])
