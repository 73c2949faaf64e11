"""What a talent lets one do right before an attack: a Feint, a trick, a Rally."""

from affray.rules.ask import Ask, note, roll, rule
from affray.rules.pools import D20, LOW

from .actions import contest_number, feint, rally
from .body import is_taunted_from, suffers
from .events import Event
from .kinds import Ability, Bonus, Condition, Plight, Roll
from .rulings import ManeuversAreAttackRolls
from .state import World
from .telling import tell_contest


@rule("PL-52", "PL-107", "PL-123")
def bonus_pool(ask: Ask, w: World, i: int, bonus: int, target: int) -> int:
    """A d20; poison makes it two, the lower kept, and so does a taunt by somebody else.

    Only a Feint can be an attack, where PL-R41 says so.
    """
    is_attack = (
        bonus == Bonus.FEINT and w.rulings.maneuvers_are_attack_rolls == ManeuversAreAttackRolls.YES
    )
    taunted = is_taunted_from(w, i, target if is_attack else -1)
    poisoned = suffers(w, i, Condition.POISONED)
    if taunted:
        note(ask, Event.HINDERED, i, Plight.IS_TAUNTED)
    if poisoned:
        note(ask, Event.HINDERED, i, Plight.IS_POISONED)
    return D20 | LOW if taunted or poisoned else D20


@rule("PL-69", "PL-124", "PL-128", "PL-133")
def bonus_action(ask: Ask, w: World, e: int) -> None:
    """Right before the attack, with a d20 of its own."""
    entry = w.queue[e]
    i = entry.who
    j = entry.target
    bonus = entry.bonus
    entry.bonus = Bonus.NONE
    value = roll(ask, Roll.BONUS, i, bonus_pool(ask, w, i, bonus, j))
    if bonus == Bonus.RALLY:
        w.creatures[i].charged = 1
        rally(ask, w, i, value)
    elif bonus == Bonus.FEINT:
        feint(ask, w, i, j, value, contest_number(w, i, j, Ability.CUNNING))
    else:
        dirty_trick(ask, w, i, j, bonus, value)


@rule("PL-128")
def dirty_trick(ask: Ask, w: World, i: int, j: int, bonus: int, value: int) -> None:
    """Sand in the eyes or a low blow, until the end of the next round."""
    number = contest_number(w, i, j, Ability.CUNNING)
    tell_contest(ask, w, i, j, Ability.CUNNING, number)
    if value < number:
        note(ask, Event.NOT_TRICKED, i, j)
        return
    if bonus == Bonus.THROW_SAND:
        w.creatures[j].blinded_until = w.round + 1
    else:
        w.creatures[j].dazed_until = w.round + 1
    note(ask, Event.TRICKED, i, j, bonus)
    note(ask, Event.LASTS, j, w.round + 1)
