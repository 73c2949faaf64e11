"""How far a creature can go this round."""

from affray.rules.ask import rule

from .body import HELPLESS, LEGS, conditions, present
from .inventory import load_speed
from .state import World


@rule("PL-25", "PL-65", "PL-101", "PL-106")
def speed_now(w: World, i: int) -> int:
    """Half with a bad leg or frost in the bones; nothing when held, or too heavy laden."""
    c = w.creatures[i]
    suffered = conditions(w, i)
    held = c.partner >= 0 and not c.holds
    if not present(w, i) or suffered & HELPLESS or held:
        return 0
    speed = load_speed(w, i, c.speed)
    if suffered & LEGS or c.slowed_until > 0:
        speed = speed // 2
    return speed
