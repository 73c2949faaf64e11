"""The same fights over and over, with something changed: sweeps, comparisons, what is even.

All variants are played with the same seeds, so that what differs is the change and not the dice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING, Any

from affray.book.encounter import Encounter
from affray.book.errors import BadInput, unknown
from affray.book.rulebook import Ruling
from affray.book.whole import read_whole
from affray.lab.changes import OVER, Change, Variant, matches, require_once, vary
from affray.lab.exactly import solved_fight
from affray.lab.numbers import Numbers, numbers_of
from affray.lab.paired import Difference, difference
from affray.lab.simulate import Simulation, choose_engine, simulate, tempers_of, thinkers
from affray.lab.tally import Tally
from affray.lab.until import wilson
from affray.rules.world import Record

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

MOST_VALUES = 200
"""How many values one axis may have."""


TellDone = Callable[[int], None]


@dataclass(frozen=True)
class Playing:
    """How every variant is played: how often, from which seed on, whose wins are counted."""

    n: int
    seed: int
    side: str
    engine: str = "auto"

    def chosen(self, variant: Variant, variants: int) -> Playing:
        """The engine chosen once for all, by how one of them is played and how many there are."""
        if thinkers(variant.encounter, variant.players):
            return self
        tempers = tempers_of(variant.encounter, variant.players)
        fights = self.n * variants
        return replace(self, engine=choose_engine(variant.encounter, fights, self.engine, tempers))

    def play(self, variant: Variant, progress: TellDone = lambda done: None) -> Simulation:
        """All of its fights: a run that was cut short could not be paired with another."""
        found, players = variant.encounter, variant.players
        engine = "auto" if thinkers(found, players) else self.engine
        run = simulate(
            found, self.n, self.seed, engine, players, progress, keep_rows=True, or_python=True
        )
        if run.stopped:
            raise KeyboardInterrupt
        return run

    def solved(self, variant: Variant, sides: Sequence[str]) -> dict[str, Any]:
        """The whole fight exactly, those sides played as well as can be."""
        return solved_fight(variant, sides)


def require_side(encounter: Encounter, side: str) -> str:
    """The side whose wins are counted; the first, where none is named."""
    if side and side not in encounter.sides:
        raise BadInput(unknown("side", side, encounter.sides), field="--side")
    return side or encounter.sides[0]


# Over one or two axes


@dataclass(frozen=True)
class Axis:
    """What is changed, and the values it goes through."""

    what: str
    values: list[str]


def read_axis(encounter: Encounter, text: str) -> Axis:
    """'Goblin*.armor=+0..+3', 'count:goblin=1..8:2', 'ties=target,attacker', 'ties=*'."""
    what, equals, said = (part.strip() for part in text.rpartition("="))
    if not (what and equals and said):
        raise BadInput(f"found {text!r}, expected WHAT=LOW..HIGH or WHAT=A,B,C", field=OVER)
    values = _every_reading(encounter, what) if said == "*" else _values(text, said)
    _require_few(text, len(values))
    return Axis(what, values)


def require_apart(encounter: Encounter, changes: Sequence[Change], axes: Sequence[Axis]) -> None:
    """Refuse an axis over what is changed already, or over what another one goes over."""
    require_once(encounter, [*changes, *(Change(axis.what, axis.values[0], OVER) for axis in axes)])


def _every_reading(encounter: Encounter, what: str) -> list[str]:
    known = {ruling.name: ruling.reading_names for ruling in encounter.ruleset.book.switches}
    if what not in known:
        raise BadInput(unknown("ruling", what, list(known)), field=OVER)
    return known[what]


def _values(text: str, said: str) -> list[str]:
    if ".." not in said:
        return [one.strip() for one in said.split(",")]
    span, _, by = said.partition(":")
    low, _, high = span.partition("..")
    sign = "+" if low[:1] in ("+", "-") and high[:1] in ("+", "-") else ""
    first, last, step = _whole(low), _whole(high), read_whole(by or "1")
    if first is None or last is None or step is None or step < 1 or last < first:
        why = " which steps by 0;" if step == 0 else ""
        if first is not None and last is not None and last < first:
            why = " which runs backwards;"
        problem = f"found {text!r},{why} expected whole numbers such as 1..8 or +0..+3"
        raise BadInput(problem, field=OVER)
    numbers = range(first, last + 1, step)
    _require_few(text, len(numbers))
    return [f"{k:+d}" if sign else str(k) for k in numbers]


def _require_few(text: str, values: int) -> None:
    if not 1 <= values <= MOST_VALUES:
        problem = f"found {values:,} values in {text!r}, expected 1 to {MOST_VALUES}"
        raise BadInput(problem, field=OVER)


def _whole(text: str) -> int | None:
    found = read_whole(text.lstrip("+-"))
    return -found if found is not None and text.startswith("-") else found


CellValues = tuple[str, ...]


@dataclass(frozen=True)
class SweepCell:
    """One combination of values, and what its fights came to."""

    values: CellValues
    fights: int
    wins: int
    rounds: float
    problem: str = ""


def sweep(
    encounter: Encounter,
    seats: Sequence[str],
    changes: Sequence[Change],
    axes: Sequence[Axis],
    playing: Playing,
    done: dict[CellValues, SweepCell] | None = None,
) -> Iterator[SweepCell]:
    """Every combination in turn; one that cannot be says why, and the others go on."""
    for values, found in cells_of(encounter, seats, changes, axes):
        if done and values in done:
            yield done[values]
        elif isinstance(found, SweepCell):
            yield found
        else:
            yield cell_of(values, found.encounter, playing.play(found).tally, playing)


def cells_of(
    encounter: Encounter, seats: Sequence[str], changes: Sequence[Change], axes: Sequence[Axis]
) -> Iterator[tuple[CellValues, Variant | SweepCell]]:
    """Every combination of values and the fight it is; a cell where it cannot be."""
    for values in product(*(axis.values for axis in axes)):
        here = [Change(axis.what, value, OVER) for axis, value in zip(axes, values, strict=True)]
        try:
            yield values, vary(encounter, seats, [*changes, *here])
        except BadInput as bad:
            yield values, SweepCell(values, 0, 0, 0.0, str(bad))


def cell_of(values: CellValues, encounter: Encounter, tally: Tally, playing: Playing) -> SweepCell:
    """What the fights of one combination came to."""
    wins = tally.winners[encounter.sides.index(playing.side)]
    rounds = sum(k * n for k, n in tally.rounds.items()) / tally.fights
    return SweepCell(values, tally.fights, wins, rounds)


# Two against each other


@dataclass(frozen=True)
class Compared:
    """Two variants, fight by fight."""

    first: Simulation
    second: Simulation
    of: Difference


def compare(
    first: Variant, second: Variant, playing: Playing, progress: TellDone = lambda done: None
) -> Compared:
    """The second against the first, paired by seed; told how many of both are over."""
    runs = (
        playing.play(first, progress),
        playing.play(second, lambda done: progress(playing.n + done)),
    )
    one, other = (run.rows().won(playing.side) for run in runs)
    return Compared(*runs, difference(one, other))


# One more of everything


@dataclass(frozen=True)
class Felt:
    """What one more of a number does."""

    change: Change
    was: str
    of: Difference


def candidates(encounter: Encounter, with_none: bool = False) -> list[tuple[Change, str]]:
    """One more of every number there is, and what it is now; creatures of a kind together. Those
    `with_none` of what another has, as of armor, may come to have it."""
    numbers, found = Numbers(encounter), []
    named: dict[str, list[Record]] = {}
    for i, entrant in enumerate(encounter.entrants):
        name = _together(encounter, entrant.name, entrant.content)
        named.setdefault(name, []).append(numbers.world.creatures[i])
    others = _paths([one for records in named.values() for one in records]) if with_none else []
    creatures = list(named)
    for _, name, record in numbers.things():
        named[name] = [record]
    for name, records in named.items():
        own = _paths(records)
        for path in dict.fromkeys([*own, *(others if name in creatures else [])]):
            change = Change(".".join([name, *path]), "+1")
            was = [numbers.moved(record, path, "+0", change.bad) for record in records]
            if path in own or set(was) == {0}:  # below nothing it is not for them at all
                found.append((change, _range(was)))
    return found


def _paths(records: Sequence[Record]) -> list[tuple[str, ...]]:
    return list(dict.fromkeys(path for record in records for path in numbers_of(record)))


def _range(values: Sequence[Any]) -> str:
    """What it is now; where those changed together differ, from the least to the greatest."""
    if len(set(values)) == 1:
        return str(values[0])
    whole = all(isinstance(value, int) for value in values)
    low, *_, high = sorted(set(values)) if whole else dict.fromkeys(values)
    return f"{low} to {high}"


def _together(encounter: Encounter, name: str, content: str) -> str:
    """Several made from the same content are changed together, by its name."""
    alike = [e for e in encounter.entrants if e.content == content]
    is_kind = len(alike) > 1 and matches(encounter, content) == alike
    return content if is_kind else name


def sensitivity(
    encounter: Encounter,
    seats: Sequence[str],
    playing: Playing,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Iterator[Felt]:
    """What one more does, number by number; what the rules do not allow is left out."""
    base = playing.play(vary(encounter, seats, []))
    wanted = candidates(encounter)
    before = base.rows().won(playing.side)
    for k, (change, was) in enumerate(wanted):
        progress(k, len(wanted))
        try:
            variant = vary(encounter, seats, [change])
        except BadInput:
            continue
        run = playing.play(variant)
        yield Felt(change, was, difference(before, run.rows().won(playing.side)))


# Another reading of a rule


@dataclass(frozen=True)
class Read:
    """What a fight comes to where a rule is read another way, and by how much that differs."""

    change: Change
    run: Simulation
    of: Difference


def other_readings(switches: Sequence[Ruling]) -> list[Change]:
    """Every reading of these rulings that is not the usual one."""
    return [
        Change(ruling.name, reading)
        for ruling in switches
        for reading in ruling.reading_names
        if reading != ruling.default
    ]


def impacts(
    encounter: Encounter,
    seats: Sequence[str],
    switches: Sequence[Ruling],
    playing: Playing,
    base: Simulation,
) -> Iterator[Read]:
    """Each of them in turn, against the fight as it is usually read."""
    before = base.rows().won(playing.side)
    for change in other_readings(switches):
        run = playing.play(vary(encounter, seats, [change]))
        yield Read(change, run, difference(before, run.rows().won(playing.side)))


# How many make it even


def balance(
    encounter: Encounter, seats: Sequence[str], axis: Axis, target: float, playing: Playing
) -> Iterator[SweepCell]:
    """Halve the axis where its wins cross the target; the last two cells are its neighbours."""
    seen: dict[int, SweepCell] = {}

    def at(k: int) -> SweepCell:
        if k not in seen:
            seen[k] = next(
                sweep(encounter, seats, [], [Axis(axis.what, [axis.values[k]])], playing)
            )
        if seen[k].problem:
            raise BadInput(seen[k].problem)
        return seen[k]

    low, high = 0, len(axis.values) - 1
    for k in dict.fromkeys((low, high)):
        yield at(k)
    rises = share(at(high)) >= share(at(low))
    while high - low > 1:
        middle = (low + high) // 2
        yield at(middle)
        if (share(at(middle)) >= target) == rises:
            high = middle
        else:
            low = middle


def nearest(cells: Sequence[SweepCell], target: float) -> str | None:
    """The value whose wins come nearest to what was wanted."""
    sound = (cell for cell in cells if not cell.problem)
    best = min(sound, key=lambda cell: abs(share(cell) - target), default=None)
    return best.values[0] if best else None


def crossed(
    cells: Sequence[SweepCell], target: float
) -> tuple[bool, tuple[str | None, str | None]]:
    """Whether the wins may cross the target among cells in their order, and between which two
    values they surely do: the last that is on the near side of it beyond its error, and the
    first past that on the far side."""
    sides = [_side_of(cell, target) for cell in cells]
    if not sides or (sides[0] and all(side == sides[0] for side in sides)):
        return False, (None, None)
    near = -1 if share(cells[-1]) >= share(cells[0]) else 1
    before = max((k for k, side in enumerate(sides) if side == near), default=-1)
    past = next((k for k in range(before + 1, len(cells)) if sides[k] == -near), None)
    first = cells[before].values[0] if before >= 0 else None
    return True, (first, None if past is None else cells[past].values[0])


def _side_of(cell: SweepCell, target: float) -> int:
    """Above the target or below it, where its interval leaves no doubt."""
    _, low, high = wilson(cell.wins, cell.fights)
    return (low > target) - (high < target)


def share(cell: SweepCell) -> float:
    return cell.wins / cell.fights
