"""What is sealed: the answers others may not know yet, the world without them, who may take back.

Nothing here may depend on how much of a sealed answer is already given: who declares in one
command and who needs five must look the same from the other chairs.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import takewhile
from typing import Any

from affray.fight.decisions import Decision, secret_questions
from affray.fight.fight import Fight
from affray.oracles.tape import Answer, Question, TapeOracle
from affray.rules.world import Record, clone, to_json
from affray.table.game import GAME_MASTER, Game, NotYours
from affray.table.store import Chair
from affray.tell.secrets import hide


def is_sealed(fight: Fight) -> bool:
    """Whether somebody has answered in this step what the others may not know yet."""
    if first_sealed(fight) is None:
        return False
    pending = fight.pending
    if pending is not None and _is_secret(fight, (pending, None)):
        return True
    return _secrets(fight.step_start[1]) != _secrets(fight.world)


def first_sealed(fight: Fight) -> int | None:
    """Where in the story this step's first sealed answer stands."""
    first = len(fight.story) - len(fight.told_in_step())
    for k, item in enumerate(fight.told_in_step(), start=first):
        if _is_secret(fight, item):
            return k
    return None


def _is_secret(fight: Fight, item: Any) -> bool:
    question = item[0]
    if not isinstance(question, Question) or question.is_chance:
        return False
    return question.name in secret_questions(fight)


def _secrets(w: Record) -> list[Any]:
    """Everything a world keeps from somebody."""
    out: list[Any] = []
    for f in type(w).layout.fields.values():
        value = getattr(w, f.name)
        if f.record and f.secret:
            out.append([to_json(x) for x in value] if f.is_list else to_json(value))
        elif f.record:
            out += [_secrets(x) for x in (value if f.is_list else [value])]
        elif f.secret:
            out.append(list(value) if f.is_list else value)
    return out


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
    public = list(takewhile(lambda said: not _is_secret(fight, said), fight.said_in_step()))

    def beyond(question: Question, world: Any) -> Answer:
        raise _Sealed

    world = clone(start)
    with suppress(_Sealed):
        fight.part()(TapeOracle(fight.live[: at + len(public)], at, beyond), world)
    return world


# Taking back


def may_undo(game: Game, chair: Chair) -> bool:
    try:
        own_last(game, chair)
    except NotYours:
        return False
    return True


def own_last(game: Game, chair: Chair) -> Decision:
    """The decision this seat may take back now: the last one, if it is its own and not shown."""
    made = [d for d in game.decisions() if not _is_half_given(game, chair, d)]
    if not made:
        raise NotYours("nothing has been decided yet")
    last = made[-1]
    if chair.n == GAME_MASTER:
        return last
    if last.who not in chair.creatures:
        raise NotYours("the last decision was not yours; the game master may take it back")
    in_step = last.at >= game.fight.step_start[0]
    if last.sealed and not (in_step and is_sealed(game.fight)):
        raise NotYours("your choice has been shown; the game master may take it back")
    return last


def _is_half_given(game: Game, chair: Chair, decision: Decision) -> bool:
    """A sealed answer another is still about to complete: for this chair it is not there yet."""
    fight, pending = game.fight, game.fight.pending
    if pending is None or not decision.sealed or game.holds(chair, decision.who):
        return False
    in_step = decision.at >= fight.step_start[0]
    return in_step and decision.who == pending.who and is_sealed(fight)
