"""What is known of a world before it is played: rules compiled for it alone are shorter.

What no rule writes stays as the encounter set it up: how long its lists are, which readings
hold, what its weapons can do, who has which armor. Where all of a kind have the same, that
number is a constant of the code, and what is never done in this encounter is left out of it;
otherwise it is known between which numbers it lies. Who plays is known as well. In a small game
the code has the world itself as it was set up, and knows each creature's numbers.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from operator import or_

from affray.compiler.source.kinds import FieldOf
from affray.rules.world import Record, clone, pack

FieldOfRecord = tuple[str, str]
"""A field: its record's name and its own."""


@dataclass(frozen=True)
class Span:
    """The least and the greatest number a field has anywhere, and the bits that any of them has."""

    least: int
    most: int
    bits: int


@dataclass(frozen=True)
class Facts:
    """What holds throughout of every field nobody writes, and everybody's temperament."""

    spans: tuple[tuple[FieldOfRecord, Span], ...] = ()
    seats: tuple[int, ...] = ()
    world: bytes = b""
    """The world as it was set up, with nothing where rules write."""

    def __bool__(self) -> bool:
        return bool(self.spans)

    def span(self, place: FieldOf) -> Span | None:
        """Between which numbers lies what is there, in each of its places if it is a list."""
        return self._known.get((place.owner.name, place.field.name))

    def of(self, place: FieldOf) -> int | None:
        """The number that always lies there, where that is known."""
        span = None if place.field.is_list else self.span(place)
        return span.least if span and span.least == span.most else None

    def there(self, place: FieldOf) -> Span | None:
        """The same of the numbers at the address that is there."""
        return self._known.get((place.owner.name, f"{place.field.name} there"))

    def is_in_world(self, place: FieldOf) -> bool:
        """Whether that is a number of the world that nobody writes."""
        return (place.owner.name, place.field.name) in self._in_world

    @cached_property
    def _in_world(self) -> dict[FieldOfRecord, Span]:
        return dict(self.spans)

    @cached_property
    def _known(self) -> dict[FieldOfRecord, Span]:
        seats = _span(self.seats) if self.seats else None
        return self._in_world | (dict.fromkeys(SEATS, seats) if seats else {})


ANY = Facts()

SEATS: tuple[FieldOfRecord, ...] = (("DiceAsk", "temperaments"), ("CrowdAsk", "tempers there"))


def facts_of(w: Record, written: Collection[FieldOfRecord], seats: Sequence[int] = ()) -> Facts:
    """All that is known of a world whose rules write these fields, played by these seats."""
    held: dict[FieldOfRecord, list[int]] = {}
    for name, value in _numbers(w):
        held.setdefault(name, []).append(value)
    known = {name: _span(values) for name, values in held.items() if name not in written}
    spans = tuple(sorted(known.items(), key=lambda one: one[0]))
    return Facts(spans, tuple(seats), pack(_emptied(clone(w), written)))


def _emptied(w: Record, written: Collection[FieldOfRecord]) -> Record:
    """The same world with nothing where rules write."""
    layout = type(w).layout
    for f in layout.fields.values():
        if f.fixed:
            continue  # a copy shares it
        if f.record:
            for one in getattr(w, f.name) if f.is_list else [getattr(w, f.name)]:
                _emptied(one, written)
        elif (layout.name, f.name) in written:
            setattr(w, f.name, [0] * f.capacity if f.is_list else 0)
    return w


def _span(values: Sequence[int]) -> Span:
    return Span(min(values), max(values), reduce(or_, values))


def _numbers(w: Record) -> Iterator[tuple[FieldOfRecord, int]]:
    """Every number of a world, by the name of the field it lies in."""
    layout = type(w).layout
    for f in layout.fields.values():
        found = getattr(w, f.name)
        for one in found if f.is_list else [found]:
            if f.record:
                yield from _numbers(one)
            else:
                yield (layout.name, f.name), int(one)
