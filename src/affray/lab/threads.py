"""Playouts by several threads: each plays a share of the numbers, and it comes to the same."""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from affray.lab.playouts import Cast, CompiledPlayouts, PlayoutEnds, PlayoutStart, joined
from affray.oracles.tape import Known

WORTH = 32
"""Playouts for which it is worth asking another thread."""


def cores() -> int:
    return os.cpu_count() or 1


class ThreadedPlayouts:
    """Several who play out at once; number k is the same playout whoever plays it."""

    def __init__(self, players: Sequence[CompiledPlayouts]) -> None:
        self.players = players
        self.at_once = len(players) * max(WORTH, CompiledPlayouts.at_once)
        self._pool = ThreadPoolExecutor(max_workers=len(players))

    def begin(self, place: PlayoutStart) -> None:
        for one in self.players:
            one.begin(place)

    def play(
        self, cast: Cast, known: Sequence[Known], seed: int, first: int, count: int
    ) -> PlayoutEnds:
        """In shares, as many as are worth it."""
        shares = max(1, min(len(self.players), count // WORTH))
        if shares == 1:
            return self.players[0].play(cast, known, seed, first, count)
        ends = [k * count // shares for k in range(shares + 1)]
        parts = [
            self._pool.submit(one.play, cast, known, seed, first + low, high - low)
            for one, low, high in zip(self.players, ends, ends[1:], strict=False)
        ]
        return joined([part.result() for part in parts])
