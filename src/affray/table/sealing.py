"""What a chair may not see: answers that are still sealed, and those who hide from it.

Nothing here may depend on how much of a sealed answer is already given: who declares in one
command and who needs five must look the same from the other chairs.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import Any

from affray.fight.beside import Beside
from affray.fight.fight import Fight
from affray.fight.plans import Knowing, Offer, named_unseen
from affray.fight.sealed import is_sealed, is_secret_asked
from affray.rules.world import clone
from affray.table.envelopes import OpenQuestion
from affray.table.fog import Hidden, hidden_from_now, in_fog, in_fog_during
from affray.table.game import Game
from affray.table.hidden import hidden_during
from affray.table.scenery import once
from affray.table.store import Chair
from affray.tell.unseen import is_done_by, veiled


def is_told(fight: Fight, said: Beside) -> bool:
    """Whether all may hear of it: not that somebody thinks again about what is sealed."""
    in_step = said.at >= fight.step_start[0]
    return not (said.is_unseen and in_step and (is_secret_asked(fight) or is_sealed(fight)))


# Those who hide


def unseen_by(game: Game, chair: Chair, world: Any, then: Hidden | None = None) -> frozenset[int]:
    """Who is hidden from a chair, by a rule, by hand or in the fog (as it is now, or was at
    another moment); the game master sees all."""
    if chair.is_gm:
        return frozenset()
    hidden = then or hidden_from_now(game)
    by_hand = hidden.by_hand - set(chair.creatures)
    return by_hand | in_fog(game, chair, world, hidden.fog) | _unseen_by_rule(game, chair, world)


def _unseen_by_rule(game: Game, chair: Chair, world: Any) -> frozenset[int]:
    """Who hides from every side a chair plays for; from any side, where it only looks on."""
    hiding = game.fight.ruleset.words.hiding
    unseen = hiding.unseen if hiding is not None else None
    if unseen is None:
        return frozenset()
    everybody = range(int(world.n))
    own = [who for who in chair.creatures if who in everybody]
    sides = {int(world.creatures[who].side) for who in own or everybody}
    hides = any if chair.watches else all
    others = [i for i in everybody if i not in chair.creatures]

    def hidden() -> frozenset[int]:
        return frozenset(i for i in others if hides(unseen(world, i, side) for side in sides))

    return once(game, world, ("unseen", tuple(others), chair.watches), hidden)


def can_hide(game: Game, chair: Chair) -> bool:
    """Whether anybody was or can be hidden from a chair."""
    hiding = game.fight.ruleset.words.hiding
    return not chair.is_gm and bool(game.hidden or game.fog or (hiding and hiding.unseen))


def unseen_now(game: Game, chair: Chair) -> frozenset[int]:
    return unseen_by(game, chair, game.fight.world)


class Veil:
    """The story as a chair has seen it: what somebody did while they were hidden is not told.

    They were, where they are both before and after the step: whoever comes out of hiding is seen
    to, and so is whoever goes into it.
    """

    def __init__(self, game: Game, chair: Chair) -> None:
        self.game, self.chair = game, chair
        self.hides = can_hide(game, chair)
        self.known: dict[int, frozenset[int]] = {}

    def unseen_at(self, k: int) -> frozenset[int]:
        """Who was hidden when an item of the story happened."""
        if not self.hides:
            return frozenset()
        fight = self.game.fight
        step = bisect_right(fight.snapshots, k, key=lambda start: start.told) - 1
        if step not in self.known:
            start = fight.snapshots[step]
            is_last = step + 1 == len(fight.snapshots)
            end = fight.world if is_last else fight.snapshots[step + 1].world
            both = (start.world, end)
            first, last = (_unseen_by_rule(self.game, self.chair, world) for world in both)
            at = len(fight.live) if is_last else fight.snapshots[step + 1].at
            by_hand = hidden_during(self.game, start.at, at) - set(self.chair.creatures)
            fogged = in_fog_during(self.game, self.chair, start.at, at, both)
            self.known[step] = (first & last) | by_hand | fogged
        return self.known[step]

    def is_hidden(self, k: int, item: Any) -> bool:
        """Whether one hidden did it, or rolled, or was rolled against."""
        return is_done_by(item, self.unseen_at(k), self.game.fight.names)


def untold(text: str, names: Sequence[str], unseen: frozenset[int]) -> str:
    """A text, or nothing where it would name one who is hidden: that it is there is no news."""
    return "" if unseen and veiled(text, names, unseen) != text else text


def open_offers(game: Game, chair: Chair, here: OpenQuestion) -> list[Offer]:
    """The plans that are open, but for those that would name somebody hidden."""
    unseen = unseen_now(game, chair)
    if not unseen:
        return here.offers
    words = game.fight.ruleset.words
    return [o for o in here.offers if not named_unseen(o, words, unseen)]


def without_unseen(game: Game, chair: Chair, world: Any) -> Any:
    """A world as far as a chair can know it, for odds and for what is usual."""
    unseen, hiding = unseen_by(game, chair, world), game.fight.ruleset.words.hiding
    if not unseen or hiding is None:
        return world
    known = clone(world)
    for i in unseen:
        hiding.take_out(known, i)
    return known


def knowing(game: Game, chair: Chair) -> Knowing | None:
    """The world by what a chair can know; None where it knows all of it."""
    if not unseen_now(game, chair):
        return None
    return lambda world: without_unseen(game, chair, world)
