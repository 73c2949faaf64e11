"""Who may play a creature at a table without a person: temperaments, and one who thinks."""

from __future__ import annotations

from affray.book.errors import unknown
from affray.book.ruleset import Ruleset
from affray.fight.levels import CLEVER, is_computer, level_of
from affray.fight.players import PERSON
from affray.table.game import Refused
from affray.table.limits import USUAL

THINKS = f"{CLEVER}:1s"
"""Who sits down where somebody clever is asked for: a second a decision suits a table."""

LEVELS = (f"{CLEVER}:0.3s", THINKS, f"{CLEVER}:5s")
"""Those who think, as a table offers them."""


def computers_at_table(ruleset: Ruleset) -> list[str]:
    """Whoever the computer can play as, by name."""
    return [*ruleset.temperaments, *LEVELS]


def player_at_table(ruleset: Ruleset, player: str) -> str:
    """Who plays a seat, by name: a person, a temperament, one who thinks so long at most."""
    if player == CLEVER:
        return THINKS
    known = [PERSON, *ruleset.temperaments, CLEVER]
    level = level_of(player) if is_computer(ruleset, player) else None
    if player not in known and level is None:
        raise Refused(unknown("player", player, known))
    if level and (level.seconds > USUAL.thinks_seconds or level.playouts > USUAL.thinks_playouts):
        most = f"{CLEVER}:{USUAL.thinks_playouts} or {CLEVER}:{USUAL.thinks_seconds:g}s"
        raise Refused(f"found {player!r}, expected {most} at most at a table")
    return player
