"""What is told of a blow: what its weapon does, and what every cause adds to it."""

from affray.rules.ask import Ask, note, rule

from .events import Event
from .kinds import Cause
from .sheet import holds_shield
from .state import World


@rule("RH-78")
def changed(ask: Ask, j: int, cause: int, points: int) -> int:
    """What one cause adds to a blow, told by its name."""
    if points != 0:
        note(ask, Event.CHANGED, j, cause, points)
    return points


@rule("RH-148")
def trait_adds(ask: Ask, j: int, trait: int, points: int) -> int:
    """What one trait adds, told by its name."""
    if points != 0:
        note(ask, Event.TRAIT_ADDS, j, trait, points)
    return points


@rule("RH-126", "RH-132")
def one_hand_less(w: World, i: int, weapon: int) -> int:
    """What a weapon for two hands loses when one of them has a shield."""
    arm = w.weapons[weapon]
    return arm.one_hand_damage if arm.hands == 2 and holds_shield(w, i) else 0


@rule("RH-78", "RH-126")
def tell_base(ask: Ask, w: World, j: int) -> None:
    """What the weapon does by itself, and what its bearer makes of that."""
    s = w.swing
    c = w.creatures[s.who]
    arm = w.weapons[s.weapon]
    note(ask, Event.BASE, j, s.weapon, arm.damage)
    changed(ask, j, Cause.ITS_BEARER, c.weapon_bonus)
    changed(ask, j, Cause.ITS_LEVEL, arm.level_damage * (c.level // 2))
    changed(ask, j, Cause.ONE_HAND, one_hand_less(w, s.who, s.weapon))
