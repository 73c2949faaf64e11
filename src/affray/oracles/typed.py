"""What a person types: a plan by its number or its name, and the faces of real dice."""

from __future__ import annotations

import re

from affray.oracles.tape import Faces, in_a_row
from affray.plans import Offer


def by_name(possible: list[Offer], text: str) -> Offer | None:
    return next((offer for offer in possible if offer.name == text), None)


def find(possible: list[Offer], text: str) -> Offer | None:
    """A plan by its number, its label, or its name where only one has it."""
    if text.isdigit() and 1 <= int(text) <= len(possible):
        return possible[int(text) - 1]
    lowered = text.lower()
    exact = [o for o in possible if lowered == o.label.lower()]
    named = exact or [o for o in possible if lowered and lowered == o.name]
    begun = named or [o for o in possible if lowered and o.label.lower().startswith(lowered)]
    return begun[0] if len(begun) == 1 else None


def read_faces(text: str, needs: list[tuple[int, int]]) -> Faces | None:
    """Faces typed in a row, smallest dice first."""
    parts = re.split(r"[\s,]+", text)
    if not all(part.isdigit() for part in parts):
        return None
    return in_a_row([int(part) for part in parts], needs)
