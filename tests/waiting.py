"""Waiting for what is to happen, never for a time in which it might: machines are busy."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")

PATIENCE = 300
"""Seconds after which something that should have happened never will; nothing takes as long."""

GLANCE = 0.01


def until(happened: Callable[[], object], what: str) -> None:
    """Look again and again until it has happened."""
    deadline = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < deadline, f"{what}: not in {PATIENCE} s"
        time.sleep(GLANCE)


def apart(does: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
    """In a thread of its own: a browser that other tests have open holds this one's event loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(does, *given, **named).result()
