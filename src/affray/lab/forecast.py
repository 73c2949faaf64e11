"""How deadly is it? A fight before it is fought: badly played, well played, and by both."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from affray.book.encounter import Encounter
from affray.fight.players import usual_player
from affray.lab.simulate import Simulation, simulate
from affray.lab.tally import Tally
from affray.lab.until import wilson

ShareInterval = tuple[float, float, float]
"""A share with its 95 % interval."""


def _silent(done: int) -> None:
    """Nobody is told how far it is."""


@dataclass(frozen=True)
class Forecast:
    """What is to be expected of a fight, where each side plays like that."""

    players: dict[str, str]
    run: Simulation

    @property
    def wins(self) -> dict[str, ShareInterval]:
        return self.run.win_rates()

    @property
    def falls(self) -> dict[str, ShareInterval]:
        """How often each of the first side no longer stands at the end."""
        encounter, tally = self.run.encounter, self.run.tally
        return {
            entrant.name: wilson(tally.fights - tally.survivors[i], tally.fights)
            for i, entrant in enumerate(encounter.entrants)
            if entrant.side == encounter.sides[0]
        }

    def minutes_by(self, q: float) -> int:
        """The minutes at the table within which so large a share of the fights is over."""
        return _by(self.run.report().minutes, q)


SECONDS_A_DECISION = 20
"""What a person at a table takes for one, dice and talk included."""


@dataclass(frozen=True)
class Outlook:
    """What some fights came to, as far as a forecast tells of it; more can be added.

    `decided` counts the decisions of the first side in so many fights that were `watched`.
    """

    fights: int = 0
    wins: int = 0
    fallen: Mapping[str, int] = field(default_factory=dict)
    rounds: Mapping[int, int] = field(default_factory=dict)
    decided: int = 0
    watched: int = 0

    def __add__(self, other: Outlook) -> Outlook:
        return Outlook(
            self.fights + other.fights,
            self.wins + other.wins,
            _added(self.fallen, other.fallen),
            _added(self.rounds, other.rounds),
            self.decided + other.decided,
            self.watched + other.watched,
        )

    @property
    def win(self) -> ShareInterval:
        return wilson(self.wins, self.fights)

    @property
    def falls(self) -> dict[str, ShareInterval]:
        return {name: wilson(n, self.fights) for name, n in self.fallen.items()}

    def round_by(self, q: float) -> int:
        """The round by which so large a share of the fights is over."""
        return _by(self.rounds, q)

    @property
    def minutes(self) -> int | None:
        """About how long it takes people to play it."""
        if not self.watched:
            return None
        return max(1, round(self.decided / self.watched * SECONDS_A_DECISION / 60))


def _by(counted: Mapping[int, int], q: float) -> int:
    """The number up to which so large a share lies of all that were counted."""
    seen, all_of_them = 0, sum(counted.values())
    for number in sorted(counted):
        seen += counted[number]
        if seen >= q * all_of_them:
            return number
    return 0


K = TypeVar("K")


def _added(one: Mapping[K, int], other: Mapping[K, int]) -> dict[K, int]:
    return {key: one.get(key, 0) + other.get(key, 0) for key in (*one, *(other.keys() - one))}


def outlook_of(encounter: Encounter, tally: Tally) -> Outlook:
    """A tally as far as a forecast needs it."""
    own = [(i, e.name) for i, e in enumerate(encounter.entrants) if e.side == encounter.sides[0]]
    fallen = {name: tally.fights - tally.survivors[i] for i, name in own}
    return Outlook(tally.fights, tally.winners[0], fallen, dict(tally.rounds))


def forecasts(
    encounter: Encounter,
    thinker: str,
    many: int,
    few: int,
    seed: int,
    progress: Callable[[int], None] = _silent,
) -> Iterator[Forecast]:
    """Everybody of the usual sort; the first side thinking; all of them thinking.

    The first is there at once, and is played so often that its interval is narrow. Who is stopped
    tells what there is, and raises KeyboardInterrupt.
    """
    usual, first = usual_player(encounter.ruleset), encounter.sides[0]
    for mine, theirs in ((usual, usual), (thinker, usual), (thinker, thinker)):
        players = {side: mine if side == first else theirs for side in encounter.sides}
        seats = [players[entrant.side] for entrant in encounter.entrants]
        fights = few if thinker in seats else many
        told = progress if thinker in seats else _silent
        run = simulate(encounter, fights, seed, "auto", seats, told, reported=True)
        if run.tally.fights:
            yield Forecast(players, run)
        if run.stopped:
            raise KeyboardInterrupt
