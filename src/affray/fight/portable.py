"""Whether whoever answers at a fight can go where the fight is taken."""

from __future__ import annotations

import io
import pickle
from typing import Any


class _Trial(pickle.Pickler):
    """Pickles what belongs to a fight, but not the fight: it asks this of itself."""

    def __init__(self, fight: Any) -> None:
        super().__init__(io.BytesIO())
        self.fight = fight

    def persistent_id(self, one: Any) -> str | None:
        return "the fight" if one is self.fight else None


def is_portable(one: Any, fight: Any) -> bool:
    """Whether something that may know of the fight can be pickled with it."""
    try:
        _Trial(fight).dump(one)
    except Exception:  # whatever is held there says in its own way that it cannot be taken along
        return False
    return True
