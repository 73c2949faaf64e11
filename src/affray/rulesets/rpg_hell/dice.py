"""The pool: dice that are seen, and given by their faces."""

from affray.rules.among import those
from affray.rules.ask import Ask, note, rule

from .events import Event
from .kinds import Pair
from .state import FACES, World

PAIR_A = (1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 5, 5, 6, 6)
PAIR_B = (1, 2, 3, 4, 5, 6, 2, 3, 4, 5, 6, 3, 4, 5, 6, 4, 5, 6, 5, 6, 6, 0)
PAIRS = 21
ENOUGH = 2
PAIRS_LEFT = tuple(
    sum(1 << p for p in range(PAIRS) if (PAIR_A[p], PAIR_B[p]).count(face) <= n)
    for face in range(1, 7)
    for n in range(ENOUGH + 1)
)
"""For each face, the pairs that can be given with none of it, with one, with enough."""


@rule("RH-15", "RH-17")
def dice_left(w: World, i: int) -> int:
    return sum(w.creatures[i].pool[k] for k in range(FACES))


@rule("RH-17", "RH-18")
def pairs(w: World, i: int) -> int:
    """The pairs of faces that could be given."""
    mask = (1 << PAIRS) - 1
    for k in range(FACES):
        n = min(w.creatures[i].pool[k], ENOUGH)
        mask &= PAIRS_LEFT[(ENOUGH + 1) * k + n]
    return mask


@rule("RH-17", "RH-18")
def dies(w: World, i: int) -> int:
    """The single faces that could be given."""
    return those(k for k in range(FACES) if w.creatures[i].pool[k] > 0)


@rule("RH-17")
def give_pair(ask: Ask, w: World, i: int, pair: int) -> None:
    c = w.creatures[i]
    c.pool[PAIR_A[pair] - 1] -= 1
    if pair != Pair.SIX_ALONE:
        c.pool[PAIR_B[pair] - 1] -= 1
    note(ask, Event.GIVES, i, PAIR_A[pair], PAIR_B[pair])


@rule("RH-17")
def give_die(ask: Ask, w: World, i: int, k: int) -> int:
    """The die leaves the pool; its face."""
    w.creatures[i].pool[k] -= 1
    note(ask, Event.GIVES, i, k + 1)
    return k + 1


@rule("RH-29")
def sum_of(pair: int) -> int:
    return PAIR_A[pair] + PAIR_B[pair]
