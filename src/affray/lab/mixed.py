"""Two who choose at once: how often to do what, exactly, by the simplex method in fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

Payoffs = Sequence[Sequence[Fraction]]
"""What the first gets for each of its rows and the other's columns; the other loses that."""

ZERO, ONE = Fraction(0), Fraction(1)


def mixed(table: Payoffs) -> tuple[Fraction, list[Fraction], list[Fraction]]:
    """What the game is worth to the first, and how often each does what."""
    rows, columns = _worthwhile(table)
    kept = [[table[i][j] for j in columns] for i in rows]
    worth, first, other = _solved(kept)
    return (
        worth,
        _spread(first, rows, len(table)),
        _spread(other, columns, len(table[0])),
    )


def _spread(shares: list[Fraction], places: list[int], size: int) -> list[Fraction]:
    out = [ZERO] * size
    for place, share in zip(places, shares, strict=True):
        out[place] = share
    return out


def _worthwhile(table: Payoffs) -> tuple[list[int], list[int]]:
    """Rows and columns that no other is at least as good as, found again until none falls."""
    rows, columns = list(range(len(table))), list(range(len(table[0])))
    while True:
        before = len(rows) + len(columns)
        rows = _undominated(rows, {i: [table[i][j] for j in columns] for i in rows})
        columns = _undominated(columns, {j: [-table[i][j] for i in rows] for j in columns})
        if len(rows) + len(columns) == before:
            return rows, columns


def _undominated(places: list[int], gains: dict[int, list[Fraction]]) -> list[int]:
    kept: list[int] = []
    for place in places:
        if any(_covers(gains[other], gains[place]) for other in kept):
            continue
        kept = [other for other in kept if not _covers(gains[place], gains[other])] + [place]
    return sorted(kept)


def _covers(one: list[Fraction], other: list[Fraction]) -> bool:
    return all(a >= b for a, b in zip(one, other, strict=True))


def _solved(table: Payoffs) -> tuple[Fraction, list[Fraction], list[Fraction]]:
    """The simplex method on a table made positive, by Bland's rule: it comes to an end."""
    m, n = len(table), len(table[0])
    shift = ONE - min(min(row) for row in table)
    tableau = [
        [x + shift for x in row] + [ONE if k == i else ZERO for k in range(m)] + [ONE]
        for i, row in enumerate(table)
    ]
    goal = [-ONE] * n + [ZERO] * (m + 1)
    basis = [n + i for i in range(m)]
    while (entering := next((j for j in range(n + m) if goal[j] < 0), -1)) >= 0:
        ratios = [(tableau[i][-1] / tableau[i][entering], basis[i], i) for i in range(m)
                  if tableau[i][entering] > 0]  # fmt: skip
        at = min(ratios)[2]
        _pivot(tableau, goal, at, entering)
        basis[at] = entering
    worth = ONE / goal[-1]
    other = [ZERO] * n
    for i, j in enumerate(basis):
        if j < n:
            other[j] = tableau[i][-1] * worth
    first = [goal[n + i] * worth for i in range(m)]
    return worth - shift, first, other


def _pivot(tableau: list[list[Fraction]], goal: list[Fraction], at: int, column: int) -> None:
    scale = tableau[at][column]
    tableau[at] = [x / scale for x in tableau[at]]
    for row in [*tableau[:at], *tableau[at + 1 :], goal]:
        factor = row[column]
        if factor:
            row[:] = [x - factor * y for x, y in zip(row, tableau[at], strict=True)]
