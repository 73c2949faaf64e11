"""Names for whoever comes besides."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count

_NUMBER = re.compile(r" \d+$")


def free_name(like: str, taken: Sequence[str]) -> str:
    """A name nobody has: as it is, or with the next number where there are others of it."""
    stem = _NUMBER.sub("", like)
    others = [name for name in taken if _NUMBER.sub("", name) == stem]
    if not others or (like != stem and like not in taken):
        return like
    return next(name for k in count(2) if (name := f"{stem} {k}") not in taken)
