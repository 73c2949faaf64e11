"""What people put in their own words: written down as it was said, and known by its number."""

from __future__ import annotations

from affray.book.words import Names
from affray.rules.world import SAYINGS

LONGEST = 60
MOST = 100
"""More than anybody says in a fight; a field of one byte holds the number of each."""

TAKEN = ("nobody", "none")
"""What a file writes where nothing was said."""


def unsayable(text: str) -> str:
    """What is wrong with somebody's words, or nothing."""
    if not 1 <= len(text) <= LONGEST or text != text.strip():
        return f"found {len(text)} characters, expected 1 to {LONGEST}, no blank at either end"
    if not text.isprintable():
        return f"found {text!r}, expected characters that can be read"
    return f"found {text!r}, which is how files write nothing" if text.lower() in TAKEN else ""


def has_room(names: Names, text: str) -> bool:
    return text in names[SAYINGS] or len(names[SAYINGS]) < MOST


FULL = f"found more than {MOST} things said in own words, expected {MOST} at most in one fight"


def number_of(names: Names, text: str) -> int:
    """The number of what was said, which is new or has been said before."""
    if text not in names[SAYINGS]:
        names[SAYINGS].append(text)
    return names[SAYINGS].index(text)
