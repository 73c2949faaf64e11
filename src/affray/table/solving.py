"""A whole fight solved by a worker, for a page of the lab."""

from __future__ import annotations

from dataclasses import dataclass

from affray.book.errors import BadInput
from affray.lab.changes import Variant
from affray.lab.exactly import solved_fight
from affray.table.jobs import Came, GiveUp, NobodyWaits, Result, Setting

PATIENCE = 20.0
"""Seconds after which a fight is too large for a page."""


@dataclass(frozen=True)
class SolveJob:
    """A fight, who plays whom, and the sides that play as well as can be."""

    setting: Setting
    players: tuple[str, ...]
    sides: tuple[str, ...]
    patience: float = PATIENCE
    seconds: float = 4 * PATIENCE

    def work_out(self, give_up: GiveUp) -> Result:
        encounter = self.setting.read()

        def tick(states: int) -> None:
            if give_up():
                raise NobodyWaits

        try:
            variant = Variant(encounter, list(self.players))
            found = solved_fight(variant, self.sides, self.patience, tick)
        except NobodyWaits:
            return Result(Came.TOO_MANY)
        except BadInput as bad:
            return Result(Came.REFUSED, why=str(bad))
        return Result(Came.FOUND, found)
