"""Whether a machine was busy with other things: what was measured then says little of the table."""

from __future__ import annotations

import os
from pathlib import Path

QUIET_LOAD = 0.5
"""Of all processes in the minute before, as the system tells it."""

QUIET_OTHERS = 0.1
"""Cores that others may take while something is measured."""

STAT = Path("/proc/stat")
IDLE = (3, 4, 8, 9)
"""Of the times there: doing nothing, waiting for a disk, and guests, who are counted elsewhere."""


def load() -> float | None:
    """How many processes wanted a core in the last minute; None where nobody counts."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def used() -> float | None:
    """Processor time of everything there is, in seconds; None where the system does not tell."""
    if not STAT.exists():
        return None
    times = [int(one) for one in STAT.read_text().splitlines()[0].split()[1:]]
    busy = sum(one for k, one in enumerate(times) if k not in IDLE)
    return busy / os.sysconf("SC_CLK_TCK")


def told(load_before: float | None, others: list[float]) -> str:
    """Whether the figures can be trusted, and why not."""
    if load_before is None or not others:
        return "nobody knows whether this machine was quiet: these are no honest figures"
    most = max(others)
    seen = f"load {load_before:.2f} before, others took at most {most:.2f} cores meanwhile"
    is_quiet = load_before < QUIET_LOAD and most < QUIET_OTHERS
    return f"a quiet machine ({seen})" if is_quiet else f"NOT a quiet machine ({seen})"
