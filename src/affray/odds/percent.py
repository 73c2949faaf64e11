"""A share as people read it, everywhere: what is not certain never reads 0 or 100 %."""

from __future__ import annotations

from fractions import Fraction


def percent(p: Fraction | float, digits: int = 2, certain: bool | None = None) -> str:
    """'12.50 %', '> 99.99 %', '< 0.01 %'. An exact number says itself whether it is `certain`;
    of one that was sampled its interval does."""
    if certain is None:
        certain = p in (0, 1)
    text, least = f"{float(p) * 100:.{digits}f}", 10**-digits
    if certain or float(text) not in (0, 100):
        return f"{text} %"
    return f"> {100 - least:.{digits}f} %" if float(text) else f"< {least:.{digits}f} %"
