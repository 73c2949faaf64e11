"""What somebody said in their own words along with an answer: whether it may be, and where to."""

from __future__ import annotations

from typing import Any

from affray.book.encounter import Encounter
from affray.book.errors import BadInput
from affray.book.sayings import FULL, has_room, number_of, unsayable
from affray.oracles.tape import Answer, Question


def takes_words(encounter: Encounter, question: Question, option: int) -> bool:
    """Whether an option is one that people put in their own words."""
    asked = None if question.is_chance else encounter.ruleset.words.questions[question.name]
    return asked is not None and asked.takes_words(option)


def unheard_of(encounter: Encounter, question: Question, answer: Answer) -> str:
    """What is wrong with the words of an answer, or nothing."""
    if not answer.said:
        return ""
    if not takes_words(encounter, question, answer.value):
        return f"found {answer.said!r}, but nothing is said to this in own words"
    return unsayable(answer.said) or ("" if has_room(encounter.names, answer.said) else FULL)


def require_sayable(encounter: Encounter, question: Question, answer: Answer) -> Answer:
    """The answer, if what was said with it may be written down."""
    problem = unheard_of(encounter, question, answer)
    if problem:
        raise BadInput(problem, field="said")
    return answer


def hear(encounter: Encounter, question: Question, said: str, world: Any) -> None:
    """Write it down where the game has a place for it."""
    own = encounter.ruleset.words.questions[question.name].own
    assert own is not None
    own.put(world, question.who, number_of(encounter.names, said))
