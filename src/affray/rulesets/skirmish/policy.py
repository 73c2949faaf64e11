"""How the computer plays a skirmish."""

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
def nearest_to_falling(w: World, mask: int) -> int:
    return least((wounds_left(w, j), j) for j in members(mask))


@rule()
def easiest_to_hit(w: World, mask: int) -> int:
    return least((w.creatures[j].guard, j) for j in members(mask))


@rule()
def decide(ask: Ask, w: World, who: int, question: int, mask: int, temperament: int) -> int:
    """Bold presses and finishes the weak; careful braces when hurt and spares itself."""
    if question == Question.TARGET:
        return nearest_to_falling(w, mask) if temperament == BOLD else easiest_to_hit(w, mask)
    hurt = wounds_left(w, who) <= 1
    if question == Question.STANCE:
        if temperament == BOLD or not hurt:
            return Stance.PRESS
        return Stance.BRACE
    if question == Question.STEP_IN:
        return Answer.NO if hurt else Answer.YES
    return Answer.YES
