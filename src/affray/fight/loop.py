"""The engine's loop: begin, then step until there is an outcome."""

from __future__ import annotations

from typing import Any

from affray.book.ruleset import Ruleset
from affray.rules.ask import ONGOING, Ask

MOST_STEPS = 100_000
"""No fight is this long; one that is has a rule without an end."""


class Endless(Exception):
    """A fight that would not end."""


def play(ruleset: Ruleset, ask: Ask, w: Any, begun: bool = False) -> int:
    """Play a fight to its end and return its outcome."""
    if not begun:
        ruleset.begin(ask, w)
    for _ in range(MOST_STEPS):
        result = ruleset.outcome(w)
        if result != ONGOING:
            return result
        ruleset.step(ask, w)
    raise Endless(f"no outcome after {MOST_STEPS} steps")
