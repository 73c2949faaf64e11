"""The defender's side of a roll: dodge dice, the back, being prone, defending."""

from affray.rules.ask import Ask, roll, rule
from affray.rules.pools import D8

from .gear import count
from .kinds import Roll
from .rulings import (
    DefensiveName,
    DefensiveScope,
    ProneCapOrder,
    RearPenaltyModel,
)
from .space import behind
from .state import World
from .telling import tell_dodge_dice


@rule("DT-43")
def defensive_dice(w: World, j: int, against_attack: bool) -> int:
    """The die of a defensive creature (DT-R19, DT-R20)."""
    if w.rulings.defensive_name == DefensiveName.DISTINCT:
        return 0
    if w.rulings.defensive_scope == DefensiveScope.ATTACKS_ONLY and not against_attack:
        return 0
    return w.creatures[j].defensive


@rule("DT-112")
def rear_dice(ask: Ask, w: World, i: int, j: int) -> int:
    """Dodge dice lost to an attacker behind, where the penalty takes dice (DT-R41)."""
    if not behind(w, i, j):
        return 0
    if w.rulings.rear_penalty_model == RearPenaltyModel.FEWER_DICE:
        return roll(ask, Roll.REAR, j, D8)
    if w.rulings.rear_penalty_model == RearPenaltyModel.LOSE_ONE_DIE:
        return 1
    return 0


@rule("DT-112", "DT-113")
def rear_die(w: World, i: int, j: int) -> int:
    """The d8 a defender takes off its dodge total, counted for the attacker."""
    if w.rulings.rear_penalty_model == RearPenaltyModel.SUBTRACT_ROLL and behind(w, i, j):
        return D8
    return 0


@rule("DT-43", "DT-121")
def dodge_count(w: World, j: int, dice: int, guard: int) -> int:
    """How many dice are left of a dodge: one in all when prone (DT-R51)."""
    if not w.creatures[j].prone:
        return count(w, j, dice + guard)
    if w.rulings.prone_cap_order == ProneCapOrder.CAP_THEN_ADD:
        return min(1, count(w, j, dice)) + guard
    return min(1, count(w, j, dice + guard))


@rule("DT-43", "DT-63", "DT-76", "DT-89", "DT-112", "DT-121")
def dodge_dice(ask: Ask, w: World, i: int, j: int, score: int, against_attack: bool) -> int:
    """j's dodge against i: a score in dice, one more when defensive, one in all when prone."""
    d = w.creatures[j]
    rear = rear_dice(ask, w, i, j)
    dice = score + d.dodge_bonus
    guard = defensive_dice(w, j, against_attack)
    n = dodge_count(w, j, dice - rear, guard)
    tell_dodge_dice(ask, w, j, dice, rear, guard, n)
    return n * d.dodge
