"""Whoever works for a moment of a fight, and is told when a chair sees another one."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable

Subscription = tuple[int, int, Callable[[], None]]
"""A chair, the number it had seen, and whom to tell when that has moved."""


class Watches:
    """Those of one fight, with a lock of their own."""

    def __init__(self) -> None:
        self._held: dict[int, Subscription] = {}
        self._lock = threading.Lock()
        self._numbers = itertools.count()

    def add(self, watch: Subscription) -> Callable[[], None]:
        """Returns how to stop it."""
        with self._lock:
            number = next(self._numbers)
            self._held[number] = watch
        return lambda: self._drop(number)

    def _drop(self, number: int) -> None:
        with self._lock:
            self._held.pop(number, None)

    @property
    def chairs(self) -> set[int]:
        with self._lock:
            return {n for n, _, _ in self._held.values()}

    def tell(self, fresh: Callable[[int], int]) -> None:
        """Those whose chair has moved on are told, and no more."""
        with self._lock:
            passed = [k for k, (n, seen, _) in self._held.items() if seen < fresh(n)]
            told = [self._held.pop(k)[2] for k in passed]
        for moved in told:
            moved()
