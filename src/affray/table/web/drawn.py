"""The drawings a fight's page begins with: its tokens' emblems, and what stands on its ground."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any

from affray.book.emblems import EMBLEMS

FOLDER = Path(__file__).parent / "static" / "emblems"

FIGURES = {
    "altar": "star-altar",
    "boulder": "stone-pile",
    "campfire": "campfire",
    "cauldron": "cauldron",
    "coffin": "coffin",
    "desk": "desk",
    "mill": "windmill",
    "nest": "nest-eggs",
    "pine": "pine-tree",
    "reeds": "reed",
    "shelf": "bookshelf",
    "stairs": "stairs",
    "tent": "barracks-tent",
    "tomb": "tombstone",
    "torch": "torch",
    "tower": "stone-tower",
    "train": "subway-train",
    "tree": "beech",
}
"""Kinds of ground that are drawn as one of the emblems; the page has the others' shapes itself."""

_PATH = re.compile(r"<path[^>]*/>")


@lru_cache(maxsize=200)
def _path(name: str) -> str:
    """The one path of an emblem's file."""
    found = _PATH.search((FOLDER / f"{name}.svg").read_text(encoding="utf-8"))
    assert found, f"{name}.svg has no path"
    return found[0]


def symbols(board: dict[str, Any] | None) -> dict[str, str]:
    """By its id what the page can use: only what this seat sees, and nothing it does not."""
    if board is None:
        return {}
    emblems = {token["emblem"] for token in board["tokens"]} & set(EMBLEMS)
    kinds = {patch["kind"] for patch in board["ground"]["patches"]} & set(FIGURES)
    return _drawn(emblems, kinds)


def every_symbol() -> dict[str, str]:
    """All there is, for who builds."""
    return _drawn(set(EMBLEMS), set(FIGURES))


def _drawn(emblems: set[str], kinds: set[str]) -> dict[str, str]:
    return {f"emblem-{name}": _path(name) for name in sorted(emblems)} | {
        f"figure-{kind}": _path(FIGURES[kind]) for kind in sorted(kinds)
    }
