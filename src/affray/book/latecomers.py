"""Who comes into a fight that is on, and who leaves it before it is over.

Whoever comes is set up alone on the same ground, as a file of its own would be, and then taken
over into the fight by names. Numbers stay: who left keeps theirs, so nobody is another one later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from affray.book.entrant import Entrant, read_entrant
from affray.book.errors import BadInput
from affray.book.near import near
from affray.book.sayings import number_of
from affray.book.toml_tables import TomlTable
from affray.book.words import Names
from affray.rules.layout import Field
from affray.rules.masks import members
from affray.rules.world import SAYINGS, Record, clone

if TYPE_CHECKING:
    from affray.book.encounter import Encounter

CREATURES = "creatures"
ABSENT = "nobody"
"""How a map's lists name somebody who is not there."""


def join(encounter: Encounter, w: Any, table: TomlTable) -> None:
    """One more, with the last number; encounter and world know it from here on."""
    newcomer = _read(encounter, table)
    _require_room(encounter, w, table)
    alone, w_alone = _alone(encounter, newcomer)
    encounter.entrants.append(newcomer)
    encounter.names[CREATURES].append(newcomer.name)
    i = int(w.n)
    for f in _counted_by_n(w):
        assert f.record is not None
        getattr(w, f.name).append(f.record())
    w.n = i + 1
    _Taking(encounter.names, w, alone.names, w_alone).fill(w.creatures[i], w_alone.creatures[0])
    encounter.stage(w).fill(w.creatures[i], newcomer.changes, skip=())
    come_in = encounter.ruleset.enter or take_place
    come_in(w, i)
    encounter.require_sound(w, table.file)


def join_somewhere(
    encounter: Encounter, w: Any, creature: dict[str, Any], beside: int = -1
) -> dict[str, Any]:
    """The same creature with a place where the rules have room for it: the one it names, else
    the nearest to somebody, else to its own side, else to anybody."""
    if "at" in creature:
        return creature
    refused: BadInput | None = None
    for at in _places(encounter, w, _nearest(encounter, str(creature.get("side", "")), beside)):
        placed = creature if at is None else {**creature, "at": at}
        here = len(encounter.entrants)
        try:
            join(encounter, clone(w), TomlTable(placed, ""))
        except BadInput as bad:
            refused = refused or bad
        else:
            return placed
        finally:
            stay(encounter, here)
    raise refused or BadInput("there is no room left on the map", field="at")


def join_again(encounter: Encounter, w: Any, entrant: Entrant) -> None:
    """In the next fight whoever came late is there from its beginning, where there is room."""
    data = entrant.table.data
    here = len(encounter.entrants)
    try:
        join(encounter, w, TomlTable(data, entrant.table.file, "enter"))
    except BadInput:
        stay(encounter, here)
        unplaced = {key: value for key, value in data.items() if key != "at"}
        placed = join_somewhere(encounter, w, unplaced)
        join(encounter, w, TomlTable(placed, entrant.table.file, "enter"))


def leave(encounter: Encounter, w: Any, table: TomlTable) -> int:
    """Out of the fight, by the game's own way of being out of it; the number of who left."""
    names = encounter.names[CREATURES]
    name = table.choice("leave", names, "creature")
    hiding = encounter.ruleset.words.hiding
    go = encounter.ruleset.leave or (hiding.take_out if hiding else None)
    if go is None:
        raise table.bad("leave", "this game does not say how somebody leaves a fight")
    i = names.index(name)
    go(w, i)
    encounter.require_sound(w, table.file)
    return i


def stay(encounter: Encounter, n: int) -> None:
    """Only the first so many are there: whoever came later was taken back."""
    del encounter.entrants[n:]
    del encounter.names[CREATURES][n:]


def take_place(w: Any, i: int) -> None:
    """Where a game says nothing of who comes late: it has had its turn in this round.

    By the convention of an `order` with a place for every creature and a `turn` it stands before
    whoever's turn it is; a game without one finds it as its rules do.
    """
    fields = type(w).layout.fields
    has_order = "order" in fields and fields["order"].capacity == fields[CREATURES].capacity
    if not has_order or "turn" not in fields:
        return
    others = list(w.order[:i])
    if sorted(others) != list(range(i)):
        return  # it is not drawn up yet
    at = max(0, min(int(w.turn), i))
    w.order[: i + 1] = [*others[:at], i, *others[at:]]
    w.turn = at + 1 if at < i else at


# Reading


def _read(encounter: Encounter, table: TomlTable) -> Entrant:
    newcomer = read_entrant(table, encounter.sides)
    if newcomer.name in encounter.names[CREATURES]:
        raise table.bad("name", f"{newcomer.name!r} is in this fight already")
    problem = encounter.unnameable(newcomer.name)
    if problem:
        raise table.bad("name", problem)
    return newcomer


def _require_room(encounter: Encounter, w: Any, table: TomlTable) -> None:
    most = type(w).layout.fields[CREATURES].capacity
    if w.n >= most:
        game = encounter.ruleset.book.name
        told = f"{game} has place for {most} in one fight, and {w.n} are or were in this one"
        raise table.bad("creature", told)


def _alone(encounter: Encounter, newcomer: Entrant) -> tuple[Encounter, Any]:
    """The newcomer on the same ground by itself, set up as any fight is."""
    fields = type_of_creature(encounter).layout.fields
    said = newcomer.changes.data
    of_itself = {k: v for k, v in said.items() if k not in fields or not _names_others(fields[k])}
    data = {**newcomer.table.data, "set": of_itself}
    others = set(encounter.names[CREATURES])
    top = {k: v for k, v in encounter.top.data.items() if k not in ("set", "start", "creature")}
    top["map"] = _without(top.get("map", {}), others)
    lone = read_entrant(TomlTable(data, newcomer.table.file, "enter"), encounter.sides)
    alone = replace(
        encounter, entrants=[lone], top=TomlTable(top, encounter.top.file), start="",
        company=None, names={}, _taken={}, begun=1,
    )  # fmt: skip
    return alone, alone.ruleset.setup(alone)


def type_of_creature(encounter: Encounter) -> type[Record]:
    record = encounter.ruleset.world.layout.fields[CREATURES].record
    assert record is not None
    return record


def _names_others(f: Field) -> bool:
    return CREATURES in (f.of, f.mask)


def _without(value: Any, others: set[str]) -> Any:
    """What a map says, with nobody in place of those who are not there."""
    if isinstance(value, dict):
        return {key: _without(one, others) for key, one in value.items()}
    if isinstance(value, list):
        return [_without(one, others) for one in value]
    return ABSENT if isinstance(value, str) and value in others else value


def _counted_by_n(w: Any) -> list[Field]:
    return [f for f in type(w).layout.fields.values() if f.count == "n" and f.record]


# Taking over


class _Taking:
    """Takes a record over from one world into another in which everything has other numbers."""

    def __init__(self, names: Names, w: Any, names_before: Names, w_before: Any) -> None:
        self.names, self.w = names, w
        self.names_before, self.w_before = names_before, w_before
        self.fields = type(w).layout.fields

    def fill(self, into: Record, before: Record) -> None:
        for f in type(before).layout.fields.values():
            held = getattr(before, f.name)
            if f.record is None:
                taken = [self._one(f, one) for one in held] if f.is_list else self._one(f, held)
                setattr(into, f.name, taken)
            elif f.is_list:
                setattr(into, f.name, [self._record(f, one) for one in held])
            else:
                setattr(into, f.name, self._record(f, held))

    def _record(self, f: Field, before: Record) -> Record:
        assert f.record is not None
        made: Record = f.record()
        self.fill(made, before)
        return made

    def _one(self, f: Field, value: int) -> int:
        if isinstance(f.mask, str):
            kind = f.mask
            return sum(1 << self._number(kind, k) for k in members(value))
        return self._number(f.of, value) if isinstance(f.of, str) else value

    def _number(self, kind: str, k: int) -> int:
        """What stood in that place of a list, by its name in the other world's."""
        before = self.names_before.get(kind, [])
        if not 0 <= k < len(before):
            return k
        if kind == SAYINGS:
            return number_of(self.names, before[k])
        known, f = self.names[kind], self.fields[kind]
        if before[k] not in known:
            if len(known) >= f.capacity:
                raise BadInput(f"{kind}: found more than {f.capacity} in one fight")
            known.append(before[k])
            made = f.record() if f.record else None
            getattr(self.w, kind).append(made)
            self._count(f, len(known))
            self.fill(made, getattr(self.w_before, kind)[k])  # type: ignore[arg-type]
        self._count(f, known.index(before[k]) + 1)
        return known.index(before[k])

    def _count(self, f: Field, n: int) -> None:
        if f.count and f.name != CREATURES and getattr(self.w, f.count) < n:
            setattr(self.w, f.count, n)


# Where there is room


def _places(encounter: Encounter, w: Any, whom: Sequence[int]) -> Iterator[Any]:
    """Places to try, as a file writes them: near these, one after the other."""
    board = encounter.board(w)
    now = {token.who: [token.x, token.y] for token in board.tokens} if board else {}
    seen: list[Any] = []
    for i in whom:
        begun = encounter.entrants[i].table.raw("at", None)
        stands = now.get(i, begun) if isinstance(begun, list) else begun
        for at in near(stands):
            if at not in seen:
                seen.append(at)
                yield at


def _nearest(encounter: Encounter, side: str, beside: int) -> list[int]:
    """Whom one would stand by: the one who was named, one's own, anybody."""
    everybody = range(len(encounter.entrants))
    own = [i for i in everybody if encounter.entrants[i].side == side]
    named = [beside] if beside >= 0 else []
    return [*named, *own[::-1], *(i for i in everybody if i not in own)]
