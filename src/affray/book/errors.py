"""What a person is told when what they gave cannot be used."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from difflib import SequenceMatcher
from pathlib import Path

from affray.book.plain import plain

LIKE = 0.6
ABOUT = 0.02
MOST_NAMED = 6
MOST_LISTED = 16
LONGEST = 1200


class BadInput(Exception):
    """One line that names the file, the field, what was found and what was expected."""

    def __init__(self, problem: str, *, file: Path | str | None = None, field: str = "") -> None:
        self.file = file
        where = [_short(str(part)) for part in (file, field) if part]
        super().__init__(" ".join(plain(": ".join([*where, _short(problem)])).splitlines()))


def _short(text: str) -> str:
    """A line stays one that can be read, whatever was found."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST // 2]} ... {text[-LONGEST // 4 :]}"


def meant(found: str, known: Collection[str]) -> str:
    """The name a person means: as it stands, or the only one in other capitals or with spaces."""
    alike = [name for name in known if plainly(name) == plainly(found)]
    return alike[0] if found not in known and len(alike) == 1 else found


def plainly(name: str) -> str:
    """A name without what people leave out as they type: capitals and hyphens."""
    return name.casefold().replace("-", " ")


def unknown(kind: str, found: object, known: Sequence[str]) -> str:
    """'no creature is called gobin; did you mean goblin?', or the list of what there is."""
    near = _close(found, known) if isinstance(found, str) else []
    if near:
        return f"no {kind} is called {found!r}; did you mean {' or '.join(map(repr, near))}?"
    shown = ", ".join(known[:MOST_LISTED]) + (", ..." if len(known) > MOST_LISTED else "")
    return f"no {kind} is called {found!r}; expected {shown or 'none at all'}"


def _close(found: str, known: Sequence[str]) -> list[str]:
    """The known names most like it, all that are about as like as the first."""
    wanted = found.casefold()
    alike = {name: SequenceMatcher(None, name.casefold(), wanted).ratio() for name in known}
    best = max(alike.values(), default=0.0)
    near = [name for name, ratio in alike.items() if ratio >= max(LIKE, best - ABOUT)]
    return near[:MOST_NAMED]


def legal(options: Iterable[str]) -> str:
    """'legal are head, torso'; whole numbers in a row need no list: 'legal are 0 to 59'."""
    said = list(options)
    numbers = [int(one) for one in said if one.isascii() and one.isdigit()]
    if len(said) == len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        return f"legal are {numbers[0]} to {numbers[-1]}"
    return f"legal are {', '.join(said)}"
