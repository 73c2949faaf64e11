"""What somebody who is asked could do: whole plans that begin here, and every single answer."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Any

from affray.book.encounter import Encounter
from affray.book.words import ANSWER, Plan
from affray.fight.plans import Answers, Offer, label_of, single
from affray.oracles.dice import M64, mix
from affray.oracles.tape import Question
from affray.rules.masks import contains, members


def moves(encounter: Encounter, asked: Question, world: Any, unseen: Set[int]) -> list[Offer]:
    """Plans with all their answers, and single answers after which anything may come.

    Nothing is rehearsed, as what people are offered is: an answer of a plan that turns out not
    to be legal is a policy's in the playout. None names somebody who is hidden.
    """
    found: dict[Answers, Offer] = {}
    for offer in [*_planned(encounter, asked, world), *_single(encounter, asked)]:
        if not names_any(encounter, offer, unseen):
            found.setdefault(offer.answers, offer)
    return list(found.values())


def by_turns(found: list[Offer], seed: int) -> list[Offer]:
    """One for every first answer, then a second for each, and so on, in no order among those of
    one answer: whoever can try some of them alone tries something of everything."""
    drawn = sorted(range(len(found)), key=lambda k: mix((seed + k) & M64))
    turns: dict[tuple[int, int], int] = {}
    at = {}
    for k in drawn:
        first = found[k].answers[0]
        at[k] = turns[first] = turns.get(first, -1) + 1
    return [found[k] for k in sorted(drawn, key=lambda k: at[k])]


def names_any(encounter: Encounter, offer: Offer, unseen: Set[int]) -> bool:
    """Whether a plan names one of them."""
    questions = encounter.ruleset.words.questions
    return any(questions[q].of == "creatures" and a in unseen for q, a in offer.answers)


def _planned(encounter: Encounter, asked: Question, world: Any) -> Iterator[Offer]:
    names = encounter.names
    for plan in encounter.ruleset.words.plans:
        if plan.name == ANSWER or not _may_begin(plan, asked):
            continue
        for target in range(len(names[plan.targets])) if plan.targets else [-1]:
            given = plan.answers_for(world, asked.who, target)
            if given and given[0][0] == asked.name and contains(asked.mask, given[0][1]):
                label = label_of(plan, target, encounter)
                answers = tuple((int(question), int(option)) for question, option in given)
                yield Offer(plan.name, label, asked.who, answers, target, plan)


def _may_begin(plan: Plan, asked: Question) -> bool:
    """Whether a plan can begin with this question, as far as it shows without a world."""
    return callable(plan.answers) or plan.answers[0][0] == asked.name


def _single(encounter: Encounter, asked: Question) -> Iterator[Offer]:
    for option in members(asked.mask):
        yield single(encounter, asked, option)
