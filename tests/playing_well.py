"""What every game asks of its temperaments: to beat random play, and never to idle."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from affray.book.encounter import Encounter, encounter_from, find_encounter
from affray.book.toml_tables import TomlTable
from affray.conformance.playing import Some
from affray.fight.loop import play
from affray.oracles.dice import Dice
from affray.rules.world import clone

TEMPERAMENTS = {"random": 0, "bold": 1, "careful": 2}

Idles = Callable[[Any, int, int, int, int], bool]
"""Whether (world, who, question, mask, answer) wastes something that could be used."""


@dataclass(frozen=True)
class Field:
    """Where mirror fights are fought: two columns, some way apart."""

    ruleset: str
    size: tuple[int, int]
    columns: tuple[int, int]
    rows: tuple[int, int]

    def ground(self) -> dict[str, Any]:
        return {"map": {"size": list(self.size)}}

    def spot(self, column: int, k: int) -> Any:
        return [self.columns[column], self.rows[0] + self.rows[1] * k]

    def mirror(self, party: list[str]) -> Encounter:
        """The same creatures on both sides of a small field."""
        creatures = [
            {"name": f"{content} {k} of the {side}", "from": content, "side": side, "at": at}
            for column, side in enumerate(("heroes", "foes"))
            for k, content in enumerate(party)
            for at in [self.spot(column, k)]
        ]
        data = {"ruleset": self.ruleset, **self.ground(), "creature": creatures}
        return encounter_from(TomlTable(data, "mirror"), "mirror")

    def share_won(self, parties: list[list[str]], temperament: str, fights: int) -> float:
        """How often a temperament beats random play, each side in turn."""
        won = fought = 0
        for party in parties:
            encounter = self.mirror(party)
            start = encounter.world()
            for mine in (0, 1):
                seats = [
                    TEMPERAMENTS[temperament] if k // len(party) == mine else 0
                    for k in range(2 * len(party))
                ]
                for fight in range(fights):
                    dice = Dice(71, fight, encounter.ruleset.decide, seats)
                    won += play(encounter.ruleset, dice, clone(start)) == mine
                    fought += 1
        return won / fought


@dataclass(frozen=True)
class Rooms(Field):
    """The same where space is places: two of them, side by side."""

    def ground(self) -> dict[str, Any]:
        return {"zone": [{"id": "here", "links": ["there"]}, {"id": "there"}]}

    def spot(self, column: int, k: int) -> Any:
        return ("here", "there")[column]


class _Watchful(Dice):
    """Counts what is answered, and what is wasted."""

    __slots__ = ("answered", "idle", "idles")

    def __init__(self, encounter: Encounter, fight: int, temperament: int, idles: Idles) -> None:
        super().__init__(
            72, fight, encounter.ruleset.decide, [temperament] * len(encounter.entrants)
        )
        self.idles = idles
        self.idle = self.answered = 0

    def choose(self, w: Any, who: int, question: int, mask: int) -> int:
        answer = super().choose(w, who, question, mask)
        self.answered += 1
        self.idle += self.idles(w, who, question, mask, answer)
        return answer


def _all(most: int) -> int:
    return most


def assert_nobody_idles(
    slug: str, fights: dict[str, int], temperament: int, idles: Idles, some: Some = _all
) -> None:
    """One wasted action in any of these fights fails."""
    for name, count in fights.items():
        assert_never(find_encounter(f"{slug}/{name}"), some(count), temperament, idles)


def assert_never(encounter: Encounter, fights: int, temperament: int, idles: Idles) -> None:
    """One such answer in any fight of an encounter fails."""
    start = encounter.world()
    for fight in range(fights):
        dice = _Watchful(encounter, fight, temperament, idles)
        play(encounter.ruleset, dice, clone(start))
        assert dice.answered > 0
        assert dice.idle == 0, f"{encounter.title}, fight {fight}"
