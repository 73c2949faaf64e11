"""Text as a terminal may be sent it: nothing in a name moves the cursor, hides or turns a line."""

from __future__ import annotations

import re

_UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff\ud800-\udfff]"
)
"""Control characters but the tab and the line's end, marks of direction, halves of characters."""


def unprintable(text: str) -> bool:
    return _UNPRINTABLE.search(text) is not None


def plain(text: str) -> str:
    r"""The text with such characters written out, as '\x1b'."""
    if text.isprintable():
        return text
    return _UNPRINTABLE.sub(lambda found: ascii(found[0])[1:-1], text)
