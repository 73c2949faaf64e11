"""What stands between two steps: the world there, and the entries that are no answers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from affray.book.encounter import Encounter
from affray.book.position import take_up
from affray.book.toml_tables import TomlTable
from affray.oracles.tape import REST, Before, Edit, Interlude, Story, TakenUp
from affray.rules.world import clone


@dataclass(frozen=True)
class Snapshot:
    """The world at the start of a step."""

    at: int
    world: Any
    told: int
    begun: bool
    resting: bool = False
    rested: bool = False


def after(encounter: Encounter, held: Snapshot, entry: Interlude) -> Snapshot:
    """A snapshot with one entry that is no answer folded in."""
    if isinstance(entry, TakenUp):
        return _taken_up(encounter, held, entry)
    if isinstance(entry, Edit):
        world = clone(held.world)
        encounter.edit(world, TomlTable(entry.changes, "edit"))
        return replace(held, at=held.at + 1, world=world)
    if entry.what == REST:
        return replace(held, at=held.at + 1, resting=True, rested=False)
    world = encounter.again(held.world)
    return Snapshot(held.at + 1, world, held.told, encounter.start_index >= 0)


def _taken_up(encounter: Encounter, held: Snapshot, entry: TakenUp) -> Snapshot:
    """The position another version of the rules left, under these."""
    world = clone(held.world)
    position = TomlTable(entry.position, encounter.file, "position")
    take_up(encounter, world, position)
    begun, resting = position.flag("begun"), position.flag("resting")
    return Snapshot(held.at + 1, world, held.told, begun, resting)


def told_between(entry: Interlude) -> Story:
    """The entry itself; before it, where other rules came in, what the others had told."""
    earlier = entry.told if isinstance(entry, TakenUp) else []
    return [*(Before(line) for line in earlier), entry]
