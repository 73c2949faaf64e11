"""How the computer plays Handful."""

from affray.rules.among import least, most, those
from affray.rules.ask import Ask, any_of, draw, rule
from affray.rules.masks import contains

from .rules import is_double
from .state import LARGER, PAIRS, SMALLER, Action, Question, World

TEMPERAMENTS = ("random", "bold", "careful", "sly")
BOLD, CAREFUL, SLY = 1, 2, 3


@rule()
def weakest(w: World, mask: int) -> int:
    return least((w.creatures[j].vigor, j) for j in range(w.n) if contains(mask, j))


@rule()
def highest_pair(mask: int) -> int:
    return most((SMALLER[k] + LARGER[k], k) for k in range(PAIRS) if contains(mask, k))


@rule()
def doubles(mask: int) -> int:
    return those(k for k in range(PAIRS) if contains(mask, k) and is_double(k))


@rule()
def decide_slyly(ask: Ask, question: int, mask: int) -> int:
    """Never the same way twice: a mixed strategy, and any double before any other pair."""
    if question == Question.ACTION:
        return Action.HOLD if draw(ask, 4) == 0 else Action.SWING
    if question == Question.PAIR and doubles(mask) != 0:
        return any_of(ask, doubles(mask))
    return any_of(ask, mask)


@rule()
def decide(ask: Ask, w: World, who: int, question: int, mask: int, temperament: int) -> int:
    """Bold swings with all it has; careful holds when hurt and saves its nerve."""
    if temperament == SLY:
        return decide_slyly(ask, question, mask)
    if question == Question.ACTION:
        hurt = 2 * w.creatures[who].vigor <= w.creatures[who].most
        return Action.HOLD if hurt and temperament == CAREFUL else Action.SWING
    if question == Question.TARGET:
        return weakest(w, mask)
    if question == Question.PAIR:
        return highest_pair(mask)
    return 1 if temperament == BOLD else 0
