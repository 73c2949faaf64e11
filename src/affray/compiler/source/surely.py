"""What is sure of a value before it is worked out."""

from __future__ import annotations

from enum import IntEnum

from affray.compiler.source.kinds import WORD, Binary, Const, Expr, Local

ARITHMETIC = {name for name in vars(int) if callable(getattr(int, name))} - set(vars(IntEnum))
"""What a number does; an enum that does it in a way of its own is none."""


def is_natural(value: Expr) -> bool:
    """Whether it is sure not to be less than nothing, so that its bits are those of a word."""
    match value:
        case Const(number):
            return number >= 0
        case Binary(">>", left):
            return is_natural(left)
        case Binary("&", left, right):
            return is_natural(left) or is_natural(right)
    return value.kind is WORD


def is_whole(value: object) -> bool:
    """Whether a value is the number it says: a class of its own may add and compare as it likes."""
    kind = type(value)
    if kind in (int, bool):
        return True
    if not issubclass(kind, IntEnum):
        return False
    above = kind.__mro__[: kind.__mro__.index(IntEnum)]
    return not any(name in vars(one) for one in above for name in ARITHMETIC)


def is_simple(value: Expr) -> bool:
    """Whether working it out again gives the same and costs nothing."""
    return isinstance(value, Local | Const)
