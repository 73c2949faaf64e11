"""Every part of a typed tree, and which fields it writes to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from affray.compiler.source.kinds import (
    Assign,
    Augment,
    Each,
    FieldOf,
    Function,
    Item,
    Length,
    ListKind,
)

READ_ONLY = {Item: "items", Each: "items", Length: "items"}
"""Where a list is looked at and nothing else can come of it."""


def written_in(functions: Iterable[Function]) -> set[tuple[str, str]]:
    """The fields that are given values, by their records' names and their own.

    A list of numbers that is handed on, or given a name, counts as written to: who has it may.
    """
    found: set[tuple[str, str]] = set()
    for function in functions:
        for node, is_handed_on in nodes(function.body):
            place = node if is_handed_on else None
            if isinstance(node, Assign | Augment):
                place = node.target.items if isinstance(node.target, Item) else node.target
            if isinstance(place, FieldOf):
                found.add((place.owner.name, place.field.name))
    return found


def nodes(tree: Any) -> Iterator[tuple[Any, bool]]:
    """All statements and expressions, and whether it is a list that is not only looked at."""
    left: list[tuple[Any, bool]] = [(tree, False)]
    while left:
        node, is_handed_on = left.pop()
        if isinstance(node, list | tuple):
            left.extend((part, is_handed_on) for part in node)
            continue
        names = () if isinstance(node, Function) else getattr(type(node), "__slots__", ())
        if not names:
            continue
        yield node, is_handed_on and _may_change(node)
        looked_at = READ_ONLY.get(type(node))
        left.extend((getattr(node, name), name != looked_at) for name in names)


def _may_change(node: Any) -> bool:
    kind = getattr(node, "kind", None)
    return isinstance(kind, ListKind) and not kind.fixed and kind.storage is not None
