"""Whole feet on a plane: distances rounded down, straight lines, nobody nearer than 5 ft."""

from affray.rules.ask import rule

from .rulings import MeleeRange
from .state import World

APART = 5
BEARINGS = 60
SCALE = 1000
SINES = (
    0, 105, 208, 309, 407, 500, 588, 669, 743, 809, 866, 914, 951, 978, 995,
    1000, 995, 978, 951, 914, 866, 809, 743, 669, 588, 500, 407, 309, 208, 105,
    0, -105, -208, -309, -407, -500, -588, -669, -743, -809, -866, -914, -951, -978, -995,
    -1000, -995, -978, -951, -914, -866, -809, -743, -669, -588, -500, -407, -309, -208, -105,
)  # fmt: skip
"""Sixty bearings like the minutes of a clock: 0 is north, 15 east, 30 south, 45 west."""
DARK_RADIUS = 30


@rule()
def root(n: int) -> int:
    """The whole part of a square root."""
    low = 0
    high = 1 << 17
    while high - low > 1:
        middle = (low + high) // 2
        if middle * middle <= n:
            low = middle
        else:
            high = middle
    return low


@rule("PL-135")
def feet_between(ax: int, ay: int, bx: int, by: int) -> int:
    return root((ax - bx) * (ax - bx) + (ay - by) * (ay - by))


@rule("PL-135")
def distance(w: World, i: int, j: int) -> int:
    a = w.creatures[i]
    b = w.creatures[j]
    return feet_between(a.x, a.y, b.x, b.y)


@rule("PL-135")
def too_near(ax: int, ay: int, bx: int, by: int) -> bool:
    return (ax - bx) * (ax - bx) + (ay - by) * (ay - by) < APART * APART


@rule("PL-28")
def melee_feet(w: World) -> int:
    """How near is melee range (PL-R14)."""
    return 10 if w.rulings.melee_range == MeleeRange.TEN else 5


@rule("PL-28")
def in_melee(w: World, i: int, j: int) -> bool:
    return distance(w, i, j) <= melee_feet(w)


@rule("PL-135")
def on_map(w: World, x: int, y: int) -> bool:
    return 0 <= x <= w.width and 0 <= y <= w.height


@rule("PL-135")
def away(feet: int, along: int, whole: int) -> int:
    """One coordinate of a straight line of that many feet, rounded, halves outward."""
    if whole == 0:
        return 0
    size = (200 * feet * abs(along) + whole) // (2 * whole)
    return size if along >= 0 else -size


@rule("PL-135")
def hundredths(dx: int, dy: int) -> int:
    """The length of a line in hundredths of a foot."""
    return root(10000 * (dx * dx + dy * dy))


@rule("PL-136")
def bearing_x(bearing: int, feet: int) -> int:
    return rounded(SINES[bearing] * feet)


@rule("PL-136")
def bearing_y(bearing: int, feet: int) -> int:
    return rounded(SINES[(bearing + BEARINGS // 4) % BEARINGS] * feet)


@rule()
def rounded(thousandths: int) -> int:
    """To the nearest whole foot, halves outward."""
    size = (2 * abs(thousandths) + SCALE) // (2 * SCALE)
    return size if thousandths >= 0 else -size


@rule("PL-116")
def in_darkness(w: World, x: int, y: int) -> bool:
    if w.dark_by < 0:
        return False
    return feet_between(x, y, w.dark_x, w.dark_y) <= DARK_RADIUS
