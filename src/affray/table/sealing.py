"""What a chair may not see: answers that are still sealed, and those who hide from it.

Nothing here may depend on how much of a sealed answer is already given: who declares in one
command and who needs five must look the same from the other chairs.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Any

from affray.fight.beside import Beside, is_noted
from affray.fight.fight import Fight
from affray.fight.plans import Offer
from affray.fight.sealed import is_sealed, is_secret, is_secret_asked
from affray.oracles.tape import Answer, Edit, Question, TapeOracle
from affray.rules.world import clone
from affray.table.game import Game
from affray.table.store import Chair
from affray.tell.secrets import hide


def shown_world(fight: Fight, mine: set[int]) -> Any:
    """The world as the one who holds these creatures may see it."""
    world = before_sealed(fight) if is_sealed(fight) else clone(fight.world)
    hide(world, mine)
    return world


class _Sealed(Exception):
    """The first sealed question of the step is asked."""


def before_sealed(fight: Fight) -> Any:
    """The world as it was when this step's first sealed question was asked."""
    at, start = fight.step_start
    public = list(takewhile(lambda said: not is_secret(fight, said), fight.said_in_step()))

    def beyond(question: Question, world: Any) -> Answer:
        raise _Sealed

    world = clone(start)
    with suppress(_Sealed):
        fight.part()(TapeOracle(fight.live[: at + len(public)], at, beyond), world)
    return world


def is_told(fight: Fight, said: Beside) -> bool:
    """Whether all may hear of it: not that somebody thinks again about what is sealed."""
    in_step = said.at >= fight.step_start[0]
    return not (said.is_unseen and in_step and (is_secret_asked(fight) or is_sealed(fight)))


# Those who hide


SOMEBODY = "somebody unseen"
SOMETHING = "Something happens, unseen."


def unseen_by(game: Game, chair: Chair, world: Any) -> frozenset[int]:
    """Who is hidden from a chair, from every side it plays for; the game master sees all."""
    hiding = game.fight.ruleset.words.hiding
    if hiding is None or chair.is_gm:
        return frozenset()
    sides = {int(world.creatures[who].side) for who in chair.creatures}
    others = [i for i in range(len(game.fight.names)) if i not in chair.creatures]
    return frozenset(i for i in others if all(hiding.unseen(world, i, side) for side in sides))


def unseen_now(game: Game, chair: Chair) -> frozenset[int]:
    return unseen_by(game, chair, game.fight.world)


class Veil:
    """The story as a chair has seen it: what somebody did while they were hidden is not told.

    They were, where they are both before and after the step: whoever comes out of hiding is seen
    to, and so is whoever goes into it.
    """

    def __init__(self, game: Game, chair: Chair) -> None:
        self.game, self.chair = game, chair
        self.hides = game.fight.ruleset.words.hiding is not None and not chair.is_gm
        self.known: dict[int, frozenset[int]] = {}

    def unseen_at(self, k: int) -> frozenset[int]:
        """Who was hidden when an item of the story happened."""
        if not self.hides:
            return frozenset()
        fight = self.game.fight
        step = bisect_right(fight.snapshots, k, key=lambda start: start.told) - 1
        if step not in self.known:
            is_last = step + 1 == len(fight.snapshots)
            end = fight.world if is_last else fight.snapshots[step + 1].world
            both = (fight.snapshots[step].world, end)
            first, last = (unseen_by(self.game, self.chair, world) for world in both)
            self.known[step] = first & last
        return self.known[step]

    def is_hidden(self, k: int, item: Any) -> bool:
        """Whether one hidden did it, or rolled, or was rolled against."""
        return is_done_by(item, self.unseen_at(k), self.game.fight.names)


def is_done_by(item: Any, unseen: frozenset[int], names: Sequence[str]) -> bool:
    """Whether one of them did what the story tells, rolled, was rolled against or changed."""
    if isinstance(item, Edit):
        return any(names[i] in item.changes for i in unseen)
    asked = item[0]
    if isinstance(asked, Question):
        return bool(unseen & {asked.who, asked.vs})
    return is_noted(item) and item[1] in unseen


def veiled(text: str, names: Sequence[str], unseen: frozenset[int]) -> str:
    """A text without the names of those who are hidden."""
    if not unseen:
        return text
    hidden = {names[i] for i in unseen}
    longest = sorted(names, key=len, reverse=True)
    any_name = re.compile("|".join(re.escape(name) for name in longest))
    return any_name.sub(lambda found: SOMEBODY if found[0] in hidden else found[0], text)


def named_unseen(offer: Offer, questions: Any, unseen: frozenset[int]) -> bool:
    """Whether a plan names somebody hidden."""
    if offer.plan is not None and offer.plan.targets == "creatures" and offer.target in unseen:
        return True
    return any(questions[q].of == "creatures" and a in unseen for q, a in offer.answers)


def open_offers(game: Game, chair: Chair) -> list[Offer]:
    """The plans that are open, but for those that would name somebody hidden."""
    unseen = unseen_now(game, chair)
    if not unseen:
        return game.offers()
    questions = game.fight.ruleset.words.questions
    return [o for o in game.offers() if not named_unseen(o, questions, unseen)]


def without_unseen(game: Game, chair: Chair, world: Any) -> Any:
    """A world as far as a chair can know it, for odds."""
    unseen, hiding = unseen_by(game, chair, world), game.fight.ruleset.words.hiding
    if not unseen or hiding is None:
        return world
    known = clone(world)
    for i in unseen:
        hiding.take_out(known, i)
    return known
