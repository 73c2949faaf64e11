"""Options that people put in their own words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Own:
    """One that takes words, if somebody likes: `put` writes down for (world, who) the number of
    what was said."""

    option: int
    put: Callable[[Any, int, int], None]
