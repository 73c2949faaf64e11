"""A table's patience: for whoever is asked and away too long, the computer answers.

So nobody's empty chair blocks everybody. The game master sets it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from contextlib import suppress

from affray.oracles.tape import Question
from affray.table.game import GAME_MASTER, Game, NotYours, Refused
from affray.table.keeping import KeptGame, Stale
from affray.table.presence import HERE, Presence
from affray.table.standing_in import let_the_computer
from affray.table.store import Chair

PATIENCE = (0, 60, 120, 300)
"""Seconds; 0 waits for ever."""


def have_patience(game: Game, chair: Chair, seconds: int) -> None:
    """How long this table waits for one who is away."""
    if not chair.is_gm:
        raise NotYours("only the game master may do that")
    if seconds not in PATIENCE:
        raise Refused(f"patience: found {seconds}, expected one of {PATIENCE}")
    game.patience = seconds


def give_advice(game: Game, chair: Chair, is_on: bool) -> None:
    """Whether one may ask this table what to do."""
    if not chair.is_gm:
        raise NotYours("only the game master may do that")
    game.advice = is_on


# Time passes


class WaitedFor:
    """Since when who is waited for, at every fight in memory."""

    def __init__(self, presence: Presence) -> None:
        self.presence = presence
        self._since: dict[tuple[str, int], tuple[Question | None, float]] = {}
        self._missed: set[tuple[str, int]] = set()
        """For whom the computer has answered since they were here last."""

    def answer_for_the_late(self, kept: KeptGame) -> bool:
        """One after the other, as it is then; True where somebody was."""
        some = False
        for _ in kept.chairs:
            late, seen = self.overdue(kept)
            if not late:
                break
            lose_patience(kept, late[0], seen)
            some = True
        return some

    def overdue(self, kept: KeptGame) -> tuple[list[str], int]:
        """The seats for which the computer is to answer now, and the number of that moment."""
        with kept.lock:
            game = kept.game
            waited = {game.holder(who).n for who in game.asked_now()}
            absent = [c for c in game.player_chairs if self._is_late(game, c)]
            late = [c for c in absent if c.n in waited]
            self._missed.update((game.id, chair.n) for chair in late)
            return [chair.name for chair in late], kept.number(GAME_MASTER) if late else 0

    def _is_late(self, game: Game, chair: Chair) -> bool:
        now, key = self.presence.clock(), (game.id, chair.n)
        asked = game.fight.pending
        if key not in self._since or self._since[key][0] is not asked:
            self._since[key] = (asked, now)
        away = self.presence.away_for(*key)
        if not away:
            self._missed.discard(key)
        waited = away if self._is_missed(game, key) else min(now - self._since[key][1], away)
        return 0 < game.patience <= waited

    def _is_missed(self, game: Game, key: tuple[str, int]) -> bool:
        """Whether somebody who is here has waited in vain for one who has not come back since: not
        once more for each of their dice. Where nobody is here, a fight does not run away."""
        chairs = range(len(game.chairs))
        return key in self._missed and HERE in self.presence.seats(game.id, chairs)

    def forget(self, is_there: Callable[[str], bool]) -> None:
        self._since = {key: at for key, at in self._since.items() if is_there(key[0])}
        self._missed = {key for key in self._missed if is_there(key[0])}


def lose_patience(kept: KeptGame, seat: str, seen: int) -> None:
    """Answer for one who is away; who has answered in the meantime is back, and where another
    server has done it, it is done."""

    def work(game: Game, chair: Chair) -> None:
        let_the_computer(game, chair, seat)

    with suppress(Refused, Stale):
        kept.carry_out(GAME_MASTER, f"away-{secrets.token_hex(8)}", seen, work)
