"""Where creatures stand, in whole feet; nobody nearer to another than 5."""

from affray.rules.ask import rule
from affray.rules.plane import feet_between, is_nearer, is_within

from .rulings import MeleeRange
from .state import World

APART = 5
DARK_RADIUS = 30


@rule("PL-135")
def distance(w: World, i: int, j: int) -> int:
    a = w.creatures[i]
    b = w.creatures[j]
    return feet_between(a.x, a.y, b.x, b.y)


@rule("PL-135")
def is_near(w: World, i: int, j: int, feet: int) -> bool:
    """Whether the distance is that or less."""
    a = w.creatures[i]
    b = w.creatures[j]
    return is_within(a.x, a.y, b.x, b.y, feet)


@rule("PL-135")
def too_near(ax: int, ay: int, bx: int, by: int) -> bool:
    return is_nearer(ax, ay, bx, by, APART)


@rule("PL-28")
def melee_feet(w: World) -> int:
    """How near is melee range (PL-R14)."""
    return 10 if w.rulings.melee_range == MeleeRange.TEN else 5


@rule("PL-28")
def in_melee(w: World, i: int, j: int) -> bool:
    return is_near(w, i, j, melee_feet(w))


@rule("PL-135")
def on_map(w: World, x: int, y: int) -> bool:
    return 0 <= x <= w.width and 0 <= y <= w.height


@rule("PL-116")
def in_darkness(w: World, x: int, y: int) -> bool:
    return w.dark_by >= 0 and is_within(x, y, w.dark_x, w.dark_y, DARK_RADIUS)
