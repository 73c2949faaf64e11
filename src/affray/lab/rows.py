"""One row a fight: who won and when, who still stood, and what everybody had left."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from affray.book.encounter import Encounter
from affray.book.errors import BadInput, unknown
from affray.oracles.collapsed import ROLLED
from affray.rules.layout import Field, Layout
from affray.rules.world import Record, pack

if TYPE_CHECKING:
    import numpy as np
    import pyarrow as pa

    Array = np.ndarray[Any, Any]

Columns = dict[str, "Array"]


@dataclass(frozen=True)
class FightRows:
    """What every fight of a run came to; row k is fight k of the seed.

    `winners` are numbers of sides (8 is nobody); `standing` says of every creature whether it
    stood at the end. `decisions` says how often the first side had a choice, a plan being one,
    and `dice` how many were rolled, or drawn where `dice_are` collapsed. `fields` hold what can be
    harmed and what can be used up, as the game declares it: every headline and every lasting
    field, one column a creature (and, where the field is a list, one more axis for its elements).
    `world` holds the world's lasting fields.
    """

    sides: list[str]
    creatures: list[str]
    side_of: list[int]
    winners: Array
    rounds: Array
    standing: Array
    decisions: Array
    dice: Array
    fields: Columns
    world: Columns
    dice_are: str = ROLLED

    def __len__(self) -> int:
        return len(self.winners)

    def columns(self) -> Columns:
        """A column a number, by name: what a data frame is made of."""
        from affray.lab.frames import columns_of

        return columns_of(self)

    def arrow(self) -> pa.Table:
        """The same as an Arrow table; it takes PyArrow."""
        from affray.lab.frames import table_of

        return table_of(self)

    def won(self, side: str) -> Array:
        """Whether this side won, fight by fight."""
        won: Array = self.winners == _place("side", side, self.sides)
        return won

    def survivors(self, side: str) -> Array:
        """How many of this side still stood, fight by fight."""
        k = _place("side", side, self.sides)
        theirs = [i for i, of in enumerate(self.side_of) if of == k]
        count: Array = self.standing[:, theirs].sum(axis=1)
        return count

    def of(self, creature: str, field: str) -> Array:
        """One creature's field at the end, fight by fight."""
        i = _place("creature", creature, self.creatures)
        _place("field", field, list(self.fields))
        column: Array = self.fields[field][:, i]
        return column


def _place(kind: str, name: str, known: list[str]) -> int:
    if name not in known:
        raise BadInput(unknown(kind, name, known), field=kind)
    return known.index(name)


@dataclass
class FightEnds:
    """How some fights ended, one entry a fight: all that rows are made of.

    `standing` is a mask of the creatures that stood, `states` the last states' bytes, at least
    as far as they change (a layout's `state_size`).
    """

    winners: Array
    rounds: Array
    standing: Array
    decisions: Array
    dice: Array
    states: Array


@dataclass
class Written:
    """Ends written down by CPython, fight by fight."""

    winners: list[int] = field(default_factory=list)
    rounds: list[int] = field(default_factory=list)
    standing: list[int] = field(default_factory=list)
    decisions: list[int] = field(default_factory=list)
    dice: list[int] = field(default_factory=list)
    states: list[bytes] = field(default_factory=list)

    def add(self, winner: int, w: Any, standing: list[int], decisions: int, dice: int) -> None:
        self.winners.append(winner)
        self.rounds.append(int(w.round))
        self.standing.append(sum(1 << i for i in standing))
        self.decisions.append(decisions)
        self.dice.append(dice)
        self.states.append(pack(w)[: type(w).layout.state_size])

    def ends(self, size: int) -> FightEnds:
        """The same as arrays; `size` is what a state changes in."""
        import numpy as np

        states = np.frombuffer(b"".join(self.states), np.uint8).reshape(-1, size)
        return FightEnds(
            np.array(self.winners, np.int8),
            np.array(self.rounds, np.int32),
            np.array(self.standing, np.int64),
            np.array(self.decisions, np.int32),
            np.array(self.dice, np.int32),
            states,
        )


class RowsSoFar:
    """Rows as they come in, block by block."""

    def __init__(self, encounter: Encounter, *ends: FightEnds) -> None:
        self.encounter = encounter
        none = Written().ends(encounter.ruleset.world.layout.state_size)
        self.parts = [self._columns(one) for one in ends or [none]]

    def add(self, ends: FightEnds) -> None:
        """Keep what is asked for of a block; its states, which are many times larger, may go."""
        self.parts.append(self._columns(ends))

    def _columns(self, ends: FightEnds) -> list[Columns]:
        import numpy as np

        n = len(self.encounter.entrants)
        stood = (ends.standing[:, None] >> np.arange(n)) & 1
        first = {
            "winners": ends.winners,
            "rounds": ends.rounds,
            "standing": stood.astype(bool),
            "decisions": ends.decisions,
            "dice": ends.dice,
        }
        return [first, *columns(self.encounter.ruleset.world, n, ends.states)]

    def rows(self, fights: int, dice: str = ROLLED) -> FightRows:
        """The rows of the first fights; a run that was cut short may have counted fewer."""
        import numpy as np

        first, fields, world = (
            {name: np.concatenate([part[k][name] for part in self.parts])[:fights] for name in one}
            for k, one in enumerate(self.parts[0])
        )
        sides = self.encounter.sides
        return FightRows(
            sides=list(sides),
            creatures=[e.name for e in self.encounter.entrants],
            side_of=[sides.index(e.side) for e in self.encounter.entrants],
            winners=first["winners"],
            rounds=first["rounds"],
            standing=first["standing"],
            decisions=first["decisions"],
            dice=first["dice"],
            fields=fields,
            world=world,
            dice_are=dice,
        )


def columns(world: type[Record], n: int, states: Array) -> tuple[Columns, Columns]:
    """Of the first n creatures and of the world, what is kept; one state's bytes a row."""
    seen = _as_records(world.layout, states)
    creatures = world.layout.fields["creatures"]
    fields = {f.name: seen["creatures"][f.name][:, :n].copy() for f in kept(creatures.layout)}
    return fields, {f.name: seen[f.name].copy() for f in kept(world.layout)}


def kept(layout: Layout) -> list[Field]:
    """The fields a row holds of a record: those people look at, and those that last."""
    return [f for f in layout.fields.values() if f.storage and (f.headline or f.lasting)]


def _as_records(layout: Layout, states: Array) -> Array:
    """Bytes as records of what changes; what is fixed need not be there."""
    import numpy as np

    whole = layout.dtype().fields
    assert whole is not None
    names = [f.name for f in layout.order if not f.fixed]
    part = np.dtype(
        {
            "names": names,
            "formats": [whole[name][0] for name in names],
            "offsets": [whole[name][1] for name in names],
            "itemsize": states.shape[1],
        }
    )
    records: Array = np.ascontiguousarray(states).view(part)[:, 0]
    return records
