"""A number of an event as its sentence says it: a name, several names, a count."""

from __future__ import annotations

from collections.abc import Sequence

from affray.rules.masks import members

Names = dict[str, list[str]]
"""The names of what stands in the world's lists: {'creatures': ['Ada', ...]}."""

EACH = "those "
"""In a template, before a list: the number is a mask, and each of its members is named."""


class EventNumber(int):
    """An event's number: {x} prints it, {x:creatures} the name, {x:wound|wounds} counts."""

    names: Names

    def __new__(cls, value: int, names: Names) -> EventNumber:
        made = super().__new__(cls, value)
        made.names = names
        return made

    def __format__(self, spec: str) -> str:
        one, counts, several = spec.partition("|")
        if counts:
            return f"{int(self)} {one if self == 1 else several}"
        if spec.startswith(EACH):
            return in_a_row([name_of(self.names, spec[len(EACH) :], k) for k in members(self)])
        return name_of(self.names, spec, int(self)) if spec else str(int(self))


def name_of(names: Names, of: str, k: int) -> str:
    known = names.get(of, [])
    return known[k] if 0 <= k < len(known) else "nobody"


def in_a_row(names: Sequence[str]) -> str:
    """Ada, Ben and Cleo."""
    *others, last = names or ["nobody"]
    return f"{', '.join(others)} and {last}" if others else last
