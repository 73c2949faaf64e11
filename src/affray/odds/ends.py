"""How everybody is where a line of play ends, and what it has cost them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from affray.book.ruleset import Ruleset
from affray.oracles.dice import Noted


@dataclass(frozen=True)
class LineEnd:
    """Lines of play that came to the same: what was told, how likely, and how all are then.

    Bit i of `standing` says that creature i stands; `fields` are every creature's
    `shown_fields`, in their order.
    """

    told: tuple[Noted, ...]
    given: int
    p: Fraction
    standing: int
    fields: tuple[tuple[int, ...], ...]


@cache
def shown_fields(ruleset: Ruleset) -> list[str]:
    """The fields of a creature that an end tells of: plain numbers, in the record's order."""
    fields = ruleset.world.layout.fields["creatures"].layout.fields.values()
    asked = {head.becomes for group in ruleset.words.heads for head in group}
    asked |= {name for loss in ruleset.words.losses for name in loss.reads}
    return [f.name for f in fields if f.headline or f.name in asked]


def headline_fields(ruleset: Ruleset) -> list[str]:
    """Those of them of which something can be lost."""
    fields = ruleset.world.layout.fields["creatures"].layout.fields
    return [name for name in shown_fields(ruleset) if fields[name].headline]


def end_of(
    ruleset: Ruleset,
    world: Any,
    told: tuple[Noted, ...] = (),
    given: int = 0,
    p: Fraction = Fraction(1),
) -> LineEnd:
    """How everybody is in a world."""
    shown = shown_fields(ruleset)
    standing = sum(1 << i for i in range(world.n) if ruleset.standing(world, i))
    fields = tuple(tuple(getattr(c, f) for f in shown) for c in world.creatures[: world.n])
    return LineEnd(told, given, p, standing, fields)


class Losses:
    """Counts what a line of play has cost a creature."""

    def __init__(self, ruleset: Ruleset, before: LineEnd) -> None:
        self.before = before
        self.shown = shown_fields(ruleset)
        self.by_field = {f: ruleset.words.loss(f) for f in headline_fields(ruleset)}

    def lost(self, field: str, i: int, end: LineEnd) -> int:
        loss = self.by_field[field]
        was, now = self.before.fields[i], end.fields[i]
        if loss.counted is None:
            k = self.shown.index(field)
            return now[k] - was[k] if loss.grows else was[k] - now[k]
        told = [event for event in end.told if event[1] == i]
        named = [dict(zip(self.shown, values, strict=True)) for values in (was, now)]
        return loss.counted(named[0], named[1], told)
