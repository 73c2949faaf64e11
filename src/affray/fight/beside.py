"""What is said beside a fight and stays on its tape: what was taken back, who may, free rolls.

Nothing of it is live. It tells everybody at the table what somebody would rather not have done.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from affray.fight.between import came_late
from affray.fight.sealed import first_sealed, is_sealed
from affray.fight.tray import RollShown, Thrown
from affray.oracles.tape import Enter, Interlude, Question, Story

if TYPE_CHECKING:
    from affray.fight.fight import Fight

FRIENDLY, FAIR, STRICT = HABITS = ("friendly", "fair", "strict")
"""How a table holds it with taking back; docs/inside-the-table.md says what each allows."""


@dataclass(frozen=True)
class Undo:
    """Back to when only the first `keep` entries were live; `fresh` asks for new dice.

    `by` is who takes it back, `granted` who had to be asked for it; `replayed` is that what was
    answered follows again, as far as it fits another reading of the rules. `people` are the
    creatures that people played when it was told, in order: their choices are named in it,
    whoever plays them later. None: nobody has said.
    """

    keep: int
    fresh: bool = False
    by: str = ""
    granted: str = ""
    replayed: bool = False
    people: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Habit:
    """From here on the table holds it so with taking back."""

    habit: str
    by: str = ""


@dataclass(frozen=True)
class NewEmblem:
    """From here on a creature's token shows this emblem."""

    creature: str
    emblem: str


@dataclass(frozen=True)
class Replayed:
    """Up to here the same was answered and rolled again, under these readings (`what`); `whole`
    is that all of it fitted, `back` that another reading was taken back."""

    what: str
    whole: bool
    back: bool = False
    by: str = ""


BesideEntry = Habit | NewEmblem | Replayed | Thrown | RollShown
"""What is said beside a fight and takes nothing back."""


@dataclass(frozen=True)
class Beside:
    """One thing said beside the fight, when only the first `at` entries were live.

    `taken` is what was taken back of what all had seen; `sealed` that there was more, which
    nobody else had seen yet; `world` how things stood then, and `late` who had come by then.
    """

    at: int
    said: Undo | BesideEntry
    taken: Story
    sealed: bool = False
    world: Any = None
    late: Sequence[Enter] = ()

    @property
    def is_unseen(self) -> bool:
        return self.sealed and not self.taken


def taken_back(fight: Fight, undo: Undo) -> Beside:
    """What an undo is about to take back."""
    cut = items_before(fight, undo.keep)
    first = first_sealed(fight) if is_sealed(fight) else None
    taken, late = fight.story[cut:first], came_late(fight.live)
    return Beside(undo.keep, undo, taken, first is not None, fight.world, late)


def emblem_of(fight: Fight, i: int) -> str:
    """What a creature's token shows: as was chosen at the table, else as its file says."""
    looks = [one.said for one in fight.beside if isinstance(one.said, NewEmblem)]
    chosen = [look.emblem for look in looks if look.creature == fight.names[i]]
    return chosen[-1] if chosen else fight.encounter.emblem(i)


def put_beside(said: list[Beside], taken: Beside) -> None:
    """What was said after a place that is live no more stands at that place. Nothing that was said
    later stands before what was said earlier: only the last of it moves."""
    k = len(said)
    while k and said[k - 1].at > taken.at:
        k -= 1
        said[k] = replace(said[k], at=taken.at)
    said.append(taken)


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
    return isinstance(item, Interlude) or isinstance(item[0], Question)


def is_choice(item: Any) -> bool:
    """Whether an item of the story is an answer somebody chose."""
    return isinstance(item[0], Question) and not item[0].is_chance


def is_noted(item: Any) -> bool:
    """Whether an item of the story is an event."""
    return isinstance(item, tuple) and isinstance(item[0], int)


def is_roll(item: Any) -> bool:
    """Whether an item of the story is a roll, by the computer or by hand."""
    return isinstance(item[0], Question) and item[0].is_chance
