"""Affray runs tabletop role-playing combat by the book.

What a program uses is here; `docs/python.md` shows it at work. Everything else may change.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from affray.book.encounter import Encounter
    from affray.book.encounter import find_encounter as encounter
    from affray.book.errors import BadInput
    from affray.book.shelf import SHELF
    from affray.fight.fight import Fight
    from affray.fight.following import take
    from affray.fight.given import read_given
    from affray.fight.loop import play
    from affray.fight.plans import offers
    from affray.fight.players import Players, Seat
    from affray.files.saves import load_save, new_save
    from affray.lab.advice import advise
    from affray.lab.simulate import simulate
    from affray.lab.stepping import Stepping
    from affray.odds.of_plans import odds_of, position_of
    from affray.oracles.dice import Dice
    from affray.tell.narration import transcript

_FOUND = {
    "encounter": "book.encounter:find_encounter",
    "Encounter": "book.encounter",
    "BadInput": "book.errors",
    "SHELF": "book.shelf",
    "Fight": "fight.fight",
    "play": "fight.loop",
    "offers": "fight.plans",
    "read_given": "fight.given",
    "take": "fight.following",
    "Players": "fight.players",
    "Seat": "fight.players",
    "load_save": "files.saves",
    "new_save": "files.saves",
    "advise": "lab.advice",
    "simulate": "lab.simulate",
    "Stepping": "lab.stepping",
    "odds_of": "odds.of_plans",
    "position_of": "odds.of_plans",
    "Dice": "oracles.dice",
    "transcript": "tell.narration",
}
"""Where each name comes from; imported when it is first used, so that nothing starts slowly."""

__all__ = [
    "SHELF",
    "BadInput",
    "Dice",
    "Encounter",
    "Fight",
    "Players",
    "Seat",
    "Stepping",
    "advise",
    "encounter",
    "load_save",
    "new_save",
    "odds_of",
    "offers",
    "play",
    "position_of",
    "read_given",
    "simulate",
    "take",
    "transcript",
]

if not TYPE_CHECKING:  # a checker knows the names above, and no others

    def __getattr__(name: str) -> Any:
        if name not in _FOUND:
            raise AttributeError(f"module 'affray' has no attribute {name!r}")
        module, _, called = _FOUND[name].partition(":")
        value = getattr(import_module(f"affray.{module}"), called or name)
        globals()[name] = value
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
