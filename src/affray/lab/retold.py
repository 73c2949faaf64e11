"""One fight of a run again, on a tape: what was counted can be watched, kept and looked into."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from affray.book.errors import BadInput
from affray.fight.fight import Fight
from affray.fight.players import Players, Seat, roll_faces, rolls_of
from affray.oracles.collapsed import COLLAPSED
from affray.oracles.dice import Dice, fight_key
from affray.oracles.tape import Answer, Question, value_of

if TYPE_CHECKING:
    from affray.lab.job import ManyFights
    from affray.lab.search import Tick


class ByDice:
    """Answers as the dice oracle does: one stream of dice, one of draws, in the order asked."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def __call__(self, fight: Fight, question: Question, world: Any) -> Answer:
        q = question
        if not q.is_chance:
            return Answer(self.dice.choose(world, q.who, q.name, q.mask))
        mine = roll_faces(self.dice, q.needs, rolls_of(q, q.pool))
        theirs = roll_faces(self.dice, q.vs_needs, rolls_of(q, q.vs_pool))
        return Answer(value_of(q, mine, theirs), mine, theirs)


def fight_of(job: ManyFights, k: int, compiled: bool = True, tick: Tick | None = None) -> Fight:
    """Fight k of the seed, about to begin; `run` plays it as it was counted."""
    if job.dice == COLLAPSED:
        problem = "found 'collapsed': such dice show no faces to tell of; expected 'rolled'"
        raise BadInput(problem, field="dice")
    encounter = job.encounter.apart()
    if not job.thinking:
        return Fight(encounter, ByDice(job.ask(k)))
    from affray.lab.clever import Clever, silent

    seats = [Seat(player) for player in job.players]
    clever = Clever(compiled, k, tick or silent, threads=1)  # fights are played at once instead
    players = Players(seats, fight_key(job.seed, k), thinker=clever)
    return Fight(encounter, players)
