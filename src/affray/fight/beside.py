"""What is said beside a fight and stays on its tape: what was taken back, and who may.

Nothing of it is live. It tells everybody at the table what somebody would rather not have done.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from affray.fight.sealed import first_sealed, is_sealed
from affray.oracles.tape import Edit, Question, Story, TakenUp, Then

if TYPE_CHECKING:
    from affray.fight.fight import Fight

FRIENDLY, FAIR, STRICT = HABITS = ("friendly", "fair", "strict")
"""How a table holds it with taking back; docs/architecture.md says what each allows."""


@dataclass(frozen=True)
class Undo:
    """Back to when only the first `keep` entries were live; `fresh` asks for new dice.

    `by` is who takes it back, `granted` who had to be asked for it.
    """

    keep: int
    fresh: bool = False
    by: str = ""
    granted: str = ""


@dataclass(frozen=True)
class Habit:
    """From here on the table holds it so with taking back."""

    habit: str
    by: str = ""


@dataclass(frozen=True)
class Beside:
    """One thing said beside the fight, when only the first `at` entries were live.

    `taken` is what was taken back of what all had seen; `sealed` that there was more, which
    nobody else had seen yet; `world` how things stood then.
    """

    at: int
    said: Undo | Habit
    taken: Story
    sealed: bool = False
    world: Any = None

    @property
    def is_unseen(self) -> bool:
        return self.sealed and not self.taken


def taken_back(fight: Fight, undo: Undo) -> Beside:
    """What an undo is about to take back."""
    cut = items_before(fight, undo.keep)
    first = first_sealed(fight) if is_sealed(fight) else None
    return Beside(undo.keep, undo, fight.story[cut:first], first is not None, fight.world)


def moved_back(said: list[Beside], keep: int) -> list[Beside]:
    """What was said after a place that is live no more stands at that place."""
    return [replace(one, at=min(one.at, keep)) for one in said]


def items_before(fight: Fight, keep: int) -> int:
    """How much of the story was told before that place on the tape."""
    start = fight.snapshots[max(0, fight.step_of(keep) - 1)]
    left = keep - start.at
    for k in range(start.told, len(fight.story)):
        if is_entry(fight.story[k]):
            if left == 0:
                return k
            left -= 1
    return len(fight.story)


def is_entry(item: Any) -> bool:
    """Whether an item of the story stands on the tape; events do not."""
    return isinstance(item, Edit | Then | TakenUp) or isinstance(item[0], Question)


def is_choice(item: Any) -> bool:
    """Whether an item of the story is an answer somebody chose."""
    return isinstance(item[0], Question) and not item[0].is_chance


def is_noted(item: Any) -> bool:
    """Whether an item of the story is an event."""
    return isinstance(item, tuple) and isinstance(item[0], int)


def is_roll(item: Any) -> bool:
    """Whether an item of the story is a roll, by the computer or by hand."""
    return isinstance(item[0], Question) and item[0].is_chance
