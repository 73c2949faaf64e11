"""Waiting for what is to happen, never for a time in which it might: machines are busy."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 300
"""Seconds after which something that should have happened never will; nothing takes as long."""

GLANCE = 0.01


def until(happened: Callable[[], object], what: str) -> None:
    """Look again and again until it has happened."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, f"{what}: not in {PATIENCE} s"
        time.sleep(GLANCE)
