"""What a person is told when what they gave cannot be used."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path


class BadInput(Exception):
    """One line that names the file, the field, what was found and what was expected."""

    def __init__(self, problem: str, *, file: Path | str | None = None, field: str = "") -> None:
        where = [str(part) for part in (file, field) if part]
        super().__init__(" ".join(": ".join([*where, problem]).splitlines()))


def unknown(kind: str, found: str, known: list[str]) -> str:
    """'no creature is called gobin; did you mean goblin?', or the list of what there is."""
    near = get_close_matches(found, known, n=1, cutoff=0.6)
    if near:
        return f"no {kind} is called {found!r}; did you mean {near[0]!r}?"
    shown = ", ".join(known[:12]) + (", ..." if len(known) > 12 else "")
    return f"no {kind} is called {found!r}; expected {shown or 'none at all'}"
