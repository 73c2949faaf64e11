"""A world without what others may not know of it."""

from __future__ import annotations

from affray.rules.world import Record


def hide(w: Record, mine: set[int]) -> None:
    """Blank the secrets of others: element i of a list belongs to creature i."""
    for f in type(w).layout.fields.values():
        value = getattr(w, f.name)
        if f.fixed:
            continue
        if f.record and f.is_list:
            for i, one in enumerate(value):
                if i not in mine:
                    _blank(one, f.secret)
        elif f.record:
            _blank(value, f.secret)
        elif f.secret and f.is_list:
            shown = [one if i in mine else f.default for i, one in enumerate(value)]
            setattr(w, f.name, shown)
        elif f.secret:
            setattr(w, f.name, f.default)


def _blank(w: Record, whole: bool) -> None:
    for f in type(w).layout.fields.values():
        value = getattr(w, f.name)
        if f.record:
            for one in value if f.is_list else [value]:
                _blank(one, whole or f.secret)
        elif whole or f.secret:
            setattr(w, f.name, [f.default] * len(value) if f.is_list else f.default)
