"""The fights that are in memory: each is loaded once however many ask, and put away when idle.

Whatever is put away is in the store; whoever asks for it again has it loaded again. So nothing
is lost by it, and memory does not grow with the number of fights that were ever opened.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from affray.table.keeping import KeptGame

MOST = 50
"""So many are held; beyond them the least recently used goes, once it has been idle."""

SECONDS_IDLE = 300.0

NEVER_MORE = 4 * MOST
"""Of those nobody listens to: beyond so many one goes even if it was used a moment ago."""


class Housed:
    """Fights by their id, the least recently used first."""

    def __init__(
        self,
        open_game: Callable[[str], KeptGame],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._open = open_game
        self._clock = clock
        self._games: dict[str, tuple[KeptGame, float]] = {}
        self._listening: Counter[str] = Counter()
        self._loading: dict[str, threading.Lock] = {}
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._games)

    def __contains__(self, fight: str) -> bool:
        return fight in self._games

    def get(self, fight: str) -> KeptGame:
        """A fight as it is held; the first who asks loads it, and the others wait for that."""
        found = self._held(fight)
        if found is not None:
            return found
        with self._lock:
            loading = self._loading.setdefault(fight, threading.Lock())
        with loading:
            found = self._held(fight)
            if found is None:
                try:
                    found = self._open(fight)
                    self._hold(fight, found)
                finally:
                    with self._lock:
                        self._loading.pop(fight, None)
        return found

    def _held(self, fight: str) -> KeptGame | None:
        with self._lock:
            found = self._games.pop(fight, None)
            if found is None:
                return None
            self._games[fight] = (found[0], self._clock())
            return found[0]

    def _hold(self, fight: str, game: KeptGame) -> None:
        with self._lock:
            self._games[fight] = (game, self._clock())
            for other in self._to_put_away(but=fight):
                del self._games[other]

    def at_hand(self, fight: str) -> KeptGame | None:
        """A fight that is in memory, without its being used."""
        found = self._games.get(fight)
        return None if found is None else found[0]

    def all(self) -> list[KeptGame]:
        """Those that are in memory, without their being used."""
        with self._lock:
            return [game for game, _ in self._games.values()]

    def heard(self) -> list[KeptGame]:
        """Those somebody listens to, without their being used."""
        with self._lock:
            return [self._games[fight][0] for fight in self._listening if fight in self._games]

    def put_all_away(self) -> None:
        with self._lock:
            self._games = {}

    def _to_put_away(self, but: str) -> list[str]:
        now, most = self._clock(), len(self._games) - MOST
        out: list[str] = []
        unheard = [fight for fight in self._games if fight not in self._listening]
        for fight in unheard[: max(0, most)]:
            is_idle = now - self._games[fight][1] >= SECONDS_IDLE
            if fight != but and (is_idle or len(unheard) - len(out) > NEVER_MORE):
                out.append(fight)
        return out

    def forget(self, fight: str) -> None:
        """A fight that is there no more."""
        with self._lock:
            self._games.pop(fight, None)

    def is_heard(self, fight: str) -> bool:
        return self._listening[fight] > 0

    @contextmanager
    def listening(self, fight: str) -> Iterator[None]:
        """As long as somebody has a live line open, a fight is not put away."""
        with self._lock:
            self._listening[fight] += 1
        try:
            yield
        finally:
            with self._lock:
                self._listening[fight] -= 1
                if not self._listening[fight]:
                    del self._listening[fight]
