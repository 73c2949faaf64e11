"""Which fights a run plays: all that an engine needs to know."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any

from affray.book.encounter import Encounter
from affray.book.errors import BadInput
from affray.book.ruleset import Ruleset
from affray.fight.guarding import as_compiled, require_fit
from affray.fight.loop import play
from affray.lab.until import NO_END, Until
from affray.oracles.collapsed import COLLAPSED, ROLLED, dice_of
from affray.oracles.dice import Dice, Noted


def require_bool(name: str, value: Any) -> None:
    """Refuse a word where a yes or no is wanted: any word is a yes to Python."""
    if not isinstance(value, bool):
        raise BadInput(f"found {value!r}, expected True or False", field=name)


@dataclass(frozen=True)
class ManyFights:
    """Some fights of one seed, and what is wanted of them."""

    encounter: Encounter
    world: Any
    n: int
    seed: int
    temperaments: list[int]
    keep_rows: bool
    thinking: dict[int, str] = field(default_factory=dict)
    first: int = 0
    until: Until = NO_END
    reported: bool = False
    dice: str = ROLLED

    def __post_init__(self) -> None:
        """What a caller might have mistaken for another: a word for a yes, seconds for an Until."""
        for name in ("keep_rows", "reported"):
            require_bool(name, getattr(self, name))
        if not isinstance(self.until, Until):
            raise BadInput(f"found {self.until!r}, expected affray.lab.until.Until", field="until")

    def ask(self, k: int, log: list[Noted] | None = None) -> Dice:
        """Who answers in fight k, in CPython."""
        return dice_of(self.dice)(self.seed, k, self.ruleset.decide, self.temperaments, log)

    def event(self, told: Any) -> int:
        """An event's number; what is none has no words."""
        if not isinstance(told, int):
            self.ruleset.words.told[told]
        return int(told)

    def show(self, k: int) -> None:
        """Fight k once more in CPython: what goes wrong in it, with the line where it does."""
        self._again(k, *as_compiled(self.ruleset, self.world))

    def require_fit(self, k: int, w: Any) -> None:
        """Refuse how fight k ended where something does not fit its field."""
        require_fit(w, self.world, partial(self._again, k, self.ruleset))

    def _again(self, k: int, ruleset: Ruleset, w: Any) -> None:
        log: list[Noted] = []
        ask = dice_of(self.dice)(self.seed, k, ruleset.decide, self.temperaments, log)
        play(ruleset, ask, w, self.begun)
        for event in log:
            ruleset.words.told[event[0]]  # what has no words is an error in both

    @property
    def oracle(self) -> str:
        """The same, compiled."""
        return "collapsed" if self.dice == COLLAPSED else "dice"

    @property
    def needs_ends(self) -> bool:
        """Whether it matters how every single fight ended."""
        return self.keep_rows or self.reported

    @property
    def block(self) -> int:
        """Fights between two reports, where that is settled; 0 where the engine may choose."""
        return min(self.until.block(), self.n)

    @property
    def players(self) -> list[str]:
        return players_of(self.encounter, self.temperaments, self.thinking)

    @property
    def ruleset(self) -> Ruleset:
        return self.encounter.ruleset

    @property
    def begun(self) -> bool:
        return self.encounter.start_index >= 0


def players_of(encounter: Encounter, tempers: list[int], thinking: dict[int, str]) -> list[str]:
    known = encounter.ruleset.temperaments
    return [thinking.get(i) or known[t] for i, t in enumerate(tempers)]
