"""Stand-ins for a game's own functions: oracles call these, the compiler puts the game's there."""

from __future__ import annotations

from typing import Any

World = Any
"""The world of whatever game is compiled."""


def begin(ask: Any, w: World) -> None: ...


def step(ask: Any, w: World) -> None: ...


def between(ask: Any, w: World) -> int:
    return 0


def outcome(w: World) -> int:
    return 0


def standing(w: World, i: int) -> bool:
    return True


def decide(ask: Any, w: World, who: int, question: int, mask: int, temperament: int) -> int:
    return 0


def usual(w: World, who: int, question: int, mask: int) -> int:
    """What the actor of a plan usually answers, or -1."""
    return -1


def is_settled(w: World, who: int, plan: int) -> bool:
    """Whether what a plan set going has come to its end."""
    return True


def considered(w: World, who: int, question: int, target: int, mask: int) -> int:
    """What is answered in a turn that is spent on a target, where a function says it."""
    return -1


def turn_is_over(w: World, who: int) -> bool:
    return True


def turn_counts(before: World, after: World, target: int) -> int:
    """What a turn is to make as great as can be."""
    return 0
