"""Those who hide: what they do is not told, and their names are left out of what is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from affray.fight.beside import is_noted
from affray.oracles.tape import Edit, Enter, Leave, Question

SOMEBODY = "somebody unseen"
SOMETHING = "Something happens, unseen."


def is_done_by(item: Any, unseen: frozenset[int], names: Sequence[str]) -> bool:
    """Whether one of them did what the story tells, rolled, was rolled against or changed."""
    if isinstance(item, Edit):
        return any(names[i] in item.changes for i in unseen)
    if isinstance(item, Enter):
        return any(names[i] == item.creature["name"] for i in unseen)
    if isinstance(item, Leave):
        return any(names[i] == item.creature for i in unseen)
    asked = item[0]
    if isinstance(asked, Question):
        return bool(unseen & {asked.who, asked.vs})
    return is_noted(item) and item[1] in unseen


def veiled(text: str, names: Sequence[str], unseen: frozenset[int]) -> str:
    """A text without the names of those who are hidden."""
    if not unseen:
        return text
    hidden = {names[i] for i in unseen}
    longest = sorted(names, key=len, reverse=True)
    any_name = re.compile("|".join(re.escape(name) for name in longest))
    return any_name.sub(lambda found: SOMEBODY if found[0] in hidden else found[0], text)
