"""Rulings read otherwise while a fight is on, and how they are read now."""

from __future__ import annotations

from typing import Any

from affray.book.encounter import Encounter, share_content
from affray.book.errors import BadInput
from affray.book.rulings import check_rulings
from affray.book.toml_tables import TomlTable

Readings = dict[str, str]
"""Names of readings by names of rulings."""


def readings_in(encounter: Encounter, w: Any) -> Readings:
    """How every ruling is read in a world."""
    switches = encounter.ruleset.book.switches
    return {one.name: one.readings[getattr(w.rulings, one.name)].name for one in switches}


def switched_in(encounter: Encounter, w: Any) -> Readings:
    """What is read otherwise in a world than the encounter's file says."""
    own = {one.name: one.default for one in encounter.ruleset.book.switches} | encounter.rulings
    found = readings_in(encounter, w)
    return {name: reading for name, reading in found.items() if own[name] != reading}


def read_otherwise(encounter: Encounter, w: Any, readings: Readings) -> None:
    """Have a world's rulings read so from here on; other states keep theirs."""
    check_rulings(encounter.ruleset, readings, TomlTable({}, "", "ruling"))
    before, w.rulings = w.rulings, type(w.rulings)()
    for ruling in encounter.ruleset.book.switches:
        said = readings.get(ruling.name)
        now = getattr(before, ruling.name) if said is None else ruling.index(said)
        setattr(w.rulings, ruling.name, now)


def set_up_anew(encounter: Encounter, old: Any, readings: Readings) -> Any:
    """A fight set up under other readings, as if its file had said so."""
    other = encounter.switched(readings).apart()
    w = other.world()
    known = encounter.names
    if any(brought != known[kind][: len(brought)] for kind, brought in other.names.items()):
        raise BadInput("another reading brings other things into this fight", field="ruling")
    share_content(old, w)
    return w
