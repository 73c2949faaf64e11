"""Why a plan of the game cannot be carried out now, and by which rules."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from affray.book.encounter import Encounter
from affray.book.errors import MOST_LISTED, plainly
from affray.book.words import ANSWER, Plan, kebab
from affray.fight.fight import Fight
from affray.fight.plans import (
    Barred,
    Offer,
    barred,
    label_of,
    named_unseen,
    offers,
    target_of,
)
from affray.oracles.tape import Question
from affray.rules.masks import members

EXACTLY, BY_NAME, IN_PART, BEGUN, NOT_AT_ALL = range(5)
"""How well a plan fits what somebody calls it."""

Unseen = Collection[int]
NOBODY_UNSEEN: Unseen = frozenset()


@dataclass(frozen=True)
class Refusal:
    """Why not, in a sentence, and the rules behind it."""

    text: str
    rules: tuple[str, ...]

    @property
    def cited(self) -> str:
        return f"{self.text}  [{' '.join(self.rules)}]" if self.rules else self.text


def fits(text: str, label: str, name: str, target: str) -> int:
    """How well a plan fits: by its label, its name with or without target, how they begin."""
    text, label = plainly(text), plainly(label)
    if not text:
        return NOT_AT_ALL
    if text == label.removesuffix(" ..."):
        return EXACTLY
    if text in (plainly(name), plainly(f"{name} {target}")):
        return BY_NAME
    if text.startswith(plainly(f"{name} ")) and plainly(f"{name} {target}").startswith(text):
        return IN_PART
    return BEGUN if label.startswith(text) else NOT_AT_ALL


def called(possible: list[Offer], text: str, encounter: Encounter) -> list[Offer]:
    """The offers somebody may mean: those that fit best, all of them."""
    ranks = [fits(text, o.label, o.name, aimed_at(o, encounter)) for o in possible]
    best = min(ranks, default=NOT_AT_ALL)
    return [o for o, rank in zip(possible, ranks, strict=True) if rank == best < NOT_AT_ALL]


def aimed_at(offer: Offer, encounter: Encounter) -> str:
    """Whom or what a plan that is open is made for; nothing where it needs none."""
    is_aimed = offer.plan is not None and offer.target >= 0
    return target_of(offer.plan, offer.target, encounter) if offer.plan and is_aimed else ""


def not_now(fight: Fight, text: str, unseen: Unseen = NOBODY_UNSEEN) -> Refusal | None:
    """What is to be said of a plan or an answer the game knows, where it is not open, to somebody
    who may not know of those unseen."""
    meant = [
        (rank, plan, target)
        for plan in fight.ruleset.words.plans
        for target in _targets(plan, fight.encounter, unseen)
        if plan.name != ANSWER and (rank := _rank(plan, target, text, fight.encounter)) < BEGUN
    ]
    if not meant:
        return _of_another_question(fight, text, unseen)
    best = min(rank for rank, _, _ in meant)
    whole = [(plan, target) for rank, plan, target in meant if rank == best]
    alone = _alone(fight, text, whole, unseen)
    if alone is not None:
        return alone
    refusals = [not_open(fight, plan, target, text, unseen) for plan, target in whole]
    return next((r for r in refusals if r is not None), None)


def _alone(
    fight: Fight, text: str, whole: list[tuple[Plan, int]], unseen: Unseen
) -> Refusal | None:
    """Of a bare name, where several plans might be for it and none of them is asked for now."""
    pending = fight.pending
    assert pending is not None
    plan, target = whole[0]
    name = target_of(plan, target, fight.encounter) if plan.targets else ""
    is_bare = name and plainly(text) == plainly(name)
    if not is_bare or any(_is_asked(fight, pending, plan, target) for plan, target in whole):
        return None
    labels = [o.label for o in _seen(fight, unseen) if aimed_at(o, fight.encounter) == name]
    said = f"{text!r} alone does not say what {fight.names[pending.who]} does"
    more = f"expected {' or '.join(labels[:MOST_LISTED])}" if labels else "nothing here is for it"
    return Refusal(f"{said}; {more}", fight.ruleset.words.questions[pending.name].rules)


def _is_asked(fight: Fight, pending: Question, plan: Plan, target: int) -> bool:
    """Whether it begins with what is asked now."""
    answers = plan.answers_for(fight.world, pending.who, target)
    return answers is not None and any(q == pending.name for q, _ in answers[:1])


def _rank(plan: Plan, target: int, text: str, encounter: Encounter) -> int:
    aim = target_of(plan, target, encounter)
    return fits(text, label_of(plan, target, encounter), plan.name, aim)


def _targets(plan: Plan, encounter: Encounter, unseen: Unseen) -> Sequence[int]:
    known = range(len(encounter.names[plan.targets])) if plan.targets else [-1]
    return [one for one in known if plan.targets != "creatures" or one not in unseen]


def _seen(fight: Fight, unseen: Unseen) -> list[Offer]:
    """What is open, but for what names somebody unseen."""
    words = fight.ruleset.words
    return [one for one in offers(fight) if one.plan and not named_unseen(one, words, unseen)]


def not_open(
    fight: Fight, plan: Plan, target: int, text: str, unseen: Unseen = NOBODY_UNSEEN
) -> Refusal | None:
    """Why a plan cannot be carried out by whoever is asked; None where it can."""
    pending = fight.pending
    assert pending is not None
    answers = plan.answers_for(fight.world, pending.who, target)
    found = barred(fight, pending, answers) if answers else None
    if answers and found is None:
        return None
    rules = fight.ruleset.words.questions[pending.name].rules
    for_whom = _for_whom(fight, plan, unseen)
    why, rules = _why(fight, pending, found, unseen) if found else (for_whom, rules)
    if plan.takes and (found is None or found.mask):
        why = f"it takes {plan.takes}" + (f"; {why}" if why else "")
    said = f"{text!r} is not open to {fight.names[pending.who]} now"
    return Refusal(f"{said}: {why}" if why else said, rules)


def _for_whom(fight: Fight, plan: Plan, unseen: Unseen) -> str:
    """For which of the others a plan can be made, where it can be for any."""
    open_for = [
        target_of(plan, offer.target, fight.encounter)
        for offer in _seen(fight, unseen)
        if offer.plan is plan and plan.targets
    ]
    return f"it may be for {', '.join(open_for)}" if open_for else ""


def _why(
    fight: Fight, pending: Question, found: Barred, unseen: Unseen
) -> tuple[str, tuple[str, ...]]:
    words, names = fight.ruleset.words, fight.encounter.called
    rules = words.questions[found.question].rules
    if not found.mask:
        asked = words.prompt(found.question, pending.who, names, fight.world)
        return f"it answers {asked!r}, which is not asked now", rules
    hidden = unseen if words.questions[found.question].of == "creatures" else NOBODY_UNSEEN
    legal = [words.option(found.question, k, names) for k in members(found.mask) if k not in hidden]
    more = ", ..." if len(legal) > MOST_LISTED else ""
    may_be = f"{words.question_name(found.question)} may be {', '.join(legal[:MOST_LISTED])}{more}"
    return (may_be if legal else ""), rules


def _of_another_question(fight: Fight, text: str, unseen: Unseen) -> Refusal | None:
    """An answer some question of the game knows, and the pending one does not take."""
    pending = fight.pending
    assert pending is not None
    words, who = fight.ruleset.words, fight.names[pending.who]
    order = sorted(words.questions, key=lambda question: question != pending.name)
    for question in order:
        of = words.questions[question].of
        if isinstance(of, str):
            continue
        option = next((int(m) for m in of if kebab(m) == text.lower().replace(" ", "-")), -1)
        if option >= 0:
            mask = pending.mask if question == pending.name else 0
            why, rules = _why(fight, pending, Barred(int(question), option, mask), unseen)
            said = f"{text!r} is not open to {who} now"
            return Refusal(f"{said}: {why}" if why else said, rules)
    return None
