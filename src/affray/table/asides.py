"""What is said beside the table: somebody points at the map, or has a word with one other person.

None of it is kept: it goes when the program does, no tape holds it and no rule hears of it.
"""

from __future__ import annotations

import secrets
import threading
import time
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

MOST_HEARD = 60
"""How many asides a chair can look back on."""

SECONDS_SHOWN = 5.0
"""How long a finger stays on the map for those who look only now."""


@dataclass(frozen=True)
class Aside:
    """One thing said, by whom; to whom and in what words, or where on the map."""

    kind: Literal["ping", "whisper"]
    by: str
    to: str = ""
    text: str = ""
    x: int = 0
    y: int = 0
    id: str = field(default_factory=lambda: secrets.token_hex(6))
    at: float = field(default_factory=time.monotonic)

    @property
    def is_over(self) -> bool:
        return self.kind == "ping" and time.monotonic() - self.at > SECONDS_SHOWN


class Asides:
    """What each chair has heard; nobody can tell from their own how much was said to others."""

    def __init__(self) -> None:
        self._heard: dict[int, deque[tuple[int, Aside]]] = {}
        self._last: dict[int, int] = {}
        self._lock = threading.Lock()

    def say(self, aside: Aside, chairs: Iterable[int]) -> None:
        with self._lock:
            for n in chairs:
                self._last[n] = self._last.get(n, 0) + 1
                heard = self._heard.setdefault(n, deque(maxlen=MOST_HEARD))
                heard.append((self._last[n], aside))

    def last(self, n: int) -> int:
        """The number of the last thing a chair has heard."""
        return self._last.get(n, 0)

    def since(self, n: int, number: int) -> list[Aside]:
        """What a chair has heard after that one, but for fingers long withdrawn."""
        with self._lock:
            heard = list(self._heard.get(n, ()))
        return [one for k, one in heard if k > number and not one.is_over]

    def forget(self, n: int) -> None:
        """Somebody else sits there now: what was said to the one before is not for them."""
        with self._lock:
            self._heard.pop(n, None)
