"""A world without what others may not know of it."""

from __future__ import annotations

from functools import cache

from affray.rules.layout import Field, Layout
from affray.rules.world import Record


def hide(w: Record, mine: set[int]) -> None:
    """Blank the secrets of others: element i of a list belongs to creature i."""
    for f in _with_secrets(type(w).layout):
        value = getattr(w, f.name)
        if f.record and f.is_list:
            for i, one in enumerate(value):
                if i not in mine:
                    _blank(one, f.secret)
        elif f.record:
            _blank(value, f.secret)
        elif f.is_list:
            shown = [one if i in mine else f.default for i, one in enumerate(value)]
            setattr(w, f.name, shown)
        else:
            setattr(w, f.name, f.default)


def has_secrets(w: Record) -> bool:
    """Whether there is anything in such a world that not everybody may know."""
    return bool(_with_secrets(type(w).layout))


@cache
def _with_secrets(layout: Layout) -> list[Field]:
    """What is a secret or holds one; what the encounter brought is none."""
    return [f for f in layout.fields.values() if not f.fixed and _holds_secrets(f)]


def _holds_secrets(f: Field) -> bool:
    if f.secret or f.record is None:
        return f.secret
    return any(_holds_secrets(inner) for inner in f.record.layout.fields.values())


def _blank(w: Record, whole: bool) -> None:
    for f in type(w).layout.fields.values():
        value = getattr(w, f.name)
        if f.record:
            for one in value if f.is_list else [value]:
                _blank(one, whole or f.secret)
        elif whole or f.secret:
            setattr(w, f.name, [f.default] * len(value) if f.is_list else f.default)
