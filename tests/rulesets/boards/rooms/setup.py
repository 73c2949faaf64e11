"""Setting a fight up, and what can be wrong with one. Plain Python, never compiled."""

from affray.book.encounter import Encounter

from .state import World


def setup(encounter: Encounter) -> World:
    w: World = encounter.fill(World())
    return w


def invariant(w: World) -> str:
    """What is wrong with this state, or nothing."""
    lost = [i for i in range(w.n) if not 0 <= w.creatures[i].zone < w.kinds]
    return f"creature {lost[0]} is nowhere" if lost else ""
