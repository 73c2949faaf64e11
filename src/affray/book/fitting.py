"""A file written under another version of a game's rules, without what these have no place for."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from affray.book.cast import ENTRANT
from affray.book.content import ABOUT
from affray.book.encounter import game_of
from affray.book.position import plain
from affray.book.ruleset import Ruleset
from affray.book.rulings import wrong_ruling
from affray.book.toml_tables import TomlTable

AsWritten = dict[str, Any]


def fitted(top: TomlTable) -> tuple[TomlTable, list[str]]:
    """What an encounter, a save or a party says that these rules can read, and what is left out.

    Rulings and fields go by their names; a value that no longer fits is refused by whoever
    reads it, with its limits.
    """
    ruleset, lost = game_of(top), list[str]()
    fields = ruleset.world.layout.fields
    creature = fields["creatures"].layout.fields
    data = dict(top.data)
    entrants = [one.data for one in top.tables("creature")]
    names = [str(one.get("name", "")) for one in entrants]
    if "rulings" in data:
        data["rulings"] = fitted_rulings(ruleset, top.table("rulings").data, lost)
    if "set" in data:
        data["set"] = _known(top.table("set").data, [*fields, *names], "", lost)
        for name in names:
            if isinstance(data["set"].get(name), dict):
                fields_of_one = [*ENTRANT, *creature]
                data["set"][name] = _known(data["set"][name], fields_of_one, f"{name}: ", lost)
    if entrants:
        data["creature"] = [_creature(one, creature, lost) for one in entrants]
    if isinstance(data.get("homebrew"), dict):
        data["homebrew"] = _homebrew(ruleset, top.table("homebrew"), lost)
    return TomlTable(data, top.file, top.where), lost


def fitted_rulings(ruleset: Ruleset, said: AsWritten, lost: list[str]) -> AsWritten:
    """Readings these rules know, by the names of their rulings."""
    wrong = {name for name, reading in said.items() if wrong_ruling(ruleset, name, str(reading))}
    lost += [f"ruling {name} = {said[name]}" for name in said if name in wrong]
    return {name: reading for name, reading in said.items() if name not in wrong}


def _creature(one: AsWritten, fields: Collection[str], lost: list[str]) -> AsWritten:
    if not isinstance(one.get("set"), dict):
        return one
    return {**one, "set": _known(one["set"], fields, f"{one.get('name', '')}: ", lost)}


def _known(said: AsWritten, fields: Collection[str], whose: str, lost: list[str]) -> AsWritten:
    lost += [f"{whose}{key} = {plain(value)}" for key, value in said.items() if key not in fields]
    return {key: value for key, value in said.items() if key in fields}


def _homebrew(ruleset: Ruleset, brought: TomlTable, lost: list[str]) -> AsWritten:
    lists = {kind: f for f in ruleset.world.layout.fields.values() for kind in f.content}
    lost += [f"homebrew {kind}" for kind in brought if kind not in lists]
    out: AsWritten = {}
    for kind in brought:
        if kind in lists:
            fields = [*lists[kind].layout.fields, *ABOUT]
            out[kind] = [
                _known(one.data, fields, f"{one.data.get('id', kind)}: ", lost)
                for one in brought.tables(kind)
            ]
    return out
