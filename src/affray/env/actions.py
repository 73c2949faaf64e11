"""Everything that can be done in an encounter, numbered once: an action is a number of these."""

from __future__ import annotations

from enum import IntEnum

from affray.book.encounter import Encounter
from affray.book.words import ANSWER, Plan
from affray.fight.plans import Offer, label_of
from affray.rules.masks import OPTIONS

PlanKey = tuple[str, int]
"""A plan's name and its target, or a question's number as text and an option."""


class Actions:
    """Plans with each of their targets, then every option of every question.

    The numbers depend on the encounter alone, so that what was learnt of one stays true.
    """

    def __init__(self, encounter: Encounter) -> None:
        self.labels: list[str] = []
        self._numbers: dict[PlanKey, int] = {}
        words = encounter.ruleset.words
        for plan in words.plans:
            for target in _targets(plan, encounter) if plan.name != ANSWER else []:
                self._add((plan.name, target), label_of(plan, target, encounter))
        for question in words.questions:
            for option in _options(encounter, question):
                label = f"{words.question_name(question)}: {_name(encounter, question, option)}"
                self._add((str(int(question)), option), label)

    def __len__(self) -> int:
        return len(self.labels)

    def _add(self, key: PlanKey, label: str) -> None:
        self._numbers[key] = len(self.labels)
        self.labels.append(label)

    def of_offer(self, offer: Offer) -> int:
        """The number of what somebody is offered."""
        if offer.plan is not None and offer.plan.name == offer.name:
            return self._numbers[offer.name, offer.target]
        return self.of_answer(*offer.answers[0])

    def of_answer(self, question: int, option: int) -> int:
        """The number of a single answer; the options of a question follow each other."""
        return self._numbers[str(int(question)), option]

    @property
    def firsts(self) -> dict[int, int]:
        """The number of each question's option 0; one without options here is never asked."""
        return {
            int(asked): n for (asked, k), n in self._numbers.items() if asked.isdigit() and not k
        }


def _targets(plan: Plan, encounter: Encounter) -> range:
    return range(len(encounter.names[plan.targets])) if plan.targets else range(-1, 0)


def _name(encounter: Encounter, question: int, option: int) -> str:
    words = encounter.ruleset.words
    of = words.questions[question].of
    if isinstance(of, str) or option in {int(member) for member in of}:
        return words.option(question, option, encounter.names)
    return "-"  # a number between two options


def _options(encounter: Encounter, question: int) -> range:
    """All the options a question can have, from 0 on."""
    of = encounter.ruleset.words.questions[question].of
    if isinstance(of, str):
        return range(OPTIONS if of == "number" else len(encounter.names[of]))
    assert issubclass(of, IntEnum)
    return range(max(int(member) for member in of) + 1)
