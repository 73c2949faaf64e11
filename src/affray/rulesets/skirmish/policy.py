"""How the computer plays Skirmish.

All strike whoever is easiest to get through to. Who would fall by the next wound steps in for
nobody; the careful then brace, and the bold go on pressing. A stance is sealed, so one time in
three it is the other one. The headlong press always: anybody can foresee it, and it is worked out
exactly.
"""

from affray.rules.among import least
from affray.rules.ask import Ask, draw, rule
from affray.rules.masks import members

from .state import Answer, Question, Stance, World

TEMPERAMENTS = ("random", "bold", "careful", "headlong")
CAREFUL, HEADLONG = 2, 3
STRAYS = 3
"""One time in so many a stance is not the one that suits best."""


@rule()
def wounds_left(w: World, i: int) -> int:
    return w.creatures[i].toughness - w.creatures[i].wounds


@rule()
def cover(w: World, i: int) -> int:
    """What a blow has to get past: guard before it lands, armor before it wounds."""
    return 2 * w.creatures[i].guard + w.creatures[i].armor


@rule()
def easiest_to_wound(w: World, mask: int) -> int:
    return least((cover(w, j), j) for j in members(mask))


@rule()
def is_hurt(w: World, i: int) -> bool:
    """Whether the next wound may be the last."""
    return wounds_left(w, i) <= 1


@rule()
def stance_wanted(ask: Ask, w: World, i: int, temperament: int) -> int:
    """The one that suits best, most of the time: a stance that never varied could be foreseen."""
    if temperament == HEADLONG:
        return Stance.PRESS
    suits_to_brace = temperament == CAREFUL and is_hurt(w, i)
    strays = draw(ask, STRAYS) == 0
    if suits_to_brace != strays:
        return Stance.BRACE
    return Stance.PRESS


@rule()
def decide(ask: Ask, w: World, who: int, question: int, mask: int, temperament: int) -> int:
    if question == Question.TARGET:
        return easiest_to_wound(w, mask)
    if question == Question.STANCE:
        return stance_wanted(ask, w, who, temperament)
    if question == Question.STEP_IN:
        return Answer.NO if is_hurt(w, who) else Answer.YES
    return Answer.YES
