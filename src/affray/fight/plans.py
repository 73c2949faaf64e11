"""What a person can do now, as whole plans rather than single answers."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from affray.book.encounter import Encounter
from affray.book.errors import BadInput, legal
from affray.book.heads import NO_AIM, Aim, resolved
from affray.book.whole import read_whole
from affray.book.words import ANSWER, Plan, Words, kebab, spaced
from affray.fight.fight import Fight
from affray.oracles.tape import Answer, Question, TapeOracle
from affray.rules.ask import ONGOING, Illegal
from affray.rules.masks import contains, is_single, members
from affray.rules.world import clone

FAR_ENOUGH = 12
"""Steps in which a plan that persists has come to dice, or never does."""


@dataclass(frozen=True)
class Offer:
    """A plan that can be carried out now, against a target if it needs one; `aim` is what for."""

    name: str
    label: str
    who: int
    answers: tuple[tuple[int, int], ...]
    target: int = -1
    plan: Plan | None = None
    note: str = ""
    aim: Aim = NO_AIM
    said: str = ""
    """What its owner says to its first answer, in their own words."""

    @property
    def aimed_at(self) -> set[int]:
        """The creature it is made for; nobody where it needs none."""
        is_aimed = self.plan is not None and self.plan.targets == "creatures"
        return {self.target} if is_aimed else set()

    @property
    def persists(self) -> bool:
        return self.plan is not None and self.plan.persists

    @property
    def is_single(self) -> bool:
        """Whether it is one option by itself, for which no plan is made."""
        return self.plan is None or self.plan.name == ANSWER

    def is_over(self, w: Any) -> bool:
        """Whether what a persisting plan set out to do has been done."""
        until = self.plan.until if self.plan is not None else None
        return until is None or until(w, self.who)


def offers(fight: Fight) -> list[Offer]:
    """The plans that answer the pending question; every legal option is in at least one."""
    pending = fight.pending
    if pending is None:
        why = "the fight is over" if fight.is_over else "fight.run() plays to the first question"
        raise BadInput(f"nobody is asked anything; {why}", field="offers")
    plans, legal_after = fight.ruleset.words.plans, LegalAfter()
    made = [offer for plan in plans for offer in _made(plan, fight, pending, legal_after)]
    covered = {offer.answers[0][1] for offer in made}
    options = members(pending.mask)
    return made + [_explained(fight, pending, k) for k in options if k not in covered]


def _explained(fight: Fight, pending: Question, option: int) -> Offer:
    """An option as a plan, with what its name does not say."""
    offer = single(fight.encounter, pending, option)
    asked, w = fight.ruleset.words.questions[pending.name], fight.world
    more = asked.says(w, pending.who, option, fight.encounter.called) if asked.says else ""
    offer = replace(offer, aim=resolved(asked.aim, w, pending.who, option))
    return replace(offer, label=f"{offer.label}: {more}") if more else offer


def _made(plan: Plan, fight: Fight, pending: Question, legal_after: LegalAfter) -> list[Offer]:
    names = fight.encounter.called
    targets = range(len(names[plan.targets])) if plan.targets else [-1]
    out = []
    for target in targets:
        answers = plan.answers_for(fight.world, pending.who, target)
        if answers and barred(fight, pending, answers, legal_after) is None:
            label = label_of(plan, target, fight.encounter)
            note = plan.note_of(fight.world, pending.who, target, names)
            aim = fight.ruleset.words.aim(plan.name, fight.world, pending.who, target)
            given = tuple(answers)
            out.append(Offer(plan.name, label, pending.who, given, target, plan, note, aim))
    return out


class _Seen(Exception):
    """As much of a plan as can be looked at without dice."""


@dataclass(frozen=True)
class Barred:
    """Where a plan cannot go on: its answer to a question, and those that are legal there.

    None are legal to a question that is not asked now.
    """

    question: int
    option: int
    mask: int


Answers = tuple[tuple[int, int], ...]


class LegalAfter(dict[tuple[Answers, int], int | None]):
    """What is legal to a question, by it and the answers given before; None where it is not asked
    before dice or others. Plans that begin alike come to it alike, so one of them is tried out."""


def barred(
    fight: Fight,
    pending: Question,
    answers: list[tuple[int, int]],
    legal_after: LegalAfter | None = None,
) -> Barred | None:
    """The first answer of a plan that is not legal, as far as it shows before dice or others."""
    first, option = answers[0]
    if first != pending.name:
        return Barred(first, option, 0)
    if not contains(pending.mask, option):
        return Barred(first, option, pending.mask)
    known = LegalAfter() if legal_after is None else legal_after
    for k, (question, option) in enumerate(answers[1:], start=1):
        here = (tuple(answers[:k]), question)
        if here not in known:
            _try_out(fight, pending, answers, known)
        mask = known[here]
        if mask is None:
            return None
        if not contains(mask, option):
            return Barred(question, option, mask)
    return None


def _try_out(
    fight: Fight, pending: Question, answers: list[tuple[int, int]], known: LegalAfter
) -> None:
    """Give a plan's answers one after the other, and write down what was legal to each."""
    given = 0

    def beyond(question: Question, world: Any) -> Answer:
        nonlocal given
        if given == len(answers) or question.is_chance or question.who != pending.who:
            raise _Seen
        name, option = answers[given]
        if question.name != name:
            usual = fight.ruleset.words.usual(question.name, world, question.who, question.mask)
            if usual is None:
                raise _Seen
            return Answer(usual)
        known[tuple(answers[:given]), name] = question.mask
        if not contains(question.mask, option):
            raise _Seen
        given += 1
        return Answer(option)

    at, world = fight.step_start
    with suppress(_Seen):
        fight.part()(TapeOracle(fight.live, at, beyond), clone(world))
    if given < len(answers):
        known.setdefault((tuple(answers[:given]), answers[given][0]), None)


def label_of(plan: Plan, target: int, encounter: Encounter) -> str:
    """What a plan is called for one of those it can be made for."""
    name = encounter.called[plan.targets][target] if plan.targets else ""
    return plan.label.format(target=name)


def target_of(plan: Plan, target: int, encounter: Encounter) -> str:
    """The name of whom or what a plan is made for; nothing where it needs none."""
    return encounter.names[plan.targets][target] if plan.targets else ""


def named_unseen(offer: Offer, words: Words, unseen: Collection[int]) -> bool:
    """Whether a plan names somebody hidden."""
    if offer.plan is not None and offer.plan.targets == "creatures" and offer.target in unseen:
        return True
    return any(words.questions[q].of == "creatures" and a in unseen for q, a in offer.answers)


def single(encounter: Encounter, pending: Question, option: int) -> Offer:
    """One option of the pending question, as a plan."""
    name = encounter.ruleset.words.option(pending.name, option, encounter.names)
    label = spaced(encounter.ruleset.words.option(pending.name, option, encounter.called))
    label = label[:1].upper() + label[1:]
    end = find_plan(encounter, ANSWER)
    return Offer(name, label, pending.who, ((pending.name, option),), plan=end)


def rehearse(fight: Fight, offer: Offer, answer: Callable[[Question, Any], int | None]) -> bool:
    """Try a plan up to dice or another's choice; `answer` says what it leaves open.

    One that persists goes on past others as long as they answer as usual.
    True when the step came to its end, so that everything it asks has been seen.
    """
    left = list(offer.answers)
    ruleset = fight.ruleset

    def beyond(question: Question, world: Any) -> Answer:
        if question.is_chance:
            raise _Seen
        if question.who != offer.who:
            usual = ruleset.words.usual(question.name, world, question.who, question.mask)
            if usual is None or not offer.persists:
                raise _Seen
            return Answer(usual)
        if left and question.name == left[0][0]:
            return Answer(left.pop(0)[1])
        if offer.persists and question.name == offer.answers[0][0]:
            raise _Seen  # asked anew from the start
        option = answer(question, world)
        if option is None:
            raise _Seen
        return Answer(option)

    at, world = fight.step_start
    tried = clone(world)
    try:
        fight.part()(TapeOracle(fight.live, at, beyond), tried)
    except _Seen:
        return False
    if not offer.persists or left:
        return True
    with suppress(_Seen):
        for _ in range(FAR_ENOUGH):
            if offer.is_over(tried) or ruleset.outcome(tried) != ONGOING:
                break
            ruleset.step(TapeOracle([], 0, beyond), tried)
    return True


@dataclass(frozen=True)
class Left:
    """A question a plan leaves open: the answer when nobody says otherwise, options to regret."""

    question: Question
    usual: int | None
    warnings: dict[int, str]
    prompt: str

    @property
    def is_open(self) -> bool:
        return not is_single(self.question.mask)


Knowing = Callable[[Any], Any]
"""A world as far as somebody can know it."""


def left_open(
    fight: Fight,
    offer: Offer,
    given: dict[int, int] | None = None,
    knowing: Knowing | None = None,
) -> list[Left]:
    """What a plan leaves open, as far as it shows before dice and with what is given already."""
    return [left for left in asked_of(fight, offer, given or {}, knowing) if left.is_open]


def settled_warning(asked: list[Left]) -> str:
    """What is warned of where there is but one answer, which nobody is asked for."""
    return next((text for left in asked if not left.is_open for text in left.warnings.values()), "")


def details_text(fight: Fight, offer: Offer) -> str:
    """What a label does not say; all that is left open, unless a plan has it for granted."""
    if not (offer.is_single or offer.persists or offer.label.endswith("...")):
        return f"  ({offer.note})" if offer.note else ""
    words, names = fight.ruleset.words, fight.encounter.names
    said = [offer.note] if offer.note else []
    said += [
        f"{words.question_name(left.question.name)}="
        + ("?" if left.usual is None else words.option(left.question.name, left.usual, names))
        for left in left_open(fight, offer)
    ]
    return f"  ({', '.join(said)})" if said else ""


def asked_of(
    fight: Fight, offer: Offer, given: dict[int, int], knowing: Knowing | None = None
) -> list[Left]:
    """Everything the plan's owner is asked besides its own answers, once each; what is usual, and
    what is warned of, by what they can know."""
    found: dict[int, Left] = {}
    words, names = fight.ruleset.words, fight.encounter.called

    def answer(question: Question, world: Any) -> int | None:
        name, mask = question.name, question.mask
        legal, known = members(mask), knowing(world) if knowing else world
        usual = words.usual(name, known, question.who, mask)
        warned = {k: words.warning(name, known, question.who, k, names) for k in legal}
        prompt = words.prompt(name, question.who, names, world)
        seen = Left(question, usual, {k: text for k, text in warned.items() if text}, prompt)
        found.setdefault(name, seen)
        return taken(words, question, given, usual)

    with suppress(Illegal):  # a plan may break before its end; what it asked first still stands
        rehearse(fight, offer, answer)
    return list(found.values())


def taken(words: Words, asked: Question, given: dict[int, int], usual: int | None) -> int | None:
    """What is answered where a plan is tried out: as given, else as usual."""
    legal, option = members(asked.mask), given.get(asked.name)
    if option not in legal:
        option = usual
    if option is None and words.questions[asked.name].of == "number":
        option = legal[0]  # what is asked after a number seldom depends on which it is
    return option


def unusable(fight: Fight, offer: Offer, extra: dict[int, int]) -> str:
    """What is wrong with answers given along with a plan, as far as it shows before dice."""
    used = set()
    words, names = fight.ruleset.words, fight.encounter.names
    for question, _ in offer.answers:
        if question in extra:
            return f"{words.question_name(question)}: is answered by the plan itself"

    def answer(question: Question, world: Any) -> int | None:
        name, mask = question.name, question.mask
        option = extra.get(name, words.usual(name, world, question.who, mask))
        if option is None:
            return None
        used.add(name)
        if not contains(mask, option):
            told = legal(words.option(name, k, names) for k in members(mask))
            raise Illegal(f"{words.question_name(name)}: {told}")
        return option

    try:
        whole = rehearse(fight, offer, answer)
    except Illegal as bad:
        return str(bad)
    unasked = [words.question_name(name) for name in extra if name not in used]
    return f"{unasked[0]}: is not asked in this plan" if whole and unasked else ""


def plan_names(encounter: Encounter) -> list[str]:
    return [plan.name for plan in encounter.ruleset.words.plans if plan.name != ANSWER]


def find_plan(encounter: Encounter, name: str) -> Plan | None:
    return next((p for p in encounter.ruleset.words.plans if p.name == name), None)


def option_of(encounter: Encounter, question: int, text: str) -> int:
    """An option by the name a person gives it, or -1."""
    of = encounter.ruleset.words.questions[question].of
    if isinstance(of, str):
        if of == "number":
            found = read_whole(text)
            return -1 if found is None else found
        names = encounter.names[of] if text in encounter.names[of] else encounter.called[of]
        return names.index(text) if text in names else -1
    faces = faces_of(encounter, question)
    given = faces_typed(text)
    by_faces = next((int(m) for m in of if given and faces and given == sorted(faces(int(m)))), -1)
    return next((int(m) for m in of if kebab(m) == text), by_faces)


def faces_of(encounter: Encounter, question: int) -> Callable[[int], Sequence[int]] | None:
    """What says which faces an option of a question picks, where options are dice."""
    return encounter.ruleset.words.questions[question].faces


def faces_typed(text: str) -> list[int]:
    """Dice by their faces, in any order: '63', '6 3' or '3,6'."""
    is_faces = re.fullmatch(r"[1-9](?:[\s,]*[1-9])*", text, re.ASCII)
    return sorted(int(face) for face in re.findall(r"[1-9]", text)) if is_faces else []


def option_names(encounter: Encounter, question: int) -> list[str]:
    """What a person may call the options of a question, legal now or not."""
    of = encounter.ruleset.words.questions[question].of
    if isinstance(of, str):
        return ["a whole number"] if of == "number" else encounter.names[of]
    return [kebab(m) for m in of]
