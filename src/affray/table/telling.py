"""What is of this moment, said here and told to the other servers of the store."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict

from affray.table.asides import Aside
from affray.table.database import Database
from affray.table.keeping import KeptGame
from affray.table.presence import Presence

PRESENT, ASIDE, FORGOTTEN, NUDGED = "present", "aside", "forgotten", "nudged"
"""What is told: who is here, a word beside the table, that a chair changes hands, a nudge."""


def say(database: Database, kept: KeptGame, aside: Aside, chairs: Iterable[int]) -> None:
    """A word beside the table, for these chairs at whichever server they are."""
    heard = list(chairs)
    kept.asides.say(aside, heard)
    said = {name: value for name, value in asdict(aside).items() if name != "at"}
    database.tell({"what": ASIDE, "fight": kept.id, "chairs": heard, "aside": said})


def forget(database: Database, kept: KeptGame, n: int) -> None:
    """Somebody else sits there now: what was said to the one before is not for them."""
    kept.asides.forget(n)
    database.tell({"what": FORGOTTEN, "fight": kept.id, "chair": n})


def nudge(database: Database, presence: Presence, fight: str, by: int, name: str, n: int) -> float:
    """0 where somebody was nudged; else in how many seconds they may be."""
    wait = presence.nudge(fight, by, name, n)
    if not wait:
        database.tell({"what": NUDGED, "fight": fight, "nudge": (by, name, n)})
    return wait
