"""What many fights came to, as it is told: histograms, who stood or died, fights worth watching.

It is added to as fights come in, and two of them make one: nothing of it grows with the number of
fights.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from affray.book.encounter import Encounter
from affray.book.heads import deaths
from affray.lab.rows import FightRows, kept
from affray.rules.layout import Field

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

STANDS, DOWN, DEAD = "stands", "down", "dead"
FATES = (STANDS, DOWN, DEAD)

A_DECISION = 20
"""Seconds people at a table take for one, dice and talk included."""

Worth = Literal["worst", "luckiest", "closest"]


@dataclass(frozen=True)
class Notable:
    """A fight worth watching: its number, who won, when; the higher its score, the more so."""

    fight: int
    winner: int
    rounds: int
    score: tuple[float, ...]


@dataclass
class Report:
    """What the fights so far came to; creatures and sides by their numbers."""

    fights: int = 0
    rounds: Counter[int] = field(default_factory=Counter)
    decisions: Counter[int] = field(default_factory=Counter)
    minutes: Counter[int] = field(default_factory=Counter)
    standing: dict[int, Counter[int]] = field(default_factory=dict)
    fates: dict[int, Counter[str]] = field(default_factory=dict)
    left: dict[str, dict[int, Counter[int]]] = field(default_factory=dict)
    notable: dict[Worth, Notable] = field(default_factory=dict)

    def __add__(self, other: Report) -> Report:
        """A new one, never half of it."""
        names = {**self.left, **other.left}
        return Report(
            self.fights + other.fights,
            self.rounds + other.rounds,
            self.decisions + other.decisions,
            self.minutes + other.minutes,
            _both(self.standing, other.standing),
            _both(self.fates, other.fates),
            {name: _both(self.left.get(name, {}), other.left.get(name, {})) for name in names},
            _better(self.notable, other.notable),
        )


def _both(one: dict[int, Counter[Any]], other: dict[int, Counter[Any]]) -> dict[int, Counter[Any]]:
    empty: Counter[Any] = Counter()
    return {k: one.get(k, empty) + other.get(k, empty) for k in {**one, **other}}


def _better(one: dict[Worth, Notable], other: dict[Worth, Notable]) -> dict[Worth, Notable]:
    found = dict(one)
    for worth, fight in other.items():
        if worth not in found or fight.score > found[worth].score:
            found[worth] = fight
    return found


def report_of(encounter: Encounter, world: Any, rows: FightRows, first: int) -> Report:
    """Of some fights that began in this world, the first of which has this number."""
    seconds = rows.decisions * A_DECISION
    sides = {k: _counted(rows.survivors(side)) for k, side in enumerate(rows.sides)}
    return Report(
        len(rows),
        _counted(rows.rounds),
        _counted(rows.decisions),
        _counted((seconds / 60 + 0.5).astype(int)),
        sides,
        _fates(encounter, rows),
        {f.name: _of_each(rows.fields[f.name]) for f in numbers_left(encounter)},
        _notable(encounter, world, rows, first),
    )


def _counted(column: Array) -> Counter[int]:
    import numpy as np

    values, counts = np.unique(column, return_counts=True)
    return Counter(dict(zip(values.tolist(), counts.tolist(), strict=True)))


def _of_each(columns: Array) -> dict[int, Counter[int]]:
    return {i: _counted(columns[:, i]) for i in range(columns.shape[1])}


def numbers_left(encounter: Encounter) -> list[Field]:
    """What a creature has less or more of at the end: no lists, no flags, no names."""
    creature = encounter.ruleset.world.layout.fields["creatures"].layout
    return [
        f
        for f in kept(creature)
        if not (f.is_list or f.is_flag or f.of is not None or f.mask is not None)
        and f.name not in deaths(encounter.ruleset.words.heads)
    ]


def _fates(encounter: Encounter, rows: FightRows) -> dict[int, Counter[str]]:
    """How often each stood at the end, was dead, or merely down."""
    dead_by = deaths(encounter.ruleset.words.heads)
    fields = [rows.fields[name] for name in dead_by if name in rows.fields]
    out = {}
    for i in range(len(rows.creatures)):
        stands = rows.standing[:, i]
        dead = stands & False
        for column in fields:
            dead = dead | (column[:, i] != 0)
        counts = {STANDS: stands & ~dead, DOWN: ~stands & ~dead, DEAD: dead}
        out[i] = Counter({fate: int(column.sum()) for fate, column in counts.items()})
    return out


def has_deaths(encounter: Encounter) -> bool:
    """Whether a game tells dead from merely down."""
    return bool(deaths(encounter.ruleset.words.heads))


# Fights worth watching


def _notable(encounter: Encounter, world: Any, rows: FightRows, first: int) -> dict[Worth, Notable]:
    """By what was left of both: all of one side's worst, its best, and what hung by a thread."""
    import numpy as np

    if not len(rows):
        return {}
    mine = rows.survivors(rows.sides[0])
    theirs = rows.standing.sum(axis=1) - mine
    harm = _harm(encounter, world, rows, lambda side: side == 0)
    harmed = _harm(encounter, world, rows, lambda side: side != 0)
    won = (rows.winners == 0).astype(int)
    left = np.where(won, mine, theirs)
    cost = np.where(won, harm, harmed)
    scores: dict[Worth, list[Array]] = {
        "worst": [-won, -mine, theirs, harm, -harmed],
        "luckiest": [won, mine, -theirs, -harm, -rows.rounds],
        "closest": [-left, cost, rows.rounds],
    }
    return {worth: _most(rows, first, columns) for worth, columns in scores.items()}


def _most(rows: FightRows, first: int, columns: list[Array]) -> Notable:
    """The first of those with the highest score."""
    import numpy as np

    order = np.lexsort([-np.arange(len(rows)), *reversed(columns)])
    k = int(order[-1])
    score = tuple(float(column[k]) for column in columns)
    return Notable(first + k, int(rows.winners[k]), int(rows.rounds[k]), score)


def _harm(encounter: Encounter, world: Any, rows: FightRows, of: Callable[[int], bool]) -> Array:
    """What a side has lost of all a game counts, added up fight by fight."""
    start = world.creatures
    total = rows.rounds * 0
    for loss in encounter.ruleset.words.losses:
        column = rows.fields.get(loss.field)
        for i, side in enumerate(rows.side_of):
            if column is not None and column.ndim == 2 and of(side):
                lost = column[:, i].astype(int) - int(getattr(start[i], loss.field))
                total = total + (lost if loss.grows else -lost)
    return total
