"""What is sealed: the answers of a step that the others may not know yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from affray.oracles.tape import Question
from affray.rules.world import Record, to_json

if TYPE_CHECKING:
    from affray.fight.fight import Fight


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
