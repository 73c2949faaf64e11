"""Turns whose dice are spent on several actions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Turn:
    """How a whole turn is judged, where its dice are spent on several actions.

    `considers` says which of the actor's questions are tried out: 'all' options, a mask of
    them, 'target' for the one the turn is spent on, or a function of (world, who, target,
    mask) that answers. `counts` is what is made as great as can be, from the worlds before
    and after; `over` says that the turn has ended.
    """

    considers: dict[int, str | int | Callable[[Any, int, int, int], int]]
    counts: Callable[[Any, Any, int], int]
    over: Callable[[Any, int], bool]
    what: str
