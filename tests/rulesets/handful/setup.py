"""Setting a fight up, and what can be wrong with one. Plain Python, never compiled."""

from affray.book.encounter import Encounter

from .state import HAND, Phase, World


def setup(encounter: Encounter) -> World:
    """Everyone fresh and in the order of the roster, until `begin` rolls for another."""
    w: World = encounter.fill(World())
    for i in range(w.n):
        w.creatures[i].vigor = w.creatures[i].most
        w.creatures[i].place = i
    if encounter.start_index >= 0:
        w.round = 1
        w.active = encounter.start_index
    return w


def invariant(w: World) -> str:
    """What is wrong with this state, or nothing."""
    for i in range(w.n):
        c = w.creatures[i]
        if not 0 <= c.vigor <= c.most:
            return f"creature {i} has {c.vigor} vigor of {c.most}"
        held = HAND if w.phase == Phase.PLAY and i == w.active else 0
        if sum(c.hand) != held:
            return f"creature {i} holds {sum(c.hand)} dice, expected {held}"
    return ""
