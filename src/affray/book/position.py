"""A position in words: every field that changes, by its name, so that other rules can read it."""

from __future__ import annotations

from collections.abc import Hashable
from functools import cache
from typing import TYPE_CHECKING, Any

from affray.book.content import WorldFiller, no_field, written
from affray.book.toml_tables import TomlTable
from affray.book.words import Names
from affray.rules.layout import Field, Layout
from affray.rules.world import Record, pack

if TYPE_CHECKING:
    from affray.book.encounter import Encounter

WORLD, CREATURES = "world", "creatures"
NOTHING: tuple[Any, ...] = (0, False, "", "none", "nobody", [], {})
"""What a field holds that says nothing: nobody misses it where it has no place any more."""

PositionByNames = dict[str, Any]


def position_of(encounter: Encounter, w: Any) -> PositionByNames:
    """What the rules change of a world, as an edit would write it."""
    return Positions().of(encounter, w)


class Positions:
    """Those of one fight, one after the other: what has not changed is not written anew."""

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[bytes, Names, dict[str, Any]]] = {}

    def of(self, encounter: Encounter, w: Any) -> PositionByNames:
        names = encounter.names[CREATURES]
        creatures = zip(names, w.creatures, strict=True)
        return {
            WORLD: self._world(encounter, w),
            CREATURES: {name: self._one(encounter, c, name) for name, c in creatures},
        }

    def _world(self, encounter: Encounter, w: Any) -> dict[str, Any]:
        out = {}
        for f in _changing(type(w).layout):
            held = getattr(w, f.name)
            if f.record is None or not f.is_list:
                out[f.name] = _field(f, held, encounter.names)
            else:
                rows = _rows(f, held)
                out[f.name] = [self._one(encounter, r, (f.name, k)) for k, r in enumerate(rows)]
        return out

    def _one(self, encounter: Encounter, one: Record, where: Hashable) -> dict[str, Any]:
        data, called = pack(one), encounter.called  # another one where something was brought in
        known = self._known.get(where)
        if known is None or known[0] != data or known[1] is not called:
            known = (data, called, _written(one, encounter.names))
            self._known[where] = known
        return known[2]


@cache
def _changing(layout: Layout) -> list[Field]:
    """Not what the encounter brought, what every step writes anew, or how long lists are."""
    counts = {f.count for f in layout.fields.values() if f.record}
    fields = [f for f in layout.fields.values() if f.name not in counts]
    return [f for f in fields if not (f.fixed or f.scratch or f.content)]


def _written(one: Record, names: Names) -> dict[str, Any]:
    fields = _changing(type(one).layout)
    held = {f.name: getattr(one, f.name) for f in fields}
    return held | {f.name: _field(f, held[f.name], names) for f in fields if not f.is_plain}


def _field(f: Field, held: Any, names: Names) -> Any:
    if f.record is None:
        return _leaf(f, held, names)
    if not f.is_list:
        return _written(held, names)
    return [_written(one, names) for one in _rows(f, held)]


def _rows(f: Field, rows: list[Record]) -> list[Record]:
    """All there are; of a list that does not count them those up to the last in which anything
    stands."""
    assert f.record is not None
    if f.count:
        return rows
    n, blank = len(rows), f.record()
    while n and _is_same(rows[n - 1], blank):
        n -= 1
    return rows[:n]


def _is_same(one: Record, other: Record) -> bool:
    for f in _changing(type(one).layout):
        held, others = getattr(one, f.name), getattr(other, f.name)
        if f.record is None:
            if held != others:
                return False
        elif not all(map(_is_same, *((held, others) if f.is_list else ([held], [others])))):
            return False
    return True


def _leaf(f: Field, held: Any, names: Names) -> Any:
    try:
        return written(f, held, names)
    except ValueError:  # a number its enum does not know stands as it is, and reads as wrong
        return list(held) if f.is_list else held


# Reading


def take_up(encounter: Encounter, w: Any, position: TomlTable) -> None:
    """Put a world into a position; what the position does not name stays as it was set up."""
    stage = encounter.stage(w)
    _fill(stage, w, position.table(WORLD))
    creatures = position.table(CREATURES)
    for name, c in zip(encounter.names[CREATURES], w.creatures, strict=True):
        _fill(stage, c, creatures.table(name))
    encounter.require_sound(w, position.file)


def _fill(stage: WorldFiller, one: Record, table: TomlTable) -> None:
    fields = {f.name: f for f in _changing(type(one).layout)}
    for key in table:
        if key not in fields:
            raise table.bad("", no_field(key, list(fields)))
        f = fields[key]
        if f.record is None:
            held = getattr(one, key) if f.by is not None else []
            setattr(one, key, stage.read(f, table, key, held))
        elif f.is_list:
            _fill_list(stage, one, f, table)
        else:
            _fill(stage, getattr(one, key), table.table(key))


def _fill_list(stage: WorldFiller, one: Record, f: Field, table: TomlTable) -> None:
    """The records that are named, and new ones in the room that is left."""
    assert f.record is not None
    rows = list(table.tables(f.name))
    if len(rows) > f.capacity:
        raise table.bad(f.name, f"found {len(rows)}, expected at most {f.capacity}")
    made = [f.record() for _ in range(len(rows) if f.count else f.capacity)]
    for row, into in zip(rows, made, strict=False):
        _fill(stage, into, row)
    setattr(one, f.name, made)
    if f.count:
        setattr(one, f.count, len(made))


# What other rules have no place for


def pruned(world: type[Record], position: PositionByNames) -> tuple[PositionByNames, list[str]]:
    """The position without the fields these rules do not have, and what those held."""
    lost: list[str] = []
    layout = world.layout
    creature = layout.fields[CREATURES].layout
    return {
        **position,
        WORLD: _pruned(layout, position.get(WORLD, {}), "", lost),
        CREATURES: {
            name: _pruned(creature, held, f"{name}: ", lost)
            for name, held in position.get(CREATURES, {}).items()
        },
    }, lost


def _pruned(layout: Layout, data: dict[str, Any], whose: str, lost: list[str]) -> dict[str, Any]:
    fields = {f.name: f for f in _changing(layout)}
    out: dict[str, Any] = {}
    for key, value in data.items():
        if key not in fields:
            lost += [] if value in NOTHING else [f"{whose}{key} = {plain(value)}"]
        elif fields[key].record and isinstance(value, dict):
            out[key] = _pruned(fields[key].layout, value, f"{whose}{key} ", lost)
        elif fields[key].record and isinstance(value, list):
            out[key] = [_pruned(fields[key].layout, one, f"{whose}{key} ", lost) for one in value]
        else:
            out[key] = value
    return out


def plain(value: Any) -> str:
    """A value of a file as a sentence says it."""
    if isinstance(value, dict):
        return ", ".join(f"{key} {plain(one)}" for key, one in value.items())
    return " ".join(plain(one) for one in value) if isinstance(value, list) else str(value)
