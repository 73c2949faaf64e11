"""Health given back: healing, waking the Unconscious, and a Rest."""

from affray.rules.ask import Ask, note, rule

from .events import Event
from .harm import alive
from .rulings import HealFromNegative, WakeCondition, WakeMode
from .sheet import full_armor, full_dodge, full_ward
from .state import EFFECTS, MOST_HEALTH, SHIELDS, World


@rule("RH-39", "RH-57", "RH-146", "RH-161")
def heal(ask: Ask, w: World, j: int, points: int) -> None:
    """Health back up to the most; it takes no stage away, but may wake (RH-R96)."""
    c = w.creatures[j]
    if points <= 0 or not alive(w, j):
        return
    if c.health < 0 and w.rulings.heal_from_negative == HealFromNegative.FROM_ZERO:
        c.health = 0
    given = min(points, max(0, c.max_health - c.health))
    c.health += given
    note(ask, Event.HEALED if given else Event.WHOLE, j, given, c.health)
    if c.door >= 3 and not c.awake:
        c.healed = min(MOST_HEALTH, c.healed + given)
        if is_woken(w, j, given):
            c.wakeable = 1
        if c.wakeable and w.rulings.wake_mode == WakeMode.AUTOMATIC:
            come_to(ask, w, j)


@rule("RH-57")
def come_to(ask: Ask, w: World, i: int) -> None:
    """Who was knocked out is awake, by healing enough or by a friend after it (RH-R45)."""
    c = w.creatures[i]
    if c.wakeable:
        c.wakeable = 0
        c.awake = 1
        note(ask, Event.AWAKE, i)


@rule("RH-57")
def is_woken(w: World, j: int, given: int) -> bool:
    """More than half of the whole, since stage 3 knocked it out (RH-R44)."""
    c = w.creatures[j]
    how = w.rulings.wake_condition
    if how == WakeCondition.SINGLE_HEAL:
        return 2 * given > c.max_health
    if how == WakeCondition.CURRENT_HEALTH:
        return 2 * c.health > c.max_health
    return 2 * c.healed > c.max_health


@rule("RH-50", "RH-59", "RH-137", "RH-155")
def rest(ask: Ask, w: World, i: int) -> None:
    """Everything armor gives, Health, Strain; stacks and Death's Door are gone."""
    c = w.creatures[i]
    c.health = c.max_health
    c.armor = full_armor(w, i)
    c.temp_armor = 0
    for k in range(SHIELDS):
        c.shields[k] = 0
        c.shielded_by[k] = -1
    c.dodge = full_dodge(w, i)
    c.ward = full_ward(w, i)
    c.strain = c.max_strain
    c.door = 0
    c.healed = 0
    c.awake = 0
    c.wakeable = 0
    c.prone = 0
    c.asleep = 0
    for k in range(EFFECTS):
        c.stacks[k] = 0
    note(ask, Event.REST, i, c.health)
