"""The numbers an encounter is made of, found and moved by their names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from affray.book.content import STANDS, show, show_one
from affray.book.encounter import Encounter
from affray.book.errors import BadInput, unknown
from affray.book.toml_tables import read_value
from affray.book.whole import read_whole
from affray.book.words import kebab
from affray.rules import pools
from affray.rules.layout import Field
from affray.rules.world import Record

Bad = Callable[[str], BadInput]

NOT_NUMBERS = ("side", *STANDS)
"""Numbers of a creature that say who or where it is, not what it can do."""


class Numbers:
    """An encounter's world, set up, with everything in it by name."""

    def __init__(self, encounter: Encounter) -> None:
        self.encounter = encounter
        self.world = encounter.world()
        self.names = encounter.names

    def known(self) -> list[str]:
        creatures = [e.name for e in self.encounter.entrants]
        return [*creatures, *(name for _, name, _ in self.things())]

    def things(self) -> Iterator[tuple[str, str, Record]]:
        """(kind, id, record) of all content in this fight but creatures."""
        for f in type(self.world).layout.fields.values():
            for k, name in enumerate(self.names.get(f.name, ()) if f.content else ()):
                for kind in f.content:
                    if f.name != "creatures" and name in self.encounter.library.everything()[kind]:
                        yield kind, name, getattr(self.world, f.name)[k]
                        break

    def thing(self, name: str) -> tuple[str, Record] | None:
        return next(((kind, one) for kind, known, one in self.things() if known == name), None)

    def moved(self, record: Record, path: Sequence[str], to: str, bad: Bad) -> Any:
        """The value a file would hold: what is said, or what was there and a signed number."""
        f, value = self._found(record, path, bad)
        if to[0] not in "+-":
            return read_value(to)
        by = read_whole(to[1:])
        if by is None:
            raise bad(f"found {to!r}, expected a whole number with its sign")
        by = -by if to[0] == "-" else by
        if f.storage and f.storage.is_pool:
            return pools.text(value + by * pools.PLUS)
        if f.of is not None or f.mask is not None:
            raise bad(f"found {to!r}, but {path[0]} is no number: {show_one(f, value, self.names)}")
        return value + by

    def _found(self, record: Record, path: Sequence[str], bad: Bad) -> tuple[Field, int]:
        fields = {name: f for name, f in type(record).layout.fields.items() if not f.record}
        name, *member = path
        if name not in fields:
            raise bad(unknown("field", name, list(fields)))
        f, value = fields[name], getattr(record, name)
        if f.by is not None:
            known = {kebab(one): int(one) for one in f.by}
            if len(member) != 1 or member[0] not in known:
                said = ".".join(path)
                raise bad(f"found {said!r}, expected {name}.{'|'.join(known)}")
            return f, value[known[member[0]]]
        if member or f.is_list:
            raise bad(f"{name} is {show(f, value, self.names)!r}, expected a single number")
        return f, value


def numbers_of(record: Record) -> Iterator[tuple[str, ...]]:
    """The paths to all that can be one more: scores, bonuses, dice; no clocks, flags or names.

    Nothing, and what stands below nothing for none, where everybody has it so at first, is left
    out: there are dozens of such numbers, and one more of them is often no game.
    """
    for f in type(record).layout.fields.values():
        is_number = f.storage and f.of is None and f.mask is None and not f.is_flag
        if not is_number or f.clock or f.scratch or f.secret or f.name in NOT_NUMBERS:
            continue
        value = getattr(record, f.name)
        if f.by is not None:
            set_ones = (one for one in f.by if _is_there(f, value[int(one)]))
            yield from ((f.name, kebab(one)) for one in set_ones)
        elif not f.is_list and _is_there(f, value):
            yield (f.name,)


def _is_there(f: Field, value: int) -> bool:
    """Whether there is so much of it, be it as much as everybody has at first."""
    return value > 0 or value != f.default
