"""What is legal to a question a plan leaves open, once others are answered."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from affray.fight.fight import Fight
from affray.fight.plans import Offer, rehearse, taken
from affray.oracles.tape import Question
from affray.rules.ask import Illegal
from affray.rules.masks import members


def legal_then(fight: Fight, offer: Offer, wanted: int, given: dict[int, int]) -> int:
    """What is legal to a question a plan leaves open, once others are given; nothing where it is
    not asked before dice."""
    mask, words = 0, fight.ruleset.words

    def answer(question: Question, world: Any) -> int | None:
        nonlocal mask
        if question.name == wanted:
            mask = question.mask
            return None
        usual = words.usual(question.name, world, question.who, question.mask)
        return taken(words, question, given, usual)

    with suppress(Illegal):
        rehearse(fight, offer, answer)
    return mask


def legal_after_each(fight: Fight, offer: Offer, first: Question, second: int) -> dict[int, int]:
    """What is legal to the second of two numbers, after each answer to the first.

    Where the game says how one follows from the other the plan is tried once, not for each.
    """
    words = fight.ruleset.words
    follows = words.questions[second].follows
    if follows is None:
        each = members(first.mask)
        return {k: legal_then(fight, offer, second, {first.name: k}) for k in each}
    found: dict[int, int] = {}

    def answer(question: Question, world: Any) -> int | None:
        if question.name == first.name:
            found.update({k: follows(world, question.who, k) for k in members(first.mask)})
            return None
        usual = words.usual(question.name, world, question.who, question.mask)
        return taken(words, question, {}, usual)

    with suppress(Illegal):
        rehearse(fight, offer, answer)
    return found
