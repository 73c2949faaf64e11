"""How a fight ended, as one chair may know it."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from affray.table.game import Game
from affray.table.sealing import Veil, unseen_now
from affray.table.store import Chair
from affray.tell.ending import Eyes, ending, ending_data
from affray.tell.unseen import veiled

SECONDS = 60


def ending_for(game: Game, chair: Chair) -> dict[str, Any] | None:
    """Worked out once for a state of the game and all who see the same; none while it goes on."""
    fight = game.fight
    if not fight.is_over:
        return None
    veil = Veil(game, chair)
    reader = chair.n if veil.hides else -1
    if reader not in game.endings:
        found = ending_data(ending(fight, _eyes(game, chair, veil)))
        game.endings[reader] = found and {**found, "minutes": _minutes(game)}
    return game.endings[reader]


def _minutes(game: Game) -> int | None:
    """From when the table was set up, or the fight begun anew, until it was over."""
    if not game.ended:
        return None
    since = game.begun or game.card.created
    begun, ended = (datetime.fromisoformat(at) for at in (since, game.ended))
    return max(0, round((ended - begun).total_seconds() / SECONDS))


def _eyes(game: Game, chair: Chair, veil: Veil) -> Eyes:
    """Those of a chair from whom nobody hides are open."""
    if not veil.hides:
        return Eyes()
    names = game.fight.names
    return Eyes(
        veil.is_hidden,
        lambda k, text: veiled(text, names, veil.unseen_at(k)),
        unseen_now(game, chair),
    )
