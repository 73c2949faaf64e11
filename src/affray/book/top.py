"""What an encounter file may hold at its top, and what every one has to say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from affray.book.called import LONGEST_TITLE, no_line
from affray.book.errors import unknown

if TYPE_CHECKING:
    from affray.book.encounter import Encounter

BETWEEN = "between"
"""As `start`: no fight is on."""

FIGHT = (
    "ruleset",
    "title",
    "text",
    "rules",
    "start",
    "sides",
    "rulings",
    "map",
    "set",
    "creature",
)
TOP = (*FIGHT, "ground")
PARTS = ("homebrew", "do", "expect", "tape", "save")


def check_whole(e: Encounter) -> None:
    for key in (*TOP, *PARTS):
        e.top.raw(key, None)
    e.top.finish()
    e.top.table("map")  # a game that has none looks into it nowhere
    if e.title and (problem := no_line(e.title, LONGEST_TITLE)):
        raise e.top.bad("title", problem)
    for side in e.sides:
        if problem := no_line(side):
            raise e.top.bad("sides", problem)
    names = [entrant.name for entrant in e.entrants]
    seen: set[str] = set()
    for entrant in e.entrants:
        if entrant.name in seen:
            raise entrant.table.bad("name", f"{entrant.name!r} stands twice")
        seen.add(entrant.name)
        if problem := e.unnameable(entrant.name):
            raise entrant.table.bad("name", problem)
    if not e.entrants:
        raise e.top.bad("creature", "missing; expected at least one [[creature]]")
    if e.start and e.start != BETWEEN and e.start not in names:
        raise e.top.bad("start", unknown("creature", e.start, [*names, BETWEEN]))


def taken_names(e: Encounter) -> set[str]:
    """Names that a creature may not have, since files use them for other things."""
    return {BETWEEN, "events", "asks", "offers", "lacks", "outcome", *e.ruleset.world.layout.fields}
