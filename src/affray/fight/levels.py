"""How long the clever one thinks: `clever:300` is 300 playouts a decision, `clever:2s` 2 s."""

from __future__ import annotations

import re
from dataclasses import dataclass

from affray.book.errors import BadInput
from affray.book.ruleset import Ruleset

CLEVER = "clever"
"""The player every game has without a line of its own: it tries its plans by playouts."""

USUAL_PLAYOUTS = 300
MOST_PLAYOUTS, MOST_SECONDS = 1_000_000, 600.0

_LEVEL = re.compile(r"(\d{1,9})|(\d{1,4}(?:\.\d{1,3})?)s")


@dataclass(frozen=True)
class Level:
    """So many playouts a decision, the same on every machine; or, where there are any, seconds."""

    playouts: int = USUAL_PLAYOUTS
    seconds: float = 0.0


def level_of(player: str) -> Level | None:
    """How long a player thinks; None for one who does not."""
    name, colon, said = player.partition(":")
    if name != CLEVER:
        return None
    if not colon:
        return Level()
    found = _LEVEL.fullmatch(said)
    playouts, seconds = int(found[1] or 0) if found else 0, float(found[2] or 0) if found else 0.0
    if not (0 < playouts <= MOST_PLAYOUTS or 0 < seconds <= MOST_SECONDS):
        raise BadInput(
            f"found {player!r}, expected {CLEVER}:PLAYOUTS (1 to {MOST_PLAYOUTS:,}) "
            f"or {CLEVER}:SECONDSs (up to {MOST_SECONDS:g}s)"
        )
    return Level(playouts, seconds)


def computers(ruleset: Ruleset) -> list[str]:
    """Whoever plays without a person: the game's temperaments, and the clever one."""
    return [*ruleset.temperaments, CLEVER]


def is_computer(ruleset: Ruleset, player: str) -> bool:
    """Whether the computer can play like that here; a level nobody can mean is none."""
    if player in ruleset.temperaments:
        return True
    try:
        return level_of(player) is not None
    except BadInput:
        return False
