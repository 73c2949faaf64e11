"""What an art costs, and dice given whose faces do not matter."""

from affray.rules.ask import Ask, choose, rule

from .dice import dies, give_die, give_pair, pairs
from .kinds import (
    Does,
    Question,
)
from .rulings import BullRushVersion
from .state import World


@rule("RH-20", "RH-25", "RH-144")
def art_dice(w: World, art: int) -> int:
    """What it costs; a rush by the reading of its cost (RH-R18)."""
    one = w.rulings.bull_rush_version == BullRushVersion.SPELLS
    if w.arts[art].does == Does.RUSH:
        return 1 if one else 2
    return w.arts[art].dice


@rule("RH-135", "RH-144")
def art_strain(w: World, art: int) -> int:
    old = w.rulings.bull_rush_version == BullRushVersion.TRAIT_026
    return 0 if w.arts[art].does == Does.RUSH and old else w.arts[art].strain


@rule("RH-17", "RH-19", "RH-20")
def give_dice(ask: Ask, w: World, i: int, n: int) -> int:
    """Dice whose faces do not matter; those given all the same."""
    if n == 2:
        pair = choose(ask, w, i, Question.PAIR, pairs(w, i))
        give_pair(ask, w, i, pair)
        return pair
    k = choose(ask, w, i, Question.DIE, dies(w, i))
    return give_die(ask, w, i, k)
