"""What is sealed: the answers of a step that the others may not know yet.

Whatever is sealed in a step depends on nothing others seal in it (`conformance/test_sealed.py`
holds every game to that), so all can be asked at once: each in a fight of their own, in which
the others have said anything legal.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from affray.oracles.tape import Answer, Pending, Question, TapeOracle
from affray.rules.masks import smallest
from affray.rules.world import Record, clone, to_json

if TYPE_CHECKING:
    from affray.fight.fight import Answerer, Fight

Filling = Callable[["Fight", Question, Any], int]
"""What stands for an answer that is sealed."""


def is_sealed(fight: Fight) -> bool:
    """Whether somebody has answered in this step what the others may not know yet."""
    if first_sealed(fight) is None:
        return False
    if is_secret_asked(fight):
        return True
    return _secrets(fight.step_start[1]) != _secrets(fight.world)


def is_secret_asked(fight: Fight) -> bool:
    """Whether what is pending will be answered in secret."""
    return fight.pending is not None and is_secret(fight, (fight.pending, None))


def first_sealed(fight: Fight) -> int | None:
    """Where in the story this step's first sealed answer stands."""
    first = len(fight.story) - len(fight.told_in_step())
    for k, item in enumerate(fight.told_in_step(), start=first):
        if is_secret(fight, item):
            return k
    return None


def is_secret(fight: Fight, item: Any) -> bool:
    question = item[0]
    if not isinstance(question, Question) or question.is_chance:
        return False
    return question.name in fight.ruleset.secret_questions


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


# Everybody at once


def anything(fight: Fight, question: Question, world: Any) -> int:
    """What usually is answered, or the first that is legal."""
    usual = fight.ruleset.words.usual(question.name, world, question.who, question.mask)
    return smallest(question.mask) if usual is None else usual


def asked_in_secret(fight: Fight, fill: Filling = anything) -> list[int]:
    """Everybody the step under way asks in secret from here on, in the order of the rules."""
    found: list[int] = []

    def beyond(question: Question, world: Any) -> Answer:
        if not is_secret(fight, (question, None)):
            raise Pending(question, world)
        if question.who not in found:
            found.append(question.who)
        return Answer(fill(fight, question, world))

    at, start = fight.step_start
    with suppress(Pending):
        fight.part()(TapeOracle(fight.live[:], at, beyond), clone(start))
    return found


def as_asked(fight: Fight, who: int, own: Answerer, fill: Filling = anything) -> Fight:
    """A fight that stands at what one is asked in secret; what others seal is filled in.

    `own` answers what goes without saying, or leaves it to the one who is asked.
    """
    at = fight.step_start[0]

    def answerer(twin: Fight, question: Question, world: Any) -> Answer:
        if twin.step_start[0] != at or not is_secret(twin, (question, None)):
            raise Pending(question, world)
        if question.who == who:
            return own(twin, question, world)
        return Answer(fill(twin, question, world))

    twin = fight.clone(answerer)
    twin.run()
    return twin


def place_of_seal(fight: Fight, who: int) -> int | None:
    """Where on the tape somebody's sealed answer of this step begins."""
    start = fight.step_start[0]
    for at, item in enumerate(fight.said_in_step(), start):
        if item[0].who == who and is_secret(fight, item):
            return at
    return None


def before_seal(fight: Fight, who: int) -> Fight:
    """A fight that stands where somebody had not sealed yet."""
    at, twin = place_of_seal(fight, who), fight.clone()
    if at is not None:
        twin.undo(at)
    return twin


def asks_still(twin: Fight, who: int, at: int) -> bool:
    """Whether a fight of one's own has more to ask in secret, in the step that began there."""
    pending = twin.pending
    is_here = pending is not None and twin.step_start[0] == at
    return is_here and pending is not None and pending.who == who and is_secret_asked(twin)
