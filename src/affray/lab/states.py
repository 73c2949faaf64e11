"""The states of a fight that is being solved, by number, and how those end in which it is over."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from typing import Any, NamedTuple

from affray.book.encounter import Encounter
from affray.lab.steps import Opened, Reached, Steps
from affray.rules.ask import NOBODY, ONGOING
from affray.rules.world import pack, unpack

MOST_STATES = 100_000
BATCH = 64
"""States that are led on at a time."""

MOST_RECENT = 4096
NEGLIGIBLE = Fraction(1, 10**9)
"""What may be left unsolved and a fight still be called solved, within that."""


class TooManyStates(Exception):
    """More states than anybody wants to wait for; so many were met, in all the time there was."""

    def __init__(self, states: int, seconds: float = 0) -> None:
        within = f" after {seconds:g} s, and more to come" if seconds else ""
        super().__init__(f"too large: {states:,} states{within}")
        self.states, self.seconds = states, seconds


class FightEnd(NamedTuple):
    """How a fight can end: who won, who stands (a mask), in which round, and what everybody has
    left, as `left_fields` are for each creature in turn."""

    winner: int
    standing: int
    round: int
    left: tuple[int, ...]


@dataclass
class Solved:
    """How a fight ends, with the chance of every end: its weight by the `whole`.

    `left` is the weight of what was not followed to its end, `off` by how much a chance may be
    wrong because numbers were rounded: nothing, or next to nothing. `best` are the sides that
    play as well as can be, the first of them for its own chance to win.
    """

    encounter: Encounter
    engine: str
    weights: dict[FightEnd, Fraction | int] = field(default_factory=dict)
    whole: int = 1
    left: Fraction = Fraction(0)
    states: int = 0
    steps: Fraction = Fraction(0)
    best: tuple[str, ...] = ()
    off: Fraction = Fraction(0)

    @property
    def is_exact(self) -> bool:
        return not self.left and not self.off

    @cached_property
    def ends(self) -> dict[FightEnd, Fraction]:
        return {end: Fraction(p) / self.whole for end, p in self.weights.items()}

    def wins(self) -> dict[str, Fraction]:
        """Of every side, and of nobody."""
        sides = dict(enumerate([*self.encounter.sides]))
        out = {side: self._sum(lambda end, k=k: end.winner == k) for k, side in sides.items()}
        return {**out, "none": self._sum(lambda end: end.winner == NOBODY)}

    def survivors(self) -> dict[str, Fraction]:
        names = self.encounter.names["creatures"]
        return {
            name: self._sum(lambda end, i=i: bool(end.standing >> i & 1))
            for i, name in enumerate(names)
        }

    def rounds(self) -> dict[int, Fraction]:
        """How likely the fight ends in which round."""
        return self._spread(lambda end: end.round)

    def _spread(self, of: Callable[[FightEnd], int]) -> dict[int, Fraction]:
        out: dict[int, Fraction | int] = defaultdict(int)
        for end, p in self.weights.items():
            out[of(end)] += p
        return {k: Fraction(out[k]) / self.whole for k in sorted(out)}

    def _sum(self, holds: Callable[..., bool]) -> Fraction:
        return Fraction(sum(p for end, p in self.weights.items() if holds(end))) / self.whole


def left_fields(encounter: Encounter) -> list[str]:
    """What of a creature is told at the end: its headline fields."""
    creature = encounter.ruleset.world.layout.fields["creatures"].layout
    fields = creature.fields.values()
    return [f.name for f in fields if f.storage and f.headline and not f.is_list]


class States:
    """Numbers for states; a new one waits to be led on, unless the fight is over in it.

    States that differ in a clock alone are one; they are told apart by a hash of 128 bits.
    """

    def __init__(self, encounter: Encounter) -> None:
        self.encounter = encounter
        self.fields = left_fields(encounter)
        layout = encounter.ruleset.world.layout
        self.identity = int.from_bytes(layout.identity_mask(), "little")
        self.start = pack(encounter.world())
        self.size = layout.state_size
        self.numbers: dict[bytes, int] = {}
        self.recent: dict[bytes, int] = {}
        self.waiting: dict[int, bytes] = {}
        self.ended: dict[int, FightEnd] = {}

    def numbered(self, opened: Opened) -> list[int]:
        """The numbers of all that a step leads to; states of one batch are often the same."""
        for end in opened.ends:
            if end.state not in self.recent:
                self.recent[end.state] = self._number(end.state, end.winner)
        found = [self.recent[end.state] for end in opened.ends]
        if len(self.recent) > MOST_RECENT:
            self.recent.clear()
        return found

    def _number(self, state: bytes, winner: int) -> int:
        held = int.from_bytes(state, "little") & self.identity
        key = blake2b(held.to_bytes(self.size, "little"), digest_size=16).digest()
        if key not in self.numbers:
            self.numbers[key] = len(self.numbers)
            if winner == ONGOING:
                self.waiting[self.numbers[key]] = state
            else:
                self.ended[self.numbers[key]] = self._end(state, winner)
        return self.numbers[key]

    def world(self, state: bytes) -> Any:
        return unpack(self.encounter.ruleset.world, state + self.start[self.size :])

    def _end(self, state: bytes, winner: int) -> FightEnd:
        w, rules = self.world(state), self.encounter.ruleset
        standing = sum(1 << i for i in range(w.n) if rules.standing(w, i))
        here = w.creatures[: len(self.encounter.entrants)]
        left = tuple(int(getattr(c, name)) for c in here for name in self.fields)
        return FightEnd(winner, standing, int(w.round), left)

    def begin(self, steps: Steps) -> Opened:
        """The beginning of the fight: what is done before its first step, or nothing."""
        state = self.start[: self.size]
        if self.encounter.start_index >= 0:
            winner = int(self.encounter.ruleset.outcome(self.encounter.world()))
            return Opened([], [Reached(0, state, winner, Fraction(1))])
        return steps([state], False)[0]
