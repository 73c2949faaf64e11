"""Whole numbers out of text: the one place that reads them."""

from __future__ import annotations

import re

_WHOLE = re.compile(r"-?[0-9]{1,18}")
"""What fits 64 bits. `isdigit` also takes '²', and `int` gives up past some thousand digits."""

MOST_BITS = 64


def read_whole(text: str) -> int | None:
    """The number a text is, or None where it is none or longer than any number here."""
    return int(text) if _WHOLE.fullmatch(text) else None


def is_bounded(value: object) -> bool:
    """Whether every number in a value that came from a file or a message can be worked with."""
    if isinstance(value, int):
        return value.bit_length() <= MOST_BITS
    if isinstance(value, dict):
        return all(is_bounded(one) for one in value.values())
    return not isinstance(value, list) or all(is_bounded(one) for one in value)
