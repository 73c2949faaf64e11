"""What stands between two steps: the world there, and the entries that are no answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any
from zlib import compress, decompress

from affray.book.encounter import Encounter, carry
from affray.book.latecomers import join, leave
from affray.book.position import take_up
from affray.book.switching import read_otherwise, set_up_anew
from affray.book.toml_tables import TomlTable
from affray.oracles.tape import (
    REST,
    Answer,
    Before,
    ByHand,
    Edit,
    Enter,
    Interlude,
    Story,
    Switched,
    TakenUp,
)
from affray.rules.world import OutOfRange, clone, pack, unpack

Content = list[tuple[str, list[Any]]]
"""The lists into which an edit may bring content, by name."""


class Held:
    """A world as it stands; where nobody plays on from it, folded into a fraction of the room.

    Content is shared by all states of a fight, folded or not.
    """

    __slots__ = ("_folded", "_world")

    def __init__(self, world: Any) -> None:
        self._world = world
        self._folded: tuple[type[Any], bytes, Content] | None = None

    @property
    def world(self) -> Any:
        world = self._world
        return _looked_at(self) if world is None else world

    @property
    def is_folded(self) -> bool:
        return self._world is None

    def fold(self, content: Content) -> None:
        """Away, beside others of the same fight that have the same `content`."""
        world = self._world
        own = content_of(world)
        is_same = all(mine is other for (_, mine), (_, other) in zip(own, content, strict=True))
        with suppress(OutOfRange):
            self._folded = (type(world), compress(pack(world), 1), content if is_same else own)
            self._world = None

    def unfold(self) -> None:
        """To be played on from: the same world for all who ask."""
        if self._world is None:
            self._world = self._unfolded()

    def _unfolded(self) -> Any:
        assert self._folded is not None
        kind, data, content = self._folded
        world = unpack(kind, decompress(data))
        for name, shared in content:
            setattr(world, name, shared)
        return world


@lru_cache(16)
def _looked_at(held: Held) -> Any:
    """One that stays folded, as it was: whoever reads a story looks at each several times, before
    a step and after the one before it. Nobody changes a world that is held."""
    return held._unfolded()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The world at the start of a step; `left` are those who left, as they were when they did."""

    at: int
    held: Held
    told: int
    begun: bool
    resting: bool = False
    rested: bool = False
    left: Mapping[int, Any] = field(default_factory=dict)

    @property
    def world(self) -> Any:
        return self.held.world


KEPT_OPEN = 2
"""Of the last snapshots: what is told and drawn of a fight is of these."""


def fold_past(snapshots: Sequence[Snapshot]) -> None:
    """Fold away what is seldom looked at again: of a long fight it is most of the room it takes."""
    k = len(snapshots) - KEPT_OPEN - 1
    content = content_of(snapshots[-1].world)
    while k >= 0 and not snapshots[k].held.is_folded:
        snapshots[k].held.fold(content)
        k -= 1


@dataclass(frozen=True)
class Past:
    """What a fight that was taken up in its middle does not hold: how many entries of its tape,
    items of its story and lines told of it lie before its first snapshot; the last of what was
    decided there, as places, creatures and whether it was sealed."""

    entries: int = 0
    told: int = 0
    lines: int = 0
    decided: Sequence[tuple[int, int, bool]] = ()

    @property
    def blank_entries(self) -> list[Answer | Interlude]:
        return [Answer(0)] * self.entries

    @property
    def blank_story(self) -> Story:
        return [Before({"text": ""})] * self.told

    def require(self, keep: int) -> None:
        if keep < self.entries:
            raise NeedsWhole


class NeedsWhole(Exception):
    """Something reaches back beyond where a fight was taken up: its whole tape is to be read."""


def after(encounter: Encounter, held: Snapshot, entry: Interlude) -> Snapshot:
    """A snapshot with one entry that is no answer folded in."""
    if isinstance(entry, TakenUp):
        return _taken_up(encounter, held, entry)
    if isinstance(entry, ByHand):
        return replace(by_hand(encounter, held, entry, "edit"), at=held.at + 1)
    if entry.what == REST:
        return _rest(held)
    return _again(encounter, held)


def by_hand(
    encounter: Encounter, held: Snapshot, entry: ByHand, file: Path | str = "", place: str = ""
) -> Snapshot:
    """What the game master does to a world, which is another one then; where it is written."""
    world, left = clone(held.world), held.left
    if isinstance(entry, Edit):
        encounter.edit(world, TomlTable(entry.changes, file, place))
    elif isinstance(entry, Enter):
        join(encounter, world, TomlTable(entry.creature, file, place))
    elif isinstance(entry, Switched):
        world = _read_otherwise(encounter, held, entry)
    else:
        i = leave(encounter, world, TomlTable({"leave": entry.creature}, file, place))
        left = {**left, i: held.world.creatures[i]}
    return replace(held, held=Held(world), left=left)


def _rest(held: Snapshot) -> Snapshot:
    """To a rest everybody comes; whoever left the fight is back as they left it."""
    world = clone(held.world)
    back = {i: one for i, one in held.left.items() if world.creatures[i].side == 0}
    for i, one in back.items():
        carry(one, world.creatures[i])
    left = {i: one for i, one in held.left.items() if i not in back}
    return replace(held, at=held.at + 1, held=Held(world), resting=True, rested=False, left=left)


def _again(encounter: Encounter, held: Snapshot) -> Snapshot:
    """The next fight; whoever of the first side left is still away."""
    world = encounter.again(held.world)
    left = {i: one for i, one in held.left.items() if world.creatures[i].side == 0}
    for i, one in left.items():
        carry(one, world.creatures[i])
        leave(encounter, world, TomlTable({"leave": encounter.names["creatures"][i]}, ""))
    begun = encounter.start_index >= 0
    return Snapshot(held.at + 1, Held(world), held.told, begun, left=left)


def _read_otherwise(encounter: Encounter, held: Snapshot, entry: Switched) -> Any:
    if entry.anew:
        return set_up_anew(encounter, held.world, entry.readings)
    world = clone(held.world)
    read_otherwise(encounter, world, entry.readings)
    return world


def _taken_up(encounter: Encounter, held: Snapshot, entry: TakenUp) -> Snapshot:
    """The position another version of the rules left, under these."""
    world = clone(held.world)
    position = TomlTable(entry.position, encounter.file, "position")
    for one in came_before(entry):
        join(encounter, world, TomlTable(one.creature, encounter.file, "position.late"))
    take_up(encounter, world, position)
    readings = position.table("rulings")
    read_otherwise(encounter, world, {name: readings.text(name) for name in readings})
    begun, resting = position.flag("begun"), position.flag("resting")
    names = encounter.names["creatures"]
    gone = [names.index(name) for name in position.texts("left", []) if name in names]
    left = {i: world.creatures[i] for i in gone}
    return Snapshot(held.at + 1, Held(world), held.told, begun, resting, left=left)


def came_before(entry: TakenUp) -> list[Enter]:
    """Those who had come late when another version of the rules left off."""
    return [Enter(**one) for one in entry.position.get("late", [])]


def came_late(live: Sequence[Answer | Interlude]) -> list[Enter]:
    """Everybody who came into a fight that was on, in their order."""
    first = came_before(live[0]) if live and isinstance(live[0], TakenUp) else []
    return [*first, *(one for one in live if isinstance(one, Enter))]


def told_between(entry: Interlude) -> Story:
    """The entry itself; before it, where other rules came in, what the others had told."""
    earlier = entry.told if isinstance(entry, TakenUp) else []
    return [*(Before(line) for line in earlier), entry]


def content_of(world: Any) -> Content:
    """The lists into which an edit may bring content."""
    fields = type(world).layout.fields.values()
    return [(f.name, getattr(world, f.name)) for f in fields if f.content and f.fixed]
