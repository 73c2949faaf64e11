"""The chairs of a fight and the short links to them, as they are kept."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sql

from affray.table.tables import CHAIR


@dataclass(frozen=True)
class Chair:
    """Whoever has a link: the game master, or a player and the creatures they play."""

    n: int
    is_gm: bool
    name: str
    creatures: tuple[int, ...] = ()
    taken: bool = False
    person: str = ""
    """What whoever sits there is called, once they have said it; and their colour."""
    colour: str = ""

    @property
    def watches(self) -> bool:
        """Whether whoever sits there only looks on."""
        return not self.is_gm and not self.creatures

    @property
    def called(self) -> str:
        """Who sits there, as the others read it."""
        return f"{self.person} ({self.name})" if self.person else self.name

    @property
    def is_player(self) -> bool:
        return not self.is_gm and bool(self.creatures)


WATCH, MOVE = "watch", "move"
"""What a short link is for, where it is not for a free seat."""


@dataclass(frozen=True)
class Invite:
    """A short link: to a fight's free seats, to look on, or to one seat that changes hands."""

    code: str
    fight: str
    kind: str
    chair: int = -1


def chairs_of(db: sql.Connection, fight: str) -> list[Chair]:
    rows = db.execute(CHAIR.select().where(CHAIR.c.fight == fight).order_by(CHAIR.c.n))
    return [
        Chair(r.n, r.is_gm, r.name, tuple(json.loads(r.creatures)), r.taken, r.person, r.colour)
        for r in rows
    ]


def chair_row(fight: str, chair: Chair) -> dict[str, Any]:
    return {"fight": fight, **chair.__dict__, "creatures": json.dumps(chair.creatures)}
