"""How the computer plays Skirmish.

Both strike whoever is easiest to get through to. Who would fall by the next wound steps in for
nobody; the careful then brace, and the bold go on pressing.
"""

from affray.rules.among import least
from affray.rules.ask import Ask, rule
from affray.rules.masks import members

from .state import Answer, Question, Stance, World

TEMPERAMENTS = ("random", "bold", "careful")
BOLD = 1


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
def decide(ask: Ask, w: World, who: int, question: int, mask: int, temperament: int) -> int:
    if question == Question.TARGET:
        return easiest_to_wound(w, mask)
    hurt = wounds_left(w, who) <= 1
    if question == Question.STANCE:
        if temperament == BOLD or not hurt:
            return Stance.PRESS
        return Stance.BRACE
    if question == Question.STEP_IN:
        return Answer.NO if hurt else Answer.YES
    return Answer.YES
