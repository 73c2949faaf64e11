"""What the server's log says of a store that cannot be written: that it began, and that it is over.

Whoever plays is told with every answer; whoever runs the table reads two lines, however many ask.
"""

from __future__ import annotations

import logging
import threading
import time

journal = logging.getLogger("affray.table")

CALM = 10.0
"""Seconds without a failure after which it is over: what is small may fit where others do not."""

WRITING, HEALTH = "writing", "health"
"""Where it shows: in what is to be kept, and when somebody asks how the table is."""


class Outage:
    """One, however it shows."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._failed: dict[str, float] = {}
        self._since = 0.0

    def failed(self, where: str, why: str) -> None:
        """The first who hears of it says so."""
        now = time.monotonic()
        with self._lock:
            begins = not self._failed
            self._failed[where] = now
            if begins:
                self._since = now
        if begins:
            journal.error("the table cannot write: %s", why)

    def worked(self, where: str) -> None:
        """It may be over."""
        if where not in self._failed:
            return
        now = time.monotonic()
        with self._lock:
            if now - self._failed.get(where, now) < CALM:
                return
            del self._failed[where]
            is_over, spent = not self._failed, now - self._since
        if is_over:
            journal.warning("the table writes again, after %.0f s", spent)


def in_one_line(bad: Exception) -> str:
    """What was said below, without the statement."""
    return " ".join(str(getattr(bad, "orig", None) or bad).split())
