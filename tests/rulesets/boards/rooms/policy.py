"""Everybody decides at random."""

from affray.rules.ask import Ask, any_of, rule

from .state import World

TEMPERAMENTS = ("random",)


@rule()
def decide(ask: Ask, w: World, who: int, question: int, mask: int, temperament: int) -> int:
    return any_of(ask, mask)
