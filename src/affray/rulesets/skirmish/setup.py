"""Setting a fight up, and what can be wrong with one. Plain Python, never compiled."""

from affray.book.encounter import Encounter

from .state import PLACES, STANCES, Stance, World


def setup(encounter: Encounter) -> World:
    """Everyone in place, at the start of a round or in one creature's turn."""
    w: World = encounter.fill(World())
    for i, entrant in enumerate(encounter.entrants):
        place = entrant.table.integer("at", low=1, high=PLACES)
        encounter.place(i, place)
        w.creatures[i].place = place
    if encounter.start_index >= 0:
        w.round = 1
        w.turn = encounter.start_index
    return w


def enter(w: World, i: int) -> None:
    """Behind all others on the list, so its turn is the round's last; it takes its first stance
    with everybody in the next one (SK-R4)."""


def leave(w: World, i: int) -> None:
    """As good as down: nobody strikes at it, and it steps in for nobody."""
    w.creatures[i].wounds = w.creatures[i].toughness


def invariant(w: World) -> str:
    """What is wrong with this state, or nothing."""
    if not STANCES <= w.turn < w.n:
        return f"it is the turn of {w.turn}, of {w.n} creatures"
    if len({c.place for c in w.creatures}) < w.n:
        return "two creatures stand in one place"
    for i in range(w.n):
        c = w.creatures[i]
        if not 0 <= c.wounds <= c.toughness:
            return f"creature {i} has {c.wounds} wounds of {c.toughness}"
        if c.sealed != Stance.NONE:
            return f"creature {i} has a stance that was never shown"
    return ""
