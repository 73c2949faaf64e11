"""From which number on each chair has seen what it is asked now.

While all seal at once, that another has sealed changes what is seen, and nothing of what is asked:
whoever answers what they saw before is not too late.
"""

from __future__ import annotations

from collections.abc import Iterable

from affray.oracles.tape import Question
from affray.table.game import Game


class Fresh:
    """For the chairs that were drawn: what the fight waited for then, and their number."""

    def __init__(self, game: Game, kept: Iterable[tuple[int, int]] = ()) -> None:
        moment = game.fight.pending
        self._at: dict[int, tuple[Question | None, int]] = {n: (moment, at) for n, at in kept}

    def since(self, n: int, number: int) -> int:
        """From which on; `number` where nobody has looked."""
        return self._at[n][1] if n in self._at else number

    def keep(self, game: Game, n: int, number: int, has_acted: bool = False) -> None:
        """A chair has seen a number."""
        before = self._at.get(n)
        is_same = before is not None and before[0] is game.fight.pending and game.envelopes.is_open
        if has_acted or not is_same:
            self._at[n] = (game.fight.pending, number)

    def still(self, game: Game, but: int) -> list[tuple[int, int]]:
        """What is kept of it with a command: the others', while all seal."""
        if not game.envelopes.is_open:
            return []
        now = game.fight.pending
        return [(n, at) for n, (moment, at) in self._at.items() if n != but and moment is now]
