"""How strong each player is: every side of an encounter, against the best of the others'."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from affray.book.encounter import Encounter, read_encounter
from affray.book.ruleset import Ruleset
from affray.lab.best import best
from affray.lab.forks import Unknowable
from affray.lab.simulate import Simulation, simulate
from affray.lab.states import TooManyStates
from affray.lab.until import wilson

POLICY_FIGHTS = 2000
"""Fights of temperaments against each other: compiled they cost nothing."""


ShareInterval = tuple[float, float, float]
"""A share with its 95 % interval."""


PERFECT = "perfect"
"""The side as well as can be played, where the fight can be solved in a moment."""

PERFECT_STATES, PERFECT_PATIENCE = 100_000, 20.0


DECIDED = 0.98
"""Past this share a fight is decided before it begins."""


@dataclass(frozen=True)
class Rung:
    """How often somebody won, in how many fights, and what a fight took.

    Of whoever plays as well as can be the chance is known, and no fight was played.
    """

    player: str
    wins: int
    fights: int
    seconds: float
    exactly: Fraction | None = None

    @property
    def rate(self) -> ShareInterval:
        if self.exactly is not None:
            return (float(self.exactly),) * 3
        return wilson(self.wins, self.fights)

    @property
    def thinks(self) -> bool:
        return ":" in self.player


@dataclass(frozen=True)
class Ladder:
    """All who played one side, against the same temperament on the others."""

    encounter: str
    side: str
    against: str
    rungs: list[Rung]

    @property
    def best_temperament(self) -> Rung:
        """The best of those who do not think."""
        played = (r for r in self.rungs if not r.thinks and r.exactly is None)
        return max(played, key=lambda rung: rung.wins)

    def verdict(self, rung: Rung) -> str:
        """Whether somebody is stronger than the best temperament, as far as the fights tell; or
        that it makes no difference, for the fight is decided for both."""
        low, high = difference(rung.rate, self.best_temperament.rate)
        if low > 0:
            return "stronger"
        if high < 0:
            return "weaker"
        both = (rung.rate[0], self.best_temperament.rate[0])
        if min(both) > DECIDED:
            return "won either way"
        return "lost either way" if max(both) < 1 - DECIDED else "no difference shown"


def difference(one: ShareInterval, other: ShareInterval) -> tuple[float, float]:
    """The 95 % interval of the difference of two shares, by Newcombe's tenth method."""
    (p, low, high), (q, other_low, other_high) = one, other
    below = sqrt((p - low) ** 2 + (other_high - q) ** 2)
    above = sqrt((high - p) ** 2 + (q - other_low) ** 2)
    return p - q - below, p - q + above


def samples(ruleset: Ruleset) -> list[Encounter]:
    """The fights that come with a game."""
    found = [read_encounter(path, name) for name, path in ruleset.encounter_files().items()]
    return [encounter for encounter in found if not encounter.is_between]


def ladders(
    encounters: Iterable[Encounter],
    levels: list[str],
    fights: int,
    seed: int,
    policy_fights: int = POLICY_FIGHTS,
    tell: Callable[[str], None] = lambda line: None,
) -> Iterator[Ladder]:
    """Every encounter, from each of its sides that has anybody in it."""
    for encounter in encounters:
        for side in encounter.sides:
            if _has_anybody(encounter, side):
                yield _climbed(encounter, side, levels, fights, seed, policy_fights, tell)


@dataclass(frozen=True)
class AllAlike:
    """How often each side won when everybody thought for as long as everybody else."""

    level: str
    shares: dict[str, ShareInterval]

    @property
    def is_decided(self) -> bool:
        return any(p > DECIDED for p, _, _ in self.shares.values())


def all_alike(encounter: Encounter, level: str, fights: int, seed: int) -> AllAlike:
    """The same level on all sides: what is left of a lead when nobody plays badly."""
    run = _whole(encounter, fights, seed, [level] * len(encounter.entrants))
    wins = {side: run.wins()[side] for side in encounter.sides if _has_anybody(encounter, side)}
    return AllAlike(level, {side: wilson(won, run.tally.fights) for side, won in wins.items()})


def _has_anybody(encounter: Encounter, side: str) -> bool:
    return any(e.side == side for e in encounter.entrants)


def _climbed(
    encounter: Encounter,
    side: str,
    levels: list[str],
    fights: int,
    seed: int,
    policy_fights: int,
    tell: Callable[[str], None],
) -> Ladder:
    tempers = list(encounter.ruleset.temperaments)
    against = _strongest(encounter, side, tempers[1:] or tempers, policy_fights, seed)
    rungs = []
    for player in [*tempers, *levels]:
        count = policy_fights if player in tempers else fights
        rungs.append(_rung(encounter, side, player, against, count, seed))
        tell(f"{encounter.name}, {side}: {player} {rungs[-1].wins} of {count}")
    rungs += _perfect(encounter, side, against)
    return Ladder(encounter.name, side, against, rungs)


def _perfect(encounter: Encounter, side: str, against: str) -> list[Rung]:
    """The side as well as can be played, unless that is too large or cannot be told."""
    temper, began = encounter.ruleset.temperament(against), time.monotonic()
    seats = [temper] * len(encounter.entrants)
    try:
        solved = best(encounter, seats, [side], PERFECT_STATES, PERFECT_PATIENCE)
    except (TooManyStates, Unknowable):
        return []
    return [Rung(PERFECT, 0, 0, time.monotonic() - began, solved.wins()[side])]


def _rung(
    encounter: Encounter, side: str, player: str, against: str, fights: int, seed: int
) -> Rung:
    seats = [player if e.side == side else against for e in encounter.entrants]
    run = _whole(encounter, fights, seed, seats)
    return Rung(player, run.wins()[side], run.tally.fights, run.seconds / run.tally.fights)


def _whole(encounter: Encounter, fights: int, seed: int, seats: list[str]) -> Simulation:
    run = simulate(encounter, fights, seed, "auto", seats)
    if run.stopped:  # half of a cell says something else than the whole of it
        raise KeyboardInterrupt
    return run


def _strongest(encounter: Encounter, side: str, tempers: list[str], fights: int, seed: int) -> str:
    """The temperament of the others under which this side wins least, however it plays."""

    def won(against: str) -> int:
        return max(_rung(encounter, side, t, against, fights, seed).wins for t in tempers)

    return min(tempers, key=won)
