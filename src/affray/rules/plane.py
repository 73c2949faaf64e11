"""Whole feet on a plane: distances rounded down, straight lines, bearings like a clock's minutes.

A distance that is only compared needs no root: `is_within` and its like compare squares.
"""

from math import isqrt

from affray.rules.ask import rule

BEARINGS = 60
"""Like the minutes of a clock: 0 is north, 15 east, 30 south, 45 west."""
SCALE = 1000
SINES = (
    0, 105, 208, 309, 407, 500, 588, 669, 743, 809, 866, 914, 951, 978, 995,
    1000, 995, 978, 951, 914, 866, 809, 743, 669, 588, 500, 407, 309, 208, 105,
    0, -105, -208, -309, -407, -500, -588, -669, -743, -809, -866, -914, -951, -978, -995,
    -1000, -995, -978, -951, -914, -866, -809, -743, -669, -588, -500, -407, -309, -208, -105,
)  # fmt: skip
"""Of every bearing, in thousandths."""


@rule()
def square(dx: int, dy: int) -> int:
    """The length of a line times itself."""
    return dx * dx + dy * dy


@rule()
def feet_between(ax: int, ay: int, bx: int, by: int) -> int:
    """The whole feet between two points, rounded down."""
    return isqrt(square(ax - bx, ay - by))


@rule()
def is_within(ax: int, ay: int, bx: int, by: int, feet: int) -> bool:
    """Whether two points are so many feet apart or less, rounded down."""
    return square(ax - bx, ay - by) < (feet + 1) * (feet + 1)


@rule()
def is_apart(ax: int, ay: int, bx: int, by: int, feet: int) -> bool:
    """Whether two points are just so many feet apart, rounded down."""
    return feet * feet <= square(ax - bx, ay - by) < (feet + 1) * (feet + 1)


@rule()
def is_nearer(ax: int, ay: int, bx: int, by: int, feet: int) -> bool:
    """Whether two points are less than so many feet apart."""
    return square(ax - bx, ay - by) < feet * feet


@rule()
def hundredths(dx: int, dy: int) -> int:
    """The length of a line in hundredths of a foot."""
    return isqrt(10000 * square(dx, dy))


@rule()
def away(feet: int, along: int, whole: int) -> int:
    """How far that many feet of a line go one way, rounded, halves outward.

    The line goes `along` in that way and is `whole` hundredths of a foot long.
    """
    if whole == 0:
        return 0
    size = (200 * feet * abs(along) + whole) // (2 * whole)
    return size if along >= 0 else -size


@rule()
def bearing_x(bearing: int, feet: int) -> int:
    """How far east that many feet of a bearing lead."""
    return rounded(SINES[bearing] * feet)


@rule()
def bearing_y(bearing: int, feet: int) -> int:
    """How far north that many feet of a bearing lead."""
    return rounded(SINES[(bearing + BEARINGS // 4) % BEARINGS] * feet)


@rule()
def rounded(thousandths: int) -> int:
    """To the nearest whole foot, halves outward."""
    size = (2 * abs(thousandths) + SCALE) // (2 * SCALE)
    return size if thousandths >= 0 else -size
