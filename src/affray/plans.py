"""What a person can do now, as whole plans rather than single answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from affray.encounter import Encounter
from affray.fight import Fight
from affray.oracles.tape import Answer, Question
from affray.words import Plan, kebab


@dataclass(frozen=True)
class Offer:
    """A plan that can be carried out now, against a target if it needs one."""

    name: str
    label: str
    who: int
    answers: tuple[tuple[int, int], ...]
    target: int = -1
    plan: Plan | None = None


def offers(encounter: Encounter, world: Any, pending: Question) -> list[Offer]:
    """The plans that answer a pending question; every legal option is in at least one."""
    made = [
        offer
        for plan in encounter.ruleset.words.plans
        for offer in _made(plan, encounter, world, pending)
    ]
    covered = {offer.answers[0][1] for offer in made}
    legal = [k for k in range(62) if pending.mask >> k & 1]
    return made + [_single(encounter, pending, k) for k in legal if k not in covered]


def _made(plan: Plan, encounter: Encounter, world: Any, pending: Question) -> list[Offer]:
    targets = range(len(encounter.names[plan.targets])) if plan.targets else [-1]
    out = []
    for target in targets:
        answers = plan.answers_for(world, pending.who, target)
        if not answers:
            continue
        question, option = answers[0]
        if question == pending.name and pending.mask >> option & 1:
            named = encounter.names[plan.targets][target] if plan.targets else ""
            label = plan.label.format(target=named)
            out.append(Offer(plan.name, label, pending.who, tuple(answers), target, plan))
    return out


def _single(encounter: Encounter, pending: Question, option: int) -> Offer:
    name = encounter.ruleset.words.option(pending.name, option, encounter.names)
    return Offer(name, name.replace("-", " ").capitalize(), pending.who, ((pending.name, option),))


def take(fight: Fight, offer: Offer) -> None:
    """Carry a plan out: its answers as they are asked for, until it is done or cannot go on."""
    left = list(offer.answers)
    while fight.pending is not None and not fight.pending.is_chance:
        asked = fight.pending
        if asked.who != offer.who:
            return
        if left and asked.name == left[0][0] and asked.mask >> left[0][1] & 1:
            fight.answer(Answer(left.pop(0)[1]))
            continue
        usual = fight.ruleset.words.questions[asked.name].usual
        if not left or usual is None or not asked.mask >> usual & 1:
            return
        fight.answer(Answer(usual))


def plan_names(encounter: Encounter) -> list[str]:
    return [plan.name for plan in encounter.ruleset.words.plans]


def find_plan(encounter: Encounter, name: str) -> Plan | None:
    return next((p for p in encounter.ruleset.words.plans if p.name == name), None)


def option_of(encounter: Encounter, question: int, text: str) -> int:
    """An option by the name a person gives it, or -1."""
    of = encounter.ruleset.words.questions[question].of
    if isinstance(of, str):
        if of == "number":
            return int(text) if text.isdigit() else -1
        names = encounter.names[of]
        return names.index(text) if text in names else -1
    return next((int(m) for m in of if kebab(m) == text), -1)


def option_names(encounter: Encounter, question: int) -> list[str]:
    """What a person may call the options of a question, legal now or not."""
    of = encounter.ruleset.words.questions[question].of
    if isinstance(of, str):
        return ["a whole number"] if of == "number" else encounter.names[of]
    return [kebab(m) for m in of]
