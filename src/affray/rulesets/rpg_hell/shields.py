"""Temporary Armor: who granted how much of it, the oldest first."""

from affray.rules.among import first
from affray.rules.ask import Ask, note, rule

from .events import Event
from .sheet import MOST_ARMOR
from .state import SHIELDS, World


@rule("RH-61", "RH-133")
def wear_down(w: World, j: int, points: int) -> int:
    """What temporary Armor takes of it, the oldest grant first."""
    c = w.creatures[j]
    taken = min(c.temp_armor, points)
    c.temp_armor -= taken
    over = sum(c.shields[k] for k in range(SHIELDS)) - c.temp_armor
    for k in range(SHIELDS):
        gone = max(0, min(over, c.shields[k]))
        c.shields[k] -= gone
        over -= gone
    return taken


@rule("RH-133")
def end_shield(w: World, j: int, place: int) -> None:
    """One grant ends, and the younger ones move up."""
    c = w.creatures[j]
    c.temp_armor -= c.shields[place]
    for k in range(place, SHIELDS - 1):
        c.shields[k] = c.shields[k + 1]
        c.shielded_by[k] = c.shielded_by[k + 1]
    c.shields[SHIELDS - 1] = 0
    c.shielded_by[SHIELDS - 1] = -1


@rule("RH-39", "RH-40", "RH-133")
def give_temp_armor(ask: Ask, w: World, i: int, j: int, points: int) -> None:
    """It takes the place of what the same one granted; never above the cap together."""
    c = w.creatures[j]
    if points <= 0:
        return
    old = first(k for k in range(SHIELDS) if c.shielded_by[k] == i)
    if old >= 0:
        end_shield(w, j, old)
    if c.shielded_by[SHIELDS - 1] >= 0:
        end_shield(w, j, 0)
    place = first(k for k in range(SHIELDS) if c.shielded_by[k] < 0)
    c.shields[place] = min(points, MOST_ARMOR - c.armor - c.temp_armor)
    c.shielded_by[place] = i
    c.temp_armor += c.shields[place]
    note(ask, Event.ARMORED, j, c.temp_armor, c.armor + c.temp_armor)
