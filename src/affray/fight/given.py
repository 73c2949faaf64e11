"""Answers given beforehand, by name: 'stress=2' is one's own, 'Orc.action=shove' the Orc's."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from affray.book.encounter import Encounter
from affray.book.errors import BadInput, meant, unknown
from affray.fight.plans import option_names, option_of

UNNAMED = -1
"""Whose an answer is that names nobody."""

GivenAnswers = dict[tuple[int, int], int]
"""What is answered by whom to which question."""


@dataclass(frozen=True)
class Given:
    """One's own answers by question, and what others are taken to answer."""

    mine: dict[int, int] = field(default_factory=dict)
    others: GivenAnswers = field(default_factory=dict)


def read_given(encounter: Encounter, texts: Iterable[str], who: int) -> Given:
    """Everything that is given with a plan of somebody."""
    out = Given()
    for text in texts:
        whose, question, option = read_answer(encounter, text)
        is_mine = whose in (who, UNNAMED)
        if question in out.mine if is_mine else (whose, question) in out.others:
            asked = text.partition("=")[0].strip()
            raise BadInput(f"{asked} is answered twice, expected once")
        if is_mine:
            out.mine[question] = option
        else:
            out.others[whose, question] = option
    return out


def read_answer(encounter: Encounter, text: str) -> tuple[int, int, int]:
    """'Orc.action=shove': whose answer it is, the question and the option."""
    asked, equals, answer = text.partition("=")
    if not equals:
        raise BadInput(f"found {text!r}, expected QUESTION=ANSWER or NAME.QUESTION=ANSWER")
    who, dot, name = asked.strip().rpartition(".")
    whose = _whose(encounter, who) if dot else UNNAMED
    questions = encounter.ruleset.words.question_names
    name = meant(name, questions)
    if name not in questions:
        raise BadInput(unknown("question", name, list(questions)))
    known = option_names(encounter, questions[name])
    answer = answer.strip().strip("\"'")
    option = option_of(encounter, questions[name], meant(answer, known))
    if option < 0:
        raise BadInput(unknown(f"answer to {name}", answer, known))
    return whose, questions[name], option


def _whose(encounter: Encounter, name: str) -> int:
    names = encounter.names["creatures"]
    name = meant(name, names)
    if name not in names:
        raise BadInput(unknown("creature", name, names))
    return names.index(name)
