"""What people call themselves and their fights: text that can be shown, and told from another."""

from __future__ import annotations

import unicodedata

from affray.book.plain import unprintable

LONGEST_NAME = 100
"""A name stands in every line of the log, on cards and beside tokens."""

LONGEST_TITLE = 400
"""A scenario's says what it proves."""

LONGEST_SHOWN = 40
"""As much of one that is refused is shown."""

MOST_MARKS = 3
"""On one letter; more of them climb over the lines around."""

_JOINERS = "\u200c\u200d"
"""Some scripts and most families of emoji need them between two letters."""

_BLANK = "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180e\u180f\u2800\u3164\uffa0"
"""Letters of which nothing is seen."""

_UNSEEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def read_called(text: str, most: int) -> str:
    """The text with single spaces; nothing where it is empty, too long or cannot be shown."""
    plain = " ".join(unicodedata.normalize("NFC", text).split())
    if not plain or len(plain) > most or unprintable(plain) or not _is_shown(plain):
        return ""
    return plain


def no_line(text: str, most: int = LONGEST_NAME) -> str:
    """Why a name, a side or a title cannot stand in a line, or nothing."""
    if text.splitlines() == [text] and "\t" not in text and read_called(text, most):
        return ""
    found = ascii(text[:LONGEST_SHOWN])
    return f"found {found}, expected one line of at most {most} letters that can be seen"


def _is_shown(text: str) -> bool:
    marks = 0
    for k, letter in enumerate(text):
        kind = unicodedata.category(letter)
        is_joined = letter in _JOINERS and 0 < k < len(text) - 1 and text[k - 1] not in _JOINERS
        if letter in _BLANK or (kind in _UNSEEN and not is_joined):
            return False
        marks = marks + 1 if kind in ("Mn", "Me") else 0
        if marks > MOST_MARKS or (k == 0 and marks):
            return False
    return any(unicodedata.category(letter)[0] in "LNS" for letter in text)


def alike(text: str) -> str:
    """The same for two names that one reads as the same."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(letter for letter in folded if unicodedata.category(letter) not in _UNSEEN)
