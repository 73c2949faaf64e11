"""What stands on a creature's sheet beside its card: what it carries, knows and is good at."""

from __future__ import annotations

from typing import Any

from affray.book.content import show_one
from affray.book.encounter import Encounter
from affray.book.words import Names, kebab
from affray.rules.layout import Field


def sheet(encounter: Encounter, w: Any, i: int) -> dict[str, str]:
    """Read off the declaration: lists of content by name, and numbers by kind; nothing secret."""
    c = w.creatures[i]
    lists = {f.name for f in type(w).layout.fields.values() if f.content and f.fixed}
    out = {}
    for f in type(c).layout.fields.values():
        if f.is_list and f.storage is not None and not f.secret:
            text = _listed(f, getattr(c, f.name), lists, encounter.called)
            if text:
                out[f.name.replace("_", " ")] = text
    more = encounter.ruleset.words.sheet
    return out | more(w, i, encounter.called) if more else out


def _listed(f: Field, values: list[int], lists: set[str], names: Names) -> str:
    if f.by is not None:
        told = {kebab(m): values[int(m)] for m in f.by if values[int(m)]}
        return ", ".join(f"{kind} {show_one(f, value, names)}" for kind, value in told.items())
    if not isinstance(f.of, str) or f.of not in lists:
        return ""
    return ", ".join(names[f.of][one] for one in values if one >= 0)
